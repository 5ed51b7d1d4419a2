//! The table of flags: name, how many values, since which version.

use crate::cli::version::Version;

/// How many values a flag takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arity {
    None,
    One,
    Optional,
    Many,
}

/// One flag.
#[derive(Debug)]
pub(super) struct FlagSpec {
    pub(super) name: &'static str,
    names: &'static [&'static str],
    pub(super) usage: &'static str,
    pub(super) arity: Arity,
    pub(super) choices: &'static [&'static str],
    newer_only: bool,
}

/// Finds the flag by any of its spellings, if the version knows it.
pub(super) fn find(spelling: &str, version: Version) -> Option<&'static FlagSpec> {
    FLAGS.iter().find(|spec| {
        spec.names.contains(&spelling) && !(spec.newer_only && version == Version::V2_1_38)
    })
}

const MODES: &[&str] = &[
    "acceptEdits",
    "auto",
    "bypassPermissions",
    "manual",
    "dontAsk",
    "plan",
];

macro_rules! flags {
    ($($(#[$attribute:meta])* $name:literal $names:tt $usage:literal $arity:ident $choices:expr, $newer:literal;)*) => {
        const FLAGS: &[FlagSpec] = &[$($(#[$attribute])* FlagSpec {
            name: $name,
            names: &$names,
            usage: $usage,
            arity: Arity::$arity,
            choices: $choices,
            newer_only: $newer,
        }),*];
    };
}

flags! {
    "help" ["--help", "-h"] "-h, --help" None &[], false;
    "version" ["--version", "-v"] "-v, --version" None &[], false;
    "add-dir" ["--add-dir"] "--add-dir <directories...>" Many &[], false;
    "agent" ["--agent"] "--agent <agent>" One &[], false;
    "agents" ["--agents"] "--agents <json-or-file>" One &[], false;
    "allow-dangerously-skip-permissions" ["--allow-dangerously-skip-permissions"] "--allow-dangerously-skip-permissions" None &[], false;
    "allowedTools" ["--allowedTools", "--allowed-tools"] "--allowedTools, --allowed-tools <tools...>" Many &[], false;
    "append-system-prompt" ["--append-system-prompt"] "--append-system-prompt <prompt>" One &[], false;
    "autocompact" ["--autocompact"] "--autocompact <auto|tokens>" One &[], true;
    "ax-screen-reader" ["--ax-screen-reader"] "--ax-screen-reader" None &[], true;
    "background" ["--bg", "--background"] "--bg, --background" None &[], true;
    "bare" ["--bare"] "--bare" None &[], true;
    "betas" ["--betas"] "--betas <betas...>" Many &[], false;
    "brief" ["--brief"] "--brief" None &[], true;
    "chrome" ["--chrome"] "--chrome" None &[], false;
    "no-chrome" ["--no-chrome"] "--no-chrome" None &[], false;
    "cloud" ["--cloud"] "--cloud [description|session_id|url]" Optional &[], true;
    "continue" ["--continue", "-c"] "-c, --continue" None &[], false;
    "dangerously-skip-permissions" ["--dangerously-skip-permissions"] "--dangerously-skip-permissions" None &[], false;
    "debug" ["--debug", "-d"] "-d, --debug [filter]" Optional &[], false;
    "debug-file" ["--debug-file"] "--debug-file <path>" One &[], false;
    "debug-to-stderr" ["--debug-to-stderr", "-d2e"] "-d2e, --debug-to-stderr" None &[], false;
    "desktop" ["--desktop"] "--desktop" None &[], true;
    "disable-slash-commands" ["--disable-slash-commands"] "--disable-slash-commands" None &[], false;
    "disallowedTools" ["--disallowedTools", "--disallowed-tools"] "--disallowedTools, --disallowed-tools <tools...>" Many &[], false;
    "effort" ["--effort"] "--effort <level>" One &[], false;
    "environment" ["--environment"] "--environment <environment_id>" One &[], true;
    "exclude-dynamic-system-prompt-sections" ["--exclude-dynamic-system-prompt-sections"] "--exclude-dynamic-system-prompt-sections" None &[], true;
    "fallback-model" ["--fallback-model"] "--fallback-model <model>" One &[], false;
    "file" ["--file"] "--file <specs...>" Many &[], false;
    "fork-session" ["--fork-session"] "--fork-session" None &[], false;
    "forward-subagent-text" ["--forward-subagent-text"] "--forward-subagent-text" None &[], true;
    "from-pr" ["--from-pr"] "--from-pr [value]" Optional &[], false;
    "ide" ["--ide"] "--ide" None &[], false;
    "include-hook-events" ["--include-hook-events"] "--include-hook-events" None &[], true;
    "include-partial-messages" ["--include-partial-messages"] "--include-partial-messages" None &[], false;
    "input-format" ["--input-format"] "--input-format <format>" One &["text", "stream-json"], false;
    "json-schema" ["--json-schema"] "--json-schema <schema>" One &[], false;
    "max-budget-usd" ["--max-budget-usd"] "--max-budget-usd <amount>" One &[], false;
    "mcp-config" ["--mcp-config"] "--mcp-config <configs...>" Many &[], false;
    "model" ["--model"] "--model <model>" One &[], false;
    "name" ["--name", "-n"] "-n, --name <name>" One &[], true;
    "no-session-persistence" ["--no-session-persistence"] "--no-session-persistence" None &[], false;
    "output-format" ["--output-format"] "--output-format <format>" One &["text", "json", "stream-json"], false;
    "permission-mode" ["--permission-mode"] "--permission-mode <mode>" One MODES, false;
    "permission-prompts" ["--permission-prompts"] "--permission-prompts <mode>" One &[], true;
    "plugin-dir" ["--plugin-dir"] "--plugin-dir <path>" One &[], false;
    "plugin-url" ["--plugin-url"] "--plugin-url <url>" One &[], true;
    "print" ["--print", "-p"] "-p, --print" None &[], false;
    "prompt-suggestions" ["--prompt-suggestions"] "--prompt-suggestions [value]" Optional &[], true;
    "remote-control" ["--remote-control", "--rc"] "--remote-control [name]" Optional &[], true;
    "remote-control-session-name-prefix" ["--remote-control-session-name-prefix"] "--remote-control-session-name-prefix <prefix>" One &[], true;
    "replay-user-messages" ["--replay-user-messages"] "--replay-user-messages" None &[], false;
    "restricted" ["--restricted"] "--restricted" None &[], true;
    "resume" ["--resume", "-r"] "-r, --resume [value]" Optional &[], false;
    "safe-mode" ["--safe-mode"] "--safe-mode" None &[], true;
    "session-id" ["--session-id"] "--session-id <uuid>" One &[], false;
    "setting-sources" ["--setting-sources"] "--setting-sources <sources>" One &[], false;
    "settings" ["--settings"] "--settings <file-or-json>" One &[], false;
    "strict-mcp-config" ["--strict-mcp-config"] "--strict-mcp-config" None &[], false;
    "system-prompt" ["--system-prompt"] "--system-prompt <prompt>" One &[], false;
    "system-prompt-snapshot" ["--system-prompt-snapshot"] "--system-prompt-snapshot <path>" One &[], true;
    "teleport" ["--teleport"] "--teleport [session]" Optional &[], false;
    "tmux" ["--tmux"] "--tmux [mode]" Optional &[], true;
    "tools" ["--tools"] "--tools <tools...>" Many &[], false;
    "verbose" ["--verbose"] "--verbose" None &[], false;
    "worktree" ["--worktree", "-w"] "-w, --worktree [name]" Optional &[], true;
    "permission-prompt-tool" ["--permission-prompt-tool"] "--permission-prompt-tool <tool>" One &[], false;
    "max-turns" ["--max-turns"] "--max-turns <turns>" One &[], false;
    "max-thinking-tokens" ["--max-thinking-tokens"] "--max-thinking-tokens <tokens>" One &[], false;
    "thinking" ["--thinking"] "--thinking <mode>" One &["enabled", "adaptive", "disabled"], true;
    "thinking-display" ["--thinking-display"] "--thinking-display <display>" One &["summarized", "omitted", "highlights"], true;
    "task-budget" ["--task-budget"] "--task-budget <tokens>" One &[], true;
    "session-mirror" ["--session-mirror"] "--session-mirror" None &[], true;
    "await-initialize" ["--await-initialize"] "--await-initialize" None &[], true;
    "await-claim" ["--await-claim"] "--await-claim" None &[], true;
    "managed-settings" ["--managed-settings"] "--managed-settings <json>" One &[], true;
    "managed-settings-in-initialize" ["--managed-settings-in-initialize"] "--managed-settings-in-initialize" None &[], true;
    "project-config-root" ["--project-config-root"] "--project-config-root <path>" One &[], true;
    "plugin-dir-no-mcp" ["--plugin-dir-no-mcp"] "--plugin-dir-no-mcp <path>" One &[], true;
    "resume-session-at" ["--resume-session-at"] "--resume-session-at <message id>" One &[], false;
    "resume-drops-turn" ["--resume-drops-turn"] "--resume-drops-turn" None &[], true;
    "channels" ["--channels"] "--channels <servers...>" Many &[], true;
    "workload" ["--workload"] "--workload <tag>" One &[], true;
    "sdk-url" ["--sdk-url"] "--sdk-url <url>" One &[], false;
    "enable-auth-status" ["--enable-auth-status"] "--enable-auth-status" None &[], false;
    "system-prompt-file" ["--system-prompt-file"] "--system-prompt-file <file>" One &[], false;
    "append-system-prompt-file" ["--append-system-prompt-file"] "--append-system-prompt-file <file>" One &[], false;
    "append-subagent-system-prompt" ["--append-subagent-system-prompt"] "--append-subagent-system-prompt <prompt>" One &[], true;
    "append-subagent-system-prompt-file" ["--append-subagent-system-prompt-file"] "--append-subagent-system-prompt-file <file>" One &[], true;
    "plan-mode-instructions" ["--plan-mode-instructions"] "--plan-mode-instructions <text>" One &[], true;
    "inherit-permission-mode" ["--inherit-permission-mode"] "--inherit-permission-mode" None &[], true;
    "rewind-files" ["--rewind-files"] "--rewind-files <user-message-id>" One &[], false;
    "reply-on-resume" ["--reply-on-resume"] "--reply-on-resume" None &[], true;
    "init" ["--init"] "--init" None &[], false;
    "init-only" ["--init-only"] "--init-only" None &[], false;
    "maintenance" ["--maintenance"] "--maintenance" None &[], false;
    "fast-mode" ["--fast-mode"] "--fast-mode <mode>" One &["on", "off"], true;
    "advisor" ["--advisor"] "--advisor <model>" One &[], true;
    "proactivity" ["--proactivity"] "--proactivity <level>" One &["ask", "default", "proactive"], true;
    "include-unsupported-models" ["--include-unsupported-models"] "--include-unsupported-models" None &[], true;
    "client-data-url" ["--client-data-url"] "--client-data-url <url>" One &[], true;
    "allow-other-models" ["--allow-other-models"] "--allow-other-models" None &[], true;
    "host-auth-is-org-sign-in" ["--host-auth-is-org-sign-in"] "--host-auth-is-org-sign-in" None &[], true;
    "ignore-persisted-trust" ["--ignore-persisted-trust"] "--ignore-persisted-trust" None &[], true;
    "messaging-socket-path" ["--messaging-socket-path"] "--messaging-socket-path <path>" One &[], true;
    "dangerously-load-development-channels" ["--dangerously-load-development-channels"] "--dangerously-load-development-channels <servers...>" Many &[], true;
    "enable-auto-mode" ["--enable-auto-mode"] "--enable-auto-mode" None &[], true;
    "watch-artifact" ["--watch-artifact", "--watch-artifact-no-autoreact"] "--watch-artifact <url>" One &[], true;
    "prefill" ["--prefill", "--prefill-b64"] "--prefill <text>" One &[], false;
    "deep-link-origin" ["--deep-link-origin"] "--deep-link-origin" None &[], true;
    "deep-link-repo" ["--deep-link-repo"] "--deep-link-repo <slug>" One &[], true;
    "deep-link-last-fetch" ["--deep-link-last-fetch"] "--deep-link-last-fetch <ms>" One &[], true;
    "deep-link-cwd-b64" ["--deep-link-cwd-b64"] "--deep-link-cwd-b64 <cwd>" One &[], true;
    "agents-view-if-allowed" ["--agents-view-if-allowed"] "--agents-view-if-allowed" None &[], true;
    "agent-id" ["--agent-id"] "--agent-id <id>" One &[], false;
    "agent-name" ["--agent-name"] "--agent-name <name>" One &[], false;
    "team-name" ["--team-name"] "--team-name <name>" One &[], false;
    "agent-color" ["--agent-color"] "--agent-color <color>" One &[], false;
    "agent-type" ["--agent-type"] "--agent-type <type>" One &[], false;
    "plan-mode-required" ["--plan-mode-required"] "--plan-mode-required" None &[], false;
    "parent-session-id" ["--parent-session-id"] "--parent-session-id <id>" One &[], false;
    "lead-verify-key" ["--lead-verify-key"] "--lead-verify-key <key>" One &[], true;
    "teammate-mode" ["--teammate-mode"] "--teammate-mode <mode>" One &[], false;
    "runner-declares" ["--runner-declares"] "--runner-declares <json>" One &[], true;
    "session-began-as-copy" ["--session-began-as-copy"] "--session-began-as-copy" None &[], true;
    "forward-home-settings" ["--forward-home-settings"] "--forward-home-settings" None &[], true;
    "remote" ["--remote"] "--remote [description]" Optional &[], false;
    "attach-serve" ["--attach-serve"] "--attach-serve <path>" One &[], true;
    "pool" ["--pool"] "--pool <id>" One &[], true;
    "correlation-id" ["--correlation-id"] "--correlation-id <id>" One &[], true;
    "ref" ["--ref"] "--ref <ref>" One &[], true;
    "on-branch" ["--on-branch"] "--on-branch <branch>" One &[], true;
    "sim-script" ["--sim-script"] "--sim-script <file>" One &[], false;
    "sim-fs" ["--sim-fs"] "--sim-fs <overlay|directory>" One &[], false;
    "sim-speed" ["--sim-speed"] "--sim-speed <factor>" One &[], false;
    "as-version" ["--as-version"] "--as-version <version>" One &[], false;
    #[cfg(feature = "mutants")]
    "sim-mutant" ["--sim-mutant"] "--sim-mutant <name>" One crate::cli::mutant::MUTANTS, false;
}
