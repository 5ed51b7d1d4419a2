//! Subagents: separate conversations in frames that name their parent.

use std::rc::Rc;

use serde_json::{Value, json};

use super::abort::Abort;
use super::call::{self, AgentContext, Call, Ended};
use super::clock::now_ms;
use super::session::{Shared, Sim};
use super::turn::Turn;
use crate::script::{self, Block, DEFAULT_SIGNATURE, Usage};

/// The delay of a background agent between a result and its next reply.
const BACKGROUND_PACE: std::time::Duration = std::time::Duration::from_millis(150);

/// The work of an agent.
#[derive(Debug, Default)]
pub(super) struct AgentRun {
    pub(super) text: String,
    pub(super) tool_uses: u64,
    pub(super) tools: Vec<String>,
    pub(super) tokens: u64,
    pub(super) duration_ms: u64,
    pub(super) was_stopped: bool,
}

impl AgentRun {
    pub(super) fn usage(&self) -> Value {
        json!({
            "total_tokens": self.tokens, "tool_uses": self.tool_uses, "duration_ms": self.duration_ms,
        })
    }
}

/// Plays the agent's script.
pub(super) async fn play(
    sim: &Shared,
    parent: &Rc<Turn>,
    abort: Abort,
    context: Rc<AgentContext>,
    prompt: &str,
) -> AgentRun {
    let turn = Rc::new(Turn::for_agent(parent, abort));
    sim.subagent_hooks(&turn, "SubagentStart", &context, None)
        .await;
    let started = now_ms();
    let mut run = AgentRun::default();
    if !context.is_background {
        emit_prompt(sim, &context, prompt);
    }
    let script = script::find(prompt).ok().flatten().or_else(|| {
        let holds = |condition: &script::Condition| sim.holds(condition);
        let scenario = script::scenario(&sim.script.agents, prompt, holds)?;
        Some(scenario.script.clone().with_prompt(prompt))
    });
    for request in 0.. {
        let reply = match script::Script::choose(script.as_ref(), request) {
            script::Choice::Scripted(reply) => reply,
            script::Choice::Closing => script::closing_reply(),
            script::Choice::Plain => script::plain_reply(prompt),
        };
        let calls = one_reply(sim, &turn, &context, reply, &mut run).await;
        run.duration_ms = now_ms().saturating_sub(started);
        for call in &calls {
            sim.emit_progress(&context, &run, call);
        }
        if calls.is_empty() || turn.abort.is_set() {
            break;
        }
        run_calls(sim, &turn, calls).await;
        if context.is_background {
            // The main conversation continues in the meantime, as it does with a model that needs time.
            sim.pause(BACKGROUND_PACE).await;
        }
        if turn.abort.is_set() {
            break;
        }
    }
    sim.subagent_hooks(&turn, "SubagentStop", &context, Some(&run.text))
        .await;
    run.duration_ms = now_ms().saturating_sub(started);
    run.was_stopped = turn.abort.is_set();
    parent
        .denials
        .borrow_mut()
        .extend(turn.denials.borrow_mut().drain(..));
    run
}

fn emit_prompt(sim: &Sim, context: &AgentContext, prompt: &str) {
    let message = json!({ "role": "user", "content": [{ "type": "text", "text": prompt }] });
    let frame = sim.message_frame("user", message).of_agent(context);
    sim.emit(&frame.into());
}

