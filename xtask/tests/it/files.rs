//! Finds the files of the repository.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders without our own sources.
const SKIP: &[&str] = &["target", "node_modules", "ui-dist", "dist", "test-results"];

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap()
        .to_owned()
}

/// Every file with the given extension, below the root.
pub(crate) fn with_extension(extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    walk(&root(), extension, &mut found);
    found.sort();
    found
}

fn walk(directory: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = entry.path();
        if name.starts_with('.') || SKIP.contains(&name.as_str()) {
            continue;
        }
        if entry.file_type().unwrap().is_dir() {
            walk(&path, extension, found);
        } else if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
}

/// The path for display.
pub(crate) fn name(path: &Path) -> String {
    path.strip_prefix(root()).unwrap().display().to_string()
}
