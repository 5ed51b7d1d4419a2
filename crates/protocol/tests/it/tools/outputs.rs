//! Structured results.

use pilothouse_protocol::RawJson;
use pilothouse_protocol::tool::*;
use serde_json::json;

use super::whole;
use crate::rows_control::fields;

/// Checks the result of a tool. Returns its name.
macro_rules! output {
    ($name:literal $variant:ident $members:tt [$($field:ident $(= $key:literal)?),*]) => {{
        let members = json!($members);
        let output = ToolOutput::of($name, &RawJson::from(members.clone()));
        let ToolOutput::$variant(output) = output else { panic!("{}: {output:?}", $name) };
        whole(&*output, &members);
        fields!(*output, members, $($field $(= $key)?),*);
        $name
    }};
}

/// Checks a result that is an enum or a list as a whole.
macro_rules! same {
    ($name:literal $variant:ident $members:tt) => {{
        let members = json!($members);
        let output = ToolOutput::of($name, &RawJson::from(members.clone()));
        let ToolOutput::$variant(output) = output else {
            panic!("{}: {output:?}", $name)
        };
        whole(&*output, &members);
        *output
    }};
}

#[test]
fn every_result_is_read_by_name() {
    let rows = [files(), shells(), searches(), plans(), services()].concat();
    let elsewhere = [
        "Agent",
        "Read",
        "ListMcpResourcesTool",
        "RefreshMcpTools",
        "Projects",
    ];
    let open = [
        "SendMessage",
        "ListAgents",
        "EndConversation",
        "LSP",
        "SendUserFile",
        "SendUserMessage",
        "ShareOnboardingGuide",
        "SubagentHandback",
        "WaitForMcpServers",
    ];
    for tool in ToolOutput::TOOLS {
        assert!(
            rows.contains(tool) || elsewhere.contains(tool) || open.contains(tool),
            "{tool} has no row"
        );
    }
}

#[test]
fn a_read_has_a_shape_for_every_kind_of_file() {
    let ReadResult::Text(text) = same!("Read" Read {"type": "text", "file": {"filePath": "/f", "content": "c", "numLines": 1, "startLine": 2, "totalLines": 3,
        "truncatedByTokenCap": true}, "artifactRead": {}})
    else {
        panic!()
    };
    assert_eq!(
        (
            text.file.file_path.as_str(),
            text.file.start_line,
            text.file.total_lines
        ),
        ("/f", Some(2), Some(3))
    );
    let ReadResult::Image(image) = same!("Read" Read {"type": "image", "file": {"base64": "b", "type": "image/png", "originalSize": 5,
        "dimensions": {"originalWidth": 1, "originalHeight": 2, "displayWidth": 3, "displayHeight": 4}}})
    else {
        panic!()
    };
    assert_eq!(image.file.dimensions.unwrap().display_height, Some(4));
    let ReadResult::Notebook(notebook) = same!("Read" Read {"type": "notebook", "file": {"filePath": "/n", "cells": [{"cellType": "code", "source": "s", "cell_id": "c",
        "language": "python", "execution_count": 1, "outputs": [{"output_type": "stream"}]}]}})
    else {
        panic!()
    };
    assert_eq!(notebook.file.cells[0].language.as_deref(), Some("python"));
    let ReadResult::Pdf(pdf) = same!("Read" Read {"type": "pdf", "file": {"filePath": "/p", "base64": "b", "originalSize": 5}})
    else {
        panic!()
    };
    assert_eq!(pdf.file.original_size, Some(5));
    let ReadResult::Parts(parts) = same!("Read" Read {"type": "parts", "file": {"filePath": "/p", "originalSize": 5, "count": 2, "outputDir": "/o"}, "firstPage": 1})
    else {
        panic!()
    };
    assert_eq!(parts.file.count, Some(2));
    assert!(matches!(
        same!("Read" Read {"type": "file_unchanged", "file": {"filePath": "/p"}}),
        ReadResult::Unchanged(_)
    ));
}

