//! Hooks of settings files: shell commands that receive the event on stdin.

use std::process::Stdio;
use std::rc::Rc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;

use super::answer::{PreToolUse, ToolHook};
use super::{StopOutcome, matches};
use crate::cli::call::Call;
use crate::cli::clock::uuid;
use crate::cli::result::TurnEnd;
use crate::cli::session::Sim;
use crate::cli::turn::Turn;

/// The timeout of a command.
const LIMIT: Duration = Duration::from_secs(60);

/// The outcome of a command.
#[derive(Debug)]
struct Ran {
    command: String,
    stdout: String,
    stderr: String,
    code: i32,
}

impl Ran {
    /// The JSON output of a hook.
    fn answer(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_default()
    }

    /// The reason of a refusal, if any.
    fn refusal(&self) -> Option<String> {
        if self.code == 2 {
            return Some(format!("[{}]: {}", self.command, self.stderr));
        }
        let answer = self.answer();
        let specific = &answer["hookSpecificOutput"];
        let says = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        if specific["permissionDecision"] == "deny" {
            return Some(says(&specific["permissionDecisionReason"]));
        }
        (answer["decision"] == "block").then(|| says(&answer["reason"]))
    }
}

impl Sim {
    /// The commands that settings files register for an event.
    fn hook_commands(&self, event: &str, subject: &str) -> Vec<String> {
        if self.options.has("bare") || self.options.has("safe-mode") {
            return Vec::new();
        }
        let mut commands = Vec::new();
        for file in self.settings_files() {
            for entry in file.settings["hooks"][event]
                .as_array()
                .into_iter()
                .flatten()
            {
                if !matches(entry["matcher"].as_str(), subject) {
                    continue;
                }
                let hooks = entry["hooks"].as_array().into_iter().flatten();
                commands.extend(
                    hooks
                        .filter_map(|hook| hook["command"].as_str())
                        .map(str::to_owned),
                );
            }
        }
        commands
    }

    /// Runs the commands of an event sequentially.
    async fn run_hook_commands(&self, event: &str, subject: &str, fields: Value) -> Vec<Ran> {
        let mut results = Vec::new();
        for command in self.hook_commands(event, subject) {
            let input = self.hook_input(event, fields.clone());
            let name = if subject.is_empty() {
                event.to_owned()
            } else {
                format!("{event}:{subject}")
            };
            results.push(self.run_hook_command(event, &name, command, input).await);
        }
        results
    }

    async fn run_hook_command(
        &self,
        event: &str,
        name: &str,
        command: String,
        input: Value,
    ) -> Ran {
        let is_shown = self.options.has("include-hook-events") || event == "SessionStart";
        let id = uuid();
        if is_shown {
            let fields = json!({ "hook_id": id, "hook_name": name, "hook_event": event });
            self.system("hook_started", fields);
        }
        let ran = shell(&command, &input, &self.cwd).await;
        if is_shown {
            self.system(
                "hook_response",
                json!({
                    "hook_id": id,
                    "hook_name": name,
                    "hook_event": event,
                    "output": format!("{}{}", ran.stdout, ran.stderr),
                    "stdout": ran.stdout,
                    "stderr": ran.stderr,
                    "exit_code": ran.code,
                    "outcome": if ran.code == 0 { "success" } else { "error" },
                }),
            );
        }
        ran
    }

    /// Runs the SessionStart commands, before any input is read.
    pub(in crate::cli) async fn session_start_commands(&self, source: &str) {
        let fields = json!({ "source": source, "model": self.model() });
        self.run_hook_commands("SessionStart", source, fields).await;
    }

