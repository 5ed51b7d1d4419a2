//! Requests that are not published: sign-in, surfaces of plugins, tools that run elsewhere.

use crate::ids::{SessionId, ToolUseId};
use crate::object::JsonObject;
use crate::raw::RawJson;
use crate::wire::{Nullable, wire_struct};

wire_struct! {
    /// The CLI wants a fresh token. Sent only to a host that says by its environment that it can give one.
    #[derive(Default)]
    pub struct OauthTokenRefresh {
        /// Which token.
        kind: Option<String> = "kind",
        /// Whether the last one was refused.
        token_state: Option<String> = "token_state",
        /// By what it was refused.
        refused_call: Option<String> = "refused_call",
    }

    /// A fresh token, or none.
    #[derive(Default)]
    pub struct OauthTokenRefreshAnswer {
        /// The token.
        access_token: Nullable<String> = "accessToken",
        /// Why there is none.
        reason: Option<String> = "reason",
    }

    /// The CLI wants a fresh token of the host.
    #[derive(Default)]
    pub struct HostAuthTokenRefresh {
        /// The status that refused the last one.
        status: Option<u32> = "status",
    }

    /// A fresh token of the host, or none.
    #[derive(Default)]
    pub struct HostAuthTokenRefreshAnswer {
        /// The token.
        auth_token: Nullable<String> = "authToken",
        /// It is the same as before.
        material_unchanged: Option<bool> = "materialUnchanged",
    }

    /// The CLI wants the secret of a remotely controlled session.
    #[derive(Default)]
    pub struct RemoteControlWorkSecret {
        /// The session.
        session_id: Option<SessionId> = "session_id",
    }

    /// The secret, or none.
    #[derive(Default)]
    pub struct RemoteControlWorkSecretAnswer {
        /// The secret.
        work_secret: Nullable<String> = "work_secret",
    }

    /// A plugin copies text.
    #[derive(Default)]
    pub struct UiCopy {
        /// On which surface.
        surface: Option<String> = "surface",
        /// On which client.
        client_id: Option<String> = "client_id",
        /// The plugin.
        plugin: Option<String> = "plugin",
        /// The text.
        text: String = "text",
        /// The press it answers.
        answers_press: Option<String> = "answers_press",
    }

    /// Whether it was copied.
    #[derive(Default)]
    pub struct UiCopyAnswer {
        /// It was.
        copied: bool = "copied",
    }

    /// A plugin reads the text being typed.
    #[derive(Default)]
    pub struct UiPromptRead {
        /// On which surface.
        surface: Option<String> = "surface",
        /// On which client.
        client_id: Option<String> = "client_id",
    }

    /// The text being typed.
    #[derive(Default)]
    pub struct UiPromptReadAnswer {
        /// The text.
        text: String = "text",
        /// Where the cursor is.
        cursor: i64 = "cursor",
    }

    /// A plugin writes into the text being typed.
    #[derive(Default)]
    pub struct UiPromptFill {
        /// On which surface.
        surface: Option<String> = "surface",
        /// On which client.
        client_id: Option<String> = "client_id",
        /// What it writes.
        text: String = "text",
        /// `replace`, `append` or `insert`.
        mode: Option<String> = "mode",
        /// How it looks.
        decorations: Option<RawJson> = "decorations",
        /// Where the cursor goes.
        cursor: Option<i64> = "cursor",
        /// The press it answers.
        answers_press: Option<String> = "answers_press",
    }

    /// Whether it was written.
    #[derive(Default)]
    pub struct UiPromptFillAnswer {
        /// It was.
        filled: bool = "filled",
    }

    /// A plugin decorates the text being typed.
    #[derive(Default)]
    pub struct UiPromptPaint {
        /// On which surface.
        surface: Option<String> = "surface",
        /// On which client.
        client_id: Option<String> = "client_id",
        /// Which layer.
        layer: Option<String> = "layer",
        /// The text it is meant for.
        text: Option<String> = "text",
        /// How it looks.
        decorations: Option<RawJson> = "decorations",
    }

    /// Whether it was decorated.
    #[derive(Default)]
    pub struct UiPromptPaintAnswer {
        /// It was.
        painted: bool = "painted",
    }

    /// A plugin suggests how to go on typing.
    #[derive(Default)]
    pub struct UiPromptSuggest {
        /// On which surface.
        surface: Option<String> = "surface",
        /// On which client.
        client_id: Option<String> = "client_id",
        /// What it suggests.
        text: String = "text",
    }

    /// Whether it was shown.
    #[derive(Default)]
    pub struct UiPromptSuggestAnswer {
        /// It was.
        shown: bool = "shown",
    }

    /// A plugin reads what is selected.
    #[derive(Default)]
    pub struct UiReadSelection {
        /// On which surface.
        surface: Option<String> = "surface",
        /// On which client.
        client_id: Option<String> = "client_id",
    }

    /// What is selected.
    #[derive(Default)]
    pub struct UiReadSelectionAnswer {
        /// The text.
        text: Option<String> = "text",
        /// In what.
        instance_id: Option<String> = "instance_id",
    }

    /// A tool that runs elsewhere.
    #[derive(Default)]
    pub struct RemoteToolCall {
        /// Where it runs.
        instance_id: Option<String> = "instance_id",
        /// On which host.
        host: Option<RawJson> = "host",
        /// The tool.
        name: String = "name",
        /// Its input.
        input: Option<JsonObject> = "input",
        /// What goes with it.
        envelope: Option<JsonObject> = "envelope",
        /// The call.
        tool_use_id: Option<ToolUseId> = "tool_use_id",
        /// When it was sent.
        issued_at: Option<i64> = "issued_at",
        /// How long the CLI waits.
        deadline_ms: Option<i64> = "deadline_ms",
    }

    /// What it gave.
    #[derive(Default)]
    pub struct RemoteToolCallAnswer {
        /// The result of the tool.
        result: RawJson = "result",
    }

    /// A part of a tool that runs elsewhere.
    #[derive(Default)]
    pub struct RemotePlumbingCall {
        /// Where it runs.
        instance_id: Option<String> = "instance_id",
        /// On which host.
        host: Option<RawJson> = "host",
        /// What is called.
        name: String = "name",
        /// With what.
        args: Option<JsonObject> = "args",
        /// When it was sent.
        issued_at: Option<i64> = "issued_at",
        /// How long the CLI waits.
        deadline_ms: Option<i64> = "deadline_ms",
    }

    /// What it gave.
    #[derive(Default)]
    pub struct RemotePlumbingCallAnswer {
        /// The result.
        result: RawJson = "result",
    }

    /// Are the remote tools there?
    #[derive(Default)]
    pub struct RemoteToolsProbe {
        /// Where they run.
        instance_id: Option<String> = "instance_id",
        /// When it was sent.
        issued_at: Option<i64> = "issued_at",
        /// How long the CLI waits.
        deadline_ms: Option<i64> = "deadline_ms",
    }

    /// They are.
    #[derive(Default)]
    pub struct RemoteToolsProbeAnswer {
        /// Since when.
        result: RawJson = "result",
    }

    /// Announce the remote tools again.
    #[derive(Default)]
    pub struct RemoteToolsReannounce {
        /// Since when the worker runs.
        worker_epoch: Option<i64> = "worker_epoch",
        /// How long the CLI waits.
        deadline_ms: Option<i64> = "deadline_ms",
    }
}
