//! What a new process is told and asked first, and what is asked again when a command may have changed it.

use pilothouse_log::{Kind, Record};
use pilothouse_protocol::command::CliVersion;
use pilothouse_view::fold::DIALOG_KINDS;
use serde_json::{Value, json};

/// This version does not answer requests that it does not know.
pub(super) const SILENT: CliVersion = CliVersion::new(2, 1, 38);

/// The members of `initialize`. Versions that do not know one ignore it (2.1.38).
pub(super) fn options(name: Option<&str>, trusted: Option<&str>) -> Value {
    let mut options = json!({
        "forwardSubagentText": true,
        "promptSuggestions": true,
        "agentProgressSummaries": true,
        "supportedDialogKinds": DIALOG_KINDS,
        // Without it an interrupt also stops background agents (2.1.325).
        "perTaskStopAffordance": true,
    });
    if let Some(name) = name {
        options["title"] = json!(name);
    }
    if let Some(directory) = trusted {
        // Without it the CLI ignores the allow rules of the project (2.1.325).
        options["workspaceTrust"] = json!({"accepted": true, "directory": directory});
    }
    options
}

/// Whether a record is the CLI's answer to `get_settings`.
pub(super) fn tells_settings(record: &Record) -> bool {
    let has = |text: &[u8]| memchr::memmem::find(&record.bytes, text).is_some();
    record.kind == Kind::Out && has(br#""applied":{"#) && has(br#""control_response""#)
}

#[cfg(test)]
mod tests {
    use pilothouse_log::Who;

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
