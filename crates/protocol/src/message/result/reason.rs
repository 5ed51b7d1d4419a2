//! Why a turn ended.

use crate::wire::wire_string;

wire_string! {
    /// The kind of ending of a turn.
    pub enum ResultSubtype {
        /// The turn finished, or its result is an API error.
        "success" => Success,
        /// The turn failed or was interrupted.
        "error_during_execution" => ErrorDuringExecution,
        /// It exceeded the maximum number of requests.
        "error_max_turns" => ErrorMaxTurns,
        /// It exceeded the maximum cost.
        "error_max_budget_usd" => ErrorMaxBudget,
        /// The answer did not match the requested format.
        "error_max_structured_output_retries" => ErrorMaxStructuredOutputRetries,
    }

    /// Why a turn ended.
    pub enum TerminalReason {
        /// A limit blocks requests.
        "blocking_limit" => BlockingLimit,
        /// The context filled up again too quickly.
        "rapid_refill_breaker" => RapidRefillBreaker,
        /// The conversation is too long.
        "prompt_too_long" => PromptTooLong,
        /// A picture could not be used.
        "image_error" => ImageError,
        /// The model returned an error.
        "model_error" => ModelError,
        /// The API returned an error.
        "api_error" => ApiError,
        /// The model repeatedly made malformed tool calls.
        "malformed_tool_use_exhausted" => MalformedToolUseExhausted,
        /// It was interrupted during the model's answer.
        "aborted_streaming" => AbortedStreaming,
        /// It was interrupted during tool calls.
        "aborted_tools" => AbortedTools,
        /// A `Stop` hook ended it.
        "stop_hook_prevented" => StopHookPrevented,
        /// A hook ended it.
        "hook_stopped" => HookStopped,
        /// A hook deferred a call.
        "tool_deferred" => ToolDeferred,
        /// It exceeded the maximum number of requests.
        "max_turns" => MaxTurns,
        /// It continues in the background.
        "background_requested" => BackgroundRequested,
        /// It finished.
        "completed" => Completed,
        /// It exceeded the maximum cost.
        "budget_exhausted" => BudgetExhausted,
        /// The answer did not match the requested format.
        "structured_output_retry_exhausted" => StructuredOutputRetryExhausted,
        /// The deferred call is no longer available.
        "tool_deferred_unavailable" => ToolDeferredUnavailable,
        /// It could not be started.
        "turn_setup_failed" => TurnSetupFailed,
    }

    /// Why the CLI did not start.
    pub enum StartupFailure {
        /// The API key does not belong to the required organization.
        "org_pin_api_key_conflict" => OrganizationApiKeyConflict,
        /// The provider is not allowed.
        "provider_not_allowed" => ProviderNotAllowed,
        /// The organization could not be verified.
        "org_verify_failed" => OrganizationVerifyFailed,
        /// The organization is not the required one.
        "org_pin_mismatch" => OrganizationMismatch,
        /// The managed settings are invalid.
        "managed_settings_invalid" => ManagedSettingsInvalid,
        /// The required settings could not be fetched.
        "remote_settings_required_unavailable" => RemoteSettingsUnavailable,
        /// The gateway requires a sign-in.
        "gateway_signin_required" => GatewaySignInRequired,
        /// The gateway denied access.
        "gateway_access_denied" => GatewayAccessDenied,
        /// The proxy is invalid.
        "proxy_invalid" => ProxyInvalid,
        /// The directory for temporary files is unusable.
        "temp_dir_unusable" => TemporaryDirectoryUnusable,
        /// The working directory does not exist.
        "cwd_unavailable" => WorkingDirectoryUnavailable,
        /// No shell was found.
        "shell_tool_missing" => ShellToolMissing,
        /// A background process has the session open.
        "session_held_by_background" => SessionHeldByBackground,
        /// The session's worktree is unusable.
        "worktree_resume_refused" => WorktreeResumeRefused,
        /// The session's worktree could not be verified.
        "worktree_unverified" => WorktreeUnverified,
        /// The CLI is too old.
        "cli_version_too_old" => CliVersionTooOld,
        /// Root must not skip permission requests.
        "bypass_root" => BypassRoot,
        /// The organization's settings could not be fetched.
        "org_config_required_unavailable" => OrganizationConfigUnavailable,
        /// The organization's settings forbid it.
        "org_config_refused" => OrganizationConfigRefused,
        /// The required sandbox is not available.
        "sandbox_required_unavailable" => SandboxUnavailable,
        /// `initialize` was not the first line.
        "initialize_not_first" => InitializeNotFirst,
        /// A settings file is invalid.
        "config_file_invalid" => ConfigFileInvalid,
        /// The managed settings were not delivered.
        "managed_settings_not_delivered" => ManagedSettingsNotDelivered,
    }
}

impl TerminalReason {
    /// Returns whether an interrupt ended the turn.
    pub fn is_abort(&self) -> bool {
        matches!(self, Self::AbortedStreaming | Self::AbortedTools)
    }
}
