//! The rule engine beside the real CLI: where they differ, ours must be the stricter.
//!
//! Runs only when `PILOTHOUSE_REAL_CLI` names the CLI; the model is the scripted one on loopback.
//! For each rule the CLI is started with it in `--allowedTools` and asked to make every call.
//! A call that the CLI does not ask about without any rule says nothing about rules, and is not counted.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use pilothouse_sdk::rules::{Rules, Surroundings, Verdict};
use pilothouse_sdk::{Cli, Decision, PermissionRequest, Prompt};
use pilothouse_sim::model::Model;
use serde_json::{Value, json};

const COMMAND_RULES: [&str; 16] = [
    "Bash",
    "Bash(touch:*)",
    "Bash(touch a)",
    "Bash(touch *)",
    "Bash(touch a:*)",
    "Bash(touch a*)",
    "Bash(npm run *)",
    "Bash(npm run:*)",
    "Bash(npm:*)",
    "Bash(git * main)",
    "Bash(git commit:*)",
    "Bash(git:*)",
    "Bash(git push *)",
    "Bash(mkdir:*)",
    "Bash(env:*)",
    "Bash(X=1 touch:*)",
];

const COMMANDS: [&str; 42] = [
    "touch a",
    "touch  a",
    "touch a b",
    "touch ab",
    "touch",
    "touchx a",
    "touch -- a",
    "touch \"a b\"",
    "touch 'a b'",
    "touch a\\ b",
    "touch a; ls",
    "touch a && ls",
    "touch a || ls",
    "touch a | cat",
    "touch a &",
    "touch a\nls",
    "touch \\\n a",
    "(touch a)",
    "! touch a",
    "touch $(echo a)",
    "touch `echo a`",
    "touch \"$(echo a)\"",
    "touch $x",
    "touch \"$x\"",
    "touch a > b",
    "touch a 2>&1",
    "touch a # b",
    "X=1 touch a",
    "timeout 5 touch a",
    "nice touch a",
    "env touch a",
    "/usr/bin/touch a",
    "touch a*",
    "touch {a,b}",
    "mkdir d",
    "npm run build",
    "npm run",
    "npm  run test -- -v",
    "npm runx",
    "git commit -m x",
    "git -c a=b commit -m x",
    "git push origin main",
];

const FILE_RULES: [&str; 15] = [
    "Read",
    "Read(//etc/**)",
    "Read(//etc/*)",
    "Read(//etc/hosts)",
    "Read(//etc)",
    "Read(~/**)",
    "Edit",
    "Write",
    "Edit(src/**)",
    "Edit(/src/**)",
    "Edit(*.txt)",
    "Edit(src)",
    "Edit(**/*.txt)",
    "Write(src/**)",
    "Edit(//OUTSIDE/**)",
];

struct Place {
    _folder: tempfile::TempDir,
    home: PathBuf,
    cwd: PathBuf,
    outside: PathBuf,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let place = Self {
            home: root.join("home"),
            cwd: root.join("repo"),
            outside: root.join("outside"),
            _folder: folder,
        };
        for path in [&place.home, &place.cwd.join("src"), &place.outside] {
            std::fs::create_dir_all(path).unwrap();
        }
        std::fs::write(place.home.join("notes.md"), "notes").unwrap();
        std::fs::write(place.cwd.join("src/old.txt"), "old").unwrap();
        place
    }

    fn calls(&self) -> Vec<(&'static str, Value)> {
        let path = |path: &Path| path.to_str().unwrap().to_owned();
        let write = |file: PathBuf| ("Write", json!({"file_path": path(&file), "content": "x"}));
        let read = |file: PathBuf| ("Read", json!({"file_path": path(&file)}));
        let mut calls: Vec<_> = COMMANDS
            .iter()
            .map(|command| ("Bash", json!({"command": command})))
            .collect();
        calls.extend([
            read("/etc/hosts".into()),
            read("/etc/passwd".into()),
            read("/etc/ssl/openssl.cnf".into()),
            read("/etc/../etc/hosts".into()),
            read(self.home.join("notes.md")),
            write(self.cwd.join("src/a.txt")),
            write(self.cwd.join("src/deep/b.txt")),
            write(self.cwd.join("src/c.md")),
            write(self.cwd.join("d.txt")),
            write(self.cwd.join("src/../e.txt")),
            write(self.outside.join("f.txt")),
            ("Edit", json!({"file_path": path(&self.cwd.join("src/old.txt")), "old_string": "old", "new_string": "new"})),
        ]);
        calls
    }
}