#[test]
fn an_agent_has_a_shape_for_every_state() {
    let AgentResult::Completed(done) = same!("Task" Agent {"status": "completed", "agentId": "a", "agentType": "t", "content": [{"type": "text", "text": "x"}], "prompt": "p",
        "resolvedModel": "m", "modelsUsed": ["m"], "totalToolUseCount": 1, "totalDurationMs": 2, "totalTokens": 3, "usage": {"input_tokens": 1}, "toolsUsed": ["Bash"],
        "toolStats": {"readCount": 1, "searchCount": 1, "bashCount": 1, "editFileCount": 1, "linesAdded": 1, "linesRemoved": 1, "otherToolCount": 1, "frameCount": 1},
        "worktreePath": "/w", "worktreeBranch": "b", "canContinueAgent": true, "harnessNoteCount": 0, "harnessTailCount": 0, "harnessSectionHash": "h"})
    else {
        panic!()
    };
    assert_eq!(
        (done.total_tokens, done.tool_stats.unwrap().bash_count),
        (Some(3), Some(1))
    );
    let AgentResult::Launched(launched) = same!("Agent" Agent {"status": "async_launched", "isAsync": true, "agentId": "a", "description": "d", "prompt": "p", "outputFile": "/o",
        "resolvedModel": "m", "modelsUsed": ["m"], "canReadOutputFile": true, "canContinueAgent": true})
    else {
        panic!()
    };
    assert_eq!(launched.output_file.as_deref(), Some("/o"));
    let AgentResult::Remote(remote) = same!("Agent" Agent {"status": "remote_launched", "taskId": "t", "sessionUrl": "u", "description": "d", "prompt": "p", "outputFile": "/o"})
    else {
        panic!()
    };
    assert_eq!(remote.session_url.as_deref(), Some("u"));
}

#[test]
fn lists_and_projects_are_read_by_name() {
    let resources = same!("ListMcpResources" ListMcpResources [{"uri": "u", "name": "n", "mimeType": "m", "description": "d", "server": "s"}]);
    assert_eq!(resources[0].server.as_deref(), Some("s"));
    let refreshed = same!("RefreshMcpTools" RefreshMcpTools [{"server": "s", "status": "refreshed", "toolCount": 1, "added": ["a"], "removed": ["b"], "error": "e"}]);
    assert_eq!(refreshed[0].added, ["a"]);
    let info = same!("Projects" Projects {"method": "project_info", "local_file": "l", "name": "n", "description": "d", "instructions": "i", "docs": [{"path": "p"}],
        "files": [{"path": "f"}], "sync_sources": [{"type": null}], "knowledge": {"knowledge_size": 1}, "notice": "x"});
    assert!(matches!(info, ProjectsResult::Info(info) if info.name.as_deref() == Some("n")));
    let document = json!({"path": "p", "file_kind": "k", "content": "c", "local_file": "l", "created_at": "t", "notice": "n"});
    for method in ["project_read", "project_memory_read"] {
        let mut members = document.clone();
        members["method"] = json!(method);
        let ToolOutput::Projects(result) =
            ToolOutput::of("Projects", &RawJson::from(members.clone()))
        else {
            panic!()
        };
        whole(&*result, &members);
        assert_eq!(result.tag(), method);
    }
    assert!(matches!(
        same!("Projects" Projects {"method": "project_search", "rag": true, "hits": [{"text": "t"}], "docs": ["d"], "notice": "n"}),
        ProjectsResult::Search(_)
    ));
    assert!(matches!(
        same!("Projects" Projects {"method": "project_write", "path": "p", "doc_uuid": "u", "replaced": true, "present_to_user": true, "local_path": "l", "notice": "n"}),
        ProjectsResult::Write(_)
    ));
    assert!(matches!(
        same!("Projects" Projects {"method": "project_delete", "path": "p", "deleted": true, "notice": "n"}),
        ProjectsResult::Delete(_)
    ));
    assert!(matches!(
        same!("Projects" Projects {"method": "project_memory_list", "files": [{"path": "p"}], "truncated": false, "notice": "n"}),
        ProjectsResult::MemoryList(_)
    ));
    assert_eq!(ProjectsResult::TAGS.len(), 7);
}

#[test]
fn the_shapes_of_an_artifact_are_told_apart() {
    let shape = |members: serde_json::Value| {
        let ToolOutput::Artifact(artifact) =
            ToolOutput::of("Artifact", &RawJson::from(members.clone()))
        else {
            panic!("{members}")
        };
        whole(&*artifact, &members);
        artifact.shape()
    };
    assert_eq!(
        shape(
            json!({"url": "u", "path": "p", "artifact_id": "a", "title": "t", "version": 1, "warnings": ["w"], "updated": true, "owned": true, "pinned": false})
        ),
        ArtifactShape::Published
    );
    assert_eq!(
        shape(
            json!({"artifacts": [{"title": "t", "url": "u", "favicon": "f", "updatedAt": 1, "rel": "mine", "external": true, "role": "editor",
        "outsidersMayHaveWritten": true, "pinned": true}], "truncated": true, "total": 1, "next_page_token": "n"})
        ),
        ArtifactShape::Listed
    );
    for (key, expected) in [
        ("read", ArtifactShape::Read),
        ("watch", ArtifactShape::Watched),
        ("unwatch", ArtifactShape::Unwatched),
        ("watches", ArtifactShape::Watches),
        ("asset_upload", ArtifactShape::AssetUploaded),
        ("asset_uploads", ArtifactShape::AssetsUploaded),
        ("asset_list", ArtifactShape::AssetsListed),
        ("asset_read", ArtifactShape::AssetRead),
        ("asset_delete", ArtifactShape::AssetDeleted),
        ("pin", ArtifactShape::Pinned),
        ("written", ArtifactShape::Unknown),
    ] {
        assert_eq!(shape(json!({key: {"url": "u"}})), expected);
    }
}

