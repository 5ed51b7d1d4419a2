//! Every row of the surface, one loop for each kind: parsed completely, written back unchanged.
//!
//! The rows are in `rows/*.ndjson` and `rows_out/lines.ndjson`; they are written by hand and have every known member of
//! a row.
//! The snapshots show the field of each member.

use std::fmt::{Debug, Write};

use pilothouse_protocol::control::{self, ControlReply, ControlSuccess, HostCall, HostRequest};
use pilothouse_protocol::hook::{HookEvent, HookInput, HookOutput, HookSpecificOutput};
use pilothouse_protocol::tool::{ToolInput, ToolOutput};
use pilothouse_protocol::wire::{Audit, Wire};
use pilothouse_protocol::{Frame, Input, InputFrame, Message, RawJson};
use serde_json::{Value, json};

use crate::rows_out::LINES;

/// Published requests of the host.
const PUBLISHED: [&str; 37] = [
    "initialize",
    "interrupt",
    "set_permission_mode",
    "set_model",
    "set_max_thinking_tokens",
    "apply_flag_settings",
    "update_settings",
    "get_settings",
    "get_hooks_listing",
    "list_permission_rules",
    "get_context_usage",
    "get_session_cost",
    "get_usage",
    "list_models",
    "get_binary_version",
    "rename_session",
    "set_color",
    "mcp_status",
    "mcp_set_servers",
    "mcp_reconnect",
    "mcp_toggle",
    "mcp_call",
    "mcp_read_resource",
    "mcp_message",
    "rewind_files",
    "cancel_async_message",
    "seed_read_state",
    "read_file",
    "file_suggestions",
    "register_repo_root",
    "reload_plugins",
    "reload_skills",
    "reload_output_styles",
    "set_has_subscribers",
    "stop_task",
    "background_tasks",
    "get_task_output",
];

/// Readings of rows, collected for a snapshot.
#[derive(Default)]
struct Readings {
    text: String,
    names: Vec<String>,
}

impl Readings {
    fn add(&mut self, name: impl Into<String>, reading: &impl Debug) {
        let name = name.into();
        writeln!(self.text, "{name}").unwrap();
        self.names.push(name);
        self.show(&compact(reading));
    }

    fn show(&mut self, reading: &str) {
        writeln!(self.text, "  {reading}").unwrap();
    }

    fn check(self, snapshot: &str) -> Vec<String> {
        let mut settings = insta::Settings::clone_current();
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        let _scope = settings.bind_to_scope();
        insta::assert_snapshot!(snapshot, self.text);
        self.names
    }
}

/// The debug text of a value without absent fields.
fn compact(reading: &impl Debug) -> String {
    let mut text = format!("{reading:?}").replace("extra: Extra { nulls: 0, members: None }", "");
    for absent in ["None", "Absent", "[]", "{}"] {
        let pattern = format!(": {absent}, ");
        while let Some(end) = text.find(&pattern) {
            let start = text[..end]
                .rfind(|letter: char| !letter.is_alphanumeric() && letter != '_')
                .map_or(0, |before| before + 1);
            text.replace_range(start..end + pattern.len(), "");
        }
    }
    text.replace(",  }", " }").replace("{  }", "{}")
}

/// The rows of a file.
fn rows(text: &'static str) -> impl Iterator<Item = Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap())
}

/// Checks that a value is written back unchanged, with no unknown parts.
#[track_caller]
fn complete<T: Wire>(reading: &T, row: &Value) {
    let back: Value = serde_json::from_str(&reading.to_json()).unwrap();
    assert_eq!(back, *row);
    let mut audit = Audit::default();
    T::from_json_audited(&reading.to_json(), &mut audit).unwrap();
    assert_eq!(audit, Audit::default(), "{row}");
}

#[test]
fn messages_of_the_cli() {
    let mut readings = Readings::default();
    for line in LINES.lines() {
        let message = Message::from_json(line).unwrap();
        complete(&message, &serde_json::from_str(line).unwrap());
        readings.add(crate::rows_out::name_of(line), &message);
    }
    readings.check("messages");
}

#[test]
fn requests_of_the_host_and_their_answers() {
    let mut readings = Readings::default();
    for row in rows(include_str!("rows/host_requests.ndjson")) {
        let subtype = row["subtype"].as_str().unwrap();
        let mut request = row["request"].clone();
        request["subtype"] = subtype.into();
        let line = json!({"type": "control_request", "request_id": "r1", "request": request});
        let frame = InputFrame::parse(line.to_string());
        let Some(Input::ControlRequest(envelope)) = frame.message() else {
            panic!("{frame:?}")
        };
        complete(frame.message().unwrap(), &line);
        readings.add(subtype, &envelope.request);

        let answer = json!({"subtype": "success", "request_id": "r1", "response": row["response"]});
        let line = json!({"type": "control_response", "response": answer});
        let frame = Frame::parse(line.to_string());
        let Some(Message::ControlResponse(response)) = frame.message() else {
            panic!("{frame:?}")
        };
        complete(frame.message().unwrap(), &line);
        let ControlReply::Success(success) = &response.response else {
            panic!("{response:?}")
        };
        let mut audit = Audit::default();
        envelope.request.audit_answer(success, &mut audit);
        assert_eq!(audit, Audit::default(), "{subtype}");
        readings.show(&read_answer(subtype, success, &row["response"]));
    }
    let names = readings.check("host_requests");
    assert_eq!(names, HostRequest::TYPED, "one row for each typed request");
    for subtype in PUBLISHED {
        assert!(HostRequest::TYPED.contains(&subtype), "{subtype}");
    }
}

