//! A model of the CLI, as 2.1.325 does it: lifecycle by uuid, requests, stops, background work, and no uuid twice.

use std::collections::{BTreeSet, VecDeque};

use bytes::Bytes;
use serde_json::Value;

use super::World;
use super::plan::Fault;

/// The commands that the model's tool calls run. A rule allows the first and one denies the second, in some worlds.
const COMMANDS: [&str; 3] = ["ls", "rm -r x", "make"];

pub(super) struct Cli {
    pub(super) epoch: u32,
    pub(super) stdin: VecDeque<Bytes>,
    /// How many steps it takes to start.
    starts_in: u32,
    /// It does not answer `initialize`.
    silent: bool,
    /// Requests that it has left unanswered.
    unanswered: Vec<String>,
    /// The messages that this process was given.
    known: BTreeSet<String>,
    waiting: VecDeque<Told>,
    turn: Option<Turn>,
    in_background: bool,
    asks: u32,
}

/// A message, as it was read.
#[derive(Clone)]
struct Told {
    uuid: String,
    text: String,
}

struct Turn {
    told: Told,
    stage: Stage,
}

#[derive(Clone, PartialEq, Eq)]
enum Stage {
    /// Nothing of it is on disk: it can run again in another process.
    Begun,
    Writing,
    /// It waits for the answer to this request.
    Asking(String),
    Running,
}

impl Cli {
    pub(super) fn new(epoch: u32, starts_in: u32, silent: bool) -> Self {
        Self {
            epoch,
            stdin: VecDeque::new(),
            starts_in,
            silent,
            unanswered: Vec::new(),
            known: BTreeSet::new(),
            waiting: VecDeque::new(),
            turn: None,
            in_background: false,
            asks: 0,
        }
    }

    /// Whether something would be lost if the process ended.
    pub(super) fn is_busy(&self) -> bool {
        self.turn.is_some() || !self.waiting.is_empty() || !self.stdin.is_empty()
    }

    /// Whether its turn can go on without anybody's answer.
    fn has_work(&self) -> bool {
        self.turn.is_some() && self.open_request().is_none()
    }

    /// The request that a person or a rule has to answer.
    pub(super) fn open_request(&self) -> Option<&str> {
        match &self.turn.as_ref()?.stage {
            Stage::Asking(request) => Some(request),
            _ => None,
        }
    }
}

impl World {
    fn cli(&mut self) -> Option<&mut Cli> {
        self.runner.as_mut().map(|runner| &mut runner.cli)
    }

    /// The CLI does the next thing, if it has something to do.
    pub(super) fn work(&mut self) -> bool {
        if self.is_finishing() {
            return self.finish_runner();
        }
        let odd = self.dice.once_in(2);
        let Some(runner) = self.runner.as_mut().filter(|runner| !runner.hangs) else {
            return false;
        };
        let is_ending = runner.ending.is_some();
        let cli = &mut runner.cli;
        if cli.starts_in > 0 {
            cli.starts_in -= 1;
        } else if !cli.stdin.is_empty() && (!cli.has_work() || odd) {
            self.read_line();
        } else if is_ending && (odd || !cli.has_work()) {
            self.end_process(0);
        } else if cli.turn.is_some() {
            return self.go_on_with_turn();
        } else if let Some(told) = cli.waiting.pop_front() {
            self.begin_turn(told);
        } else if cli.in_background && odd {
            cli.in_background = false;
            self.say_background(false);
        } else {
            return cli.in_background;
        }
        true
    }

    /// What held the CLI up is over: it answers what it has left unanswered.
    pub(super) fn heal_cli(&mut self) {
        let Some(cli) = self.cli() else { return };
        cli.silent = false;
        for id in std::mem::take(&mut cli.unanswered) {
            self.succeed(&id, "{}");
        }
    }

    fn say(&mut self, line: String) {
        self.log_output(line, false);
    }

    fn say_lifecycle(&mut self, uuid: &str, state: &str) {
        self.say(format!(
            r#"{{"type":"command_lifecycle","command_uuid":"{uuid}","state":"{state}","uuid":"l","session_id":"c"}}"#
        ));
    }

    fn say_state(&mut self, state: &str) {
        self.say(format!(
            r#"{{"type":"system","subtype":"session_state_changed","state":"{state}","uuid":"i","session_id":"c"}}"#
        ));
    }

    fn say_background(&mut self, runs: bool) {
        let tasks = match runs {
            true => r#"{"task_id":"b1","task_type":"local_bash","description":"a server"}"#,
            false => "",
        };
        self.say(format!(
            r#"{{"type":"system","subtype":"background_tasks_changed","tasks":[{tasks}],"uuid":"b","session_id":"c"}}"#
        ));
    }

    fn succeed(&mut self, id: &str, response: &str) {
        self.say(format!(
            r#"{{"type":"control_response","response":{{"subtype":"success","request_id":"{id}","response":{response}}}}}"#
        ));
    }

