//! The start of the process.

mod refusal;
mod serve;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use serde_json::{Value, json};

use super::clock::uuid;
use super::cost;
use super::files::Files;
use super::flags::Options;
use super::output::{self, Output};
use super::session::{Shared, Sim, State};
use super::settings::Environment;
use super::tour;
use super::transcript::StartError;
use crate::script::ScriptFile;

/// Runs a session to its end and returns the exit code.
pub(super) fn run(options: Options) -> i32 {
    if let Some(message) = refusal::refusal(&options) {
        output::print_error(&message);
        return 1;
    }
    let script = match load_script(&options) {
        Ok(script) => script,
        Err(message) => {
            output::print_error(&message);
            return 1;
        }
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(error) => {
            output::print_error(&format!("the runtime cannot start: {error}"));
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
    let dialect = options.version.dialect();
    let environment = Environment::read();
    let files = Files::new(options.file_mode());
    let model = dialect
        .catalog
        .resolve_model(options.value("model").unwrap_or_default());
    let cwd = std::env::current_dir().unwrap_or_default();
    let sim = Rc::new(Sim {
        dialect,
        environment,
        out: Output::start(),
        cwd,
        script,
        state: RefCell::new(State {
            model,
            session_state: "idle",
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
        Ok(()) => serve::serve(&sim).await,
        Err(code) => code,
    };
    sim.out.finish();
    code
}

fn prepare(sim: &Shared) -> Result<(), i32> {
    let refused = |message: String| {
        output::print_error(&message);
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
            sim.emit(&no_conversation(&message, &session_id));
            if sim.features().reports_failed_resume {
                output::print_error(&message);
            }
            return Err(1);
        }
    }
    sim.load_settings();
    sim.load_commands();
    sim.load_agents();
    if let Err(message) = sim.load_mcp_config() {
        let is_error = sim.features().rejects_invalid_mcp_config;
        return Err(if is_error { refused(message) } else { 0 });
    }
    sim.prepare_tour();
    if let Some(name) = sim.options.value("name") {
        sim.state.borrow_mut().title = Some(name.to_owned());
    }
    Ok(())
}

fn no_conversation(message: &str, session_id: &str) -> Value {
    json!({
        "type": "result",
        "subtype": "error_during_execution",
        "duration_ms": 0,
        "duration_api_ms": 0,
        "is_error": true,
        "num_turns": 0,
        "stop_reason": null,
        "session_id": session_id,
        "total_cost_usd": 0,
        "usage": cost::turn_usage(cost::NONE),
        "modelUsage": {},
        "permission_denials": [],
        "uuid": uuid(),
        "errors": [message],
        "result_index": 0,
    })
}
