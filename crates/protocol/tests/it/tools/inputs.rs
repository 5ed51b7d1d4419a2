//! Inputs.

use pilothouse_protocol::RawJson;
use pilothouse_protocol::tool::ToolInput;
use serde_json::json;

use super::whole;
use crate::rows_control::fields;

/// Checks the input of a tool. Returns its name.
macro_rules! input {
    ($name:literal $variant:ident $members:tt [$($field:ident $(= $key:literal)?),*]) => {{
        let members = json!($members);
        let raw = RawJson::from(members.clone());
        let input = ToolInput::of($name, &raw);
        assert_eq!(input.tool(), $name);
        let ToolInput::$variant(input) = input else { panic!("{}: {input:?}", $name) };
        whole(&*input, &members);
        fields!(*input, members, $($field $(= $key)?),*);
        $name
    }};
}

#[test]
fn every_input_is_read_by_name() {
    let rows = [common(), planning(), later(), services(), older()].concat();
    let open = [
        "EndConversation",
        "LSP",
        "SendUserFile",
        "SendUserMessage",
        "ShareOnboardingGuide",
        "SubagentHandback",
        "WaitForMcpServers",
        "StructuredOutput",
    ];
    for tool in ToolInput::TOOLS {
        assert!(
            rows.contains(tool) || open.contains(tool),
            "{tool} has no row"
        );
    }
    for tool in open {
        let raw = RawJson::from_text(r#"{"anything":1}"#).unwrap();
        assert!(
            !matches!(
                ToolInput::of(tool, &raw),
                ToolInput::Unknown(_) | ToolInput::Malformed(_)
            ),
            "{tool}"
        );
    }
}

fn common() -> Vec<&'static str> {
    vec![
        input!("Agent" Agent {"description": "d", "prompt": "p", "subagent_type": "s", "model": "opus", "effort": "low", "run_in_background": true, "name": "n",
            "isolation": "worktree", "team_name": "t", "mode": "m", "resume": "r", "max_turns": 2}
            [description, prompt, subagent_type, model, effort, run_in_background, name, isolation, team_name, mode, resume, max_turns]),
        input!("Bash" Bash {"command": "c", "timeout": 5, "description": "d", "run_in_background": true, "dangerouslyDisableSandbox": false, "_simulatedSedEdit": {}}
            [command, timeout, description, run_in_background, dangerously_disable_sandbox = "dangerouslyDisableSandbox", simulated_sed_edit = "_simulatedSedEdit"]),
        input!("PowerShell" PowerShell {"command": "c"} [command]),
        input!("Read" Read {"file_path": "/f", "offset": 1, "limit": 2, "pages": "1-2", "allow_large": true} [file_path, offset, limit, pages, allow_large]),
        input!("Write" Write {"file_path": "/f", "content": "c"} [file_path, content]),
        input!("Edit" Edit {"file_path": "/f", "old_string": "a", "new_string": "b", "replace_all": false} [file_path, old_string, new_string, replace_all]),
        input!("NotebookEdit" NotebookEdit {"notebook_path": "/n", "new_source": "s", "cell_id": "c", "cell_type": "code", "edit_mode": "insert"}
            [notebook_path, new_source, cell_id, cell_type, edit_mode]),
        input!("Glob" Glob {"pattern": "*", "path": "/"} [pattern, path]),
        input!("Grep" Grep {"pattern": "p", "path": "/", "glob": "*", "type": "rust", "output_mode": "content", "-A": 1, "-B": 2, "-C": 3, "context": 4, "-n": true,
            "-i": false, "-o": true, "multiline": true, "head_limit": 5, "offset": 6}
            [pattern, path, glob, kind = "type", output_mode, after = "-A", before = "-B", around = "-C", context, line_numbers = "-n", ignore_case = "-i",
             only_matching = "-o", multiline, head_limit, offset]),
        input!("WebFetch" WebFetch {"url": "u", "prompt": "p", "offset": 1} [url, prompt, offset]),
        input!("WebSearch" WebSearch {"query": "q", "allowed_domains": ["a"], "blocked_domains": ["b"]} [query, allowed_domains, blocked_domains]),
        input!("Skill" Skill {"skill": "s", "args": "a"} [skill, args]),
        input!("ToolSearch" ToolSearch {"query": "q", "max_results": 5} [query, max_results]),
        input!("SendMessage" SendMessage {"to": "a", "summary": "s", "message": "m", "notify_when_idle": true} [to, summary, message, notify_when_idle]),
        input!("ListAgents" ListAgents {"channel": "c", "q": "x"} [channel, query = "q"]),
    ]
}

