//! The machine without anything around it: a log in memory, and whatever happens to it.

mod calls;
mod deltas;
mod lives;
mod titles;

use std::sync::Arc;
use std::time::{Duration, Instant};

use pilothouse_api::message::{NewMessage, SendWhen};
use pilothouse_api::rules::{Rule, RuleBehavior, RuleScope};
use pilothouse_api::settings::{BudgetAction, HostSettings};
use pilothouse_log::{Exit, ExitReason, Kind, Record, Who};
use pilothouse_runner::Config;
use serde_json::{Value, json};

use super::{Machine, Patience};
use crate::session::Refusal;
use crate::session::effect::{Answer, Body, Effect};
use crate::session::input::{
    Call, HostFacts, Input, Launched, Life, Now, Prepared, Recovered, ReplyId,
};
use crate::session::policy::Policy;
use crate::session::projection::Projection;

const SILENCE: Duration = Duration::from_secs(60);
const STOP: Duration = Duration::from_secs(10);

/// A session and what is around it. Nothing happens but by its methods.
struct Trial {
    machine: Machine,
    now: Now,
    seq: u64,
    epoch: u32,
    replies: u64,
    /// Effects that were not looked at yet.
    effects: Vec<Effect>,
}

fn settings() -> HostSettings {
    HostSettings {
        live_sessions: 8,
        park_after_seconds: 900,
        keep_everything: false,
        retention_days: None,
        trash_days: None,
        day_budget_usd: None,
        budget_action: BudgetAction::Warn,
        notify: Vec::new(),
    }
}

impl Trial {
    /// A session with an empty log and no process.
    fn new() -> Self {
        let now = Now {
            mono: Instant::now(),
            wall_ms: 1_800_000_000_000,
        };
        let host = HostFacts {
            settings: Arc::new(settings()),
            rules: Arc::default(),
            rules_version: 1,
            trust_version: 0,
            full: None,
        };
        let patience = Patience {
            stop: STOP,
            initialize: SILENCE,
        };
        let projection = Projection::new("s");
        let policy = Policy::default();
        let mut machine = Machine::new("s", 1, projection, policy, host, patience, now);
        let effects = machine.begin();
        let mut trial = Self {
            machine,
            now,
            seq: 0,
            epoch: 0,
            replies: 0,
            effects,
        };
        trial.input(Input::Recovered(Ok(Recovered::Closed)));
        trial.effects.clear();
        trial
    }

    /// A session whose CLI runs and is idle.
    fn live() -> Self {
        let mut trial = Self::new();
        trial.call(Call::Lifecycle(pilothouse_api::session::Lifecycle::Wake));
        trial.start();
        trial.effects.clear();
        trial
    }

    /// Does what a start consists of, until the CLI is idle.
    fn start(&mut self) {
        assert!(self.took(|effect| matches!(effect, Effect::WantSlot)));
        self.input(Input::SlotGranted);
        self.commit();
        self.prepare();
        self.launch();
        self.commit();
        self.answer_hello();
    }

    fn prepare(&mut self) {
        let life = self.life(|effect| match effect {
            Effect::Prepare { life } => Some(*life),
            _ => None,
        });
        let config = Config::new("s", "/log", "/socket", vec!["claude".to_owned()], "/");
        let prepared = Prepared {
            config,
            missing: Vec::new(),
            attests_trust: false,
        };
        let result = Ok(Box::new(prepared));
        self.input(Input::Prepared { life, result });
    }

    fn launch(&mut self) {
        self.commit();
        let life = self.life(|effect| match effect {
            Effect::Launch { life, .. } => Some(*life),
            _ => None,
        });
        self.epoch += 1;
        let spawn = json!({"argv": ["claude"], "cwd": "/", "pid": 1});
        self.line(Kind::Spawn, &spawn);
        let result = Ok(Launched::Attached { epoch: self.epoch });
        self.input(Input::Launched { life, result });
    }

    fn answer_hello(&mut self) {
        let id = format!("init-{}", self.epoch);
        let response = json!({"subtype": "success", "request_id": id, "response": {}});
        self.out(&json!({"type": "control_response", "response": response}));
        self.out(
            &json!({"type": "system", "subtype": "session_state_changed", "state": "idle",
            "uuid": "i", "session_id": "c"}),
        );
    }

    fn life(&mut self, find: impl Fn(&Effect) -> Option<Life>) -> Life {
        let place = self
            .effects
            .iter()
            .position(|effect| find(effect).is_some());
        let effect = self.effects.remove(place.expect("nothing is started"));
        find(&effect).unwrap()
    }

    fn input(&mut self, input: Input) {
        let effects = self.machine.handle(input, self.now);
        self.effects.extend(effects);
    }

    fn call(&mut self, call: Call) -> ReplyId {
        self.call_as(Who::device("phone", "d1"), call)
    }

    fn call_as(&mut self, who: Who, call: Call) -> ReplyId {
        self.replies += 1;
        let reply = ReplyId(self.replies);
        self.input(Input::Call { reply, who, call });
        reply
    }

    fn send(&mut self, uuid: &str) -> ReplyId {
        self.send_when(uuid, SendWhen::Queue)
    }

    fn send_when(&mut self, uuid: &str, when: SendWhen) -> ReplyId {
        let message = NewMessage {
            text: uuid.to_owned(),
            uuid: Some(uuid.to_owned()),
            when,
            ..NewMessage::default()
        };
        let blocks = Vec::new();
        self.call(Call::Send { message, blocks })
    }

