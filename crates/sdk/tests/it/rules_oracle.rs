//! The rule engine beside the real CLI: where they differ, ours must be the stricter.
//!
//! Runs only when `PILOTHOUSE_REAL_CLI` names the CLI; the model is the scripted one on loopback.
//! For each rule the CLI is started with it in `--allowedTools` and asked to make every call; some rules are tried in `--disallowedTools` too.
//! A call that the CLI does not ask about without any rule says nothing about rules, and is not counted.

mod pairs;

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use pilothouse_sdk::rules::{Rules, Surroundings, Verdict};
use pilothouse_sdk::{Cli, Decision, PermissionRequest, Prompt};
use pilothouse_sim::model::Model;
use serde_json::{Value, json};

use pairs::{COMMAND_RULES, COMMANDS, DENY_RULES, FILE_RULES};

/// Which list of the CLI a rule is put into.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Allow,
    Deny,
}

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
        std::fs::write(place.outside.join("secret.txt"), "secret").unwrap();
        // A link that leads out.
        std::os::unix::fs::symlink(&place.outside, place.cwd.join("src/link")).unwrap();
        std::fs::write(place.cwd.join("src/old.txt"), "old").unwrap();
        place
    }

    /// The rule, about this place.
    fn rule(&self, rule: &str) -> String {
        rule.replace("//OUTSIDE", &format!("/{}", self.outside.display()))
    }

    fn calls(&self) -> Vec<(&'static str, Value)> {
        let path = |path: &Path| path.to_str().unwrap().to_owned();
        let write = |file: PathBuf| ("Write", json!({"file_path": path(&file), "content": "x"}));
        let read = |file: PathBuf| ("Read", json!({"file_path": path(&file)}));
        let mut calls: Vec<_> = COMMANDS
            .iter()
            .map(|command| {
                let command = command.replace("/OUTSIDE", &path(&self.outside));
                ("Bash", json!({"command": command}))
            })
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
            write(self.cwd.join("src/link/g.txt")),
            write(self.cwd.join("src/link/../h.txt")),
            write(self.cwd.join("src/.hidden")),
            write(self.cwd.join("SRC/i.txt")),
            write(self.cwd.join("srcs/j.txt")),
            write(self.cwd.join("src*/k.txt")),
            read(self.cwd.join("src/link/secret.txt")),
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
    rule: Option<(&str, Side)>,
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
    if let Some((rule, side)) = rule {
        let rules = [place.rule(rule)];
        builder = match side {
            Side::Allow => builder.allowed_tools(rules),
            Side::Deny => builder.disallowed_tools(rules),
        };
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
    side: Side,
    wanted: fn(&str) -> bool,
) -> Vec<(&'static str, Place, BTreeSet<usize>)> {
    let places = Arc::new(tokio::sync::Semaphore::new(3));
    let mut running = tokio::task::JoinSet::new();
    for rule in rules {
        let (rule, cli, model) = (*rule, cli.clone(), Arc::clone(model));
        let places = Arc::clone(&places);
        running.spawn(async move {
            let _turn = places.acquire().await.unwrap();
            let (place, still) = asked(&cli, &model, Some((rule, side)), wanted).await;
            (rule, place, still)
        });
    }
    running.join_all().await
}

/// What came of the pairs of rules and calls.
#[derive(Default)]
struct Tally {
    pairs: usize,
    agreed: usize,
    /// Where ours is the stricter.
    stricter: Vec<String>,
    /// Where it is not, which must not be.
    looser: Vec<String>,
}

impl Tally {
    /// Judges a call by one rule, beside what the CLI made of it: whether it asked all the same.
    fn add(&mut self, rule: &str, side: Side, place: &Place, call: &(&str, Value), asked: bool) {
        let (tool, input) = call;
        let empty = Rules::new(Surroundings::new(&place.cwd).home(&place.home));
        let own = place.rule(rule);
        let engine = match side {
            Side::Allow => empty.allow(&own),
            Side::Deny => empty.deny(&own),
        };
        let verdict = engine.unwrap().judge(tool, input);
        let (ours, strict) = match side {
            Side::Allow => (matches!(verdict, Verdict::Allow { .. }), false),
            Side::Deny => (matches!(verdict, Verdict::Deny { .. }), true),
        };
        self.pairs += 1;
        if ours != asked {
            self.agreed += 1;
            return;
        }
        let what = input.get("command").or_else(|| input.get("file_path"));
        let what = what.cloned().unwrap_or_default();
        let side = if side == Side::Allow { "allow" } else { "deny" };
        let line = format!("{side} {rule} | {tool} {what}");
        if ours == strict {
            self.stricter.push(line);
        } else {
            self.looser.push(line);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_agree_with_the_real_cli() {
    let Some(path) = std::env::var_os("PILOTHOUSE_REAL_CLI") else {
        return;
    };
    let cli = Cli::at(path).unwrap();
    let model = Arc::new(Model::bind(([127, 0, 0, 1], 0).into()).await.unwrap());
    let is_command: fn(&str) -> bool = |tool| tool == "Bash";
    let is_file: fn(&str) -> bool = |tool| tool != "Bash";
    let (_, commands) = asked(&cli, &model, None, is_command).await;
    let (_, files) = asked(&cli, &model, None, is_file).await;
    let mut tally = Tally::default();
    for (rules, side, baseline, wanted) in [
        (COMMAND_RULES, Side::Allow, &commands, is_command),
        (DENY_RULES, Side::Deny, &commands, is_command),
        (FILE_RULES, Side::Allow, &files, is_file),
    ] {
        for (rule, place, still) in all_asked(&cli, &model, rules, side, wanted).await {
            let calls = place.calls();
            for index in baseline {
                tally.add(rule, side, &place, &calls[*index], still.contains(index));
            }
        }
    }
    let unasked: Vec<_> = (0..COMMANDS.len())
        .filter(|index| !commands.contains(index))
        .map(|index| COMMANDS[index])
        .collect();
    let summary = format!(
        "\n{} pairs, {} agree, {} looser\nstricter: {:#?}\nnot asked without a rule: {unasked:?}\n",
        tally.pairs,
        tally.agreed,
        tally.looser.len(),
        tally.stricter,
    );
    std::io::stdout().write_all(summary.as_bytes()).unwrap();
    let looser = tally.looser;
    assert!(looser.is_empty(), "the CLI is stricter: {looser:#?}");
    assert!(tally.pairs >= 200, "only {} pairs", tally.pairs);
}
