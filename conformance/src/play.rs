//! Plays a scenario with a program and records the frames.

mod fill;
mod talk;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::process::{Ended, Launch, Process, Recorded, Scratch, recorded};
use crate::scenario::{Message, Scenario, Step};
use crate::through::Driven;

/// The timeout of a step.
const PATIENCE: Duration = Duration::from_secs(60);

/// The interval in seconds between checks for a file that a command creates.
const LOOK_AGAIN: f64 = 0.02;

/// The connection to a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// Lines over bare pipes.
    Pipes,
    /// A session of the SDK.
    Sdk,
}

/// A running program with either connection.
#[derive(Debug)]
enum Running {
    Pipes(Box<Process>),
    Sdk(Box<Driven>),
}

impl Running {
    async fn write(&mut self, text: &str) -> Result<()> {
        match self {
            Self::Pipes(process) => process.write(text).await,
            Self::Sdk(driven) => driven.write(text).await?,
        }
        Ok(())
    }

    async fn next_line(&mut self) -> Option<String> {
        match self {
            Self::Pipes(process) => process.next_line().await,
            Self::Sdk(driven) => driven.next_line().await,
        }
    }

    fn close_stdin(&mut self) {
        match self {
            Self::Pipes(process) => process.close_stdin(),
            Self::Sdk(driven) => driven.close(),
        }
    }

    fn signal(&self, name: &str) -> Result<()> {
        match self {
            Self::Pipes(process) => process.signal(name),
            Self::Sdk(_) => bail!("the SDK sends no signal by name"),
        }
    }

    async fn end(self) -> Ended {
        match self {
            Self::Pipes(process) => process.end().await,
            Self::Sdk(driven) => driven.end().await,
        }
    }
}

/// The result of playing a scenario.
#[derive(Debug, Default)]
pub(crate) struct Played {
    pub(crate) recording: Vec<Recorded>,
    pub(crate) ends: Vec<Ended>,
    /// The error of the failed step, if any.
    pub(crate) stuck: Option<String>,
    pub(crate) uuids: BTreeMap<String, String>,
    /// Whether the program exited before the response to `initialize`: there are no events, only the exit.
    pub(crate) unstarted: bool,
}

/// A scenario being played.
struct Player<'a> {
    scenario: &'a Scenario,
    launch: &'a Launch,
    way: Way,
    process: Option<Running>,
    unstarted: bool,
    recording: Vec<Recorded>,
    /// Which recorded lines were already matched by a step.
    taken: Vec<bool>,
    ends: Vec<Ended>,
    uuids: BTreeMap<String, String>,
    /// Open requests of the CLI, by their name in the scenario.
    held: BTreeMap<String, Value>,
    sent: u32,
    started: Instant,
}

/// Plays a scenario to its end, or to the step that fails.
pub(crate) async fn play(
    scenario: &Scenario,
    launch: &Launch,
    scratch: &Scratch,
    way: Way,
) -> Result<Played> {
    for (name, text) in &scenario.files {
        scratch.write(name, text)?;
    }
    let started = Instant::now();
    let mut player = Player {
        scenario,
        launch,
        way,
        process: None,
        unstarted: false,
        recording: Vec::new(),
        taken: Vec::new(),
        ends: Vec::new(),
        uuids: BTreeMap::new(),
        held: BTreeMap::new(),
        sent: 0,
        started,
    };
    player.start(launch, scenario.steps.first()).await?;
    let stuck = player.run().await;
    if let (Err(_), Some(process)) = (&stuck, &player.process) {
        // The rest of a failed scenario is not needed; a program that has exited needs no signal.
        process.signal("SIGTERM").ok();
    }
    player.finish().await;
    Ok(Played {
        recording: player.recording,
        ends: player.ends,
        stuck: stuck.err().map(|error| format!("{error:#}")),
        uuids: player.uuids,
        unstarted: player.unstarted,
    })
}

impl Player<'_> {
    async fn run(&mut self) -> Result<()> {
        let scenario = self.scenario;
        for (index, step) in scenario.steps.iter().enumerate() {
            self.step(step, scenario.steps.get(index + 1))
                .await
                .with_context(|| format!("step {}", index + 1))?;
        }
        Ok(())
    }

    /// Starts the program; the SDK sends `initialize` immediately, with the fields of the next step.
    async fn start(&mut self, launch: &Launch, next: Option<&Step>) -> Result<()> {
        self.process = Some(match self.way {
            Way::Pipes => Running::Pipes(Box::new(Process::start(launch)?)),
            Way::Sdk => {
                let driven = Driven::start(self.scenario, launch, next).await?;
                self.unstarted |= driven.is_unstarted();
                Running::Sdk(Box::new(driven))
            }
        });
        Ok(())
    }

    /// The timeout of a step.
    fn patience(&self) -> Duration {
        self.scenario.patience.unwrap_or(PATIENCE)
    }

    fn clock(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    async fn step(&mut self, step: &Step, next: Option<&Step>) -> Result<()> {
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
                let frame =
                    frame.with_context(|| format!("no request is held as {}", answer.to))?;
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
                let answered = self.response(&id).await;
                // If the program exits immediately, a later step waits for the exit.
                if self.scenario.introduced && self.ended().await {
                    return Ok(());
                }
                answered
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
                self.start(&launch, next).await
            }
            Step::File(name) => self.file(name).await,
            Step::Sleep(seconds) => self.sleep(*seconds).await,
        }
    }

    fn live(&mut self) -> Result<&mut Running> {
        self.process.as_mut().context("no program is running")
    }

    /// Returns whether stdout was closed.
    async fn ended(&mut self) -> bool {
        let Some(process) = self.process.as_mut() else {
            return true;
        };
        match tokio::time::timeout(Duration::ZERO, process.next_line()).await {
            Ok(Some(line)) => {
                self.keep(&line).await.ok();
                false
            }
            Ok(None) => true,
            Err(_) => false,
        }
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
        let at = self.clock();
        for line in text.trim_end_matches('\n').split('\n') {
            self.recording.push(recorded(at, true, line));
            self.taken.push(true);
        }
        self.live()?.write(text).await
    }

    /// Waits until a command has created a file.
    async fn file(&mut self, name: &str) -> Result<()> {
        let path = self.launch.cwd.join(name);
        let deadline = Instant::now() + self.patience();
        while self.launch.runs_commands && !path.exists() {
            if Instant::now() > deadline {
                bail!("timed out waiting for the file {name}");
            }
            self.sleep(LOOK_AGAIN).await?;
        }
        Ok(())
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

    /// Reads until stdout is closed, responding to requests.
    async fn drain(&mut self) {
        let deadline = tokio::time::Instant::now() + self.patience();
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

    /// Ends the running process, if any, by closing stdin first.
    async fn finish(&mut self) {
        if let Some(process) = self.process.as_mut() {
            process.close_stdin();
            self.exit(None).await.ok();
        }
    }
}
