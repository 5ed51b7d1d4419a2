//! The two keys that nearly every message carries: its conversation and its own id.

use crate::ids::{MessageUuid, SessionId};

/// A message that says which conversation it belongs to and which line it is.
pub trait Stamped {
    /// The conversation.
    fn session_id(&self) -> Option<&SessionId>;
    /// This line.
    fn uuid(&self) -> Option<&MessageUuid>;
}

impl<T: Stamped> Stamped for Box<T> {
    fn session_id(&self) -> Option<&SessionId> {
        (**self).session_id()
    }

    fn uuid(&self) -> Option<&MessageUuid> {
        (**self).uuid()
    }
}

/// Makes objects as `wire_struct!` does, each with `session_id` and `uuid` as its last fields.
macro_rules! stamped_struct {
    ($(
        $(#[$attribute:meta])*
        pub struct $name:ident {
            $( $(#[$field_attribute:meta])* $field:ident: $type:ty $(= $key:literal)?, )*
        }
    )*) => {$(
        $crate::wire::wire_struct! {
            $(#[$attribute])*
            pub struct $name {
                $( $(#[$field_attribute])* $field: $type $(= $key)?, )*
                session_id: Option<$crate::ids::SessionId>,
                uuid: Option<$crate::ids::MessageUuid>,
            }
        }

        impl $crate::message::Stamped for $name {
            fn session_id(&self) -> Option<&$crate::ids::SessionId> {
                self.session_id.as_ref()
            }

            fn uuid(&self) -> Option<&$crate::ids::MessageUuid> {
                self.uuid.as_ref()
            }
        }
    )*};
}

/// Makes tagged objects as `wire_enum!` does, whose payloads are all stamped. What is kept as JSON has no stamp here.
macro_rules! stamped_enum {
    (
        $(#[$attribute:meta])*
        pub enum $name:ident by $tag_key:literal {
            $( $(#[$variant_attribute:meta])* $tag:literal => $variant:ident($payload:ty), )*
            $( untyped $($untyped:literal),+ => $named:ident, )?
        }
    ) => {
        $crate::wire::wire_enum! {
            $(#[$attribute])*
            pub enum $name by $tag_key {
                $( $(#[$variant_attribute])* $tag => $variant($payload), )*
                $( untyped $($untyped),+ => $named, )?
            }
        }

        impl $crate::message::Stamped for $name {
            fn session_id(&self) -> Option<&$crate::ids::SessionId> {
                match self {
                    $( Self::$variant(payload) => $crate::message::Stamped::session_id(payload), )*
                    $( Self::$named(_) => None, )?
                    Self::Unknown(_) | Self::Malformed(_) => None,
                }
            }

            fn uuid(&self) -> Option<&$crate::ids::MessageUuid> {
                match self {
                    $( Self::$variant(payload) => $crate::message::Stamped::uuid(payload), )*
                    $( Self::$named(_) => None, )?
                    Self::Unknown(_) | Self::Malformed(_) => None,
                }
            }
        }
    };
}

pub(crate) use {stamped_enum, stamped_struct};
