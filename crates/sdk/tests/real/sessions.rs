//! Sessions with the real CLI and the scripted model.

use std::sync::{Arc, Mutex};

use pilothouse_sdk::hook::{HookEvent, HookOutput};
use pilothouse_sdk::mcp::McpServerConfig;
use pilothouse_sdk::{
    Cli, CliVersion, Decision, Events, HookCall, Mark, Outcome, PermissionRequest, Prompt, Session,
    SessionBuilder, ToolServer, processes_marked,
};
use pilothouse_sim::model::Model;
use serde_json::{Value, json};

use crate::announcement::Announcement;
use crate::side_by_side::run_all;
use crate::support::{frame, gone, is_marked, soon};
use crate::trials::real_cli;

/// Variables that keep the CLI from reaching anything but the model.
const QUIET: [&str; 4] = [
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
    "DISABLE_TELEMETRY",
    "DISABLE_AUTOUPDATER",
    "DISABLE_ERROR_REPORTING",
];

struct Real {
    cli: Cli,
    model: Model,
    folder: tempfile::TempDir,
}

impl Real {
    async fn new() -> Self {
        let cli = Cli::at(real_cli()).unwrap().with_version().await.unwrap();
        let model = Model::bind(([127, 0, 0, 1], 0).into()).await.unwrap();
        Self {
            cli,
            model,
            folder: tempfile::tempdir().unwrap(),
        }
    }

    fn session(&self) -> SessionBuilder {
        let home = self.folder.path();
        let builder = self
            .cli
            .session()
            .cwd(home)
            .env("HOME", home)
            .env("CLAUDE_CONFIG_DIR", home.join("config"));
        let builder = builder
            .env("ANTHROPIC_BASE_URL", self.model.base_url())
            .env("ANTHROPIC_API_KEY", "dummy");
        QUIET
            .into_iter()
            .fold(builder, |builder, name| builder.env(name, "1"))
    }

    fn is_new(&self) -> bool {
        self.cli
            .version()
            .is_some_and(|version| version >= CliVersion::new(2, 1, 300))
    }
}

fn script(blocks: Value) -> Prompt {
    Prompt::text(format!("SCRIPT:{blocks}"))
}

pub(crate) async fn asks_hooks_and_tools_work() {
    let real = Real::new().await;
    let log = Arc::new(Mutex::new(Vec::new()));
    let (asks, hooks, calls) = (Arc::clone(&log), Arc::clone(&log), Arc::clone(&log));
    let tools = ToolServer::new().tool(
        "note",
        "Take a note",
        move |arguments: serde_json::Map<String, Value>| {
            calls
                .lock()
                .unwrap()
                .push(format!("called with {}", arguments["text"]));
            async { "noted" }
        },
    );
    let builder = real
        .session()
        .mcp_server("notes", tools)
        .permissions(move |request: PermissionRequest| {
            asks.lock()
                .unwrap()
                .push(format!("asked for {}", request.tool_name));
            async { Decision::allow() }
        })
        .hook(HookEvent::PreToolUse, "Bash", move |_: HookCall| {
            hooks.lock().unwrap().push("hooked".to_owned());
            async { HookOutput::proceed() }
        });
    let (session, _events) = soon("the start", builder.start()).await.unwrap();
    let prompt = script(json!([
        [{"type": "tool_use", "name": "Bash", "input": {"command": "touch made", "description": "make a file"}}],
        [{"type": "tool_use", "name": "mcp__notes__note", "input": {"text": "hello"}}],
        [{"type": "text", "text": "all done"}],
    ]));
    let result = soon("the answer", session.ask(prompt)).await.unwrap();
    assert_eq!(result.text(), "all done");
    assert!(real.folder.path().join("made").exists());
    let log = log.lock().unwrap().clone();
    assert_eq!(
        log,
        [
            "hooked",
            "asked for Bash",
            "asked for mcp__notes__note",
            "called with \"hello\""
        ]
    );
    if real.is_new() {
        soon("rest", session.idle()).await;
    }
    soon("the end", session.close()).await.unwrap();
}