fn files() -> Vec<&'static str> {
    let hunk = json!([{"oldStart": 1, "oldLines": 4, "newStart": 1, "newLines": 4, "lines": [" a", "-b", "+c"]}]);
    let git = json!({"filename": "f", "status": "modified", "additions": 1, "deletions": 1, "changes": 2, "patch": "p", "repository": "r"});
    vec![
        output!("Write" Write {"type": "update", "filePath": "/f", "content": "c", "structuredPatch": hunk, "originalFile": "o", "gitDiff": git, "userModified": false, "staged": true}
            [kind = "type", file_path = "filePath", content, structured_patch = "structuredPatch", original_file = "originalFile", git_diff = "gitDiff",
             user_modified = "userModified", staged]),
        output!("Edit" Edit {"filePath": "/f", "oldString": "a", "newString": "b", "originalFile": "o", "structuredPatch": hunk, "userModified": false, "replaceAll": false,
            "gitDiff": git, "staged": true, "contentNotInModelContext": true}
            [file_path = "filePath", old_string = "oldString", new_string = "newString", original_file = "originalFile", structured_patch = "structuredPatch",
             user_modified = "userModified", replace_all = "replaceAll", git_diff = "gitDiff", staged, content_not_in_model_context = "contentNotInModelContext"]),
        output!("NotebookEdit" NotebookEdit {"new_source": "a", "old_source": "b", "cell_id": "c", "cell_type": "code", "language": "python", "edit_mode": "replace", "error": "",
            "notebook_path": "/n", "original_file": "o", "updated_file": "u"}
            [new_source, old_source, cell_id, cell_type, language, edit_mode, error, notebook_path, original_file, updated_file]),
    ]
}

fn shells() -> Vec<&'static str> {
    let bash = json!({"stdout": "o", "stderr": "e", "interrupted": false, "isImage": false, "rawOutputPath": "/r", "backgroundTaskId": "b", "backgroundedByUser": true,
        "assistantAutoBackgrounded": false, "timedOutAfterMs": 5, "backgroundCwdHint": "/c", "backgroundEndsWithFinalResponse": true, "backgroundWakesOwner": true,
        "dangerouslyDisableSandbox": false, "returnCodeInterpretation": "r", "noOutputExpected": true, "structuredContent": [{}], "persistedOutputPath": "/p",
        "persistedOutputSize": 9, "staleReadFileStateHint": "s", "ghRateLimitHint": "g",
        "gitOperation": {"commit": {"sha": "s", "kind": "committed", "branch": "b"}, "push": {"branch": "b"}, "branch": {"ref": "r", "action": "merged"},
            "pr": {"number": 1, "url": "u", "action": "created"}}});
    let ToolOutput::Bash(result) = ToolOutput::of("Bash", &RawJson::from(bash.clone())) else {
        panic!()
    };
    whole(&*result, &bash);
    fields!(
        *result,
        bash,
        stdout,
        stderr,
        interrupted,
        is_image = "isImage",
        raw_output_path = "rawOutputPath",
        background_task_id = "backgroundTaskId",
        backgrounded_by_user = "backgroundedByUser",
        assistant_auto_backgrounded = "assistantAutoBackgrounded",
        timed_out_after_ms = "timedOutAfterMs",
        background_cwd_hint = "backgroundCwdHint",
        background_ends_with_final_response = "backgroundEndsWithFinalResponse",
        background_wakes_owner = "backgroundWakesOwner",
        dangerously_disable_sandbox = "dangerouslyDisableSandbox",
        return_code_interpretation = "returnCodeInterpretation",
        no_output_expected = "noOutputExpected",
        structured_content = "structuredContent",
        persisted_output_path = "persistedOutputPath",
        persisted_output_size = "persistedOutputSize",
        stale_read_file_state_hint = "staleReadFileStateHint",
        gh_rate_limit_hint = "ghRateLimitHint",
        git_operation = "gitOperation"
    );
    vec![
        "Bash",
        output!("PowerShell" PowerShell {"stdout": "o"} [stdout]),
        output!("TaskStop" TaskStop {"message": "m", "task_id": "t", "task_type": "k", "command": "c"} [message, task_id, task_type, command]),
        output!("TaskOutput" TaskOutput {"retrieval_status": "success", "task": {}} [retrieval_status, task]),
        output!("Workflow" Workflow {"status": "async_launched", "taskId": "t", "taskType": "local_workflow", "workflowName": "n", "runId": "r", "summary": "s",
            "transcriptDir": "/t", "scriptPath": "/s", "sessionUrl": "u", "warning": "w", "error": "e"}
            [status, task_id = "taskId", task_type = "taskType", workflow_name = "workflowName", run_id = "runId", summary, transcript_dir = "transcriptDir",
             script_path = "scriptPath", session_url = "sessionUrl", warning, error]),
        output!("Monitor" Monitor {"taskId": "t", "timeoutMs": 5, "persistent": true} [task_id = "taskId", timeout_ms = "timeoutMs", persistent]),
    ]
}