fn planning() -> Vec<&'static str> {
    vec![
        input!("AskUserQuestion" AskUserQuestion {
            "questions": [{"question": "Q?", "header": "H", "options": [{"label": "L", "description": "D", "preview": "P"}], "multiSelect": true}],
            "answers": {"Q?": "L"}, "annotations": {"Q?": {"preview": "P", "notes": "n", "unanswered": "skipped"}}, "metadata": {"source": "s"}}
            [questions, answers, annotations, metadata]),
        input!("EnterPlanMode" EnterPlanMode {} []),
        input!("ExitPlanMode" ExitPlanMode {"plan": "p", "planFilePath": "/p", "allowedPrompts": [{"tool": "Bash", "prompt": "run tests"}], "pushToRemote": true,
            "remoteSessionId": "i", "remoteSessionUrl": "u", "remoteSessionTitle": "t"}
            [plan, plan_file_path = "planFilePath", allowed_prompts = "allowedPrompts", push_to_remote = "pushToRemote", remote_session_id = "remoteSessionId",
             remote_session_url = "remoteSessionUrl", remote_session_title = "remoteSessionTitle"]),
        input!("TodoWrite" TodoWrite {"todos": [{"content": "c", "status": "in_progress", "activeForm": "a"}]} [todos]),
        input!("TaskCreate" TaskCreate {"subject": "s", "description": "d", "activeForm": "a", "metadata": {}} [subject, description, active_form = "activeForm", metadata]),
        input!("TaskGet" TaskGet {"taskId": "1"} [task_id = "taskId"]),
        input!("TaskUpdate" TaskUpdate {"taskId": "1", "subject": "s", "description": "d", "activeForm": "a", "status": "deleted", "addBlocks": ["2"], "addBlockedBy": ["3"],
            "owner": "o", "metadata": {}}
            [task_id = "taskId", subject, description, active_form = "activeForm", status, add_blocks = "addBlocks", add_blocked_by = "addBlockedBy", owner, metadata]),
        input!("TaskList" TaskList {} []),
        input!("TaskStop" TaskStop {"task_id": "t", "shell_id": "s"} [task_id, shell_id]),
    ]
}

fn later() -> Vec<&'static str> {
    vec![
        input!("Workflow" Workflow {"script": "s", "name": "n", "scriptPath": "p", "args": {}, "resumeFromRunId": "r", "title": "t", "description": "d"}
            [script, name, script_path = "scriptPath", args, resume_from_run_id = "resumeFromRunId", title, description]),
        input!("Monitor" Monitor {"description": "d", "timeout_ms": 5, "command": "c", "ws": {"url": "u"}} [description, timeout_ms, command, ws]),
        input!("CronCreate" CronCreate {"cron": "* * * * *", "prompt": "p", "recurring": true, "durable": false} [cron, prompt, recurring, durable]),
        input!("CronDelete" CronDelete {"id": "i"} [id]),
        input!("CronList" CronList {} []),
        input!("ScheduleWakeup" ScheduleWakeup {"delaySeconds": 5, "reason": "r", "prompt": "p", "stop": false, "noop": true}
            [delay_seconds = "delaySeconds", reason, prompt, stop, noop]),
        input!("EnterWorktree" EnterWorktree {"name": "n", "path": "/p"} [name, path]),
        input!("ExitWorktree" ExitWorktree {"action": "keep", "discard_changes": true} [action, discard_changes]),
    ]
}

