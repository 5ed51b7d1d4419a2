//! Tests the arguments of the command line, and the checks of invalid ones.

use pilothouse_protocol::JsonObject;
use pilothouse_protocol::command::*;
use pilothouse_protocol::control::{AgentDefinition, ThinkingDisplay};
use pilothouse_protocol::mcp::McpServerConfig;
use pilothouse_protocol::message::Effort;
use pilothouse_protocol::permission::PermissionMode;

const OLD: CliVersion = CliVersion::new(2, 1, 38);
const NEW: CliVersion = CliVersion::new(2, 1, 325);

/// Returns the arguments as text.
fn written(line: &CommandLine) -> Vec<String> {
    let launch = line.launch().unwrap();
    launch
        .arguments
        .into_iter()
        .map(|argument| argument.into_string().unwrap())
        .collect()
}

/// Returns the problems as text.
fn refused(line: CommandLine) -> String {
    line.launch().unwrap_err().to_string()
}

#[test]
fn every_flag_is_defined() {
    let public = include_str!("command_line/public.txt").split_whitespace();
    let hidden = include_str!("command_line/hidden.txt").split_whitespace();
    let mut count = 0;
    for (name, is_hidden) in public
        .map(|name| (name, false))
        .chain(hidden.map(|name| (name, true)))
    {
        let flag = Flag::find(name).unwrap_or_else(|| panic!("{name} is not defined"));
        assert_eq!(flag.is_hidden(), is_hidden, "{name}");
        assert_eq!(flag.to_string(), name);
        count += 1;
    }
    assert_eq!(count, Flag::ALL.len());
    assert_eq!(Flag::find("--allowed-tools"), Some(Flag::AllowedTools));
    assert_eq!(Flag::find("--bg"), Some(Flag::Background));
    assert_eq!(Flag::find("--no-such-flag"), None);
}

#[test]
fn a_host_uses_json_lines_in_both_directions() {
    assert_eq!(
        written(&CommandLine::stream_json()),
        [
            "--output-format=stream-json",
            "--verbose",
            "--input-format=stream-json"
        ]
    );
}

