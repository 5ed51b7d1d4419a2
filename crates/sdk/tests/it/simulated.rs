//! Complete sessions with the simulator.

use std::sync::{Arc, Mutex};

use pilothouse_sdk::protocol::content::ContentBlock;
use pilothouse_sdk::protocol::fold::State;
use pilothouse_sdk::{
    Answers, Decision, Error, Limit, Outcome, PermissionRequest, Prompt, SessionBuilder, Step,
    ToolServer,
};
use serde_json::{Value, json};

use crate::support::{simulated, soon};

struct Home {
    folder: tempfile::TempDir,
}

impl Home {
    fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    fn session(&self) -> SessionBuilder {
        simulated(self.folder.path())
    }
}

fn script(blocks: Value) -> Prompt {
    Prompt::text(format!("SCRIPT:{blocks}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_is_told_in_steps() {
    let home = Home::new();
    let builder = home
        .session()
        .permissions(|_: PermissionRequest| async { Decision::allow() });
    let (session, events) = builder.start().await.unwrap();
    let mut steps = events.steps();
    let sent = session
        .send(script(json!([
            [{"type": "text", "text": "first I look", "chunks": 4},
             {"type": "tool_use", "name": "Bash", "input": {"command": "touch x"}, "sim": {"stdout": "made it"}}],
            [{"type": "text", "text": "then I am done"}],
        ])))
        .await
        .unwrap();
    let (mut streamed, mut whole, mut called, mut finished, mut states) =
        (String::new(), Vec::new(), 0, 0, Vec::new());
    let result = soon("the end of the turn", async {
        while let Some(step) = steps.next().await {
            match step {
                Step::TurnBegan { prompts } => assert_eq!(prompts, [sent.uuid().clone()]),
                Step::Text { text, .. } => streamed.push_str(&text),
                Step::BlockDone {
                    content: ContentBlock::Text(block),
                    ..
                } => whole.push(block.text),
                Step::ToolCalled { call, .. } => called += usize::from(call.name == "Bash"),
                Step::ToolFinished { call, result, .. } => {
                    assert_eq!(call.unwrap().name, "Bash");
                    assert!(result.text().contains("made it"));
                    finished += 1;
                }
                Step::StateChanged { state } => states.push(state),
                Step::TurnEnded(result) => return *result,
                _ => {}
            }
        }
        panic!("no end");
    })
    .await;
    assert_eq!(
        streamed,
        whole.concat(),
        "drafts are what the whole blocks say"
    );
    assert_eq!((called, finished), (1, 1));
    assert!(
        states.contains(&State::Streaming) && states.contains(&State::AwaitingApproval),
        "{states:?}"
    );
    assert!(
        steps.conversation().drafts().next().is_none(),
        "no draft is left"
    );
    let told = sent.result().await.unwrap();
    assert_eq!(told.message, result.message);
    assert_eq!(told.text(), "then I am done");
    session.idle().await;
    session.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn questions_are_answered_by_a_form() {
    let home = Home::new();
    let builder = home
        .session()
        .permissions(|request: PermissionRequest| async move {
            let Some(questions) = request.questions() else {
                return Decision::deny("not a question");
            };
            let answers = Answers::new()
                .choose(&questions[0], "Blue")
                .choose_several(&questions[1], ["Cheese", "Olives"]);
            Decision::answer(&request, &answers)
        });
    let (session, mut events) = builder.start().await.unwrap();
    let input = json!({"questions": [
        {"question": "Which color?", "header": "Color", "multiSelect": false, "options": [
            {"label": "Blue", "description": ""}, {"label": "Red", "description": ""}]},
        {"question": "Which toppings?", "header": "Toppings", "multiSelect": true, "options": [
            {"label": "Cheese", "description": ""}, {"label": "Olives", "description": ""}]}]});
    let sent = session
        .send(script(
            json!([{"type": "tool_use", "name": "AskUserQuestion", "input": input}]),
        ))
        .await
        .unwrap();
    let user = soon(
        "the result of the question",
        crate::support::frame(&mut events, |frame| {
            frame["type"] == "user" && frame["message"]["content"][0]["type"] == "tool_result"
        }),
    )
    .await
    .unwrap();
    let text = user["message"]["content"][0]["content"].to_string();
    assert!(
        text.contains("Blue") && text.contains("Cheese, Olives"),
        "{text}"
    );
    sent.result().await.unwrap();
    session.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn tools_can_be_added_to_a_running_session() {
    let home = Home::new();
    let called = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&called);
    let tools = ToolServer::new().tool(
        "note",
        "Take a note",
        move |arguments: serde_json::Map<String, Value>| {
            log.lock().unwrap().push(arguments["text"].clone());
            async { "noted" }
        },
    );
    let builder = home
        .session()
        .permissions(|_: PermissionRequest| async { Decision::allow() });
    let (session, _events) = builder.start().await.unwrap();
    session.ask("hello").await.unwrap();
    session.add_mcp_server("notes", tools).await.unwrap();
    session
        .ask(script(
            json!([{"type": "tool_use", "name": "mcp__notes__note", "input": {"text": "later"}}]),
        ))
        .await
        .unwrap();
    assert_eq!(*called.lock().unwrap(), [json!("later")]);
    session.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn control_requests_have_typed_answers() {
    let home = Home::new();
    let (session, _events) = home.session().start().await.unwrap();
    session.ask("hello").await.unwrap();
    let mode = session
        .set_permission_mode("acceptEdits".into())
        .await
        .unwrap();
    assert_eq!(mode.mode.unwrap().as_str(), "acceptEdits");
    session.set_model("sonnet").await.unwrap();
    assert!(
        session
            .context_usage()
            .await
            .unwrap()
            .total_tokens
            .is_some()
    );
    assert!(!session.models().await.unwrap().is_empty());
    session.rename("a fine name").await.unwrap();
    let error = session
        .request_raw("no_such_request", Value::Null)
        .await
        .unwrap_err();
    assert!(
        matches!(error, pilothouse_sdk::Error::Unsupported { .. }),
        "{error}"
    );
    session.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn prompts_that_wait_can_be_taken_back() {
    let home = Home::new();
    let (session, mut events) = home.session().start().await.unwrap();
    let slow = session
        .send(script(
            json!([{"type": "text", "text": "slowly, slowly", "chunks": 4, "delay": 0.3}]),
        ))
        .await
        .unwrap();
    soon(
        "the first delta",
        crate::support::frame(&mut events, |frame| {
            frame["event"]["type"] == "content_block_delta"
        }),
    )
    .await
    .unwrap();
    let waiting = session.send("never mind").await.unwrap();
    let uuid = waiting.uuid().clone();
    soon(
        "its place in the queue",
        crate::support::frame(&mut events, |frame| {
            frame["type"] == "command_lifecycle"
                && frame["command_uuid"] == uuid.as_str()
                && frame["state"] == "queued"
        }),
    )
    .await
    .unwrap();
    assert!(session.cancel_prompt(&uuid).await.unwrap());
    assert_eq!(waiting.outcome().await.unwrap(), Outcome::Cancelled);
    assert!(matches!(
        slow.outcome().await.unwrap(),
        Outcome::Finished(_)
    ));
    session.close().await.unwrap();
}

#[test]
fn a_script_without_a_runtime_can_ask_too() {
    let home = Home::new();
    let result = home
        .session()
        .prompt_blocking("hello from a script")
        .unwrap();
    assert!(result.text().contains("hello from a script"));
}

#[tokio::test(flavor = "multi_thread")]
async fn one_question_is_answered_in_steps_and_leaves_nothing() {
    let home = Home::new();
    let mut turn = home.session().stream("hello there").await.unwrap();
    let mut streamed = String::new();
    let mut ends = 0;
    while let Some(step) = soon("a step", turn.next()).await {
        streamed.push_str(step.text().unwrap_or_default());
        ends += usize::from(matches!(step, Step::TurnEnded(_)));
    }
    let result = soon("the result", turn.result()).await.unwrap();
    assert_eq!((streamed.as_str(), ends), (result.text(), 1));
    assert!(streamed.contains("hello there") && result.output_tokens() > 0);
    assert!(!result.is_error() && result.cost_usd() > 0.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_waits_behind_a_turn_has_steps_of_its_own() {
    for version in ["2.1.325", "2.1.38"] {
        let home = Home::new();
        let builder = home.session().arg("--as-version").arg(version);
        let (session, _) = builder.start().await.unwrap();
        let mut first = session
            .stream(script(
                json!([{"type": "text", "text": "slowly", "chunks": 2, "delay": 0.2}]),
            ))
            .await
            .unwrap();
        let mut second = session.stream("/cost").await.unwrap();
        let (mut one, mut two) = (String::new(), String::new());
        while let Some(step) = soon("a step of the command", second.next()).await {
            two.push_str(step.text().unwrap_or_default());
        }
        while let Some(step) = soon("a step of the turn", first.next()).await {
            one.push_str(step.text().unwrap_or_default());
        }
        assert_eq!(one, "slowly", "{version}");
        assert!(
            two.contains("cost") && !two.contains("slowly"),
            "{version}: {two}"
        );
        first.result().await.unwrap();
        second.result().await.unwrap();
        session.close().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_past_its_deadline_is_interrupted() {
    for version in ["2.1.325", "2.1.38"] {
        let home = Home::new();
        let limit = std::time::Duration::from_millis(300);
        let builder = home
            .session()
            .arg("--as-version")
            .arg(version)
            .turn_deadline(limit);
        let (session, _) = builder.start().await.unwrap();
        let endless = json!([{"type": "text", "text": "on and on", "chunks": 2, "delay": 600}]);
        let error = soon("the deadline", session.ask(script(endless)))
            .await
            .unwrap_err();
        assert!(
            matches!(
                error,
                Error::Limit {
                    limit: Limit::Deadline(_),
                    ..
                }
            ),
            "{error}"
        );
        assert!(error.turn_result().unwrap().was_interrupted());
        assert!(session.ask("hello").await.unwrap().text().contains("hello"));
        session.close().await.unwrap();
    }
}
