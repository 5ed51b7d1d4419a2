//! Bash: the scripted outcome, or the built-in shell, or an echo of the command.

use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::time::Duration;

use serde_json::{Value, json};

use super::{ToolResult, shell, text};
use crate::cli::abort::Abort;
use crate::cli::call::Call;
use crate::cli::permission::bash::all_parts;
use crate::cli::session::{Shared, Sim};
use crate::cli::tasks::TaskKind;

/// A foreground command becomes a task after this time.
const FOREGROUND_TASK_AFTER: Duration = Duration::from_secs(3);

/// Commands that are expected to print nothing.
const QUIET: &[&str] = &[
    "touch", "mkdir", "rm", "rmdir", "mv", "cp", "cd", "chmod", "chown", "ln", "export", "unset",
    "wait",
];

/// Longer output is truncated and stored in a file.
const OUTPUT_LIMIT: usize = 30_000;

pub(super) async fn run(sim: &Shared, call: &Call) -> ToolResult {
    if call.input.get("run_in_background") == Some(&true.into()) {
        return in_background(sim, call);
    }
    let command = text(call, "command").to_owned();
    let limit = call
        .input
        .get("timeout")
        .and_then(Value::as_u64)
        .unwrap_or(120_000);
    let mut work = Box::pin(outcome(Rc::clone(sim), call.clone()));
    let limit_reached = tokio::time::sleep(Duration::from_millis(limit));
    tokio::pin!(limit_reached);
    let becomes_task = tokio::time::sleep(FOREGROUND_TASK_AFTER);
    tokio::pin!(becomes_task);
    let mut task: Option<String> = None;
    let mut moved = Abort::default();
    let finished = loop {
        tokio::select! {
            biased;
            finished = &mut work => break Some(finished),
            () = &mut limit_reached => break None,
            () = moved.wait() => {
                let id = task.unwrap_or_default();
                continue_in_background(sim, &id, work);
                return moved_result(sim, &id);
            }
            () = &mut becomes_task, if task.is_none() => {
                let id = sim.start_task(TaskKind::Bash, call, false);
                sim.task_prints(&id, live(call));
                moved = sim.background_mark(&id);
                task = Some(id);
            }
        }
    };
    let Some((output, exit)) = finished else {
        if let Some(id) = &task {
            sim.end_foreground(id, "failed");
        }
        let seconds = limit.div_ceil(1000);
        return ToolResult::error(&format!(
            "Exit code 143\nCommand timed out after {seconds}s"
        ));
    };
    if let Some(id) = &task {
        sim.end_foreground(id, "completed");
    }
    result(sim, call, &command, &output, exit)
}

/// The output of a command before its delay.
fn live(call: &Call) -> &str {
    let outcome = call.outcome.as_ref();
    outcome
        .and_then(|outcome| outcome.live.as_deref())
        .unwrap_or_default()
}

/// The output and exit code of a command.
async fn outcome(sim: Shared, call: Call) -> (String, i32) {
    let command = text(&call, "command");
    let Some(given) = &call.outcome else {
        if let Some(run) = shell::run(&sim, command).await {
            return (run.output, run.exit);
        }
        return (format!("{command}\n"), 0);
    };
    if let Some(seconds) = given.s {
        sim.pause(seconds.duration()).await;
    }
    let scripted = given.live.is_some()
        || given.stdout.is_some()
        || given.stderr.is_some()
        || given.exit.is_some()
        || given.result.is_some();
    if !scripted {
        let run = shell::run(&sim, command).await.unwrap_or_default();
        return (run.output, run.exit);
    }
    if given.exit.unwrap_or(0) == 0 {
        // Files change according to the command, regardless of its scripted output.
        let _effects = shell::run(&sim, command).await;
    }
    let mut output = live(&call).to_owned();
    output.push_str(given.stdout.as_deref().unwrap_or_default());
    if let Some(result) = &given.result {
        output.push_str(
            &result
                .as_str()
                .map_or_else(|| result.to_string(), str::to_owned),
        );
    }
    if let Some(stderr) = &given.stderr {
        if !output.is_empty() && !output.ends_with('\n') {
            output.push('\n');
        }
        output.push_str(stderr);
    }
    (output, given.exit.unwrap_or(0))
}

fn result(sim: &Sim, call: &Call, command: &str, output: &str, exit: i32) -> ToolResult {
    let output = output.trim_end_matches('\n');
    if exit != 0 {
        let message = if output.is_empty() {
            format!("Exit code {exit}")
        } else {
            format!("Exit code {exit}\n{output}")
        };
        return ToolResult::error(&message);
    }
    let quiet = all_parts(command)
        .iter()
        .all(|part| QUIET.contains(&part.split_whitespace().next().unwrap_or_default()));
    let mut response = json!({
        "stdout": output, "stderr": "", "interrupted": false, "isImage": false,
        "noOutputExpected": quiet,
    });
    sim.begin_hidden_call();
    let mut content = match output {
        "" => sim.message("bash_no_output", &[]),
        output => output.to_owned(),
    };
    if output.len() > OUTPUT_LIMIT {
        let cut: String = output.chars().take(OUTPUT_LIMIT).collect();
        let path = sim.keep_output(&call.id, output);
        let preview: String = output.chars().take(2000).collect();
        content = format!(
            "<persisted-output>\nOutput too large ({} bytes). Full output saved to: {path}\n\nPreview \
             (first 2KB):\n{preview}\n...\n</persisted-output>",
            output.len()
        );
        response["stdout"] = cut.into();
        response["persistedOutputPath"] = path.into();
        response["persistedOutputSize"] = output.len().into();
    }
    let mut result = ToolResult::success(content, response);
    result.is_error = Some(false);
    result
}

fn in_background(sim: &Shared, call: &Call) -> ToolResult {
    let id = sim.start_task(TaskKind::Bash, call, true);
    sim.task_prints(&id, live(call));
    continue_in_background(sim, &id, Box::pin(outcome(Rc::clone(sim), call.clone())));
    background_result(sim, &id)
}

/// Continues a command in the background; its end starts a turn.
fn continue_in_background(
    sim: &Shared,
    id: &str,
    work: Pin<Box<impl Future<Output = (String, i32)> + 'static>>,
) {
    let task = sim.task_abort(id);
    let (own, id) = (Rc::clone(sim), id.to_owned());
    tokio::task::spawn_local(async move {
        if let Ok((output, exit)) = task.guard(work).await {
            own.end_background_bash(&id, &output, exit);
        }
    });
}

/// The result for the model of a command that the user moved to the background.
fn moved_result(sim: &Sim, id: &str) -> ToolResult {
    let mut result = background_result(sim, id);
    result.content = format!(
        "Command was manually backgrounded by user with ID: {id}. Output is being written to: {}. If it \
         is still running after 30m in the background, it will be stopped and you will be notified.",
        sim.output_file(id).display()
    )
    .into();
    result.response["backgroundedByUser"] = true.into();
    result
}

fn background_result(sim: &Sim, id: &str) -> ToolResult {
    let path = sim.output_file(id);
    let content = sim.message("bash_background", &[("id", &id), ("path", &path.display())]);
    let response = json!({
        "stdout": "", "stderr": "", "interrupted": false, "isImage": false,
        "noOutputExpected": false, "backgroundTaskId": id,
    });
    let mut result = ToolResult::success(content, response);
    result.is_error = Some(false);
    result
}
