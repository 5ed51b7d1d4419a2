//! The permissions that a part of a shell command needs.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::syntax::{is_read_only, redirect_target, words};
use crate::cli::rules::Behavior;
use crate::cli::session::Sim;

/// Commands that change the paths in their arguments; `acceptEdits` allows them.
const PATH_WRITERS: &[&str] = &["touch", "mkdir", "rm", "rmdir", "mv", "cp", "sed"];

/// Commands that read the paths in their arguments.
const PATH_READERS: &[&str] = &[
    "ls", "cat", "head", "tail", "wc", "stat", "file", "find", "du", "tree", "cd", "diff", "grep",
];

/// The permission that a part of a command needs.
pub(super) enum Need {
    Nothing,
    Write(PathBuf),
    ReadOutside(PathBuf),
    Approval,
}

impl Sim {
    pub(super) fn need(&self, part: &str, mode: &str) -> Need {
        let words = words(part);
        let Some(name) = words.first().map(String::as_str) else {
            return Need::Nothing;
        };
        let target = redirect_target(part);
        if let Some(target) = target.filter(|target| target != "/dev/null") {
            return self.need_write(&target, mode);
        }
        let paths: Vec<&String> = words
            .iter()
            .skip(1)
            .filter(|word| !word.starts_with('-'))
            .collect();
        if PATH_WRITERS.contains(&name) {
            let outside = paths
                .iter()
                .find(|path| !self.is_inside(&self.absolute(path)));
            return match outside.or_else(|| paths.first()) {
                Some(path) => self.need_write(path, mode),
                None => Need::Approval,
            };
        }
        if !is_read_only(part) {
            return Need::Approval;
        }
        if PATH_READERS.contains(&name) {
            let outside = paths
                .iter()
                .filter(|path| path.contains('/') || path.as_str() == "..")
                .map(|path| self.absolute(path))
                .find(|path| !self.is_inside(path) && !path.starts_with(self.tasks_directory()));
            if let Some(path) = outside {
                let allowed = self
                    .state
                    .borrow()
                    .rules
                    .find(Behavior::Allow, "Read", &read_input(&path), &self.cwd)
                    .is_some();
                if !allowed {
                    return Need::ReadOutside(path);
                }
            }
        }
        Need::Nothing
    }

    fn need_write(&self, path: &str, mode: &str) -> Need {
        let path = self.absolute(path);
        if mode == "acceptEdits" && self.is_inside(&path) {
            Need::Nothing
        } else {
            Need::Write(path)
        }
    }
}

fn read_input(path: &Path) -> Map<String, Value> {
    let mut input = Map::new();
    input.insert("file_path".into(), path.display().to_string().into());
    input
}
