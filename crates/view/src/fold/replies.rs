//! Answers of the CLI to the host's requests.

use pilothouse_protocol::control::{
    CliRequest, ControlReply, ControlResponse, ControlSuccess, Initialize, InitializeResponse,
    ModelInfo as WireModel,
};
use serde_json::Value;

use crate::entry::Delivery;
use crate::session::{Account, McpServer, ModelInfo};
use crate::turn::{ContextCategory, ContextKind, ContextUsage};

use super::SessionFold;
use super::info::{agent, bare_server, command, terminal_only};
use super::state::HostAsk;

impl SessionFold {
    pub(super) fn control_reply(&mut self, response: &ControlResponse) {
        let Some(id) = response.request_id().map(|id| id.as_str().to_owned()) else {
            return;
        };
        let Some(ask) = self.state.take_request(&id) else {
            // It is the echo of an answer of ours.
            return self.answer_confirmed(&id);
        };
        match &response.response {
            ControlReply::Success(success) => {
                self.pending(&success.pending_permission_requests);
                self.pending(&success.pending_user_dialog_requests);
                self.pending(&success.pending_elicitation_requests);
                self.success(&ask, success);
            }
            ControlReply::Error(error) => {
                self.pending(&error.pending_permission_requests);
            }
            _ => {}
        }
    }

    /// Requests that were open before this host came.
    fn pending(&mut self, requests: &[pilothouse_protocol::control::PendingRequest]) {
        for request in requests {
            if matches!(
                request.request,
                CliRequest::CanUseTool(_)
                    | CliRequest::Elicitation(_)
                    | CliRequest::RequestUserDialog(_)
            ) {
                self.cli_request(request.request_id.as_str(), &request.request);
            }
        }
    }

    fn success(&mut self, ask: &HostAsk, success: &ControlSuccess) {
        let payload = || {
            success
                .response
                .as_ref()
                .map(|raw| raw.to_value())
                .unwrap_or_default()
        };
        match ask.subtype.as_str() {
            "initialize" => {
                if let Ok(reply) = success.read::<Initialize>() {
                    self.initialized(&reply);
                }
            }
            "set_model" => self.model_set(ask, &payload()),
            "set_permission_mode" => self.mode_set(ask, &payload()),
            "apply_flag_settings" => self.settings_applied(&ask.request["settings"]),
            "update_settings" => self.settings_applied(&ask.request["settings"]),
            "rename_session" => {
                if let Some(title) = ask.request["title"].as_str() {
                    self.cli_title(title);
                }
            }
            "get_settings" => self.settings_in_force(&payload()["applied"]),
            "mcp_status" => self.servers(&payload()["mcpServers"]),
            "reload_plugins" => self.servers(&payload()["mcpServers"]),
            "get_context_usage" => self.context_reply(&payload()),
            "interrupt" => {
                let fate = match ask.takes_back() {
                    true => Delivery::Held,
                    false => Delivery::Cancelled,
                };
                self.messages_cancelled(&payload()["cancelled"], &fate);
            }
            "cancel_async_message" if payload()["cancelled"] == true => {
                let uuids = Value::from(vec![ask.request["message_uuid"].clone()]);
                self.messages_cancelled(&uuids, &Delivery::Cancelled);
            }
            "rewind_files" if ask.request["dry_run"] != true => {
                if let Some(uuid) = ask.request["user_message_id"].as_str() {
                    self.files_rewound(uuid);
                }
            }
            _ => {}
        }
    }

    fn initialized(&mut self, reply: &InitializeResponse) {
        let terminal = terminal_only(&self.view.info);
        self.change_info(|info| {
            info.commands = reply
                .commands
                .iter()
                .map(|one| command(one, &terminal))
                .collect();
            info.agents = reply.agents.iter().map(agent).collect();
            info.models = reply.models.iter().map(model).collect();
            info.output_styles
                .clone_from(&reply.available_output_styles);
            let texts = [
                (&mut info.output_style, &reply.output_style),
                (&mut info.version, &reply.claude_code_version),
                (&mut info.model, &reply.current_model),
            ];
            for (slot, value) in texts {
                if value.is_some() {
                    slot.clone_from(value);
                }
            }
            if let Some(state) = &reply.fast_mode_state {
                info.fast_mode = Some(state.as_str().to_owned());
            }
            if let Some(mode) = &reply.current_permission_mode {
                info.permission_mode = Some(mode.as_str().to_owned());
            }
            if let Some(account) = &reply.account {
                info.account = Some(Account {
                    email: account.email.clone(),
                    organization: account.organization.clone(),
                    subscription: account.subscription_type.clone(),
                    api_key_source: account.api_key_source.clone(),
                    token_source: account.token_source.clone(),
                    provider: account.api_provider.clone(),
                });
            }
        });
    }

