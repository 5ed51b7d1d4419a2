//! The tools: checks, effects and results.

mod agent;
mod bash;
mod check;
mod files;
mod notebook;
mod patch;
mod plan;
mod question;
mod schedule;
mod schema;
mod search;
mod shell;
mod todo;
mod web;

use std::rc::Rc;

use serde_json::{Map, Value, json};

pub(super) use check::check;
pub(super) use patch::structured_patch;
pub(super) use schema::schema_issue;

use super::call::Call;
use super::mutant::Mutant;
use super::session::{Shared, Sim};
use super::turn::Turn;

/// The outcome of a tool.
#[derive(Debug)]
pub(super) struct ToolResult {
    pub(super) content: Value,
    pub(super) is_error: Option<bool>,
    /// `tool_use_result` of the frame.
    pub(super) response: Box<Value>,
    /// The permission decision, for `tool_result_meta`.
    pub(super) meta: Option<Box<Value>>,
    /// Contents of synthetic `user` frames that follow.
    pub(super) follow_up: Vec<Value>,
}

impl ToolResult {
    pub(super) fn success(content: impl Into<Value>, response: Value) -> Self {
        Self {
            content: content.into(),
            is_error: None,
            response: Box::new(response),
            meta: None,
            follow_up: Vec::new(),
        }
    }

    /// A failure during execution, or a refusal.
    pub(super) fn error(message: &str) -> Self {
        Self::plain_error(message, &format!("Error: {message}"))
    }

    pub(super) fn plain_error(content: &str, response: &str) -> Self {
        Self {
            content: content.into(),
            is_error: Some(true),
            response: Box::new(response.into()),
            meta: None,
            follow_up: Vec::new(),
        }
    }

    /// A call that failed the checks before the permission request.
    pub(super) fn invalid(message: &str) -> Self {
        Self::plain_error(
            &format!("<tool_use_error>{message}</tool_use_error>"),
            &format!("Error: {message}"),
        )
    }

    /// The call whose denial interrupted the turn.
    pub(super) fn interrupted() -> Self {
        let mut result = Self::plain_error(super::call::REJECTED, "User rejected tool use");
        result.meta = Some(Box::new(json!({ "non_execution_kind": "user-rejected" })));
        result
    }
}

/// Returns whether the tool always requires a person.
pub(super) fn needs_person(name: &str) -> bool {
    matches!(name, "AskUserQuestion" | "ExitPlanMode")
}

/// Returns whether calls of the tool can run concurrently.
pub(super) fn is_concurrency_safe(sim: &Sim, call: &Call) -> bool {
    if sim.is_mutant(Mutant::ParallelAsks) {
        return true;
    }
    match call.name.as_str() {
        "Read" | "Glob" | "Grep" | "WebFetch" | "WebSearch" | "Agent" | "Task" | "TaskCreate"
        | "TaskGet" | "TaskList" | "TaskUpdate" | "ToolSearch" | "ListAgents" => true,
        "Bash" => {
            let command = call
                .input
                .get("command")
                .and_then(Value::as_str)
                .unwrap_or_default();
            super::permission::bash::all_parts(command)
                .iter()
                .all(|part| super::permission::bash::is_read_only(part))
        }
        name => sim.state.borrow().servers.is_read_only(name),
    }
}

/// Runs the tool.
pub(super) async fn execute(sim: &Shared, turn: &Rc<Turn>, call: &Call) -> ToolResult {
    let mut result = run(sim, turn, call).await;
    let tool = match call.name.as_str() {
        "Task" => "Agent",
        name => name,
    };
    let told = sim.without_omissions(json!({ "tool": tool, "response": result.response }));
    *result.response = told
        .map(|mut told| told["response"].take())
        .unwrap_or_default();
    result
}

async fn run(sim: &Shared, turn: &Rc<Turn>, call: &Call) -> ToolResult {
    let mut call = call;
    let told;
    if let Some(question) = asked_by_server(call) {
        told = sim.elicit(turn, call, question).await;
        call = &told;
    }
    if call.name.starts_with("mcp__") && !has_given_result(call) {
        return sim.call_server_tool(turn, call).await;
    }
    if let Some(seconds) = call.outcome.as_ref().and_then(|outcome| outcome.s)
        && !matches!(call.name.as_str(), "Bash" | "Agent" | "Task")
    {
        sim.pause(seconds.duration()).await;
    }
    if let Some(result) = given_result(call) {
        return result;
    }
    match call.name.as_str() {
        "Bash" => bash::run(sim, call).await,
        "Read" => files::read(sim, call),
        "Write" => files::write(sim, call),
        "Edit" => files::edit(sim, call),
        "NotebookEdit" => notebook::edit(sim, call),
        "Glob" => search::glob(sim, call),
        "Grep" => search::grep(sim, call),
        "WebFetch" => web::fetch(call),
        "WebSearch" => web::search(call),
        "TodoWrite" => todo::write(sim, call),
        "TaskCreate" | "TaskUpdate" | "TaskList" | "TaskGet" => todo::task(sim, call),
        "AskUserQuestion" => question::answer(sim, call),
        "EnterPlanMode" => plan::enter(sim),
        "ExitPlanMode" => plan::exit(sim, call),
        "Agent" | "Task" => agent::run(sim, turn, call).await,
        "Skill" => agent::skill(sim, call),
        "CronCreate" => schedule::cron_create(call),
        "CronDelete" => schedule::cron_delete(call),
        "ScheduleWakeup" => schedule::wakeup(call),
        "ToolSearch" => search::tools(sim, call),
        "TaskStop" => agent::stop(sim, call),
        "StructuredOutput" => search::structured(sim, turn, call),
        _ => ToolResult::success(format!("{} done.", call.name), json!({ "success": true })),
    }
}

/// The elicitation of a server before the result of its tool.
fn asked_by_server(call: &Call) -> Option<&Map<String, Value>> {
    let outcome = call.outcome.as_ref()?;
    let question = outcome.elicit.as_deref()?;
    call.name.starts_with("mcp__").then_some(question)
}

fn has_given_result(call: &Call) -> bool {
    call.outcome
        .as_ref()
        .is_some_and(|outcome| outcome.result.is_some())
}

/// The result in the script, for tools whose result format depends on the script.
fn given_result(call: &Call) -> Option<ToolResult> {
    let outcome = call.outcome.as_ref()?;
    let result = outcome.result.clone()?;
    if matches!(
        call.name.as_str(),
        "Bash" | "Agent" | "Task" | "WebFetch" | "WebSearch"
    ) {
        return None;
    }
    if outcome.exit.is_some_and(|exit| exit != 0) {
        let text = result
            .as_str()
            .map_or_else(|| result.to_string(), str::to_owned);
        return Some(ToolResult::error(&text));
    }
    let content = if call.name.starts_with("mcp__") && result.is_string() {
        json!([{ "type": "text", "text": result }])
    } else {
        result
    };
    Some(ToolResult::success(content.clone(), content))
}

/// The input in an assistant frame, with the defaults of the schema.
impl Sim {
    pub(super) fn shown_input(&self, name: &str, input: &Map<String, Value>) -> Value {
        if name == "Edit" && input.contains_key("file_path") && !input.contains_key("replace_all") {
            let mut shown = Map::new();
            shown.insert("replace_all".into(), false.into());
            shown.extend(input.clone());
            return Value::Object(shown);
        }
        Value::Object(input.clone())
    }
}

/// A text argument, or an empty string.
pub(super) fn text<'a>(call: &'a Call, name: &str) -> &'a str {
    call.input
        .get(name)
        .and_then(Value::as_str)
        .unwrap_or_default()
}
