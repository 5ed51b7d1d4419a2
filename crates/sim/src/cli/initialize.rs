//! `initialize` and `system/init`.

use std::rc::Rc;

use serde_json::{Value, json};

use super::catalog;
use super::clock::uuid;
use super::dialect::fill;
use super::mutant::Mutant;
use super::session::{Shared, Sim};

impl Sim {
    /// Writes `system/init`, the first frame of every turn.
    pub(super) fn emit_init(&self, user_message_uuids: &[String]) {
        self.emit_init_with(user_message_uuids, None);
    }

    /// Writes `system/init` with other tools than those of its model.
    pub(super) fn emit_init_with(&self, user_message_uuids: &[String], tools: Option<Value>) {
        if self.is_mutant(Mutant::OneInit) && self.state.borrow().first_turn_done {
            return;
        }
        if self.options.has("bare") && !self.state.borrow().first_turn_done {
            self.system("ui_invalidate", json!({ "event": "ui.render" }));
        }
        let mut frame = self.init(user_message_uuids);
        if let Some(tools) = tools {
            frame["tools"] = tools;
        }
        self.emit(&frame);
    }

    fn init(&self, user_message_uuids: &[String]) -> Value {
        let is_bare = self.options.has("bare");
        let has_commands = !self.options.has("disable-slash-commands");
        fill(&self.dialect.init, &|hole| {
            let state = self.state.borrow();
            Some(match hole {
                "cwd" => self.cwd.display().to_string().into(),
                "session_id" => self.session_id().into(),
                "uuid" => uuid().into(),
                "tools" => json!(self.tool_names()),
                "mcp_servers" => state.servers.summary(),
                "model" => self.model().into(),
                "mode" => self.mode().into(),
                "slash_commands" => json!(self.slash_commands()),
                "terminal_slash_commands" if has_commands => {
                    json!(["doctor", "color", "focus", "reload-plugins"])
                }
                "api_key_source" => self.environment.api_key_source().into(),
                "output_style" => self.output_style().into(),
                "agents" => json!(self.agent_names()),
                "skills" => json!(self.skill_names()),
                "memory_paths" if !is_bare => {
                    let memory = self.project_directory().join("memory");
                    json!({ "auto": format!("{}/", memory.display()) })
                }
                "additional_directories" => {
                    let directories = state.additional_directories.iter();
                    directories
                        .map(|(path, _)| path.display().to_string())
                        .collect()
                }
                "messaging_socket_path" if !is_bare => {
                    format!("/tmp/cc-socks/{}.sock", std::process::id()).into()
                }
                "has_effort" => catalog::has_effort(&self.model()).into(),
                "user_message_uuids" if !user_message_uuids.is_empty() => json!(user_message_uuids),
                _ => return state.fast_mode().get(hole).cloned(),
            })
        })
    }

    /// Responds to `initialize`, and starts the handshakes with its servers.
    fn initialize(self: &Rc<Self>, id: Option<&Value>, request: &Value) {
        if self.features().initializes_once && self.state.borrow().initialized {
            let response = json!({ "subtype": "error", "error": "Already initialized" });
            self.respond_with_pending(id, response);
            return;
        }
        if let Err(error) = self.register(request) {
            self.fail(id, &error, None);
            return;
        }
        let parked = if self.features().connects_servers_at_turn {
            self.name_servers(request);
            None
        } else {
            self.connect_sdk_servers(request)
        };
        if self.features().reads_initialize_options {
            if request["forwardSubagentText"] == true {
                self.state.borrow_mut().forwards_subagent_text = true;
            }
            // A resumed conversation keeps its title (2.1.325).
            let title = request["title"].as_str();
            if let Some(title) = title.filter(|_| !self.options.has("resume")) {
                self.rename(title);
            }
        }
        let was_initialized = std::mem::replace(&mut self.state.borrow_mut().initialized, true);
        self.respond_with_pending(
            id,
            json!({
                "subtype": "success",
                "response": self.initialize_payload(request, parked),
                "pending_user_dialog_requests": [],
            }),
        );
        let is_late = was_initialized
            || self.state.borrow().turn.is_some()
            || self.state.borrow().first_turn_done;
        if is_late {
            self.emit_background_tasks();
        }
    }

    /// Responds with the open permission requests.
    fn respond_with_pending(&self, id: Option<&Value>, response: Value) {
        if let Value::Object(mut response) = response {
            let pending = self.pending_permissions().into();
            response.insert("pending_permission_requests".into(), pending);
            self.respond(id, response);
        }
    }

    fn register(&self, request: &Value) -> Result<(), String> {
        if let Some(servers) = request.get("sdkMcpServers")
            && !servers.is_array()
        {
            return Err("initialize: sdkMcpServers must be an array of strings".to_owned());
        }
        if let Some(hooks) = request.get("hooks").filter(|hooks| !hooks.is_null()) {
            let hooks = super::hooks::Hooks::parse(hooks)?;
            self.supersede_hooks();
            self.state.borrow_mut().hooks = hooks;
        }
        if request["perTaskStopAffordance"] == true {
            self.state.borrow_mut().spares_agents = true;
        }
        if let Some(agents) = request["agents"].as_object() {
            self.state
                .borrow_mut()
                .agent_types
                .extend(agents.keys().cloned());
        }
        Ok(())
    }

    fn initialize_payload(&self, request: &Value, parked: Option<Value>) -> Value {
        let styles = self.environment.config_directory.join("output-styles");
        fill(&self.dialect.initialize, &|hole| {
            Some(match hole {
                "commands" => self.commands().into(),
                "agents" => self.agents(),
                "user_output_styles" => styles.display().to_string().into(),
                "models" => self.models(),
                "account" => self.environment.account(),
                "pid" => std::process::id().into(),
                "mode" => self.mode().into(),
                "session_state" => self.state.borrow().session_state.into(),
                // The Python SDK sends null where it has none.
                "hooks_applied" if request["hooks"].is_null() => return None,
                "hooks_applied" => true.into(),
                _ => return parked.clone(),
            })
        })
    }

    /// The models, including the current one.
    pub(super) fn models(&self) -> Value {
        let model = self.model();
        let title = catalog::model_title(&model);
        self.dialect.catalog.models(&model, &title)
    }
}

/// Responds to `initialize` in the order of the lines: after a message that was read before it has started its turn,
/// and before the next line is read.
pub(super) fn start(sim: &Shared, id: Option<&Value>, request: &Value) {
    if sim.state.borrow().queue.is_empty() {
        sim.initialize(id, request);
        return;
    }
    let (sim, id, request) = (Rc::clone(sim), id.cloned(), request.clone());
    tokio::task::spawn_local(async move { sim.initialize(id.as_ref(), &request) });
}
