//! Compaction: by command, before a limit, and when the model rejects the prompt as too long.

use std::rc::Rc;

use serde_json::{Value, json};

use super::clock::uuid;
use super::frames::synthetic_message;
use super::queue::UserMessage;
use super::result::{Outcome, TurnEnd};
use super::session::Sim;
use super::turn::Turn;
use crate::script::Usage;

impl Sim {
    /// `/compact`
    pub(super) async fn compact_command(
        self: &Rc<Self>,
        turn: &Rc<Turn>,
        message: &UserMessage,
        instructions: &str,
    ) -> TurnEnd {
        if !self.state.borrow().has_messages {
            return self.nothing_to_compact(turn, message);
        }
        self.compacting_hooks(turn, "manual", instructions).await;
        self.system("status", json!({ "status": "compacting" }));
        let before = self.state.borrow().context_tokens;
        let requests = if self.features().compacts_in_two_requests {
            2
        } else {
            1
        };
        for _ in 0..requests {
            self.charge(&self.model(), Usage::default(), 1);
        }
        tokio::task::yield_now().await;
        self.compacted_status();
        self.emit_init(&turn.uuids.borrow());
        self.boundary("manual", before, false);
        self.after_compaction_hooks(turn, "manual").await;
        self.count_local(turn, 6);
        let content = "<local-command-stdout>Compacted </local-command-stdout>";
        self.emit(&self.replay_frame(&json!({ "role": "user", "content": content }), &uuid()));
        if !self.features().answers_commands_as_user {
            self.replay_command(message, "compact", instructions);
        }
        let command = Some("compact".to_owned());
        TurnEnd::new(Outcome::Local {
            text: String::new(),
            command,
        })
    }

    fn nothing_to_compact(&self, turn: &Turn, message: &UserMessage) -> TurnEnd {
        self.emit_init(&turn.uuids.borrow());
        let text = "Error: No messages to compact";
        if self.features().answers_commands_as_user {
            self.answer_as_user(turn, "compact", "", "stderr", text);
            return TurnEnd::new(Outcome::Local {
                text: String::new(),
                command: None,
            });
        }
        let output = format!("<local-command-stderr>{text}</local-command-stderr>");
        let answered = uuid();
        let frame = self.message_frame("assistant", synthetic_message(text, "end_turn"));
        let frame = frame.uuid(&answered).with(json!({
            "local_command_source": output,
            "local_command_outcome": { "kind": "failed" },
            "local_command_run": { "command": "compact", "args": "" },
        }));
        self.emit(&frame.into());
        self.record_command(&message.uuid, "compact", "");
        self.replay_command(message, "compact", "");
        let run = json!({ "commandRun": { "command": "compact", "args": "" } });
        self.record_command_output(&output, run, &answered);
        TurnEnd::new(Outcome::Local {
            text: String::new(),
            command: Some("compact".to_owned()),
        })
    }

    fn compacted_status(&self) {
        let fields = json!({ "status": null, "compact_result": "success" });
        self.system("status", fields);
    }

    /// The number of tokens at which a turn compacts automatically.
    fn window(&self) -> Option<u64> {
        if let Some(window) = self.dialect.catalog.autocompact_window {
            return Some(window);
        }
        let flag = self.options.value("autocompact").and_then(|text| {
            let digits = text.trim_end_matches(['k', 'K']);
            let number = digits.parse::<u64>().ok()?;
            Some(if digits == text {
                number
            } else {
                number * 1000
            })
        });
        flag.or(self.environment.compact_window)
    }

    /// Compacts before a request that would exceed the limit.
    pub(super) async fn compact_ahead(self: &Rc<Self>, turn: &Rc<Turn>) {
        let tokens = self.state.borrow().context_tokens;
        if self.window().is_some_and(|window| tokens >= window) {
            self.compact_now(turn).await;
        }
    }

    /// Compacts within a turn.
    pub(super) async fn compact_now(self: &Rc<Self>, turn: &Rc<Turn>) {
        self.compacting_hooks(turn, "auto", "").await;
        let fields = json!({ "status": "compacting", "compact_output_chars": 0 });
        self.system("status", fields);
        let before = self.state.borrow().context_tokens;
        self.charge(&self.model(), Usage::default(), 1);
        tokio::task::yield_now().await;
        self.compacted_status();
        self.boundary("auto", before, true);
        self.after_compaction_hooks(turn, "auto").await;
    }

    fn boundary(&self, trigger: &str, before: u64, content_is_list: bool) {
        let after = before.min(2679);
        let leaf = self.state.borrow().transcript.leaf.clone();
        let boundary = uuid();
        let fields = json!({
            "compact_metadata": {
                "trigger": trigger,
                "pre_tokens": before,
                "post_tokens": after,
                "cumulative_dropped_tokens": before - after,
                "duration_ms": 1,
            },
            "logical_parent_uuid": leaf,
        });
        self.system_with_uuid("compact_boundary", fields, boundary.clone());
        self.state.borrow_mut().transcript.leaf = None;
        let on_disk = json!({
            "logicalParentUuid": leaf,
            "compactMetadata": { "trigger": trigger, "preTokens": before },
        });
        self.record_system("compact_boundary", on_disk, &boundary);
        let text = "This session is being continued from a previous conversation that ran out of \
                    context. The summary below covers the earlier portion of the conversation.\n\nThe \
                    conversation so far was simulated.";
        let content: Value = if content_is_list {
            json!([{ "type": "text", "text": text }])
        } else {
            text.into()
        };
        let extra = json!({ "isReplay": false, "isSynthetic": true });
        let uuid = self.user_frame(content.clone(), extra);
        self.record_user(&json!({ "role": "user", "content": content }), &uuid, None);
        self.state.borrow_mut().context_tokens = after;
    }

    async fn compacting_hooks(self: &Rc<Self>, turn: &Rc<Turn>, trigger: &str, instructions: &str) {
        let instructions = (!instructions.is_empty()).then_some(instructions);
        let fields = json!({ "trigger": trigger, "custom_instructions": instructions });
        self.await_hooks(turn, "PreCompact", trigger, &fields).await;
    }

    async fn after_compaction_hooks(self: &Rc<Self>, turn: &Rc<Turn>, trigger: &str) {
        let fields = json!({ "source": "compact", "model": self.model() });
        self.await_hooks(turn, "SessionStart", "compact", &fields)
            .await;
        let fields = json!({ "trigger": trigger, "compact_summary": "The conversation so far was simulated." });
        self.await_hooks(turn, "PostCompact", trigger, &fields)
            .await;
    }
}
