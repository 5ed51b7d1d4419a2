//! Files that steer other programs: a change to them is asked about whatever the rules say.
//!
//! The CLI has a list of them (`.git`, `.vscode`, `.bashrc`, `.mcp.json` and many more), which grows.
//! So every hidden name is taken for one, except the one that is common and that it was seen to let pass (2.1.325).

use std::path::Path;

const HARMLESS: &str = ".env";

/// Whether a path leads to or through a hidden file or folder.
pub(super) fn is_sensitive(path: &Path) -> bool {
    let names = path.iter().filter_map(|name| name.to_str());
    names
        .filter(|name| name.starts_with('.') && !matches!(*name, "." | ".."))
        .any(|name| name != HARMLESS)
}
