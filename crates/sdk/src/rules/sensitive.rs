//! Files that control other programs: a change to them requires a permission request regardless of the rules.
//!
//! The CLI has a growing list of them (`.git`, `.vscode`, `.bashrc`, `.mcp.json` and many more).
//! Therefore every hidden name counts as one, except a common one that the CLI was observed to allow (2.1.325).

use std::path::Path;

const HARMLESS: &str = ".env";

/// Returns whether a path leads to or through a hidden file or folder.
pub(super) fn is_sensitive(path: &Path) -> bool {
    let names = path.iter().filter_map(|name| name.to_str());
    names
        .filter(|name| name.starts_with('.') && !matches!(*name, "." | ".."))
        .any(|name| name != HARMLESS)
}
