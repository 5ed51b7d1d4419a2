//! What a new process is told and asked first, and what is asked again when a command may have changed it.

use pilothouse_log::{Kind, Record, Who};
use pilothouse_protocol::command::CliVersion;
use pilothouse_protocol::{Input as Line, JsonObject, RawJson};
use pilothouse_view::fold::DIALOG_KINDS;
use serde_json::{Value, json};

use super::settings::greeting;
use super::task::Task;
use crate::problem::Problem;

/// This version does not answer requests that it does not know.
pub(super) const SILENT: CliVersion = CliVersion::new(2, 1, 38);

impl Task {
    /// Sends `initialize`, once per process.
    pub(super) async fn greet(&mut self, epoch: u32) -> Result<(), Problem> {
        let options = RawJson::from(self.options());
        let options = JsonObject::try_from(options).map_err(Problem::internal)?;
        let id = greeting(epoch);
        let line = Line::raw_request(id.as_str(), "initialize", &options);
        self.write(&id, Who::Host, &line).await?;
        self.settings_due = true;
        self.name_due = true;
        Ok(())
    }

    /// The members of `initialize`. Versions that do not know one ignore it (2.1.38).
    fn options(&self) -> Value {
        let mut options = json!({
            "forwardSubagentText": true,
            "promptSuggestions": true,
            "agentProgressSummaries": true,
            "supportedDialogKinds": DIALOG_KINDS,
            // Without it an interrupt also stops background agents (2.1.325).
            "perTaskStopAffordance": true,
        });
        if let Some(name) = self.name() {
            options["title"] = json!(name);
        }
        if self.attests_trust {
            // Without it the CLI ignores the allow rules of the project (2.1.325).
            options["workspaceTrust"] =
                json!({"accepted": true, "directory": self.projection.directory()});
        }
        options
    }

    /// The name that a person gave to the session, here or in the conversation with `/rename`.
    fn name(&self) -> Option<&str> {
        let title = self.view().info.title.as_deref();
        title.filter(|_| self.projection.settings.name.is_some())
    }

    /// Names a resumed conversation, whose `initialize` ignores the title (2.1.325).
    pub(super) async fn name_resumed(&mut self) {
        if !self.name_due || !self.answers_newer_requests() {
            return;
        }
        self.name_due = false;
        let name = self.name().map(str::to_owned);
        if let Some(name) =
            name.filter(|name| self.projection.settings.cli_name.as_ref() != Some(name))
        {
            self.rename_conversation(&name, Who::Host).await;
        }
    }

    /// Whether the running CLI answers requests that 2.1.38 does not know.
    pub(super) fn answers_newer_requests(&self) -> bool {
        let version = self.view().info.version.as_deref();
        let version = version.and_then(|text| text.parse::<CliVersion>().ok());
        self.is_ready() && version.is_some_and(|version| version > SILENT)
    }

    /// Asks which model and effort are in force: commands change them without a message.
    pub(super) async fn ask_settings(&mut self) {
        if !self.settings_due || !self.answers_newer_requests() {
            return;
        }
        self.settings_due = false;
        let asked = self.tell_cli("get_settings", Value::Null, Who::Host);
        if let Err(problem) = asked.await {
            tracing::debug!(session = %self.id, ?problem, "cannot ask for the settings in force");
        }
    }

    /// Names the conversation of the running CLI; that of a sleeping session is named when it wakes.
    pub(super) async fn rename_conversation(&mut self, name: &str, who: Who) {
        if !self.answers_newer_requests() {
            return;
        }
        let fields = json!({"title": name, "source": "host"});
        if let Err(problem) = self.tell_cli("rename_session", fields, who).await {
            tracing::debug!(session = %self.id, ?problem, "cannot rename the conversation");
        }
    }
}

/// Whether a record is the CLI's answer to `get_settings`.
pub(super) fn tells_settings(record: &Record) -> bool {
    let has = |text: &[u8]| memchr::memmem::find(&record.bytes, text).is_some();
    record.kind == Kind::Out && has(br#""applied":{"#) && has(br#""control_response""#)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_to_get_settings_is_recognized() {
        let line = json!({"type": "control_response", "response": {"subtype": "success", "request_id": "h1",
            "response": {"effective": {}, "sources": [], "applied": {"model": "m", "effort": "high"}}}});
        let record = Record::new(Kind::Out, Who::Cli, line.to_string());
        assert!(tells_settings(&record));
        let other = Record::new(
            Kind::Out,
            Who::Cli,
            json!({"type": "user", "text": "\"applied\":{"}).to_string(),
        );
        assert!(!tells_settings(&other));
    }
}
