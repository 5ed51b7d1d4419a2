//! A program in a session of the SDK, with the interface of a process and its pipes.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use pilothouse_sdk::hook::HookEvent;
use pilothouse_sdk::protocol::ids::MessageUuid;
use pilothouse_sdk::protocol::permission::PermissionMode;
use pilothouse_sdk::{
    Cli, CloseTimeouts, Error, Event, Events, Exit, HookPoint, PermissionRequest, Prompt, Session,
    SessionBuilder,
};
use serde_json::{Value, json};

use super::handlers::{self, Desk, Server};
use crate::process::{Ended, Launch};
use crate::scenario::{Scenario, Step};

/// The timeout for the exit of a program after its stdin was closed.
const DRAIN: Duration = Duration::from_secs(60);

/// A session, and its IDs with their names in the scenario.
#[derive(Debug)]
pub(crate) struct Driven {
    /// `None` if the program exited before the session started.
    session: Option<(Session, Events)>,
    exit: Option<Arc<Exit>>,
    desk: Arc<Desk>,
    /// The names of hooks by index; the SDK uses the index in their ID.
    hooks: Vec<String>,
    /// Open requests of hooks by ID, with their hook: a handler does not receive the ID.
    called: BTreeMap<String, String>,
    /// The scenario's names of requests that were sent but not yet seen as events.
    named: VecDeque<String>,
    /// The SDK's IDs of requests, with the scenario's names.
    ids: Vec<(String, String)>,
    /// The IDs of the CLI's own requests, whose responses it may echo.
    asked: BTreeSet<String>,
    /// Lines that were read and not returned yet.
    lines: VecDeque<String>,
}

impl Driven {
    pub(crate) async fn start(
        scenario: &Scenario,
        launch: &Launch,
        next: Option<&Step>,
    ) -> Result<Self> {
        let desk = Arc::new(Desk::default());
        let none = json!({});
        let fields = match next {
            Some(Step::Initialize(fields)) => fields,
            _ => &none,
        };
        let (builder, hooks) = builder(scenario, launch, fields, &desk)?;
        let (session, exit) = match builder.start().await {
            Ok(session) => (Some(session), None),
            Err(Error::Exited(exit)) => (None, Some(exit)),
            Err(error) => return Err(error.into()),
        };
        Ok(Self {
            session,
            exit,
            desk,
            hooks,
            called: BTreeMap::new(),
            named: VecDeque::new(),
            ids: Vec::new(),
            asked: BTreeSet::new(),
            lines: VecDeque::new(),
        })
    }

    pub(crate) fn is_unstarted(&self) -> bool {
        self.session.is_none()
    }

    /// Calls the methods of the SDK that correspond to these lines.
    pub(crate) async fn write(&mut self, text: &str) -> Result<()> {
        for line in text.lines() {
            let frame: Value = serde_json::from_str(line)?;
            match frame["type"].as_str() {
                Some("user") => self.say(&frame).await?,
                Some("control_request") => self.request(&frame),
                Some("control_response") => self.answer(&frame["response"]),
                _ => bail!("the SDK does not write {line}"),
            }
        }
        Ok(())
    }

    async fn say(&self, frame: &Value) -> Result<()> {
        let mut prompt = Prompt::empty();
        for block in frame["message"]["content"].as_array().into_iter().flatten() {
            prompt = prompt.block(serde_json::from_value(block.clone())?);
        }
        let known = [
            "type",
            "message",
            "parent_tool_use_id",
            "session_id",
            "uuid",
        ];
        for (name, value) in frame.as_object().into_iter().flatten() {
            if !known.contains(&name.as_str()) {
                prompt = prompt.field(name, value.clone());
            }
        }
        let uuid = frame["uuid"].as_str().context("a message without a uuid")?;
        if let Some((session, _)) = &self.session {
            // If the program has exited, the next wait reports it.
            session
                .send(prompt.with_uuid(MessageUuid::from(uuid)))
                .await
                .ok();
        }
        Ok(())
    }

