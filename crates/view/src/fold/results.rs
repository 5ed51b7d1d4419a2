//! Results of tool calls.

use pilothouse_protocol::RawJson;
use pilothouse_protocol::content::{Content, ContentBlock, PassThroughBlock, ToolResultBlock};
use pilothouse_protocol::fold::CallEvent;
use pilothouse_protocol::ids::TaskId;
use pilothouse_protocol::message::{
    NonExecutionKind, ToolDecision, ToolResultMeta, UserSideMessage,
};
use pilothouse_protocol::tool::{AgentResult, BashResult, ToolOutput};
use serde_json::Value;

use crate::change::Change;
use crate::entry::EntryBody;
use crate::id::{EntryId, JobId};
use crate::json::Json;
use crate::text::{
    Wrapped, agent_report, cut_json, cut_output, is_tools_note, strip_reminders, unwrap,
};
use crate::tool::{Decision, DecisionBy, ToolCall, ToolPatch, ToolResult, ToolState};

use super::SessionFold;
use super::content::attachments;
use super::state::Denied;

impl SessionFold {
    pub(super) fn tool_results(&mut self, message: &UserSideMessage, content: &Content) {
        // A line with several results has no structured one; a failure has a string instead.
        let structured = message.tool_use_result.as_ref();
        let structured = structured.filter(|raw| !raw.as_str().starts_with('"') && !raw.is_null());
        let mut finished = Vec::new();
        for event in self.state.calls.user(content) {
            if let CallEvent::Finished { result, .. } = event {
                finished.push(result);
            }
        }
        let single = finished.len() == 1;
        for result in finished {
            let id = &result.tool_use_id;
            let meta = message.tool_result_meta.iter().find(|meta| meta.id == *id);
            self.tool_result(result, structured.filter(|_| single), meta);
        }
    }

    fn tool_result(
        &mut self,
        block: &ToolResultBlock,
        structured: Option<&RawJson>,
        meta: Option<&ToolResultMeta>,
    ) {
        let tool_use_id = block.tool_use_id.as_str();
        let Some(id) = self.state.call_entries.remove(tool_use_id) else {
            return;
        };
        let Some(call) = self.tool(&id).cloned() else {
            return;
        };
        let outcome = structured.and_then(|raw| outcome_of(&call, raw));
        let structured = structured.map(|raw| raw.to_value());
        let has_structure = structured.is_some();
        let result = self.result_of(block, &call, structured, outcome.as_ref());
        let mut decision = decide(&call, meta);
        let stopped = self.stopped_with_agent(&id);
        let state = match self.end_state(&call, result.is_error, decision.as_ref(), meta) {
            ToolState::Failed if stopped => ToolState::Interrupted,
            state => state,
        };
        if state == ToolState::Denied {
            if let Some(decision) = &mut decision {
                decision.allowed = false;
            }
            self.note_denial(&id, &call, decision.as_ref(), &result.text.text);
        }
        self.settle_decision(&id, &call, decision, outcome.as_ref());
        if state == ToolState::Done {
            self.tool_done(&id, &call, outcome, has_structure);
        }
        let is_main = self.open(&id).is_some_and(|entry| entry.parent.is_none());
        let ended_at = self.now.at;
        let result = Box::new(result);
        self.emit(Change::ToolResultSet {
            id: id.clone(),
            state,
            ended_at,
            result,
        });
        if is_main {
            self.state.turn.last_result = Some(id);
        }
    }

    /// Emits what the result tells beside itself.
    fn settle_decision(
        &mut self,
        id: &EntryId,
        call: &ToolCall,
        decision: Option<Decision>,
        outcome: Option<&ToolOutput>,
    ) {
        let job = outcome
            .and_then(started_job)
            .map(|id| JobId::new(id.as_str()));
        let job = job.filter(|_| call.links.job.is_none());
        if decision.is_none() && job.is_none() {
            return;
        }
        self.change_tool(id, call.state, |patch| {
            patch.decision = decision.filter(|decision| call.decision.as_ref() != Some(decision));
            patch.job = job;
        });
    }

    fn tool_done(
        &mut self,
        id: &EntryId,
        call: &ToolCall,
        outcome: Option<ToolOutput>,
        has_structure: bool,
    ) {
        self.agent_done(id, call, outcome.as_ref(), has_structure);
        let is_main = self.open(id).is_some_and(|entry| entry.parent.is_none());
        let input = || call.read_input();
        // A subagent keeps a to-do list of its own.
        let own_list = is_main || call.tool.name != "TodoWrite";
        if own_list
            && self
                .state
                .tasks
                .call(&call.tool.name, input, outcome.as_ref())
        {
            let tasks = self.state.tasks.items().to_vec();
            self.emit(Change::TasksSet { tasks });
        }
        self.file_changed(id, call, outcome);
    }

