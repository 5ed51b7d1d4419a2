//! Scenarios that the SDK can play, and their adaptation.

use std::collections::BTreeSet;

use pilothouse_sdk::hook::HookOutput;
use pilothouse_sdk::protocol::permission::PermissionResult;
use pilothouse_sdk::protocol::wire::Wire;
use serde_json::{Value, json};

use crate::scenario::{Message, Reply, Scenario, Step};

/// The variables that the SDK sets by default.
const VARIABLES: [(&str, &str); 3] = [
    ("CLAUDE_CODE_ENTRYPOINT", "sdk-rust"),
    ("CLAUDE_AGENT_SDK_VERSION", env!("CARGO_PKG_VERSION")),
    ("CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS", "1"),
];

/// Returns why the SDK cannot play a scenario: a step has no equivalent in the SDK.
pub(super) fn unsupported_reason(scenario: &Scenario) -> Option<&'static str> {
    if scenario
        .without
        .iter()
        .any(|flag| flag != "--permission-prompt-tool")
    {
        return Some("missing flags that it requires");
    }
    if scenario.mcp.values().any(|server| server.refuse.is_some()) || refuses_a_call(scenario) {
        return Some("an MCP server that responds outside of JSON-RPC");
    }
    if scenario
        .mcp
        .keys()
        .any(|name| !is_introduced(scenario, name))
    {
        return Some("an in-process server that is only named by a flag");
    }
    if !scenario.hooks.values().all(is_hook_output) {
        return Some("a malformed response");
    }
    let (mut answered, mut held_hooks) = (BTreeSet::new(), BTreeSet::new());
    for (index, step) in scenario.steps.iter().enumerate() {
        let first = index == 0 || matches!(scenario.steps[index - 1], Step::Spawn(_));
        let reason = match step {
            Step::Line(_) | Step::Lines(_) | Step::Raw(_) => Some("raw lines"),
            Step::Signal(_) => Some("signals by name"),
            Step::Initialize(_) if !first => Some("a second initialize request"),
            Step::Initialize(fields) => introduction(fields),
            Step::Say(message) | Step::Turn(message) => prompt(message),
            Step::Ask(request) => answer(&request.reply, request.hold.is_some(), false),
            Step::Request(request) if request.matches["subtype"] == "hook_callback" => {
                held_hooks.extend(request.hold.as_ref());
                answer(&request.reply, request.hold.is_some(), true)
            }
            Step::Request(_) => Some("requests without a handler"),
            Step::Answer(late) if !answered.insert(&late.to) => Some("a second response"),
            Step::Answer(late) => answer(&late.reply, false, held_hooks.contains(&late.to)),
            _ => None,
        };
        if reason.is_some() {
            return reason;
        }
    }
    None
}

/// Returns whether an initialize request names a server.
fn is_introduced(scenario: &Scenario, name: &str) -> bool {
    scenario.steps.iter().any(|step| match step {
        Step::Initialize(fields) => {
            let mut names = fields["sdkMcpServers"].as_array().into_iter().flatten();
            names.any(|other| other == name)
        }
        _ => false,
    })
}

/// Returns whether a script calls a tool whose server responds with an error of the control protocol.
fn refuses_a_call(scenario: &Scenario) -> bool {
    let scripts: Vec<String> = scenario
        .steps
        .iter()
        .filter_map(|step| match step {
            Step::Say(message) | Step::Turn(message) => Some(message.script.as_ref()?.to_string()),
            _ => None,
        })
        .collect();
    scenario.mcp.iter().any(|(server, served)| {
        let refusing = served
            .tools
            .iter()
            .filter(|(_, tool)| tool["refuse"].is_string());
        refusing
            .map(|(tool, _)| format!("mcp__{server}__{tool}"))
            .any(|name| scripts.iter().any(|script| script.contains(&name)))
    })
}

