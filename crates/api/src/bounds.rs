//! Bounds of requests. The JSON Schemas name them and the server checks them.

/// The longest title, in characters.
pub const TITLE: usize = 300;
/// The longest name of a model, of an effort or of a style, in characters.
pub const NAME: usize = 200;
/// The longest text that becomes an argument of the CLI, in bytes: the system takes a little more, and then starts nothing.
pub const ARGUMENT: usize = 100_000;
/// How many files may go with one message.
pub const FILES: usize = 100;
/// More processes than this at a time is a slip of the finger, not a wish.
pub const LIVE_SESSIONS: u32 = 10_000;
/// The permission mode that asks for nothing.
pub const BYPASS: &str = "bypassPermissions";
/// The permission modes in which a session can be started.
pub const PERMISSION_MODES: [&str; 7] = [
    "default",
    "acceptEdits",
    "plan",
    "dontAsk",
    "auto",
    "manual",
    "delegate",
];

/// Control requests that clients may pass to the CLI, beside those that only read (`get_…`).
pub const CONTROL_REQUESTS: [&str; 24] = [
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
];

/// The bounds as JSON Schema, where its derive has no word for them.
#[cfg(test)]
pub(crate) mod schema {
    use serde_json::{Value, json};

    use super::{BYPASS, CONTROL_REQUESTS, PERMISSION_MODES};

    /// A name that does not read as a flag.
    pub(crate) const NAME: &str =
        "^([^-\\u0000-\\u001f\\u007f-\\u009f][^\\u0000-\\u001f\\u007f-\\u009f]*)?$";
    /// A text that can be an argument of a program.
    pub(crate) const ARGUMENT: &str = "^[^\\u0000]*$";
    /// An address of the web.
    pub(crate) const WEB: &str = "^https?://";
    /// The id of an upload.
    pub(crate) const UPLOAD: &str = "^[0-9A-Fa-f]+$";
    pub(crate) const UUID: &str =
        "^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$";

    /// A mode to start in, or none.
    pub(crate) fn first_mode() -> Value {
        let modes = PERMISSION_MODES.iter().map(|mode| json!(mode));
        modes.chain([Value::Null]).collect()
    }

    /// A mode to change to, or none.
    pub(crate) fn mode() -> Value {
        let modes = PERMISSION_MODES.iter().map(|mode| json!(mode));
        modes.chain([json!(BYPASS), Value::Null]).collect()
    }

    /// A control request of the list, or one that only reads.
    pub(crate) fn control_request() -> String {
        format!("^(get_.*|{})$", CONTROL_REQUESTS.join("|"))
    }

    /// A text with something in it, or an attachment.
    pub(crate) fn something() -> Value {
        json!([
            {"properties": {"text": {"pattern": "\\S"}}},
            {"properties": {"uploads": {"minItems": 1}}, "required": ["uploads"]},
        ])
    }

    /// Both members, which is what a request must not have.
    pub(crate) fn not_both(one: &str, other: &str, kind: Value) -> Value {
        json!({"properties": {one: kind, other: kind}, "required": [one, other]})
    }
}
