//! Commands that a deny rule denies, and its effect on allow rules.

use serde_json::json;

use super::*;

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
        "r\\\nm x",
        "$'\\x72m' x",
        "$'\\162m' x",
        "{rm,x}",
        "rm${IFS}x",
        "sudo -n -- rm x",
        "A='b c' rm x",
        "A='b;c' rm x",
        "noglob rm x",
        "a=rm; $a x",
        "a=rm && \"${a}\" x",
        "timeout -k 1 5 rm x",
        "cat <<E\n$(rm x)\nE",
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
        "sudo -u root $x y",
        "timeout 5 $x y",
        "{$x,y}",
        "{a,b} c",
        "r{m,} x",
        "r`echo m` x",
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
        "ls {a,b}",
        "find $x -name '*.rs'",
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

#[test]
fn a_long_command_is_judged_in_time() {
    let long = format!("sudo {}", "a ".repeat(50_000));
    assert!(!denies("Bash(rm:*)", &long));
    assert!(denies("Bash(rm:*)", &format!("{long} rm x")));
    assert!(!denies("Read(secret)", &long));
    let wandering = "cd a; ".repeat(50_000);
    assert!(denies("Read(secret)", &wandering), "nobody can follow it");
}

#[test]
fn a_rule_about_a_file_stops_commands_that_name_it() {
    for command in [
        "cat secret/a",
        "cat ./secret/a",
        "cat \"secret\"/a",
        "cat < secret/a",
        "echo x >secret/a",
        "cd secret && cat a",
        "cd x; cd ../secret; cat a",
        "head --file=secret/a",
        "ls; echo $(cat /repo/secret/a)",
        "cat ~/../../repo/secret/a",
    ] {
        assert!(denies("Read(secret/**)", command), "{command}");
        assert!(denies("Edit(secret/**)", command), "{command}");
    }
    for command in ["cat a", "cat secrets/a", "ls"] {
        assert!(!denies("Read(secret/**)", command), "{command}");
    }
}
