//! Files of a project: never outside of it, whatever the path says and wherever links point.

mod content;
mod open;

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use pilothouse_api::project::{FileNode, FileSuggestion};

use crate::blocking::blocking;
use crate::git::Tree;
use crate::problem::Problem;
pub(crate) use content::content;
pub(crate) use open::{read_plain, read_up_to};

/// How many files are suggested.
const SUGGESTIONS: usize = 20;
/// How many files are looked at for suggestions.
const MAX_WALK: usize = 20_000;
/// The longest file that can say on which branch a directory is.
const HEAD_BYTES: u64 = 4096;
/// Directories that hold nothing a person wrote.
const SKIPPED: [&str; 5] = [".git", "node_modules", "target", ".venv", "__pycache__"];

/// The files of a directory of a project, directories first, without what git ignores.
pub(crate) async fn tree(root: &Path, path: &str) -> Result<Vec<FileNode>, Problem> {
    let (directory, below) = (root.to_owned(), path.to_owned());
    let mut nodes = blocking(move || list(&directory, &below)).await?;
    nodes.retain(|node| node.name != ".git");
    match Tree::find(root).await {
        Some(tree) => Ok(tree.describe(path.trim_end_matches('/'), nodes).await),
        None => Ok(nodes),
    }
}

/// All files of a directory, directories first. Blocks.
pub(crate) fn list(root: &Path, path: &str) -> Result<Vec<FileNode>, Problem> {
    let directory = open::inside(root, path)?;
    let mut nodes = Vec::new();
    for entry in std::fs::read_dir(directory).map_err(unlisted)?.flatten() {
        let Ok(about) = entry.metadata() else {
            continue;
        };
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = match path.trim_end_matches('/') {
            "" | "." => name.clone(),
            path => format!("{path}/{name}"),
        };
        nodes.push(FileNode {
            name,
            path,
            directory: about.is_dir(),
            size: about.len(),
            git: None,
        });
    }
    nodes
        .sort_by(|left, right| (!left.directory, &left.name).cmp(&(!right.directory, &right.name)));
    Ok(nodes)
}

/// Why a directory cannot be listed: mostly that is no failure of the host.
fn unlisted(error: io::Error) -> Problem {
    match error.kind() {
        ErrorKind::NotADirectory | ErrorKind::NotFound => Problem::not_found("directory"),
        ErrorKind::PermissionDenied => {
            Problem::forbidden("The user who runs the host may not read this directory.")
        }
        _ => error.into(),
    }
}

/// Paths that contain the query, those whose name begins with it first; none that git ignores.
pub(crate) async fn suggest(root: PathBuf, query: String) -> Result<Vec<FileSuggestion>, Problem> {
    let known = match Tree::find(&root).await {
        Some(tree) => tree.files().await,
        None => None,
    };
    blocking(move || {
        let files = known.unwrap_or_else(|| walk(&root));
        let found = best(files, &query, SUGGESTIONS).into_iter();
        Ok(found.map(|path| FileSuggestion { path }).collect())
    })
    .await
}

fn best(files: Vec<PathBuf>, query: &str, most: usize) -> Vec<String> {
    let wanted = query.to_lowercase();
    let fitting = files.into_iter().filter_map(|path| {
        let text = path.to_string_lossy().into_owned();
        let name = path.file_name()?.to_string_lossy().to_lowercase();
        let fits = text.to_lowercase().contains(&wanted);
        fits.then(|| (!name.starts_with(&wanted), text.len(), text))
    });
    let mut found: Vec<_> = fitting.collect();
    found.sort();
    let best = found.into_iter().take(most);
    best.map(|(_, _, path)| path).collect()
}

/// The files below a directory that is in no repository. Blocks.
fn walk(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut waiting = vec![PathBuf::new()];
    while let Some(directory) = waiting.pop() {
        let Ok(entries) = std::fs::read_dir(root.join(&directory)) else {
            continue;
        };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let path = directory.join(&name);
            // Links are not followed: they may lead anywhere.
            let is_directory = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if !is_directory {
                found.push(path);
            } else if !SKIPPED.contains(&name.to_string_lossy().as_ref()) {
                waiting.push(path);
            }
        }
        if found.len() > MAX_WALK {
            break;
        }
    }
    found
}

/// The branch a git directory is on.
pub(crate) fn branch(directory: &Path) -> Option<String> {
    let head = read_plain(&directory.join(".git/HEAD"), HEAD_BYTES).ok()??;
    let head = String::from_utf8(head).ok()?;
    head.trim()
        .strip_prefix("ref: refs/heads/")
        .map(str::to_owned)
}

/// The home directory of the one who runs the host.
pub(crate) fn home() -> PathBuf {
    std::env::var_os("HOME").map_or_else(|| PathBuf::from("/"), PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggestions_put_names_that_begin_with_the_query_first() {
        let directory = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(directory.path().join("node_modules")).unwrap();
        for name in ["login.ts", "relogin.ts", "node_modules/login.ts"] {
            std::fs::write(directory.path().join(name), "").unwrap();
        }
        let found = best(walk(directory.path()), "login", 10);
        assert_eq!(found, ["login.ts", "relogin.ts"]);
    }
}
