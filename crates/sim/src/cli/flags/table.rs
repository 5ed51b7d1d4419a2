//! The table of flags: name, number of values, first version.

use crate::cli::dialect::Version;

/// The number of values of a flag.
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
    since: Version,
}

/// Finds the flag by any of its spellings, if the version has it.
pub(super) fn find(spelling: &str, version: Version) -> Option<&'static FlagSpec> {
    FLAGS
        .iter()
        .find(|spec| spec.names.contains(&spelling) && spec.since <= version)
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
    ($($(#[$attribute:meta])* $name:literal $names:tt $usage:literal $arity:ident $choices:expr, $since:ident;)*) => {
        const FLAGS: &[FlagSpec] = &[$($(#[$attribute])* FlagSpec {
            name: $name,
            names: &$names,
            usage: $usage,
            arity: Arity::$arity,
            choices: $choices,
            since: Version::$since,
        }),*];
    };
}

flags! {
    "help" ["--help", "-h"] "-h, --help" None &[], V2_1_38;
    "version" ["--version", "-v"] "-v, --version" None &[], V2_1_38;
    "add-dir" ["--add-dir"] "--add-dir <directories...>" Many &[], V2_1_38;
    "agent" ["--agent"] "--agent <agent>" One &[], V2_1_38;
    "agents" ["--agents"] "--agents <json-or-file>" One &[], V2_1_38;
    "allow-dangerously-skip-permissions" ["--allow-dangerously-skip-permissions"] "--allow-dangerously-skip-permissions" None &[], V2_1_38;
    "allowedTools" ["--allowedTools", "--allowed-tools"] "--allowedTools, --allowed-tools <tools...>" Many &[], V2_1_38;
    "append-system-prompt" ["--append-system-prompt"] "--append-system-prompt <prompt>" One &[], V2_1_38;
    "autocompact" ["--autocompact"] "--autocompact <auto|tokens>" One &[], V2_1_325;
    "ax-screen-reader" ["--ax-screen-reader"] "--ax-screen-reader" None &[], V2_1_325;
    "background" ["--bg", "--background"] "--bg, --background" None &[], V2_1_325;
    "bare" ["--bare"] "--bare" None &[], V2_1_325;
    "betas" ["--betas"] "--betas <betas...>" Many &[], V2_1_38;
    "brief" ["--brief"] "--brief" None &[], V2_1_325;
    "chrome" ["--chrome"] "--chrome" None &[], V2_1_38;
    "no-chrome" ["--no-chrome"] "--no-chrome" None &[], V2_1_38;
    "cloud" ["--cloud"] "--cloud [description|session_id|url]" Optional &[], V2_1_325;
    "continue" ["--continue", "-c"] "-c, --continue" None &[], V2_1_38;
    "dangerously-skip-permissions" ["--dangerously-skip-permissions"] "--dangerously-skip-permissions" None &[], V2_1_38;
    "debug" ["--debug", "-d"] "-d, --debug [filter]" Optional &[], V2_1_38;
    "debug-file" ["--debug-file"] "--debug-file <path>" One &[], V2_1_38;
    "debug-to-stderr" ["--debug-to-stderr", "-d2e"] "-d2e, --debug-to-stderr" None &[], V2_1_38;
    "desktop" ["--desktop"] "--desktop" None &[], V2_1_325;
    "disable-slash-commands" ["--disable-slash-commands"] "--disable-slash-commands" None &[], V2_1_38;
    "disallowedTools" ["--disallowedTools", "--disallowed-tools"] "--disallowedTools, --disallowed-tools <tools...>" Many &[], V2_1_38;
    "effort" ["--effort"] "--effort <level>" One &[], V2_1_38;
    "environment" ["--environment"] "--environment <environment_id>" One &[], V2_1_325;
    "exclude-dynamic-system-prompt-sections" ["--exclude-dynamic-system-prompt-sections"] "--exclude-dynamic-system-prompt-sections" None &[], V2_1_325;
    "fallback-model" ["--fallback-model"] "--fallback-model <model>" One &[], V2_1_38;
    "file" ["--file"] "--file <specs...>" Many &[], V2_1_38;
    "fork-session" ["--fork-session"] "--fork-session" None &[], V2_1_38;
    "forward-subagent-text" ["--forward-subagent-text"] "--forward-subagent-text" None &[], V2_1_325;
    "from-pr" ["--from-pr"] "--from-pr [value]" Optional &[], V2_1_38;
    "ide" ["--ide"] "--ide" None &[], V2_1_38;
    "include-hook-events" ["--include-hook-events"] "--include-hook-events" None &[], V2_1_325;
    "include-partial-messages" ["--include-partial-messages"] "--include-partial-messages" None &[], V2_1_38;
    "input-format" ["--input-format"] "--input-format <format>" One &["text", "stream-json"], V2_1_38;
    "json-schema" ["--json-schema"] "--json-schema <schema>" One &[], V2_1_38;
    "max-budget-usd" ["--max-budget-usd"] "--max-budget-usd <amount>" One &[], V2_1_38;
    "mcp-config" ["--mcp-config"] "--mcp-config <configs...>" Many &[], V2_1_38;
    "model" ["--model"] "--model <model>" One &[], V2_1_38;
    "name" ["--name", "-n"] "-n, --name <name>" One &[], V2_1_325;
    "no-session-persistence" ["--no-session-persistence"] "--no-session-persistence" None &[], V2_1_38;
    "output-format" ["--output-format"] "--output-format <format>" One &["text", "json", "stream-json"], V2_1_38;
    "permission-mode" ["--permission-mode"] "--permission-mode <mode>" One MODES, V2_1_38;
    "permission-prompts" ["--permission-prompts"] "--permission-prompts <mode>" One &[], V2_1_325;
    "plugin-dir" ["--plugin-dir"] "--plugin-dir <path>" One &[], V2_1_38;
    "plugin-url" ["--plugin-url"] "--plugin-url <url>" One &[], V2_1_325;
    "print" ["--print", "-p"] "-p, --print" None &[], V2_1_38;
    "prompt-suggestions" ["--prompt-suggestions"] "--prompt-suggestions [value]" Optional &[], V2_1_325;
    "remote-control" ["--remote-control", "--rc"] "--remote-control [name]" Optional &[], V2_1_325;
    "remote-control-session-name-prefix" ["--remote-control-session-name-prefix"] "--remote-control-session-name-prefix <prefix>" One &[], V2_1_325;
    "replay-user-messages" ["--replay-user-messages"] "--replay-user-messages" None &[], V2_1_38;
    "restricted" ["--restricted"] "--restricted" None &[], V2_1_325;
    "resume" ["--resume", "-r"] "-r, --resume [value]" Optional &[], V2_1_38;
    "safe-mode" ["--safe-mode"] "--safe-mode" None &[], V2_1_325;
    "session-id" ["--session-id"] "--session-id <uuid>" One &[], V2_1_38;
    "setting-sources" ["--setting-sources"] "--setting-sources <sources>" One &[], V2_1_38;
    "settings" ["--settings"] "--settings <file-or-json>" One &[], V2_1_38;
    "strict-mcp-config" ["--strict-mcp-config"] "--strict-mcp-config" None &[], V2_1_38;
    "system-prompt" ["--system-prompt"] "--system-prompt <prompt>" One &[], V2_1_38;
    "system-prompt-snapshot" ["--system-prompt-snapshot"] "--system-prompt-snapshot <path>" One &[], V2_1_325;
    "teleport" ["--teleport"] "--teleport [session]" Optional &[], V2_1_38;
    "tmux" ["--tmux"] "--tmux [mode]" Optional &[], V2_1_325;
    "tools" ["--tools"] "--tools <tools...>" Many &[], V2_1_38;
    "verbose" ["--verbose"] "--verbose" None &[], V2_1_38;
    "worktree" ["--worktree", "-w"] "-w, --worktree [name]" Optional &[], V2_1_325;
    "permission-prompt-tool" ["--permission-prompt-tool"] "--permission-prompt-tool <tool>" One &[], V2_1_38;
    "max-turns" ["--max-turns"] "--max-turns <turns>" One &[], V2_1_38;
    "max-thinking-tokens" ["--max-thinking-tokens"] "--max-thinking-tokens <tokens>" One &[], V2_1_38;
    "thinking" ["--thinking"] "--thinking <mode>" One &["enabled", "adaptive", "disabled"], V2_1_325;
    "thinking-display" ["--thinking-display"] "--thinking-display <display>" One &["summarized", "omitted", "highlights"], V2_1_325;
    "task-budget" ["--task-budget"] "--task-budget <tokens>" One &[], V2_1_325;
    "session-mirror" ["--session-mirror"] "--session-mirror" None &[], V2_1_325;
    "await-initialize" ["--await-initialize"] "--await-initialize" None &[], V2_1_325;
    "await-claim" ["--await-claim"] "--await-claim" None &[], V2_1_325;
    "managed-settings" ["--managed-settings"] "--managed-settings <json>" One &[], V2_1_325;
    "managed-settings-in-initialize" ["--managed-settings-in-initialize"] "--managed-settings-in-initialize" None &[], V2_1_325;
    "project-config-root" ["--project-config-root"] "--project-config-root <path>" One &[], V2_1_325;
    "plugin-dir-no-mcp" ["--plugin-dir-no-mcp"] "--plugin-dir-no-mcp <path>" One &[], V2_1_325;
    "resume-session-at" ["--resume-session-at"] "--resume-session-at <message id>" One &[], V2_1_38;
    "resume-drops-turn" ["--resume-drops-turn"] "--resume-drops-turn" None &[], V2_1_325;
    "channels" ["--channels"] "--channels <servers...>" Many &[], V2_1_325;
    "workload" ["--workload"] "--workload <tag>" One &[], V2_1_325;
    "sdk-url" ["--sdk-url"] "--sdk-url <url>" One &[], V2_1_38;
    "enable-auth-status" ["--enable-auth-status"] "--enable-auth-status" None &[], V2_1_38;
    "system-prompt-file" ["--system-prompt-file"] "--system-prompt-file <file>" One &[], V2_1_38;
    "append-system-prompt-file" ["--append-system-prompt-file"] "--append-system-prompt-file <file>" One &[], V2_1_38;
    "append-subagent-system-prompt" ["--append-subagent-system-prompt"] "--append-subagent-system-prompt <prompt>" One &[], V2_1_325;
    "append-subagent-system-prompt-file" ["--append-subagent-system-prompt-file"] "--append-subagent-system-prompt-file <file>" One &[], V2_1_325;
    "plan-mode-instructions" ["--plan-mode-instructions"] "--plan-mode-instructions <text>" One &[], V2_1_325;
    "inherit-permission-mode" ["--inherit-permission-mode"] "--inherit-permission-mode" None &[], V2_1_325;
    "rewind-files" ["--rewind-files"] "--rewind-files <user-message-id>" One &[], V2_1_38;
    "reply-on-resume" ["--reply-on-resume"] "--reply-on-resume" None &[], V2_1_325;
    "init" ["--init"] "--init" None &[], V2_1_38;
    "init-only" ["--init-only"] "--init-only" None &[], V2_1_38;
    "maintenance" ["--maintenance"] "--maintenance" None &[], V2_1_38;
    "fast-mode" ["--fast-mode"] "--fast-mode <mode>" One &["on", "off"], V2_1_325;
    "advisor" ["--advisor"] "--advisor <model>" One &[], V2_1_325;
    "proactivity" ["--proactivity"] "--proactivity <level>" One &["ask", "default", "proactive"], V2_1_325;
    "include-unsupported-models" ["--include-unsupported-models"] "--include-unsupported-models" None &[], V2_1_325;
    "client-data-url" ["--client-data-url"] "--client-data-url <url>" One &[], V2_1_325;
    "allow-other-models" ["--allow-other-models"] "--allow-other-models" None &[], V2_1_325;
    "host-auth-is-org-sign-in" ["--host-auth-is-org-sign-in"] "--host-auth-is-org-sign-in" None &[], V2_1_325;
    "ignore-persisted-trust" ["--ignore-persisted-trust"] "--ignore-persisted-trust" None &[], V2_1_325;
    "messaging-socket-path" ["--messaging-socket-path"] "--messaging-socket-path <path>" One &[], V2_1_325;
    "dangerously-load-development-channels" ["--dangerously-load-development-channels"] "--dangerously-load-development-channels <servers...>" Many &[], V2_1_325;
    "enable-auto-mode" ["--enable-auto-mode"] "--enable-auto-mode" None &[], V2_1_325;
    "watch-artifact" ["--watch-artifact", "--watch-artifact-no-autoreact"] "--watch-artifact <url>" One &[], V2_1_325;
    "prefill" ["--prefill", "--prefill-b64"] "--prefill <text>" One &[], V2_1_38;
    "deep-link-origin" ["--deep-link-origin"] "--deep-link-origin" None &[], V2_1_325;
    "deep-link-repo" ["--deep-link-repo"] "--deep-link-repo <slug>" One &[], V2_1_325;
    "deep-link-last-fetch" ["--deep-link-last-fetch"] "--deep-link-last-fetch <ms>" One &[], V2_1_325;
    "deep-link-cwd-b64" ["--deep-link-cwd-b64"] "--deep-link-cwd-b64 <cwd>" One &[], V2_1_325;
    "agents-view-if-allowed" ["--agents-view-if-allowed"] "--agents-view-if-allowed" None &[], V2_1_325;
    "agent-id" ["--agent-id"] "--agent-id <id>" One &[], V2_1_38;
    "agent-name" ["--agent-name"] "--agent-name <name>" One &[], V2_1_38;
    "team-name" ["--team-name"] "--team-name <name>" One &[], V2_1_38;
    "agent-color" ["--agent-color"] "--agent-color <color>" One &[], V2_1_38;
    "agent-type" ["--agent-type"] "--agent-type <type>" One &[], V2_1_38;
    "plan-mode-required" ["--plan-mode-required"] "--plan-mode-required" None &[], V2_1_38;
    "parent-session-id" ["--parent-session-id"] "--parent-session-id <id>" One &[], V2_1_38;
    "lead-verify-key" ["--lead-verify-key"] "--lead-verify-key <key>" One &[], V2_1_325;
    "teammate-mode" ["--teammate-mode"] "--teammate-mode <mode>" One &[], V2_1_38;
    "runner-declares" ["--runner-declares"] "--runner-declares <json>" One &[], V2_1_325;
    "session-began-as-copy" ["--session-began-as-copy"] "--session-began-as-copy" None &[], V2_1_325;
    "forward-home-settings" ["--forward-home-settings"] "--forward-home-settings" None &[], V2_1_325;
    "remote" ["--remote"] "--remote [description]" Optional &[], V2_1_38;
    "attach-serve" ["--attach-serve"] "--attach-serve <path>" One &[], V2_1_325;
    "pool" ["--pool"] "--pool <id>" One &[], V2_1_325;
    "correlation-id" ["--correlation-id"] "--correlation-id <id>" One &[], V2_1_325;
    "ref" ["--ref"] "--ref <ref>" One &[], V2_1_325;
    "on-branch" ["--on-branch"] "--on-branch <branch>" One &[], V2_1_325;
    "sim-script" ["--sim-script"] "--sim-script <file>" One &[], V2_1_38;
    "sim-fs" ["--sim-fs"] "--sim-fs <overlay|directory>" One &[], V2_1_38;
    "sim-speed" ["--sim-speed"] "--sim-speed <factor>" One &[], V2_1_38;
    "as-version" ["--as-version"] "--as-version <version>" One &[], V2_1_38;
    #[cfg(feature = "mutants")]
    "sim-mutant" ["--sim-mutant"] "--sim-mutant <name>" One crate::cli::mutant::MUTANTS, V2_1_38;
}
