//! What the session is and has.

use pilothouse_protocol::control::{AgentInfo as WireAgent, SlashCommand as WireCommand};
use pilothouse_protocol::system::Init;

use crate::change::Change;
use crate::entry::{Boundary, BoundaryReason, EntryBody};
use crate::session::{Account, AgentInfo, Command, McpServer, Plugin, SessionInfo};

use super::SessionFold;

impl SessionFold {
    /// Changes the facts about the session, if they change.
    pub(super) fn change_info(&mut self, alter: impl FnOnce(&mut SessionInfo)) {
        let mut info = self.view.info.clone();
        alter(&mut info);
        if info != self.view.info {
            self.emit(Change::InfoSet {
                info: Box::new(info),
            });
        }
    }

    pub(super) fn init(&mut self, init: &Init) {
        self.session_id(init.session_id.as_ref().map(|id| id.as_str()));
        self.begin_turn_if_idle();
        self.take_up_for_turn(init.user_message_uuids.iter().map(|uuid| uuid.as_str()));
        self.change_info(|info| fill(info, init));
    }

    /// The CLI's id of the session; a new one is a seam.
    fn session_id(&mut self, id: Option<&str>) {
        let Some(id) = id else { return };
        let previous = self.view.info.session_id.clone();
        if previous.as_deref() == Some(id) {
            self.state.resumed = None;
            return;
        }
        let reason = self.state.reset.take().or(self.state.resumed.take());
        self.change_info(|info| info.session_id = Some(id.to_owned()));
        let Some(previous) = previous else { return };
        self.add(
            None,
            EntryBody::Boundary(Boundary {
                reason: reason.unwrap_or(BoundaryReason::Reset),
                session_id: Some(id.to_owned()),
                previous_session_id: Some(previous),
                exit: None,
                text: None,
            }),
        );
    }

    pub(super) fn commands_changed(&mut self, commands: &[WireCommand]) {
        let terminal = terminal_only(&self.view.info);
        let commands = commands.iter().map(|one| command(one, &terminal)).collect();
        self.change_info(|info| info.commands = commands);
    }

    /// A title of the CLI's; one that a person gave stays, until they type another.
    pub(super) fn cli_title(&mut self, title: &str) {
        let typed = self.running_command();
        let is_typed = typed.is_some_and(|command| command.name == "rename");
        if !self.state.named || is_typed {
            let title = title.to_owned();
            self.change_info(|info| info.title = Some(title));
        }
    }
}

fn fill(info: &mut SessionInfo, init: &Init) {
    put(&mut info.cwd, init.cwd.clone());
    put(&mut info.model, init.model.clone());
    put(
        &mut info.permission_mode,
        init.permission_mode
            .as_ref()
            .map(|mode| mode.as_str().to_owned()),
    );
    put(&mut info.version, init.claude_code_version.clone());
    put(&mut info.output_style, init.output_style.clone());
    put(
        &mut info.fast_mode,
        init.fast_mode_state
            .as_ref()
            .map(|state| state.as_str().to_owned()),
    );
    put(
        &mut info.effort,
        init.effort
            .as_ref()
            .map(|effort| effort.as_str().to_owned()),
    );
    info.additional_directories
        .clone_from(&init.additional_directories);
    info.capabilities.clone_from(&init.capabilities);
    info.tools = init
        .tools
        .iter()
        .map(|tool| tool.name().to_owned())
        .collect();
    info.skills.clone_from(&init.skills);
    fill_commands(info, init);
    fill_agents(info, init);
    fill_plugins(info, init);
    fill_servers(info, init);
    let source = init
        .api_key_source
        .as_ref()
        .map(|source| source.as_str().to_owned());
    if source.is_some() {
        info.account
            .get_or_insert_with(Account::default)
            .api_key_source = source;
    }
}

fn put(slot: &mut Option<String>, value: Option<String>) {
    if value.is_some() {
        *slot = value;
    }
}

