use serde_json::json;

use super::*;

fn rules() -> Rules {
    Rules::new(Surroundings::new("/repo").home("/home/me"))
}

fn allows(rule: &str, command: &str) -> bool {
    let rules = rules().allow(rule).unwrap();
    matches!(
        rules.judge("Bash", &json!({"command": command})),
        Verdict::Allow { .. }
    )
}

fn denies(rule: &str, command: &str) -> bool {
    let rules = rules().deny(rule).unwrap();
    matches!(
        rules.judge("Bash", &json!({"command": command})),
        Verdict::Deny { .. }
    )
}

#[test]
fn a_prefix_matches_whole_words() {
    for command in [
        "git log",
        "git log -1",
        "git  log\t-1",
        "git log --format='%H; %s'",
        "git log \"a b\"",
    ] {
        assert!(allows("Bash(git log:*)", command), "{command}");
    }
    for command in [
        "git logs",
        "git -c a=b log",
        "git",
        "gitlog",
        "xgit log",
        "\"git\" log",
        "/usr/bin/git log",
    ] {
        assert!(!allows("Bash(git log:*)", command), "{command}");
    }
}

#[test]
fn a_command_that_cannot_be_read_completely_is_never_allowed() {
    let more = [
        "git log; ls",
        "git log && ls",
        "git log || ls",
        "git log | sh",
        "git log & ls",
        "git log &",
        "git log\nls",
        "git log\rls",
        "git log $(ls)",
        "git log `ls`",
        "git log \"$(ls)\"",
        "git log \"`ls`\"",
        "git log > f",
        "git log < f",
        "git log >> f",
        "git log <(ls)",
        "git log 2>&1",
        "A=b git log",
        "git log $HOME",
        "git log \"$HOME\"",
        "git log ${x}",
        "git log $'a'",
        "(git log)",
        "{ git log; }",
        "! git log",
        "if git log",
        "git log # x",
        "git log a\\ b",
        "git log a*",
        "git log a?",
        "git log [ab]",
        "git log {a,b}",
        "git log \"a\\\"b\"",
        "git log 'open",
        "git log \"open",
        "git log \\",
        "git log \\\nls",
        "git log 'a\nb'",
        "git log \u{0}x",
        "git log\u{a0}x",
        "git log\u{2028}x",
        "git log a\u{200b}",
        "git log 'a\u{202e}'",
        "git log 'a$(ls)'",
        "git log 'a`ls`'",
        "",
        "  ",
        "time git log",
        "eval git log",
        "exec git log",
        ". git log",
        "command git log",
    ];
    for command in more {
        for rule in [
            "Bash(git log:*)",
            "Bash(git *)",
            "Bash(*git*)",
            "Bash(time:*)",
            "Bash(eval *)",
            "Bash(A=b *)",
        ] {
            assert!(!allows(rule, command), "{rule} {command:?}");
        }
    }
    // A rule without a content was meant for everything.
    assert!(allows("Bash", "git log; ls"));
    assert!(allows("Bash(*)", "git log; ls"));
}

#[test]
fn arguments_do_not_lead_out() {
    for command in [
        "touch a",
        "touch ./a/../b",
        "touch /repo/a",
        "touch --reference=a b",
    ] {
        assert!(allows("Bash(touch:*)", command), "{command}");
    }
    for command in [
        "touch ../a",
        "touch ~/a",
        "touch ~root/a",
        "touch /etc/a",
        "touch 'src/../../a'",
        "touch --reference=/etc/a b",
        "touch /repository/a",
    ] {
        assert!(!allows("Bash(touch:*)", command), "{command}");
    }
}

#[test]
fn find_may_only_find() {
    assert!(allows("Bash(find:*)", "find . -name a"));
    for command in [
        "find . -delete",
        "find . '-delete'",
        "find . -exec rm x",
        "find . -execdir rm x",
        "find . -ok rm x",
        "find . -fprint a",
        "find . -fls a",
    ] {
        assert!(!allows("Bash(find:*)", command), "{command}");
    }
}

#[test]
fn wildcards_match_anything_between() {
    assert!(allows("Bash(npm run *)", "npm run build"));
    assert!(allows("Bash(npm run *)", "npm run"));
    assert!(!allows("Bash(npm run *)", "npm runx"));
    assert!(allows("Bash(git * main)", "git push origin main"));
    assert!(!allows("Bash(git * main)", "git push origin mainly"));
    assert!(
        !allows("Bash(git * main)", "git main"),
        "one space cannot be both"
    );
    assert!(allows("Bash(echo '\\*')", "echo '*'"));
    assert!(!allows("Bash(echo '\\*')", "echo 'x'"));
    assert!(allows("Bash(npm test)", "npm test"));
    assert!(
        !allows("Bash(npm test)", "npm  test"),
        "the CLI compares the whole text"
    );
    assert!(!allows("Bash(npm test)", "npm test -v"));
}

