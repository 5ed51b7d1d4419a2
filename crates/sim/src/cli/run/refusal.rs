//! Why a process does not start.

use serde_json::Value;

use crate::cli::flags::Options;
use crate::cli::output;
use crate::cli::settings::Environment;

/// What the flags alone rule out.
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
    if let Some(name) = options.value("sim-mutant")
        && !MUTANTS.contains(&name)
    {
        output::complain(&format!("unknown mutant: {name}"));
        std::process::exit(2);
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

/// The deliberately wrong variants, for the tests of the conformance suite.
const MUTANTS: &[&str] = &[
    "no-echo",
    "no-replay",
    "batched-results",
    "cancel-after-response",
    "one-init",
    "whole-message",
    "completed-before-result",
    "parallel-asks",
    "late-answer",
    "no-still-queued",
    "unmerged-queue",
    "clean-exit",
    "deny-ends-turn",
    "rules-forgotten",
    "hook-after-ask",
    "no-initialized",
    "stop-after-message",
];
