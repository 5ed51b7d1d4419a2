//! The fields of each note.
//!
//! Who did it is the record's `who`. Message ids are the uuids the messages carry on the wire,
//! so a queued message and the `in` record that sends it are joined by them.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Gives every note the same derives and the map for what later versions add.
macro_rules! note_fields {
    ($($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* })*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
            pub struct $name {
                $(
                    $(#[$field_doc])*
                    pub $field: $type,
                )*
                /// Fields of later versions.
                #[serde(flatten)]
                pub extra: Map<String, Value>,
            }
        )*
    };
}

/// One message that is held.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HeldMessage {
    /// The message in the queue.
    pub id: String,
    /// The line that will be sent, when the message was taken back from the CLI.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<Value>,
    /// The id under which the CLI had it. The CLI runs no id twice (2.1.325).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
}

note_fields! {
    /// A message waits in the host's queue.
    Queued {
        /// The message.
        id: String,
        /// The line that will be sent: a user message as the CLI takes it.
        message: Value,
        /// Why it waits, when it is not for the running turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    }

    /// A waiting message has new content.
    Edited {
        /// The message.
        id: String,
        /// What is sent now instead.
        message: Value,
    }

    /// The waiting messages in their new order.
    Reordered {
        /// Every waiting message, first one first.
        ids: Vec<String>,
    }

    /// A waiting message is not sent any more.
    Withdrawn {
        /// The message.
        id: String,
        /// Why, when the host did it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    }

    /// Messages wait for a person, because the turn was stopped: none is sent until it is released.
    Held {
        /// The messages, oldest first.
        messages: Vec<HeldMessage>,
    }

    /// Held messages wait for their turn again.
    Released {
        /// The messages.
        ids: Vec<String>,
    }

    /// A waiting message is sent while the turn runs.
    Steered {
        /// The message.
        id: String,
        /// The priority it carries on the wire, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        priority: Option<String>,
    }

    /// A message was sent again to a resumed CLI.
    Resent {
        /// The message.
        id: String,
    }

    /// A message whose turn was cut off by a death.
    CutOff {
        /// The message.
        id: String,
    }

    /// The session's name; none means the automatic one.
    Renamed {
        /// The name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    }

    /// Whether the session is put away.
    Archived {
        /// Whether it is put away now.
        archived: bool,
    }

    /// A person has seen the end of the turns up to this one.
    LookedAt {
        /// How many turns had ended.
        turns: u32,
    }

    /// The CLI was ended because nothing was going on.
    Parked {
        /// Why it was ended.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    }

    /// The session runs again.
    Woken {
        /// What it was woken for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// What could not be restored, for people.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        missing: Vec<String>,
    }

    /// The session was made from the CLI's own transcript.
    Imported {
        /// The CLI's id of the imported session.
        cli_session_id: String,
        /// The transcript it was read from.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        path: Option<String>,
    }

    /// The session was forked from another one.
    Forked {
        /// The host's id of the session it came from.
        from: String,
        /// The message after which the two part.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<String>,
        /// The CLI's id of the session it came from.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cli_session_id: Option<String>,
    }

    /// The CLI's id of the session from here on.
    CliSession {
        /// The new id.
        id: String,
        /// The id before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        previous: Option<String>,
        /// What changed it: a clear, a fork, a fresh start.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    }

    /// A setting of the session and its new value; null is the default.
    Setting {
        /// Which setting.
        name: String,
        /// What it is now.
        value: Value,
    }

    /// Trust in a directory.
    Trust {
        /// The directory.
        directory: String,
        /// Whether it is trusted now.
        trusted: bool,
        /// Names what the directory would run, so that a change can be noticed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        digest: Option<String>,
    }

    /// How an ask ended.
    Answered {
        /// The CLI's id of the ask.
        request_id: String,
        /// What was decided: allow, deny, or another word.
        decision: String,
        /// The rule that decided, when it was not a person.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<String>,
        /// Rules that were added with the answer.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rules_added: Vec<Value>,
        /// What the person wrote with it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        message: Option<String>,
    }

    /// A rule that holds from here on.
    RuleGranted {
        /// The rule in the CLI's notation.
        rule: String,
        /// Allow, deny or ask.
        behavior: String,
        /// Where it holds: session, project or host.
        scope: String,
        /// The ask it was granted with.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        request_id: Option<String>,
    }

    /// A rule that no longer holds.
    RuleRevoked {
        /// The rule in the CLI's notation.
        rule: String,
        /// Allow, deny or ask.
        behavior: String,
        /// Where it held: session, project or host.
        scope: String,
    }

    /// A budget and how much of it is used.
    Budget {
        /// Of what: session or day.
        scope: String,
        /// How much may be spent.
        limit_usd: f64,
        /// How much was spent.
        spent_usd: f64,
        /// What follows: warn or pause.
        action: String,
    }

    /// The host interrupted the turn.
    Interrupted {
        /// Why.
        reason: String,
    }

    /// Records that are no longer there.
    Gap {
        /// The sequences that are missing.
        dropped: Vec<SequenceRange>,
        /// Why they were dropped.
        reason: String,
    }

    /// A damaged tail and where it was.
    Truncated {
        /// The segment whose tail it was.
        segment: u32,
        /// Where in the segment the good records end.
        offset: u64,
        /// How many bytes were cut.
        bytes: u64,
        /// What was wrong with it.
        reason: String,
        /// The file the cut bytes were kept in.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kept_in: Option<String>,
    }

    /// The disk is full; new messages are refused from here on.
    DiskFull {
        /// Bytes of the reserve that were set free.
        reserve: u64,
    }

    /// There is room again; the reserve is back.
    DiskRoom {
        /// Bytes the reserve has again.
        reserve: u64,
    }

    /// A sentence for people, with a word for programs.
    Warning {
        /// The word.
        code: String,
        /// The sentence.
        message: String,
    }
}

/// An unbroken run of sequences, both ends included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SequenceRange {
    /// The first of them.
    pub first: u64,
    /// The last of them.
    pub last: u64,
}
