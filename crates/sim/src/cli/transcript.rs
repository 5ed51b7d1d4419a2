//! Transcripts on disk, in the CLI's own format: one JSON object per line, a tree by `parentUuid`.

mod commands;
mod resume;

use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

pub(super) use resume::StartError;

use super::call::Call;
use super::clock::timestamp;
use super::dialect::Features;
use super::session::Sim;

/// The state of the session's transcript.
#[derive(Debug, Default)]
pub(super) struct Transcript {
    /// The file, unless persistence is disabled.
    pub(super) path: Option<PathBuf>,
    /// The newest line of the conversation.
    pub(super) leaf: Option<String>,
    last_prompt: String,
    prompt_id: String,
}

/// The directory name for a working directory.
pub(super) fn slug(cwd: &Path, features: &Features) -> String {
    let text = cwd.display().to_string();
    let slug: String = text
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect();
    if slug.len() <= 200 || !features.shortens_project_names {
        return slug;
    }
    let hash = text.bytes().fold(5381_u32, |hash, byte| {
        hash.wrapping_mul(33) ^ u32::from(byte)
    });
    let mut digits = String::new();
    let mut rest = hash;
    while rest > 0 {
        digits.push(char::from_digit(rest % 36, 36).unwrap_or('0'));
        rest /= 36;
    }
    format!("{}-{digits}", &slug[..200])
}

impl Sim {
    /// The directory of this project's transcripts.
    pub(super) fn project_directory(&self) -> PathBuf {
        self.environment
            .config_directory
            .join("projects")
            .join(slug(&self.cwd, self.features()))
    }

    pub(super) fn transcript_path(&self, session_id: &str) -> PathBuf {
        self.project_directory().join(format!("{session_id}.jsonl"))
    }

    fn append(&self, line: Value) {
        let path = self.state.borrow().transcript.path.clone();
        let (Some(path), Some(line)) = (path, self.without_omissions(line)) else {
            return;
        };
        let mut text = line.to_string();
        text.push('\n');
        let opened = || {
            if let Some(parent) = path.parent() {
                std::fs::create_dir_all(parent)?;
            }
            let mut file = std::fs::OpenOptions::new()
                .create(true)
                .append(true)
                .open(&path)?;
            file.write_all(text.as_bytes())
        };
        if let Err(error) = opened() {
            super::output::print_error(&format!("the transcript cannot be written: {error}"));
            self.state.borrow_mut().transcript.path = None;
        }
    }

    /// The fields of every line of the conversation.
    fn line(&self, kind: &str, uuid: &str) -> Map<String, Value> {
        let mut state = self.state.borrow_mut();
        let mut line = Map::new();
        let parent = state.transcript.leaf.replace(uuid.to_owned());
        line.insert(
            "parentUuid".into(),
            parent.map_or(Value::Null, Value::String),
        );
        line.insert("isSidechain".into(), false.into());
        line.insert("type".into(), kind.into());
        line.insert("uuid".into(), uuid.into());
        line.insert("timestamp".into(), timestamp().into());
        line.insert("userType".into(), "external".into());
        line.insert("entrypoint".into(), "sdk-cli".into());
        line.insert("cwd".into(), self.cwd.display().to_string().into());
        line.insert("sessionId".into(), state.session_id.clone().into());
        line.insert("version".into(), self.dialect.version.as_str().into());
        line.insert("gitBranch".into(), self.git_branch().into());
        line
    }

    fn git_branch(&self) -> String {
        let head = std::fs::read_to_string(self.cwd.join(".git/HEAD")).unwrap_or_default();
        head.trim()
            .strip_prefix("ref: refs/heads/")
            .unwrap_or_default()
            .to_owned()
    }