    fn model_set(&mut self, ask: &HostAsk, payload: &Value) {
        let model = payload["model"].as_str().or(ask.request["model"].as_str());
        if let Some(model) = model.map(str::to_owned) {
            self.change_info(|info| info.model = Some(model));
        }
    }

    fn mode_set(&mut self, ask: &HostAsk, payload: &Value) {
        let mode = payload["mode"].as_str().or(ask.request["mode"].as_str());
        if let Some(mode) = mode.map(str::to_owned) {
            self.change_info(|info| info.permission_mode = Some(mode));
        }
    }

    fn settings_applied(&mut self, settings: &Value) {
        let text = |key: &str| settings.get(key).and_then(Value::as_str).map(str::to_owned);
        let (effort, style) = (text("effortLevel"), text("outputStyle"));
        let fast = settings.get("fastMode").and_then(Value::as_bool);
        self.change_info(|info| {
            if let Some(on) = fast {
                info.fast_mode = Some(if on { "on" } else { "off" }.to_owned());
            }
            info.effort = effort.or(info.effort.take());
            info.output_style = style.or(info.output_style.take());
        });
    }

    /// The model and the effort that the next request will use: commands change them without a word.
    fn settings_in_force(&mut self, applied: &Value) {
        if !applied.is_object() {
            return;
        }
        let text = |key: &str| applied.get(key).and_then(Value::as_str).map(str::to_owned);
        let (model, effort) = (text("model"), text("effort"));
        self.change_info(|info| {
            info.model = model.or(info.model.take());
            info.effort = effort;
        });
    }

    fn servers(&mut self, servers: &Value) {
        let Some(list) = servers.as_array() else {
            return;
        };
        let servers = list.iter().filter_map(server).collect();
        self.change_info(|info| info.mcp_servers = servers);
    }

    fn context_reply(&mut self, reply: &Value) {
        let number = |value: &Value, key: &str| value.get(key).and_then(Value::as_u64);
        let Some(used_tokens) = number(reply, "totalTokens") else {
            return;
        };
        let categories = reply["categories"]
            .as_array()
            .map(Vec::as_slice)
            .unwrap_or_default();
        let categories = categories.iter().filter_map(|category| {
            Some(ContextCategory {
                name: category["name"].as_str()?.to_owned(),
                tokens: number(category, "tokens").unwrap_or_default(),
                kind: match category["kind"].as_str() {
                    Some("free") => ContextKind::Free,
                    Some("buffer") => ContextKind::Buffer,
                    Some("deferred") => ContextKind::Deferred,
                    _ => ContextKind::Used,
                },
            })
        });
        let context = ContextUsage {
            used_tokens,
            max_tokens: number(reply, "rawMaxTokens").or(number(reply, "maxTokens")),
            percentage: reply["percentage"].as_f64(),
            reported: true,
            categories: categories.collect(),
            model: reply["model"].as_str().map(str::to_owned),
            at: self.now.at,
        };
        self.set_context(context);
    }

    fn messages_cancelled(&mut self, uuids: &Value, fate: &Delivery) {
        let list = uuids.as_array().map(Vec::as_slice).unwrap_or_default();
        for uuid in list.iter().filter_map(Value::as_str) {
            if let Some(id) = self.open_message(uuid) {
                self.deliver(&id, fate.clone());
            }
        }
    }
}

fn model(wire: &WireModel) -> ModelInfo {
    ModelInfo {
        value: wire.value.clone(),
        display_name: wire
            .display_name
            .clone()
            .unwrap_or_else(|| wire.value.clone()),
        description: wire.description.clone(),
        resolved_model: wire.resolved_model.clone(),
        effort_levels: wire
            .supported_effort_levels
            .iter()
            .map(|level| level.as_str().to_owned())
            .collect(),
        supports_fast_mode: wire.supports_fast_mode == Some(true),
        supports_auto_mode: wire.supports_auto_mode == Some(true),
        supports_thinking_off: wire.supports_thinking_off == Some(true),
    }
}

fn server(value: &Value) -> Option<McpServer> {
    let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    let mut server = bare_server(&text(value, "name")?);
    server.status = text(value, "status").unwrap_or(server.status);
    server.error = text(value, "error");
    server.source = text(value, "source");
    server.scope = text(value, "scope");
    server.transport = text(value, "transport");
    server.server_name = text(&value["serverInfo"], "name");
    server.server_version = text(&value["serverInfo"], "version");
    let tools = value["tools"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default();
    server.tools = tools.iter().filter_map(|tool| text(tool, "name")).collect();
    Some(server)
}
