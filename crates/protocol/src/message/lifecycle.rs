//! What became of a message to the CLI, and other traffic between the CLI and its host.

use crate::ids::MessageUuid;
use crate::message::stamp::stamped_struct;
use crate::raw::RawJson;
use crate::wire::{wire_string, wire_struct};

stamped_struct! {
    /// What became of a message that the host sent with a uuid.
    ///
    /// [`CommandState::Completed`] comes after the result for a message that started a turn, and before it for one that was folded into a running turn.
    pub struct CommandLifecycle {
        command_uuid: MessageUuid,
        state: CommandState,
        wakeup_source: Option<WakeupSource>,
        /// When it was to wake, in milliseconds since 1970.
        scheduled_for: Option<f64>,
        /// It ran before others that were sent earlier.
        ran_ahead: Option<bool>,
    }

    /// When the CLI will compact by itself.
    pub struct AutocompactState {
        value: Option<Autocompact>,
    }
}

wire_struct! {
    /// A sign of life. Not dependable: it is only sent in certain waits.
    #[derive(Default)]
    pub struct KeepAlive {
        startup_mark: Option<String>,
    }

    /// Lines that were just written to a transcript.
    pub struct TranscriptMirror {
        file_path: Option<String> = "filePath",
        entries: Vec<RawJson>,
    }

    /// When the CLI compacts by itself.
    pub struct Autocompact {
        enabled: Option<bool>,
        /// The window it counts with.
        effective_window: Option<u64>,
        threshold: Option<u64>,
        enforced: Option<bool>,
        source: Option<AutocompactSource>,
    }
}

wire_string! {
    /// Where a message to the CLI is.
    pub enum CommandState {
        /// In the queue.
        "queued" => Queued,
        /// In a turn.
        "started" => Started,
        /// Done.
        "completed" => Completed,
        /// Taken back, or its turn was aborted or failed hard; do not blindly send it again.
        "cancelled" => Cancelled,
        /// Thrown away.
        "discarded" => Discarded,
        /// Not accepted.
        "refused" => Refused,
    }

    /// What woke a session.
    pub enum WakeupSource {
        /// A loop.
        "loop_wakeup" => Loop,
        /// A schedule.
        "schedule_wakeup" => Schedule,
    }

    /// What set when the CLI compacts.
    pub enum AutocompactSource {
        /// A variable.
        "env" => Environment,
        /// The settings.
        "settings" => Settings,
        /// Data of the client.
        "clientdata" => ClientData,
        /// An experiment.
        "experiment" => Experiment,
        /// The model.
        "model-default" => ModelDefault,
        /// A model that is not known.
        "unknown-model" => UnknownModel,
        /// The CLI.
        "auto" => Auto,
    }
}

impl CommandState {
    /// Returns whether nothing more will be said about the message.
    pub fn is_final(&self) -> bool {
        matches!(
            self,
            Self::Completed | Self::Cancelled | Self::Discarded | Self::Refused
        )
    }
}
