//! What `git status` tells.

use std::collections::BTreeMap;

use pilothouse_api::project::FileNode;

use super::split;

/// The branch, and the files that differ from the last commit.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Status {
    pub(super) branch: Option<String>,
    /// By path relative to the directory that was asked about, `M`, `A`, `??` …; untracked directories end with a slash.
    pub(super) files: BTreeMap<String, String>,
}

impl Status {
    pub(super) fn parse(bytes: &[u8], prefix: &str) -> Self {
        let mut status = Self::default();
        for line in split(bytes) {
            let Some((code, path)) = line.split_at_checked(3) else {
                continue;
            };
            if code == "## " {
                status.branch = branch(path);
            } else if let Some(path) = path.strip_prefix(prefix) {
                let code = code.trim().to_owned();
                status.files.insert(path.to_owned(), code);
            }
        }
        status
    }

    /// How a file differs; a directory differs as all that is in it does, or else is modified.
    pub(super) fn of(&self, node: &FileNode) -> Option<String> {
        if let Some(code) = self.files.get(&node.path) {
            return Some(code.clone());
        }
        if self.is_in_untracked(&node.path) {
            return Some("??".to_owned());
        }
        if !node.directory {
            return None;
        }
        let inside = format!("{}/", node.path);
        let mut codes = self
            .files
            .range(inside.clone()..)
            .take_while(|(path, _)| path.starts_with(&inside))
            .map(|(_, code)| code.as_str());
        let first = codes.next()?;
        let same = codes.all(|code| code == first);
        Some(if same { first } else { "M" }.to_owned())
    }

    fn is_in_untracked(&self, path: &str) -> bool {
        let mut ends = path.match_indices('/').map(|(at, _)| at + 1);
        ends.any(|end| {
            self.files
                .get(&path[..end])
                .is_some_and(|code| code == "??")
        })
    }
}

/// The branch of a header such as `main...origin/main [ahead 1]` or `No commits yet on main`.
fn branch(header: &str) -> Option<String> {
    let header = header
        .strip_prefix("No commits yet on ")
        .or_else(|| header.strip_prefix("Initial commit on "))
        .unwrap_or(header);
    let name = header.split("...").next().unwrap_or(header);
    // Without a branch, git writes a sentence in parentheses.
    (!name.contains(" (no branch)") && !name.starts_with("HEAD (")).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(path: &str, directory: bool) -> FileNode {
        FileNode {
            name: String::new(),
            path: path.to_owned(),
            directory,
            size: 0,
            git: None,
        }
    }

    #[test]
    fn a_directory_differs_as_what_is_in_it() {
        let text = "## main...origin/main [ahead 1]\0 M sub/src/a.ts\0?? sub/src/b.ts\0A  sub/new/c.ts\0?? sub/loose/\0";
        let status = Status::parse(text.as_bytes(), "sub/");
        assert_eq!(status.branch.as_deref(), Some("main"));
        assert_eq!(status.of(&node("src/a.ts", false)).as_deref(), Some("M"));
        assert_eq!(status.of(&node("src", true)).as_deref(), Some("M"));
        assert_eq!(status.of(&node("new", true)).as_deref(), Some("A"));
        assert_eq!(status.of(&node("loose/x/y", false)).as_deref(), Some("??"));
        assert_eq!(status.of(&node("other", true)), None);
    }

    #[test]
    fn a_detached_head_has_no_branch() {
        assert_eq!(branch("HEAD (no branch)"), None);
        assert_eq!(branch("No commits yet on main").as_deref(), Some("main"));
    }
}
