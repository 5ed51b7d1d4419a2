//! Words that precede a command.

/// Words after which another command follows, or that change the state of the shell.
pub(super) const NOT_COMMANDS: [&str; 29] = [
    "if",
    "then",
    "else",
    "elif",
    "fi",
    "for",
    "while",
    "until",
    "do",
    "done",
    "case",
    "esac",
    "function",
    "select",
    "time",
    "coproc",
    "!",
    "{",
    "}",
    "[[",
    "eval",
    "exec",
    "source",
    ".",
    "command",
    "builtin",
    "trap",
    "noglob",
    "nocorrect",
];

/// Programs that run the command after them, possibly after their own arguments.
const WRAPPERS: [&str; 38] = [
    "sudo",
    "doas",
    "env",
    "nice",
    "nohup",
    "time",
    "timeout",
    "stdbuf",
    "setsid",
    "xargs",
    "exec",
    "command",
    "builtin",
    "eval",
    "ionice",
    "chroot",
    "unshare",
    "strace",
    "watch",
    "busybox",
    "sh",
    "bash",
    "dash",
    "zsh",
    "ksh",
    "fish",
    "find",
    "parallel",
    "flock",
    "su",
    "runuser",
    "script",
    "ssh",
    "taskset",
    "chrt",
    "nsenter",
    "systemd-run",
    "ltrace",
];

pub(super) fn is_assignment(word: &str) -> bool {
    let Some((name, _)) = word.split_once('=') else {
        return false;
    };
    let name = name.strip_suffix('+').unwrap_or(name);
    let name = name.split('[').next().unwrap_or(name);
    !name.is_empty()
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !name.starts_with(|c: char| c.is_ascii_digit())
}

/// Returns whether the next word may be the name of a command.
pub(super) fn passes_on(word: &str) -> bool {
    is_assignment(word) || NOT_COMMANDS.contains(&word) || is_wrapper(word)
}

pub(super) fn is_wrapper(word: &str) -> bool {
    WRAPPERS.contains(&program(word))
}

/// The name of a program without its path.
pub(super) fn program(word: &str) -> &str {
    word.rsplit('/').next().unwrap_or(word)
}
