//! Tools that start and stop agents, and skills.

use std::rc::Rc;

use serde_json::{Value, json};

use super::{ToolResult, text};
use crate::cli::agents::{self, AgentRun};
use crate::cli::call::{AgentContext, Call};
use crate::cli::cost;
use crate::cli::session::{Shared, Sim};
use crate::cli::tasks::TaskKind;
use crate::cli::turn::Turn;

pub(super) async fn run(sim: &Shared, turn: &Rc<Turn>, call: &Call) -> ToolResult {
    let subagent_type = match text(call, "subagent_type") {
        "" => "general-purpose",
        name => name,
    };
    let known = sim.agent_names();
    if !known.iter().any(|name| name == subagent_type) {
        return ToolResult::error(&format!(
            "Agent type '{subagent_type}' not found. Available agents: {}",
            known.join(", ")
        ));
    }
    let requested = call.input.get("run_in_background").and_then(Value::as_bool);
    let can_background = !sim.environment.disables_background;
    let is_background =
        can_background && requested.unwrap_or(sim.features().agents_default_to_background);
    sim.state
        .borrow_mut()
        .tasks
        .count_agent(subagent_type, requested, is_background);
    let id = sim.start_task(TaskKind::Agent, call, is_background);
    let context = Rc::new(AgentContext {
        agent_id: id.clone(),
        parent_tool_use_id: call.id.clone(),
        subagent_type: subagent_type.to_owned(),
        description: text(call, "description").to_owned(),
        is_background,
    });
    if is_background {
        let result = launched(sim, call, &id);
        in_background(sim, turn, call, context);
        return result;
    }
    let abort = turn.abort.clone();
    let run = Box::pin(agents::play(
        sim,
        turn,
        abort,
        context,
        text(call, "prompt"),
    ))
    .await;
    sim.end_agent(&id, &run.text, run.usage(), false);
    finished(sim, call, &id, subagent_type, &run)
}

fn in_background(sim: &Shared, turn: &Rc<Turn>, call: &Call, context: Rc<AgentContext>) {
    let abort = sim.task_abort(&context.agent_id);
    let (sim, turn, call) = (Rc::clone(sim), Rc::clone(turn), call.clone());
    tokio::task::spawn_local(async move {
        let id = context.agent_id.clone();
        let prompt = text(&call, "prompt").to_owned();
        let run = agents::play(&sim, &turn, abort, context, &prompt).await;
        if !run.was_stopped {
            sim.end_agent(&id, &run.text, run.usage(), true);
        }
        sim.changed.notify_one();
    });
}

fn launched(sim: &Sim, call: &Call, id: &str) -> ToolResult {
    let file = sim.output_file(id).display().to_string();
    let text_block = format!(
        "Async agent launched successfully.\nagentId: {id} (internal ID - do not mention to user.)\nThe \
         agent is working in the background. You will be notified automatically when it completes.\n\
         output_file: {file}"
    );
    ToolResult::success(
        json!([{ "type": "text", "text": text_block }]),
        json!({
            "isAsync": true,
            "status": "async_launched",
            "agentId": id,
            "description": text(call, "description"),
            "resolvedModel": sim.model(),
            "prompt": text(call, "prompt"),
            "outputFile": file,
            "canReadOutputFile": true,
            "canContinueAgent": true,
        }),
    )
}

