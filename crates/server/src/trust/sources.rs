//! Which files the CLI reads for a directory.
//!
//! Seen with CLI 2.1.325 and 2.1.38, by tracing the files it opens and by what it then runs:
//!
//! - `.mcp.json` of the directory and of every directory above it, up to the root of the file system, also above
//!   the root of a git repository;
//! - `.claude/settings.json` and `.claude/scheduled_tasks.json` of the directory alone;
//! - `.claude/settings.local.json` of the directory; 2.1.325 also reads and writes that of the repository's root, and
//!   in a linked worktree that of the main checkout;
//! - `.claude/agents`, `commands`, `skills`, `output-styles` and `workflows` of the directory and of those above it, up
//!   to the root of the repository, or all of them without one; 2.1.325 reads those of the main checkout in a linked
//!   worktree that has none;
//! - the same directories of those given with `--add-dir`, whose settings and servers are not read;
//! - `CLAUDE.md`, `CLAUDE.local.md` and rules everywhere above. They are text, and an import of a file outside of the
//!   project is not read.
//!
//! What only one version reads is taken for all: an item too many asks once, an item too few runs unasked.

use std::path::{Path, PathBuf};

use crate::files::{home, read_plain};

/// How much is read of a file of git.
const GIT_FILE: u64 = 1 << 16;

/// The places the CLI looks at for one directory.
#[derive(Debug)]
pub(super) struct Sources {
    directory: PathBuf,
    project: PathBuf,
    /// The directory and all above it, nearest first.
    above: Vec<PathBuf>,
    /// Root of the repository.
    root: Option<PathBuf>,
    /// The main checkout, when the directory is in a linked worktree.
    main: Option<PathBuf>,
    /// Additional directories of the session.
    added: Vec<PathBuf>,
    /// The person's own configuration, which every session reads.
    user: PathBuf,
}

impl Sources {
    pub(super) fn of(project: &Path, directory: &Path) -> Self {
        let user = std::env::var_os("CLAUDE_CONFIG_DIR")
            .filter(|path| !path.is_empty())
            .map_or_else(|| home().join(".claude"), PathBuf::from);
        Self::with_user(project, directory, &user)
    }

    pub(super) fn with_user(project: &Path, directory: &Path, user: &Path) -> Self {
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let directory = real(directory);
        let above: Vec<_> = directory.ancestors().map(Path::to_owned).collect();
        let root = above.iter().find(|path| path.join(".git").exists());
        let main = root.and_then(|root| main_checkout(&root.join(".git")));
        Self {
            project: real(project),
            root: root.cloned(),
            main: main.map(|main| real(&main)),
            user: real(user),
            added: Vec::new(),
            above,
            directory,
        }
    }

    /// Adds directories that the CLI is given with `--add-dir`.
    pub(super) fn and(mut self, added: &[String]) -> Self {
        let start = self.directory.clone();
        let real = |path: &String| start.join(path).canonicalize().ok();
        self.added = added.iter().filter_map(real).collect();
        self
    }

    pub(super) fn directory(&self) -> &Path {
        &self.directory
    }

    /// Directories in which a script that an item names is followed.
    pub(super) fn roots(&self) -> Vec<&Path> {
        let directory = [&self.directory, &self.project].into_iter();
        directory
            .chain(&self.root)
            .chain(&self.main)
            .chain(&self.added)
            .map(PathBuf::as_path)
            .collect()
    }

    pub(super) fn mcp_files(&self) -> Vec<PathBuf> {
        self.above
            .iter()
            .map(|path| path.join(".mcp.json"))
            .collect()
    }

    pub(super) fn settings_files(&self) -> Vec<PathBuf> {
        let claude = self.directory.join(".claude");
        let shared = (claude != self.user).then(|| claude.join("settings.json"));
        shared.into_iter().chain(self.local_settings()).collect()
    }

    /// Where the CLI may keep settings of this person for this project.
    pub(super) fn local_settings(&self) -> Vec<PathBuf> {
        let mut places = vec![self.directory.clone()];
        for place in self.root.iter().chain(&self.main) {
            if !places.contains(place) {
                places.push(place.clone());
            }
        }
        let file = |place: PathBuf| place.join(".claude/settings.local.json");
        places.into_iter().map(file).collect()
    }

    /// Prompts that the CLI sends by itself.
    pub(super) fn schedule_file(&self) -> Option<PathBuf> {
        let claude = self.directory.join(".claude");
        (claude != self.user).then(|| claude.join("scheduled_tasks.json"))
    }

    /// Directories with definitions of one kind, such as `agents`.
    pub(super) fn definitions(&self, kind: &str) -> Vec<PathBuf> {
        let mut places = Vec::new();
        for place in &self.above {
            places.push(place.clone());
            if Some(place) == self.root.as_ref() {
                break;
            }
        }
        for place in self.main.iter().chain(&self.added) {
            if !places.contains(place) {
                places.push(place.clone());
            }
        }
        places
            .into_iter()
            .map(|place| place.join(".claude"))
            .filter(|claude| *claude != self.user)
            .map(|claude| claude.join(kind))
            .collect()
    }

    /// How a file is named: relative where it lies in the directory or the project, so that a worktree of a project
    /// declares the same items as the project.
    pub(super) fn label(&self, file: &Path) -> String {
        let inside = file
            .strip_prefix(&self.directory)
            .or_else(|_| file.strip_prefix(&self.project));
        inside.unwrap_or(file).to_string_lossy().into_owned()
    }

    /// The directories by which the CLI may know this one.
    pub(super) fn known_as(&self) -> impl Iterator<Item = &Path> {
        self.above.iter().chain(&self.main).map(PathBuf::as_path)
    }
}

/// The main checkout of a linked worktree, whose `.git` is a file that names its part of the repository.
fn main_checkout(git: &Path) -> Option<PathBuf> {
    let text = |path: &Path| {
        let bytes = read_plain(path, GIT_FILE).ok()??;
        Some(String::from_utf8(bytes).ok()?.trim().to_owned())
    };
    let named = text(git)?;
    let part = git.parent()?.join(named.strip_prefix("gitdir:")?.trim());
    let common = part.join(text(&part.join("commondir"))?);
    let common = common.canonicalize().ok()?;
    match common.file_name()?.to_str() {
        Some(".git") => common.parent().map(Path::to_owned),
        _ => Some(common),
    }
}