    fn request(&mut self, frame: &Value) {
        let name = frame["request_id"].as_str().unwrap_or_default();
        self.named.push_back(name.to_owned());
        let mut fields = frame["request"].clone();
        let subtype = fields["subtype"].as_str().unwrap_or_default().to_owned();
        let Some((session, _)) = &self.session else {
            return;
        };
        // The session has already sent `initialize`.
        if subtype == "initialize" {
            return;
        }
        if let Some(fields) = fields.as_object_mut() {
            fields.remove("subtype");
        }
        let session = session.clone();
        // The response is among the events.
        tokio::spawn(async move { session.request_raw(&subtype, fields).await });
    }

    fn answer(&self, response: &Value) {
        let id = response["request_id"].as_str().unwrap_or_default();
        let answer = match response["subtype"].as_str() {
            Some("success") => Ok(response["response"].clone()),
            _ => Err(response["error"].as_str().unwrap_or_default().to_owned()),
        };
        let key = self.called.get(id).map_or(id, String::as_str);
        self.desk.put(key, answer);
    }

    /// Returns the next line of the program, with the scenario's names.
    pub(crate) async fn next_line(&mut self) -> Option<String> {
        loop {
            if self.lines.front().is_some_and(|line| !self.is_early(line)) {
                return self.take_line();
            }
            let (_, events) = self.session.as_mut()?;
            match events.next().await {
                Some(Event::Received(frame)) => {
                    let line = String::from_utf8_lossy(&frame.bytes).into_owned();
                    self.asked.extend(asked(&line));
                    self.lines.push_back(line);
                }
                Some(Event::Sent(frame)) => self.note(&frame.bytes),
                Some(Event::Exited(exit)) => self.exit = Some(exit),
                Some(_) => {}
                None => return self.take_line(),
            }
        }
    }

    fn take_line(&mut self) -> Option<String> {
        let line = self.lines.pop_front()?;
        Some(self.renamed(line))
    }

    /// Returns whether a line responds to a request that has not been reported as sent: the response of a fast program
    /// may be read before the event of the request, and then its name is unknown.
    fn is_early(&self, line: &str) -> bool {
        let answered = answered(line);
        answered.is_some_and(|id| {
            !self.asked.contains(&id) && !self.ids.iter().any(|(known, _)| *known == id)
        })
    }

    /// Records the ID under which a request was written.
    fn note(&mut self, line: &[u8]) {
        let Ok(frame) = serde_json::from_slice::<Value>(line) else {
            return;
        };
        if frame["type"] == "control_request"
            && let Some(id) = frame["request_id"].as_str()
        {
            self.ids.push((id.to_owned(), String::new()));
        }
        for (_, name) in self.ids.iter_mut().filter(|(_, name)| name.is_empty()) {
            *name = self.named.pop_front().unwrap_or_default();
        }
    }

    fn renamed(&mut self, mut line: String) -> String {
        for (id, name) in &mut self.ids {
            // The first request is written before the scenario names it.
            if name.is_empty() {
                *name = self.named.pop_front().unwrap_or_default();
            }
            line = line.replace(&format!("\"{id}\""), &format!("\"{name}\""));
        }
        // The CLI's error about a failed hook includes its ID too.
        for (place, name) in self.hooks.iter().enumerate() {
            line = line.replace(
                &format!("callback hook_{place} "),
                &format!("callback {name} "),
            );
        }
        if line.contains("\"hook_callback\"") {
            line = self.with_hook_name(&line).unwrap_or(line);
        }
        line
    }

    fn with_hook_name(&mut self, line: &str) -> Option<String> {
        let mut frame: Value = serde_json::from_str(line).ok()?;
        let place = frame["request"]["callback_id"].as_str()?;
        let place: usize = place.strip_prefix("hook_")?.parse().ok()?;
        let name = self.hooks.get(place)?.clone();
        let id = frame["request_id"].as_str()?.to_owned();
        frame["request"]["callback_id"] = json!(name);
        self.called.insert(id, name);
        Some(frame.to_string())
    }

    pub(crate) fn close(&mut self) {
        if let Some((session, _)) = &self.session {
            let session = session.clone();
            let timeouts = CloseTimeouts::new(DRAIN, Duration::from_secs(5));
            tokio::spawn(async move { session.close_within(timeouts).await });
        }
    }

    pub(crate) async fn end(mut self) -> Ended {
        while self.next_line().await.is_some() {}
        let exit = self.exit.unwrap_or_default();
        let status = match (exit.code, exit.signal) {
            (Some(code), _) => code.to_string(),
            (None, Some(signal)) => format!("signal {signal}"),
            (None, None) => "unknown".to_owned(),
        };
        Ended {
            status,
            stderr: exit.stderr_tail.clone(),
        }
    }
}

