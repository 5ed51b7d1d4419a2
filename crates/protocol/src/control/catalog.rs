//! Commands, agents and models that a CLI offers.

use crate::raw::RawJson;
use crate::wire::wire_struct;

wire_struct! {
    /// A slash command or skill.
    #[derive(Default)]
    pub struct SlashCommand {
        /// Its name, without the slash.
        name: String,
        description: Option<String>,
        argument_hint: Option<String> = "argumentHint",
        aliases: Vec<String>,
        builtin: Option<bool>,
        plugin: Option<String>,
    }

    /// A kind of subagent.
    #[derive(Default)]
    pub struct AgentInfo {
        name: String,
        description: Option<String>,
        model: Option<String>,
    }

    /// A selectable model.
    #[derive(Default)]
    pub struct ModelInfo {
        value: String,
        resolved_model: Option<String> = "resolvedModel",
        display_name: Option<String> = "displayName",
        description: Option<String>,
        /// The effort level can be set.
        supports_effort: Option<bool> = "supportsEffort",
        supported_effort_levels: Vec<String> = "supportedEffortLevels",
        /// The model can choose how much to think.
        supports_adaptive_thinking: Option<bool> = "supportsAdaptiveThinking",
        supports_fast_mode: Option<bool> = "supportsFastMode",
        supports_auto_mode: Option<bool> = "supportsAutoMode",
        /// Thinking can be turned off.
        supports_thinking_off: Option<bool> = "supportsThinkingOff",
        disabled: Option<RawJson>,
        /// The price before a promotion.
        promo_list_price: Option<RawJson> = "promoListPrice",
    }

    /// The account in use.
    #[derive(Default)]
    pub struct AccountInfo {
        email: Option<String>,
        organization: Option<String>,
        subscription_type: Option<String> = "subscriptionType",
        token_source: Option<String> = "tokenSource",
        api_key_source: Option<String> = "apiKeySource",
        api_provider: Option<String> = "apiProvider",
    }

    /// A plugin in a directory.
    #[derive(Default)]
    pub struct PluginConfig {
        /// Always `local`.
        kind: Option<String> = "type",
        path: String,
        skip_mcp_discovery: Option<bool> = "skipMcpDiscovery",
    }
}

impl PluginConfig {
    /// Names the directory of a plugin.
    pub fn local(path: impl Into<String>) -> Self {
        Self {
            kind: Some("local".into()),
            path: path.into(),
            ..Self::default()
        }
    }
}
