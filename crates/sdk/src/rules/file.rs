//! Rules about files, in the syntax of gitignore: `//etc/**`, `~/notes/*.md`, `/src/**`, `*.env`.
//!
//! Allow patterns match literally; deny patterns match more, as in the CLI (2.1.325):
//! case is ignored, character sets are supported, and `src/**` matches any folder of that name including its contents.

use std::path::{Component, Path, PathBuf};

use serde_json::Value;

use super::Surroundings;
use super::glob::{pieces_match, pieces_match_loosely};
use super::sensitive::is_sensitive;

/// The root of a pattern.
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
    allow: Shape,
    deny: Shape,
}

/// A pattern relative to its root.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Shape {
    /// Segments between slashes; `**` matches any number of folders.
    pieces: Vec<String>,
    /// The pattern can match in any folder below its root.
    floating: bool,
    /// The pattern matches the contents of a folder, not the folder itself.
    inside: bool,
}

impl FilePattern {
    pub(super) fn parse(content: &str) -> Self {
        let (root, rest) = match content {
            "~" => (Root::Home, ""),
            _ if content.starts_with("//") => (Root::Absolute, &content[2..]),
            _ if content.starts_with("~/") => (Root::Home, &content[2..]),
            _ => (Root::Cwd, content),
        };
        let rest = rest.strip_prefix("./").unwrap_or(rest);
        let is_floating =
            |rest: &str| root == Root::Cwd && !rest.trim_end_matches('/').contains('/');
        let mut folder = rest;
        while let Some(shorter) = folder.strip_suffix("/**") {
            folder = shorter;
        }
        Self {
            allow: Shape::new(rest, is_floating(rest)),
            deny: Shape::new(&folder.to_lowercase(), is_floating(folder)),
            root,
        }
    }

    /// Returns whether all paths match, also after resolving links.
    pub(super) fn covers_all(&self, paths: &[PathBuf], surroundings: &Surroundings) -> bool {
        !paths.is_empty() && paths.iter().all(|path| self.allows(path, surroundings))
    }

    /// Returns whether any path matches, before or after resolving links.
    pub(super) fn covers_any(&self, paths: &[PathBuf], surroundings: &Surroundings) -> bool {
        paths.iter().any(|path| self.denies(path, surroundings))
    }

    fn allows(&self, path: &Path, surroundings: &Surroundings) -> bool {
        let Some(root) = self.root_directory(surroundings) else {
            return false;
        };
        let root = normalized(root);
        let lexical = surroundings.resolve(path);
        self.allow.matches(&root, &lexical)
            && self.allow.matches(&followed(&root), &followed(&lexical))
    }

    fn denies(&self, path: &Path, surroundings: &Surroundings) -> bool {
        let Some(root) = self.root_directory(surroundings) else {
            return false;
        };
        let root = normalized(root);
        let text = path.to_string_lossy();
        // White space around a name does not change it.
        [path, Path::new(text.trim())].into_iter().any(|path| {
            let lexical = surroundings.resolve(path);
            self.deny.matches_loosely(&root, &lexical)
                || self
                    .deny
                    .matches_loosely(&followed(&root), &followed(&lexical))
        })
    }

    fn root_directory<'a>(&self, surroundings: &'a Surroundings) -> Option<&'a Path> {
        match self.root {
            Root::Absolute => Some(Path::new("/")),
            Root::Home => surroundings.home_directory(),
            Root::Cwd => Some(surroundings.cwd()),
        }
    }
}

impl Shape {
    fn new(rest: &str, floating: bool) -> Self {
        let pieces = rest.split('/');
        let pieces = pieces.filter(|piece| !piece.is_empty() && *piece != ".");
        Self {
            pieces: pieces.map(str::to_owned).collect(),
            floating,
            inside: rest.ends_with('/'),
        }
    }

    /// Matches literally. A name that is not UTF-8 cannot be compared with a pattern.
    fn matches(&self, root: &Path, path: &Path) -> bool {
        let Ok(below) = path.strip_prefix(root) else {
            return false;
        };
        let folders: Vec<&str> = below.iter().filter_map(|piece| piece.to_str()).collect();
        // Only the CLI can decide the meaning of these.
        let is_plain = |piece: &String| {
            !piece.contains(['[', ']', '\\', '{', '}']) && !piece.starts_with(['!', '#'])
        };
        if folders.len() != below.iter().count()
            || self.pieces.is_empty()
            || !self.pieces.iter().all(is_plain)
        {
            return false;
        }
        let least = self.pieces.len() + usize::from(self.inside);
        let starts = if self.floating { folders.len() } else { 1 };
        (0..starts.min(folders.len())).any(|start| {
            let folders = &folders[start..];
            (!self.inside || folders.len() >= least) && pieces_match(&self.pieces, folders)
        })
    }

    fn matches_loosely(&self, root: &Path, path: &Path) -> bool {
        let small = |path: &Path| path.to_string_lossy().to_lowercase();
        let (root, path) = (small(root), small(path));
        let Ok(below) = Path::new(&path).strip_prefix(&root) else {
            return false;
        };
        let folders: Vec<&str> = below.iter().filter_map(|piece| piece.to_str()).collect();
        // A pattern that names nothing matches everything.
        let means_all = self.pieces.iter().all(|piece| piece == "**");
        let starts = if self.floating { folders.len() } else { 1 };
        means_all || (0..starts).any(|start| pieces_match_loosely(&self.pieces, &folders[start..]))
    }
}

impl Surroundings {
    /// Resolves a path by name.
    fn resolve(&self, path: &Path) -> PathBuf {
        let expanded = match (path.strip_prefix("~"), self.home_directory()) {
            (Ok(rest), Some(home)) => home.join(rest),
            _ => path.to_owned(),
        };
        normalized(&self.cwd().join(expanded))
    }

    /// Returns whether a change to a file requires a permission request regardless of the rules: the file controls
    /// other programs,
    /// or it is behind a link from the working directory to the outside.
    pub(super) fn guards(&self, path: &Path) -> bool {
        let cwd = normalized(self.cwd());
        let lexical = self.resolve(path);
        let below = lexical.strip_prefix(&cwd);
        let slips = below.is_ok() && !followed(&lexical).starts_with(followed(&cwd));
        slips || is_sensitive(below.unwrap_or(&lexical))
    }
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

/// Resolves the links of the existing part of a path.
pub(super) fn followed(path: &Path) -> PathBuf {
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

/// Returns the files of a call; `None` if they are unknown.
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

/// Returns whether a call changes a file that always requires a permission request.
pub(super) fn is_guarded(tool: &str, input: &Value, surroundings: &Surroundings) -> bool {
    changes(tool)
        && paths(tool, input)
            .is_some_and(|paths| paths.iter().any(|path| surroundings.guards(path)))
}

fn changes(tool: &str) -> bool {
    matches!(tool, "Edit" | "Write" | "MultiEdit" | "NotebookEdit")
}

/// Returns whether a rule for one tool also applies to another: `Edit(…)` applies to all tools that change files,
/// `Read(…)` to all that read them.
pub(super) fn family(rule: &str, tool: &str, has_content: bool) -> bool {
    has_content
        && match rule {
            "Edit" => changes(tool),
            "Read" => matches!(tool, "Glob" | "Grep" | "LS"),
            _ => false,
        }
}

/// Returns whether a deny rule for one tool also denies another: a file that must not be read must not be changed.
pub(super) fn family_to_deny(rule: &str, tool: &str, has_content: bool) -> bool {
    has_content && rule == "Read" && changes(tool)
}
