//! How a session works: its permission mode, effort, fast mode and credentials.

use crate::wire::wire_string;

wire_string! {
    /// What the CLI does without asking.
    pub enum PermissionMode {
        /// It asks for what is not allowed.
        "default" => Default,
        /// The same as [`PermissionMode::Default`]; accepted from the host, never sent by the CLI.
        "manual" => Manual,
        /// It edits files without asking.
        "acceptEdits" => AcceptEdits,
        /// It asks for nothing.
        "bypassPermissions" => BypassPermissions,
        /// It plans and changes nothing.
        "plan" => Plan,
        /// It denies what it would ask for.
        "dontAsk" => DontAsk,
        /// A model decides, and asks when it cannot.
        "auto" => Auto,
        /// It only coordinates a team; up to 2.1.38.
        "delegate" => Delegate,
    }

    /// The state of an MCP server.
    pub enum McpConnectionState {
        /// It is there.
        "connected" => Connected,
        /// It could not be reached.
        "failed" => Failed,
        /// Somebody must sign in.
        "needs-auth" => NeedsAuthentication,
        /// It is being reached.
        "pending" => Pending,
        /// It is switched off.
        "disabled" => Disabled,
    }

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
