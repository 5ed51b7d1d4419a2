//! Checks before permission requests: the tool exists, its input is valid, the call is possible.

use super::schema::issues;
use super::{ToolResult, text};
use crate::cli::call::Call;
use crate::cli::session::Sim;
use crate::script::Outcome;

/// Rejects calls that cannot succeed, before hooks and permission requests.
pub(in crate::cli) fn check(sim: &Sim, call: &Call) -> Result<(), ToolResult> {
    if !is_scripted_server_tool(sim, call) {
        exists(sim, &call.name)?;
    }
    if let Some((text, list)) = issues(&call.name, &call.input) {
        let list = serde_json::to_string_pretty(&list).unwrap_or_default();
        return Err(ToolResult::plain_error(
            &format!("<tool_use_error>InputValidationError: {text}</tool_use_error>"),
            &format!("InputValidationError: {list}"),
        ));
    }
    match call.name.as_str() {
        "Edit" => check_edit(sim, call),
        "Write" => check_write(sim, call),
        "NotebookEdit" => check_notebook(sim, call),
        "Read" if sim.features().checks_files_before_asking => check_read(sim, call),
        "AskUserQuestion" => super::question::check(call),
        "ExitPlanMode" if sim.mode() != "plan" && sim.features().checks_plan_mode => {
            Err(ToolResult::invalid(
                "You are not in plan mode. To enter plan mode, call the EnterPlanMode tool first. If your \
             plan was already approved, continue with implementation.",
            ))
        }
        "Bash" => check_bash(sim, call),
        "Skill" => super::agent::check_skill(sim, call),
        _ => Ok(()),
    }
}

/// Returns whether a script provides the result of a configured server's tool. Such servers are not started, so the
/// names of their tools are unknown.
fn is_scripted_server_tool(sim: &Sim, call: &Call) -> bool {
    let state = sim.state.borrow();
    let configured = state.servers.of_tool(&call.name);
    let is_scripted = |outcome: &Outcome| outcome.result.is_some() || outcome.elicit.is_some();
    configured.is_some_and(|server| !server.is_sdk())
        && call.outcome.as_ref().is_some_and(is_scripted)
}

fn exists(sim: &Sim, name: &str) -> Result<(), ToolResult> {
    let names = sim.tool_names();
    let listed = |name: &str| names.iter().any(|listed| listed == name);
    let is_agent = matches!(name, "Agent" | "Task") && listed("Task");
    if listed(name) || is_agent {
        return Ok(());
    }
    let hint = match name {
        _ if !sim.features().explains_missing_tools => "",
        "Glob" => {
            ". Glob is not available in this session — find files with `find` via the Bash tool instead."
        }
        "Grep" => {
            ". Grep is not available in this session — search file contents with `grep` via the Bash tool instead."
        }
        name if is_disabled(sim, name) => {
            let message = format!(
                "Error: No such tool available: {name}. {name} is disabled for this session, in \
                 subagents as well as here."
            );
            return Err(no_such_tool(&message));
        }
        _ => "",
    };
    Err(no_such_tool(&format!(
        "Error: No such tool available: {name}{hint}"
    )))
}

/// Returns whether the tool exists but is disabled.
fn is_disabled(sim: &Sim, name: &str) -> bool {
    let by_model = [
        "TodoWrite",
        "TaskCreate",
        "TaskUpdate",
        "TaskList",
        "TaskGet",
    ];
    let denied = sim.options.list("disallowedTools").unwrap_or_default();
    by_model.contains(&name) || denied.iter().any(|tool| tool == name)
}

fn no_such_tool(message: &str) -> ToolResult {
    ToolResult::plain_error(
        &format!("<tool_use_error>{message}</tool_use_error>"),
        message,
    )
}

fn check_edit(sim: &Sim, call: &Call) -> Result<(), ToolResult> {
    let path = sim.absolute(text(call, "file_path"));
    let (old, new) = (text(call, "old_string"), text(call, "new_string"));
    if old == new {
        return Err(ToolResult::invalid(
            "No changes to make: old_string and new_string are exactly the same.",
        ));
    }
    let content = sim.files.borrow().read_text(&path);
    let Some(content) = content else {
        if old.is_empty() {
            return Ok(());
        }
        return Err(ToolResult::invalid(&format!(
            "File does not exist. Note: your current working directory is {}.",
            sim.cwd.display()
        )));
    };
    if sim.must_read_first() && !sim.state.borrow().read_files.contains(&path) {
        return Err(ToolResult::invalid(
            "File has not been read yet. Read it first before writing to it.",
        ));
    }
    let count = content.matches(old).count();
    if count == 0 {
        return Err(ToolResult::invalid(&format!(
            "String to replace not found in file.\nString: {old}"
        )));
    }
    let all = call.input.get("replace_all") == Some(&true.into());
    if count > 1 && !all {
        return Err(ToolResult::invalid(&format!(
            "Found {count} matches of the string to replace, but replace_all is false. To replace all \
             occurrences, set replace_all to true. To replace only one occurrence, please provide more \
             context to uniquely identify the instance.\nString: {old}"
        )));
    }
    Ok(())
}

fn check_write(sim: &Sim, call: &Call) -> Result<(), ToolResult> {
    let path = sim.absolute(text(call, "file_path"));
    let unread = !sim.state.borrow().read_files.contains(&path);
    if sim.files.borrow().exists(&path) && unread && !sim.is_plan_file(&path) {
        return Err(ToolResult::invalid(
            "File has not been read yet. Read it first before writing to it.",
        ));
    }
    Ok(())
}

fn check_notebook(sim: &Sim, call: &Call) -> Result<(), ToolResult> {
    let path = sim.absolute(text(call, "notebook_path"));
    if !sim.files.borrow().exists(&path) {
        return Err(ToolResult::invalid("Notebook file does not exist."));
    }
    if sim.features().must_read_notebooks && !sim.state.borrow().read_files.contains(&path) {
        return Err(ToolResult::invalid(
            "File has not been read yet. Read it first before writing to it.",
        ));
    }
    Ok(())
}

fn check_read(sim: &Sim, call: &Call) -> Result<(), ToolResult> {
    if sim
        .files
        .borrow()
        .exists(&sim.absolute(text(call, "file_path")))
    {
        return Ok(());
    }
    Err(ToolResult::invalid("File does not exist."))
}

/// Rejects a long foreground sleep before another command.
fn check_bash(sim: &Sim, call: &Call) -> Result<(), ToolResult> {
    let background = call.input.get("run_in_background") == Some(&true.into());
    if !sim.features().rejects_long_sleeps || background || call.outcome.is_some() {
        return Ok(());
    }
    let parts = crate::cli::permission::bash::all_parts(text(call, "command"));
    let [first, second, ..] = parts.as_slice() else {
        return Ok(());
    };
    let seconds = first
        .strip_prefix("sleep ")
        .and_then(|rest| rest.trim().parse::<f64>().ok());
    if seconds.is_some_and(|seconds| seconds >= 25.0) {
        return Err(ToolResult::invalid(&format!(
            "Blocked: {first} followed by: {second}. Run the wait in the background instead."
        )));
    }
    Ok(())
}