/// The ID of the request in a line.
fn asked(line: &str) -> Option<String> {
    let frame = frame_of(line, "control_request")?;
    Some(frame["request_id"].as_str()?.to_owned())
}

/// The ID of the answered request in a line.
fn answered(line: &str) -> Option<String> {
    let frame = frame_of(line, "control_response")?;
    Some(frame["response"]["request_id"].as_str()?.to_owned())
}

fn frame_of(line: &str, kind: &str) -> Option<Value> {
    if !line.contains(kind) {
        return None;
    }
    let frame: Value = serde_json::from_str(line).ok()?;
    (frame["type"] == kind).then_some(frame)
}

/// The builder for a launch, and the names of its hooks in registration order.
fn builder(
    scenario: &Scenario,
    launch: &Launch,
    fields: &Value,
    desk: &Arc<Desk>,
) -> Result<(SessionBuilder, Vec<String>)> {
    let (program, arguments) = launch.program.split_first().context("no program")?;
    let mut builder = Cli::at(program)?.session().cwd(&launch.cwd).env_clear();
    for (name, value) in &launch.env {
        builder = builder.env(name, value);
    }
    builder = with_flags(builder, arguments);
    if scenario.without.is_empty() {
        let desk = Arc::clone(desk);
        let decide = move |request: PermissionRequest| handlers::decide(Arc::clone(&desk), request);
        builder = builder.permissions(decide);
    }
    for name in fields["sdkMcpServers"].as_array().into_iter().flatten() {
        let name = name.as_str().unwrap_or_default().to_owned();
        let server = scenario.mcp.get(&name).cloned().unwrap_or_default();
        builder = builder.mcp_server(name.clone(), Server { name, server });
    }
    let mut hooks = Vec::new();
    for (event, matchers) in fields["hooks"].as_object().into_iter().flatten() {
        for matcher in matchers.as_array().into_iter().flatten() {
            for id in matcher["hookCallbackIds"].as_array().into_iter().flatten() {
                let name = id.as_str().unwrap_or_default().to_owned();
                let answer = scenario.hooks.get(&name).cloned();
                let key = name.clone();
                hooks.push(name);
                let desk = Arc::clone(desk);
                let handler =
                    move |_| handlers::hook(Arc::clone(&desk), key.clone(), answer.clone());
                builder = builder.hook_at(point(event, matcher), handler);
            }
        }
    }
    Ok((builder, hooks))
}

fn point(event: &str, matcher: &Value) -> HookPoint {
    let mut point = HookPoint::on(HookEvent::from(event));
    if let Some(text) = matcher["matcher"].as_str() {
        point = point.matching(text);
    }
    if let Some(seconds) = matcher["timeout"].as_f64() {
        point = point.timeout(Duration::from_secs_f64(seconds));
    }
    if matcher["onFailure"] == "block" {
        point = point.block_on_failure();
    }
    point
}

/// Applies the flags: by their method, or as raw arguments.
fn with_flags(mut builder: SessionBuilder, arguments: &[String]) -> SessionBuilder {
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    let (resumes, forks) = (has("--resume") || has("--continue"), has("--fork-session"));
    let mut rest = arguments.iter();
    while let Some(flag) = rest.next() {
        let mut value = || rest.next().cloned().unwrap_or_default();
        builder = match flag.as_str() {
            "--verbose"
            | "--include-partial-messages"
            | "--replay-user-messages"
            | "--permission-prompt-tool=stdio"
            | "--fork-session" => builder,
            "--output-format" | "--input-format" => {
                value();
                builder
            }
            "--resume" if forks => builder.fork(value().as_str()),
            "--resume" => builder.resume(value().as_str()),
            "--continue" => builder.continue_latest(),
            "--session-id" if !resumes => builder.session_id(value().as_str()),
            "--resume-session-at" => builder.resume_at(value().as_str()),
            "--permission-mode" => builder.permission_mode(PermissionMode::from(value().as_str())),
            "--permission-mode=default" => builder.permission_mode(PermissionMode::from("default")),
            _ => builder.arg(flag),
        };
    }
    builder
}
