//! The state of one simulated session, shared by all tasks of the process.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet, VecDeque};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use serde_json::{Map, Value};
use tokio::sync::Notify;

use super::abort::Abort;
use super::asks::Pending;
use super::cost::Totals;
use super::dialect::{Dialect, Features};
use super::files::Files;
use super::flags::Options;
use super::hooks::Hooks;
use super::mcp::Servers;
use super::output::Output;
use super::queue::UserMessage;
use super::rules::Rules;
use super::settings::{Environment, SessionStateEvents};
use super::tasks::Tasks;
use super::transcript::Transcript;
use crate::script::{Condition, ExitWhen, ScriptFile};

/// A simulated process.
#[derive(Debug)]
pub(super) struct Sim {
    pub(super) options: Options,
    pub(super) dialect: &'static Dialect,
    pub(super) environment: Environment,
    pub(super) out: Output,
    pub(super) cwd: PathBuf,
    pub(super) script: ScriptFile,
    pub(super) state: RefCell<State>,
    pub(super) files: RefCell<Files>,
    /// Notified when the state that the owner of the queue waits for changes.
    pub(super) changed: Notify,
    /// While set, no output is written.
    pub(super) silent: Cell<bool>,
    pub(super) exit_when: Cell<Option<(ExitWhen, i32)>>,
    /// Cancelled calls without a response of the host.
    pub(super) cancels_open: Cell<usize>,
    pub(super) cancel_answered: Notify,
    /// Frames or blocks that the active mutant holds back.
    pub(super) held_back: RefCell<Vec<Value>>,
}

/// The mutable state of the session.
#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) session_id: String,
    pub(super) mode: String,
    pub(super) mode_before_plan: Option<String>,
    /// How plan mode was entered: set by a response it asks, otherwise auto mode decides.
    pub(super) plan_by_answer: bool,
    /// Pending notes for the model about stopped commands.
    pub(super) stop_notes: Vec<(String, Value)>,
    /// Calls of MCP tools that wait for their response.
    pub(super) server_calls: Vec<(String, u64)>,
    /// Calls that timed out; their cancellations are sent with the next request to the model.
    pub(super) late_cancels: Vec<(String, u64, String)>,
    pub(super) tool_ids: HashSet<String>,
    /// A call had an ID that was used before: the CLI drops its result for the model, which then receives a message
    /// without text.
    pub(super) repeated_tool_id: bool,
    pub(super) model: String,
    /// The model of the next turn, if the host changed it during a turn.
    pub(super) next_model: Option<String>,
    /// The number of messages in the conversation.
    pub(super) messages: u64,
    pub(super) effort: Option<String>,
    /// The settings that the host set with `apply_flag_settings`.
    pub(super) flag_settings: Map<String, Value>,
    pub(super) additional_directories: Vec<(PathBuf, &'static str)>,
    pub(super) rules: Rules,
    pub(super) queue: VecDeque<UserMessage>,
    pub(super) seen_uuids: HashSet<String>,
    /// Messages that were answered in an earlier process.
    pub(super) resumed_uuids: HashSet<String>,
    pub(super) pending: Vec<Pending>,
    pub(super) host_requests: HashMap<String, Abort>,
    pub(super) hooks: Hooks,
    pub(super) servers: Servers,
    pub(super) tasks: Tasks,
    pub(super) totals: Totals,
    pub(super) transcript: Transcript,
    pub(super) result_index: u64,
    pub(super) last_result_was_error: bool,
    pub(super) last_turn_was_interrupted: bool,
    pub(super) input_ended: bool,
    pub(super) initialized: bool,
    /// The host requested the text of foreground subagents in `initialize`.
    pub(super) forwards_subagent_text: bool,
    pub(super) first_turn_done: bool,
    /// The host stops agents one by one, so an interrupt does not stop them.
    pub(super) spares_agents: bool,
    pub(super) turn: Option<Abort>,
    pub(super) turn_uuids: Vec<String>,
    pub(super) interrupted_before_start: bool,
    pub(super) turns_without_script: usize,
    pub(super) api_requests: u64,
    /// Requests to the small model that were started and are not counted yet.
    pub(super) hidden_calls: u64,
    pub(super) prompt_id: String,
    pub(super) plan_file: Option<PathBuf>,
    pub(super) title: Option<String>,
    pub(super) read_files: HashSet<PathBuf>,
    pub(super) todos: Vec<Value>,
    pub(super) task_list: Vec<Map<String, Value>>,
    pub(super) session_state: &'static str,
    pub(super) context_tokens: u64,
    pub(super) has_messages: bool,
    /// Whether file names were requested, which starts their indexing.
    pub(super) has_file_index: bool,
    pub(super) checkpoints: Vec<super::files::Checkpoint>,
    pub(super) agent_types: Vec<String>,
    pub(super) custom_commands: Vec<super::slash::CustomCommand>,
}

