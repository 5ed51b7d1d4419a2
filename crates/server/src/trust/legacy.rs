//! Trust of versions that kept one fingerprint for three files of a project.

use std::path::Path;

use sha2::{Digest, Sha256};

use super::items::{Item, hex};
use crate::files::read_plain;
use crate::problem::Problem;
use crate::store::Store;

const FILES: [&str; 3] = [
    ".mcp.json",
    ".claude/settings.json",
    ".claude/settings.local.json",
];
const BYTES: u64 = 1 << 20;

/// Turns an old fingerprint into accepted items, once: if the three files are as they were, what they declare was
/// accepted. What those versions did not look at asks.
pub(super) fn migrate(
    store: &Store,
    path: &str,
    project: &str,
    items: &[Item],
) -> Result<(), Problem> {
    let Some(trusted) = store.old_trust(path)? else {
        return Ok(());
    };
    if fingerprint(Path::new(path)).as_deref() == Some(trusted.as_str()) {
        let shown = |item: &&Item| FILES.contains(&item.file.as_str());
        let shown: Vec<Item> = items.iter().filter(shown).cloned().collect();
        super::report::keep(store, project, &shown)?;
    }
    Ok(store.remove_old_trust(path)?)
}

fn fingerprint(path: &Path) -> Option<String> {
    let mut digest = Sha256::new();
    for file in FILES {
        if let Some(bytes) = read_plain(&path.join(file), BYTES).ok()? {
            digest.update(file.as_bytes());
            digest.update(bytes.len().to_le_bytes());
            digest.update(&bytes);
        }
    }
    Some(hex(&digest.finalize()))
}
