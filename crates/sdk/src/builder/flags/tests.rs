//! Tests the command line of a session.

use pilothouse_protocol::wire::Wire;

use super::*;
use crate::{Cli, Error, SandboxSettings};

/// Flags that other methods set, or every session has.
const BY_HAND: [Flag; 9] = [
    Flag::Continue,
    Flag::ForkSession,
    Flag::InputFormat,
    Flag::JsonSchema,
    Flag::McpConfig,
    Flag::OutputFormat,
    Flag::Resume,
    Flag::SessionId,
    Flag::Verbose,
];

/// Flags without a method, and the reason.
const WITHOUT_METHOD: [(Flag, &str); 18] = [
    (Flag::Agents, "a field of initialize: subagent"),
    (Flag::AppendSystemPrompt, "a field of initialize"),
    (Flag::AxScreenReader, "for a terminal"),
    (
        Flag::Background,
        "returns at once, so there is nobody to speak with",
    ),
    (Flag::Cloud, "the session runs elsewhere"),
    (Flag::Desktop, "opens another program"),
    (Flag::Environment, "the session runs elsewhere"),
    (
        Flag::ExcludeDynamicSystemPromptSections,
        "a field of initialize",
    ),
    (Flag::ForwardSubagentText, "a field of initialize"),
    (Flag::FromPr, "a list to choose from, on a terminal"),
    (Flag::Print, "what a CLI on a pipe does anyway"),
    (Flag::PromptSuggestions, "a field of initialize"),
    (Flag::RemoteControl, "the session is steered from elsewhere"),
    (Flag::RemoteControlSessionNamePrefix, "the same"),
    (Flag::SystemPrompt, "a field of initialize"),
    (Flag::SystemPromptSnapshot, "a field of initialize"),
    (Flag::Teleport, "the session runs elsewhere"),
    (Flag::Tmux, "for a terminal"),
];

fn session() -> SessionBuilder {
    Cli::unchecked("claude").session()
}