pub(crate) async fn the_message_of_a_denial_that_interrupts_reaches_the_model() {
    let real = Real::new().await;
    let deny = |_: PermissionRequest| async { Decision::deny("use tabs instead").and_interrupt() };
    let (session, mut events) = soon("the start", real.session().permissions(deny).start())
        .await
        .unwrap();
    let sent = session
        .send(script(json!([{"type": "tool_use", "name": "Bash", "input": {"command": "touch a", "description": "x"}}])))
        .await
        .unwrap();
    let Outcome::Finished(result) = soon("the end of the turn", sent.outcome()).await.unwrap()
    else {
        panic!("no result")
    };
    assert!(
        result.was_interrupted() || !real.is_new(),
        "{:?}",
        result.message
    );
    // The model is requested again, and quotes the message in its answer.
    let answer = soon(
        "the answer to the message",
        frame(&mut events, |frame| {
            frame["type"] == "assistant" && frame.to_string().contains("use tabs instead")
        }),
    );
    assert!(answer.await.is_some());
    soon("the end", session.close()).await.unwrap();
}

pub(crate) async fn an_interrupt_stops_a_stream() {
    let real = Real::new().await;
    let (session, mut events) = soon("the start", real.session().start()).await.unwrap();
    let sent = session
        .send(script(json!([{"type": "text", "text": "a story that goes on and on", "chunks": 20, "delay": 0.5}])))
        .await
        .unwrap();
    soon(
        "the first delta",
        frame(&mut events, |frame| {
            frame["event"]["type"] == "content_block_delta"
        }),
    )
    .await
    .unwrap();
    let (first, second) = soon("the receipts", async {
        tokio::join!(session.interrupt(), session.interrupt())
    })
    .await;
    assert_eq!(first.unwrap(), second.unwrap());
    let Outcome::Finished(result) = soon("the end of the turn", sent.outcome()).await.unwrap()
    else {
        panic!("no result")
    };
    // Older CLIs do not report it as an error.
    assert_ne!(result.subtype.as_str(), "success");
    assert!(
        soon("another turn", session.ask("and now?"))
            .await
            .unwrap()
            .text()
            .contains("and now?")
    );
    soon("the end", session.close()).await.unwrap();
}

pub(crate) async fn a_run_ends_when_its_agent_in_the_background_has_ended() {
    let real = Real::new().await;
    let (session, mut events) = soon("the start", real.session().start()).await.unwrap();
    let report = json!([{"type": "text", "text": "I found it", "chunks": 3, "delay": 0.1}]);
    let prompt = script(
        json!([{"type": "tool_use", "name": "Agent", "input": {"description": "Look for it",
        "prompt": format!("SCRIPT:{report}"), "subagent_type": "general-purpose"}}]),
    );
    soon("the answer", session.ask(prompt)).await.unwrap();
    soon("rest", session.idle()).await;
    soon("the end", session.close()).await.unwrap();
    let mut results = Vec::new();
    while let Some(line) = frame(&mut events, |line| line["type"] == "result").await {
        results.push(line["origin"]["kind"].clone());
    }
    assert_eq!(results, [Value::Null, json!("task-notification")]);
}

/// A session with the three kinds of processes that can outlive a host.
struct Busy {
    session: Session,
    events: Events,
    mark: Mark,
    /// A background shell, a child with its own session, an MCP server.
    pids: [u32; 3],
}

