//! Bounds of requests.
//!
//! Each request type has a table of bounds ([`bounds!`]). The server validates requests with it, and the JSON Schemas
//! include it, so a request is valid exactly if it matches its schema.

mod field;
#[cfg(test)]
mod schema;
mod text;

use std::fmt;

pub use field::{Field, Given};
pub use text::{Pattern, Text};

/// The error of an invalid request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    /// The path of the field, such as `message.uuid`.
    pub field: String,
    /// The requirement for the field.
    pub reason: String,
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid value for {}: {}", self.field, self.reason)
    }
}

impl std::error::Error for Invalid {}

/// A request with bounds.
pub trait Bounded {
    /// Returns the first violated bound.
    fn validate(&self) -> Result<(), Invalid>;

    /// Adds the bounds to the schema of the type.
    #[cfg(test)]
    fn describe(schema: &mut schemars::Schema)
    where
        Self: Sized;
}

/// The bound of one field.
pub enum Bound {
    Text(Text),
    AtLeast(f64),
    /// Greater than this.
    Above(f64),
    /// From the first to the second, inclusive.
    Within(u32, u32),
    /// A JSON object.
    Object,
    /// A list with a maximum length, each value with this bound.
    List(usize, &'static Bound),
    /// A request with its own bounds.
    Nested,
}

/// A bound of two fields.
pub enum Rule {
    /// At most one of the fields is set. A flag is set if it is true.
    NotBoth,
    /// At least one of the fields has content: a text that is not blank, a list that is not empty.
    AnyOf,
}

/// A title of a session.
pub const TITLE: Bound = Bound::Text(Text {
    longest: 300,
    pattern: Pattern::Any,
});
/// A name that becomes an argument of the CLI. It must not look like a flag; an empty one means the CLI's default.
pub const NAME: Bound = Bound::Text(Text {
    longest: 200,
    pattern: Pattern::Without {
        anywhere: &['\0'..='\u{1f}', '\u{7f}'..='\u{9f}'],
        first: Some('-'),
    },
});
/// A text that becomes an argument of the CLI. The server also limits its bytes.
pub const ARGUMENT: Bound = Bound::Text(Text {
    longest: 100_000,
    pattern: Pattern::Without {
        anywhere: &['\0'..='\0'],
        first: None,
    },
});
/// Texts that become arguments of the CLI.
pub const ARGUMENTS: Bound = Bound::List(usize::MAX, &ARGUMENT);
/// The address of a repository. The server also checks its protocol and its parts.
pub const ADDRESS: Bound = Bound::Text(Text {
    longest: 2000,
    pattern: Pattern::Any,
});
/// The permission mode that skips all permission requests.
pub const BYPASS: &str = "bypassPermissions";
/// The permission modes; the last one skips all permission requests.
const MODES: [&str; 8] = [
    "default",
    "acceptEdits",
    "plan",
    "dontAsk",
    "auto",
    "manual",
    "delegate",
    BYPASS,
];
/// A permission mode.
pub const MODE: Bound = Bound::Text(Text {
    longest: usize::MAX,
    pattern: Pattern::OneOf(&MODES),
});
/// A permission mode in which a session can be started.
pub const FIRST_MODE: Bound = Bound::Text(Text {
    longest: usize::MAX,
    pattern: Pattern::OneOf(MODES.split_at(MODES.len() - 1).0),
});
/// The ID of a message: a UUID, which the CLI uses to report the state of the message.
pub const UUID: Bound = Bound::Text(Text {
    longest: 36,
    pattern: Pattern::Uuid,
});
/// The IDs of uploads in a message.
pub const UPLOADS: Bound = Bound::List(
    100,
    &Bound::Text(Text {
        longest: usize::MAX,
        pattern: Pattern::Any,
    }),
);
/// The URL of a notification.
pub const WEB_URL: Bound = Bound::Text(Text {
    longest: usize::MAX,
    pattern: Pattern::Prefixes(&["http://", "https://"]),
});
/// A control request that clients may pass to the CLI: read-only ones, and those in this list.
pub const CONTROL_REQUEST: Bound = Bound::Text(Text {
    longest: 100,
    pattern: Pattern::PrefixOrOneOf(
        "get_",
        &[
            "apply_flag_settings",
            "background_tasks",
            "cancel_async_message",
            "file_suggestions",
            "generate_session_title",
            "list_models",
            "list_permission_rules",
            "mcp_authenticate",
            "mcp_clear_auth",
            "mcp_oauth_callback_url",
            "mcp_read_resource",
            "mcp_reconnect",
            "mcp_set_servers",
            "mcp_status",
            "mcp_toggle",
            "reload_output_styles",
            "reload_skills",
            "rename_session",
            "rewind_files",
            "set_max_thinking_tokens",
            "set_model",
            "set_permission_mode",
            "side_question",
            "stop_task",
        ],
    ),
});

impl Bound {
    /// Checks a value; the error names the field `field`.
    pub fn check(&self, field: &str, given: Given<'_>) -> Result<(), Invalid> {
        let invalid = |reason: String| {
            let field = field.to_owned();
            Err(Invalid { field, reason })
        };
        match (self, given) {
            (Self::Text(bound), Given::Text(text)) => bound.check(text).or_else(invalid),
            (Self::AtLeast(least), Given::Number(number)) if number < *least || number.is_nan() => {
                invalid(format!("must be at least {least}"))
            }
            (Self::Above(bound), Given::Number(number)) if number <= *bound || number.is_nan() => {
                invalid(format!("must be greater than {bound}"))
            }
            (Self::Within(least, most), Given::Number(number))
                if !(f64::from(*least)..=f64::from(*most)).contains(&number) =>
            {
                invalid(format!("must be from {least} to {most}"))
            }
            (Self::Object, Given::Json(json)) if !json.0.is_object() && !json.0.is_null() => {
                invalid("must be an object".to_owned())
            }
            (Self::List(longest, _), Given::List(items)) if items.len() > *longest => {
                invalid(format!("must have at most {longest} items"))
            }
            (Self::List(_, each), Given::List(items)) => items
                .into_iter()
                .enumerate()
                .try_for_each(|(index, item)| each.check(&format!("{field}[{index}]"), item)),
            (Self::Nested, Given::Request(request)) => {
                request.validate().map_err(|inner| Invalid {
                    field: format!("{field}.{}", inner.field),
                    ..inner
                })
            }
            _ => Ok(()),
        }
    }
}

impl Rule {
    pub(crate) fn check(
        &self,
        one: (&str, Given<'_>),
        other: (&str, Given<'_>),
    ) -> Result<(), Invalid> {
        let reason = match self {
            Self::NotBoth if one.1.is_given() && other.1.is_given() => {
                format!("cannot be combined with {}", other.0)
            }
            Self::AnyOf if !one.1.has_content() && !other.1.has_content() => {
                format!("must not be empty without {}", other.0)
            }
            _ => return Ok(()),
        };
        let field = one.0.to_owned();
        Err(Invalid { field, reason })
    }
}

/// Returns the name of a field in JSON.
pub(crate) fn json_name(field: &str) -> String {
    let mut name = String::with_capacity(field.len());
    let mut upper = false;
    for character in field.chars() {
        match character {
            '_' => upper = true,
            _ if upper => {
                name.push(character.to_ascii_uppercase());
                upper = false;
            }
            _ => name.push(character),
        }
    }
    name
}

/// Declares the bounds of a request type: of its fields, then of pairs of fields.
macro_rules! bounds {
    ($request:ident { $($field:ident: $bound:expr),* $(,)? } $($rule:ident($one:ident, $other:ident))*) => {
        impl $crate::bounds::Bounded for $request {
            fn validate(&self) -> Result<(), $crate::bounds::Invalid> {
                #[allow(unused_imports, reason = "a type may have no bounds")]
                use $crate::bounds::{Field as _, Rule, json_name};
                $($bound.check(&json_name(stringify!($field)), self.$field.given())?;)*
                $(Rule::$rule.check(
                    (&json_name(stringify!($one)), self.$one.given()),
                    (&json_name(stringify!($other)), self.$other.given()),
                )?;)*
                Ok(())
            }

            #[cfg(test)]
            fn describe(_schema: &mut schemars::Schema) {
                #[allow(unused_imports, reason = "a type may have no bounds")]
                use $crate::bounds::{Rule, json_name};
                $($bound.describe(_schema, &json_name(stringify!($field)));)*
                $(Rule::$rule.describe(
                    _schema,
                    [json_name(stringify!($one)), json_name(stringify!($other))],
                );)*
            }
        }

        impl $crate::bounds::Field for $request {
            fn given(&self) -> $crate::bounds::Given<'_> {
                $crate::bounds::Given::Request(self)
            }
        }
    };
}

pub(crate) use bounds;

#[cfg(test)]
mod tests;
