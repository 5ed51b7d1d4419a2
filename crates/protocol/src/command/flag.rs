//! The flags.

use std::fmt;

use super::{CliVersion, CommandLine};

/// The version in which all flags here were seen.
const NEWEST: CliVersion = CliVersion::new(2, 1, 325);

/// What a flag takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Arity {
    /// Nothing.
    Switch,
    /// A value.
    Value,
    /// A value, and it may be given again.
    List,
    /// A value or nothing.
    Optional,
}

/// Makes the flags and a method for each.
///
/// A row is `arity method Variant = "--name" public|hidden first|later`; `first` means that 2.1.38 has the flag already.
/// A method of `_` means that it is written by hand, for a value with a type of its own.
macro_rules! flags {
    ($( $(#[$attribute:meta])* $arity:ident $method:tt $variant:ident = $name:literal $visibility:ident $since:ident; )*) => {
        /// A flag of the CLI.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Flag {
            $( $(#[$attribute])* $variant, )*
        }

        impl Flag {
            /// Every flag.
            pub const ALL: &'static [Flag] = &[$(Flag::$variant),*];

            /// Returns the flag as it is written.
            pub fn name(self) -> &'static str {
                match self {
                    $( Self::$variant => $name, )*
                }
            }

            /// Returns what it takes.
            pub fn arity(self) -> Arity {
                match self {
                    $( Self::$variant => Arity::$arity, )*
                }
            }

            /// Returns whether `--help` leaves it out.
            pub fn is_hidden(self) -> bool {
                match self {
                    $( Self::$variant => flags!(@hidden $visibility), )*
                }
            }

            /// Returns the oldest version that is known to have it; nothing if 2.1.38 has it already.
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
    /// Another working directory.
    List add_dir AddDir = "--add-dir" public first;
    /// The agent that leads the session.
    Value agent Agent = "--agent" public first;
    /// Kinds of subagents.
    Value _ Agents = "--agents" public first;
    /// Lets the mode be changed to one that asks for nothing.
    Switch allow_dangerously_skip_permissions AllowDangerouslySkipPermissions = "--allow-dangerously-skip-permissions" public first;
    /// A rule that allows calls, such as `Bash(git *)`.
    List allowed_tools AllowedTools = "--allowedTools" public first;
    /// Added to the system prompt.
    Value append_system_prompt AppendSystemPrompt = "--append-system-prompt" public first;
    /// When the CLI compacts by itself.
    Value _ Autocompact = "--autocompact" public later;
    /// Output for screen readers.
    Switch ax_screen_reader AxScreenReader = "--ax-screen-reader" public later;
    /// Starts in the background and returns.
    Switch background Background = "--background" public later;
    /// Leaves out hooks, plugins, memory and instructions.
    Switch bare Bare = "--bare" public later;
    /// A header for features of the API that are not released.
    List betas Betas = "--betas" public first;
    /// Lets the model write to the person.
    Switch brief Brief = "--brief" public later;
    /// Works with the browser.
    Switch chrome Chrome = "--chrome" public first;
    /// Does not work with the browser.
    Switch no_chrome NoChrome = "--no-chrome" public first;
    /// Makes a session in the cloud, or attaches to one.
    Optional cloud Cloud = "--cloud" public later;
    /// Goes on with the newest conversation of the directory.
    Switch continue_newest Continue = "--continue" public first;
    /// Asks for nothing.
    Switch dangerously_skip_permissions DangerouslySkipPermissions = "--dangerously-skip-permissions" public first;
    /// Writes what it does to a log, for some categories only.
    Optional debug Debug = "--debug" public first;
    /// Writes what it does to this log.
    Value debug_file DebugFile = "--debug-file" public first;
    /// Opens the desktop program.
    Switch desktop Desktop = "--desktop" public later;
    /// Has no slash commands and skills.
    Switch disable_slash_commands DisableSlashCommands = "--disable-slash-commands" public first;
    /// A rule that denies calls.
    List disallowed_tools DisallowedTools = "--disallowedTools" public first;
    /// How hard the model tries.
    Value _ Effort = "--effort" public first;
    /// Runs a cloud session on this machine of one's own.
    Value environment Environment = "--environment" public later;
    /// Keeps what differs from machine to machine out of the system prompt.
    Switch exclude_dynamic_system_prompt_sections ExcludeDynamicSystemPromptSections = "--exclude-dynamic-system-prompt-sections" public later;
    /// The model to use when the first is overloaded.
    Value fallback_model FallbackModel = "--fallback-model" public first;
    /// A file to download at the start, as `file_id:path`.
    List file File = "--file" public first;
    /// Goes on with a copy of the conversation.
    Switch fork_session ForkSession = "--fork-session" public first;
    /// Sends the text of subagents too.
    Switch forward_subagent_text ForwardSubagentText = "--forward-subagent-text" public later;
    /// Goes on with the conversation of a pull request.
    Optional from_pr FromPr = "--from-pr" public first;
    /// Connects to an editor.
    Switch ide Ide = "--ide" public first;
    /// Sends what hooks of settings files do.
    Switch include_hook_events IncludeHookEvents = "--include-hook-events" public later;
    /// Sends answers piece by piece.
    Switch include_partial_messages IncludePartialMessages = "--include-partial-messages" public first;
    /// How the CLI reads.
    Value _ InputFormat = "--input-format" public first;
    /// JSON schema of a structured answer.
    Value _ JsonSchema = "--json-schema" public first;
    /// The most the API may cost.
    Value _ MaxBudgetUsd = "--max-budget-usd" public first;
    /// A file with MCP servers, or their JSON.
    List mcp_config McpConfig = "--mcp-config" public first;
    /// The model.
    Value model Model = "--model" public first;
    /// The name of the session.
    Value name Name = "--name" public later;
    /// Keeps nothing on disk.
    Switch no_session_persistence NoSessionPersistence = "--no-session-persistence" public first;
    /// How the CLI writes.
    Value _ OutputFormat = "--output-format" public first;
    /// The mode of the session.
    Value _ PermissionMode = "--permission-mode" public first;
    /// Who answers asks.
    Value _ PermissionPrompts = "--permission-prompts" public later;
    /// A plugin in a directory or archive.
    List plugin_dir PluginDir = "--plugin-dir" public first;
    /// A plugin at an address.
    List plugin_url PluginUrl = "--plugin-url" public later;
    /// Answers and ends. A CLI whose output is a pipe does so anyway.
    Switch print Print = "--print" public first;
    /// Suggests what to ask next.
    Optional _ PromptSuggestions = "--prompt-suggestions" public later;
    /// Can be steered from elsewhere, under this name.
    Optional remote_control RemoteControl = "--remote-control" public later;
    /// Begins names of such sessions.
    Value remote_control_session_name_prefix RemoteControlSessionNamePrefix = "--remote-control-session-name-prefix" public later;
    /// Sends back what it reads, as a receipt.
    Switch replay_user_messages ReplayUserMessages = "--replay-user-messages" public first;
    /// Has no tools that run commands, and ignores settings files.
    Switch restricted Restricted = "--restricted" public later;
    /// Goes on with this conversation.
    Optional resume Resume = "--resume" public first;
    /// Leaves out everything that was customized.
    Switch safe_mode SafeMode = "--safe-mode" public later;
    /// The id of the conversation: a UUID.
    Value session_id SessionId = "--session-id" public first;
    /// The settings files to read.
    Value _ SettingSources = "--setting-sources" public first;
    /// A settings file, or its JSON.
    Value _ Settings = "--settings" public first;
    /// Uses only the MCP servers of `--mcp-config`.
    Switch strict_mcp_config StrictMcpConfig = "--strict-mcp-config" public first;
    /// The system prompt.
    Value system_prompt SystemPrompt = "--system-prompt" public first;
    /// Keeps the system prompt as it was at first.
    Value _ SystemPromptSnapshot = "--system-prompt-snapshot" public later;
    /// Goes on with a session of the cloud.
    Optional teleport Teleport = "--teleport" public first;
    /// Opens a terminal for the worktree.
    Switch tmux Tmux = "--tmux" public later;
    /// The tools there are.
    Value _ Tools = "--tools" public first;
    /// Tells more; lines of JSON need it.
    Switch verbose Verbose = "--verbose" public first;
    /// Works in a new worktree of this name.
    Optional worktree Worktree = "--worktree" public later;

    /// The tool that answers asks: `stdio` is the host, others are MCP tools.
    Value permission_prompt_tool PermissionPromptTool = "--permission-prompt-tool" hidden first;
    /// How many rounds a turn may take.
    Value _ MaxTurns = "--max-turns" hidden first;
    /// How many tokens the model may think.
    Value _ MaxThinkingTokens = "--max-thinking-tokens" hidden first;
    /// Whether the model thinks.
    Value _ Thinking = "--thinking" hidden later;
    /// How thinking is shown.
    Value _ ThinkingDisplay = "--thinking-display" hidden later;
    /// How many tokens a task may take.
    Value _ TaskBudget = "--task-budget" hidden later;
    /// Sends what is written to the transcript.
    Switch session_mirror SessionMirror = "--session-mirror" hidden later;
    /// Waits for `initialize` before it starts.
    Switch await_initialize AwaitInitialize = "--await-initialize" hidden later;
    /// Waits for `claim_session` before it starts.
    Switch await_claim AwaitClaim = "--await-claim" hidden later;
    /// Settings of the organization.
    Value _ ManagedSettings = "--managed-settings" hidden later;
    /// Settings of the organization come with `initialize`.
    Switch managed_settings_in_initialize ManagedSettingsInInitialize = "--managed-settings-in-initialize" hidden later;
    /// Where the project's configuration is.
    Value project_config_root ProjectConfigRoot = "--project-config-root" hidden later;
    /// A plugin whose MCP servers are left alone.
    List plugin_dir_no_mcp PluginDirNoMcp = "--plugin-dir-no-mcp" hidden later;
    /// Goes on from this answer of the conversation.
    Value resume_session_at ResumeSessionAt = "--resume-session-at" hidden first;
    /// Goes on without the turn of this prompt.
    Value resume_drops_turn ResumeDropsTurn = "--resume-drops-turn" hidden later;
    /// A server that may push messages.
    List channels Channels = "--channels" hidden later;
    /// What kind of work it is.
    Value workload Workload = "--workload" hidden later;
    /// Speaks over the network instead of stdin and stdout.
    Value sdk_url SdkUrl = "--sdk-url" hidden first;
    /// Sends `auth_status`.
    Switch enable_auth_status EnableAuthStatus = "--enable-auth-status" hidden first;
    /// A file with the system prompt.
    Value system_prompt_file SystemPromptFile = "--system-prompt-file" hidden first;
    /// A file to add to the system prompt.
    Value append_system_prompt_file AppendSystemPromptFile = "--append-system-prompt-file" hidden first;
    /// Added to the system prompt of subagents.
    Value append_subagent_system_prompt AppendSubagentSystemPrompt = "--append-subagent-system-prompt" hidden later;
    /// A file to add to the system prompt of subagents.
    Value append_subagent_system_prompt_file AppendSubagentSystemPromptFile = "--append-subagent-system-prompt-file" hidden later;
    /// What the model is told in plan mode.
    Value plan_mode_instructions PlanModeInstructions = "--plan-mode-instructions" hidden later;
    /// The mode of the session this one comes from.
    Value inherit_permission_mode InheritPermissionMode = "--inherit-permission-mode" hidden later;
    /// Puts files back as they were before this prompt, and ends.
    Value rewind_files RewindFiles = "--rewind-files" hidden first;
    /// Answers at once after a resume.
    Switch reply_on_resume ReplyOnResume = "--reply-on-resume" hidden later;
    /// Runs hooks that set a project up, and goes on.
    Switch init Init = "--init" hidden first;
    /// Runs hooks that set a project up, and ends.
    Switch init_only InitOnly = "--init-only" hidden first;
    /// Runs hooks that maintain a project.
    Switch maintenance Maintenance = "--maintenance" hidden first;
    /// Fast mode.
    Value _ FastMode = "--fast-mode" hidden later;
    /// The model that advises.
    Value advisor Advisor = "--advisor" hidden later;
    /// How much the model does unasked.
    Value _ Proactivity = "--proactivity" hidden later;
    /// Offers models that are not supported.
    Switch include_unsupported_models IncludeUnsupportedModels = "--include-unsupported-models" hidden later;
    /// Where data of the client is.
    Value client_data_url ClientDataUrl = "--client-data-url" hidden later;
    /// Lets models be used that are not offered.
    Switch allow_other_models AllowOtherModels = "--allow-other-models" hidden later;
    /// The host signs in for the organization.
    Switch host_auth_is_org_sign_in HostAuthIsOrgSignIn = "--host-auth-is-org-sign-in" hidden later;
    /// Forgets which directories are trusted.
    Switch ignore_persisted_trust IgnorePersistedTrust = "--ignore-persisted-trust" hidden later;
    /// Where other sessions can write to this one.
    Value messaging_socket_path MessagingSocketPath = "--messaging-socket-path" hidden later;
    /// A channel that is being developed.
    List dangerously_load_development_channels DangerouslyLoadDevelopmentChannels = "--dangerously-load-development-channels" hidden later;
    /// Lets auto mode be used; no longer needed.
    Switch enable_auto_mode EnableAutoMode = "--enable-auto-mode" hidden later;
    /// Writes what it does to stderr.
    Switch debug_to_stderr DebugToStderr = "--debug-to-stderr" hidden first;
    /// Watches a page.
    Value watch_artifact WatchArtifact = "--watch-artifact" hidden later;
    /// Watches a page without reacting to it.
    Value watch_artifact_no_autoreact WatchArtifactNoAutoreact = "--watch-artifact-no-autoreact" hidden later;
    /// What is typed already.
    Value prefill Prefill = "--prefill" hidden later;
    /// The same in base64.
    Value prefill_b64 PrefillB64 = "--prefill-b64" hidden later;
    /// A link started it.
    Switch deep_link_origin DeepLinkOrigin = "--deep-link-origin" hidden later;
    /// The repository of the link.
    Value deep_link_repo DeepLinkRepo = "--deep-link-repo" hidden later;
    /// When the repository was fetched.
    Value deep_link_last_fetch DeepLinkLastFetch = "--deep-link-last-fetch" hidden later;
    /// The directory of the link.
    Value deep_link_cwd_b64 DeepLinkCwdB64 = "--deep-link-cwd-b64" hidden later;
    /// Shows the list of agents, if it may.
    Switch agents_view_if_allowed AgentsViewIfAllowed = "--agents-view-if-allowed" hidden later;
    /// This agent's id in its team.
    Value agent_id AgentId = "--agent-id" hidden first;
    /// This agent's name in its team.
    Value agent_name AgentName = "--agent-name" hidden first;
    /// The team.
    Value team_name TeamName = "--team-name" hidden first;
    /// This agent's color.
    Value agent_color AgentColor = "--agent-color" hidden first;
    /// This agent's kind.
    Value agent_type AgentType = "--agent-type" hidden first;
    /// This agent must plan first.
    Switch plan_mode_required PlanModeRequired = "--plan-mode-required" hidden first;
    /// The session that started this one.
    Value parent_session_id ParentSessionId = "--parent-session-id" hidden first;
    /// Proves who leads the team.
    Value lead_verify_key LeadVerifyKey = "--lead-verify-key" hidden later;
    /// How teammates are shown.
    Value teammate_mode TeammateMode = "--teammate-mode" hidden first;
    /// What the runner says it can do.
    Value runner_declares RunnerDeclares = "--runner-declares" hidden later;
    /// The session began as a copy.
    Value session_began_as_copy SessionBeganAsCopy = "--session-began-as-copy" hidden later;
    /// Sends the settings of the home directory along.
    Value forward_home_settings ForwardHomeSettings = "--forward-home-settings" hidden later;
    /// Makes a session in the cloud; the older name of `--cloud`.
    Optional remote Remote = "--remote" hidden first;
    /// Attaches to a session that is served.
    Value attach_serve AttachServe = "--attach-serve" hidden later;
    /// The pool of machines.
    Value pool Pool = "--pool" hidden later;
    /// Ties logs of several programs together.
    Value correlation_id CorrelationId = "--correlation-id" hidden later;
    /// What to check out.
    Value checkout_reference Ref = "--ref" hidden later;
    /// The branch to work on.
    Value on_branch OnBranch = "--on-branch" hidden later;
    /// The short name of `--remote-control`.
    Optional rc Rc = "--rc" hidden later;
}

impl Flag {
    /// Finds a flag by how it is written.
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

    /// Returns whether a version is known to understand the flag.
    pub fn is_known_to(self, version: &CliVersion) -> bool {
        self.known_since().is_none_or(|since| *version >= since)
    }
}

impl fmt::Display for Flag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
