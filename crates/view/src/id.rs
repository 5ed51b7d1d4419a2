//! The names by which a view addresses what it holds.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
        pub struct $name(String);

        impl $name {
            /// Wraps a name that came from a record, a page address or a saved view.
            pub fn new(name: impl Into<String>) -> Self {
                Self(name.into())
            }

            /// The name as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(&self.0)
            }
        }
    };
}

id! {
    /// One entry of the transcript. Made from the sequence of the record that began the entry
    /// (`e17`, or `e17.1` for the second entry of one record), so it is the same in every fold
    /// of the same log, and it never changes.
    EntryId
}

id! {
    /// One ask: the epoch of the CLI process and the request id it chose (`1:5f0c…`).
    AskId
}

id! {
    /// A subagent, shell or other piece of work beside the main conversation.
    JobId
}

impl EntryId {
    /// The name of the `nth` entry that the record with this sequence began.
    pub fn of_record(seq: u64, nth: u32) -> Self {
        if nth == 0 {
            Self(format!("e{seq}"))
        } else {
            Self(format!("e{seq}.{nth}"))
        }
    }

    /// The sequence of the record that began this entry.
    pub fn record(&self) -> Option<u64> {
        let digits = self.0.strip_prefix('e')?;
        let end = digits.find('.').unwrap_or(digits.len());
        digits.get(..end)?.parse().ok()
    }
}
