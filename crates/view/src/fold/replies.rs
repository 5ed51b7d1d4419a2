//! Answers of the CLI to the host's requests.

use pilothouse_protocol::JsonObject;
use pilothouse_protocol::control::{
    AppliedSettings, CancelAsyncMessage, CliRequest, ContextKind as WireKind, ControlReply,
    ControlResponse, ControlSuccess, GetContextUsage, GetContextUsageResponse, GetSettings,
    GetSettingsResponse, HostRequest, Initialize, InitializeResponse, Interrupt, McpStatus,
    ModelInfo as WireModel, ReloadPlugins, SetModel, SetPermissionMode,
};
use pilothouse_protocol::ids::MessageUuid;
use pilothouse_protocol::mcp::McpServerStatus;

use crate::entry::Delivery;
use crate::session::{Account, McpServer, ModelInfo};
use crate::turn::{ContextCategory, ContextKind, ContextUsage};

use super::SessionFold;
use super::info::{agent, bare_server, command, terminal_only};
use super::state::takes_back;

impl SessionFold {
    pub(super) fn control_reply(&mut self, response: &ControlResponse) {
        let Some(id) = response.request_id().map(|id| id.as_str().to_owned()) else {
            return;
        };
        let Some(request) = self.state.take_request(&id) else {
            // It is the echo of an answer of ours.
            return self.answer_confirmed(&id);
        };
        match &response.response {
            ControlReply::Success(success) => {
                self.pending(&success.pending_permission_requests);
                self.pending(&success.pending_user_dialog_requests);
                self.pending(&success.pending_elicitation_requests);
                self.success(&request, success);
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

    fn success(&mut self, request: &HostRequest, success: &ControlSuccess) {
        match request {
            HostRequest::Initialize(_) => {
                if let Ok(reply) = success.read::<Initialize>() {
                    self.initialized(&reply);
                }
            }
            HostRequest::SetModel(asked) => {
                let reply = success.read::<SetModel>().unwrap_or_default();
                let model = reply.model.or_else(|| asked.model.value().cloned());
                self.change_info(|info| info.model = model.or(info.model.take()));
            }
            HostRequest::SetPermissionMode(asked) => {
                let reply = success.read::<SetPermissionMode>().unwrap_or_default();
                let mode = reply.mode.as_ref().unwrap_or(&asked.mode);
                let mode = mode.as_str().to_owned();
                self.change_info(|info| info.permission_mode = Some(mode));
            }
            HostRequest::ApplyFlagSettings(asked) => self.settings_applied(&asked.settings),
            HostRequest::UpdateSettings(asked) => self.settings_applied(&asked.settings),
            HostRequest::RenameSession(asked) => self.cli_title(&asked.title),
            HostRequest::GetSettings(_) => {
                if let Ok(GetSettingsResponse {
                    applied: Some(applied),
                    ..
                }) = success.read::<GetSettings>()
                {
                    self.settings_in_force(applied);
                }
            }
            HostRequest::McpStatus(_) => {
                if let Ok(reply) = success.read::<McpStatus>() {
                    self.servers(&reply.mcp_servers);
                }
            }
            HostRequest::ReloadPlugins(_) => {
                if let Ok(reply) = success.read::<ReloadPlugins>() {
                    self.servers(&reply.mcp_servers);
                }
            }
            HostRequest::GetContextUsage(_) => {
                if let Ok(reply) = success.read::<GetContextUsage>() {
                    self.context_reply(reply);
                }
            }
            HostRequest::Interrupt(_) => {
                let fate = match takes_back(request) {
                    true => Delivery::Held,
                    false => Delivery::Cancelled,
                };
                let reply = success.read::<Interrupt>().unwrap_or_default();
                self.messages_cancelled(&reply.cancelled, &fate);
            }
            HostRequest::CancelAsyncMessage(asked) => {
                let reply = success.read::<CancelAsyncMessage>();
                if reply.is_ok_and(|reply| reply.cancelled) {
                    let uuid = asked.message_uuid.clone();
                    self.messages_cancelled(&[uuid], &Delivery::Cancelled);
                }
            }
            HostRequest::RewindFiles(asked) if asked.dry_run != Some(true) => {
                self.files_rewound(asked.user_message_id.as_str());
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

    fn settings_applied(&mut self, settings: &JsonObject) {
        let text = |key: &str| settings.get(key).and_then(|value| value.as_string());
        let (effort, style) = (text("effortLevel"), text("outputStyle"));
        let fast = settings.get("fastMode");
        let fast = fast.and_then(|value| value.to_value().as_bool());
        self.change_info(|info| {
            if let Some(on) = fast {
                info.fast_mode = Some(if on { "on" } else { "off" }.to_owned());
            }
            info.effort = effort.or(info.effort.take());
            info.output_style = style.or(info.output_style.take());
        });
    }

    /// The model and the effort that the next request will use: commands change them without a word.
    fn settings_in_force(&mut self, applied: AppliedSettings) {
        self.change_info(|info| {
            info.model = applied.model.or(info.model.take());
            info.effort = applied.effort;
        });
    }

    fn servers(&mut self, servers: &[McpServerStatus]) {
        let servers = servers.iter().map(server).collect();
        self.change_info(|info| info.mcp_servers = servers);
    }

    fn context_reply(&mut self, reply: GetContextUsageResponse) {
        let Some(used_tokens) = reply.total_tokens else {
            return;
        };
        let categories = reply.categories.into_iter().filter_map(|category| {
            Some(ContextCategory {
                name: category.name?,
                tokens: category.tokens.unwrap_or_default(),
                kind: match category.kind {
                    Some(WireKind::Free) => ContextKind::Free,
                    Some(WireKind::Buffer) => ContextKind::Buffer,
                    Some(WireKind::Deferred) => ContextKind::Deferred,
                    _ => ContextKind::Used,
                },
            })
        });
        let context = ContextUsage {
            used_tokens,
            max_tokens: reply.raw_max_tokens.or(reply.max_tokens),
            percentage: reply.percentage,
            reported: true,
            categories: categories.collect(),
            model: reply.model,
            at: self.now.at,
        };
        self.set_context(context);
    }

    fn messages_cancelled(&mut self, uuids: &[MessageUuid], fate: &Delivery) {
        for uuid in uuids {
            if let Some(id) = self.open_message(uuid.as_str()) {
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

fn server(wire: &McpServerStatus) -> McpServer {
    let mut server = bare_server(&wire.name);
    server.status = wire.status.as_str().to_owned();
    server.error.clone_from(&wire.error);
    server.source.clone_from(&wire.source);
    server.scope.clone_from(&wire.scope);
    server.transport.clone_from(&wire.transport);
    let info = wire.server_info.as_ref();
    server.server_name = info.and_then(|info| info.name.clone());
    server.server_version = info.and_then(|info| info.version.clone());
    server.tools = wire.tools.iter().map(|tool| tool.name.clone()).collect();
    server
}
