//! Hosted sessions with the real CLI and a scripted model.

use pilothouse_sim::model::Model;
use pilothouse_view::session::Activity;
use serde_json::{Value, json};

use crate::browser::{asked, said, settled};
use crate::harness::Harness;
use crate::trials::real_cli;

/// A host with the real CLI, and the model it talks to, which ends when it is dropped.
pub(crate) async fn harness() -> (Harness, Model) {
    ground_with(json!({})).await
}

/// The same with further options of the host.
pub(crate) async fn ground_with(mut options: Value) -> (Harness, Model) {
    let model = Model::bind(([127, 0, 0, 1], 0).into()).await.unwrap();
    let base = model.base_url();
    let quiet = [
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
        "DISABLE_TELEMETRY",
        "DISABLE_AUTOUPDATER",
        "DISABLE_ERROR_REPORTING",
    ];
    options["claude"] = json!(real_cli());
    let harness = Harness::prepared(options, |home| {
        std::fs::create_dir(home.join("project")).unwrap();
        let mut environment = vec![
            ("ANTHROPIC_BASE_URL".to_owned(), base.to_string()),
            ("ANTHROPIC_API_KEY".to_owned(), "dummy".to_owned()),
        ];
        environment.extend(quiet.map(|name| (name.to_owned(), "1".to_owned())));
        environment
    })
    .await;
    (harness, model)
}

pub(crate) fn text(text: &str) -> Value {
    json!([{"type": "text", "text": text}])
}

pub(crate) async fn the_real_cli_is_asked_parked_woken_and_forked() {
    let (harness, _model) = harness().await;
    let project = harness.home().join("project");
    let session = harness.create(json!({"project": project})).await;
    let mut browser = harness.watch(&session).await;
    let call = json!([{"type": "tool_use", "name": "Bash", "input": {"command": "touch made", "description": "make"}}]);
    let first = harness.script(&session, call).await;
    let ask = browser.until_ask().await;
    let answer = harness
        .answer(&session, ask.id.as_str(), json!({"kind": "allow"}))
        .await;
    assert_eq!(answer.status, 204, "{}", answer.body);
    browser.until_idle().await;
    assert!(project.join("made").exists());
    harness.lifecycle(&session, "park").await;
    browser
        .until("a parked session", |view| {
            matches!(view.liveness.activity, Activity::Parked)
        })
        .await;
    harness.script(&session, text("Awake again.")).await;
    browser.until_turns(2).await;
    assert_eq!(said(&browser.view).last(), Some(&"Awake again."));
    let message = format!("SCRIPT:{}", text("Another way."));
    let body = json!({"at": first, "message": {"text": message}});
    let fork = harness
        .ok("POST", &format!("/api/sessions/{session}/fork"), body)
        .await;
    let mut other = harness.watch(fork["id"].as_str().unwrap()).await;
    other.until_turns(2).await;
    assert_eq!(said(&other.view).last(), Some(&"Another way."));
    assert_ne!(other.view.info.session_id, browser.view.info.session_id);
}

pub(crate) async fn the_real_cli_killed_in_the_middle_of_an_answer_gives_it_again() {
    let (mut harness, _model) = harness().await;
    let session = harness
        .create(json!({"project": harness.home().join("project")}))
        .await;
    let mut browser = harness.watch(&session).await;
    let words = "word ".repeat(100);
    let slow = json!([{"type": "text", "text": words.trim(), "chunks": 100, "delay": 0.05}]);
    let uuid = harness.script(&session, slow).await;
    browser
        .until("some text", |view| !view.drafts.is_empty())
        .await;
    harness.kill_cli(&session);
    browser
        .until("another process", |view| view.liveness.epoch == 2)
        .await;
    harness.restart().await;
    let mut browser = harness.watch(&session).await;
    browser.until_idle().await;
    assert_eq!(said(&browser.view), [words.trim()]);
    assert_eq!(asked(&browser.view).len(), 1);
    let given = harness.records(&session).into_iter();
    let given = given.filter(|record| record.id.as_ref() == Some(&uuid));
    let epochs: Vec<u32> = given.map(|record| record.epoch).collect();
    assert_eq!(epochs, [1, 2]);
    assert_eq!(settled(&browser.view), settled(&harness.folded(&session)));
}

pub(crate) async fn a_conversation_of_the_real_cli_is_found_shown_and_resumed() {
    let (harness, model) = harness().await;
    let project = harness.home().join("project");
    let id = uuid::Uuid::new_v4().to_string();
    // As a person would in a terminal, with no host about.
    let terminal = tokio::process::Command::new(real_cli())
        .args(["-p", "--session-id", &id])
        .arg(format!("SCRIPT:{}", text("Said in a terminal.")))
        .current_dir(&project)
        .env("HOME", harness.home())
        .env("CLAUDE_CONFIG_DIR", harness.home().join("config"))
        .env("ANTHROPIC_BASE_URL", model.base_url())
        .env("ANTHROPIC_API_KEY", "dummy")
        .env("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1")
        .stdin(std::process::Stdio::null())
        .output();
    let output = terminal.await.unwrap();
    assert!(output.status.success(), "{output:?}");
    let stored = harness.ok("GET", "/api/stored", Value::Null).await;
    assert_eq!(stored["sessions"][0]["cliSessionId"], json!(id), "{stored}");
    let session = harness
        .create(json!({"project": project, "resume": id}))
        .await;
    let mut browser = harness.watch(&session).await;
    assert_eq!(said(&browser.view), ["Said in a terminal."]);
    harness.script(&session, text("Said here.")).await;
    let answered = |view: &pilothouse_view::SessionView| said(view).contains(&"Said here.");
    browser.until("the answer", answered).await;
    assert_eq!(
        said(&browser.view),
        ["Said in a terminal.", "Said here."],
        "the history is not shown twice"
    );
    // The CLI goes on with the same conversation, and knows what was said before.
    assert_eq!(browser.view.info.session_id.as_deref(), Some(id.as_str()));
    // The CLI writes its transcript late; its exit writes all of it.
    browser.until_idle().await;
    harness.lifecycle(&session, "park").await;
    browser
        .until("a parked session", |view| {
            matches!(view.liveness.activity, Activity::Parked)
        })
        .await;
    let file = format!("{id}.jsonl");
    let projects = std::fs::read_dir(harness.home().join("config/projects")).unwrap();
    let transcripts = projects.flatten().map(|found| found.path().join(&file));
    let transcript: String = transcripts
        .filter_map(|path| std::fs::read_to_string(path).ok())
        .collect();
    assert!(transcript.contains("Said in a terminal.") && transcript.contains("Said here."));
}

pub(crate) async fn the_real_cli_names_a_session_after_its_first_message() {
    let (harness, _model) = harness().await;
    let project = harness.home().join("project");
    let message = json!({"text": "Fix the login, it fails since Monday"});
    let session = harness
        .create(json!({"project": project, "message": message}))
        .await;
    let mut browser = harness.browser().await;
    let named = browser
        .until_summary(&session, |summary| summary.title == "Fix the login, it")
        .await;
    // The CLI keeps the title with its conversation.
    let conversation = named.cli_session_id.unwrap();
    let page = harness.ok("GET", "/api/stored", Value::Null).await;
    let stored = page["sessions"].as_array().unwrap().iter();
    let mut titles = stored
        .filter(|one| one["cliSessionId"] == conversation.as_str())
        .map(|one| one["title"].clone());
    assert_eq!(titles.next(), Some(json!("Fix the login, it")));
}
