//! Why a turn ended.

use crate::wire::wire_string;

wire_string! {
    /// The kind of ending.
    pub enum ResultSubtype {
        /// The turn came to its end, or an API error stands in its result.
        "success" => Success,
        /// The turn failed or was interrupted.
        "error_during_execution" => ErrorDuringExecution,
        /// It took more requests than allowed.
        "error_max_turns" => ErrorMaxTurns,
        /// It cost more than allowed.
        "error_max_budget_usd" => ErrorMaxBudget,
        /// The model did not answer in the shape that was asked for.
        "error_max_structured_output_retries" => ErrorMaxStructuredOutputRetries,
    }

    /// Why a turn ended.
    pub enum TerminalReason {
        /// A limit blocks requests.
        "blocking_limit" => BlockingLimit,
        /// The context filled up again too fast.
        "rapid_refill_breaker" => RapidRefillBreaker,
        /// The conversation is too long.
        "prompt_too_long" => PromptTooLong,
        /// A picture could not be used.
        "image_error" => ImageError,
        /// The model failed.
        "model_error" => ModelError,
        /// The API failed.
        "api_error" => ApiError,
        /// The model kept calling tools wrongly.
        "malformed_tool_use_exhausted" => MalformedToolUseExhausted,
        /// It was interrupted while the model spoke.
        "aborted_streaming" => AbortedStreaming,
        /// It was interrupted while tools ran.
        "aborted_tools" => AbortedTools,
        /// A hook on stopping ended it.
        "stop_hook_prevented" => StopHookPrevented,
        /// A hook ended it.
        "hook_stopped" => HookStopped,
        /// A hook put a call off.
        "tool_deferred" => ToolDeferred,
        /// It took more requests than allowed.
        "max_turns" => MaxTurns,
        /// It goes on in the background.
        "background_requested" => BackgroundRequested,
        /// It came to its end.
        "completed" => Completed,
        /// It cost more than allowed.
        "budget_exhausted" => BudgetExhausted,
        /// The model did not answer in the shape that was asked for.
        "structured_output_retry_exhausted" => StructuredOutputRetryExhausted,
        /// The call that was put off cannot be had any more.
        "tool_deferred_unavailable" => ToolDeferredUnavailable,
        /// It could not begin.
        "turn_setup_failed" => TurnSetupFailed,
    }

    /// Why the CLI did not start.
    pub enum StartupFailure {
        /// The API key is not of the organization that is required.
        "org_pin_api_key_conflict" => OrganizationApiKeyConflict,
        /// The provider is not allowed.
        "provider_not_allowed" => ProviderNotAllowed,
        /// The organization could not be verified.
        "org_verify_failed" => OrganizationVerifyFailed,
        /// It is another organization than is required.
        "org_pin_mismatch" => OrganizationMismatch,
        /// The managed settings are not valid.
        "managed_settings_invalid" => ManagedSettingsInvalid,
        /// The settings that are required could not be fetched.
        "remote_settings_required_unavailable" => RemoteSettingsUnavailable,
        /// The gateway wants a sign-in.
        "gateway_signin_required" => GatewaySignInRequired,
        /// The gateway refused.
        "gateway_access_denied" => GatewayAccessDenied,
        /// The proxy is not valid.
        "proxy_invalid" => ProxyInvalid,
        /// The directory for temporary files cannot be used.
        "temp_dir_unusable" => TemporaryDirectoryUnusable,
        /// The working directory is gone.
        "cwd_unavailable" => WorkingDirectoryUnavailable,
        /// There is no shell.
        "shell_tool_missing" => ShellToolMissing,
        /// A background process holds the session.
        "session_held_by_background" => SessionHeldByBackground,
        /// The session's worktree cannot be used.
        "worktree_resume_refused" => WorktreeResumeRefused,
        /// The session's worktree could not be verified.
        "worktree_unverified" => WorktreeUnverified,
        /// The CLI is too old.
        "cli_version_too_old" => CliVersionTooOld,
        /// Asking for nothing is refused to root.
        "bypass_root" => BypassRoot,
        /// The organization's settings could not be fetched.
        "org_config_required_unavailable" => OrganizationConfigUnavailable,
        /// The organization's settings refuse.
        "org_config_refused" => OrganizationConfigRefused,
        /// The sandbox that is required cannot be had.
        "sandbox_required_unavailable" => SandboxUnavailable,
        /// `initialize` was not the first line.
        "initialize_not_first" => InitializeNotFirst,
        /// A settings file is not valid.
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