async fn busy(real: &Real) -> Busy {
    let scratch = tempfile::tempdir_in(real.folder.path()).unwrap();
    let place = |name: &str| Announcement::new(scratch.path().join(name));
    let (shell, child, server) = (place("shell"), place("child"), place("server"));
    let script_path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/mcp_server.sh");
    let served = server.path().display().to_string();
    let config = McpServerConfig::stdio("sh", [script_path, &served]);
    let builder = real
        .session()
        .mcp_config([("idle".to_owned(), config)])
        .permissions(|_: PermissionRequest| async { Decision::allow() });
    let (session, events) = soon("the start", builder.start()).await.unwrap();
    let in_background = format!("echo $$ > {}; sleep 301", shell.path().display());
    let set_apart = format!(
        "setsid sh -c 'echo $$ > {}; exec sleep 302' > /dev/null 2>&1 & echo started",
        child.path().display()
    );
    let prompt = script(json!([
        [{"type": "tool_use", "name": "Bash", "input": {"command": in_background, "description": "wait", "run_in_background": true}}],
        [{"type": "tool_use", "name": "Bash", "input": {"command": set_apart, "description": "wait"}}],
        [{"type": "text", "text": "both run"}],
    ]));
    let answer = soon("the answer", session.ask(prompt)).await.unwrap();
    assert_eq!(answer.text(), "both run");
    let pids = [
        soon("the shell in the background", shell.pid()).await,
        soon("the child", child.pid()).await,
        soon("the server", server.pid()).await,
    ];
    let mark = session.mark().unwrap().clone();
    for (pid, what) in pids.into_iter().zip(["shell", "child", "server"]) {
        assert!(is_marked(&mark, pid), "the {what} does not run");
    }
    Busy {
        session,
        events,
        mark,
        pids,
    }
}

pub(crate) async fn nothing_is_left_after_close_kill_and_drop() {
    let real = Real::new().await;
    for way in ["close", "kill", "drop"] {
        let busy = busy(&real).await;
        let (session, events) = (busy.session, busy.events);
        let all = processes_marked(&busy.mark);
        match way {
            "close" => drop(soon("the end", session.close()).await.unwrap()),
            "kill" => drop(soon("the end", session.kill()).await),
            _ => drop((session, events)),
        }
        for pid in busy.pids.into_iter().chain(all) {
            assert!(gone(pid).await, "process {pid} is left after {way}");
        }
        let left = processes_marked(&busy.mark);
        assert_eq!(left, Vec::<u32>::new(), "after {way}");
    }
}

pub(crate) async fn a_conversation_is_found_on_disk_and_goes_on() {
    let real = Real::new().await;
    let store = pilothouse_sdk::disk::Store::at(real.folder.path().join("config"));
    let (session, _events) = soon("the start", real.session().start()).await.unwrap();
    soon("the answer", session.ask("remember the lighthouse"))
        .await
        .unwrap();
    let id = session.session_id().unwrap();
    soon("the end", session.close()).await.unwrap();
    let info = store.info(&id).unwrap();
    assert_eq!(
        info.first_prompt.as_deref(),
        Some("remember the lighthouse")
    );
    assert_eq!(
        store.list_project(real.folder.path()).unwrap()[0].id,
        id.as_str()
    );
    let transcript = store.read(&id).unwrap();
    assert_eq!(transcript.messages[0].text, "remember the lighthouse");
    assert!(!store.search("LIGHTHOUSE", 10).unwrap().is_empty());
    store.rename(&id, "about the sea").unwrap();
    // The CLI resumes both the original and our copy of it.
    let copy = store.fork(&id, None).unwrap();
    for id in [id, copy] {
        let (session, _events) = soon("the start", real.session().resume(id.clone()).start())
            .await
            .unwrap();
        soon("the answer", session.ask("go on")).await.unwrap();
        assert_eq!(session.session_id(), Some(id));
        soon("the end", session.close()).await.unwrap();
    }
}

pub(crate) async fn the_programs_of_the_documents_run() {
    let real = Real::new().await;
    let mut variables = vec![
        ("ANTHROPIC_BASE_URL", real.model.base_url().into()),
        ("ANTHROPIC_API_KEY", "dummy".into()),
    ];
    variables.extend(QUIET.map(|name| (name, "1".into())));
    run_all(&real_cli(), real.folder.path(), &variables).await;
}
