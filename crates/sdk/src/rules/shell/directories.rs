//! The working directory of the CLI's shell.
//!
//! The CLI keeps the directory in which a Bash call ends for the next call, and does not report it (2.1.325).
//! Therefore the possible directories are derived from the commands that may have run.

use std::path::{Path, PathBuf};

use super::simple::simple;
use super::wrappers::program;
use super::{any_part, hides_a_name};

/// The maximum number of possible directories; with more, the directory is unknown.
const MOST: usize = 16;

/// Commands that change the directory of the shell: built-in ones and common functions.
const CHANGERS: [&str; 13] = [
    "cd", "pushd", "popd", "chdir", "z", "zi", "j", "jump", "autojump", "fasd", "take", "mkcd",
    "up",
];
/// Commands that run text in the shell itself, or redefine a command.
const INTERPRETERS: [&str; 6] = ["eval", "source", "trap", "alias", "function", "enable"];

/// The possible working directories of the CLI's shell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShellDirectories {
    /// Absolute paths; `None` if they are unknown.
    known: Option<Vec<PathBuf>>,
}

impl ShellDirectories {
    /// The shell of a new process that was started in this directory.
    pub fn at(directory: impl Into<PathBuf>) -> Self {
        Self {
            known: Some(vec![directory.into()]),
        }
    }

    /// A shell in an unknown directory.
    pub fn unknown() -> Self {
        Self { known: None }
    }

    /// Returns the directories, if they are known.
    pub fn known(&self) -> Option<&[PathBuf]> {
        self.known.as_deref()
    }

    /// Records a command that may have run, successfully or not.
    ///
    /// ```
    /// use pilothouse_sdk::rules::ShellDirectories;
    ///
    /// let mut shell = ShellDirectories::at("/repo");
    /// shell.ran("cd sub && ls");
    /// assert_eq!(shell.known().map(<[_]>::len), Some(2));
    /// shell.ran("cd \"$somewhere\"");
    /// assert_eq!(shell.known(), None);
    /// ```
    pub fn ran(&mut self, command: &str) {
        let Some(known) = &mut self.known else {
            return;
        };
        match Change::of(command) {
            Change::None => {}
            Change::To(directory) => {
                let reached: Vec<PathBuf> =
                    known.iter().map(|base| base.join(&directory)).collect();
                for directory in reached {
                    if !known.contains(&directory) {
                        known.push(directory);
                    }
                }
            }
            Change::Unknown => self.known = None,
        }
        if self.known.as_ref().is_some_and(|known| known.len() > MOST) {
            self.known = None;
        }
    }
}

/// The effect of a command on the directory of its shell.
enum Change {
    None,
    To(PathBuf),
    Unknown,
}

impl Change {
    fn of(command: &str) -> Self {
        if !may_change(command) {
            return Self::None;
        }
        let separator = command
            .find("&&")
            .into_iter()
            .chain(command.find([';', '\n']));
        let end = separator.min().unwrap_or(command.len());
        let rest = command[end..].trim_start_matches(['&', ';', '\n']);
        match target(&command[..end]) {
            Some(directory) if !may_change(rest) => Self::To(directory),
            _ => Self::Unknown,
        }
    }
}

/// The directory of a `cd` that can be parsed completely.
fn target(command: &str) -> Option<PathBuf> {
    let simple = simple(command).ok()?;
    let plain = simple.words().replace(['"', '\''], "");
    let directory = plain.strip_prefix("cd ")?.trim();
    let is_plain = !directory.starts_with(['-', '~']) && !directory.contains(char::is_whitespace);
    is_plain.then(|| Path::new(directory).to_owned())
}

fn may_change(command: &str) -> bool {
    hides_a_name(command) || any_part(command, changes)
}

fn changes(part: &str) -> bool {
    let (name, rest) = part.split_once(' ').unwrap_or((part, ""));
    let name = program(name);
    // A dot sources a script; after a wrapper it is more often a directory.
    let reads = name == "." && !rest.is_empty() && !rest.starts_with('-');
    CHANGERS.contains(&name) || INTERPRETERS.contains(&name) || reads
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(commands: &[&str]) -> Option<Vec<PathBuf>> {
        let mut shell = ShellDirectories::at("/repo");
        for command in commands {
            shell.ran(command);
        }
        shell.known
    }

    fn at(directories: &[&str]) -> Option<Vec<PathBuf>> {
        Some(directories.iter().map(PathBuf::from).collect())
    }

    #[test]
    fn programs_leave_the_directory_as_it_is() {
        for command in [
            "ls",
            "cargo test 2>&1 | tail -5",
            "find . -name '*.rs'",
            "grep -rn cd src",
            "git commit -m 'cd is a word'",
            "for x in a b; do echo $x; done",
            "echo \"$HOME\"",
        ] {
            assert_eq!(after(&[command]), at(&["/repo"]), "{command}");
        }
    }

    #[test]
    fn a_plain_change_is_followed_and_may_have_failed() {
        assert_eq!(after(&["cd sub"]), at(&["/repo", "/repo/sub"]));
        assert_eq!(after(&["cd sub && ls | head"]), at(&["/repo", "/repo/sub"]));
        assert_eq!(after(&["cd 'sub'; ls"]), at(&["/repo", "/repo/sub"]));
        assert_eq!(after(&["cd /tmp"]), at(&["/repo", "/tmp"]));
        let twice = at(&["/repo", "/repo/a", "/repo/b", "/repo/a/b"]);
        assert_eq!(after(&["cd a", "cd b"]), twice);
    }

    #[test]
    fn anything_else_makes_it_unknown() {
        for command in [
            "cd",
            "cd -",
            "cd ~/x",
            "cd \"$x\"",
            "cd a b",
            "cd a && cd b",
            "ls && cd sub",
            "pushd sub",
            "popd",
            "c''d sub",
            "c\\d sub",
            "$x sub",
            "`echo cd` sub",
            "eval 'cd sub'",
            "source env.sh",
            ". ./env.sh",
            "builtin cd sub",
            "command cd sub",
            "alias ls='cd sub'",
            "if true; then cd sub; fi",
            "{ cd sub; }",
            "X=1 cd sub",
            "z sub",
            "ls || cd sub",
            "ls\ncd sub",
            "cd sub | cat",
        ] {
            assert_eq!(after(&[command]), None, "{command}");
        }
        let many: Vec<String> = (0..20).map(|number| format!("cd d{number}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(after(&many), None);
    }
}
