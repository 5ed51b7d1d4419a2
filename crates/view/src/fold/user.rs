//! Lines on the user's side that the CLI writes: results, echoes, and what it puts in itself.

use pilothouse_protocol::content::{Content, ContentBlock};
use pilothouse_protocol::message::{MessageOrigin, UserSideMessage};

use crate::entry::{
    CommandOutput, Continued, ContinuedReason, Delivery, Direction, EntryBody, Injected,
    Interrupted, RawReason,
};
use crate::id::EntryId;
use crate::text::{
    MachineText, Wrapped, command_of, cut_head, cut_output, machine_text, strip_reminders, unwrap,
};

use super::SessionFold;
use super::content::attachments;
use super::messages::Sent;
use super::state::hash;

const INTERRUPTED: &str = "[Request interrupted by user]";
const INTERRUPTED_IN_TOOL: &str = "[Request interrupted by user for tool use]";
/// How the CLI tells that the host changed the model.
const MODEL_SET: &str = "Set model to";
const STOP_HOOK: &str = "Stop hook feedback:";

impl SessionFold {
    pub(super) fn user_side(&mut self, message: &UserSideMessage) {
        self.retract(
            message
                .retracted_message_uuids
                .iter()
                .map(|uuid| uuid.as_str()),
        );
        let Ok(user) = message.message.get() else {
            let raw = message
                .message
                .raw()
                .as_str()
                .to_owned()
                .into_bytes()
                .into();
            return self.add_raw_line(RawReason::Malformed, "user", &raw, Direction::Out);
        };
        let content = &user.content;
        let is_result = |block: &ContentBlock| matches!(block, ContentBlock::ToolResult(_));
        if content.blocks().iter().any(is_result) {
            return self.tool_results(message, content);
        }
        let text = content.text();
        match unwrap(&text) {
            Wrapped::CommandOutput { text, is_error } => self.command_output(&text, is_error),
            _ if message.is_replay == Some(true) => self.replay(message, content, &text),
            _ => self.own_text(message, content, &text),
        }
    }

    /// What a slash command printed, from CLIs that print it as a line of the user.
    pub(super) fn command_output(&mut self, text: &str, is_error: bool) {
        let echo = self.state.model_echo && text.starts_with(MODEL_SET);
        self.state.model_echo &= !echo;
        let command = self.running_command().filter(|_| !echo);
        self.state.turn.shown = Some(hash(text));
        self.context_markdown(text);
        let args = command.as_ref().map(|command| command.args.clone());
        self.add(
            None,
            EntryBody::Command(CommandOutput {
                name: command.map(|command| command.name),
                args: args.filter(|args| !args.is_empty()),
                text: cut_output(text),
                is_error,
                outcome: None,
            }),
        );
    }

    /// Text the CLI wrote on the user's side by itself.
    fn own_text(&mut self, message: &UserSideMessage, content: &Content, text: &str) {
        let parent_id = message.parent_tool_use_id.as_ref().map(|id| id.as_str());
        let parent = parent_id.and_then(|id| self.state.thread(id).cloned());
        if let Some(MachineText::TaskNotice(notice)) = machine_text(text) {
            self.task_notice(parent, &notice);
        } else if text == INTERRUPTED || text == INTERRUPTED_IN_TOOL {
            let in_tool = text == INTERRUPTED_IN_TOOL;
            self.add(parent, EntryBody::Interrupted(Interrupted { in_tool }));
        } else if parent.is_some() || parent_id.is_some() {
            self.subagent_text(parent, content, text);
        } else if message.is_compact_summary == Some(true) || self.awaits_summary(message) {
            self.compaction_summary(text);
        } else if let Some(feedback) = text.strip_prefix(STOP_HOOK) {
            self.continued(ContinuedReason::StopHook, feedback.trim());
        } else if message.is_synthetic == Some(true) {
            self.synthetic_text(message, content, text);
        } else {
            self.foreign_message(message, content, text);
        }
    }

