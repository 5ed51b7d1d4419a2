//! Scenarios as data: the steps of a host, and what they wait for.
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
    /// The name of its file; not written in the file.
    #[serde(skip)]
    pub(crate) area: String,
    /// Flags in addition to the default ones.
    pub(crate) flags: Vec<String>,
    /// Default flags to omit.
    pub(crate) without: Vec<String>,
    pub(crate) env: BTreeMap<String, String>,
    /// Files of the scratch project, by path relative to it; `~/` begins a path in the home.
    pub(crate) files: BTreeMap<String, String>,
    /// In-process MCP servers that respond automatically.
    pub(crate) mcp: BTreeMap<String, McpServer>,
    /// Hook callbacks that respond automatically, by callback ID.
    pub(crate) hooks: BTreeMap<String, Value>,
    /// The order between lanes is not stable in the real CLI; only the lanes are compared.
    pub(crate) unordered: bool,
    /// Programs that cannot run it, with the reason.
    pub(crate) skip: BTreeMap<String, String>,
    /// Runs only as root, to test what the CLI refuses to root.
    pub(crate) root: bool,
    pub(crate) steps: Vec<Step>,
    /// The JSON it was read from.
    #[serde(skip)]
    pub(crate) source: Value,
    /// The timeout of a step, if it is not the default; not written in the file.
    #[serde(skip)]
    pub(crate) patience: Option<Duration>,
    /// The host sends `initialize` at every start, like the SDK; not written in the file.
    #[serde(skip)]
    pub(crate) introduced: bool,
}

/// An in-process MCP server: its tools and their results.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct McpServer {
    /// The JSON-RPC result of each tool, or `{"error": {..}}`, or `{"silent": true}`.
    pub(crate) tools: Map<String, Value>,
    /// Refuses the handshake with this error.
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
    /// Waits for the next frame with these fields.
    Wait(Value),
    /// Waits for a result with these fields.
    Result(Value),
    /// Waits for the permission request of a tool and answers it.
    Ask(Request),
    /// Waits for any request of the CLI and answers it.
    Request(Request),
    /// Answers a request that was held.
    Answer(Answer),
    /// Sends a control request and waits for its response.
    Control(Value),
    /// Sends a control request without waiting.
    Send(Value),
    /// Waits for the response to a control request that was sent.
    Response(String),
    /// Sends `initialize` with these fields and waits for the response.
    Initialize(Value),
    /// Writes one frame.
    Line(Value),
    /// Writes several frames at once.
    Lines(Vec<Value>),
    /// Writes raw text.
    Raw(String),
    /// Closes stdin.
    Eof,
    Signal(String),
    /// Waits for the exit with this code.
    Exit(Option<i32>),
    /// Starts the program again in the same home and project.
    Spawn(Spawn),
    /// Waits for a file of the project that a command creates. The simulator runs no commands.
    File(String),
    /// Waits for a duration; only if there is no event to wait for.
    Sleep(f64),
}

/// A user message.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Message {
    pub(crate) text: String,
    /// The script after the text.
    pub(crate) script: Option<Value>,
    /// The content, if it is not a single text block.
    pub(crate) content: Option<Value>,
    /// A label for the UUID of the message; `none` sends no UUID.
    pub(crate) uuid: Option<String>,
    /// Additional fields of the frame.
    pub(crate) with: Map<String, Value>,
    /// Required fields of the result, for `turn`.
    pub(crate) result: Value,
}

/// A request of the CLI, and the response to it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Request {
    /// Fields of the request.
    #[serde(rename = "match")]
    pub(crate) matches: Value,
    /// Keeps the request open under this name.
    pub(crate) hold: Option<String>,
    #[serde(flatten)]
    pub(crate) reply: Reply,
}

/// A response to a held request.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Answer {
    pub(crate) to: String,
    #[serde(flatten)]
    pub(crate) reply: Reply,
}

/// A response to a request.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Reply {
    /// Allows the call, with these additional fields.
    pub(crate) allow: Option<Map<String, Value>>,
    /// Denies with this message.
    pub(crate) deny: Option<String>,
    /// With `deny`: interrupts the turn.
    pub(crate) interrupt: bool,
    /// Responds with this payload.
    pub(crate) payload: Option<Value>,
    /// Responds with an error.
    pub(crate) error: Option<String>,
    /// Responds with this raw `response` object, plus the request ID.
    pub(crate) bare: Option<Map<String, Value>>,
}

impl Reply {
    /// The message of a denial that ends the turn, if any.
    pub(crate) fn follow_up(&self) -> Option<&str> {
        let message = self.deny.as_deref().filter(|_| self.interrupt)?;
        (!message.trim().is_empty()).then_some(message)
    }
}

/// Another process.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Spawn {
    pub(crate) flags: Vec<String>,
    /// The working directory, relative to the project.
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
