//! Reasons for not starting.

use serde_json::Value;

use crate::cli::flags::Options;
use crate::cli::settings::Environment;

/// Combinations of flags that the CLI rejects.
pub(super) fn refusal(options: &Options) -> Option<String> {
    let environment = Environment::read();
    let bypass = options.has("dangerously-skip-permissions")
        || options.has("allow-dangerously-skip-permissions")
        || options.value("permission-mode") == Some("bypassPermissions");
    if bypass && environment.refuses_bypass() {
        return Some(
            "--dangerously-skip-permissions cannot be used with root/sudo privileges for security \
             reasons"
                .to_owned(),
        );
    }
    let output = options.value("output-format");
    let streams_in = options.value("input-format") == Some("stream-json");
    if output == Some("stream-json") && !options.has("verbose") {
        return Some(
            "Error: When using --print, --output-format=stream-json requires --verbose".to_owned(),
        );
    }
    if streams_in && output != Some("stream-json") {
        return Some(
            "Error: --input-format=stream-json requires output-format=stream-json.".to_owned(),
        );
    }
    if let Some(schema) = options.value("json-schema")
        && serde_json::from_str::<Value>(schema).is_err()
    {
        return Some(
            "Error: --json-schema is not valid JSON: JSON Parse error: Expected '}'".to_owned(),
        );
    }
    None
}