#[test]
fn deny_matches_any_part() {
    let hidden = [
        "rm x",
        "ls; rm x",
        "ls && rm x",
        "ls | rm x",
        "ls & rm x",
        "ls\nrm x",
        "echo $(rm x)",
        "echo `rm x`",
        "(rm x)",
        "{ rm x; }",
        "A=1 rm x",
        "sudo rm x",
        "env A=1 rm x",
        "timeout 5 rm x",
        "nohup rm x",
        "/bin/rm x",
        "\"rm\" x",
        "r\\m x",
        "if true; then rm x; fi",
        "xargs rm x",
        "ls > f; rm x",
        "cat <(rm x)",
        "rm",
        "sudo -u me rm x",
        "ls \\\n; rm x",
        "eval rm x",
        "exec rm x",
        "command rm x",
        "$'rm' x",
        "$\"rm\" x",
        "r''m x",
        "bash -c 'rm x'",
        "sh -ec \"ls; rm x\"",
        "find . -exec rm x ;",
        "find . -name x | xargs -n 1 rm x",
        "cat <<E\nrm x\nE",
        "ls 2>&1 |& rm x",
        "X=$(rm x) ls",
        "\trm x",
    ];
    for command in hidden {
        assert!(denies("Bash(rm:*)", command), "{command:?}");
    }
    for command in ["ls", "echo rmdir", "git rm x", "rmdir x", "cat rm"] {
        assert!(!denies("Bash(rm:*)", command), "{command:?}");
    }
    assert!(
        denies("Bash(rm:*)", "echo 'x; rm y'"),
        "a part inside quotes counts: deny leans to denying"
    );
}

#[test]
fn deny_sees_past_redirections_and_comments() {
    for command in [
        "touch a 2>&1",
        "touch a # b",
        "touch a >out",
        "touch > out a",
        "2>/dev/null touch a",
        "touch a &> /dev/null",
        "ls; touch a 2>&1 | cat",
    ] {
        assert!(denies("Bash(touch a)", command), "{command}");
    }
    assert!(!denies("Bash(touch a)", "touch a2 > out"));
    assert!(!denies("Bash(touch a)", "touch b # touch"));
}

#[test]
fn beside_a_deny_rule_a_name_must_be_readable() {
    let allow = rules().allow("Bash").unwrap();
    let both = allow.clone().deny("Bash(rm:*)").unwrap();
    let judge = |rules: &Rules, command: &str| rules.judge("Bash", &json!({"command": command}));
    for command in [
        "$x y",
        "$(echo rm) x",
        "`echo rm` x",
        "ls; `echo rm` x",
        "ls && $(echo rm) x",
        "${x} y",
        "\"$x\" y",
        "/bin/r? x",
        "/bin/[r]m x",
        "r* x",
        "sudo $x",
        "A=1 $x",
        "env `echo rm` x",
        "> f $x y",
        "echo $($x y)",
        "echo `$x y`",
        "cat <($x y)",
        "{ $x y; }",
        "echo $(ls); $x y",
        "case a in a) $x y;; esac",
        "eval \"$x\"",
    ] {
        assert_eq!(judge(&both, command), Verdict::Ask, "{command:?}");
        let alone = judge(&allow, command);
        assert!(matches!(alone, Verdict::Allow { .. }), "{command:?}");
    }
    for command in [
        "ls",
        "ls $x",
        "echo $(date) `date`",
        "echo `date` $(date) $x",
        "cat <(ls) $x > $y",
        "x=$(date) ls",
        "x=`date` ls",
        "ls *.rs | wc -l",
        "cat a[1].txt",
        "(cd a && ls)",
        "for x in *; do ls $x; done",
    ] {
        let verdict = judge(&both, command);
        assert!(matches!(verdict, Verdict::Allow { .. }), "{command:?}");
    }
}

#[test]
fn deny_goes_before_allow() {
    let rules = rules()
        .allow("Bash")
        .unwrap()
        .deny("Bash(git push:*)")
        .unwrap();
    let explanation = rules.explain("Bash", &json!({"command": "git log && git push"}));
    assert!(matches!(explanation.verdict, Verdict::Deny { .. }));
    assert_eq!(explanation.allowed_by.len(), 1);
    assert_eq!(explanation.denied_by[0].to_string(), "Bash(git push:*)");
    assert_eq!(
        explanation.never_allowed.as_deref(),
        Some("it has more than one command")
    );
}

fn reads(rule: &str, path: &str) -> bool {
    let rules = rules().allow(rule).unwrap();
    matches!(
        rules.judge("Read", &json!({"file_path": path})),
        Verdict::Allow { .. }
    )
}

