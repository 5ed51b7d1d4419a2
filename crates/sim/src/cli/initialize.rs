//! `initialize` and `system/init`.

use std::rc::Rc;

use serde_json::{Map, Value, json};

use super::catalog;
use super::clock::uuid;
use super::mutant::Mutant;
use super::session::{Shared, Sim};

impl Sim {
    /// Writes `system/init`, which opens every turn.
    pub(super) fn emit_init(&self, user_message_uuids: &[String]) {
        self.emit_init_with(user_message_uuids, None);
    }

    /// The same, with other tools than those of the model it names.
    pub(super) fn emit_init_with(&self, user_message_uuids: &[String], tools: Option<Value>) {
        if self.is_mutant(Mutant::OneInit) && self.state.borrow().first_turn_done {
            return;
        }
        if self.options.has("bare") && !self.state.borrow().first_turn_done && !self.is_old() {
            self.system("ui_invalidate", json!({ "event": "ui.render" }));
        }
        let mut frame = if self.is_old() {
            self.init_old()
        } else {
            self.init(user_message_uuids)
        };
        if let Some(tools) = tools {
            frame["tools"] = tools;
        }
        self.emit(&frame);
    }

    fn init(&self, user_message_uuids: &[String]) -> Value {
        let skills = self.skill_names();
        let plugins: Value = ["agents-md", "privacy", "plugin-authoring"]
            .iter()
            .map(|name| {
                json!({
                    "name": format!("cc-plugin-{name}"),
                    "path": "builtin",
                    "source": format!("cc-plugin-{name}@builtin"),
                })
            })
            .collect();
        let memory = self.project_directory().join("memory");
        let directories: Vec<String> = self
            .state
            .borrow()
            .additional_directories
            .iter()
            .map(|(path, _)| path.display().to_string())
            .collect();
        let mut frame = json!({
            "type": "system",
            "subtype": "init",
            "cwd": self.cwd.display().to_string(),
            "session_id": self.session_id(),
            "tools": self.tool_names(),
            "mcp_servers": self.state.borrow().servers.summary(false),
            "model": self.model(),
            "permissionMode": self.mode(),
            "slash_commands": self.slash_commands(),
            "terminal_slash_commands": ["doctor", "color", "focus", "reload-plugins"],
            "apiKeySource": self.environment.api_key_source(),
            "claude_code_version": self.version.as_str(),
            "output_style": self.output_style(),
            "agents": self.agent_names(),
            "skills": skills,
            "plugins": plugins,
            "capabilities": catalog::CAPABILITIES,
            "analytics_disabled": true,
            "product_feedback_disabled": true,
            "uuid": uuid(),
            "memory_paths": { "auto": format!("{}/", memory.display()) },
            "original_cwd": self.cwd.display().to_string(),
            "additional_directories": directories,
            "messaging_socket_path": format!("/tmp/cc-socks/{}.sock", std::process::id()),
            "per_turn_effort_active": catalog::has_effort(&self.model()),
            "ultrathink_available": false,
            "ultrathink_typed_raises": false,
            "view_mode": "default",
        });
        if !user_message_uuids.is_empty() {
            frame["user_message_uuids"] = json!(user_message_uuids);
        }
        self.state
            .borrow()
            .fast_mode(|key, value| frame[key] = value);
        if let Value::Object(frame) = &mut frame {
            if self.options.has("disable-slash-commands") {
                frame.remove("terminal_slash_commands");
            }
            if self.options.has("bare") {
                frame.remove("memory_paths");
                frame.remove("messaging_socket_path");
            }
        }
        frame
    }

    fn init_old(&self) -> Value {
        json!({
            "type": "system",
            "subtype": "init",
            "cwd": self.cwd.display().to_string(),
            "session_id": self.session_id(),
            "tools": self.tool_names(),
            "mcp_servers": self.state.borrow().servers.summary(true),
            "model": self.model(),
            "permissionMode": self.mode(),
            "slash_commands": self.slash_commands(),
            "apiKeySource": self.environment.api_key_source(),
            "claude_code_version": self.version.as_str(),
            "output_style": "default",
            "agents": self.agent_names(),
            "skills": self.old_skill_names(),
            "plugins": [],
            "uuid": uuid(),
            "fast_mode_state": "off",
        })
    }

