//! Plays a scenario with a program and keeps what was said.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::matching::contains;
use crate::process::{Ended, Launch, Process, Recorded, Scratch, parse, recorded};
use crate::responder::automatic;
use crate::scenario::{Message, Reply, Request, Scenario, Step};

/// How long a step waits before the scenario has failed.
const PATIENCE: Duration = Duration::from_secs(60);

/// Everything that came of a scenario.
#[derive(Debug)]
pub(crate) struct Played {
    pub(crate) recording: Vec<Recorded>,
    pub(crate) ends: Vec<Ended>,
    /// The step that could not be done, when one could not.
    pub(crate) stuck: Option<String>,
    pub(crate) uuids: BTreeMap<String, String>,
}

/// A scenario being played.
struct Player<'a> {
    scenario: &'a Scenario,
    launch: &'a Launch,
    process: Option<Process>,
    recording: Vec<Recorded>,
    /// Which recorded lines a step has waited for already.
    taken: Vec<bool>,
    ends: Vec<Ended>,
    uuids: BTreeMap<String, String>,
    /// Requests of the CLI that are kept open, by the name a step gave them.
    held: BTreeMap<String, Value>,
    sent: u32,
    started: Instant,
}

/// Plays a scenario to its end, or to the step that fails.
pub(crate) async fn play(
    scenario: &Scenario,
    launch: &Launch,
    scratch: &Scratch,
) -> Result<Played> {
    for (name, text) in &scenario.files {
        scratch.write(name, text)?;
    }
    let started = Instant::now();
    let mut player = Player {
        scenario,
        launch,
        process: Some(Process::start(launch, started)?),
        recording: Vec::new(),
        taken: Vec::new(),
        ends: Vec::new(),
        uuids: BTreeMap::new(),
        held: BTreeMap::new(),
        sent: 0,
        started,
    };
    let stuck = player.run().await;
    if let (Err(_), Some(process)) = (&stuck, &player.process) {
        // Nobody waits for the rest of a failed scenario; a program that is gone needs no signal.
        process.signal("SIGTERM").ok();
    }
    player.finish().await;
    Ok(Played {
        recording: player.recording,
        ends: player.ends,
        stuck: stuck.err().map(|error| format!("{error:#}")),
        uuids: player.uuids,
    })
}