    fn read_line(&mut self) {
        let Some(line) = self.cli().and_then(|cli| cli.stdin.pop_front()) else {
            return;
        };
        let line: Value = serde_json::from_slice(&line).expect("a line of JSON");
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        match line["type"].as_str() {
            Some("user") => {
                let told = Told {
                    uuid: text(&line["uuid"]),
                    text: text(&line["message"]["content"]),
                };
                self.take_message(told, line["priority"] == "now");
            }
            Some("control_request") => {
                self.take_request(&text(&line["request_id"]), &line["request"]);
            }
            Some("control_response") => self.take_answer(&line["response"]),
            _ => {}
        }
    }

    fn take_message(&mut self, told: Told, at_once: bool) {
        let in_transcript = self.transcript.contains(&told.uuid);
        let Some(cli) = self.cli() else { return };
        let is_new = cli.known.insert(told.uuid.clone());
        if in_transcript || !is_new {
            self.tell("CLI", || format!("swallows {}", told.text));
            return self.say_lifecycle(&told.uuid, "completed");
        }
        let uuid = told.uuid.clone();
        let stops = at_once && cli.turn.is_some();
        match at_once {
            true => cli.waiting.push_front(told),
            false => cli.waiting.push_back(told),
        }
        self.say_lifecycle(&uuid, "queued");
        if stops {
            self.abort_turn();
        }
    }

    fn take_request(&mut self, id: &str, request: &Value) {
        let is_greeting = request["subtype"] == "initialize";
        if request["subtype"] == "interrupt" {
            return self.take_stop(id, request["cancel_queued"] == true);
        }
        let ignores = self.strikes(Fault::CliSilent, 4);
        let refuses = self.strikes(Fault::CliRefuses, 3);
        let Some(cli) = self.cli() else { return };
        if is_greeting && cli.silent || !is_greeting && ignores {
            return cli.unanswered.push(id.to_owned());
        }
        if refuses && !is_greeting {
            return self.say(format!(
                r#"{{"type":"control_response","response":{{"subtype":"error","request_id":"{id}","error":"no such thing"}}}}"#
            ));
        }
        self.succeed(id, "{}");
    }

