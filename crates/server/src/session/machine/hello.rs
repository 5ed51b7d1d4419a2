//! What a new process is told and asked first, and what is asked again when a command may have changed it.

use pilothouse_log::Who;
use pilothouse_protocol::command::CliVersion;
use pilothouse_protocol::{Input as Line, JsonObject, RawJson};
use serde_json::{Value, json};

use super::Machine;
use crate::session::hello::{SILENT, options};
use crate::session::pending::Awaited;
use crate::session::settings::greeting;

impl Machine {
    /// Sends `initialize`, once per process, whichever server does it.
    pub(super) fn greet(&mut self) {
        let Some(epoch) = self.lives.epoch() else {
            return;
        };
        let id = greeting(epoch);
        let is_done = self.projection.settings.greeted >= epoch || self.is_appending(&id);
        if is_done || self.is_stalled() {
            return;
        }
        let trusted = self
            .lives
            .attests_trust()
            .then(|| self.projection.directory());
        let options = RawJson::from(options(self.name(), trusted));
        let Ok(options) = JsonObject::try_from(options) else {
            return;
        };
        let line = Line::raw_request(id.as_str(), "initialize", &options);
        self.pending.insert(id.clone(), Awaited::Hello);
        self.greeted_at = Some(self.now.mono);
        self.append_line(&id, Who::Host, &line, None);
        self.settings_due = true;
        self.name_due = true;
        self.is_title_asked = false;
    }

    /// The name that a person gave to the session, here or in the conversation with `/rename`.
    fn name(&self) -> Option<&str> {
        let title = self.view().info.title.as_deref();
        title.filter(|_| self.projection.settings.name.is_some())
    }

    /// Names a resumed conversation, whose `initialize` ignores the title (2.1.325).
    pub(super) fn name_resumed(&mut self) {
        if !self.name_due || !self.answers_newer_requests() {
            return;
        }
        self.name_due = false;
        let name = self.name().map(str::to_owned);
        let known = &self.projection.settings.cli_name;
        if let Some(name) = name.filter(|name| known.as_ref() != Some(name)) {
            self.rename_conversation(&name, Who::Host);
        }
    }

    /// Whether the running CLI answers requests that 2.1.38 does not know.
    pub(super) fn answers_newer_requests(&self) -> bool {
        let version = self.view().info.version.as_deref();
        let version = version.and_then(|text| text.parse::<CliVersion>().ok());
        self.is_ready() && version.is_some_and(|version| version > SILENT)
    }

    /// Asks which model and effort are in force: commands change them without a message.
    pub(super) fn ask_settings(&mut self) {
        if self.settings_due && self.answers_newer_requests() {
            self.settings_due = false;
            self.request("get_settings", &Value::Null, Who::Host, None);
        }
    }

    /// Names the conversation of the running CLI; that of a sleeping session is named when it wakes.
    pub(super) fn rename_conversation(&mut self, name: &str, who: Who) {
        if self.answers_newer_requests() {
            let fields = json!({"title": name, "source": "host"});
            self.request("rename_session", &fields, who, None);
        }
    }
}