/// `init` names the commands; what they do is known from the answer to `initialize`.
fn fill_commands(info: &mut SessionInfo, init: &Init) {
    let known = std::mem::take(&mut info.commands);
    let mut commands: Vec<Command> = init
        .slash_commands
        .iter()
        .map(|name| {
            let known = known.iter().find(|command| command.name == *name);
            let mut command = known.cloned().unwrap_or_else(|| bare_command(name));
            command.terminal_only = init.terminal_slash_commands.contains(name);
            command
        })
        .collect();
    let described = known
        .into_iter()
        .filter(|command| command.description.is_some());
    let more: Vec<Command> = described
        .filter(|known| !commands.iter().any(|command| command.name == known.name))
        .collect();
    commands.extend(more);
    info.commands = commands;
}

fn bare_command(name: &str) -> Command {
    Command {
        name: name.to_owned(),
        description: None,
        argument_hint: None,
        aliases: Vec::new(),
        terminal_only: false,
        plugin: None,
    }
}

pub(super) fn command(wire: &WireCommand, terminal: &[String]) -> Command {
    Command {
        name: wire.name.clone(),
        description: wire.description.clone().filter(|text| !text.is_empty()),
        argument_hint: wire.argument_hint.clone().filter(|hint| !hint.is_empty()),
        aliases: wire.aliases.clone(),
        terminal_only: terminal.contains(&wire.name),
        plugin: wire.plugin.clone(),
    }
}

pub(super) fn terminal_only(info: &SessionInfo) -> Vec<String> {
    let commands = info.commands.iter().filter(|command| command.terminal_only);
    commands.map(|command| command.name.clone()).collect()
}

fn fill_agents(info: &mut SessionInfo, init: &Init) {
    if init.agents.is_empty() {
        return;
    }
    let known = std::mem::take(&mut info.agents);
    let agents = init.agents.iter().map(|name| {
        let known = known.iter().find(|agent| agent.name == *name);
        known.cloned().unwrap_or_else(|| AgentInfo {
            name: name.clone(),
            description: None,
            model: None,
        })
    });
    info.agents = agents.collect();
}

pub(super) fn agent(wire: &WireAgent) -> AgentInfo {
    AgentInfo {
        name: wire.name.clone(),
        description: wire.description.clone().filter(|text| !text.is_empty()),
        model: wire.model.clone(),
    }
}

fn fill_plugins(info: &mut SessionInfo, init: &Init) {
    let plugins = init.plugins.iter().map(|plugin| Plugin {
        name: plugin.name.clone(),
        path: plugin.path.clone(),
        version: plugin.version.clone(),
        source: plugin.source.clone(),
        error: None,
    });
    let failed = init.plugin_errors.iter().map(|error| Plugin {
        name: error.plugin.clone().unwrap_or_default(),
        path: error.path.clone(),
        version: None,
        source: None,
        error: error.message.clone().or_else(|| error.kind.clone()),
    });
    info.plugins = plugins.chain(failed).collect();
}

/// `init` says whether a server is there; the rest is known from `mcp_status`.
fn fill_servers(info: &mut SessionInfo, init: &Init) {
    let known = std::mem::take(&mut info.mcp_servers);
    let servers = init.mcp_servers.iter().map(|server| {
        let known = known.iter().find(|one| one.name == server.name);
        let mut shown = known.cloned().unwrap_or_else(|| bare_server(&server.name));
        if let Some(status) = &server.status {
            shown.status = status.as_str().to_owned();
        }
        shown.source = server.source.clone().or(shown.source);
        let failure = init
            .mcp_server_errors
            .iter()
            .find(|one| one.name.as_ref() == Some(&server.name));
        if let Some(failure) = failure {
            shown.error = failure.message.clone();
        }
        if shown.status == "connected" {
            shown.error = None;
        }
        shown
    });
    info.mcp_servers = servers.collect();
}

pub(super) fn bare_server(name: &str) -> McpServer {
    McpServer {
        name: name.to_owned(),
        status: "unknown".to_owned(),
        error: None,
        source: None,
        scope: None,
        transport: None,
        server_name: None,
        server_version: None,
        tools: Vec::new(),
    }
}
