//! Commands that an allow rule allows.

use serde_json::json;

use super::*;

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
    // A rule without content applies to everything.
    assert!(allows("Bash", "git log; ls"));
    assert!(allows("Bash(*)", "git log; ls"));
}

#[test]
fn arguments_do_not_lead_out() {
    for command in [
        "touch a",
        "touch ./a/b",
        "touch -d now a",
        "touch /repo/a",
        "touch --reference=a b",
    ] {
        assert!(allows("Bash(touch:*)", command), "{command}");
    }
    for command in [
        "touch ../a",
        "touch a/../b",
        "touch -r/etc/passwd a",
        "touch -r../a b",
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
#[cfg(unix)]
fn arguments_do_not_lead_out_through_links() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    std::fs::create_dir_all(root.join("repo/in")).unwrap();
    std::os::unix::fs::symlink(&root, root.join("repo/out")).unwrap();
    std::os::unix::fs::symlink(root.join("repo/in"), root.join("repo/stays")).unwrap();
    for rule in ["Bash(touch:*)", "Bash"] {
        let rules = Rules::new(Surroundings::new(root.join("repo")))
            .allow(rule)
            .unwrap();
        let judge = |command: &str| rules.judge("Bash", &json!({"command": command}));
        assert_eq!(judge("touch out/a"), Verdict::Ask, "{rule}");
        assert!(matches!(judge("touch stays/a"), Verdict::Allow { .. }));
    }
}

#[test]
fn files_that_steer_other_programs_are_asked_about() {
    for name in [
        ".git/hooks/post-commit",
        ".GIT/config",
        "src/.git/config",
        ".bashrc",
        ".mcp.json",
        ".claude/settings.json",
        ".vscode/settings.json",
        ".something-new/x",
    ] {
        for rule in ["Bash(touch:*)", "Bash(touch *)", "Bash"] {
            assert!(!allows(rule, &format!("touch {name}")), "{rule} {name}");
            assert!(!allows(rule, &format!("touch '{name}'")), "{rule} {name}");
        }
        assert!(!allows("Bash", &format!("ls; echo x >{name}")), "{name}");
    }
    for name in [".env", "a.b", "./a"] {
        assert!(allows("Bash(touch:*)", &format!("touch {name}")), "{name}");
    }
}

#[test]
fn programs_that_the_cli_looks_at_more_closely() {
    assert!(allows("Bash(cp:*)", "cp a b"));
    assert!(allows("Bash(cd:*)", "cd src"));
    assert!(allows(
        "Bash(git commit:*)",
        "git commit -m 'a * b? [c] {d} $e'"
    ));
    for (rule, command) in [
        ("Bash(cp:*)", "cp -r a b"),
        ("Bash(cp:*)", "cp -- a b"),
        ("Bash(mv:*)", "mv '-t/etc' a"),
        ("Bash(cd:*)", "cd"),
        ("Bash(awk:*)", "awk 'BEGIN { system(\"ls\") }'"),
        ("Bash(find:*)", "find . -files0-from a"),
        ("Bash(touch:*)", "touch =ls"),
        ("Bash(touch:*)", "touch '*'"),
        ("Bash(touch:*)", "touch \"{a,b}\""),
        ("Bash(touch:*)", "touch '$x'"),
    ] {
        assert!(!allows(rule, command), "{command}");
    }
    assert!(!allows(
        "Bash(touch:*)",
        &format!("touch {}", "a".repeat(300))
    ));
    assert!(!allows(
        "Bash(touch:*)",
        &format!("touch {}", "a ".repeat(6000))
    ));
}

#[test]
fn space_in_a_rule_is_part_of_it() {
    for rule in [
        "Bash( touch a )",
        "Bash(touch  a)",
        "Bash(touch\ta)",
        "Bash(touch :*)",
    ] {
        assert!(!allows(rule, "touch a"), "{rule}");
        assert!(denies(rule, "touch a"), "{rule}");
    }
}
