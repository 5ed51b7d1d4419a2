//! A program with subcommands: `git push` is not `git -c … push`.

use super::{Call, EMPTY, Topic};

pub(super) const TOPIC: Topic = Topic {
    name: "git",
    allow: &[
        "Bash(git push *)",
        "Bash(git * main)",
        "Bash(git commit:*)",
        "Bash(git:*)",
        "Bash(git *)",
        "Bash(git push origin main)",
    ],
    deny: &[
        "Bash(git push *)",
        "Bash(git push:*)",
        "Bash(git * main)",
        "Bash(git commit:*)",
        "Bash(git:*)",
    ],
    calls: &[(Call::Bash, COMMANDS)],
    ..EMPTY
};

const COMMANDS: &[&str] = &[
    "git push",
    "git push origin main",
    "git  push origin main",
    "git push origin main; git status",
    "git push origin main && git commit -m x",
    "git push origin \"main\"",
    "git push --force origin main",
    "git push origin main --receive-pack=touch",
    "git push origin mainly",
    "git main",
    "git commit -m x",
    "git commit -m 'x; y'",
    "git commit -m \"$(date)\"",
    "git commit -m \"$(cat <<'E'\nx\nE\n)\"",
    "git commit -F /OUTSIDE/secret.txt",
    "git -c a=b commit -m x",
    "git -c core.pager=touch push origin main",
    "git -C /OUTSIDE push origin main",
    "git -C .. push origin main",
    "git --git-dir=/OUTSIDE push origin main",
    "git --exec-path=/x push origin main",
    "git -p push origin main",
    "git config core.hooksPath x",
    "git grep -O x",
    "GIT_DIR=x git push origin main",
    "GIT_SSH_COMMAND=touch git push origin main",
    "/usr/bin/git push origin main",
    "command git push origin main",
    "gi\\t push origin main",
    "git pus\"h\" origin main",
    "git status",
    "git status; git push origin main",
    "git status && git log",
    "git log --output=f",
    "git diff --no-index /OUTSIDE/secret.txt old.txt",
];