fn introduction(fields: &Value) -> Option<&'static str> {
    let known = ["hooks", "sdkMcpServers"];
    let mut names = fields.as_object()?.keys();
    let unknown = names.any(|name| !known.contains(&name.as_str()));
    if unknown {
        return Some("other fields of an initialize request");
    }
    let registered = |matcher: &Value| {
        matcher["hookCallbackIds"].is_array() && matcher.get("matcher").is_none_or(Value::is_string)
    };
    let mut events = fields["hooks"].as_object().into_iter().flatten();
    let fits = events.all(|(_, matchers)| {
        matchers
            .as_array()
            .is_some_and(|matchers| matchers.iter().all(registered))
    });
    let fits = fits && (fields["hooks"].is_object() || fields["hooks"].is_null());
    (!fits).then_some("a malformed initialize request")
}

fn prompt(message: &Message) -> Option<&'static str> {
    if message.uuid.as_deref() == Some("none") || message.with.contains_key("uuid") {
        return Some("messages without a UUID");
    }
    let blocks = |content: &Value| content.as_array().is_some_and(|blocks| !blocks.is_empty());
    match &message.content {
        Some(content) if !blocks(content) => Some("content that is not a list of blocks"),
        _ => None,
    }
}

fn answer(reply: &Reply, held: bool, hook: bool) -> Option<&'static str> {
    if reply.bare.is_some() {
        return Some("a malformed response");
    }
    if held || reply.error.is_some() {
        return None;
    }
    let fits = match &reply.payload {
        Some(payload) if hook => is_hook_output(payload),
        Some(payload) => is_permission_result(payload),
        None => true,
    };
    let given = reply
        .payload
        .as_ref()
        .filter(|payload| payload["behavior"] == "allow");
    let bare = given.is_some_and(|payload| payload["updatedInput"].is_null());
    let null = reply
        .allow
        .as_ref()
        .and_then(|fields| fields.get("updatedInput"));
    if !hook && (bare || null.is_some_and(Value::is_null)) {
        return Some("an allow response without the input");
    }
    (!fits).then_some("a malformed response")
}

fn is_hook_output(value: &Value) -> bool {
    let written = HookOutput::from_json(&value.to_string()).map(|output| output.to_json());
    written.is_ok_and(|text| serde_json::from_str::<Value>(&text).ok().as_ref() == Some(value))
}

fn is_permission_result(value: &Value) -> bool {
    matches!(
        PermissionResult::from_json(&value.to_string()),
        Ok(PermissionResult::Allow(_) | PermissionResult::Deny(_))
    )
}

/// The scenario with the steps of the SDK at every start.
pub(super) fn introduced(scenario: &Scenario) -> Scenario {
    let mut adapted = scenario.clone();
    adapted.introduced = true;
    let has = |name: &str| scenario.flags.iter().any(|flag| flag.starts_with(name));
    if scenario.without.is_empty() && !has("--permission-mode") {
        adapted
            .flags
            .insert(0, "--permission-mode=default".to_owned());
    }
    for (name, value) in VARIABLES {
        let value = || value.to_owned();
        adapted.env.entry(name.to_owned()).or_insert_with(value);
    }
    adapted.steps.clear();
    let (mut starts, mut follows_up) = (true, false);
    for step in &scenario.steps {
        if starts && !matches!(step, Step::Initialize(_)) {
            adapted.steps.push(Step::Initialize(json!({})));
        }
        starts = matches!(step, Step::Spawn(_));
        adapted.steps.push(step.clone());
        follows_up |= reply(step).is_some_and(|reply| reply.follow_up().is_some());
        if follows_up && matches!(step, Step::Result(_)) {
            // The message after the denial has its own turn.
            adapted.steps.push(Step::Result(Value::Null));
            follows_up = false;
        }
    }
    adapted
}

/// Returns whether a denial in the scenario is followed by a message.
pub(super) fn follows_up(scenario: &Scenario) -> bool {
    let mut replies = scenario.steps.iter().filter_map(reply);
    replies.any(|reply| reply.follow_up().is_some())
}

fn reply(step: &Step) -> Option<&Reply> {
    match step {
        Step::Ask(request) | Step::Request(request) => Some(&request.reply),
        Step::Answer(answer) => Some(&answer.reply),
        _ => None,
    }
}
