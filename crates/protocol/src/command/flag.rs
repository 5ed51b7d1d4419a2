//! The flags of the CLI.

use std::fmt;

use super::{CliVersion, CommandLine};

/// The version in which all of these flags were seen.
const NEWEST: CliVersion = CliVersion::new(2, 1, 325);

/// The values that a flag accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Arity {
    /// No value.
    Switch,
    /// One value.
    Value,
    /// One value; the flag may be repeated.
    List,
    /// An optional value.
    Optional,
}

/// Generates the flags and a method for each.
///
/// A row is `arity method Variant = "--name" public|hidden first|later`; `first` means that 2.1.38 already has the
/// flag.
/// The method `_` is written by hand, for a value with its own type.
macro_rules! flags {
    ($( $(#[$attribute:meta])* $arity:ident $method:tt $variant:ident = $name:literal $visibility:ident $since:ident; )*) => {
        /// A flag of the CLI.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Flag {
            $( $(#[$attribute])* $variant, )*
        }

        impl Flag {
            /// All flags.
            pub const ALL: &'static [Flag] = &[$(Flag::$variant),*];

            /// Returns the flag as written on the command line.
            pub fn name(self) -> &'static str {
                match self {
                    $( Self::$variant => $name, )*
                }
            }

            /// Returns the values that the flag accepts.
            pub fn arity(self) -> Arity {
                match self {
                    $( Self::$variant => Arity::$arity, )*
                }
            }

            /// Returns whether `--help` omits the flag.
            pub fn is_hidden(self) -> bool {
                match self {
                    $( Self::$variant => flags!(@hidden $visibility), )*
                }
            }

            /// Returns the oldest version known to support the flag, or `None` if 2.1.38 does.
            pub fn known_since(self) -> Option<CliVersion> {
                match self {
                    $( Self::$variant => flags!(@since $since), )*
                }
            }
        }

        impl CommandLine {
            $( flags!(@method $arity $method $variant [$(#[$attribute])*]); )*
        }
    };
    (@hidden public) => { false };
    (@hidden hidden) => { true };
    (@since first) => { None };
    (@since later) => { Some(NEWEST) };
    (@method $arity:ident _ $variant:ident [$($attribute:tt)*]) => {};
    (@method Switch $method:ident $variant:ident [$($attribute:tt)*]) => {
        $($attribute)*
        #[must_use]
        pub fn $method(self) -> Self {
            self.flag(Flag::$variant)
        }
    };
    (@method $arity:ident $method:ident $variant:ident [$($attribute:tt)*]) => {
        $($attribute)*
        #[must_use]
        pub fn $method(self, value: impl Into<std::ffi::OsString>) -> Self {
            self.flag_with(Flag::$variant, value)
        }
    };
}

flags! {
    /// An additional working directory.
    List add_dir AddDir = "--add-dir" public first;
    /// The agent that runs the session.
    Value agent Agent = "--agent" public first;
    /// Definitions of subagents.
    Value _ Agents = "--agents" public first;
    /// Allows switching to the mode that skips all permission requests.
    Switch allow_dangerously_skip_permissions AllowDangerouslySkipPermissions = "--allow-dangerously-skip-permissions" public first;
    /// A rule that allows calls, such as `Bash(git *)`.
    List allowed_tools AllowedTools = "--allowedTools" public first;
    /// Text appended to the system prompt.
    Value append_system_prompt AppendSystemPrompt = "--append-system-prompt" public first;
    /// When the CLI compacts automatically.
    Value _ Autocompact = "--autocompact" public later;
    /// Output for screen readers.
    Switch ax_screen_reader AxScreenReader = "--ax-screen-reader" public later;
    /// Starts in the background and returns.
    Switch background Background = "--background" public later;
    /// Disables hooks, plugins, memory and instructions.
    Switch bare Bare = "--bare" public later;
    /// A header for unreleased API features.
    List betas Betas = "--betas" public first;
    /// Allows the model to send messages to the user.
    Switch brief Brief = "--brief" public later;
    /// Enables the browser integration.
    Switch chrome Chrome = "--chrome" public first;
    /// Disables the browser integration.
    Switch no_chrome NoChrome = "--no-chrome" public first;
    /// Creates a cloud session, or attaches to one.
    Optional cloud Cloud = "--cloud" public later;
    /// Resumes the newest conversation of the directory.
    Switch continue_newest Continue = "--continue" public first;
    /// Skips all permission requests.
    Switch dangerously_skip_permissions DangerouslySkipPermissions = "--dangerously-skip-permissions" public first;
    /// Writes a debug log, optionally for some categories only.
    Optional debug Debug = "--debug" public first;
    /// Writes the debug log to this file.
    Value debug_file DebugFile = "--debug-file" public first;
    /// Opens the desktop app.
    Switch desktop Desktop = "--desktop" public later;
    /// Disables slash commands and skills.
    Switch disable_slash_commands DisableSlashCommands = "--disable-slash-commands" public first;
    /// A rule that denies calls.
    List disallowed_tools DisallowedTools = "--disallowedTools" public first;
    /// The effort level of the model.
    Value _ Effort = "--effort" public first;
    /// Runs a cloud session on one's own machine.
    Value environment Environment = "--environment" public later;
    /// Excludes machine-specific sections from the system prompt.
    Switch exclude_dynamic_system_prompt_sections ExcludeDynamicSystemPromptSections = "--exclude-dynamic-system-prompt-sections" public later;
    /// The model to use when the first one is overloaded.
    Value fallback_model FallbackModel = "--fallback-model" public first;
    /// A file to download at startup, as `file_id:path`.
    List file File = "--file" public first;
    /// Resumes a copy of the conversation.
    Switch fork_session ForkSession = "--fork-session" public first;
    /// Includes the text of subagents.
    Switch forward_subagent_text ForwardSubagentText = "--forward-subagent-text" public later;
    /// Resumes the conversation of a pull request.
    Optional from_pr FromPr = "--from-pr" public first;
    /// Connects to an editor.
    Switch ide Ide = "--ide" public first;
    /// Includes events of hooks from settings files.
    Switch include_hook_events IncludeHookEvents = "--include-hook-events" public later;
    /// Includes partial messages while they stream.
    Switch include_partial_messages IncludePartialMessages = "--include-partial-messages" public first;
    /// The input format.
    Value _ InputFormat = "--input-format" public first;
    /// The JSON schema of a structured answer.
    Value _ JsonSchema = "--json-schema" public first;
    /// The maximum cost of API calls.
    Value _ MaxBudgetUsd = "--max-budget-usd" public first;
    /// A file with MCP servers, or their JSON.
    List mcp_config McpConfig = "--mcp-config" public first;
    /// The model.
    Value model Model = "--model" public first;
    /// The name of the session.
    Value name Name = "--name" public later;
    /// Does not save the session to disk.
    Switch no_session_persistence NoSessionPersistence = "--no-session-persistence" public first;
    /// The output format.
    Value _ OutputFormat = "--output-format" public first;
    /// The permission mode of the session.
    Value _ PermissionMode = "--permission-mode" public first;
    /// Where permission requests are answered.
    Value _ PermissionPrompts = "--permission-prompts" public later;
    /// A plugin in a directory or archive.
    List plugin_dir PluginDir = "--plugin-dir" public first;
    /// The URL of a plugin.
    List plugin_url PluginUrl = "--plugin-url" public later;
    /// Prints the answer and exits. A CLI whose output is a pipe always does so.
    Switch print Print = "--print" public first;
    /// Suggests the next prompt.
    Optional _ PromptSuggestions = "--prompt-suggestions" public later;
    /// Enables remote control, under this name.
    Optional remote_control RemoteControl = "--remote-control" public later;
    /// The prefix for names of remotely controlled sessions.
    Value remote_control_session_name_prefix RemoteControlSessionNamePrefix = "--remote-control-session-name-prefix" public later;
    /// Echoes the user messages that it reads, as a receipt.
    Switch replay_user_messages ReplayUserMessages = "--replay-user-messages" public first;
    /// Disables tools that run commands, and ignores settings files.
    Switch restricted Restricted = "--restricted" public later;
    /// Resumes this conversation.
    Optional resume Resume = "--resume" public first;
    /// Ignores all customization.
    Switch safe_mode SafeMode = "--safe-mode" public later;
    /// The ID of the conversation: a UUID.
    Value session_id SessionId = "--session-id" public first;
    /// The settings files to read.
    Value _ SettingSources = "--setting-sources" public first;
    /// A settings file, or its JSON.
    Value _ Settings = "--settings" public first;
    /// Uses only the MCP servers of `--mcp-config`.
    Switch strict_mcp_config StrictMcpConfig = "--strict-mcp-config" public first;
    /// The system prompt.
    Value system_prompt SystemPrompt = "--system-prompt" public first;
    /// Keeps the original system prompt.
    Value _ SystemPromptSnapshot = "--system-prompt-snapshot" public later;
    /// Resumes a cloud session.
    Optional teleport Teleport = "--teleport" public first;
    /// Opens a terminal for the worktree.
    Switch tmux Tmux = "--tmux" public later;
    /// The available tools.
    Value _ Tools = "--tools" public first;
    /// Enables verbose output; required for JSON lines.
    Switch verbose Verbose = "--verbose" public first;
    /// Works in a new worktree of this name.
    Optional worktree Worktree = "--worktree" public later;

    /// The tool that answers permission requests: `stdio` is the host, others are MCP tools.
    Value permission_prompt_tool PermissionPromptTool = "--permission-prompt-tool" hidden first;
    /// The maximum number of rounds in a turn.
    Value _ MaxTurns = "--max-turns" hidden first;
    /// The maximum number of thinking tokens.
    Value _ MaxThinkingTokens = "--max-thinking-tokens" hidden first;
    /// Whether the model thinks.
    Value _ Thinking = "--thinking" hidden later;
    /// How thinking is shown.
    Value _ ThinkingDisplay = "--thinking-display" hidden later;
    /// The maximum number of tokens of a task.
    Value _ TaskBudget = "--task-budget" hidden later;
    /// Sends transcript entries as they are written.
    Switch session_mirror SessionMirror = "--session-mirror" hidden later;
    /// Waits for `initialize` before it starts.
    Switch await_initialize AwaitInitialize = "--await-initialize" hidden later;
    /// Waits for `claim_session` before it starts.
    Switch await_claim AwaitClaim = "--await-claim" hidden later;
    /// Managed settings of the organization.
    Value _ ManagedSettings = "--managed-settings" hidden later;
    /// Expects the organization's settings in `initialize`.
    Switch managed_settings_in_initialize ManagedSettingsInInitialize = "--managed-settings-in-initialize" hidden later;
    /// The location of the project's configuration.
    Value project_config_root ProjectConfigRoot = "--project-config-root" hidden later;
    /// A plugin whose MCP servers are not started.
    List plugin_dir_no_mcp PluginDirNoMcp = "--plugin-dir-no-mcp" hidden later;
    /// Resumes from this answer of the conversation.
    Value resume_session_at ResumeSessionAt = "--resume-session-at" hidden first;
    /// Resumes without the turn of this prompt.
    Value resume_drops_turn ResumeDropsTurn = "--resume-drops-turn" hidden later;
    /// A server that may push messages.
    List channels Channels = "--channels" hidden later;
    /// The kind of work.
    Value workload Workload = "--workload" hidden later;
    /// Communicates over the network instead of stdin and stdout.
    Value sdk_url SdkUrl = "--sdk-url" hidden first;
    /// Enables `auth_status`.
    Switch enable_auth_status EnableAuthStatus = "--enable-auth-status" hidden first;
    /// A file with the system prompt.
    Value system_prompt_file SystemPromptFile = "--system-prompt-file" hidden first;
    /// A file to append to the system prompt.
    Value append_system_prompt_file AppendSystemPromptFile = "--append-system-prompt-file" hidden first;
    /// Text appended to the system prompt of subagents.
    Value append_subagent_system_prompt AppendSubagentSystemPrompt = "--append-subagent-system-prompt" hidden later;
    /// A file to append to the system prompt of subagents.
    Value append_subagent_system_prompt_file AppendSubagentSystemPromptFile = "--append-subagent-system-prompt-file" hidden later;
    /// Instructions for the model in plan mode.
    Value plan_mode_instructions PlanModeInstructions = "--plan-mode-instructions" hidden later;
    /// The permission mode of the parent session.
    Value inherit_permission_mode InheritPermissionMode = "--inherit-permission-mode" hidden later;
    /// Restores the files to their state before this prompt, and exits.
    Value rewind_files RewindFiles = "--rewind-files" hidden first;
    /// Starts a turn immediately after a resume.
    Switch reply_on_resume ReplyOnResume = "--reply-on-resume" hidden later;
    /// Runs setup hooks, then continues.
    Switch init Init = "--init" hidden first;
    /// Runs setup hooks, then exits.
    Switch init_only InitOnly = "--init-only" hidden first;
    /// Runs maintenance hooks.
    Switch maintenance Maintenance = "--maintenance" hidden first;
    /// Fast mode.
    Value _ FastMode = "--fast-mode" hidden later;
    /// The advisor model.
    Value advisor Advisor = "--advisor" hidden later;
    /// How much the model does without being asked.
    Value _ Proactivity = "--proactivity" hidden later;
    /// Offers models that are not supported.
    Switch include_unsupported_models IncludeUnsupportedModels = "--include-unsupported-models" hidden later;
    /// The URL of client data.
    Value client_data_url ClientDataUrl = "--client-data-url" hidden later;
    /// Allows models that are not listed.
    Switch allow_other_models AllowOtherModels = "--allow-other-models" hidden later;
    /// The host's credentials are the organization's sign-in.
    Switch host_auth_is_org_sign_in HostAuthIsOrgSignIn = "--host-auth-is-org-sign-in" hidden later;
    /// Ignores saved directory trust.
    Switch ignore_persisted_trust IgnorePersistedTrust = "--ignore-persisted-trust" hidden later;
    /// The socket on which other sessions can send messages to this one.
    Value messaging_socket_path MessagingSocketPath = "--messaging-socket-path" hidden later;
    /// A channel in development.
    List dangerously_load_development_channels DangerouslyLoadDevelopmentChannels = "--dangerously-load-development-channels" hidden later;
    /// Enables auto mode; no longer needed.
    Switch enable_auto_mode EnableAutoMode = "--enable-auto-mode" hidden later;
    /// Writes the debug log to stderr.
    Switch debug_to_stderr DebugToStderr = "--debug-to-stderr" hidden first;
    /// Watches a page.
    Value watch_artifact WatchArtifact = "--watch-artifact" hidden later;
    /// Watches a page without reacting to it.
    Value watch_artifact_no_autoreact WatchArtifactNoAutoreact = "--watch-artifact-no-autoreact" hidden later;
    /// Initial text of the prompt.
    Value prefill Prefill = "--prefill" hidden later;
    /// Initial text of the prompt, in base64.
    Value prefill_b64 PrefillB64 = "--prefill-b64" hidden later;
    /// The session was started by a link.
    Switch deep_link_origin DeepLinkOrigin = "--deep-link-origin" hidden later;
    /// The repository of the link.
    Value deep_link_repo DeepLinkRepo = "--deep-link-repo" hidden later;
    /// When the repository was fetched.
    Value deep_link_last_fetch DeepLinkLastFetch = "--deep-link-last-fetch" hidden later;
    /// The directory of the link.
    Value deep_link_cwd_b64 DeepLinkCwdB64 = "--deep-link-cwd-b64" hidden later;
    /// Shows the list of agents, if allowed.
    Switch agents_view_if_allowed AgentsViewIfAllowed = "--agents-view-if-allowed" hidden later;
    /// The ID of this agent in its team.
    Value agent_id AgentId = "--agent-id" hidden first;
    /// The name of this agent in its team.
    Value agent_name AgentName = "--agent-name" hidden first;
    /// The team.
    Value team_name TeamName = "--team-name" hidden first;
    /// The color of this agent.
    Value agent_color AgentColor = "--agent-color" hidden first;
    /// The kind of this agent.
    Value agent_type AgentType = "--agent-type" hidden first;
    /// This agent must start in plan mode.
    Switch plan_mode_required PlanModeRequired = "--plan-mode-required" hidden first;
    /// The session that started this one.
    Value parent_session_id ParentSessionId = "--parent-session-id" hidden first;
    /// The key that verifies the leader of the team.
    Value lead_verify_key LeadVerifyKey = "--lead-verify-key" hidden later;
    /// The display mode of teammates.
    Value teammate_mode TeammateMode = "--teammate-mode" hidden first;
    /// The capabilities of the runner.
    Value runner_declares RunnerDeclares = "--runner-declares" hidden later;
    /// The session started as a copy.
    Value session_began_as_copy SessionBeganAsCopy = "--session-began-as-copy" hidden later;
    /// Forwards the settings of the home directory.
    Value forward_home_settings ForwardHomeSettings = "--forward-home-settings" hidden later;
    /// Creates a cloud session; the older name of `--cloud`.
    Optional remote Remote = "--remote" hidden first;
    /// Attaches to a served session.
    Value attach_serve AttachServe = "--attach-serve" hidden later;
    /// The pool of machines.
    Value pool Pool = "--pool" hidden later;
    /// An ID that correlates the logs of several programs.
    Value correlation_id CorrelationId = "--correlation-id" hidden later;
    /// The reference to check out.
    Value checkout_reference Ref = "--ref" hidden later;
    /// The branch to work on.
    Value on_branch OnBranch = "--on-branch" hidden later;
    /// The short name of `--remote-control`.
    Optional rc Rc = "--rc" hidden later;
}

impl Flag {
    /// Finds a flag by its spelling.
    pub fn find(name: &str) -> Option<Self> {
        // Two flags have a second spelling.
        let name = match name {
            "--allowed-tools" => "--allowedTools",
            "--disallowed-tools" => "--disallowedTools",
            "--bg" => "--background",
            other => other,
        };
        Self::ALL.iter().copied().find(|flag| flag.name() == name)
    }

    /// Returns whether the version is known to support the flag.
    pub fn is_known_to(self, version: &CliVersion) -> bool {
        self.known_since().is_none_or(|since| *version >= since)
    }
}

impl fmt::Display for Flag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
