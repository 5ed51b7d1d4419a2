//! What is altered about a session: its name, its mode, its model and the like.

use pilothouse_api::session::{ControlCall, UpdateSession};
use pilothouse_log::{Archived, LookedAt, Renamed, Who};
use pilothouse_protocol::{Input as Line, JsonObject, RawJson};
use serde_json::{Map, Value, json};

use super::Machine;
use crate::problem::Problem;
use crate::session::Refusal;
#[cfg(test)]
use crate::session::canary::{self, Canary};
use crate::session::effect::Answer;
use crate::session::flags::with_budget;
use crate::session::input::ReplyId;
use crate::session::pending::{self, Awaited};
use crate::session::settings::setting;
use crate::session::update::Change;
use crate::validate;

impl Machine {
    /// Changes a setting: in the running process, if there is one, and for every later one. What the process refuses
    /// is not kept.
    pub(super) fn change(&mut self, reply: ReplyId, change: Change, who: Who) {
        let version = self.view().info.version.as_deref();
        let is_for_the_next = change.is_for_the_next(version.and_then(|text| text.parse().ok()));
        let Change {
            name,
            value,
            subtype,
            request,
        } = change;
        self.set_answer(reply, Answer::Value(Value::Null));
        if self.is_ready() && !is_for_the_next {
            return self.ask_cli(reply, subtype, &request, Some((name, value)), who);
        }
        self.set(name, value, who.clone(), Some(reply));
        if self.is_ready() {
            // Whether this process takes it as well is not promised, so nobody waits for its answer.
            self.request(subtype, &request, who, None);
        }
    }

    /// Sends a control request for a client.
    pub(super) fn control(&mut self, reply: ReplyId, call: &ControlCall, who: Who) {
        let request = &call.request.0;
        let kept = [
            ("list of MCP servers", &request["servers"]),
            ("list of settings", &request["settings"]),
        ];
        for (what, value) in kept {
            if let Err(problem) = validate::check_argument(what, &value.to_string()) {
                return self.refuse(reply, problem);
            }
        }
        // What a request changes is kept, so that it holds again after a wake.
        let keep = match call.subtype.as_str() {
            "mcp_set_servers" if request["servers"].is_object() => {
                Some(("mcpServers", json!({"mcpServers": request["servers"]})))
            }
            "set_model" if request["model"].is_string() => {
                Some(("model", request["model"].clone()))
            }
            "apply_flag_settings" if request["settings"]["permissions"].is_object() => {
                Some(("permissions", request["settings"]["permissions"].clone()))
            }
            _ => None,
        };
        self.ask_cli(reply, &call.subtype, request, keep, who);
    }

    /// Asks the CLI something for a client, and keeps a setting when it agrees.
    fn ask_cli(
        &mut self,
        reply: ReplyId,
        subtype: &str,
        fields: &Value,
        keep: Option<(&'static str, Value)>,
        who: Who,
    ) {
        if !self.is_ready() {
            return self.refuse(reply, Refusal::NotLive);
        }
        if !fields.is_object() && !fields.is_null() {
            let problem = Problem::invalid("The members of a request must be an object.");
            return self.refuse(reply, problem);
        }
        let awaited = match keep {
            Some((name, value)) => Awaited::Setting {
                name,
                value,
                who: who.clone(),
                reply,
            },
            None => Awaited::Call(reply),
        };
        self.one_more(reply);
        self.request(subtype, fields, who, Some(awaited));
    }

    /// The CLI answered for a setting. What it agreed to is kept before the caller is answered.
    pub(super) fn agreed(
        &mut self,
        reply: ReplyId,
        name: &'static str,
        value: Value,
        who: Who,
        answer: pending::Answer,
    ) {
        self.settings_due = true;
        match answer {
            Ok(said) => {
                self.set_answer(reply, Answer::Value(said));
                #[cfg(test)]
                if canary::has(Canary::ForgottenSetting) {
                    return self.part_done(reply, None);
                }
                self.set(name, value, who, Some(reply));
                self.part_done(reply, None);
            }
            Err(refusal) => self.refuse(reply, refusal),
        }
    }

    /// Sends a control request, if the CLI can be written to.
    pub(super) fn request(
        &mut self,
        subtype: &str,
        fields: &Value,
        who: Who,
        awaited: Option<Awaited<ReplyId>>,
    ) {
        let fields = match fields {
            Value::Null => json!({}),
            fields => fields.clone(),
        };
        let Ok(object) = JsonObject::try_from(RawJson::from(fields)) else {
            return;
        };
        let id = self.pending.new_id();
        if let Some(awaited) = awaited {
            self.pending.insert(id.clone(), awaited);
        }
        let line = Line::raw_request(id.as_str(), subtype, &object);
        self.append_line(&id, who, &line, None);
    }

    /// Remembers a setting.
    pub(super) fn set(&mut self, name: &str, value: Value, who: Who, reply: Option<ReplyId>) {
        let key = self.unique();
        self.append_note(key, who, setting(name, value), reply);
    }

    /// Notes that the end of a turn was visible. Each turn is noted once, whatever devices report.
    pub(super) fn look_at(&mut self, reply: ReplyId, turns: u32, who: Who) {
        let turns = turns.min(self.view().usage.turns);
        let key = format!("looked-at-{turns}");
        if !self.projection.is_news(turns) || self.is_appending(&key) {
            return;
        }
        let extra = Map::new();
        self.append_note(key, who, LookedAt { turns, extra }, Some(reply));
    }

    /// Alters what the host alone knows of.
    pub(super) fn update(&mut self, reply: ReplyId, update: UpdateSession, who: Who) {
        self.set_answer(reply, Answer::Summary);
        if let Some(title) = update.title {
            let name = Some(title).filter(|title| !title.trim().is_empty());
            let note = Renamed {
                name: name.clone(),
                extra: Map::new(),
            };
            let key = self.unique();
            self.append_note(key, who.clone(), note, Some(reply));
            if let Some(name) = name {
                self.rename_conversation(name.trim(), who.clone());
            }
        }
        if let Some(archived) = update.archived {
            let extra = Map::new();
            let key = self.unique();
            self.append_note(key, who.clone(), Archived { archived, extra }, Some(reply));
        }
        if let Some(pinned) = update.pinned {
            self.set("pinned", json!(pinned), who.clone(), Some(reply));
        }
        if let Some(budget) = update.budget_usd {
            let budget = Some(budget).filter(|budget| *budget > 0.0);
            self.set("budgetUsd", json!(budget), who.clone(), Some(reply));
        }
        if let Some(go_on) = update.continue_after_limit {
            let value = json!(go_on);
            self.set("continueAfterLimit", value, who.clone(), Some(reply));
        }
        if let Some(budget) = update.cli_budget_usd {
            let flags = with_budget(&self.projection.settings.texts("flags"), budget);
            self.set("flags", json!(flags), who, Some(reply));
        }
    }
}
