//! Hosts, servers, and invalid rules.

use serde_json::json;

use super::*;

#[test]
fn hosts_cannot_be_disguised() {
    let rules = rules().allow("WebFetch(domain:example.com)").unwrap();
    let judge = |url: &str| rules.judge("WebFetch", &json!({"url": url}));
    for url in [
        "https://example.com/a",
        "http://example.com",
        "https://EXAMPLE.com:8080/x",
        "https://example.com.",
    ] {
        assert!(matches!(judge(url), Verdict::Allow { .. }), "{url}");
    }
    for url in [
        "https://example.com.evil.org",
        "https://evil.org/example.com",
        "https://example.com@evil.org",
        "https://sub.example.com",
        "file://example.com/x",
        "example.com",
        "https://evil.org\\@example.com",
    ] {
        assert_eq!(judge(url), Verdict::Ask, "{url}");
    }
}

#[test]
fn servers_and_their_tools() {
    let judge = |rule: &str, tool: &str| rules().allow(rule).unwrap().judge(tool, &json!({}));
    assert!(matches!(
        judge("mcp__github", "mcp__github__get_issue"),
        Verdict::Allow { .. }
    ));
    assert!(matches!(
        judge("mcp__github__*", "mcp__github__get_issue"),
        Verdict::Allow { .. }
    ));
    assert!(matches!(
        judge("mcp__github__get_issue", "mcp__github__get_issue"),
        Verdict::Allow { .. }
    ));
    assert_eq!(
        judge("mcp__github__get_issue", "mcp__github__get_issues"),
        Verdict::Ask
    );
    assert_eq!(judge("mcp__git", "mcp__github__get_issue"), Verdict::Ask);
}

#[test]
fn a_pattern_of_names_denies_but_allows_nothing() {
    for rule in [
        "mcp__*",
        "mcp__git*",
        "mcp__github__get*",
        "*__get_issue",
        "*",
    ] {
        let call = |rules: Rules| rules.judge("mcp__github__get_issue", &json!({}));
        assert_eq!(call(rules().allow(rule).unwrap()), Verdict::Ask, "{rule}");
        let denied = call(rules().deny(rule).unwrap());
        assert!(matches!(denied, Verdict::Deny { .. }), "{rule}");
    }
}

#[test]
fn a_tool_keeps_its_earlier_names() {
    for (rule, tool) in [
        ("Task", "Agent"),
        ("Agent", "Task"),
        ("KillShell", "TaskStop"),
    ] {
        let denied = rules().deny(rule).unwrap().judge(tool, &json!({}));
        assert!(matches!(denied, Verdict::Deny { .. }), "{rule} {tool}");
    }
}

#[test]
fn what_is_no_rule_is_refused() {
    for text in ["", "(x)", "Bash(git", "Bash git", "a,b"] {
        assert!(text.parse::<Rule>().is_err(), "{text}");
    }
    let spaced = "Bash( git log:* )".parse::<Rule>().unwrap();
    assert_eq!(spaced.to_string(), "Bash( git log:* )");
    assert_eq!("Bash(*)".parse::<Rule>().unwrap().to_string(), "Bash");
}

#[test]
fn a_kind_of_rule_that_is_not_understood_allows_nothing_and_denies_all() {
    let rules = rules().allow("Sleep(1s)").unwrap();
    assert_eq!(rules.judge("Sleep", &json!({})), Verdict::Ask);
    let rules = self::rules().deny("Sleep(1s)").unwrap();
    assert!(matches!(
        rules.judge("Sleep", &json!({})),
        Verdict::Deny { .. }
    ));
}

#[test]
fn a_denied_address_is_denied_however_it_is_written() {
    let rules = rules().deny("WebFetch(domain:127.0.0.1)").unwrap();
    let judge = |url: &str| rules.judge("WebFetch", &json!({"url": url}));
    for url in [
        "https://127.0.0.1/",
        "https://127.1/",
        "https://2130706433/",
        "https://0x7f.0.0.1/",
        "https://0177.0.0.1/",
        "https://0x7f000001/",
    ] {
        assert!(matches!(judge(url), Verdict::Deny { .. }), "{url}");
    }
    for url in ["https://127.2/", "https://1.2.3.4.5/", "https://a.1/"] {
        assert_eq!(judge(url), Verdict::Ask, "{url}");
    }
    let spaced = self::rules().allow("WebFetch(domain: a.test)").unwrap();
    let call = json!({"url": "https://a.test/"});
    assert_eq!(spaced.judge("WebFetch", &call), Verdict::Ask);
}

#[test]
fn a_denied_skill_is_denied_by_all_its_names() {
    let call = |name: &str| json!({"skill": name});
    for rule in [
        "Skill(tidy)",
        "Skill(/tidy)",
        "Skill(tidy:*)",
        "Skill(ti*)",
        "Skill(tidy *)",
    ] {
        let rules = rules().deny(rule).unwrap();
        for name in ["tidy", "/tidy", " tidy"] {
            let denied = rules.judge("Skill", &call(name));
            assert!(matches!(denied, Verdict::Deny { .. }), "{rule} {name}");
        }
        assert_eq!(rules.judge("Skill", &call("other")), Verdict::Ask, "{rule}");
    }
    let rules = rules().allow("Skill(tidy)").unwrap();
    assert!(matches!(
        rules.judge("Skill", &call("tidy")),
        Verdict::Allow { .. }
    ));
    assert_eq!(rules.judge("Skill", &call("/tidy")), Verdict::Ask);
}

#[test]
fn a_rule_about_commands_is_about_every_tool_that_runs_them() {
    let rules = rules().deny("Bash(rm:*)").unwrap();
    let judge = |command: &str| rules.judge("Monitor", &json!({"command": command}));
    assert!(matches!(judge("ls; rm x"), Verdict::Deny { .. }));
    assert_eq!(judge("ls"), Verdict::Ask);
    let rules = self::rules().allow("Bash").unwrap();
    assert_eq!(
        rules.judge("Monitor", &json!({"command": "ls"})),
        Verdict::Ask
    );
}
