//! Rules about files.

use serde_json::json;

use super::*;

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
    // Even a rule for the whole tool does not allow changes through the link.
    let whole = Rules::new(Surroundings::new(root.join("repo")))
        .allow("Write")
        .unwrap();
    let write = |path: &str| whole.judge("Write", &json!({"file_path": path}));
    assert_eq!(write("src/link"), Verdict::Ask);
    assert!(matches!(write("src/new"), Verdict::Allow { .. }));
    assert!(matches!(write("/elsewhere/new"), Verdict::Allow { .. }));
    // If the working directory is a link, its files still match.
    let alias = Rules::new(Surroundings::new(root.join("alias")))
        .allow("Read(src/**)")
        .unwrap();
    let path = root.join("alias/src/a.rs");
    assert!(matches!(
        alias.judge("Read", &json!({"file_path": path})),
        Verdict::Allow { .. }
    ));
    // Deny rules follow links.
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
    // The CLI ignores all others (2.1.325).
    let call = json!({"file_path": "/repo/src/a"});
    let allow = rules().allow("Write(src/**)").unwrap();
    assert_eq!(allow.judge("Write", &call), Verdict::Ask);
    let deny = rules().deny("Write(src/**)").unwrap();
    assert!(matches!(deny.judge("Write", &call), Verdict::Deny { .. }));
}

fn stops(rule: &str, tool: &str, path: &str) -> bool {
    let rules = rules().deny(rule).unwrap();
    let call = json!({"file_path": path, "path": path, "notebook_path": path});
    matches!(rules.judge(tool, &call), Verdict::Deny { .. })
}

#[test]
fn a_pattern_denies_more_than_it_allows() {
    for path in [
        "/repo/src/a.txt",
        "/repo/SRC/a.txt",
        "/repo/other/src/a.txt",
        "src/a.txt ",
        " src/a.txt",
    ] {
        for rule in [
            "Read(src/**)",
            "Read(SRC/**)",
            "Read([rst]rc/**)",
            "Read([!a]rc/**)",
            "Read(src)",
            "Read(s?c/**)",
        ] {
            for tool in ["Read", "Write", "Edit", "NotebookEdit", "Grep"] {
                assert!(stops(rule, tool, path), "{rule} {tool} {path}");
            }
        }
    }
    assert!(stops("Read(src/**)", "Glob", "src"), "the folder itself");
    assert!(stops("Read(//etc/**)", "Grep", "/etc"));
    assert!(stops("Read(*.txt)", "Read", "/repo/a.TXT"));
    assert!(!stops("Edit(src/**)", "Read", "/repo/src/a.txt"));
    assert!(!stops("Read(src/**)", "Read", "/repo/srcs/a.txt"));
    assert!(!stops("Read(/src/**)", "Read", "/repo/other/src/a.txt"));
    assert!(!stops("Read([!s]rc/**)", "Read", "/repo/src/a.txt"));
    for rule in ["Read(**)", "Read(//**)", "Read(//)", "Read(/)"] {
        assert!(stops(rule, "Read", "/repo/a"), "{rule}");
    }
}

#[test]
fn what_only_the_cli_can_read_allows_nothing() {
    for rule in [
        "Read([ab]/**)",
        "Read({a,b}/**)",
        "Read(!a/**)",
        "Read(a\\*)",
    ] {
        for path in [
            "/repo/a/x",
            "/repo/[ab]/x",
            "/repo/{a,b}/x",
            "/repo/!a/x",
            "/repo/a*",
        ] {
            assert!(!reads(rule, path), "{rule} {path}");
        }
    }
}

#[test]
fn what_is_inside_a_folder_is_not_the_folder() {
    let allow = |rule: &str| {
        let rules = rules().allow(rule).unwrap();
        rules.judge("Grep", &json!({"path": "/etc"}))
    };
    assert!(matches!(allow("Read(//etc)"), Verdict::Allow { .. }));
    assert_eq!(allow("Read(//etc/)"), Verdict::Ask);
    assert!(reads("Read(//etc/)", "/etc/hosts"));
}

#[test]
fn a_star_keeps_edits_below_the_working_directory() {
    let rules = rules().allow("Edit(*)").unwrap();
    let judge = |path: &str| rules.judge("Edit", &json!({"file_path": path}));
    assert!(matches!(judge("/repo/a/b"), Verdict::Allow { .. }));
    assert_eq!(judge("/etc/hosts"), Verdict::Ask);
    assert_eq!(judge("/repo/.git/config"), Verdict::Ask);
    let write = rules.judge("Write", &json!({"file_path": "/repo/a"}));
    assert_eq!(write, Verdict::Ask);
    assert!(stops("Edit(*)", "Edit", "/etc/hosts"));
}