fn finished(sim: &Sim, call: &Call, id: &str, subagent_type: &str, run: &AgentRun) -> ToolResult {
    let is_annotated = sim.features().annotates_agent_reports;
    let usage = crate::script::Usage::default();
    // 2.1.325 reports the size of the agent's last request, 2.1.38 the sum of all.
    let tokens = match is_annotated {
        true => usage.input_tokens + usage.output_tokens,
        false => run.tokens,
    };
    let tools = run.tools.join(", ");
    let used = format!("<tools-used-before-summary>{tools}</tools-used-before-summary>");
    let has_note = is_annotated && !tools.is_empty();
    let mut parts = Vec::new();
    if has_note {
        parts.push(json!({ "type": "text", "text": format!("{used}\n") }));
    }
    parts.push(json!({ "type": "text", "text": run.text }));
    let count = |names: &[&str]| {
        run.tools
            .iter()
            .filter(|tool| names.contains(&tool.as_str()))
            .count()
    };
    let known = count(&["Read", "Grep", "Glob", "Bash", "Edit", "Write"]);
    let response = json!({
        "status": "completed",
        "prompt": text(call, "prompt"),
        "agentId": id,
        "agentType": subagent_type,
        "toolsUsed": run.tools,
        "harnessNoteCount": usize::from(has_note),
        "harnessTailCount": 0,
        "harnessSectionHash": crate::cli::clock::uuid().replace('-', "")[..16],
        "content": parts,
        "resolvedModel": sim.model(),
        "totalDurationMs": run.duration_ms,
        "totalTokens": tokens,
        "totalToolUseCount": run.tool_uses,
        "usage": cost::turn_usage(usage),
        "toolStats": {
            "readCount": count(&["Read"]),
            "searchCount": count(&["Grep", "Glob"]),
            "bashCount": count(&["Bash"]),
            "editFileCount": count(&["Edit", "Write"]),
            "linesAdded": 0,
            "linesRemoved": 0,
            "otherToolCount": run.tools.len() - known,
        },
        "canContinueAgent": true,
    });
    if !is_annotated {
        return ToolResult::success(json!(parts), response);
    }
    let note = if has_note {
        format!("  {used}\n  \n")
    } else {
        String::new()
    };
    let report = format!(
        "{note}[Subagent hand-back] The text below is the final report of a subagent this session \
         delegated to. The report follows:\n  {}\nagentId: {id} (use SendMessage with to: '{id}', \
         summary: '<5-10 word recap>' to continue this agent)\n<usage>subagent_tokens: {}\ntool_uses: \
         {}\nduration_ms: {}</usage>",
        run.text.replace('\n', "\n  "),
        tokens,
        run.tool_uses,
        run.duration_ms
    );
    ToolResult::success(json!([{ "type": "text", "text": report }]), response)
}

pub(super) fn stop(sim: &Sim, call: &Call) -> ToolResult {
    let id = text(call, "task_id");
    let command = sim
        .state
        .borrow()
        .tasks
        .find(id)
        .map(|task| task.description.clone());
    let Some(description) = command else {
        return ToolResult::error(&format!("No task found with ID: {id}"));
    };
    sim.stop_task(id);
    ToolResult::success(
        format!("Successfully stopped task: {id} ({description})"),
        json!({
            "message": format!("Successfully stopped task: {id} ({description})"),
            "task_id": id,
            "task_type": "local_bash",
            "command": description,
        }),
    )
}

pub(super) fn check_skill(sim: &Sim, call: &Call) -> Result<(), ToolResult> {
    let name = text(call, "skill");
    if sim.skill_body(name).is_some() {
        return Ok(());
    }
    let mut builtin = sim.dialect.catalog.skills.iter();
    if sim.features().names_reserved_skills && builtin.any(|skill| skill == name) {
        return Err(ToolResult::invalid(&format!(
            "Skill {name} cannot be used with Skill tool due to disable-model-invocation. Ask the user \
             to run /{name} themselves — it cannot be invoked via the Skill tool. Do not replicate this \
             skill's workflow by other means — it is reserved for explicit user invocation."
        )));
    }
    Err(ToolResult::invalid(&format!("Unknown skill: {name}")))
}

pub(super) fn skill(sim: &Sim, call: &Call) -> ToolResult {
    let name = text(call, "skill");
    let mut result = ToolResult::success(
        format!("Launching skill: {name}"),
        json!({ "success": true, "commandName": name }),
    );
    if let Some(body) = sim.skill_body(name) {
        result
            .follow_up
            .push(json!([{ "type": "text", "text": body }]));
    }
    result
}