#[test]
fn every_option_is_written_in_one_word() {
    let schema = JsonObject::from_text(r#"{"type":"object"}"#).unwrap();
    let server = McpServerConfig::stdio("npx", ["-y", "thing"]);
    let agent = AgentDefinition::new("Reviews", "Review.");
    let line = CommandLine::new()
        .output_format(OutputFormat::Json)
        .permission_mode(&PermissionMode::Manual)
        .permission_prompt_stdio()
        .permission_prompts(PermissionPrompts::None)
        .effort(&Effort::Max)
        .thinking(ThinkingMode::Adaptive)
        .thinking_display(&ThinkingDisplay::Summarized)
        .max_thinking_tokens(4000)
        .max_turns(3)
        .max_budget_usd(0.5)
        .task_budget(9)
        .autocompact(Autocompact::Tokens(200_000))
        .setting_sources([SettingsFile::User, SettingsFile::Local])
        .settings(&schema)
        .managed_settings(&schema)
        .json_schema(&schema)
        .tools(["Bash", "Read"])
        .agents([("reviewer", &agent)])
        .mcp_servers([("thing", &server)])
        .system_prompt_snapshot(OnOff::On)
        .fast_mode(OnOff::Off)
        .proactivity(Proactivity::Ask)
        .add_dir("/a")
        .add_dir("/b")
        .allowed_tools("Bash(git log:*)")
        .model("opus")
        .model("sonnet")
        .flag(Flag::Debug)
        .append_system_prompt("--be brief");
    let expected = [
        "--output-format=json",
        "--permission-mode=default",
        "--permission-prompt-tool=stdio",
        "--permission-prompts=none",
        "--effort=max",
        "--thinking=adaptive",
        "--thinking-display=summarized",
        "--max-thinking-tokens=4000",
        "--max-turns=3",
        "--max-budget-usd=0.5",
        "--task-budget=9",
        "--autocompact=200000",
        "--setting-sources=user,local",
        r#"--settings={"type":"object"}"#,
        r#"--managed-settings={"type":"object"}"#,
        r#"--json-schema={"type":"object"}"#,
        "--tools=Bash,Read",
        r#"--agents={"reviewer":{"description":"Reviews","prompt":"Review."}}"#,
        r#"--mcp-config={"mcpServers":{"thing":{"type":"stdio","command":"npx","args":["-y","thing"]}}}"#,
        "--system-prompt-snapshot=on",
        "--fast-mode=off",
        "--proactivity=ask",
        "--add-dir=/a",
        "--add-dir=/b",
        "--allowedTools=Bash(git log:*)",
        "--model=sonnet",
        "--debug",
        "--append-system-prompt=--be brief",
    ];
    assert_eq!(written(&line), expected);
}

#[test]
fn empty_lists_are_written() {
    let none: [&str; 0] = [];
    assert_eq!(
        written(&CommandLine::new().tools(none).setting_sources([])),
        ["--tools=", "--setting-sources="]
    );
}

#[test]
fn prompts_and_unknown_arguments_come_last() {
    let line = CommandLine::new()
        .print()
        .argument("--brand-new=1")
        .prompt("--looks like a flag");
    assert_eq!(
        written(&line),
        ["--print", "--brand-new=1", "--", "--looks like a flag"]
    );
}

#[test]
fn some_options_set_variables() {
    let launch = CommandLine::stream_json()
        .file_checkpointing()
        .session_state_events()
        .question_preview(QuestionPreview::Html)
        .background_wait_ms(0)
        .variable("MY_OWN", "1")
        .launch()
        .unwrap();
    let names: Vec<(&str, &str)> = launch
        .environment
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    let expected = [
        ("CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS", "1"),
        ("CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING", "true"),
        ("CLAUDE_CODE_PRINT_BG_WAIT_CEILING_MS", "0"),
        ("CLAUDE_CODE_QUESTION_PREVIEW_FORMAT", "html"),
        ("MY_OWN", "1"),
    ];
    assert_eq!(names, expected);
}

#[test]
fn formats_are_checked() {
    let lines = || CommandLine::new().output_format(OutputFormat::StreamJson);
    assert_eq!(
        refused(lines()),
        "--output-format needs --verbose to write lines of JSON"
    );
    let input = CommandLine::new().input_format(InputFormat::StreamJson);
    assert_eq!(
        refused(input),
        "--input-format needs --output-format=stream-json to read lines of JSON"
    );
    let replay = lines().verbose().replay_user_messages();
    assert_eq!(
        refused(replay),
        "--replay-user-messages needs stream-json in both directions"
    );
    for flag in [
        Flag::IncludePartialMessages,
        Flag::ForwardSubagentText,
        Flag::IncludeHookEvents,
        Flag::PromptSuggestions,
    ] {
        assert_eq!(
            refused(CommandLine::new().flag(flag)),
            format!("{flag} needs --output-format=stream-json")
        );
        assert!(CommandLine::stream_json().flag(flag).launch().is_ok());
    }
    assert_eq!(
        refused(CommandLine::new().await_initialize()),
        "--await-initialize needs --input-format=stream-json"
    );
    assert_eq!(
        refused(CommandLine::stream_json().managed_settings_in_initialize()),
        "--managed-settings-in-initialize needs --await-initialize"
    );
    assert_eq!(
        refused(CommandLine::stream_json().prompt("x")),
        "--input-format takes no prompt on the command line with stream-json"
    );
}

#[test]
fn rules_of_sessions_are_checked() {
    let id = "11111111-2222-4333-8444-555555555555";
    let line = CommandLine::stream_json;
    assert!(line().session_id(id).launch().is_ok());
    assert!(
        line()
            .resume(id)
            .fork_session()
            .session_id(id)
            .launch()
            .is_ok()
    );
    assert!(line().continue_newest().fork_session().launch().is_ok());
    assert_eq!(
        refused(line().session_id("nope")),
        "--session-id takes a UUID"
    );
    assert_eq!(
        refused(line().resume(id).session_id(id)),
        "--session-id needs --fork-session when a conversation is resumed"
    );
    assert_eq!(
        refused(line().fork_session()),
        "--fork-session needs --resume or --continue"
    );
    assert_eq!(
        refused(line().continue_newest().resume(id)),
        "--continue and --resume exclude each other"
    );
    assert_eq!(
        refused(line().resume_session_at(id)),
        "--resume-session-at needs --resume"
    );
    assert_eq!(
        refused(line().resume(id).resume_drops_turn(id)),
        "--resume-drops-turn needs --resume-session-at"
    );
    assert_eq!(
        refused(line().rewind_files(id)),
        "--rewind-files needs --resume"
    );
    assert_eq!(
        refused(line().resume("")),
        "--resume needs the ID of a conversation"
    );
    assert_eq!(
        refused(line().flag(Flag::Resume)),
        "--resume needs the ID of a conversation"
    );
    assert_eq!(
        refused(line().await_claim().continue_newest()),
        "--await-claim and --continue exclude each other"
    );
}

#[test]
fn values_and_pairs_are_checked() {
    let line = CommandLine::stream_json;
    assert_eq!(
        refused(line().model("a").fallback_model("a")),
        "--fallback-model takes another model than --model"
    );
    assert!(
        line().model("a").fallback_model("b,a").launch().is_ok(),
        "a list may name it again"
    );
    assert_eq!(
        refused(line().max_budget_usd(0.0)),
        "--max-budget-usd takes a number above zero"
    );
    assert_eq!(
        refused(line().max_budget_usd(f64::NAN)),
        "--max-budget-usd takes a number above zero"
    );
    assert_eq!(
        refused(line().task_budget(0)),
        "--task-budget takes a whole number above zero"
    );
    assert_eq!(
        refused(line().autocompact(Autocompact::Tokens(5))),
        "--autocompact takes `auto`, or 100000 to 1000000 tokens"
    );
    assert!(line().autocompact(Autocompact::Auto).launch().is_ok());
    assert_eq!(
        refused(line().system_prompt("a").system_prompt_file("b")),
        "--system-prompt and --system-prompt-file exclude each other"
    );
    assert_eq!(refused(line().tmux()), "--tmux needs --worktree");
    let bypass = line()
        .restricted()
        .permission_mode(&PermissionMode::BypassPermissions);
    assert_eq!(
        refused(bypass),
        "--restricted and --permission-mode exclude each other"
    );
    assert_eq!(
        refused(line().restricted().dangerously_skip_permissions()),
        "--restricted and --dangerously-skip-permissions exclude each other"
    );
    assert_eq!(
        refused(line().flag_with(Flag::Verbose, "x")),
        "--verbose takes no value"
    );
    assert_eq!(refused(line().flag(Flag::Model)), "--model takes a value");
    assert_eq!(
        refused(line().model("a\0b")),
        "--model takes a value without a null byte"
    );
    let inside = McpServerConfig::sdk("calc");
    assert_eq!(
        refused(line().mcp_servers([("calc", &inside)])),
        "the in-process server calc belongs in initialize, not in --mcp-config"
    );
}

#[test]
fn flags_newer_than_the_cli_are_reported() {
    let line = CommandLine::stream_json()
        .include_partial_messages()
        .include_hook_events()
        .restricted();
    assert!(line.launch_for(&NEW).is_ok());
    let problems = line.launch_for(&OLD).unwrap_err();
    assert_eq!(problems.iter().count(), 2);
    let text = "--include-hook-events is not supported by 2.1.38; it is known since 2.1.325";
    assert_eq!(problems.iter().next().unwrap().to_string(), text);
    let mut line = line;
    assert_eq!(
        line.retain_known(&OLD),
        [Flag::IncludeHookEvents, Flag::Restricted]
    );
    assert!(line.launch_for(&OLD).is_ok());
}

#[test]
fn values_that_a_version_does_not_take_are_reported() {
    let auto = CommandLine::stream_json().permission_mode(&PermissionMode::Auto);
    assert_eq!(
        auto.launch_for(&OLD).unwrap_err().to_string(),
        "--permission-mode=auto is not supported by 2.1.38"
    );
    assert!(auto.launch_for(&NEW).is_ok());
    let delegate = CommandLine::stream_json().permission_mode(&PermissionMode::Delegate);
    assert!(delegate.launch_for(&OLD).is_ok() && delegate.launch_for(&NEW).is_err());
    let effort = CommandLine::stream_json().effort(&Effort::ExtraHigh);
    assert!(effort.launch_for(&OLD).is_err() && effort.launch_for(&NEW).is_ok());
}

#[test]
fn versions_are_read_and_compared() {
    assert_eq!("2.1.325 (Claude Code)".parse(), Ok(NEW));
    assert_eq!("2.2.0-beta.1".parse(), Ok(CliVersion::new(2, 2, 0)));
    assert!(OLD < NEW && NEW < CliVersion::new(2, 2, 0));
    for text in ["", "2.1", "2.1.x", "2.1.3.4", "v2.1.3"] {
        assert_eq!(text.parse::<CliVersion>(), Err(NotAVersion), "{text}");
    }
    assert_eq!(NEW.to_string(), "2.1.325");
}