    fn result_of(
        &self,
        block: &ToolResultBlock,
        call: &ToolCall,
        mut structured: Option<Value>,
        outcome: Option<&ToolOutput>,
    ) -> ToolResult {
        let content = block.content.as_ref();
        let text = content.map(Content::text).unwrap_or_default();
        if let Some(content) = structured
            .as_mut()
            .and_then(|value| value.get_mut("content"))
        {
            drop_tools_notes(content);
        }
        let structured_cut = structured.as_mut().is_some_and(cut_json);
        let mut result = ToolResult {
            text: cut_output(""),
            is_error: block.is_error.unwrap_or_default(),
            invalid_call: false,
            attachments: content.map(attachments).unwrap_or_default(),
            persisted: None,
            exit_code: None,
            structured_cut,
            structured: structured.map(Json),
            seq: self.now.seq,
        };
        let text = match unwrap(&text) {
            Wrapped::ToolUseError(text) => {
                result.invalid_call = true;
                text
            }
            Wrapped::Persisted { text, output } => {
                result.persisted = Some(output);
                text
            }
            Wrapped::CommandOutput { text, .. } | Wrapped::Plain(text) => text,
        };
        let text = strip_reminders(&text);
        let text = match outcome.and_then(report_of) {
            Some(report) => report,
            None => spoken(text, call, outcome),
        };
        let (exit_code, text) = exit_code(&text, call, result.is_error);
        result.exit_code = exit_code;
        result.text = cut_output(text);
        if let Some(persisted) = &mut result.persisted {
            let size = outcome.and_then(shell_of);
            let size = size.and_then(|shell| shell.persisted_output_size);
            persisted.size = size.or(persisted.size);
        }
        result
    }

    fn end_state(
        &self,
        call: &ToolCall,
        is_error: bool,
        decision: Option<&Decision>,
        meta: Option<&ToolResultMeta>,
    ) -> ToolState {
        if !is_error {
            return ToolState::Done;
        }
        let asked_and_denied = call
            .decision
            .as_ref()
            .is_some_and(|decision| !decision.allowed);
        let kind = meta.and_then(|meta| meta.non_execution_kind.as_ref());
        let verdict = meta.and_then(|meta| meta.permission_decision.as_ref());
        match kind {
            _ if asked_and_denied => ToolState::Denied,
            Some(NonExecutionKind::Interrupted | NonExecutionKind::Cancelled) => {
                ToolState::Interrupted
            }
            Some(_) if self.state.turn.interrupting => ToolState::Interrupted,
            Some(_) => ToolState::Denied,
            None if verdict.is_some_and(|one| one.decision == ToolDecision::Cancelled) => {
                ToolState::Interrupted
            }
            None if decision.is_some_and(|decision| !decision.allowed) => ToolState::Denied,
            None if self.state.turn.interrupting => ToolState::Interrupted,
            None => ToolState::Failed,
        }
    }

    fn note_denial(
        &mut self,
        id: &EntryId,
        call: &ToolCall,
        decision: Option<&Decision>,
        text: &str,
    ) {
        let message = decision.and_then(|decision| decision.message.clone());
        self.state.turn.denied.push(Denied {
            tool_use_id: call.tool_use_id.clone(),
            tool: call.tool.clone(),
            entry: id.clone(),
            by: decision.map_or(DecisionBy::Unknown, |decision| decision.by),
            message: message.or_else(|| Some(text.to_owned()).filter(|text| !text.is_empty())),
        });
    }

    /// The result of a tool that the API ran.
    pub(super) fn server_result(&mut self, block: &PassThroughBlock) {
        let tool_use_id = block
            .tool_use_id
            .as_ref()
            .map(|id| id.as_str())
            .unwrap_or_default();
        let Some(id) = self.state.call_entries.remove(tool_use_id) else {
            return;
        };
        let mut structured = block
            .content
            .as_ref()
            .map(|raw| raw.to_value())
            .unwrap_or_default();
        let is_error = structured.get("error_code").is_some();
        let structured_cut = cut_json(&mut structured);
        let result = Box::new(ToolResult {
            text: cut_output(""),
            is_error,
            invalid_call: false,
            attachments: Vec::new(),
            structured: Some(Json(structured)),
            structured_cut,
            exit_code: None,
            persisted: None,
            seq: self.now.seq,
        });
        let state = if is_error {
            ToolState::Failed
        } else {
            ToolState::Done
        };
        let ended_at = self.now.at;
        self.emit(Change::ToolResultSet {
            id,
            state,
            ended_at,
            result,
        });
    }

    pub(super) fn tool(&self, id: &EntryId) -> Option<&ToolCall> {
        match &self.open(id)?.body {
            EntryBody::Tool(call) => Some(call),
            _ => None,
        }
    }

    /// The entry of a call of this turn, or of one that is still open.
    pub(super) fn call_entry(&self, tool_use_id: &str) -> Option<EntryId> {
        let calls = &self.state.turn.calls;
        let known = calls
            .iter()
            .rev()
            .find(|(id, _)| id == tool_use_id)
            .map(|(_, entry)| entry);
        known
            .or_else(|| self.state.call_entries.get(tool_use_id))
            .cloned()
    }

    /// Changes a call: its state, and what `fill` sets beside it.
    pub(super) fn change_tool(
        &mut self,
        id: &EntryId,
        state: ToolState,
        fill: impl FnOnce(&mut ToolPatch),
    ) {
        let mut patch = Box::new(ToolPatch::new(state));
        fill(&mut patch);
        self.emit(Change::ToolChanged {
            id: id.clone(),
            patch,
        });
    }
}

