//! Answers to requests of the CLI: by people, and by rules before a person sees the request.

use pilothouse_api::host::Scope;
use pilothouse_api::message::AnswerAsk;
use pilothouse_api::rules::{Rule, RuleBehavior};
use pilothouse_log::{RuleGranted, RuleRevoked, Who};
use pilothouse_protocol::control::ControlResponse;
use pilothouse_protocol::{Input as Line, RawJson};
use pilothouse_view::ask::{Ask, AskBody};
use serde_json::Map;

use super::Machine;
use super::stop::QueueFate;
use crate::auth::guard::check_scope;
use crate::rules::{self, Call};
use crate::session::Refusal;
use crate::session::answer::payload;
use crate::session::answer_scope::needed;
#[cfg(test)]
use crate::session::canary::{self, Canary};
use crate::session::effect::{Answer, Effect};
use crate::session::input::ReplyId;
use crate::store::behavior_name;

/// What the keys of answers begin with.
const ANSWER: &str = "answer-";

impl Machine {
    /// Answers a request, if it still waits and a device of this scope may. The first answer counts.
    pub(super) fn answer(
        &mut self,
        reply: Option<ReplyId>,
        id: &str,
        answer: AnswerAsk,
        scope: Scope,
        who: Who,
    ) {
        if let Err(refusal) = self.try_answer(reply, id, &answer, scope, who) {
            match reply {
                Some(reply) => self.refuse(reply, refusal),
                None => {
                    tracing::warn!(session = %self.id, %refusal, "a rule could not decide; a person will")
                }
            }
        }
    }

    fn try_answer(
        &mut self,
        reply: Option<ReplyId>,
        id: &str,
        answer: &AnswerAsk,
        scope: Scope,
        who: Who,
    ) -> Result<(), Refusal> {
        let key = format!("{ANSWER}{id}");
        let mut asks = self.view().asks.iter();
        let ask = asks.find(|ask| ask.id.as_str() == id).cloned();
        let ask = ask.filter(|_| !self.is_appending(&key));
        #[cfg(test)]
        let ask = match canary::has(Canary::AnswerToAnotherRequest) {
            true => self.view().asks.last().cloned(),
            false => ask,
        };
        let ask = ask.ok_or(Refusal::Settled)?;
        check_scope(scope, needed(&ask.body, answer))?;
        if !self.is_ready() {
            return Err(Refusal::NotLive);
        }
        let payload = payload(&ask, answer)?;
        let stops = matches!(
            answer,
            AnswerAsk::Deny {
                interrupt: true,
                ..
            }
        );
        if stops {
            // Before the answer: with the end of the turn the CLI begins the next message that it has.
            self.stop(reply, QueueFate::Hold, who.clone());
        }
        if let Some(updates) = payload.get("updatedPermissions") {
            self.out.push(Effect::AcceptWrites(updates.clone()));
        }
        let response =
            ControlResponse::success(ask.request_id.as_str(), Some(RawJson::from(payload)));
        let line = Line::ControlResponse(Box::new(response));
        self.append_line(&key, who, &line, reply);
        Ok(())
    }

    /// Lets rules decide open requests before a person is told of them.
    pub(super) fn judge_asks(&mut self) {
        self.policy.rules_are(self.host.rules_version);
        let asks = self.projection.view().asks.iter();
        let open: Vec<Ask> = asks
            .filter(|ask| !self.policy.is_judged(&ask.id))
            .cloned()
            .collect();
        for ask in open {
            self.policy.judged(&ask.id);
            self.judge_ask(&ask);
        }
        if self.view().asks.is_empty() {
            self.policy.forget_judged();
        }
    }

    fn judge_ask(&mut self, ask: &Ask) {
        let AskBody::Permission(permission) = &ask.body else {
            return;
        };
        let call = Call {
            tool: &permission.tool.name,
            input: &permission.input.0,
            cwd: self.projection.directory(),
            shell: self.policy.shell(),
            needs_person: permission.only_a_person(),
        };
        let Some(decided) = rules::decide(&self.host.rules, &call) else {
            return;
        };
        let answer = if decided.allow {
            AnswerAsk::Allow {
                input: None,
                remember: Vec::new(),
            }
        } else {
            AnswerAsk::Deny {
                message: Some(format!("A rule of the host forbids this: {}", decided.rule)),
                interrupt: false,
            }
        };
        let rule = Who::Rule(decided.rule);
        self.answer(None, ask.id.as_str(), answer, Scope::Control, rule);
    }

    /// Whether a rule's answer is being written.
    pub(super) fn is_rule_answering(&self) -> bool {
        let mut appends = self.appends.iter();
        appends.any(|append| matches!(append.who, Who::Rule(_)) && append.key.starts_with(ANSWER))
    }

    /// Adds a rule of this session.
    pub(super) fn grant(
        &mut self,
        reply: ReplyId,
        key: String,
        behavior: RuleBehavior,
        rule: String,
        who: Who,
    ) {
        self.set_answer(reply, Answer::Rule(String::new()));
        if self.is_appending(&key) {
            return self.join_append(&key, reply);
        }
        let note = RuleGranted {
            rule,
            behavior: behavior_name(behavior).to_owned(),
            scope: "session".to_owned(),
            request_id: None,
            extra: Map::new(),
        };
        self.append_note(key, who, note, Some(reply));
    }

    /// Takes a rule of this session away.
    pub(super) fn revoke(&mut self, reply: ReplyId, rule: &Rule, who: Who) {
        let note = RuleRevoked {
            rule: rule.rule.clone(),
            behavior: behavior_name(rule.behavior).to_owned(),
            scope: "session".to_owned(),
            extra: Map::new(),
        };
        let key = self.unique();
        self.append_note(key, who, note, Some(reply));
    }
}
