//! The process: start, the reading of stdin, signals, the end.

mod refusal;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use serde_json::{Value, json};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc::UnboundedReceiver;

use super::abort::Reason;
use super::catalog;
use super::clock::uuid;
use super::cost;
use super::cost::Totals;
use super::files::Files;
use super::flags::Options;
use super::input::{self, Input, Parsed};
use super::mutant::Mutant;
use super::output::{self, Output};
use super::session::{Shared, Sim, State};
use super::settings::Environment;
use super::tour;
use super::transcript::StartError;
use super::turn;
use crate::script::ScriptFile;

/// How often the older version looks after its other work before it reads on: a message that starts a
/// turn gets as far as its servers.
const OLD_YIELDS: usize = 4;

/// Runs a session to its end and returns the exit code.
pub(super) fn run(options: Options) -> i32 {
    if let Some(message) = refusal::refusal(&options) {
        output::complain(&message);
        return 1;
    }
    let script = match load_script(&options) {
        Ok(script) => script,
        Err(message) => {
            output::complain(&message);
            return 1;
        }
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(error) => {
            output::complain(&format!("the runtime cannot start: {error}"));
            return 1;
        }
    };
    let local = tokio::task::LocalSet::new();
    let code = local.block_on(&runtime, session(options, script));
    runtime.shutdown_background();
    code
}

fn load_script(options: &Options) -> Result<ScriptFile, String> {
    let Some(name) = options.value("sim-script") else {
        return Ok(ScriptFile::default());
    };
    let script = if name == "tour" {
        ScriptFile::parse(tour::SCRIPT)
    } else {
        ScriptFile::load(std::path::Path::new(name))
    };
    script.map_err(|error| error.to_string())
}

async fn session(options: Options, script: ScriptFile) -> i32 {
    let version = options.version;
    let environment = Environment::read();
    let files = Files::new(options.file_mode());
    let model =
        catalog::resolve_model(options.value("model").unwrap_or_default(), version.is_old());
    let cwd = std::env::current_dir().unwrap_or_default();
    let sim = Rc::new(Sim {
        version,
        environment,
        out: Output::start(),
        cwd,
        script,
        state: RefCell::new(State {
            model,
            session_state: "idle",
            totals: Totals::new(version.is_old()),
            ..State::default()
        }),
        files: RefCell::new(files),
        changed: tokio::sync::Notify::new(),
        silent: Cell::new(false),
        exit_when: Cell::new(None),
        cancels_open: Cell::new(0),
        cancel_answered: tokio::sync::Notify::new(),
        held_back: RefCell::default(),
        options,
    });
    let code = match prepare(&sim) {
        Ok(()) => serve(&sim).await,
        Err(code) => code,
    };
    sim.out.finish();
    code
}

fn prepare(sim: &Shared) -> Result<(), i32> {
    let refused = |message: String| {
        output::complain(&message);
        1
    };
    let start = sim.choose_start().and_then(|start| sim.begin(start));
    match start {
        Ok(()) => {}
        Err(StartError::Refused(message)) => return Err(refused(message)),
        Err(StartError::NoConversation {
            message,
            session_id,
        }) => {
            sim.emit(&no_conversation(sim, &message, &session_id));
            if sim.is_old() {
                // The older version says it in the frame only.
                return Err(1);
            }
            return Err(refused(message));
        }
    }
    sim.load_settings();
    sim.load_commands();
    sim.load_agents();
    if let Err(message) = sim.load_mcp_config() {
        return Err(if sim.is_old() { 0 } else { refused(message) });
    }
    sim.prepare_tour();
    if let Some(name) = sim.options.value("name") {
        sim.state.borrow_mut().title = Some(name.to_owned());
    }
    Ok(())
}

fn no_conversation(sim: &Sim, message: &str, session_id: &str) -> Value {
    let mut frame = json!({
        "type": "result",
        "subtype": "error_during_execution",
        "duration_ms": 0,
        "duration_api_ms": 0,
        "is_error": true,
        "num_turns": 0,
        "stop_reason": null,
        "session_id": session_id,
        "total_cost_usd": 0,
        "usage": cost::turn_usage(cost::NONE, sim.is_old()),
        "modelUsage": {},
        "permission_denials": [],
        "uuid": uuid(),
        "errors": [message],
    });
    if !sim.is_old() {
        frame["result_index"] = 0.into();
    }
    frame
}

/// Serves the host until the end.
async fn serve(sim: &Shared) -> i32 {
    let streams_in = sim.options.value("input-format") == Some("stream-json");
    let start = sim.script.start.clone();
    for block in &start {
        // Nothing can stop a turn that has not begun.
        let _done = sim.misbehave(&super::abort::Abort::default(), block).await;
    }
    sim.startup_marks();
    let source = if sim.options.has("resume") || sim.options.has("continue") {
        "resume"
    } else {
        "startup"
    };
    sim.session_start_commands(source).await;
    sim.greet_configured();
    let worker = tokio::task::spawn_local(work(Rc::clone(sim)));
    if !streams_in {
        if let Err(message) = one_prompt(sim) {
            output::complain(&message);
            return 1;
        }
        return finish(sim, worker, None).await;
    }
    let mut lines = input::start();
    let code = read(sim, &mut lines).await;
    finish(sim, worker, code).await
}

/// A prompt from the command line or from stdin, as text.
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

/// Reads stdin until its end. `Some` is an exit code that ends everything at once.
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

/// What a line stopped does so before the next one is read, and what waited for an answer goes on.
/// With the older version that holds for all that a line begins while servers are greeted.
async fn take_effect(sim: &Sim, handled: Handled) {
    let turn = sim.state.borrow().turn.clone();
    let yields = match turn {
        _ if sim.is_old() && sim.state.borrow().servers.are_awaited() => OLD_YIELDS,
        Some(turn) if turn.is_set() => 1,
        _ if handled == Handled::Answer => 1,
        _ => 0,
    };
    for _ in 0..yields {
        tokio::task::yield_now().await;
    }
}

/// What a line was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Handled {
    /// The host's answer to a request.
    Answer,
    Other,
    /// The end of everything, with this code.
    Exit(i32),
}

fn handle(sim: &Shared, line: &[u8]) -> Handled {
    match input::parse(line, sim.version) {
        Parsed::Ignored => Handled::Other,
        Parsed::Fatal(message) => {
            sim.out.finish();
            output::complain(&message);
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
                    sim.answer_arrives(frame);
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

/// Runs turn after turn; ends when stdin has ended and nothing is left to do.
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

/// Lets everything that was begun come to its end.
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

    /// Lines about the start that a host may ask for.
    fn startup_marks(&self) {
        if !self.environment.startup_marks || self.is_old() {
            return;
        }
        for mark in ["init_network_configured", "settings_loaded", "ready"] {
            self.emit(&json!({ "type": "keep_alive", "startup_mark": mark }));
        }
    }

    /// An assistant message from the host joins the transcript and is echoed.
    fn take_assistant(&self, frame: &Value) {
        let uuid = frame["uuid"].as_str().map_or_else(uuid, str::to_owned);
        self.record_assistant(&frame["message"], &uuid, "");
        if frame["uuid"].is_string() {
            self.lifecycle(&uuid, "completed");
        }
        if self.replays() {
            self.emit(frame);
        }
    }
}