/// How the call came to run or not, as far as its result tells.
fn decide(call: &ToolCall, meta: Option<&ToolResultMeta>) -> Option<Decision> {
    let verdict = meta.and_then(|meta| meta.permission_decision.as_ref());
    let Some(verdict) = verdict else {
        return call.decision.clone();
    };
    let source = verdict.source.as_deref().unwrap_or_default();
    let reason = verdict.reason_type.as_deref();
    let accepted = verdict.decision == ToolDecision::Accept;
    let mut decision = call.decision.clone().unwrap_or(Decision {
        allowed: accepted,
        by: decided_by(source, reason),
        who: None,
        message: None,
        source: None,
        reason_type: None,
        remembered: Vec::new(),
    });
    decision.source = Some(source.to_owned()).filter(|source| !source.is_empty());
    decision.reason_type = reason.map(str::to_owned);
    Some(decision)
}

fn decided_by(source: &str, reason: Option<&str>) -> DecisionBy {
    match (source, reason) {
        ("hook", _) | (_, Some("hook")) => DecisionBy::Hook,
        (_, Some("classifier")) => DecisionBy::Classifier,
        ("config", _) => DecisionBy::Settings,
        ("user_temporary" | "user_permanent" | "user_reject", _) => DecisionBy::Person,
        ("permission_updated_input_invalid", _) => DecisionBy::Nobody,
        _ => DecisionBy::Unknown,
    }
}

/// The job that a call started, by what it returned.
fn started_job(outcome: &ToolOutput) -> Option<&TaskId> {
    match outcome {
        ToolOutput::Agent(agent) => match &**agent {
            AgentResult::Launched(launched) => launched.agent_id.as_ref(),
            _ => None,
        },
        ToolOutput::Workflow(workflow) => {
            let launched = workflow.status.as_deref() == Some("async_launched");
            workflow.task_id.as_ref().filter(|_| launched)
        }
        outcome => shell_of(outcome)?.background_task_id.as_ref(),
    }
}

fn shell_of(outcome: &ToolOutput) -> Option<&BashResult> {
    match outcome {
        ToolOutput::Bash(shell) | ToolOutput::PowerShell(shell) => Some(shell),
        _ => None,
    }
}

/// Reads the structured result of the tools that this fold looks into. Results of others are only shown.
fn outcome_of(call: &ToolCall, structured: &RawJson) -> Option<ToolOutput> {
    const SHOWN: [&str; 6] = ["Read", "Glob", "Grep", "LS", "WebFetch", "WebSearch"];
    let name = call.tool.name.as_str();
    (!SHOWN.contains(&name)).then(|| ToolOutput::of(name, structured))
}

/// The result in words for people: what the CLI says to the model about ids and files of a task that
/// it started, and about a subagent that handed back, is not part of it.
fn spoken(text: String, call: &ToolCall, outcome: Option<&ToolOutput>) -> String {
    const BACKGROUND: &str = "Runs in the background.";
    let launched = outcome.and_then(started_job).is_some()
        || (is_agent(call) && text.starts_with("Async agent launched"));
    if launched {
        let printed = outcome
            .and_then(shell_of)
            .map(|shell| shell.stdout.as_str());
        return match printed.filter(|printed| !printed.is_empty()) {
            Some(printed) => format!("{}\n{BACKGROUND}", printed.trim_end()),
            None => BACKGROUND.to_owned(),
        };
    }
    if is_agent(call) {
        agent_report(&text)
    } else {
        text
    }
}

fn is_agent(call: &ToolCall) -> bool {
    call.tool.display == "Agent"
}

/// What a subagent reported, from its structured outcome.
fn report_of(outcome: &ToolOutput) -> Option<String> {
    let ToolOutput::Agent(agent) = outcome else {
        return None;
    };
    let AgentResult::Completed(agent) = &**agent else {
        return None;
    };
    let texts = agent.content.iter().filter_map(|block| match block {
        ContentBlock::Text(text) => Some(text.text.as_str()),
        _ => None,
    });
    let texts: Vec<&str> = texts.filter(|text| !is_tools_note(text)).collect();
    (!texts.is_empty()).then(|| texts.join("\n\n"))
}

fn drop_tools_notes(content: &mut Value) {
    if let Some(blocks) = content.as_array_mut() {
        blocks.retain(|block| !block["text"].as_str().is_some_and(is_tools_note));
    }
}

/// Shells put the exit code before the output of a command that failed.
fn exit_code<'a>(text: &'a str, call: &ToolCall, is_error: bool) -> (Option<i64>, &'a str) {
    let is_shell = matches!(call.tool.name.as_str(), "Bash" | "PowerShell");
    let rest = text
        .strip_prefix("Exit code ")
        .filter(|_| is_shell && is_error);
    let Some(rest) = rest else {
        return (None, text);
    };
    let (code, output) = rest.split_once('\n').unwrap_or((rest, ""));
    match code.trim().parse() {
        Ok(code) => (Some(code), output),
        Err(_) => (None, text),
    }
}
