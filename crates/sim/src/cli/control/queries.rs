//! Queries of the host, and small changes.

use serde_json::{Value, json};

use super::Reply;
use super::hook_events::hooks_listing;
use crate::cli::session::Sim;

impl Sim {
    pub(super) fn other_request(&self, subtype: &str, request: &Value) -> Reply {
        let text = |name: &str| request[name].as_str().unwrap_or_default();
        match subtype {
            "get_context_usage" => Reply::Payload(self.context_usage()),
            "get_session_cost" => Reply::Payload(json!({ "text": self.cost_text() })),
            "get_usage" => Reply::Payload(self.usage()),
            "get_binary_version" => Reply::Payload(json!({
                "version": self.dialect.version.as_str(), "buildTime": "2026-11-13T18:52:23Z",
            })),
            "list_models" => Reply::Payload(json!({ "models": self.models() })),
            "get_settings" => Reply::Payload(self.settings()),
            "get_hooks_listing" => Reply::Payload(hooks_listing()),
            "list_permission_rules" => Reply::Payload(self.permission_rules()),
            "file_suggestions" => Reply::Payload(self.file_suggestions(text("query"))),
            "read_file" => self.read_file(text("path")).into(),
            "rename_session" => {
                self.rename(text("title"));
                Reply::Empty
            }
            "apply_flag_settings" => self.apply_flag_settings(request),
            "set_has_subscribers" | "seed_read_state" => Reply::Empty,
            "update_settings" => update_settings(&request["settings"]),
            "reload_skills" => Reply::Payload(json!({ "skills": [] })),
            "reload_output_styles" => Reply::Payload(json!({
                "available_output_styles": self.dialect.catalog.output_styles,
            })),
            "reload_plugins" => Reply::Payload(json!({
                "commands": self.commands(),
                "agents": self.agents(),
                "plugins": [],
                "mcpServers": self.state.borrow().servers.status(self.features()),
                "error_count": 0,
            })),
            "get_task_output" => self.task_output(text("task_id")).into(),
            "get_status" => Reply::Payload(self.status()),
            "get_plan" => Reply::Payload(match self.plan() {
                Some((path, plan)) => {
                    json!({ "exists": true, "content": plan, "path": path.display().to_string() })
                }
                None => json!({ "exists": false }),
            }),
            "get_workspace_diff" => {
                Reply::Payload(json!({ "diff": null, "noDiffReason": "no-repository" }))
            }
            "export_conversation" => Reply::Payload(self.export()),
            "generate_session_title" => Reply::Payload(json!({ "title": null })),
            "register_repo_root" => self.register_root(text("directory")).into(),
            "fork_conversation" => Reply::Payload(json!({
                "forked": false, "error": "unsupported", "reason": "unsupported",
            })),
            other => Reply::Error(
                format!("Unsupported control request subtype: {other}"),
                Some("unsupported_request"),
            ),
        }
    }

    fn usage(&self) -> Value {
        let state = self.state.borrow();
        json!({
            "session": {
                "total_cost_usd": state.totals.cost_usd,
                "total_api_duration_ms": state.totals.api_ms,
                "total_duration_ms": state.totals.api_ms,
                "total_lines_added": state.totals.lines_added,
                "total_lines_removed": state.totals.lines_removed,
                "model_usage": state.totals.model_usage(&self.dialect.catalog),
            },
            "subscription_type": null,
            "rate_limits_available": false,
            "rate_limits": null,
            "behaviors": null,
        })
    }

    fn settings(&self) -> Value {
        let files = self.settings_files();
        let mut effective = serde_json::Map::new();
        let mut sources = Vec::new();
        for file in &files {
            if let Value::Object(settings) = &file.settings {
                effective.extend(settings.clone());
            }
            sources.push(json!({ "source": file.source, "settings": file.settings }));
        }
        let flags = self.state.borrow().flag_settings.clone();
        if !flags.is_empty() {
            effective.extend(flags.clone());
            let given = |source: &Value| source["source"] == "flagSettings";
            match sources.iter_mut().find(|source| given(source)) {
                Some(source) => {
                    if let Some(settings) = source["settings"].as_object_mut() {
                        settings.extend(flags);
                    }
                }
                None => sources.push(json!({ "source": "flagSettings", "settings": flags })),
            }
        }
        let effort = self
            .state
            .borrow()
            .effort
            .clone()
            .unwrap_or_else(|| "medium".to_owned());
        json!({
            "effective": effective,
            "sources": sources,
            "applied": {
                "model": self.model(),
                "effort": effort,
                "advisor": null,
                "ultracode": false,
                "ultracodeRequested": false,
                "ultracodeAvailable": true,
                "ultrathinkAvailable": false,
                "outsideFileToolReadsBlocked": false,
                "outsideFileToolWritesBlocked": false,
                "outsideBlocksCountLaunchFoldersOnly": false,
                "launchEnvLeftOwnFilesInPlace": false,
            },
        })
    }

