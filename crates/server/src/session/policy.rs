//! What the host decides by itself: asks by rules, pauses by budgets, going on after a limit.

use std::collections::HashSet;

use pilothouse_api::host::Scope;
use pilothouse_api::message::{AnswerAsk, NewMessage};
use pilothouse_api::rules::{Rule, RuleBehavior, RuleScope};
use pilothouse_api::settings::BudgetAction;
use pilothouse_log::{Budget, Interrupted, Kind, Note, Record, RuleGranted, RuleRevoked, Who};
use pilothouse_sdk::rules::ShellDirectories;
use pilothouse_view::ask::{Ask, AskBody};
use pilothouse_view::tool::ToolCall;
use pilothouse_view::turn::RateLimitStatus;
use pilothouse_view::{Change, ChangeSet, EntryBody};
use serde_json::{Map, json};

use super::hold::QueueFate;
use super::projection::{granted_by, rule_id};
use super::queue::unique;
use super::task::Task;
use crate::problem::Problem;
use crate::rules::{self, Call};
use crate::store::{Store, behavior_name, now_ms};

/// What a session is told when it goes on after a limit.
const GO_ON: &str = "Continue where you left off.";

/// What was decided already, so that nothing is decided twice.
pub(super) struct Policy {
    /// Where the shell of the running CLI may be. A server that joins a running CLI does not know.
    shell: ShellDirectories,
    /// Commands that were taken into account, by their call.
    commands: HashSet<(String, String)>,
    /// Asks that no rule decided, and the state of the rules then.
    judged: HashSet<String>,
    rules: u64,
    /// A tool has ended since the budgets were looked at.
    tool_ended: bool,
    /// A turn has ended since then.
    turn_ended: bool,
    /// The turn that was paused.
    paused: Option<u32>,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            shell: ShellDirectories::unknown(),
            commands: HashSet::new(),
            judged: HashSet::new(),
            rules: 0,
            tool_ended: false,
            turn_ended: false,
            paused: None,
        }
    }
}

impl Policy {
    /// Takes note of a tool call that can change the directory of the CLI's shell.
    fn see_call(&mut self, call: &ToolCall) {
        match call.tool.name.as_str() {
            "Bash" | "Monitor" => {}
            "EnterWorktree" | "ExitWorktree" => return self.shell = ShellDirectories::unknown(),
            _ => return,
        }
        if call.input_cut {
            return self.shell = ShellDirectories::unknown();
        }
        for input in [Some(&call.input), call.changed_input.as_ref()] {
            let command = input.and_then(|input| input.0["command"].as_str());
            if let Some(command) = command {
                self.see_command(&call.tool_use_id, command);
            }
        }
    }

    fn see_command(&mut self, call: &str, command: &str) {
        let seen = (call.to_owned(), command.to_owned());
        if self.commands.insert(seen) {
            self.shell.ran(command);
        }
    }

    /// Sees what a record means for rules and budgets. Doing it twice does no harm.
    pub(super) fn see(&mut self, directory: &str, record: &Record, set: &ChangeSet) {
        if record.kind == Kind::Spawn {
            self.shell = ShellDirectories::at(directory);
            self.commands.clear();
        }
        for change in &set.changes {
            match change {
                Change::ToolChanged { id, patch } => {
                    // Of any tool: the text of another tool's input changes no directory.
                    let input = patch.changed_input.as_ref();
                    if let Some(command) = input.and_then(|input| input.0["command"].as_str()) {
                        self.see_command(id.as_str(), command);
                    }
                }
                Change::ToolResultSet { .. } => self.tool_ended = true,
                Change::EntrySet { entry } => match &entry.body {
                    EntryBody::Turn(_) => self.turn_ended = true,
                    EntryBody::Tool(call) => self.see_call(call),
                    _ => {}
                },
                _ => {}
            }
        }
    }
}

impl Task {
    /// Adds a rule of this session. It stands in the log, so a copy of the log has it too.
    pub(super) async fn grant(
        &mut self,
        behavior: RuleBehavior,
        rule: String,
        who: Who,
    ) -> Result<Rule, Problem> {
        let by = granted_by(&who);
        let note = Note::RuleGranted(RuleGranted {
            rule: rule.clone(),
            behavior: behavior_name(behavior).to_owned(),
            scope: "session".to_owned(),
            request_id: None,
            extra: Map::new(),
        });
        let seq = self.note(&unique(), who, note).await?;
        Ok(Rule {
            id: rule_id(&self.id, seq, 0),
            behavior,
            rule,
            scope: RuleScope::Session {
                id: self.id.clone(),
            },
            created_at: now_ms(),
            by,
        })
    }

    /// Takes a rule of this session away.
    pub(super) async fn revoke(&mut self, rule: &Rule, who: Who) -> Result<(), Problem> {
        let note = Note::RuleRevoked(RuleRevoked {
            rule: rule.rule.clone(),
            behavior: behavior_name(rule.behavior).to_owned(),
            scope: "session".to_owned(),
            extra: Map::new(),
        });
        self.note(&unique(), who, note).await.map(drop)
    }

    /// Decides what the host decides by itself, after each thing that happened.
    pub(super) async fn apply_policy(&mut self) {
        if !self.is_ready() {
            return;
        }
        self.judge_asks().await;
        self.check_budgets().await;
    }