/// Returns which calls the CLI asks about, by their place in the list.
async fn asked(
    cli: &Cli,
    model: &Model,
    rule: Option<&str>,
    wanted: impl Fn(&str) -> bool,
) -> (Place, BTreeSet<usize>) {
    let place = Place::new();
    let asked = Arc::new(Mutex::new(BTreeSet::new()));
    let log = Arc::clone(&asked);
    let handler = move |request: PermissionRequest| {
        let id = request
            .tool_use_id
            .as_ref()
            .map(|id| id.as_str().to_owned())
            .unwrap_or_default();
        log.lock().unwrap().insert(
            id.trim_start_matches("toolu_call_")
                .parse::<usize>()
                .unwrap(),
        );
        async { Decision::deny("only asking") }
    };
    let rule = rule.map(|rule| rule.replace("//OUTSIDE", &format!("/{}", place.outside.display())));
    let mut builder = cli
        .session()
        .cwd(&place.cwd)
        .permissions(handler)
        .setting_sources::<&str>([])
        .env("HOME", &place.home)
        .env("CLAUDE_CONFIG_DIR", place.home.join("config"))
        .env("ANTHROPIC_BASE_URL", model.base_url())
        .env("ANTHROPIC_API_KEY", "dummy")
        .env("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1")
        .env("DISABLE_TELEMETRY", "1")
        .env("DISABLE_AUTOUPDATER", "1")
        .env("DISABLE_ERROR_REPORTING", "1");
    if let Some(rule) = &rule {
        builder = builder.allowed_tools([rule]);
    }
    let (session, events) = builder.start().await.unwrap();
    drop(events);
    let blocks: Vec<Value> = place
        .calls()
        .into_iter()
        .enumerate()
        .filter(|(_, (tool, _))| wanted(tool))
        .map(|(index, (tool, input))| json!({"type": "tool_use", "id": format!("toolu_call_{index}"), "name": tool, "input": input}))
        .collect();
    session
        .ask(Prompt::text(format!("SCRIPT:{}", Value::Array(blocks))))
        .await
        .unwrap();
    session.close().await.unwrap();
    let asked = asked.lock().unwrap().clone();
    (place, asked)
}

/// Starts the CLI once for each rule, three at a time.
async fn all_asked(
    cli: &Cli,
    model: &Arc<Model>,
    rules: &[&'static str],
    wanted: fn(&str) -> bool,
) -> Vec<(&'static str, Place, BTreeSet<usize>)> {
    let places = Arc::new(tokio::sync::Semaphore::new(3));
    let mut running = tokio::task::JoinSet::new();
    for rule in rules {
        let (rule, cli, model) = (*rule, cli.clone(), Arc::clone(model));
        let places = Arc::clone(&places);
        running.spawn(async move {
            let _turn = places.acquire().await.unwrap();
            let (place, still) = asked(&cli, &model, Some(rule), wanted).await;
            (rule, place, still)
        });
    }
    running.join_all().await
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_agree_with_the_real_cli() {
    let Some(path) = std::env::var_os("PILOTHOUSE_REAL_CLI") else {
        return;
    };
    let cli = Cli::at(path).unwrap();
    let model = Arc::new(Model::bind(([127, 0, 0, 1], 0).into()).await.unwrap());
    let is_command = |tool: &str| tool == "Bash";
    let is_file = |tool: &str| tool != "Bash";
    let (_, commands) = asked(&cli, &model, None, is_command).await;
    let (_, files) = asked(&cli, &model, None, is_file).await;
    let mut report = String::new();
    let (mut pairs, mut agreed, mut looser) = (0, 0, Vec::new());
    for (rules, baseline, wanted) in [
        (
            &COMMAND_RULES[..],
            &commands,
            is_command as fn(&str) -> bool,
        ),
        (&FILE_RULES[..], &files, is_file),
    ] {
        for (rule, place, still) in all_asked(&cli, &model, rules, wanted).await {
            let own = rule.replace("//OUTSIDE", &format!("/{}", place.outside.display()));
            let engine = Rules::new(Surroundings::new(&place.cwd).home(&place.home))
                .allow(&own)
                .unwrap();
            let calls = place.calls();
            for index in baseline {
                let (tool, input) = &calls[*index];
                let theirs = !still.contains(index);
                let ours = matches!(engine.judge(tool, input), Verdict::Allow { .. });
                pairs += 1;
                agreed += usize::from(ours == theirs);
                let what = input
                    .get("command")
                    .or_else(|| input.get("file_path"))
                    .cloned()
                    .unwrap_or_default();
                if theirs && !ours {
                    report.push_str(&format!("stricter: {rule} | {tool} {what}\n"));
                } else if ours && !theirs {
                    looser.push(format!("{rule} | {tool} {what}"));
                }
            }
        }
    }
    let unasked: Vec<_> = (0..COMMANDS.len())
        .filter(|index| !commands.contains(index))
        .map(|index| COMMANDS[index])
        .collect();
    let summary = format!(
        "\n{pairs} pairs, {agreed} agree, {} looser\n{report}not asked without a rule: {unasked:?}\n",
        looser.len()
    );
    std::io::stdout().write_all(summary.as_bytes()).unwrap();
    assert!(
        looser.is_empty(),
        "the engine allows what the CLI asks about: {looser:#?}"
    );
    assert!(pairs >= 200, "only {pairs} pairs");
}
