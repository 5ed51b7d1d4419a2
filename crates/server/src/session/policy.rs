//! What the host has decided by itself: requests by rules, pauses by budgets.

use std::collections::HashSet;

use pilothouse_log::{Kind, Record};
use pilothouse_sdk::rules::ShellDirectories;
use pilothouse_view::id::AskId;
use pilothouse_view::tool::ToolCall;
use pilothouse_view::{Change, ChangeSet, EntryBody};

/// What was decided already, so that nothing is decided twice.
pub(super) struct Policy {
    /// Where the shell of the running CLI may be. A server that joins a running CLI does not know.
    shell: ShellDirectories,
    /// Commands that were taken into account, by their call.
    commands: HashSet<(String, String)>,
    /// Asks that no rule decided, and the state of the rules then.
    judged: HashSet<String>,
    rules: u64,
    /// What has ended since the budgets were looked at.
    ended: Ended,
    /// What was spent is being read.
    asked: bool,
    /// The turn that was paused.
    paused: Option<u32>,
}

/// What has ended since the budgets were looked at.
#[derive(Clone, Copy, Default)]
pub(super) struct Ended {
    pub(super) tool: bool,
    pub(super) turn: bool,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            shell: ShellDirectories::unknown(),
            commands: HashSet::new(),
            judged: HashSet::new(),
            rules: 0,
            ended: Ended::default(),
            asked: false,
            paused: None,
        }
    }
}

impl Policy {
    pub(super) fn shell(&self) -> &ShellDirectories {
        &self.shell
    }

    /// Judges everything anew when the rules have changed.
    pub(super) fn rules_are(&mut self, version: u64) {
        if self.rules != version {
            self.rules = version;
            self.judged.clear();
        }
    }

    /// Whether the rules were asked about a request already.
    pub(super) fn is_judged(&self, ask: &AskId) -> bool {
        self.judged.contains(ask.as_str())
    }

    pub(super) fn judged(&mut self, ask: &AskId) {
        self.judged.insert(ask.as_str().to_owned());
    }

    pub(super) fn forget_judged(&mut self) {
        self.judged.clear();
    }

    /// Whether something has ended, so that the budgets are to be looked at.
    pub(super) fn is_spending_due(&self) -> bool {
        self.ended.tool || self.ended.turn
    }

    /// Whether what was spent has to be read, and is not being read.
    pub(super) fn asks_spending(&mut self) -> bool {
        !std::mem::replace(&mut self.asked, true)
    }

    /// What has ended, once.
    pub(super) fn take_ended(&mut self) -> Ended {
        self.asked = false;
        std::mem::take(&mut self.ended)
    }

    /// Pauses a turn; false if it was paused before.
    pub(super) fn pause(&mut self, turn: u32) -> bool {
        self.paused.replace(turn) != Some(turn)
    }

    /// Takes note of a tool call that can change the directory of the CLI's shell.
    fn see_call(&mut self, call: &ToolCall) {
        match call.tool.name.as_str() {
            "Bash" | "Monitor" => {}
            "EnterWorktree" | "ExitWorktree" => return self.shell = ShellDirectories::unknown(),
            _ => return,
        }
        if call.input_cut {
            return self.shell = ShellDirectories::unknown();
        }
        for input in [Some(&call.input), call.changed_input.as_ref()] {
            let command = input.and_then(|input| input.0["command"].as_str());
            if let Some(command) = command {
                self.see_command(&call.tool_use_id, command);
            }
        }
    }

    fn see_command(&mut self, call: &str, command: &str) {
        let seen = (call.to_owned(), command.to_owned());
        if self.commands.insert(seen) {
            self.shell.ran(command);
        }
    }

    /// Sees what a record means for rules and budgets. Doing it twice does no harm.
    pub(super) fn see(&mut self, directory: &str, record: &Record, set: &ChangeSet) {
        if record.kind == Kind::Spawn {
            self.shell = ShellDirectories::at(directory);
            self.commands.clear();
        }
        for change in &set.changes {
            match change {
                Change::ToolChanged { id, patch } => {
                    // Of any tool: the text of another tool's input changes no directory.
                    let input = patch.changed_input.as_ref();
                    if let Some(command) = input.and_then(|input| input.0["command"].as_str()) {
                        self.see_command(id.as_str(), command);
                    }
                }
                Change::ToolResultSet { .. } => self.ended.tool = true,
                Change::EntrySet { entry } => match &entry.body {
                    EntryBody::Turn(_) => self.ended.turn = true,
                    EntryBody::Tool(call) => self.see_call(call),
                    _ => {}
                },
                _ => {}
            }
        }
    }
}
