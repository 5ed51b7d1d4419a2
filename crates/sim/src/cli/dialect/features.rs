//! Behaviors that only some versions have, by name.

macro_rules! features {
    ($($(#[doc = $doc:literal])+ $name:ident: $old:literal, $new:literal;)*) => {
        /// The named behaviors of one version.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(in crate::cli) struct Features {
            $($(#[doc = $doc])+ pub(in crate::cli) $name: bool,)*
        }

        impl Features {
            pub(super) const V2_1_38: Self = Self { $($name: $old,)* };
            pub(super) const V2_1_325: Self = Self { $($name: $new,)* };
        }
    };
}

// Each row: the behavior, whether 2.1.38 has it, whether 2.1.325 has it.
features! {
    // Input and control requests.
    /// Lines of unknown types and blank lines end the process, and the error quotes the line.
    rejects_unknown_input: true, false;
    /// `initialize` is accepted once, and not after a message.
    initializes_once: true, false;
    /// `initialize` has a title and an option for forwarding the text of subagents.
    reads_initialize_options: false, true;
    /// An interrupt stops background agents.
    interrupt_stops_agents: false, true;
    /// The response to an interrupt lists the messages that are still queued.
    interrupt_reports_queue: false, true;
    /// `set_permission_mode` accepts any mode, responds twice and writes no status frame.
    answers_mode_change_twice: true, false;
    /// `set_model` rejects an empty name.
    rejects_empty_model: false, true;
    /// A model that is set during a turn is used from the next turn.
    changes_model_at_next_turn: true, false;
    /// A message with `shouldQuery: false` is kept without a request to the model.
    keeps_messages_without_query: false, true;

    // Sessions and transcripts.
    /// `--resume` accepts a session's title.
    resumes_by_title: false, true;
    /// `--resume` finds sessions of other projects.
    resumes_across_projects: false, true;
    /// The result of a failed resume has the requested session ID, and stderr the error.
    reports_failed_resume: false, true;
    /// A resumed session continues with its cost.
    restores_cost: false, true;
    /// The directory name of a long project path is truncated.
    shortens_project_names: false, true;
    /// An invalid `--mcp-config` is an error.
    rejects_invalid_mcp_config: false, true;
    /// `mcp_status` includes the configuration of a server whose program does not exist.
    reports_failed_server_config: false, true;

    // Turns and replies.
    /// Messages are replayed with the first finished block instead of before the reply.
    replays_after_first_block: true, false;
    /// A command that becomes a prompt is replayed under the message's own UUID.
    replays_prompts_under_own_uuid: false, true;
    /// A reply that is stopped or cut is closed: its open block, and a list of the abandoned blocks.
    closes_aborted_replies: false, true;
    /// Tools run only after the whole message.
    runs_tools_after_message: true, false;
    /// A reply that exceeds the budget ends without `message_stop`.
    cuts_reply_at_budget: true, false;
    /// The result of a call whose ID was used before does not reach the model.
    drops_repeated_tool_ids: false, true;
    /// Results name the reason why the model stopped.
    reports_stop_reason: false, true;
    /// Interrupted turns and reached limits are errors.
    stops_are_errors: false, true;
    /// A prompt that is too long is rejected before the request to the model.
    limits_prompt_size: false, true;
    /// The turn compacts when the model rejects the prompt as too long.
    compacts_when_too_long: false, true;
    /// `/compact` sends two requests to the model.
    compacts_in_two_requests: false, true;
    /// A cut reply is continued.
    continues_cut_replies: false, true;
    /// Reaching the output limit is reported as an error before the model continues.
    reports_output_limit: true, false;
    /// A refusal is retried once.
    retries_refusals: false, true;
    /// The model is reminded to call StructuredOutput.
    enforces_structured_output: false, true;
    /// Structured output ends the turn and is its result.
    structured_output_ends_turn: false, true;

    // Errors of the model's server.
    /// Blocks that arrive together with the end of the connection are read.
    reads_blocks_before_cut: true, false;
    /// After the connection is cut, the request is repeated without streaming.
    repeats_cut_requests_whole: true, false;
    /// After an error inside a stream, the request is repeated without streaming.
    repeats_failed_streams_whole: false, true;
    /// `--fallback-model` replaces a model that is overloaded or not found.
    has_fallback_model: false, true;

    // Permission requests.
    /// Updates of a response take effect before the response is echoed.
    grants_before_echo: true, false;
    /// PermissionRequest hooks run before the request to the host, not beside it.
    runs_hooks_before_host: true, false;
    /// A malformed response fails with the issues of the schema.
    reports_answer_issues: true, false;
    /// An updated input is used without a check.
    trusts_updated_input: true, false;
    /// The message of a denial with `interrupt` is the result of the call.
    keeps_message_of_interrupting_denial: true, false;
    /// Auto mode denies shell commands, and plan mode marks its permission requests.
    modes_judge_calls: false, true;
    /// A permission request for a command names the first path that requires one.
    asks_about_paths_first: true, false;
    /// A permission request for WebSearch suggests a rule.
    suggests_web_search_rule: false, true;
    /// A permission request for a sensitive file suggests a mode.
    suggests_mode_for_sensitive_files: false, true;
    /// The request for ExitPlanMode includes the plan and its file.
    asks_with_plan_file: false, true;

    // Hooks.
    /// A failing PreToolUse command denies the call; otherwise the call fails.
    hook_commands_deny: false, true;
    /// A call that a hook denied counts as a denial.
    counts_hook_denials: false, true;
    /// The result of a prompt reports that it was blocked.
    reports_blocked_prompts: false, true;

    // Tools.
    /// Names of tools and agents are sorted.
    sorts_names: false, true;
    /// `--disable-slash-commands` hides skills.
    hides_disabled_skills: false, true;
    /// Skills that only a user may run are named as such.
    names_reserved_skills: false, true;
    /// A call of a missing tool returns a hint.
    explains_missing_tools: false, true;
    /// The error of an aborted call depends on its stage.
    aborted_calls_fail: true, false;
    /// Files must be read before they are edited, regardless of the model.
    must_read_before_edit: true, false;
    /// Notebooks must be read before they are edited.
    must_read_notebooks: false, true;
    /// A missing file fails before the permission request.
    checks_files_before_asking: true, false;
    /// ExitPlanMode fails outside plan mode.
    checks_plan_mode: false, true;
    /// A long `sleep` before another command is rejected.
    rejects_long_sleeps: false, true;
    /// Line numbers are padded and end with an arrow.
    pads_line_numbers: true, false;
    /// Glob lists relative paths.
    globs_relative_paths: false, true;
    /// Responses of any type are shown to the model.
    shows_any_answer: true, false;
    /// Notes on answers are shown to the model.
    shows_answer_notes: false, true;
    /// Agents run in the background unless the call sets otherwise.
    agents_default_to_background: false, true;
    /// The report of an agent names its tools and how to continue it.
    annotates_agent_reports: false, true;
    /// The end of a background task starts a turn.
    reports_task_ends: false, true;

    // MCP servers.
    /// Servers of the host connect when a turn starts, those of the command line immediately.
    connects_servers_at_turn: true, false;
    /// The next message of a handshake is sent before the response to `initialize` is echoed.
    echoes_handshake_late: true, false;
    /// A failed handshake is retried.
    retries_handshake: false, true;
    /// `mcp_status` reports the info of in-process servers.
    reports_host_server_info: false, true;
    /// A turn waits for the responses to its cancellations.
    awaits_cancelled_calls: false, true;
    /// The error of a tool includes the tool's schema.
    explains_tool_schema: false, true;
    /// Images of results are stored as files.
    keeps_result_images: false, true;

    // Slash commands.
    /// A local command is answered with a replayed `user` message, and all messages of the conversation count as its
    /// turns.
    answers_commands_as_user: true, false;
    /// `/cost` reports the prompt cache.
    reports_prompt_cache: false, true;
}
