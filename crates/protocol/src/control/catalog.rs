//! What a CLI offers: commands, agents, models.

use crate::raw::RawJson;
use crate::wire::wire_struct;

wire_struct! {
    /// A slash command or skill.
    #[derive(Default)]
    pub struct SlashCommand {
        /// Its name, without the slash.
        name: String = "name",
        /// What it does.
        description: Option<String> = "description",
        /// What may follow it.
        argument_hint: Option<String> = "argumentHint",
        /// Its other names.
        aliases: Vec<String> = "aliases",
        /// It comes with the CLI.
        builtin: Option<bool> = "builtin",
        /// The plugin it comes from.
        plugin: Option<String> = "plugin",
    }

    /// A kind of subagent.
    #[derive(Default)]
    pub struct AgentInfo {
        /// Its name.
        name: String = "name",
        /// When to use it.
        description: Option<String> = "description",
        /// Its model.
        model: Option<String> = "model",
    }

    /// A model that may be chosen.
    #[derive(Default)]
    pub struct ModelInfo {
        /// What to ask for.
        value: String = "value",
        /// What one gets.
        resolved_model: Option<String> = "resolvedModel",
        /// Its name for people.
        display_name: Option<String> = "displayName",
        /// What it is good for.
        description: Option<String> = "description",
        /// How hard it thinks can be set.
        supports_effort: Option<bool> = "supportsEffort",
        /// To what.
        supported_effort_levels: Vec<String> = "supportedEffortLevels",
        /// It decides itself how much to think.
        supports_adaptive_thinking: Option<bool> = "supportsAdaptiveThinking",
        /// It has a fast mode.
        supports_fast_mode: Option<bool> = "supportsFastMode",
        /// Auto mode works with it.
        supports_auto_mode: Option<bool> = "supportsAutoMode",
        /// Thinking can be turned off.
        supports_thinking_off: Option<bool> = "supportsThinkingOff",
        /// It cannot be chosen now.
        disabled: Option<RawJson> = "disabled",
        /// Its price before a promotion.
        promo_list_price: Option<RawJson> = "promoListPrice",
    }

    /// Whose account is used.
    #[derive(Default)]
    pub struct AccountInfo {
        /// The address of the person.
        email: Option<String> = "email",
        /// The organization.
        organization: Option<String> = "organization",
        /// The plan.
        subscription_type: Option<String> = "subscriptionType",
        /// Where the token comes from.
        token_source: Option<String> = "tokenSource",
        /// Where the key comes from.
        api_key_source: Option<String> = "apiKeySource",
        /// Whose API is used.
        api_provider: Option<String> = "apiProvider",
    }

    /// A plugin in a directory.
    #[derive(Default)]
    pub struct PluginConfig {
        /// Always `local`.
        kind: Option<String> = "type",
        /// The directory.
        path: String = "path",
        /// Its MCP servers are left alone.
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
