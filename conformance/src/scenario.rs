//! Scenarios as data: what a host does, step by step, and what it waits for.
//!
//! One file per area in `scenarios/`; docs/conformance.md describes the format.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::{Map, Value};

/// A file of scenarios.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Area {
    scenarios: Vec<Value>,
}

/// One scenario.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Scenario {
    pub(crate) name: String,
    /// The file it stands in; not written in the file.
    #[serde(skip)]
    pub(crate) area: String,
    /// Flags after the usual ones.
    pub(crate) flags: Vec<String>,
    /// Usual flags to leave out.
    pub(crate) without: Vec<String>,
    pub(crate) env: BTreeMap<String, String>,
    /// Files of the scratch project, by path relative to it; `~/` begins a path in the home.
    pub(crate) files: BTreeMap<String, String>,
    /// In-process MCP servers that answer by themselves.
    pub(crate) mcp: BTreeMap<String, McpServer>,
    /// Hook callbacks that answer by themselves, by callback id.
    pub(crate) hooks: BTreeMap<String, Value>,
    /// The order between lanes is not stable in the real CLI; only the lanes are compared.
    pub(crate) unordered: bool,
    /// Programs that cannot run it, with the reason.
    pub(crate) skip: BTreeMap<String, String>,
    /// Runs only as root: the CLI refuses something to root.
    pub(crate) root: bool,
    pub(crate) steps: Vec<Step>,
    /// The JSON it was read from.
    #[serde(skip)]
    pub(crate) source: Value,
    /// How long a step waits at most, when that is not the usual limit; not written in the file.
    #[serde(skip)]
    pub(crate) patience: Option<Duration>,
    /// The host introduces itself at every start, as the SDK does; not written in the file.
    #[serde(skip)]
    pub(crate) introduced: bool,
}

/// An in-process MCP server: its tools and what they answer.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct McpServer {
    /// The JSON-RPC result of each tool, or `{"error": {..}}`, or `{"silent": true}`.
    pub(crate) tools: Map<String, Value>,
    /// The handshake is refused with this text.
    pub(crate) refuse: Option<String>,
}

/// One step of a scenario.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Step {
    /// Sends a user message.
    Say(Message),
    /// Sends a user message and waits for the next result.
    Turn(Message),
    /// Waits for the next frame that has these fields.
    Wait(Value),
    /// Waits for a result that has these fields.
    Result(Value),
    /// Waits for a tool's ask and answers it.
    Ask(Request),
    /// Waits for any request of the CLI and answers it.
    Request(Request),
    /// Answers a request that was held.
    Answer(Answer),
    /// Sends a control request and waits for its response.
    Control(Value),
    /// Sends a control request and goes on.
    Send(Value),
    /// Waits for the response to a control request that was sent.
    Response(String),
    /// Sends `initialize` with these fields and waits for the response.
    Initialize(Value),
    /// Writes one frame.
    Line(Value),
    /// Writes several frames at once.
    Lines(Vec<Value>),
    /// Writes text as it is.
    Raw(String),
    /// Closes stdin.
    Eof,
    Signal(String),
    /// Waits for the exit with this code.
    Exit(Option<i32>),
    /// Starts the program again in the same home and project.
    Spawn(Spawn),
    /// Waits for a file of the project, which a command makes. The simulator runs no commands.
    File(String),
    /// Does nothing for a while; only where nothing can be waited for.
    Sleep(f64),
}

/// A user message.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Message {
    pub(crate) text: String,
    /// The script that follows the text.
    pub(crate) script: Option<Value>,
    /// The content, when it is not one text block.
    pub(crate) content: Option<Value>,
    /// A label whose uuid the message carries; `none` sends no uuid.
    pub(crate) uuid: Option<String>,
    /// More fields of the frame.
    pub(crate) with: Map<String, Value>,
    /// Fields the result must have, for `turn`.
    pub(crate) result: Value,
}

/// A request of the CLI, and the answer to it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Request {
    /// Fields of the request.
    #[serde(rename = "match")]
    pub(crate) matches: Value,
    /// Keeps it open under this name.
    pub(crate) hold: Option<String>,
    #[serde(flatten)]
    pub(crate) reply: Reply,
}

/// An answer to a held request.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Answer {
    pub(crate) to: String,
    #[serde(flatten)]
    pub(crate) reply: Reply,
}

/// How a request is answered.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Reply {
    /// Allows, with these fields beside the behaviour.
    pub(crate) allow: Option<Map<String, Value>>,
    /// Denies with this message.
    pub(crate) deny: Option<String>,
    /// With `deny`: ends the turn.
    pub(crate) interrupt: bool,
    /// Answers with this payload.
    pub(crate) payload: Option<Value>,
    /// Answers with an error.
    pub(crate) error: Option<String>,
    /// Answers with this `response` object as it is, beside the request id.
    pub(crate) bare: Option<Map<String, Value>>,
}

impl Reply {
    /// The message of a denial that ends the turn, if it has one.
    pub(crate) fn follow_up(&self) -> Option<&str> {
        let message = self.deny.as_deref().filter(|_| self.interrupt)?;
        (!message.trim().is_empty()).then_some(message)
    }
}

/// A further process.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Spawn {
    pub(crate) flags: Vec<String>,
    /// A directory beneath the project to start in.
    pub(crate) cwd: Option<String>,
}

/// Reads all scenarios, sorted by area and by their order in it.
pub(crate) fn load(directory: &Path) -> Result<Vec<Scenario>> {
    let mut paths: Vec<_> = std::fs::read_dir(directory)
        .with_context(|| format!("cannot read {}", directory.display()))?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .collect();
    paths.sort();
    let mut scenarios: Vec<Scenario> = Vec::new();
    for path in paths {
        let area = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let text = std::fs::read_to_string(&path)?;
        let parsed: Area =
            serde_json::from_str(&text).with_context(|| format!("in {}", path.display()))?;
        for source in parsed.scenarios {
            let scenario: Scenario = serde_json::from_value(source.clone())
                .with_context(|| format!("in {}: {}", path.display(), source["name"]))?;
            if scenarios.iter().any(|other| other.name == scenario.name) {
                bail!("two scenarios are named {}", scenario.name);
            }
            scenarios.push(Scenario {
                area: area.clone(),
                source,
                ..scenario
            });
        }
    }
    Ok(scenarios)
}

/// The scenarios that a version can run.
pub(crate) fn runnable<'a>(
    scenarios: &'a [Scenario],
    version: &str,
) -> impl Iterator<Item = &'a Scenario> {
    scenarios
        .iter()
        .filter(move |scenario| !scenario.skip.contains_key(version))
}