#[test]
fn files_are_matched_as_gitignore_does() {
    assert!(reads("Read(//etc/**)", "/etc/hosts") && reads("Read(//etc/**)", "/etc/ssl/x/y"));
    assert!(!reads("Read(//etc/**)", "/etcetera/x") && !reads("Read(//etc/**)", "/etc"));
    assert!(
        reads("Read(~/notes/*.md)", "/home/me/notes/a.md")
            && !reads("Read(~/notes/*.md)", "/home/me/notes/a/b.md")
    );
    assert!(reads("Read(src/**)", "/repo/src/a.rs") && reads("Read(/src/**)", "src/a.rs"));
    assert!(!reads("Read(src/**)", "/repo/other/src/a.rs") && !reads("Read(src/**)", "/src/a.rs"));
    assert!(
        reads("Read(*.env)", "/repo/deep/down/.env") && !reads("Read(*.env)", "/elsewhere/.env")
    );
    assert!(
        reads("Read(//etc)", "/etc/hosts"),
        "a folder covers what is in it"
    );
    assert!(reads("Read", "/anything"));
}

#[test]
fn dots_do_not_lead_out() {
    assert!(!reads("Read(src/**)", "/repo/src/../secret"));
    assert!(!reads("Read(//etc/**)", "/etc/../root/x"));
    assert!(reads("Read(src/**)", "/repo/other/../src/a.rs"));
}

#[test]
#[cfg(unix)]
fn links_do_not_lead_out() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    std::fs::create_dir_all(root.join("repo/src")).unwrap();
    std::fs::write(root.join("secret"), "").unwrap();
    std::os::unix::fs::symlink(root.join("secret"), root.join("repo/src/link")).unwrap();
    std::os::unix::fs::symlink(root.join("repo"), root.join("alias")).unwrap();
    let rules = Rules::new(Surroundings::new(root.join("repo")))
        .allow("Read(src/**)")
        .unwrap();
    let judge = |path: &str| rules.judge("Read", &json!({"file_path": path}));
    assert_eq!(
        judge("src/link"),
        Verdict::Ask,
        "the file behind the link is elsewhere"
    );
    assert!(matches!(judge("src/new/file"), Verdict::Allow { .. }));
    // Not even a rule for the whole tool lets a file be changed through it.
    let whole = Rules::new(Surroundings::new(root.join("repo")))
        .allow("Write")
        .unwrap();
    let write = |path: &str| whole.judge("Write", &json!({"file_path": path}));
    assert_eq!(write("src/link"), Verdict::Ask);
    assert!(matches!(write("src/new"), Verdict::Allow { .. }));
    assert!(matches!(write("/elsewhere/new"), Verdict::Allow { .. }));
    // A session whose directory is a link still knows its own files.
    let alias = Rules::new(Surroundings::new(root.join("alias")))
        .allow("Read(src/**)")
        .unwrap();
    let path = root.join("alias/src/a.rs");
    assert!(matches!(
        alias.judge("Read", &json!({"file_path": path})),
        Verdict::Allow { .. }
    ));
    // And a deny sees through it.
    let deny = Rules::new(Surroundings::new(root.join("repo")))
        .deny(&format!("Read(/{}/secret)", root.display()))
        .unwrap();
    assert!(matches!(
        deny.judge("Read", &json!({"file_path": root.join("repo/src/link")})),
        Verdict::Deny { .. }
    ));
}

#[test]
fn a_rule_for_edits_is_about_all_that_change_files() {
    let rules = rules().allow("Edit(src/**)").unwrap();
    for (tool, field) in [
        ("Edit", "file_path"),
        ("Write", "file_path"),
        ("NotebookEdit", "notebook_path"),
    ] {
        assert!(
            matches!(
                rules.judge(tool, &json!({field: "/repo/src/a"})),
                Verdict::Allow { .. }
            ),
            "{tool}"
        );
        assert_eq!(
            rules.judge(tool, &json!({field: "/repo/b"})),
            Verdict::Ask,
            "{tool}"
        );
        assert_eq!(
            rules.judge(tool, &json!({})),
            Verdict::Ask,
            "{tool} without a path"
        );
    }
}

#[test]
fn only_read_and_edit_rules_allow_files() {
    // The CLI looks at no others (2.1.325).
    let call = json!({"file_path": "/repo/src/a"});
    let allow = rules().allow("Write(src/**)").unwrap();
    assert_eq!(allow.judge("Write", &call), Verdict::Ask);
    let deny = rules().deny("Write(src/**)").unwrap();
    assert!(matches!(deny.judge("Write", &call), Verdict::Deny { .. }));
}

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
fn what_is_no_rule_is_refused() {
    for text in ["", "(x)", "Bash(git", "Bash git", "a,b"] {
        assert!(text.parse::<Rule>().is_err(), "{text}");
    }
    assert_eq!(
        "Bash( git log:* )".parse::<Rule>().unwrap().to_string(),
        "Bash(git log:*)"
    );
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