    /// Records a user message.
    pub(super) fn record_user(&self, message: &Value, uuid: &str, origin: Option<&Value>) {
        self.state.borrow_mut().messages += 1;
        let mut line = self.line("user", uuid);
        let mode = self.mode();
        let prompt_id = self.state.borrow().prompt_id.clone();
        line.insert("promptId".into(), prompt_id.clone().into());
        line.insert("message".into(), message.clone());
        line.insert("permissionMode".into(), mode.into());
        line.insert("promptSource".into(), "sdk".into());
        line.insert("turnOrigin".into(), "sdk".into());
        if let Some(origin) = origin {
            line.insert("origin".into(), origin.clone());
            line.insert("isMeta".into(), true.into());
        }
        {
            let mut state = self.state.borrow_mut();
            state.has_messages = true;
            state.seen_uuids.insert(uuid.to_owned());
            if origin.is_none() && state.transcript.prompt_id != prompt_id {
                state.transcript.prompt_id = prompt_id;
                let text = super::queue::text_of(&message["content"]);
                state.transcript.last_prompt = text.chars().take(200).collect();
            }
        }
        self.append(Value::Object(line));
    }

    /// Records one block of an assistant message.
    pub(super) fn record_assistant(&self, message: &Value, uuid: &str, request_id: &str) {
        self.state.borrow_mut().messages += 1;
        let mut line = self.line("assistant", uuid);
        line.insert("message".into(), message.clone());
        line.insert("requestId".into(), request_id.into());
        self.append(Value::Object(line));
    }

    /// Records a tool's result.
    pub(super) fn record_tool_result(
        &self,
        call: &Call,
        content: &Value,
        response: &Value,
        uuid: &str,
    ) {
        self.state.borrow_mut().messages += 1;
        let mut line = self.line("user", uuid);
        line.insert(
            "message".into(),
            json!({ "role": "user", "content": content }),
        );
        line.insert("toolUseResult".into(), response.clone());
        line.insert(
            "sourceToolAssistantUUID".into(),
            call.assistant_uuid.clone().into(),
        );
        self.append(Value::Object(line));
    }

    /// Records a `system` line.
    pub(super) fn record_system(&self, subtype: &str, fields: Value, uuid: &str) {
        let mut line = self.line("system", uuid);
        line.insert("subtype".into(), subtype.into());
        if let Value::Object(fields) = fields {
            line.extend(fields);
        }
        self.append(Value::Object(line));
    }

    /// Records the newest line of the conversation and the cost.
    pub(super) fn persist_turn(&self) {
        let (leaf, prompt, session_id, cost, usage) = {
            let state = self.state.borrow();
            (
                state.transcript.leaf.clone(),
                state.transcript.last_prompt.clone(),
                state.session_id.clone(),
                state.totals.cost_usd,
                state.totals.model_usage(&self.dialect.catalog),
            )
        };
        if leaf.is_none() {
            return;
        }
        self.append(json!({
            "type": "last-prompt", "lastPrompt": prompt, "leafUuid": leaf, "sessionId": session_id,
        }));
        self.append(json!({
            "type": "cost-state", "totalCostUSD": cost, "modelUsage": usage, "sessionId": session_id,
        }));
    }

    /// Records the session's title.
    pub(super) fn record_title(&self, title: &str) {
        let session_id = self.session_id();
        self.append(
            json!({ "type": "custom-title", "customTitle": title, "sessionId": session_id }),
        );
    }

    /// Starts a new transcript with another ID, as `/clear` does.
    pub(super) fn start_transcript(&self, session_id: &str) {
        let keeps = self.state.borrow().transcript.path.is_some();
        let path = keeps.then(|| self.transcript_path(session_id));
        let mut state = self.state.borrow_mut();
        state.transcript = Transcript {
            path,
            ..Transcript::default()
        };
        session_id.clone_into(&mut state.session_id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::dialect::Version;

    #[test]
    fn slugs_keep_letters_and_digits() {
        let slug = |path: &str| slug(Path::new(path), &Version::V2_1_325.dialect().features);
        assert_eq!(slug("/home/dev/My proj_1.x é"), "-home-dev-My-proj-1-x--");
        let long = slug(&format!("/{}", "a".repeat(300)));
        assert!(long.len() > 200 && long.len() < 210, "{long}");
    }
}
