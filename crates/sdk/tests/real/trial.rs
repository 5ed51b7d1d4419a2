//! Verdicts of the real CLI on a hand.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use pilothouse_sdk::{
    Cli, Decision, Event, Events, PermissionRequest, Prompt, SessionBuilder, SettingsFile,
    ToolServer,
};
use pilothouse_sim::model::Model;
use serde_json::{Map, Value, json};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::support::soon;
use crate::table::{Fate, Hand, Place, rules};

/// The tools of the CLI that the tables call.
const TOOLS: [&str; 11] = [
    "Bash",
    "Monitor",
    "Read",
    "Write",
    "Edit",
    "NotebookEdit",
    "Grep",
    "Glob",
    "WebFetch",
    "WebSearch",
    "Skill",
];
/// The number of calls that the model makes at once.
const AT_ONCE: usize = 40;
/// The timeout for all calls of a hand on a busy machine.
const PATIENCE: Duration = Duration::from_secs(600);
/// The number of concurrent processes.
const SIDE_BY_SIDE: usize = 3;

/// A played hand.
pub(super) struct Trial {
    pub(super) hand: Hand,
    /// The outcome of each call; without those that failed before the CLI checked the rules.
    pub(super) fates: BTreeMap<usize, Fate>,
}

impl Trial {
    async fn run(cli: &Cli, model: &Model, hand: Hand) -> Self {
        let place = Place::new();
        let asked = Arc::new(Mutex::new(BTreeSet::new()));
        let builder = quiet(cli.session(), &place, model)
            .permissions(note_and_deny(Arc::clone(&asked)))
            .allowed_tools(rules(&hand.allow, &place))
            .disallowed_tools(rules(&hand.deny, &place));
        let (session, events) = soon("the start", builder.start()).await.unwrap();
        let results = tokio::spawn(results(events));
        let blocks: Vec<Value> = hand
            .calls()
            .map(|(index, call)| json!({"type": "tool_use", "id": format!("toolu_call_{index}"), "name": call.tool(), "input": call.input(&place)}))
            .collect();
        let replies: Vec<&[Value]> = blocks.chunks(AT_ONCE).collect();
        let prompt = Prompt::text(format!("SCRIPT:{}", json!(replies)));
        let answer = tokio::time::timeout(PATIENCE, session.ask(prompt)).await;
        answer.expect("the calls end").unwrap();
        session.close().await.unwrap();
        let mut fates = results.await.unwrap();
        fates.extend(
            asked
                .lock()
                .unwrap()
                .iter()
                .map(|call| (*call, Fate::Asked)),
        );
        Self { hand, fates }
    }
}

/// A session that connects only to the model, and whose tools need no setup.
fn quiet(builder: SessionBuilder, place: &Place, model: &Model) -> SessionBuilder {
    let tool = || {
        ToolServer::new()
            .tool("get", "Get", nothing)
            .tool("get_all", "Get all", nothing)
    };
    let builder = builder
        .cwd(place.repo())
        .setting_sources([SettingsFile::Project])
        .tools(TOOLS)
        .mcp_server("notes", tool())
        .mcp_server("notes_two", tool())
        .mcp_server("mail", tool());
    let variables = [
        ("ANTHROPIC_API_KEY", "dummy"),
        ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1"),
        ("DISABLE_TELEMETRY", "1"),
        ("DISABLE_AUTOUPDATER", "1"),
        ("DISABLE_ERROR_REPORTING", "1"),
        // Each command starts in the directory of the session.
        ("CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR", "1"),
        // Allowed fetches fail: no server listens on this port.
        ("HTTP_PROXY", "http://127.0.0.1:1"),
        ("HTTPS_PROXY", "http://127.0.0.1:1"),
        ("NO_PROXY", "127.0.0.1"),
    ];
    let builder = builder
        .env("HOME", place.home())
        .env("CLAUDE_CONFIG_DIR", place.home().join("config"))
        .env("ANTHROPIC_BASE_URL", model.base_url());
    variables
        .into_iter()
        .fold(builder, |builder, (name, value)| builder.env(name, value))
}

async fn nothing(_: Map<String, Value>) -> Result<&'static str, pilothouse_sdk::ToolError> {
    Ok("nothing")
}

fn note_and_deny(
    asked: Arc<Mutex<BTreeSet<usize>>>,
) -> impl Fn(PermissionRequest) -> std::future::Ready<Decision> {
    move |request| {
        let id = request.tool_use_id.as_ref().map(|id| id.as_str());
        asked.lock().unwrap().extend(id.and_then(number));
        std::future::ready(Decision::deny("only asking"))
    }
}

fn number(id: &str) -> Option<usize> {
    id.strip_prefix("toolu_call_")?.parse().ok()
}

/// Reads the outcomes of the calls until the session ends.
async fn results(mut events: Events) -> BTreeMap<usize, Fate> {
    let mut fates = BTreeMap::new();
    while let Some(event) = events.next().await {
        let Event::Received(frame) = event else {
            continue;
        };
        let frame: Value = serde_json::from_slice(&frame.bytes).unwrap_or_default();
        let blocks = frame["message"]["content"].as_array();
        for block in blocks.into_iter().flatten() {
            let call = block["tool_use_id"].as_str().and_then(number);
            if let (Some(call), Some(fate)) = (call, fate(&frame, block)) {
                fates.insert(call, fate);
            }
        }
    }
    fates
}

fn fate(frame: &Value, result: &Value) -> Option<Fate> {
    let metas = frame["tool_result_meta"].as_array();
    let own = metas
        .into_iter()
        .flatten()
        .find(|meta| meta["id"] == result["tool_use_id"]);
    let decision = own.map(|own| &own["permission_decision"]["decision"]);
    let text = result["content"].to_string();
    let refusals = [
        "No such tool available",
        "denied by your permission settings",
    ];
    match decision.and_then(Value::as_str) {
        Some("accept") => Some(Fate::Ran),
        Some(_) => Some(Fate::Refused),
        None if refusals.iter().any(|refusal| text.contains(refusal)) => Some(Fate::Refused),
        None => None,
    }
}

/// A set of hands that are played concurrently.
pub(super) struct Trials(JoinSet<Trial>);

impl Trials {
    pub(super) fn start(cli: &Cli, model: &Arc<Model>, hands: Vec<Hand>) -> Self {
        let places = Arc::new(Semaphore::new(SIDE_BY_SIDE));
        let mut running = JoinSet::new();
        for hand in hands {
            let (cli, model, places) = (cli.clone(), Arc::clone(model), Arc::clone(&places));
            running.spawn(async move {
                let _turn = places.acquire().await.unwrap();
                Trial::run(&cli, &model, hand).await
            });
        }
        Self(running)
    }

    pub(super) async fn next(&mut self) -> Option<Trial> {
        self.0.join_next().await.map(Result::unwrap)
    }
}
