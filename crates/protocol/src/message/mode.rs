//! How a session works: its effort, fast mode and credentials.

use crate::wire::wire_string;

wire_string! {
    /// How hard the model tries.
    pub enum Effort {
        /// Little.
        "low" => Low,
        /// Some.
        "medium" => Medium,
        /// Much.
        "high" => High,
        /// Very much.
        "xhigh" => ExtraHigh,
        /// As much as it can.
        "max" => Max,
    }

    /// Whether the fast mode is on.
    pub enum FastModeState {
        /// It is off.
        "off" => Off,
        /// It is waiting to come back.
        "cooldown" => Cooldown,
        /// It is on.
        "on" => On,
    }

    /// Why the fast mode cannot be had.
    pub enum FastModeDisabledReason {
        /// The plan is free.
        "free" => Free,
        /// The user does not want it.
        "preference" => Preference,
        /// Use beyond the plan is off.
        "extra_usage_disabled" => ExtraUsageDisabled,
        /// It could not be found out.
        "network_error" => NetworkError,
        /// Something else.
        "unknown" => Unspecified,
        /// The API is not the first party's.
        "not_first_party" => NotFirstParty,
        /// A variable switches it off.
        "disabled_by_env" => DisabledByEnvironment,
        /// The model does not have it.
        "model_not_allowed" => ModelNotAllowed,
        /// The host did not ask for it.
        "sdk_opt_in_required" => SdkOptInRequired,
        /// It is not known yet.
        "pending" => Pending,
    }

    /// Where the API key comes from; the key itself never stands on the wire.
    pub enum ApiKeySource {
        /// A variable.
        "ANTHROPIC_API_KEY" => Environment,
        /// A program that prints it.
        "apiKeyHelper" => Helper,
        /// The CLI's own login.
        "/login managed key" => ManagedLogin,
        /// There is none: the user is signed in another way, or not at all.
        "none" => None,
        /// The user's settings; no longer sent.
        "user" => User,
        /// The project's settings; no longer sent.
        "project" => Project,
        /// The organization's settings; no longer sent.
        "org" => Organization,
        /// A key for this run; no longer sent.
        "temporary" => Temporary,
        /// A sign-in; no longer sent.
        "oauth" => OAuth,
    }
}