    /// Runs the PreToolUse commands of a call.
    pub(super) async fn pre_tool_use_commands(&self, call: &Call, outcome: &mut PreToolUse) {
        let fields = json!({
            "tool_name": call.name, "tool_input": call.input, "tool_use_id": call.id,
        });
        for ran in self
            .run_hook_commands("PreToolUse", &call.name, fields)
            .await
        {
            if let Some(reason) = ran.refusal() {
                outcome.decision = if self.features().hook_commands_deny {
                    ToolHook::Deny(reason)
                } else {
                    ToolHook::Broken(format!("PreToolUse:{} hook error: {reason}", call.name))
                };
                return;
            }
            let answer = ran.answer();
            let specific = &answer["hookSpecificOutput"];
            let reason = specific["permissionDecisionReason"]
                .as_str()
                .unwrap_or_default();
            match specific["permissionDecision"].as_str() {
                Some("allow") => outcome.decision = ToolHook::Allow,
                Some("ask") => outcome.decision = ToolHook::Ask(reason.to_owned()),
                _ => {}
            }
            if specific["updatedInput"].is_object() {
                outcome.input = Some(specific["updatedInput"].clone());
            }
        }
    }

    /// Runs the commands after a tool.
    pub(super) async fn post_tool_use_commands(
        &self,
        call: &Call,
        response: &Value,
        is_error: bool,
    ) {
        let event = if is_error {
            "PostToolUseFailure"
        } else {
            "PostToolUse"
        };
        let fields = json!({
            "tool_name": call.name,
            "tool_input": call.input,
            "tool_response": response,
            "tool_use_id": call.id,
        });
        self.run_hook_commands(event, &call.name, fields).await;
    }

    /// Runs the UserPromptSubmit commands; one may block the message.
    pub(super) async fn prompt_commands(&self, turn: &Turn, prompt: &str) -> Option<TurnEnd> {
        let fields = json!({ "prompt": prompt });
        let results = self.run_hook_commands("UserPromptSubmit", "", fields).await;
        let reason = results.iter().find_map(Ran::refusal)?;
        Some(self.blocked_prompt(turn, prompt, &reason))
    }

    /// Runs the Stop commands.
    pub(super) async fn stop_commands(&self, turn: &Turn, text: &str) -> StopOutcome {
        let fields = json!({
            "stop_hook_active": turn.stop_hook_active.get(),
            "last_assistant_message": text,
        });
        let results = self.run_hook_commands("Stop", "", fields).await;
        match results.iter().find_map(Ran::refusal) {
            Some(reason) => {
                self.stop_feedback(turn, &reason);
                StopOutcome::GoOn
            }
            None => StopOutcome::End,
        }
    }

    /// Runs the PermissionRequest commands; returns the first decision.
    pub(super) async fn permission_request_commands(self: &Rc<Self>, call: &Call) -> Option<Value> {
        let fields = json!({ "tool_name": call.name, "tool_input": call.input });
        for ran in self
            .run_hook_commands("PermissionRequest", &call.name, fields)
            .await
        {
            let answer = ran.answer();
            let decision = &answer["hookSpecificOutput"]["decision"];
            if decision["behavior"].is_string() {
                return Some(decision.clone());
            }
        }
        None
    }
}

async fn shell(command: &str, input: &Value, cwd: &std::path::Path) -> Ran {
    let failed = |error: std::io::Error| Ran {
        command: command.to_owned(),
        stdout: String::new(),
        stderr: error.to_string(),
        code: 1,
    };
    let child = tokio::process::Command::new("/bin/sh")
        .args(["-c", command])
        .current_dir(cwd)
        .env("CLAUDE_PROJECT_DIR", cwd)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => return failed(error),
    };
    if let Some(mut stdin) = child.stdin.take() {
        // A command need not read its event.
        let _unread = stdin.write_all(format!("{input}\n").as_bytes()).await;
    }
    match tokio::time::timeout(LIMIT, child.wait_with_output()).await {
        Ok(Ok(output)) => Ran {
            command: command.to_owned(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            code: output.status.code().unwrap_or(1),
        },
        Ok(Err(error)) => failed(error),
        Err(_elapsed) => failed(std::io::Error::other("timed out")),
    }
}
