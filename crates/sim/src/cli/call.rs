//! A tool call: checks, hooks, permission, execution, result.

mod batch;
mod emit;
mod permit;

use std::rc::Rc;

use serde_json::{Map, Value};

pub(super) use batch::Batch;
use emit::NOT_NOW;
pub(super) use emit::REJECTED;
pub(super) use permit::Permit;

use super::abort::Aborted;
use super::hooks::ToolHook;
use super::mutant::Mutant;
use super::session::Shared;
use super::tools::{self, ToolResult};
use super::turn::Turn;
use crate::script::{ExitWhen, Outcome};

/// A tool call of the model.
#[derive(Debug, Clone)]
pub(super) struct Call {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) input: Map<String, Value>,
    pub(super) outcome: Option<Outcome>,
    pub(super) assistant_uuid: String,
    /// The subagent that made the call.
    pub(super) agent: Option<Rc<AgentContext>>,
}

/// The context of a subagent's frames.
#[derive(Debug)]
pub(super) struct AgentContext {
    pub(super) agent_id: String,
    pub(super) parent_tool_use_id: String,
    pub(super) subagent_type: String,
    pub(super) description: String,
    pub(super) is_background: bool,
}

/// The outcome of a call.
#[derive(Debug)]
pub(super) enum Ended {
    Result(Box<ToolResult>),
    /// The turn was aborted; `while_running` is true if the tool had started.
    Aborted {
        while_running: bool,
        asked: bool,
    },
    /// A hook deferred the call to the host that continues the session.
    Deferred,
}

/// Runs all steps of a call except writing the result.
pub(super) async fn run(sim: &Shared, turn: &Rc<Turn>, call: &mut Call) -> Ended {
    if let Err(result) = tools::check(sim, call) {
        return Ended::Result(Box::new(result));
    }
    let is_late_hook = sim.is_mutant(Mutant::HookAfterAsk);
    let mut decision = ToolHook::None;
    if !is_late_hook {
        match ask_hooks(sim, turn, call).await {
            Ok(decided) => decision = decided,
            Err(Aborted) if sim.features().aborted_calls_fail => {
                let result = ToolResult::plain_error(NOT_NOW, "Error: undefined");
                return Ended::Result(Box::new(result));
            }
            Err(Aborted) => {
                return Ended::Aborted {
                    while_running: false,
                    asked: false,
                };
            }
        }
    }
    if decision == ToolHook::Defer {
        return Ended::Deferred;
    }
    let permit = match permit::permit(sim, turn, call, decision).await {
        Ok(permit) => permit,
        Err(Aborted) => {
            return Ended::Aborted {
                while_running: false,
                asked: true,
            };
        }
    };
    let meta = match permit {
        Permit::Granted(meta) => meta,
        Permit::Refused(result) => return Ended::Result(Box::new(result)),
    };
    if is_late_hook && ask_hooks(sim, turn, call).await.is_err() {
        return Ended::Aborted {
            while_running: false,
            asked: true,
        };
    }
    sim.exit_if(ExitWhen::Tool);
    if call.name == "Bash" && call.outcome.is_none() {
        let command = tools::text(call, "command");
        call.outcome = sim
            .script
            .command(command, |condition| sim.holds(condition));
    }
    let started = super::clock::now_ms();
    let mut result = match turn.abort.guard(tools::execute(sim, turn, call)).await {
        Ok(result) => result,
        Err(Aborted) => {
            sim.stop_foreground(&call.id);
            return Ended::Aborted {
                while_running: true,
                asked: false,
            };
        }
    };
    result.meta = Some(Box::new(meta));
    let duration = super::clock::now_ms().saturating_sub(started);
    let response = result.response.clone();
    sim.post_tool_use(
        turn,
        call,
        &response,
        result.is_error == Some(true),
        duration,
    )
    .await;
    Ended::Result(Box::new(result))
}

/// Runs the PreToolUse hooks, which may replace the input.
async fn ask_hooks(sim: &Shared, turn: &Rc<Turn>, call: &mut Call) -> Result<ToolHook, Aborted> {
    let hook = sim.pre_tool_use(turn, call).await?;
    if let Some(Value::Object(input)) = hook.input {
        call.input = input;
    }
    Ok(hook.decision)
}