/// Writes one reply of the agent; returns its tool calls.
async fn one_reply(
    sim: &Shared,
    turn: &Rc<Turn>,
    context: &Rc<AgentContext>,
    reply: script::Reply,
    run: &mut AgentRun,
) -> Vec<Call> {
    let message_id = format!("msg_{}", &uuid::Uuid::new_v4().simple().to_string()[..24]);
    let usage = Usage::default();
    let mut calls = Vec::new();
    for block in reply {
        // The duration of the block.
        let (block, pause) = match block {
            Block::Text(text) => {
                run.text.clone_from(&text.text);
                let pieces = text.chunks.unwrap_or(1);
                let pause = text.delay.map(|delay| delay.duration() * pieces);
                (json!({ "type": "text", "text": text.text }), pause)
            }
            Block::Thinking(thinking) => {
                let signature = thinking.signature.as_deref().unwrap_or(DEFAULT_SIGNATURE);
                let block = json!({
                    "type": "thinking", "thinking": thinking.thinking, "signature": signature,
                });
                (block, thinking.delay.map(script::Seconds::duration))
            }
            Block::ToolUse(mut tool) => {
                sim.complete_paths(&mut tool.input);
                let id = tool.id.clone().unwrap_or_else(|| {
                    format!("toolu_{}", &uuid::Uuid::new_v4().simple().to_string()[..24])
                });
                let shown = sim.shown_input(&tool.name, &tool.input);
                let block =
                    json!({ "type": "tool_use", "id": id, "name": tool.name, "input": shown });
                run.tool_uses += 1;
                run.tools.push(tool.name.clone());
                calls.push(Call {
                    id,
                    name: tool.name,
                    input: tool.input,
                    outcome: tool.sim,
                    assistant_uuid: String::new(),
                    agent: Some(Rc::clone(context)),
                });
                (block, tool.delay.map(script::Seconds::duration))
            }
            Block::Sleep { s } => {
                let slept = turn.abort.guard(sim.pause(s.duration())).await;
                if slept.is_err() {
                    return Vec::new();
                }
                continue;
            }
            _ => continue,
        };
        if let Some(pause) = pause
            && turn.abort.guard(sim.pause(pause)).await.is_err()
        {
            return Vec::new();
        }
        let is_tool = block["type"] == "tool_use";
        let forwards =
            sim.options.has("forward-subagent-text") || sim.state.borrow().forwards_subagent_text;
        if context.is_background || is_tool || forwards {
            emit_assistant(sim, context, &message_id, block, usage);
        }
        tokio::task::yield_now().await;
    }
    run.tokens += usage.input_tokens + usage.output_tokens;
    sim.charge(&sim.model(), usage, 1);
    calls
}

fn emit_assistant(sim: &Sim, context: &AgentContext, message_id: &str, block: Value, usage: Usage) {
    let message = json!({
        "id": message_id,
        "type": "message",
        "role": "assistant",
        "model": sim.model(),
        "content": [block],
        "stop_reason": null,
        "stop_sequence": null,
        "usage": super::reply::usage_json(usage, 1),
        "context_management": null,
    });
    let frame = sim.message_frame("assistant", message).of_agent(context);
    let request = json!({ "request_id": super::failure::request_id() });
    sim.emit(&frame.with(request).into());
}

/// Runs the calls of one reply sequentially.
async fn run_calls(sim: &Shared, turn: &Rc<Turn>, calls: Vec<Call>) {
    for mut call in calls {
        let ended = if turn.abort.is_set() {
            Ended::Aborted {
                while_running: false,
                asked: false,
            }
        } else {
            // A nested subagent would require a recursive future.
            Box::pin(call::run(sim, turn, &mut call)).await
        };
        sim.emit_ended(turn, &call, ended);
    }
}

impl Sim {
    /// Runs the hooks for the start or stop of an agent.
    async fn subagent_hooks(
        self: &Rc<Self>,
        turn: &Turn,
        event: &'static str,
        context: &AgentContext,
        last: Option<&str>,
    ) {
        let mut fields = json!({
            "agent_id": context.agent_id, "agent_type": context.subagent_type,
        });
        if let Some(last) = last {
            let directory = self
                .project_directory()
                .join(self.session_id())
                .join("subagents");
            let path = directory.join(format!("agent-{}.jsonl", context.agent_id));
            fields["stop_hook_active"] = false.into();
            fields["agent_transcript_path"] = path.display().to_string().into();
            fields["last_assistant_message"] = last.into();
            fields["background_tasks"] = self.state.borrow().tasks.background();
            fields["session_crons"] = json!([]);
        }
        self.await_hooks(turn, event, &context.subagent_type, &fields)
            .await;
    }

    fn emit_progress(&self, context: &AgentContext, run: &AgentRun, call: &Call) {
        let text = |name: &str| call.input.get(name).and_then(Value::as_str);
        let what = text("description")
            .or_else(|| text("file_path"))
            .unwrap_or(&call.name);
        let run_id = self
            .state
            .borrow()
            .tasks
            .find(&context.agent_id)
            .map(|task| task.run_id.clone());
        self.system(
            "task_progress",
            json!({
                "task_id": context.agent_id,
                "run_id": run_id,
                "tool_use_id": context.parent_tool_use_id,
                "description": format!("Running {what}"),
                "subagent_type": context.subagent_type,
                "usage": run.usage(),
                "last_tool_name": call.name,
            }),
        );
    }
}
