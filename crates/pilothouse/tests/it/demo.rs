//! The demo's scenarios agree with its repository: edits fit the files, and tests print what they would print.

use std::path::Path;
use std::process::Command;

use pilothouse_sim::script::{Block, Condition, ScriptFile, scenario};

const DEMO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../server/src/demo");

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

fn holds(project: &Path, condition: &Condition) -> bool {
    let content = std::fs::read_to_string(project.join(&condition.file)).ok();
    condition.holds(content.as_deref())
}

/// Does what the tools of a script do to files, and returns whether it changed one.
fn apply(project: &Path, block: &Block) -> bool {
    let Block::ToolUse(tool) = block else {
        return false;
    };
    let text = |name: &str| tool.input[name].as_str().unwrap();
    match tool.name.as_str() {
        "Write" if text("file_path") != "$PLAN" => {
            std::fs::write(project.join(text("file_path")), text("content")).unwrap();
        }
        "Edit" => {
            let path = project.join(text("file_path"));
            let content = std::fs::read_to_string(&path).unwrap();
            let found = content.matches(text("old_string")).count();
            assert_eq!(found, 1, "{}: {}", text("file_path"), text("old_string"));
            let changed = content.replace(text("old_string"), text("new_string"));
            std::fs::write(path, changed).unwrap();
        }
        "Read" => {
            assert!(project.join(text("file_path")).exists());
            return false;
        }
        _ => return false,
    }
    true
}

/// Runs the tests of the project with Node; returns the summary, and whether they passed.
fn run_tests(project: &Path) -> (Vec<String>, bool) {
    let mut node = Command::new("node");
    let ran = node.arg("--test").current_dir(project).output().unwrap();
    let summary = counts(&String::from_utf8_lossy(&ran.stdout));
    (summary, ran.status.success())
}

/// Takes `tests`, `pass` and `fail` from the summary of Node's test runner, which marks its lines with `ℹ` or `#`.
fn counts(output: &str) -> Vec<String> {
    let names = ["tests ", "pass ", "fail "];
    output
        .lines()
        .filter_map(|line| line.strip_prefix("ℹ ").or(line.strip_prefix("# ")))
        .filter(|line| names.iter().any(|name| line.starts_with(name)))
        .map(str::to_owned)
        .collect()
}

#[test]
fn scenarios_fit_the_repository_and_its_tests() {
    let text = std::fs::read_to_string(format!("{DEMO}/scenarios.json")).unwrap();
    let file = ScriptFile::parse(&text).unwrap();
    let has_node = Command::new("node").arg("--version").output().is_ok();
    let words = [
        "test", "bug", "explain", "refactor", "plan", "question", "agents", "slow", "anything",
    ];
    let directory = tempfile::tempdir().unwrap();
    let project = directory.path();
    copy(&Path::new(DEMO).join("project"), project);
    // Node starts a process for each file: its result is kept until a file changes.
    let mut ran = None;
    // Each scenario is played twice: on the files as they were, and on those that it left.
    for message in words.into_iter().flat_map(|word| [word, word]) {
        let chosen = scenario(&file.scenarios, message, |one| holds(project, one)).unwrap();
        for block in chosen.script.replies.iter().flatten() {
            if apply(project, block) {
                ran = None;
            }
        }
        let printed = file.command("npm test", |one| holds(project, one)).unwrap();
        if !has_node {
            continue;
        }
        let (summary, passed) = ran.get_or_insert_with(|| run_tests(project));
        let scripted = printed.stdout.unwrap();
        assert_eq!(&counts(&scripted), summary, "after {message}");
        assert_eq!(printed.exit.unwrap_or(0) == 0, *passed, "after {message}");
    }
}

#[test]
fn subagents_of_the_demo_have_scenarios() {
    let text = std::fs::read_to_string(format!("{DEMO}/scenarios.json")).unwrap();
    let file = ScriptFile::parse(&text).unwrap();
    let scripts = file
        .scenarios
        .iter()
        .flat_map(|scenario| &scenario.script.replies);
    let mut prompts = Vec::new();
    for block in scripts.flatten() {
        if let Block::ToolUse(tool) = block
            && tool.name == "Agent"
        {
            prompts.push(tool.input["prompt"].as_str().unwrap());
        }
    }
    assert_eq!(prompts.len(), 2);
    for prompt in prompts {
        assert!(
            scenario(&file.agents, prompt, |_| true).is_some(),
            "{prompt}"
        );
    }
}