    /// A stop, which gives back the messages that wait if it asks for them.
    fn take_stop(&mut self, id: &str, gives_back: bool) {
        let Some(cli) = self.cli() else { return };
        let mut cancelled = Vec::new();
        if gives_back {
            let waiting = std::mem::take(&mut cli.waiting).into_iter();
            cancelled.extend(waiting.map(|told| told.uuid));
        }
        let list: Vec<String> = cancelled.iter().map(|uuid| format!("\"{uuid}\"")).collect();
        let response = format!(r#"{{"still_queued":[],"cancelled":[{}]}}"#, list.join(","));
        for uuid in &cancelled {
            self.say_lifecycle(uuid, "cancelled");
        }
        self.succeed(id, &response);
        self.abort_turn();
    }

    fn take_answer(&mut self, response: &Value) {
        let request = response["request_id"].as_str().unwrap_or_default();
        let epoch = match self.cli() {
            Some(cli) if cli.open_request() == Some(request) => cli.epoch,
            _ => return,
        };
        let payload = &response["response"];
        self.say(format!(
            r#"{{"type":"control_response","response":{{"subtype":"success","request_id":"{request}","response":{payload}}}}}"#
        ));
        let allows = payload["behavior"] == "allow";
        self.observe_decision(&format!("{epoch}:{request}"), allows);
        if payload["interrupt"] == true {
            return self.abort_turn();
        }
        self.tell("CLI", || format!("{request} is allowed: {allows}"));
        if let Some(turn) = self.cli().and_then(|cli| cli.turn.as_mut()) {
            turn.stage = Stage::Running;
        }
    }

    fn begin_turn(&mut self, told: Told) {
        self.tell("CLI", || format!("begins {}", told.text));
        self.say_lifecycle(&told.uuid, "started");
        self.say(format!(
            r#"{{"type":"system","subtype":"init","cwd":"/","session_id":"c","tools":[],"mcp_servers":[],"model":"m","permissionMode":"default","slash_commands":[],"apiKeySource":"none","claude_code_version":"2.1.325","output_style":"default","agents":[],"skills":[],"plugins":[],"capabilities":["interrupt_cancel_queued_v1","msg_lifecycle_v1"],"user_message_uuids":["{}"],"uuid":"n"}}"#,
            told.uuid
        ));
        self.say_state("running");
        if let Some(cli) = self.cli() {
            let stage = Stage::Begun;
            cli.turn = Some(Turn { told, stage });
        }
    }

    /// The next step of the turn; false while it waits for an answer.
    fn go_on_with_turn(&mut self) -> bool {
        let fate = self.dice.below(6);
        let Some(Turn { told, stage }) = self.cli().and_then(|cli| cli.turn.as_mut()) else {
            return false;
        };
        let told = told.clone();
        match stage {
            Stage::Begun => {
                *stage = Stage::Writing;
                self.transcript.insert(told.uuid.clone());
                self.observe_reading(&told.text);
                self.write_text(&told);
            }
            Stage::Writing if fate < 2 => self.ask(),
            Stage::Writing => self.end_turn(&told, fate == 5),
            Stage::Asking(_) => return false,
            Stage::Running => {
                *stage = Stage::Writing;
                self.say(
                    r#"{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"done"}]},"parent_tool_use_id":null,"session_id":"c","uuid":"w"}"#.to_owned(),
                );
            }
        }
        true
    }

    fn write_text(&mut self, told: &Told) {
        let event = |event: &str| {
            format!(
                r#"{{"type":"stream_event","event":{event},"session_id":"c","parent_tool_use_id":null,"uuid":"e"}}"#
            )
        };
        let id = told.uuid.clone();
        self.say(event(&format!(
            r#"{{"type":"message_start","message":{{"id":"{id}","type":"message","role":"assistant","content":[],"model":"m","stop_reason":null,"stop_sequence":null,"usage":{{"input_tokens":1,"output_tokens":1}}}}}}"#
        )));
        self.say(event(
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
        ));
        self.say(event(
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"done"}}"#,
        ));
        self.say(format!(
            r#"{{"type":"assistant","message":{{"id":"{id}","type":"message","role":"assistant","model":"m","content":[{{"type":"text","text":"done"}}],"stop_reason":null,"usage":{{"input_tokens":1,"output_tokens":1}}}},"parent_tool_use_id":null,"session_id":"c","uuid":"a-{id}"}}"#
        ));
        self.say(event(r#"{"type":"content_block_stop","index":0}"#));
        self.say(event(r#"{"type":"message_stop"}"#));
    }

    /// The model calls a tool that must be allowed.
    fn ask(&mut self) {
        let command = COMMANDS[self.dice.below(COMMANDS.len())];
        let Some(cli) = self.cli() else { return };
        cli.asks += 1;
        let request = format!("r{}", cli.asks);
        let call = format!("t{}-{}", cli.epoch, cli.asks);
        if let Some(turn) = &mut cli.turn {
            turn.stage = Stage::Asking(request.clone());
        }
        self.tell("CLI", || format!("asks to run {command} ({request})"));
        self.say(format!(
            r#"{{"type":"assistant","message":{{"id":"m-{call}","type":"message","role":"assistant","model":"m","content":[{{"type":"tool_use","id":"{call}","name":"Bash","input":{{"command":"{command}"}}}}],"stop_reason":null,"usage":{{"input_tokens":1,"output_tokens":1}}}},"parent_tool_use_id":null,"session_id":"c","uuid":"a-{call}"}}"#
        ));
        let asked = format!(
            r#"{{"type":"control_request","request_id":"{request}","request":{{"subtype":"can_use_tool","tool_name":"Bash","input":{{"command":"{command}"}},"tool_use_id":"{call}","permission_suggestions":[]}}}}"#
        );
        self.log_output(asked, true);
    }

    fn end_turn(&mut self, told: &Told, leaves_task: bool) {
        self.tell("CLI", || format!("ends {}", told.text));
        let uuid = &told.uuid;
        self.result(uuid, r#""subtype":"success","is_error":false"#);
        self.say_lifecycle(uuid, "completed");
        if leaves_task {
            self.say_background(true);
        }
        self.say_state("idle");
        if let Some(cli) = self.cli() {
            cli.turn = None;
            cli.in_background |= leaves_task;
        }
    }

    fn abort_turn(&mut self) {
        let Some(turn) = self.cli().and_then(|cli| cli.turn.take()) else {
            return;
        };
        self.tell("CLI", || format!("stops {}", turn.told.text));
        if let Stage::Asking(request) = &turn.stage {
            self.say(format!(
                r#"{{"type":"control_cancel_request","request_id":"{request}"}}"#
            ));
        }
        if turn.stage == Stage::Begun {
            // It is in the transcript with the mark of the stop.
            self.transcript.insert(turn.told.uuid.clone());
            self.observe_reading(&turn.told.text);
        }
        self.result(
            &turn.told.uuid,
            r#""subtype":"error_during_execution","is_error":true,"terminal_reason":"aborted_streaming""#,
        );
        self.say_lifecycle(&turn.told.uuid, "cancelled");
        self.say_state("idle");
    }

    fn result(&mut self, uuid: &str, how: &str) {
        self.log_output(
            format!(
                r#"{{"type":"result",{how},"duration_ms":1,"duration_api_ms":1,"num_turns":1,"result":"done","session_id":"c","total_cost_usd":0.1,"usage":{{}},"user_message_uuids":["{uuid}"],"uuid":"r"}}"#
            ),
            true,
        );
    }
}