impl Player<'_> {
    async fn run(&mut self) -> Result<()> {
        let scenario = self.scenario;
        for (index, step) in scenario.steps.iter().enumerate() {
            self.step(step)
                .await
                .with_context(|| format!("step {}", index + 1))?;
        }
        Ok(())
    }

    async fn step(&mut self, step: &Step) -> Result<()> {
        match step {
            Step::Say(message) => self.say(message).await,
            Step::Turn(message) => {
                self.say(message).await?;
                self.result(&message.result).await
            }
            Step::Wait(pattern) => self.wait(pattern).await.map(drop),
            Step::Result(pattern) => self.result(pattern).await,
            Step::Ask(request) => self.request(request, Some("can_use_tool")).await,
            Step::Request(request) => self.request(request, None).await,
            Step::Answer(answer) => {
                let frame = self.held.get(&answer.to).cloned();
                let frame = frame.with_context(|| format!("nothing is held as {}", answer.to))?;
                self.reply(&frame, &answer.reply).await
            }
            Step::Control(request) => {
                let id = self.send(request).await?;
                self.response(&id).await
            }
            Step::Send(request) => self.send(request).await.map(drop),
            Step::Response(id) => self.response(id).await,
            Step::Initialize(fields) => {
                let mut request = fields.clone();
                request["subtype"] = json!("initialize");
                let id = self.send(&request).await?;
                self.response(&id).await
            }
            Step::Line(line) => self.write(std::slice::from_ref(line)).await,
            Step::Lines(lines) => self.write(lines).await,
            Step::Raw(text) => self.raw(text).await,
            Step::Eof => {
                self.live()?.close_stdin();
                Ok(())
            }
            Step::Signal(name) => self.live()?.signal(name),
            Step::Exit(code) => self.exit(*code).await,
            Step::Spawn(spawn) => {
                self.finish().await;
                let mut launch = self.launch.clone();
                for flag in &spawn.flags {
                    launch.program.push(self.fill_text(flag)?);
                }
                if let Some(directory) = &spawn.cwd {
                    launch.cwd = launch.cwd.join(directory);
                    std::fs::create_dir_all(&launch.cwd)?;
                }
                self.process = Some(Process::start(&launch, self.started)?);
                Ok(())
            }
            Step::Sleep(seconds) => self.sleep(*seconds).await,
        }
    }

    fn live(&mut self) -> Result<&mut Process> {
        self.process.as_mut().context("no program is running")
    }

    async fn say(&mut self, message: &Message) -> Result<()> {
        let mut text = self.fill_text(&message.text)?;
        if let Some(script) = &message.script {
            let script = self.fill(script)?;
            text = format!("{text} SCRIPT:{script}").trim_start().to_owned();
        }
        let content = match &message.content {
            Some(content) => self.fill(content)?,
            None => json!([{"type": "text", "text": text}]),
        };
        let mut frame = json!({
            "type": "user",
            "message": {"role": "user", "content": content},
            "parent_tool_use_id": null,
            "session_id": "",
        });
        let label = message
            .uuid
            .clone()
            .unwrap_or_else(|| format!("u{}", self.uuids.len() + 1));
        if label != "none" {
            frame["uuid"] = json!(self.uuid(&label));
        }
        for (name, value) in &message.with {
            frame[name] = self.fill(value)?;
        }
        self.write(&[frame]).await
    }

    fn uuid(&mut self, label: &str) -> String {
        self.uuids
            .entry(label.to_owned())
            .or_insert_with(|| Uuid::new_v4().to_string())
            .clone()
    }

    /// Replaces `$NAME` in texts: `$CWD`, `$HOME`, `$SESSION`, `$ASSISTANT`, `$FRESH` and the
    /// labels of messages.
    fn fill(&mut self, value: &Value) -> Result<Value> {
        Ok(match value {
            Value::String(text) => Value::String(self.fill_text(text)?),
            Value::Array(items) => Value::Array(
                items
                    .iter()
                    .map(|item| self.fill(item))
                    .collect::<Result<_>>()?,
            ),
            Value::Object(fields) => Value::Object(
                fields
                    .iter()
                    .map(|(name, value)| Ok((name.clone(), self.fill(value)?)))
                    .collect::<Result<_>>()?,
            ),
            other => other.clone(),
        })
    }

    fn fill_text(&mut self, text: &str) -> Result<String> {
        if !text.contains('$') {
            return Ok(text.to_owned());
        }
        let cwd = self.launch.cwd.to_string_lossy().into_owned();
        let mut text = text
            .replace("$CWD", &cwd)
            .replace("$HOME", &cwd.replace("/project", "/home"));
        for (mark, kind, field) in [
            ("$SESSION", "result", "session_id"),
            ("$ASSISTANT", "assistant", "uuid"),
            ("$TASK", "system", "task_id"),
        ] {
            if text.contains(mark) {
                let found = self.newest(kind, field);
                text = text.replace(mark, &found.with_context(|| format!("no {mark} yet"))?);
            }
        }
        for label in ["u1", "u2", "u3", "s1", "s2"] {
            let mark = format!("${label}");
            if text.contains(&mark) {
                let uuid = self.uuid(label);
                text = text.replace(&mark, &uuid);
            }
        }
        Ok(text)
    }

    fn newest(&self, kind: &str, field: &str) -> Option<String> {
        self.recording
            .iter()
            .rev()
            .filter(|recorded| !recorded.inward)
            .filter_map(|recorded| recorded.line.as_ref().ok())
            .filter(|line| line["type"] == kind)
            .find_map(|line| line[field].as_str().map(str::to_owned))
    }

    async fn write(&mut self, lines: &[Value]) -> Result<()> {
        let mut text = String::new();
        for line in lines {
            let line = self.fill(line)?;
            text.push_str(&line.to_string());
            text.push('\n');
        }
        self.raw_filled(&text).await
    }

    async fn raw(&mut self, text: &str) -> Result<()> {
        let text = self.fill_text(text)?;
        self.raw_filled(&text).await
    }

    async fn raw_filled(&mut self, text: &str) -> Result<()> {
        let process = self.process.as_mut().context("no program is running")?;
        let at = process.clock();
        for line in text.trim_end_matches('\n').split('\n') {
            self.recording.push(recorded(at, true, line));
            self.taken.push(true);
        }
        process.write(text).await;
        Ok(())
    }

    async fn send(&mut self, request: &Value) -> Result<String> {
        let mut request = request.clone();
        self.sent += 1;
        let id = match request
            .as_object_mut()
            .and_then(|fields| fields.remove("id"))
        {
            Some(Value::String(id)) => id,
            _ => format!("host-{}", self.sent),
        };
        let frame = json!({"type": "control_request", "request_id": id, "request": request});
        self.write(&[frame]).await?;
        Ok(id)
    }

    async fn response(&mut self, id: &str) -> Result<()> {
        let pattern = json!({"type": "control_response", "response": {"request_id": id}});
        self.wait(&pattern).await.map(drop)
    }

    async fn result(&mut self, fields: &Value) -> Result<()> {
        let frame = self.wait(&json!({"type": "result"})).await?;
        if !fields.is_null() && !contains(&frame, fields) {
            bail!("the result is not {fields}");
        }
        Ok(())
    }

    async fn request(&mut self, request: &Request, subtype: Option<&str>) -> Result<()> {
        let mut fields = match &request.matches {
            Value::Object(fields) => fields.clone(),
            _ => Map::new(),
        };
        if let Some(subtype) = subtype {
            fields.insert("subtype".to_owned(), json!(subtype));
        }
        let frame = self
            .wait(&json!({"type": "control_request", "request": fields}))
            .await?;
        if let Some(name) = &request.hold {
            self.held.insert(name.clone(), frame);
            return Ok(());
        }
        self.reply(&frame, &request.reply).await
    }

    async fn reply(&mut self, frame: &Value, reply: &Reply) -> Result<()> {
        let id = &frame["request_id"];
        let response = if let Some(bare) = &reply.bare {
            let mut response = bare.clone();
            response.insert("request_id".to_owned(), id.clone());
            Value::Object(response)
        } else if let Some(error) = &reply.error {
            json!({"subtype": "error", "request_id": id, "error": error})
        } else {
            json!({"subtype": "success", "request_id": id, "response": payload(reply, frame)})
        };
        self.write(&[json!({"type": "control_response", "response": response})])
            .await
    }

    /// Waits for the first line no step has waited for yet that contains the pattern.
    async fn wait(&mut self, pattern: &Value) -> Result<Value> {
        let pattern = self.fill(pattern)?;
        let deadline = tokio::time::Instant::now() + PATIENCE;
        loop {
            if let Some(frame) = self.take(&pattern) {
                return Ok(frame);
            }
            let Some(process) = self.process.as_mut() else {
                bail!("the program had ended, waiting for {pattern}");
            };
            match tokio::time::timeout_at(deadline, process.next_line()).await {
                Ok(Some(line)) => self.keep(&line).await?,
                Ok(None) => bail!("stdout ended, waiting for {pattern}"),
                Err(_) => bail!("waited too long for {pattern}"),
            }
        }
    }

    fn take(&mut self, pattern: &Value) -> Option<Value> {
        let found = self
            .recording
            .iter()
            .zip(&self.taken)
            .position(|(recorded, taken)| {
                !taken
                    && recorded
                        .line
                        .as_ref()
                        .is_ok_and(|line| contains(line, pattern))
            })?;
        self.taken[found] = true;
        self.recording[found].line.clone().ok()
    }

    /// Records a line of the program and answers it when that goes by itself.
    async fn keep(&mut self, line: &str) -> Result<()> {
        let at = self.live()?.clock();
        self.recording.push(recorded(at, false, line));
        self.taken.push(false);
        let Ok(frame) = parse(line) else {
            return Ok(());
        };
        if frame["type"] != "control_request" {
            return Ok(());
        }
        let reply = match automatic(self.scenario, &frame["request"]) {
            Some(Ok(payload)) => Reply {
                payload: Some(payload),
                ..Reply::default()
            },
            Some(Err(error)) => Reply {
                error: Some(error),
                ..Reply::default()
            },
            None => return Ok(()),
        };
        self.reply(&frame, &reply).await
    }

    async fn sleep(&mut self, seconds: f64) -> Result<()> {
        let until = tokio::time::Instant::now() + Duration::from_secs_f64(seconds);
        loop {
            match tokio::time::timeout_at(until, self.live()?.next_line()).await {
                Ok(Some(line)) => self.keep(&line).await?,
                Ok(None) => {
                    tokio::time::sleep_until(until).await;
                    return Ok(());
                }
                Err(_) => return Ok(()),
            }
        }
    }

    async fn exit(&mut self, code: Option<i32>) -> Result<()> {
        self.drain().await;
        let Some(process) = self.process.take() else {
            bail!("no program is running");
        };
        let ended = process.end().await;
        let status = ended.status.clone();
        self.ends.push(ended);
        match code {
            Some(code) if status != code.to_string() => {
                bail!("the exit code is {status}, not {code}")
            }
            _ => Ok(()),
        }
    }

    /// Reads until stdout ends, answering on the way.
    async fn drain(&mut self) {
        let deadline = tokio::time::Instant::now() + PATIENCE;
        while let Some(process) = self.process.as_mut() {
            match tokio::time::timeout_at(deadline, process.next_line()).await {
                Ok(Some(line)) => {
                    if self.keep(&line).await.is_err() {
                        return;
                    }
                }
                _ => return,
            }
        }
    }

    /// Ends the running process, if any, the gentle way.
    async fn finish(&mut self) {
        if let Some(process) = self.process.as_mut() {
            process.close_stdin();
            self.exit(None).await.ok();
        }
    }
}

/// The payload of an answer. Allowing sends the asked input back, which old versions need.
fn payload(reply: &Reply, frame: &Value) -> Value {
    if let Some(payload) = &reply.payload {
        return payload.clone();
    }
    if let Some(message) = &reply.deny {
        let mut payload = json!({"behavior": "deny", "message": message});
        if reply.interrupt {
            payload["interrupt"] = json!(true);
        }
        return payload;
    }
    let mut payload = json!({"behavior": "allow", "updatedInput": frame["request"]["input"]});
    for (name, value) in reply.allow.iter().flatten() {
        payload[name] = value.clone();
    }
    payload
}