    /// What is injected right after a result belongs to that call; otherwise the CLI tells the
    /// model to go on.
    fn synthetic_text(&mut self, message: &UserSideMessage, content: &Content, text: &str) {
        let source = message.source_tool_use_id.as_ref();
        let source = source.and_then(|id| self.call_entry(id.as_str()));
        let entry = source.or_else(|| self.state.turn.last_result.clone());
        if entry.is_some() || text.is_empty() {
            self.injected(None, entry, content, text);
        } else {
            self.continued(ContinuedReason::Cut, text);
        }
    }

    /// The first text of a subagent is its prompt, which the call above it shows already.
    fn subagent_text(&mut self, parent: Option<EntryId>, content: &Content, text: &str) {
        let known = parent.as_ref().is_some_and(|id| {
            let job = self
                .view
                .jobs
                .iter()
                .find(|job| job.entry.as_ref() == Some(id));
            let of_job = job
                .and_then(|job| job.prompt.as_ref())
                .map(|prompt| prompt.text.as_str());
            let call = self.tool(id);
            let of_call = call.and_then(|call| call.input.0.get("prompt")?.as_str());
            let starts =
                |prompt: Option<&str>| prompt.is_some_and(|prompt| text.starts_with(prompt));
            starts(of_job) || starts(of_call)
        });
        if !known {
            self.injected(parent, None, content, text);
        }
    }

    fn injected(
        &mut self,
        parent: Option<EntryId>,
        entry: Option<EntryId>,
        content: &Content,
        text: &str,
    ) {
        let attachments = attachments(content);
        let text = cut_head(text);
        self.add(
            parent,
            EntryBody::Injected(Injected {
                text,
                attachments,
                entry,
            }),
        );
    }

    fn continued(&mut self, reason: ContinuedReason, text: &str) {
        let text = cut_head(text);
        self.add(None, EntryBody::Continued(Continued { reason, text }));
    }

    /// What a command of the CLI's shell mode printed.
    fn shell_output(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let output = CommandOutput {
            name: None,
            args: None,
            text: cut_output(text),
            is_error: false,
            outcome: None,
        };
        self.add(None, EntryBody::Command(output));
    }

    /// A prompt that did not come through this host's stdin.
    fn foreign_message(&mut self, message: &UserSideMessage, content: &Content, text: &str) {
        let uuid = message.uuid.as_ref().map(|uuid| uuid.as_str().to_owned());
        if uuid
            .as_deref()
            .is_some_and(|uuid| self.state.knows_message(uuid))
        {
            return;
        }
        let text = match machine_text(text) {
            Some(MachineText::TaskNotice(notice)) => return self.task_notice(None, &notice),
            Some(MachineText::ForModel(text)) => return self.injected(None, None, content, &text),
            Some(MachineText::ShellOutput(output)) => return self.shell_output(&output),
            Some(MachineText::ShellInput(command)) => format!("! {command}"),
            None => typed(text),
        };
        let origin = message.origin.as_ref().map(MessageOrigin::tag);
        self.add_message(Sent {
            uuid,
            text,
            attachments: attachments(content),
            delivery: Delivery::Running,
            origin: origin
                .filter(|origin| *origin != "human")
                .map(str::to_owned),
            priority: None,
            who: None,
        });
    }

    /// The echo of a message the host sent.
    fn replay(&mut self, message: &UserSideMessage, content: &Content, text: &str) {
        let uuid = message.uuid.as_ref().map(|uuid| uuid.as_str());
        let command = if text.trim_start().starts_with("<command-") {
            command_of(text)
        } else {
            None
        };
        if !self.acknowledge(uuid, text, command.as_ref()) {
            self.foreign_message(message, content, text);
        }
    }
}

/// A prompt as it was typed: the CLI repeats a command in tags, and adds reminders to the model.
fn typed(text: &str) -> String {
    let command = command_of(text).filter(|_| text.trim_start().starts_with('<'));
    match command {
        Some(command) => format!("/{} {}", command.name, command.args)
            .trim_end()
            .to_owned(),
        None => strip_reminders(text),
    }
}