    /// Answers `initialize`, and begins the handshakes with the servers it names.
    fn initialize(self: &Rc<Self>, id: Option<&Value>, request: &Value) {
        if self.is_old() && self.state.borrow().initialized {
            self.refuse_second_initialize(id);
            return;
        }
        if let Err(error) = self.register(request) {
            self.fail(id, &error, None);
            return;
        }
        let parked = if self.is_old() {
            self.name_servers(request);
            None
        } else {
            self.connect_sdk_servers(request)
        };
        if !self.is_old() && request["forwardSubagentText"] == true {
            self.state.borrow_mut().forwards_subagent_text = true;
        }
        if let Some(title) = request["title"].as_str().filter(|_| !self.is_old()) {
            self.rename(title);
        }
        let was_initialized = std::mem::replace(&mut self.state.borrow_mut().initialized, true);
        let mut payload = self.initialize_payload();
        if request.get("hooks").is_some() && !self.is_old() {
            payload.insert("hooks_applied".into(), true.into());
        }
        if let Some(parked) = parked {
            payload.insert("sdk_mcp_manifests_parked".into(), parked);
        }
        let mut response = Map::new();
        response.insert("subtype".into(), "success".into());
        if let Some(id) = id {
            response.insert("request_id".into(), id.clone());
        }
        response.insert("response".into(), Value::Object(payload));
        if !self.is_old() {
            response.insert(
                "pending_permission_requests".into(),
                self.pending_permissions().into(),
            );
            response.insert("pending_user_dialog_requests".into(), json!([]));
        }
        self.emit(&json!({ "type": "control_response", "response": response }));
        let is_late = was_initialized
            || self.state.borrow().turn.is_some()
            || self.state.borrow().first_turn_done;
        if is_late {
            self.emit_background_tasks();
        }
    }

    fn refuse_second_initialize(&self, id: Option<&Value>) {
        let mut response = Map::new();
        response.insert("subtype".into(), "error".into());
        response.insert("error".into(), "Already initialized".into());
        if let Some(id) = id {
            response.insert("request_id".into(), id.clone());
        }
        response.insert(
            "pending_permission_requests".into(),
            self.pending_permissions().into(),
        );
        self.emit(&json!({ "type": "control_response", "response": response }));
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

    fn initialize_payload(&self) -> Map<String, Value> {
        let account = self.environment.account();
        let payload = if self.is_old() {
            json!({
                "commands": self.commands_old(),
                "output_style": "default",
                "available_output_styles": ["default", "Explanatory", "Learning"],
                "models": catalog::models_old(&self.model()),
                "account": { "tokenSource": "none", "apiKeySource": "ANTHROPIC_API_KEY" },
            })
        } else {
            self.initialize_payload_new(account)
        };
        match payload {
            Value::Object(payload) => payload,
            _ => Map::new(),
        }
    }

    fn initialize_payload_new(&self, account: Value) -> Value {
        let styles = self.environment.config_directory.join("output-styles");
        json!({
            "commands": self.commands(),
            "agents": self.agents(),
            "output_style": "default",
            "available_output_styles": ["default", "Proactive", "Concise", "Explanatory", "Learning"],
            "user_output_styles_dir": styles.display().to_string(),
            "models": catalog::models(&self.model()),
            "account": account,
            "pid": std::process::id(),
            "claude_code_version": self.version.as_str(),
            "current_permission_mode": self.mode(),
            "hook_on_failure_supported": true,
            "other_hook_ask_outranks_host": true,
            "feedback_mode": { "kind": "disabled" },
            "analytics_disabled": true,
            "remote_control_auto_enable": false,
            "remote_control_auto_connect_default": false,
            "remote_control_available": false,
            "remote_control_auto_on_by_default": false,
            "ide_rc_auto_enable_gate": false,
            "fast_mode_state": "off",
            "fast_mode_disabled_reason": "sdk_opt_in_required",
            "session_state": self.state.borrow().session_state,
            "capabilities": catalog::INITIALIZE_CAPABILITIES,
        })
    }
}

/// Answers `initialize` in the order of the lines: after a message that was read before it has started its turn, and
/// before the next line is read. The older version refuses an `initialize` that comes after a message.
pub(super) fn start(sim: &Shared, id: Option<&Value>, request: &Value) {
    if sim.state.borrow().queue.is_empty() {
        sim.initialize(id, request);
        return;
    }
    let (sim, id, request) = (Rc::clone(sim), id.cloned(), request.clone());
    tokio::task::spawn_local(async move { sim.initialize(id.as_ref(), &request) });
}
