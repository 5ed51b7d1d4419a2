//! Rules about files, in the syntax of gitignore: `//etc/**`, `~/notes/*.md`, `/src/**`, `*.env`.

use std::path::{Component, Path, PathBuf};

use serde_json::Value;

use super::Surroundings;

/// Where a pattern begins.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Root {
    /// `//…`: the root of the file system.
    Absolute,
    /// `~/…`: the home directory.
    Home,
    /// Anything else: the working directory.
    Cwd,
}

/// A pattern of paths.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FilePattern {
    root: Root,
    /// Pieces between slashes; `**` stands for any number of folders.
    pieces: Vec<String>,
    /// The pattern may begin in any folder below its root.
    floating: bool,
}

impl FilePattern {
    pub(super) fn parse(content: &str) -> Self {
        let (root, rest) = match content {
            _ if content.starts_with("//") => (Root::Absolute, &content[2..]),
            _ if content.starts_with("~/") => (Root::Home, &content[2..]),
            _ => (Root::Cwd, content),
        };
        let rest = rest.strip_prefix("./").unwrap_or(rest);
        let anchored = root != Root::Cwd || rest.trim_end_matches('/').contains('/');
        let pieces: Vec<String> = rest
            .split('/')
            .filter(|piece| !piece.is_empty() && *piece != ".")
            .map(str::to_owned)
            .collect();
        Self {
            root,
            pieces,
            floating: !anchored,
        }
    }

    /// Whether all paths match, also after links have been followed.
    pub(super) fn covers_all(&self, paths: &[PathBuf], surroundings: &Surroundings) -> bool {
        !paths.is_empty()
            && paths
                .iter()
                .all(|path| self.covers(path, surroundings, Strictness::Both))
    }

    /// Whether any path matches, before or after links have been followed.
    pub(super) fn covers_any(&self, paths: &[PathBuf], surroundings: &Surroundings) -> bool {
        paths
            .iter()
            .any(|path| self.covers(path, surroundings, Strictness::Either))
    }

    fn covers(&self, path: &Path, surroundings: &Surroundings, strictness: Strictness) -> bool {
        let Some(root) = self.root_directory(surroundings) else {
            return false;
        };
        let lexical = normalized(&surroundings.cwd().join(expand_home(path, surroundings)));
        let real = followed(&lexical);
        let by_name = self.matches_below(&normalized(root), &lexical);
        let by_link = self.matches_below(&followed(&normalized(root)), &real);
        match strictness {
            Strictness::Both => by_name && by_link,
            Strictness::Either => by_name || by_link,
        }
    }

    fn root_directory<'a>(&self, surroundings: &'a Surroundings) -> Option<&'a Path> {
        match self.root {
            Root::Absolute => Some(Path::new("/")),
            Root::Home => surroundings.home_directory(),
            Root::Cwd => Some(surroundings.cwd()),
        }
    }

    fn matches_below(&self, root: &Path, path: &Path) -> bool {
        let Ok(below) = path.strip_prefix(root) else {
            return false;
        };
        let folders: Vec<&str> = below.iter().filter_map(|piece| piece.to_str()).collect();
        // A name that is not UTF-8 cannot be compared with a pattern.
        if folders.len() != below.iter().count() || self.pieces.is_empty() {
            return false;
        }
        let starts = if self.floating { folders.len() } else { 1 };
        (0..starts).any(|start| pieces_match(&self.pieces, &folders[start..]))
    }
}

#[derive(Clone, Copy)]
enum Strictness {
    Both,
    Either,
}

/// Matches pieces against the beginning of a path: a pattern that names a folder covers what is in it.
fn pieces_match(pieces: &[String], folders: &[&str]) -> bool {
    match (pieces, folders) {
        ([], _) => true,
        ([star], _) if star == "**" => !folders.is_empty(),
        ([star, rest @ ..], _) if star == "**" => {
            (0..=folders.len()).any(|skipped| pieces_match(rest, &folders[skipped..]))
        }
        (_, []) => false,
        ([piece, rest @ ..], [folder, below @ ..]) => {
            name_matches(piece, folder) && pieces_match(rest, below)
        }
    }
}

/// Matches one name: `*` is any number of characters, `?` is one.
fn name_matches(pattern: &str, name: &str) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let name: Vec<char> = name.chars().collect();
    let (mut at, mut position) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while position < name.len() {
        if at < pattern.len() && pattern[at] == '*' {
            star = Some((at, position));
            at += 1;
        } else if at < pattern.len() && (pattern[at] == '?' || pattern[at] == name[position]) {
            at += 1;
            position += 1;
        } else if let Some((star_at, taken)) = star {
            star = Some((star_at, taken + 1));
            at = star_at + 1;
            position = taken + 1;
        } else {
            return false;
        }
    }
    pattern[at..].iter().all(|character| *character == '*')
}

/// Resolves `.` and `..` by name.
pub(super) fn normalized(path: &Path) -> PathBuf {
    let mut normalized = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => {
                normalized.pop();
            }
            Component::CurDir => {}
            other => normalized.push(other),
        }
    }
    normalized
}

/// Follows the links of as much of a path as exists.
fn followed(path: &Path) -> PathBuf {
    for ancestor in path.ancestors() {
        if let (Ok(real), Ok(rest)) = (ancestor.canonicalize(), path.strip_prefix(ancestor)) {
            return if rest.as_os_str().is_empty() {
                real
            } else {
                real.join(rest)
            };
        }
    }
    path.to_owned()
}

fn expand_home(path: &Path, surroundings: &Surroundings) -> PathBuf {
    match (path.strip_prefix("~"), surroundings.home_directory()) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path.to_owned(),
    }
}

/// Returns the files a call is about; `None` if that cannot be told.
pub(super) fn paths(tool: &str, input: &Value) -> Option<Vec<PathBuf>> {
    let path = |field: &str| input.get(field).and_then(Value::as_str).map(PathBuf::from);
    match tool {
        "Read" | "Edit" | "Write" | "MultiEdit" => Some(vec![path("file_path")?]),
        "NotebookEdit" => Some(vec![path("notebook_path")?]),
        // Without a path these search the working directory.
        "Glob" | "Grep" | "LS" => Some(vec![path("path").unwrap_or_default()]),
        _ => None,
    }
}

/// Whether a call changes a file that only seems to be in the working directory: a link leads out. The CLI asks about those whatever the rule.
pub(super) fn slips_out(tool: &str, input: &Value, surroundings: &Surroundings) -> bool {
    let changes = matches!(tool, "Edit" | "Write" | "MultiEdit" | "NotebookEdit");
    let cwd = normalized(surroundings.cwd());
    let slips = |path: &PathBuf| {
        let lexical = normalized(&cwd.join(expand_home(path, surroundings)));
        lexical.starts_with(&cwd) && !followed(&lexical).starts_with(followed(&cwd))
    };
    changes && paths(tool, input).is_some_and(|paths| paths.iter().any(slips))
}

/// Whether a rule for one tool is also about another: `Edit(…)` is about everything that changes files, `Read(…)` about everything that reads them.
pub(super) fn family(rule: &str, tool: &str, has_content: bool) -> bool {
    has_content
        && match rule {
            "Edit" => matches!(tool, "Write" | "NotebookEdit" | "MultiEdit"),
            "Read" => matches!(tool, "Glob" | "Grep" | "LS"),
            _ => false,
        }
}