/// Parses a response as the type that its request expects, and checks that it is complete.
fn read_answer(subtype: &str, success: &ControlSuccess, row: &Value) -> String {
    macro_rules! read_as {
        ($($call:ident)*) => {
            $(
                if subtype == <control::$call as HostCall>::SUBTYPE {
                    let answer = success.read::<control::$call>().unwrap();
                    complete(&answer, row);
                    return compact(&answer);
                }
            )*
        };
    }
    read_as! {
        Initialize Interrupt SetPermissionMode SetModel SetMaxThinkingTokens
        ApplyFlagSettings UpdateSettings GetSettings GetHooksListing ListPermissionRules
        GetContextUsage GetSessionCost GetUsage ListModels GetBinaryVersion RenameSession
        SetColor McpStatus McpSetServers McpReconnect McpToggle McpCall McpReadResource
        McpMessage RewindFiles CancelAsyncMessage SeedReadState ReadFile FileSuggestions
        RegisterRepoRoot ReloadPlugins ReloadSkills ReloadOutputStyles SetHasSubscribers
        StopTask BackgroundTasks GetTaskOutput SideQuestion GenerateSessionTitle
        SetMcpPermissionModeOverride GetPlan GetStatus ExportConversation GetWorkspaceDiff
        McpAuthenticate McpOauthCallbackUrl McpClearAuth
    }
    panic!("no type for the answer to {subtype}")
}

#[test]
fn requests_without_a_type_are_known_by_name() {
    let names = HostRequest::TAGS
        .iter()
        .filter(|subtype| !HostRequest::TYPED.contains(subtype));
    for subtype in names {
        let row = json!({"subtype": subtype, "plugin": "p"});
        let request = HostRequest::from_json(&row.to_string()).unwrap();
        assert!(matches!(request, HostRequest::Untyped(_)), "{request:?}");
        complete(&request, &row);
    }
}

#[test]
fn inputs_of_hooks() {
    let mut readings = Readings::default();
    for row in rows(include_str!("rows/hook_inputs.ndjson")) {
        let input = HookInput::from_json(&row.to_string()).unwrap();
        complete(&input, &row);
        assert_eq!(
            Some(input.event().as_str()),
            row["hook_event_name"].as_str()
        );
        let base = input.base();
        assert_eq!(base.cwd, Some("/c"));
        assert_eq!(base.transcript_path, Some("/t"));
        assert_eq!(base.agent_type, Some("k"));
        assert_eq!(base.session_id.unwrap().as_str(), "s");
        assert_eq!(base.agent_id.unwrap().as_str(), "a");
        assert_eq!(base.permission_mode.unwrap().as_str(), "default");
        readings.add(input.tag(), &input);
    }
    let mut names = readings.check("hook_inputs");
    names.sort();
    let mut tags = HookInput::TAGS.to_vec();
    assert_eq!(tags, HookEvent::VALUES);
    tags.sort_unstable();
    assert_eq!(names, tags, "one row for each event");
}

#[test]
fn answers_to_hooks() {
    let mut readings = Readings::default();
    for row in rows(include_str!("rows/hook_outputs.ndjson")) {
        let output = HookOutput::from_json(&row.to_string()).unwrap();
        complete(&output, &row);
        let event = output.hook_specific_output.as_ref().unwrap().tag();
        readings.add(event.to_owned(), &output);
    }
    let names = readings.check("hook_outputs");
    for tag in HookSpecificOutput::TAGS {
        assert!(names.iter().any(|name| name == tag), "{tag} has no row");
    }
}

#[test]
fn inputs_and_results_of_tools() {
    let mut readings = Readings::default();
    for row in rows(include_str!("rows/tools.ndjson")) {
        let tool = row["tool"].as_str().unwrap();
        let mut audit = Audit::default();
        if let Some(input) = row.get("input") {
            let input = ToolInput::audited(tool, &RawJson::from(input.clone()), &mut audit);
            readings.add(format!("{tool} input"), &input);
        } else {
            let output =
                ToolOutput::audited(tool, &RawJson::from(row["output"].clone()), &mut audit);
            readings.add(format!("{tool} output"), &output);
        }
        assert_eq!(audit, Audit::default(), "{row}");
    }
    let names = readings.check("tools");
    for (tools, kind) in [(ToolInput::TOOLS, "input"), (ToolOutput::TOOLS, "output")] {
        for tool in tools {
            assert!(names.contains(&format!("{tool} {kind}")), "{tool} {kind}");
        }
    }
}