/// The shared state.
pub(super) type Shared = Rc<Sim>;

impl Sim {
    pub(super) fn session_id(&self) -> String {
        self.state.borrow().session_id.clone()
    }

    pub(super) fn mode(&self) -> String {
        self.state.borrow().mode.clone()
    }

    pub(super) fn model(&self) -> String {
        self.state.borrow().model.clone()
    }

    pub(super) fn has_partial_messages(&self) -> bool {
        self.options.has("include-partial-messages")
    }

    pub(super) fn replays(&self) -> bool {
        self.options.has("replay-user-messages")
    }

    /// Returns whether a host answers permission requests.
    pub(super) fn has_host_prompts(&self) -> bool {
        self.options.value("permission-prompt-tool") == Some("stdio")
    }

    pub(super) fn is_stream(&self) -> bool {
        self.options.value("output-format") == Some("stream-json")
    }

    /// The behaviors of the simulated version.
    pub(super) fn features(&self) -> &'static Features {
        &self.dialect.features
    }

    /// A text of the simulated version.
    pub(super) fn message(&self, name: &str, values: &[(&str, &dyn std::fmt::Display)]) -> String {
        self.dialect.messages.text(name, values)
    }

    /// Returns whether a condition of the script holds now.
    pub(super) fn holds(&self, condition: &Condition) -> bool {
        let path = self.absolute(&condition.file);
        condition.holds(self.files.borrow().read_text(&path).as_deref())
    }

    /// The absolute path of a tool's argument: unchanged if absolute, else below the working directory.
    pub(super) fn absolute(&self, path: &str) -> PathBuf {
        if path == "$PLAN" {
            return self.plan_path();
        }
        let path = match path.strip_prefix("~/") {
            Some(rest) => self.environment.home.join(rest),
            None => PathBuf::from(path),
        };
        normalize(&self.cwd.join(path))
    }

    /// The display path: relative to the working directory, or with `~`.
    pub(super) fn display_path(&self, path: &Path) -> String {
        if let Ok(rest) = path.strip_prefix(&self.cwd) {
            return rest.display().to_string();
        }
        if let Ok(rest) = path.strip_prefix(&self.environment.home) {
            return format!("~/{}", rest.display());
        }
        path.display().to_string()
    }

    /// Sleeps for a scripted time, multiplied by the speed.
    pub(super) async fn pause(&self, duration: std::time::Duration) {
        let scaled = duration.mul_f64(self.options.speed());
        if !scaled.is_zero() {
            tokio::time::sleep(scaled).await;
        }
    }

    /// Reports the state of the session, if the host requested it.
    pub(super) fn set_session_state(&self, state: &'static str) {
        let changed = {
            let mut current = self.state.borrow_mut();
            let changed = current.session_state != state;
            current.session_state = state;
            changed
        };
        let frame = match self.environment.session_state {
            SessionStateEvents::None => return,
            SessionStateEvents::ForSdk => {
                serde_json::json!({ "state": state, "sdk_host_only": true })
            }
            SessionStateEvents::ForAll => serde_json::json!({ "state": state }),
        };
        if changed {
            self.system("session_state_changed", frame);
        }
    }
}

/// Removes `.` and resolves `..` without accessing the disk.
pub(super) fn normalize(path: &Path) -> PathBuf {
    let mut result = PathBuf::new();
    for component in path.components() {
        match component {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir => {
                result.pop();
            }
            other => result.push(other),
        }
    }
    result
}