fn searches() -> Vec<&'static str> {
    vec![
        output!("Glob" Glob {"filenames": ["f"], "numFiles": 1, "durationMs": 2, "truncated": false, "totalMatches": 1, "countIsComplete": true, "timedOut": false}
            [filenames, num_files = "numFiles", duration_ms = "durationMs", truncated, total_matches = "totalMatches", count_is_complete = "countIsComplete", timed_out = "timedOut"]),
        output!("Grep" Grep {"mode": "content", "numFiles": 1, "filenames": ["f"], "content": "c", "numLines": 1, "numMatches": 2, "totalFiles": 3, "totalLines": 4,
            "appliedLimit": 5, "appliedOffset": 6, "timedOut": true}
            [mode, num_files = "numFiles", filenames, content, num_lines = "numLines", num_matches = "numMatches", total_files = "totalFiles", total_lines = "totalLines",
             applied_limit = "appliedLimit", applied_offset = "appliedOffset", timed_out = "timedOut"]),
        output!("WebFetch" WebFetch {"bytes": 1, "code": 200, "codeText": "OK", "result": "r", "durationMs": 5, "url": "u", "artifactRead": {}}
            [bytes, code, code_text = "codeText", result, duration_ms = "durationMs", url, artifact_read = "artifactRead"]),
        output!("WebSearch" WebSearch {"query": "q", "results": ["said", {"tool_use_id": "t", "content": [{"title": "t", "url": "u"}]}], "durationSeconds": 0.5, "searchCount": 1}
            [query, results, duration_seconds = "durationSeconds", search_count = "searchCount"]),
        output!("ToolSearch" ToolSearch {"matches": ["CronCreate"], "query": "q", "total_deferred_tools": 17} [matches, query, total_deferred_tools]),
        output!("Skill" Skill {"success": true, "commandName": "hello", "allowedTools": ["Read"], "model": "m", "status": "inline"}
            [success, command_name = "commandName", allowed_tools = "allowedTools", model, status]),
        output!("ReadMcpResourceTool" ReadMcpResource {"contents": [{"uri": "u", "mimeType": "m", "text": "t", "blobSavedTo": "/b"}], "error": "e"} [contents, error]),
        output!("ReadMcpResourceDirTool" ReadMcpResourceDir {"resources": [{"uri": "u", "name": "n", "mimeType": "m"}], "error": "e"} [resources, error]),
    ]
}