    /// Lets rules decide open asks before a person is told of them.
    async fn judge_asks(&mut self) {
        let version = self.shared.rules_version();
        if version != self.policy.rules {
            self.policy.rules = version;
            self.policy.judged.clear();
        }
        let asks = self.view().asks.iter();
        let open: Vec<Ask> = asks
            .filter(|ask| !self.policy.judged.contains(ask.id.as_str()))
            .cloned()
            .collect();
        for ask in open {
            self.policy.judged.insert(ask.id.as_str().to_owned());
            if let Err(problem) = self.judge_ask(&ask).await {
                tracing::warn!(session = %self.id, %problem, "a rule could not decide; a person will");
            }
        }
        if self.view().asks.is_empty() {
            self.policy.judged.clear();
        }
    }

    async fn judge_ask(&mut self, ask: &Ask) -> Result<(), Problem> {
        let AskBody::Permission(permission) = &ask.body else {
            return Ok(());
        };
        let project = self.projection.settings.text("project").unwrap_or_default();
        let (id, project) = (self.id.clone(), project.to_owned());
        let rules = self
            .shared
            .store
            .run(move |store| store.rules_for(&id, &project));
        let rules = rules.await?;
        let call = Call {
            tool: &permission.tool.name,
            input: &permission.input.0,
            cwd: self.projection.directory(),
            shell: &self.policy.shell,
            needs_person: permission.only_a_person(),
        };
        let Some(decided) = rules::decide(&rules, &call) else {
            return Ok(());
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
        self.answer(ask.id.as_str(), answer, Scope::Control, rule)
            .await
    }

    /// Warns of a budget that is used up, or pauses the turn at the end of a tool.
    async fn check_budgets(&mut self) {
        let tool_ended = std::mem::take(&mut self.policy.tool_ended);
        let turn_ended = std::mem::take(&mut self.policy.turn_ended);
        if !tool_ended && !turn_ended {
            return;
        }
        let Some((scope, limit, spent)) = self.exceeded().await else {
            return;
        };
        let pauses = self.shared.settings.get().budget_action == BudgetAction::Pause;
        let turn = self.view().liveness.turn;
        let pause = pauses && tool_ended && self.is_working() && self.policy.paused != Some(turn);
        let result = if pause {
            self.policy.paused = Some(turn);
            self.pause(scope, limit, spent).await
        } else {
            self.warn(scope, limit, spent).await
        };
        if let Err(problem) = result {
            tracing::warn!(session = %self.id, %problem, "a budget is used up and nobody could be told");
        }
    }

    /// The budget that is used up: its scope, how much it is, how much was spent.
    async fn exceeded(&self) -> Option<(&'static str, f64, f64)> {
        let spent = self.view().usage.total_cost_usd;
        if let Some(limit) = self.projection.settings.number("budgetUsd")
            && spent >= limit
        {
            return Some(("session", limit, spent));
        }
        let limit = self.shared.settings.get().day_budget_usd?;
        let spent = self.shared.store.run(Store::spent_today).await;
        let spent = spent.unwrap_or_else(|problem| {
            tracing::error!(%problem, "cannot tell what was spent today");
            0.0
        });
        (spent >= limit).then_some(("day", limit, spent))
    }

    async fn pause(&mut self, scope: &str, limit: f64, spent: f64) -> Result<(), Problem> {
        self.note_budget(scope, limit, spent, "pause").await?;
        let note = Note::Interrupted(Interrupted {
            reason: format!("The budget of the {scope} is used up; the turn was paused."),
            extra: Map::new(),
        });
        self.note(&unique(), Who::Host, note).await?;
        self.stop(QueueFate::Hold, Who::Host).await
    }

    /// Says it once for each budget, and for each day.
    async fn warn(&mut self, scope: &str, limit: f64, spent: f64) -> Result<(), Problem> {
        let day = match scope {
            "day" => self.shared.store.run(Store::today).await?,
            _ => String::new(),
        };
        let told = json!([scope, limit, day]);
        if self.projection.settings.value("budgetTold") == Some(&told) {
            return Ok(());
        }
        self.set("budgetTold", told, Who::Host).await?;
        self.note_budget(scope, limit, spent, "warn").await
    }

    async fn note_budget(
        &mut self,
        scope: &str,
        limit: f64,
        spent: f64,
        action: &str,
    ) -> Result<(), Problem> {
        let note = Note::Budget(Budget {
            scope: scope.to_owned(),
            limit_usd: limit,
            spent_usd: spent,
            action: action.to_owned(),
            extra: Map::new(),
        });
        self.note(&unique(), Who::Host, note).await.map(drop)
    }

    /// When a limit that stopped this session resets, if the session is to go on by itself then.
    pub(super) fn goes_on_at(&self) -> Option<u64> {
        if !self.projection.settings.flag("continueAfterLimit") {
            return None;
        }
        let view = self.view();
        let limit = view.usage.rate_limit.as_ref()?;
        let stopped =
            limit.status == RateLimitStatus::Rejected && !self.is_working() && !self.has_queued();
        limit
            .resets_at
            .filter(|_| stopped && self.projection.failed_last())
    }

    /// Goes on when the limit has reset.
    pub(super) async fn go_on_after_limit(&mut self) {
        let Some(at) = self.goes_on_at() else { return };
        if now_ms() / 1000 < at {
            return;
        }
        let message = NewMessage {
            text: GO_ON.to_owned(),
            ..NewMessage::default()
        };
        if let Err(problem) = self.send(message, Vec::new(), Who::Host).await {
            tracing::warn!(session = %self.id, %problem, "the session cannot go on after the limit");
        }
    }
}
