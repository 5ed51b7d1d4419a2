//! The IDs that nearly every message has: of its conversation and of its line.

use crate::ids::{MessageUuid, SessionId};

/// A message with the IDs of its conversation and its line.
pub trait Stamped {
    /// The session ID.
    fn session_id(&self) -> Option<&SessionId>;
    /// The ID of the line.
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

/// Generates objects like `wire_struct!`, each with `session_id` and `uuid` as its last fields.
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

/// Generates tagged objects like `wire_enum!`, whose payloads are all stamped. Payloads kept as JSON have no stamp.
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