    fn permission_rules(&self) -> Value {
        let state = self.state.borrow();
        let directories: Value = state
            .additional_directories
            .iter()
            .map(|(path, source)| json!({ "path": path.display().to_string(), "source": source }))
            .collect();
        json!({
            "state": {
                "rules": state.rules.list(),
                "workspaceDirectories": directories,
                "originalCwd": self.cwd.display().to_string(),
                "managedOnly": false,
            },
        })
    }

    fn file_suggestions(&self, query: &str) -> Value {
        // The first request only starts the indexing.
        if !std::mem::replace(&mut self.state.borrow_mut().has_file_index, true) {
            return json!({ "suggestions": [], "cwd": self.cwd.display().to_string() });
        }
        let query = query.to_lowercase();
        let files = self.files.borrow().list(&self.cwd, true);
        let suggestions: Vec<Value> = files
            .iter()
            .map(|path| self.display_path(path))
            .filter(|path| path.to_lowercase().contains(&query))
            .take(15)
            .map(|path| json!({ "path": path }))
            .collect();
        json!({ "suggestions": suggestions, "cwd": self.cwd.display().to_string() })
    }

    fn read_file(&self, path: &str) -> Result<Value, String> {
        let absolute = self.absolute(path);
        let denied = || format!("read denied: {path}");
        if !self.is_inside(&absolute) {
            return Err(denied());
        }
        let bytes = self.files.borrow().read(&absolute).ok_or_else(denied)?;
        let contents = String::from_utf8_lossy(&bytes);
        Ok(json!({
            "contents": contents,
            "absPath": absolute.display().to_string(),
            "lossy": matches!(contents, std::borrow::Cow::Owned(_)),
            "requested_path": path,
        }))
    }

    fn task_output(&self, id: &str) -> Result<Value, String> {
        let state = self.state.borrow();
        let task = state
            .tasks
            .find(id)
            .ok_or_else(|| format!("No task found with ID: {id}"))?;
        Ok(json!({
            "output": task.output, "total_bytes": task.output.len(), "truncated": false,
        }))
    }

    fn status(&self) -> Value {
        json!({
            "sections": [{
                "title": "Session",
                "rows": [
                    { "label": "Version", "value": self.dialect.version.as_str() },
                    { "label": "Session ID", "value": self.session_id() },
                    { "label": "Session kind", "value": "interactive" },
                    { "label": "cwd", "value": self.cwd.display().to_string() },
                    { "label": "API key", "value": self.environment.api_key_source() },
                ],
            }],
        })
    }

    fn export(&self) -> Value {
        let path = self.state.borrow().transcript.path.clone();
        let lines = path
            .and_then(|path| std::fs::read_to_string(path).ok())
            .unwrap_or_default();
        let mut text = String::new();
        for line in lines
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        {
            if line["isMeta"] == true {
                continue;
            }
            let content = crate::cli::queue::text_of(&line["message"]["content"]);
            let mark = match line["type"].as_str() {
                Some("user") => '❯',
                Some("assistant") => '●',
                _ => continue,
            };
            if !content.is_empty() {
                text.push_str(&format!("\n{mark} {content}\n"));
            }
        }
        let stamp = crate::cli::clock::timestamp().replace([':', 'T'], "-");
        let name = format!(
            "{}-conversation.txt",
            stamp.split('.').next().unwrap_or_default()
        );
        json!({ "text": text.trim_end(), "default_filename": name })
    }

    fn register_root(&self, directory: &str) -> Result<Value, String> {
        let absolute = self.absolute(directory);
        if !self.is_inside(&absolute) {
            return Err(format!(
                "register_repo_root: {directory} is outside the working directories"
            ));
        }
        Ok(json!({ "directory": absolute.display().to_string() }))
    }
}

fn update_settings(settings: &Value) -> Reply {
    let allowed = [
        "effortLevel",
        "model",
        "outputStyle",
        "alwaysThinkingEnabled",
        "fastMode",
    ];
    let Some(settings) = settings.as_object() else {
        return Reply::Error(
            "update_settings: settings must be an object".to_owned(),
            None,
        );
    };
    let refused: Vec<&str> = settings
        .keys()
        .map(String::as_str)
        .filter(|key| !allowed.contains(key))
        .collect();
    if refused.is_empty() {
        return Reply::Payload(json!({}));
    }
    Reply::Error(
        format!("update_settings keys not allowed: {}", refused.join(", ")),
        None,
    )
}