fn services() -> Vec<&'static str> {
    vec![
        input!("ListMcpResourcesTool" ListMcpResources {"server": "s"} [server]),
        input!("ReadMcpResourceTool" ReadMcpResource {"server": "s", "uri": "u"} [server, uri]),
        input!("ReadMcpResourceDirTool" ReadMcpResourceDir {"server": "s", "uri": "u"} [server, uri]),
        input!("RefreshMcpTools" RefreshMcpTools {"server": "s"} [server]),
        input!("ReportFindings" ReportFindings {"level": "l", "findings": [{"file": "f", "line": 1, "summary": "s", "short_summary": "x", "failure_scenario": "y",
            "category": "c", "verdict": "CONFIRMED", "outcome": "fixed"}]} [level, findings]),
        input!("SendFeedback" SendFeedback {"type": "bug", "title": "t", "details": "d", "area": "a", "failure_mode": "other", "task_category": "plan"}
            [kind = "type", title, details, area, failure_mode, task_category]),
        input!("PushNotification" PushNotification {"message": "m", "status": "proactive"} [message, status]),
        input!("ReadNotifications" ReadNotifications {} []),
        input!("RemoteTrigger" RemoteTrigger {"action": "run", "trigger_id": "t", "session_id": "s", "cursor": "c", "body": {}} [action, trigger_id, session_id, cursor, body]),
        input!("ProposeGoal" ProposeGoal {"condition": "c", "ask_user": true} [condition, ask_user]),
        input!("propose_skills" ProposeSkills {"proposals": [{"name": "n", "kind": "new", "target": "t", "description": "d", "evidence": "e",
            "edits": [{"old_string": "a", "new_string": "b"}], "skillMd": "s"}]} [proposals]),
        input!("Artifact" Artifact {"action": "publish", "file_path": "f", "file_paths": ["g"], "url": "u", "title": "t", "icon": "i", "description": "d", "label": "l",
            "prompt": "p", "force": true, "pin": true, "scope": "all", "limit": 5, "page_token": "k", "out_dir": "o", "asset_id": "a", "after": 1, "capabilities": [],
            "contract": {}, "favicon": "v"}
            [action, file_path, file_paths, url, title, icon, description, label, prompt, force, pin, scope, limit, page_token, out_dir, asset_id, after, capabilities,
             contract, favicon]),
        input!("Projects" Projects {"method": "project_search", "path": "p", "content": "c", "local_path": "l", "present_to_user": true, "query": "q", "n": 5}
            [method, path, content, local_path, present_to_user, query, count = "n"]),
        input!("ClaudeDesign" ClaudeDesign {"operation": "o", "arguments": {}} [operation, arguments]),
        input!("OfferChromeSetup" OfferChromeSetup {"reason": "r"} [reason]),
        input!("ShowOnboardingRolePicker" ShowOnboardingRolePicker {} []),
    ]
}

fn older() -> Vec<&'static str> {
    vec![
        input!("TaskOutput" TaskOutput {"task_id": "t", "agentId": "a", "block": true, "timeout": 5, "wait_up_to": 6} [task_id, agent_id = "agentId", block, timeout, wait_up_to]),
        input!("BashOutput" BashOutput {"bash_id": "b", "filter": "f", "block": true, "wait_up_to": 5} [bash_id, filter, block, wait_up_to]),
        input!("MultiEdit" MultiEdit {"file_path": "/f", "edits": [{"old_string": "a", "new_string": "b", "replace_all": true}]} [file_path, edits]),
        input!("LS" ListDirectory {"path": "/", "ignore": ["*.o"]} [path, ignore]),
        input!("NotebookRead" NotebookRead {"notebook_path": "/n", "cell_id": "c"} [notebook_path, cell_id]),
    ]
}

#[test]
fn questions_are_answered_by_the_changed_input() {
    let asked = json!({"questions": [{"question": "Which?", "header": "H", "options": [{"label": "A"}, {"label": "B"}], "multiSelect": true}]});
    let ToolInput::AskUserQuestion(input) = ToolInput::of("AskUserQuestion", &RawJson::from(asked))
    else {
        panic!("questions")
    };
    let answered = input
        .with_answer("Which?", ["A", "B"])
        .with_notes("Which?", "both");
    let object = pilothouse_protocol::JsonObject::from_wire(&answered).unwrap();
    let expected = json!({
        "questions": [{"question": "Which?", "header": "H", "options": [{"label": "A"}, {"label": "B"}], "multiSelect": true}],
        "answers": {"Which?": "A, B"}, "annotations": {"Which?": {"notes": "both"}}});
    assert_eq!(object.to_value(), expected);
}