fn plans() -> Vec<&'static str> {
    vec![
        output!("AskUserQuestion" AskUserQuestion {"questions": [{"question": "Q"}], "answers": {"Q": "L"}, "response": "r", "annotations": {"Q": {"notes": "n"}}, "afkTimeoutMs": 5}
            [questions, answers, response, annotations, afk_timeout_ms = "afkTimeoutMs"]),
        output!("EnterPlanMode" EnterPlanMode {"message": "m"} [message]),
        output!("ExitPlanMode" ExitPlanMode {"plan": "p", "isAgent": false, "filePath": "/f", "hasTaskTool": true, "planWasEdited": true, "awaitingLeaderApproval": true, "requestId": "r"}
            [plan, is_agent = "isAgent", file_path = "filePath", has_task_tool = "hasTaskTool", plan_was_edited = "planWasEdited",
             awaiting_leader_approval = "awaitingLeaderApproval", request_id = "requestId"]),
        output!("TodoWrite" TodoWrite {"oldTodos": [{"content": "a", "status": "pending", "activeForm": "f"}], "newTodos": [{"content": "b"}]}
            [old_todos = "oldTodos", new_todos = "newTodos"]),
        output!("TaskCreate" TaskCreate {"task": {"id": "1", "subject": "s", "description": "d"}} [task]),
        output!("TaskGet" TaskGet {"task": {"id": "1", "subject": "s", "description": "d", "status": "pending", "owner": "o", "blocks": ["2"], "blockedBy": ["3"]}} [task]),
        output!("TaskUpdate" TaskUpdate {"success": true, "taskId": "1", "updatedFields": ["status"], "error": "e", "statusChange": {"from": "pending", "to": "completed"}}
            [success, task_id = "taskId", updated_fields = "updatedFields", error, status_change = "statusChange"]),
        output!("TaskList" TaskList {"tasks": [{"id": "1", "subject": "s", "status": "pending"}]} [tasks]),
        output!("CronCreate" CronCreate {"id": "i", "cron": "c", "humanSchedule": "h", "prompt": "p", "recurring": true, "durable": true, "nextFireAt": 5}
            [id, cron, human_schedule = "humanSchedule", prompt, recurring, durable, next_fire_at = "nextFireAt"]),
        output!("CronDelete" CronDelete {"id": "i", "endedLoopWakeup": true} [id, ended_loop_wakeup = "endedLoopWakeup"]),
        output!("CronList" CronList {"jobs": [{"id": "i", "cron": "c", "humanSchedule": "h", "prompt": "p"}]} [jobs]),
        output!("ScheduleWakeup" ScheduleWakeup {"scheduledFor": 5, "clampedDelaySeconds": 60, "wasClamped": true, "stopped": true, "cancelledWakeups": 1}
            [scheduled_for = "scheduledFor", clamped_delay_seconds = "clampedDelaySeconds", was_clamped = "wasClamped", stopped, cancelled_wakeups = "cancelledWakeups"]),
        output!("EnterWorktree" EnterWorktree {"worktreePath": "/w", "worktreeBranch": "b", "message": "m"} [worktree_path = "worktreePath", worktree_branch = "worktreeBranch", message]),
        output!("ExitWorktree" ExitWorktree {"action": "keep", "originalCwd": "/o", "worktreePath": "/w", "worktreeBranch": "b", "tmuxSessionName": "t", "discardedFiles": 1,
            "discardedCommits": 2, "message": "m"}
            [action, original_cwd = "originalCwd", worktree_path = "worktreePath", worktree_branch = "worktreeBranch", tmux_session_name = "tmuxSessionName",
             discarded_files = "discardedFiles", discarded_commits = "discardedCommits", message]),
    ]
}

fn services() -> Vec<&'static str> {
    vec![
        output!("ReportFindings" ReportFindings {"count": 1, "level": "l", "findings": [{"file": "f"}]} [count, level, findings]),
        output!("SendFeedback" SendFeedback {"success": true, "message": "m"} [success, message]),
        output!("PushNotification" PushNotification {"message": "m", "pushSent": true, "localSent": false, "disabledReason": "config_off", "sentAt": 5}
            [message, push_sent = "pushSent", local_sent = "localSent", disabled_reason = "disabledReason", sent_at = "sentAt"]),
        output!("ReadNotifications" ReadNotifications {"notifications": [{"notification_id": "n", "origin": "o", "queued_at": 1, "content": "c", "arrived_at": 2}], "remaining": 0, "read_at": 5}
            [notifications, remaining, read_at]),
        output!("RemoteTrigger" RemoteTrigger {"status": 200, "json": "{}", "summary": "s"} [status, json, summary]),
        output!("ProposeGoal" ProposeGoal {"condition": "c", "askUser": true} [condition, ask_user = "askUser"]),
        output!("propose_skills" ProposeSkills {"proposalCount": 2} [proposal_count = "proposalCount"]),
        output!("Artifact" Artifact {"url": "u", "path": "p"} [url, path]),
        output!("ClaudeDesign" ClaudeDesign {"operation": "o", "content": [{"type": "text"}], "isError": false} [operation, content, is_error = "isError"]),
        output!("OfferChromeSetup" OfferChromeSetup {"outcome": "not_now"} [outcome]),
        output!("ShowOnboardingRolePicker" ShowOnboardingRolePicker {"role": "r", "dismissed": false} [role, dismissed]),
    ]
}
