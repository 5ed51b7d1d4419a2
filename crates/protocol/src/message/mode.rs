//! Effort, fast mode and credentials of a session.

use crate::wire::wire_string;

wire_string! {
    /// The effort level of the model.
    pub enum Effort {
        /// Low.
        "low" => Low,
        /// Medium.
        "medium" => Medium,
        /// High.
        "high" => High,
        /// Very high.
        "xhigh" => ExtraHigh,
        /// The maximum.
        "max" => Max,
    }

    /// The state of fast mode.
    pub enum FastModeState {
        /// Off.
        "off" => Off,
        /// Paused; it will be enabled again.
        "cooldown" => Cooldown,
        /// On.
        "on" => On,
    }

    /// Why fast mode is not available.
    pub enum FastModeDisabledReason {
        /// The plan is free.
        "free" => Free,
        /// The user disabled it.
        "preference" => Preference,
        /// Usage beyond the plan is disabled.
        "extra_usage_disabled" => ExtraUsageDisabled,
        /// The request for its availability failed.
        "network_error" => NetworkError,
        /// Any other reason.
        "unknown" => Unspecified,
        /// The API is not the first party's.
        "not_first_party" => NotFirstParty,
        /// An environment variable disables it.
        "disabled_by_env" => DisabledByEnvironment,
        /// The model does not support it.
        "model_not_allowed" => ModelNotAllowed,
        /// The host did not enable it.
        "sdk_opt_in_required" => SdkOptInRequired,
        /// It is not known yet.
        "pending" => Pending,
    }

    /// The source of the API key; the key itself is never sent.
    pub enum ApiKeySource {
        /// An environment variable.
        "ANTHROPIC_API_KEY" => Environment,
        /// A program that prints it.
        "apiKeyHelper" => Helper,
        /// The CLI's own login.
        "/login managed key" => ManagedLogin,
        /// None: the user is signed in another way, or not at all.
        "none" => None,
        /// The user's settings; no longer sent.
        "user" => User,
        /// The project's settings; no longer sent.
        "project" => Project,
        /// The organization's settings; no longer sent.
        "org" => Organization,
        /// A key for this run; no longer sent.
        "temporary" => Temporary,
        /// An OAuth sign-in; no longer sent.
        "oauth" => OAuth,
    }
}
