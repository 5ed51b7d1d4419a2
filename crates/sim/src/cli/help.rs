//! The output of `--help`.

/// The help text of the simulator and of its own flags.
pub(super) fn text() -> String {
    "\
Usage: claude [options] [command] [prompt]

A simulated Claude Code CLI: it accepts every option of claude and plays a script instead of
calling a model. No account, no network.

A user message with SCRIPT: followed by a JSON list of blocks scripts the answer.
Without a script, the answer is a short text that quotes the message.

Options of the simulator:
  --sim-script <file>            Script for messages without one (\"tour\": the built-in tour)
  --sim-fs <overlay|directory>   Where tools write: to an overlay saved with the session (default),
                                 or to files below a directory
  --sim-speed <factor>           Multiply the delays of scripts (0 plays without delays)
  --as-version <version>         Version to simulate: 2.1.325 (default) or 2.1.38

Options of claude that affect the output:
  --output-format <format>       text, json or stream-json (needs --verbose)
  --input-format <format>        text or stream-json
  --include-partial-messages     Stream deltas
  --replay-user-messages         Echo user messages and responses
  --permission-mode <mode>       acceptEdits, auto, bypassPermissions, manual, dontAsk, plan
  --permission-prompt-tool stdio Send permission requests to the host
  --allowedTools, --disallowedTools, --tools, --model, --fallback-model, --max-turns,
  --max-budget-usd, --json-schema, --mcp-config, --session-id, --resume, --continue,
  --fork-session, --resume-session-at, --no-session-persistence, --add-dir, --settings,
  --setting-sources, --include-hook-events, --forward-subagent-text, --autocompact, --bare
  -h, --help                     Display help for command
  -v, --version                  Output the version number

Examples:
  pilothouse sim -p 'say something'
  pilothouse sim --input-format stream-json --output-format stream-json --verbose \\
    --include-partial-messages --replay-user-messages --permission-prompt-tool stdio
"
    .to_owned()
}