    /// Makes the writes that were asked for, as a runner or the file does.
    fn commit(&mut self) {
        while let Some((key, who, body)) = self.take_append() {
            self.write(key, who, body);
        }
    }

    /// The oldest write that was asked for and not looked at.
    fn take_append(&mut self) -> Option<(String, Who, Body)> {
        let is_append = |effect: &Effect| matches!(effect, Effect::Append { .. });
        let place = self.effects.iter().position(is_append)?;
        match self.effects.remove(place) {
            Effect::Append { key, who, body } => Some((key, who, body)),
            _ => None,
        }
    }

    /// The keys of the writes that were asked for and not looked at.
    fn keys(&self) -> Vec<&str> {
        let keys = self.effects.iter().filter_map(|effect| match effect {
            Effect::Append { key, .. } => Some(key.as_str()),
            _ => None,
        });
        keys.collect()
    }

    fn write(&mut self, key: String, who: Who, body: Body) {
        let (kind, bytes) = match body {
            Body::Note(note) => (Kind::Note, note.to_bytes()),
            Body::Line(line) => (Kind::In, line),
            Body::Again(_) => {
                let line = json!({"type": "user", "uuid": key, "message": {"role": "user", "content": "again"}});
                (Kind::In, line.to_string().into())
            }
        };
        let record = Record::new(kind, who, bytes);
        self.record(Record {
            id: Some(key),
            ..record
        });
    }

    fn out(&mut self, line: &Value) {
        self.line(Kind::Out, line);
    }

    fn line(&mut self, kind: Kind, line: &Value) {
        self.record(Record::new(kind, Who::Cli, line.to_string()));
    }

    fn record(&mut self, record: Record) {
        self.seq += 1;
        let record = Record {
            seq: self.seq,
            at_ms: self.now.wall_ms,
            epoch: self.epoch,
            ..record
        };
        self.input(Input::Records(vec![record]));
    }

    /// The process ends, and its runner says so.
    fn exit(&mut self, code: i32) {
        let exit = Exit {
            reason: ExitReason::Exited,
            code: Some(code),
            ..Exit::default()
        };
        self.record(exit.to_record());
        self.input(Input::Lost);
        self.input(Input::Recovered(Ok(Recovered::Closed)));
    }

    /// A turn that was begun with a message ends.
    fn end_turn(&mut self, uuid: &str) {
        self.out(
            &json!({"type": "result", "subtype": "success", "is_error": false, "duration_ms": 1,
            "duration_api_ms": 1, "num_turns": 1, "result": "done", "session_id": "c",
            "total_cost_usd": 0.1, "usage": {}, "uuid": "r"}),
        );
        self.out(
            &json!({"type": "command_lifecycle", "command_uuid": uuid, "state": "completed",
            "uuid": "l", "session_id": "c"}),
        );
        self.out(
            &json!({"type": "system", "subtype": "session_state_changed", "state": "idle",
            "uuid": "i", "session_id": "c"}),
        );
    }

    fn begin_turn(&mut self, uuid: &str) {
        self.out(
            &json!({"type": "command_lifecycle", "command_uuid": uuid, "state": "started",
            "uuid": "l", "session_id": "c"}),
        );
        self.out(
            &json!({"type": "system", "subtype": "session_state_changed", "state": "running",
            "uuid": "i", "session_id": "c"}),
        );
    }

    /// The CLI asks whether it may run a command.
    fn ask(&mut self, request: &str, command: &str) -> String {
        let asked = json!({"subtype": "can_use_tool", "tool_name": "Bash", "input": {"command": command},
            "tool_use_id": "t", "permission_suggestions": []});
        self.out(&json!({"type": "control_request", "request_id": request, "request": asked}));
        format!("{}:{request}", self.epoch)
    }

    /// What a call was answered with, if it was.
    fn answer(&mut self, reply: ReplyId) -> Option<Result<Answer, Refusal>> {
        let is_it = |effect: &Effect| matches!(effect, Effect::Reply(id, _) if *id == reply);
        let place = self.effects.iter().position(is_it)?;
        match self.effects.remove(place) {
            Effect::Reply(_, result) => Some(result),
            _ => None,
        }
    }

    /// Whether an effect was asked for; it is looked at once.
    fn took(&mut self, is_it: impl Fn(&Effect) -> bool) -> bool {
        let place = self.effects.iter().position(is_it);
        place.map(|place| self.effects.remove(place)).is_some()
    }

    fn pass(&mut self, time: Duration) {
        self.now.mono += time;
        self.now.wall_ms += time.as_millis() as u64;
        self.input(Input::Timeout);
        let next = self.machine.poll_timeout(self.now);
        assert!(
            next.is_none_or(|next| next > self.now.mono),
            "a deadline stays"
        );
    }

    fn allow_by_rule(&mut self, rule: &str) {
        let rule = Rule {
            id: rule.to_owned(),
            behavior: RuleBehavior::Allow,
            rule: rule.to_owned(),
            scope: RuleScope::Host,
            created_at: 0,
            by: "test".to_owned(),
        };
        let host = HostFacts {
            rules: Arc::new(vec![rule]),
            rules_version: 2,
            ..self.machine.host().clone()
        };
        self.input(Input::Host(host));
    }

    fn queue(&self) -> Vec<&str> {
        let queue = self.machine.view().queue.iter();
        queue.map(|queued| queued.uuid.as_str()).collect()
    }
}
