//! Reads stdin, runs turns, and handles signals and the end.

use std::rc::Rc;

use serde_json::{Value, json};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc::UnboundedReceiver;

use crate::cli::abort::{Abort, Reason};
use crate::cli::clock::uuid;
use crate::cli::input::{self, Input, Parsed};
use crate::cli::mutant::Mutant;
use crate::cli::output;
use crate::cli::session::{Shared, Sim};
use crate::cli::turn;

/// How often other tasks run before the next line is read, while servers connect at the start of a turn: enough for a
/// message that starts a turn to reach its servers.
const CONNECTING_YIELDS: usize = 4;

/// Serves the host until the end.
pub(super) async fn serve(sim: &Shared) -> i32 {
    let streams_in = sim.options.value("input-format") == Some("stream-json");
    let start = sim.script.start.clone();
    for block in &start {
        // No turn has started yet that could be aborted.
        let _done = sim.inject_fault(&Abort::default(), block).await;
    }
    sim.startup_marks();
    let source = if sim.options.has("resume") || sim.options.has("continue") {
        "resume"
    } else {
        "startup"
    };
    sim.session_start_commands(source).await;
    sim.connect_configured();
    let worker = tokio::task::spawn_local(work(Rc::clone(sim)));
    if !streams_in {
        if let Err(message) = one_prompt(sim) {
            output::print_error(&message);
            return 1;
        }
        return finish(sim, worker, None).await;
    }
    let mut lines = input::start();
    let code = read(sim, &mut lines).await;
    finish(sim, worker, code).await
}

/// A prompt from the command line, or from stdin as text.
fn one_prompt(sim: &Sim) -> Result<(), String> {
    let text = match &sim.options.prompt {
        Some(prompt) => prompt.clone(),
        None => std::io::read_to_string(std::io::stdin()).unwrap_or_default(),
    };
    if text.trim().is_empty() {
        return Err(
            "Error: Input must be provided either through stdin or as a prompt argument when \
                    using --print"
                .to_owned(),
        );
    }
    sim.receive(&json!({
        "type": "user",
        "message": { "role": "user", "content": [{ "type": "text", "text": text }] },
    }));
    sim.state.borrow_mut().input_ended = true;
    Ok(())
}

/// Reads stdin until its end. `Some` is an exit code that ends everything immediately.
async fn read(sim: &Shared, lines: &mut UnboundedReceiver<Input>) -> Option<i32> {
    let (Ok(mut interrupt), Ok(mut hangup), Ok(mut terminate)) = (
        signal(SignalKind::interrupt()),
        signal(SignalKind::hangup()),
        signal(SignalKind::terminate()),
    ) else {
        return Some(1);
    };
    loop {
        tokio::select! {
            biased;
            _ = terminate.recv() => sim.out.exit(143),
            _ = hangup.recv() => sim.out.exit(129),
            _ = interrupt.recv() => {
                sim.interrupt_by_signal();
                return Some(0);
            }
            line = lines.recv() => match line {
                None | Some(Input::End) => return None,
                Some(Input::Lines(lines)) => {
                    for line in lines {
                        let handled = handle(sim, &line);
                        if let Handled::Exit(code) = handled {
                            return Some(code);
                        }
                        take_effect(sim, handled).await;
                    }
                }
            },
        }
    }
}

/// Lets a line take effect before the next one is read: a turn that it aborted, a request that it answered, and all
/// work that it started while servers connect at the start of a turn.
async fn take_effect(sim: &Sim, handled: Handled) {
    let turn = sim.state.borrow().turn.clone();
    let yields = match turn {
        _ if sim.features().connects_servers_at_turn
            && sim.state.borrow().servers.are_awaited() =>
        {
            CONNECTING_YIELDS
        }
        Some(turn) if turn.is_set() => 1,
        _ if handled == Handled::Answer => 1,
        _ => 0,
    };
    for _ in 0..yields {
        tokio::task::yield_now().await;
    }
}

/// The kind of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Handled {
    /// The host's response to a request.
    Answer,
    Other,
    /// The end of the process, with this exit code.
    Exit(i32),
}

fn handle(sim: &Shared, line: &[u8]) -> Handled {
    match input::parse(line, sim.features()) {
        Parsed::Ignored => Handled::Other,
        Parsed::Fatal(message) => {
            sim.out.finish();
            output::print_error(&message);
            std::process::exit(1)
        }
        Parsed::Frame(frame) => {
            if sim.silent.get() {
                return Handled::Other;
            }
            match frame["type"].as_str() {
                Some("user") => sim.receive(&frame),
                Some("assistant") => sim.take_assistant(&frame),
                Some("control_response") => {
                    sim.receive_answer(frame);
                    return Handled::Answer;
                }
                Some("control_request") => {
                    return sim.control(&frame).map_or(Handled::Other, Handled::Exit);
                }
                Some("control_cancel_request") => sim.cancel_host_request(&frame),
                _ => {}
            }
            Handled::Other
        }
    }
}

/// Runs one turn after another; ends when stdin is closed and no work is left.
async fn work(sim: Shared) {
    loop {
        let notified = sim.changed.notified();
        let batch = sim.take_batch();
        if !batch.is_empty() {
            turn::run(&sim, batch).await;
            continue;
        }
        if is_over(&sim) {
            return;
        }
        notified.await;
    }
}

fn is_over(sim: &Sim) -> bool {
    let state = sim.state.borrow();
    state.input_ended && state.queue.is_empty() && !state.tasks.has_running()
}

/// Waits for all started work.
async fn finish(sim: &Shared, worker: tokio::task::JoinHandle<()>, code: Option<i32>) -> i32 {
    sim.state.borrow_mut().input_ended = true;
    if code.is_none() {
        sim.close_pending();
        if sim.state.borrow().last_turn_was_interrupted && sim.state.borrow().turn.is_none() {
            sim.stop_all_tasks();
        }
    } else {
        sim.kill_tasks();
        sim.state.borrow_mut().queue.clear();
    }
    sim.changed.notify_one();
    sim.changed.notify_waiters();
    let mut terminate = signal(SignalKind::terminate()).ok();
    let terminated = async {
        match &mut terminate {
            Some(terminate) => terminate.recv().await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        _ = worker => {}
        _ = terminated => sim.out.exit(143),
    }
    if let Some(code) = code {
        return code;
    }
    let failed = sim.state.borrow().last_result_was_error && !sim.is_mutant(Mutant::CleanExit);
    i32::from(failed)
}

impl Sim {
    fn interrupt_by_signal(&self) {
        self.cancel_open_requests();
        self.abort_turn(Reason::Signal);
    }

    /// Writes lines about the startup that a host may request.
    fn startup_marks(&self) {
        if !self.environment.startup_marks {
            return;
        }
        for mark in ["init_network_configured", "settings_loaded", "ready"] {
            self.emit(&json!({ "type": "keep_alive", "startup_mark": mark }));
        }
    }

    /// Adds an assistant message from the host to the transcript and echoes it.
    fn take_assistant(&self, frame: &Value) {
        let uuid = frame["uuid"].as_str().map_or_else(uuid, str::to_owned);
        self.record_assistant(&frame["message"], &uuid, "");
        if frame["uuid"].is_string() {
            self.lifecycle(&uuid, "completed");
        }
        if self.replays() {
            self.echo(frame);
        }
    }
}