fn arguments(builder: SessionBuilder) -> Vec<String> {
    let elsewhere = builder.elsewhere().unwrap();
    let arguments = elsewhere.arguments().iter();
    arguments
        .map(|argument| argument.to_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_later_value_replaces_an_earlier_one_and_lists_grow() {
    let builder = session()
        .model("opus")
        .add_dir("/a")
        .add_dir("/b")
        .allowed_tools(["Read", "Bash(git log:*)"])
        .model("-odd");
    let arguments = arguments(builder);
    let expected = [
        "--add-dir=/a",
        "--add-dir=/b",
        "--allowedTools=Read",
        "--allowedTools=Bash(git log:*)",
        "--model=-odd",
    ];
    let given: Vec<_> = arguments
        .iter()
        .filter(|argument| {
            let name = argument.split('=').next().unwrap();
            ["--add-dir", "--allowedTools", "--model"].contains(&name)
        })
        .collect();
    assert_eq!(given, expected);
}

#[test]
fn every_flag_of_the_help_has_a_method_or_a_reason() {
    let without = WITHOUT_METHOD.map(|(flag, _)| flag);
    let has_method = |flag: &Flag| BY_METHOD.contains(flag) || BY_HAND.contains(flag);
    let public = Flag::ALL.iter().filter(|flag| !flag.is_hidden());
    let missing: Vec<_> = public
        .filter(|flag| !has_method(flag) && !without.contains(flag))
        .collect();
    assert_eq!(missing, Vec::<&Flag>::new());
    let both: Vec<_> = without.iter().filter(|flag| has_method(flag)).collect();
    assert_eq!(both, Vec::<&Flag>::new(), "a reason that no longer holds");
}

#[test]
fn flags_that_exclude_each_other_are_refused_before_a_process_starts() {
    let refused = session().chrome().no_chrome().elsewhere();
    let error = refused.err().unwrap();
    assert!(matches!(error, Error::Command(_)), "{error}");
    assert_eq!(
        error.to_string(),
        "the command line is not valid: --chrome and --no-chrome exclude each other"
    );
}

#[test]
fn manual_is_passed_by_the_name_that_every_version_takes() {
    let arguments = arguments(session().permission_mode(PermissionMode::Manual));
    assert!(
        arguments.contains(&"--permission-mode=default".to_owned()),
        "{arguments:?}"
    );
}

#[test]
fn a_list_of_servers_does_not_swallow_the_argument_after_it() {
    let server = McpServerConfig::from_json(r#"{"type":"http","url":"http://localhost"}"#).unwrap();
    let arguments = arguments(session().mcp_config([("docs", server)]).arg("word"));
    let expected =
        r#"--mcp-config={"mcpServers":{"docs":{"type":"http","url":"http://localhost"}}}"#;
    assert!(arguments.contains(&expected.to_owned()), "{arguments:?}");
}

#[test]
fn the_sandbox_is_a_part_of_the_settings() {
    let settings = JsonObject::from_text(r#"{"model":"opus"}"#).unwrap();
    let sandbox = SandboxSettings::enabled()
        .auto_allow_bash()
        .allow_domains(["example.com"]);
    let builder = session().sandbox(sandbox.clone()).settings(settings);
    let expected = r#"--settings={"model":"opus","sandbox":{"enabled":true,"autoAllowBashIfSandboxed":true,"network":{"allowedDomains":["example.com"]}}}"#;
    let arguments = arguments(builder);
    let given = arguments
        .iter()
        .find_map(|argument| argument.strip_prefix("--settings="))
        .unwrap();
    let tree = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    assert_eq!(
        tree(given),
        tree(expected.strip_prefix("--settings=").unwrap())
    );
    let error = session()
        .sandbox(sandbox)
        .settings_file("a.json")
        .elsewhere()
        .err()
        .unwrap();
    assert!(
        error
            .to_string()
            .starts_with("use option sandbox: the settings come from a file")
    );
}

#[test]
fn plugins_are_named_in_initialize_when_there_are_many() {
    let builder = session()
        .plugin_in_initialize("/a")
        .plugin_in_initialize("/b");
    let plugins = &builder.initialize_request().plugins;
    assert_eq!(
        plugins
            .iter()
            .map(|plugin| plugin.path.as_str())
            .collect::<Vec<_>>(),
        ["/a", "/b"]
    );
    assert!(arguments(builder).contains(&"--await-initialize".to_owned()));
}

#[test]
fn a_script_runs_with_another_runtime() {
    let cli = Cli::unchecked("/opt/cli.js").with_runtime("bun", ["--smol"]);
    assert_eq!(cli.path(), Path::new("/opt/cli.js"));
    let command = cli.command();
    assert_eq!(command.get_program(), "bun");
    assert_eq!(
        command.get_args().collect::<Vec<_>>(),
        ["--smol", "/opt/cli.js"]
    );
    let program = Cli::unchecked("/opt/claude").with_runtime("bun", ["--smol"]);
    assert_eq!(program.command().get_program(), "/opt/claude");
}

#[test]
fn the_schema_of_an_answer_has_no_format_that_an_older_cli_rejects() {
    #[derive(schemars::JsonSchema)]
    #[expect(dead_code, reason = "only its schema is used")]
    struct Answer {
        /// A property named like the keyword stays.
        format: String,
        stars: Vec<Stars>,
    }
    #[derive(schemars::JsonSchema)]
    #[expect(dead_code, reason = "only its schema is used")]
    struct Stars {
        count: u8,
    }
    let arguments = arguments(session().structured_output::<Answer>());
    let schema = arguments
        .iter()
        .find_map(|argument| argument.strip_prefix("--json-schema="))
        .unwrap();
    let schema: serde_json::Value = serde_json::from_str(schema).unwrap();
    assert_eq!(schema["properties"]["format"]["type"], "string");
    let count = &schema["$defs"]["Stars"]["properties"]["count"];
    assert_eq!(count["maximum"], 255, "{schema}");
    assert_eq!(count.get("format"), None, "{schema}");
}
