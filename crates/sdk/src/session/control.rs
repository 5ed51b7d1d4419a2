//! Requests to the CLI, one method each.
//!
//! A request that an older CLI does not know is [`Error::Unsupported`](crate::Error::Unsupported), or a timeout where it leaves them unanswered.

mod files;
mod servers;
mod tasks;
mod unpublished;

use pilothouse_protocol::JsonObject;
use pilothouse_protocol::control::*;
use pilothouse_protocol::permission::PermissionMode;
use pilothouse_protocol::wire::Nullable;

use super::Session;
use crate::error::Result;

/// Makes a request out of an empty one.
fn call<C: Default>(fill: impl FnOnce(&mut C)) -> C {
    let mut call = C::default();
    fill(&mut call);
    call
}

/// How the session works.
impl Session {
    /// Changes how much the CLI may do without asking.
    pub async fn set_permission_mode(
        &self,
        mode: PermissionMode,
    ) -> Result<SetPermissionModeResponse> {
        self.request(call::<SetPermissionMode>(|call| call.mode = mode))
            .await
    }

    /// Changes the model; in the middle of a turn from the next request on. Returns the model as the CLI resolved it.
    pub async fn set_model(&self, model: impl Into<String>) -> Result<SetModelResponse> {
        let model = model.into();
        self.request(call::<SetModel>(|call| call.model = Nullable::Value(model)))
            .await
    }

    /// Goes back to the session's default model.
    pub async fn reset_model(&self) -> Result<SetModelResponse> {
        self.request(SetModel::default()).await
    }

    /// Changes how much the model may think.
    pub async fn set_max_thinking_tokens(&self, tokens: u32) -> Result<()> {
        self.think(Nullable::Value(tokens.into())).await
    }

    /// Lets the model think as much as it did at the start.
    pub async fn reset_max_thinking_tokens(&self) -> Result<()> {
        self.think(Nullable::Null).await
    }

    async fn think(&self, tokens: Nullable<i64>) -> Result<()> {
        self.request(call::<SetMaxThinkingTokens>(|call| {
            call.max_thinking_tokens = tokens
        }))
        .await
        .map(|_| ())
    }

    /// Changes how thinking is shown.
    pub async fn set_thinking_display(&self, display: ThinkingDisplay) -> Result<()> {
        let display = Nullable::Value(display);
        self.request(call::<SetMaxThinkingTokens>(|call| {
            call.thinking_display = display
        }))
        .await
        .map(|_| ())
    }

    /// Lays settings over all others, until the session ends; a `null` takes one away.
    pub async fn apply_settings(&self, settings: JsonObject) -> Result<()> {
        self.request(call::<ApplyFlagSettings>(|call| call.settings = settings))
            .await
            .map(|_| ())
    }

    /// Writes settings to the file of a source. Few keys may be written so.
    pub async fn update_settings(
        &self,
        source: impl Into<String>,
        settings: JsonObject,
    ) -> Result<()> {
        let source = source.into();
        let request = call::<UpdateSettings>(|call| {
            call.source = source;
            call.settings = settings;
        });
        self.request(request).await.map(|_| ())
    }

    /// Asks for the settings, and where each comes from.
    pub async fn settings(&self) -> Result<GetSettingsResponse> {
        self.request(GetSettings::default()).await
    }

    /// Asks for the permission rules in force.
    pub async fn permission_rules(&self) -> Result<ListPermissionRulesResponse> {
        self.request(ListPermissionRules::default()).await
    }

    /// Asks for the hooks in force.
    pub async fn hooks(&self) -> Result<GetHooksListingResponse> {
        self.request(GetHooksListing::default()).await
    }

    /// Asks for the models.
    pub async fn models(&self) -> Result<Vec<ModelInfo>> {
        self.request(ListModels::default())
            .await
            .map(|response| response.models)
    }

    /// Asks for the version of the CLI.
    pub async fn binary_version(&self) -> Result<GetBinaryVersionResponse> {
        self.request(GetBinaryVersion::default()).await
    }

    /// Names the session.
    pub async fn rename(&self, title: impl Into<String>) -> Result<()> {
        let title = title.into();
        self.request(call::<RenameSession>(|call| call.title = title))
            .await
            .map(|_| ())
    }

    /// Colors the session. CLI 2.1.325 does not know it over a pipe.
    pub async fn set_color(&self, color: impl Into<String>) -> Result<()> {
        self.request_raw("set_color", serde_json::json!({"color": color.into()}))
            .await
            .map(|_| ())
    }

    /// Says whether anybody watches; a CLI that nobody watches may hold deltas back.
    pub async fn set_has_subscribers(&self, watched: bool) -> Result<()> {
        self.request_raw(
            "set_has_subscribers",
            serde_json::json!({"has_subscribers": watched}),
        )
        .await
        .map(|_| ())
    }
}

/// What the session has used.
impl Session {
    /// Asks what fills the context.
    pub async fn context_usage(&self) -> Result<GetContextUsageResponse> {
        self.request(GetContextUsage::default()).await
    }

    /// Asks for tokens, cost, and limits of the plan.
    pub async fn usage(&self) -> Result<GetUsageResponse> {
        self.request(GetUsage::default()).await
    }

    /// Asks for the cost, as text for people.
    pub async fn cost_text(&self) -> Result<String> {
        self.request(GetSessionCost::default())
            .await
            .map(|response| response.text.unwrap_or_default())
    }
}

/// What is read again.
impl Session {
    /// Reads plugins again.
    pub async fn reload_plugins(&self) -> Result<ReloadPluginsResponse> {
        self.request(ReloadPlugins::default()).await
    }

    /// Reads skills again.
    pub async fn reload_skills(&self) -> Result<ReloadSkillsResponse> {
        self.request(ReloadSkills::default()).await
    }

    /// Reads output styles again.
    pub async fn reload_output_styles(&self) -> Result<ReloadOutputStylesResponse> {
        self.request(ReloadOutputStyles::default()).await
    }
}
