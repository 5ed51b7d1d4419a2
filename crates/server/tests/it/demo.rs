//! The demo opens on sessions at work, and any message gets a run that fits its repository.

use std::collections::BTreeMap;

use pilothouse_api::socket::{SocketCommand, SocketUpdate};
use pilothouse_view::ask::AskBody;
use serde_json::{Value, json};

use crate::browser::{asked, said};
use crate::harness::Harness;

async fn demo() -> Harness {
    Harness::with(json!({"demo": true})).await
}

fn file(harness: &Harness, path: &str) -> String {
    let project = harness.data().join("workspace/harbor-ferries");
    std::fs::read_to_string(project.join(path)).unwrap_or_default()
}

/// Waits until the six sessions exist; returns their IDs by title.
async fn sessions(harness: &Harness) -> BTreeMap<String, String> {
    let mut browser = harness.browser().await;
    browser.say(&SocketCommand::WatchSessions).await;
    let mut found = BTreeMap::new();
    while found.len() < 6 {
        let changed = match browser.next().await.unwrap() {
            SocketUpdate::Sessions { sessions } => sessions,
            SocketUpdate::SessionSet { session } => vec![*session],
            _ => continue,
        };
        let named = changed
            .into_iter()
            .filter(|session| session.title.contains(' ') && !session.title.starts_with("New"));
        found.extend(named.map(|session| (session.title, session.id)));
    }
    found
}

#[tokio::test]
async fn six_sessions_are_at_work() {
    let harness = demo().await;
    let sessions = sessions(&harness).await;
    let watch = async |title: &str| harness.watch(&sessions[title]).await;

    let mut fix = watch("Fix the failing test").await;
    let ask = fix.until_ask().await;
    assert!(
        matches!(&ask.body, AskBody::Permission(asked) if asked.tool.name == "Edit"),
        "{ask:?}"
    );

    let mut question = watch("Add refunds, and ask me what you need to know").await;
    let ask = question.until_ask().await;
    assert!(matches!(&ask.body, AskBody::Question(_)), "{ask:?}");

    let mut plan = watch("Plan return tickets").await;
    let ask = plan.until_ask().await;
    assert!(matches!(&ask.body, AskBody::Plan(_)), "{ask:?}");

    let mut refactor = watch("Refactor how amounts are formatted").await;
    let view = refactor.until_turns(1).await;
    assert_eq!(view.asks.len(), 0);
    assert!(
        said(view)
            .last()
            .unwrap()
            .starts_with("Amounts are formatted by `euros`")
    );
    assert!(file(&harness, "src/money.js").contains("export function euros"));
    assert!(file(&harness, "src/booking.js").contains("euros(booking.cents)"));

    let mut failed = watch("Migrate the timetable to summer time").await;
    let view = failed.until_turns(1).await;
    assert!(view.asks.is_empty());

    let mut slow = watch("Take a slow, careful look at the code").await;
    slow.until("the answer streams", |view| !view.drafts.is_empty())
        .await;
}

#[tokio::test]
async fn a_second_start_opens_no_more_sessions() {
    let mut harness = demo().await;
    let before = sessions(&harness).await;
    harness.restart().await;
    let page = harness.ok("GET", "/api/sessions", Value::Null).await;
    assert_eq!(page["sessions"].as_array().unwrap().len(), before.len());
}

#[tokio::test]
async fn any_message_gets_a_run_on_the_repository() {
    let harness = demo().await;
    let project = harness.data().join("workspace/harbor-ferries");
    let session = harness.create(json!({"project": project})).await;
    let mut browser = harness.watch(&session).await;
    harness.send(&session, "Make me a sandwich").await;
    let ask = browser.until_ask().await;
    harness
        .answer(&session, ask.id.as_str(), json!({"kind": "allow"}))
        .await;
    let view = browser.until_turns(1).await;
    assert_eq!(asked(view), ["Make me a sandwich"]);
    assert!(
        said(view)
            .last()
            .unwrap()
            .contains("“Make me a sandwich” is scripted")
    );
    assert!(file(&harness, "README.md").contains("A receipt lists the tickets"));

    // The same words again find the README changed, and ask for nothing.
    harness.send(&session, "Make me a sandwich").await;
    let view = browser.until_turns(2).await;
    assert!(said(view).last().unwrap().contains("is scripted"));
}

#[tokio::test]
async fn a_denied_edit_is_respected() {
    let harness = demo().await;
    let project = harness.data().join("workspace/harbor-ferries");
    let session = harness.create(json!({"project": project})).await;
    let mut browser = harness.watch(&session).await;
    harness
        .send(&session, "There is a bug in the discount")
        .await;
    // The command that reproduces the bug, then the edit.
    let ask = browser.until_ask().await;
    harness
        .answer(&session, ask.id.as_str(), json!({"kind": "allow"}))
        .await;
    let is_edit = |view: &pilothouse_view::SessionView| {
        view.asks
            .iter()
            .any(|ask| matches!(&ask.body, AskBody::Permission(asked) if asked.tool.name == "Edit"))
    };
    let view = browser.until("the edit is asked about", is_edit).await;
    let ask = view.asks[0].id.clone();
    harness
        .answer(&session, ask.as_str(), json!({"kind": "deny"}))
        .await;
    let view = browser.until_turns(1).await;
    assert!(
        said(view)
            .last()
            .unwrap()
            .starts_with("Understood, I left the file as it is.")
    );
    assert!(file(&harness, "src/prices.js").contains("const people = tickets.reduce("));
}
