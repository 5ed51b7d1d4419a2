//! Files of a project: never outside of it, whatever the path says and wherever links point.

use std::path::{Component, Path, PathBuf};

use pilothouse_view::api::project::FileNode;

use crate::problem::Problem;

/// The largest file that is shown.
const MAX_BYTES: u64 = 16 << 20;
/// How many files are looked at for suggestions.
const MAX_WALK: usize = 20_000;
/// Directories that hold nothing a person wrote.
const SKIPPED: [&str; 5] = [".git", "node_modules", "target", ".venv", "__pycache__"];

/// Resolves a path inside a root; one that leads out of it, by `..` or by a link, is refused.
fn inside(root: &Path, path: &str) -> Result<PathBuf, Problem> {
    let outside = || Problem::forbidden("This path leads out of the project.");
    let relative = Path::new(path);
    if relative
        .components()
        .any(|part| !matches!(part, Component::Normal(_) | Component::CurDir))
    {
        return Err(outside());
    }
    let root = root
        .canonicalize()
        .map_err(|_| Problem::not_found("directory"))?;
    let found = root
        .join(relative)
        .canonicalize()
        .map_err(|_| Problem::not_found("file"))?;
    if found.starts_with(&root) {
        Ok(found)
    } else {
        Err(outside())
    }
}

/// The files of a directory, directories first.
pub(crate) fn list(root: &Path, path: &str) -> Result<Vec<FileNode>, Problem> {
    let directory = inside(root, path)?;
    let mut nodes = Vec::new();
    for entry in std::fs::read_dir(directory)?.flatten() {
        let Ok(about) = entry.metadata() else {
            continue;
        };
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if path.is_empty() {
            name.clone()
        } else {
            format!("{}/{name}", path.trim_end_matches('/'))
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

pub(crate) fn read(root: &Path, path: &str) -> Result<Vec<u8>, Problem> {
    let file = inside(root, path)?;
    let about = std::fs::metadata(&file)?;
    if !about.is_file() {
        return Err(Problem::not_found("file"));
    }
    if about.len() > MAX_BYTES {
        return Err(Problem::invalid("The file is too large to be shown."));
    }
    Ok(std::fs::read(file)?)
}

/// Paths that contain the query, those whose name begins with it first.
pub(crate) fn suggest(root: &Path, query: &str, most: usize) -> Vec<String> {
    let wanted = query.to_lowercase();
    let mut found = Vec::new();
    let mut waiting = vec![PathBuf::new()];
    let mut seen = 0;
    while let Some(directory) = waiting.pop() {
        let Ok(entries) = std::fs::read_dir(root.join(&directory)) else {
            continue;
        };
        for entry in entries.flatten() {
            seen += 1;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = directory.join(&name);
            // Links are not followed: they may lead anywhere.
            let is_directory = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_directory && !SKIPPED.contains(&name.as_str()) {
                waiting.push(path);
            } else if !is_directory {
                let text = path.to_string_lossy().into_owned();
                if text.to_lowercase().contains(&wanted) {
                    found.push((!name.to_lowercase().starts_with(&wanted), text.len(), text));
                }
            }
        }
        if seen > MAX_WALK {
            break;
        }
    }
    found.sort();
    found
        .into_iter()
        .take(most)
        .map(|(_, _, path)| path)
        .collect()
}

/// The branch a git directory is on.
pub(crate) fn branch(directory: &Path) -> Option<String> {
    let head = std::fs::read_to_string(directory.join(".git/HEAD")).ok()?;
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
    fn nothing_outside_the_project_can_be_reached() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path().join("project");
        std::fs::create_dir(&root).unwrap();
        std::fs::write(directory.path().join("secret"), "s").unwrap();
        std::fs::write(root.join("file"), "f").unwrap();
        std::os::unix::fs::symlink(directory.path().join("secret"), root.join("link")).unwrap();
        assert_eq!(read(&root, "file").unwrap(), b"f");
        for path in ["../secret", "/etc/passwd", "link", "a/../../secret"] {
            assert!(read(&root, path).is_err(), "{path} was read");
        }
    }

    #[test]
    fn suggestions_put_names_that_begin_with_the_query_first() {
        let directory = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(directory.path().join("node_modules")).unwrap();
        for name in ["login.ts", "relogin.ts", "node_modules/login.ts"] {
            std::fs::write(directory.path().join(name), "").unwrap();
        }
        assert_eq!(
            suggest(directory.path(), "login", 10),
            ["login.ts", "relogin.ts"]
        );
    }
}
