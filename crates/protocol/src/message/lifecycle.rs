//! The state of messages to the CLI, and other traffic between the CLI and its host.

use crate::ids::MessageUuid;
use crate::message::stamp::stamped_struct;
use crate::raw::RawJson;
use crate::wire::{wire_string, wire_struct};

stamped_struct! {
    /// The state of a message that the host sent with a uuid.
    ///
    /// [`CommandState::Completed`] follows the result if the message started a turn, and precedes it if the message was
    /// added to a running turn.
    pub struct CommandLifecycle {
        command_uuid: MessageUuid,
        state: CommandState,
        wakeup_source: Option<WakeupSource>,
        /// The scheduled time of the wake-up, in milliseconds since 1970.
        scheduled_for: Option<f64>,
        /// It ran before messages that were sent earlier.
        ran_ahead: Option<bool>,
    }

    /// When the CLI will compact automatically.
    pub struct AutocompactState {
        value: Option<Autocompact>,
    }
}

wire_struct! {
    /// A keep-alive. Not reliable: it is sent only while the CLI waits for certain events.
    #[derive(Default)]
    pub struct KeepAlive {
        startup_mark: Option<String>,
    }

    /// Lines that were written to a transcript.
    pub struct TranscriptMirror {
        file_path: Option<String> = "filePath",
        entries: Vec<RawJson>,
    }

    /// When the CLI compacts automatically.
    pub struct Autocompact {
        enabled: Option<bool>,
        /// The size of the context window that it uses.
        effective_window: Option<u64>,
        threshold: Option<u64>,
        enforced: Option<bool>,
        source: Option<AutocompactSource>,
    }
}

wire_string! {
    /// The state of a message to the CLI.
    pub enum CommandState {
        /// In the queue.
        "queued" => Queued,
        /// In a turn.
        "started" => Started,
        /// Completed.
        "completed" => Completed,
        /// Withdrawn, or its turn was aborted or failed; do not resend it unconditionally.
        "cancelled" => Cancelled,
        /// Discarded.
        "discarded" => Discarded,
        /// Rejected.
        "refused" => Refused,
    }

    /// What started a turn.
    pub enum WakeupSource {
        /// A loop.
        "loop_wakeup" => Loop,
        /// A schedule.
        "schedule_wakeup" => Schedule,
    }

    /// What determines when the CLI compacts.
    pub enum AutocompactSource {
        /// An environment variable.
        "env" => Environment,
        /// The settings.
        "settings" => Settings,
        /// Client data.
        "clientdata" => ClientData,
        /// An experiment.
        "experiment" => Experiment,
        /// The model.
        "model-default" => ModelDefault,
        /// An unknown model.
        "unknown-model" => UnknownModel,
        /// The CLI.
        "auto" => Auto,
    }
}

impl CommandState {
    /// Returns whether this is the last state of the message.
    pub fn is_final(&self) -> bool {
        matches!(
            self,
            Self::Completed | Self::Cancelled | Self::Discarded | Self::Refused
        )
    }
}
