//! The command line of a session.

use super::*;

/// Flags that the methods written by hand set, or every session has.
const BY_HAND: [&str; 19] = [
    "--add-dir",
    "--allowedTools",
    "--betas",
    "--continue",
    "--disallowedTools",
    "--file",
    "--fork-session",
    "--include-partial-messages",
    "--input-format",
    "--json-schema",
    "--mcp-config",
    "--output-format",
    "--plugin-dir",
    "--plugin-url",
    "--replay-user-messages",
    "--resume",
    "--session-id",
    "--setting-sources",
    "--tools",
];

/// Flags without a method, and why.
const WITHOUT_METHOD: [(&str, &str); 19] = [
    ("--agents", "a field of initialize: subagent"),
    ("--append-system-prompt", "a field of initialize"),
    ("--ax-screen-reader", "for a terminal"),
    (
        "--background",
        "returns at once, so there is nobody to speak with",
    ),
    ("--cloud", "the session runs elsewhere"),
    ("--desktop", "opens another program"),
    ("--environment", "the session runs elsewhere"),
    (
        "--exclude-dynamic-system-prompt-sections",
        "a field of initialize",
    ),
    ("--forward-subagent-text", "a field of initialize"),
    ("--from-pr", "a list to choose from, on a terminal"),
    ("--print", "what a CLI on a pipe does anyway"),
    ("--prompt-suggestions", "a field of initialize"),
    ("--remote-control", "the session is steered from elsewhere"),
    ("--remote-control-session-name-prefix", "the same"),
    ("--system-prompt", "a field of initialize"),
    ("--system-prompt-snapshot", "a field of initialize"),
    ("--teleport", "the session runs elsewhere"),
    ("--tmux", "for a terminal"),
    ("--verbose", "every session has it"),
];

fn args(flags: Flags) -> Vec<String> {
    flags
        .into_args()
        .map(|argument| argument.into_string().unwrap())
        .collect()
}

#[test]
fn a_later_value_replaces_an_earlier_one() {
    let mut flags = Flags::default();
    flags.set("--model", "opus");
    flags.add("--add-dir", "/a");
    flags.add("--add-dir", "/b");
    flags.set("--model", "-odd");
    assert_eq!(
        args(flags),
        ["--add-dir=/a", "--add-dir=/b", "--model=-odd"]
    );
}

#[test]
fn an_old_cli_is_not_given_new_flags() {
    let mut flags = Flags::standard();
    let old = Version::parse("2.1.38").unwrap();
    assert!(flags.check(Some(&old)).is_ok());
    flags.set("--thinking", "adaptive");
    let error = flags.check(Some(&old)).unwrap_err().to_string();
    assert_eq!(
        error,
        "use option --thinking: version 2.1.38 of the CLI does not know it"
    );
    assert!(flags.check(Version::parse("2.1.325").as_ref()).is_ok());
    assert!(flags.check(None).is_ok());
}

#[test]
fn every_flag_of_the_help_has_a_method_or_a_reason() {
    let public = Flag::ALL.iter().filter(|flag| !flag.is_hidden());
    let missing: Vec<_> = public
        .map(|flag| flag.name())
        .filter(|name| {
            let reasons = WITHOUT_METHOD.map(|(flag, _)| flag);
            !BY_METHOD.contains(name) && !BY_HAND.contains(name) && !reasons.contains(name)
        })
        .collect();
    assert_eq!(missing, Vec::<&str>::new());
    for name in BY_METHOD.iter().chain(&BY_HAND) {
        assert!(Flag::find(name).is_some(), "{name} is no flag");
    }
}

#[test]
fn what_an_old_cli_would_exit_on_is_refused_whichever_flag_it_is() {
    let old = Version::parse("2.1.38").unwrap();
    for name in BY_METHOD.iter().chain(&BY_HAND) {
        let mut flags = Flags::default();
        flags.switch(name);
        let newer = Flag::find(name).unwrap().known_since().is_some();
        assert_eq!(flags.check(Some(&old)).is_err(), newer, "{name}");
    }
}
