//! The changes of a session to one file, added up.
//!
//! Each edit comes as a patch against the file as it was at that moment. Adding them up gives the
//! difference between the file before the session and the file now, without holding either.

mod hunks;
mod pieces;

use pilothouse_protocol::tool::PatchHunk;
use serde::{Deserialize, Serialize};

use crate::session::Hunk;
use pieces::Pieces;

/// More text than this is not kept; the single edits are still in their entries.
const LIMIT: usize = 128 * 1024;

/// The sum of the edits of one file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct FileDiff {
    /// `None` once the sum is no longer known.
    pieces: Option<Pieces>,
    /// Lines of the single patches, for when the sum is not known.
    added: u64,
    removed: u64,
}

impl FileDiff {
    /// The diff of a file that was there.
    pub(crate) fn existing() -> Self {
        Self {
            pieces: Some(Pieces::whole_file()),
            added: 0,
            removed: 0,
        }
    }

    /// The diff of a file that was made with this content.
    pub(crate) fn created(content: &str) -> Self {
        let pieces = Pieces::new_file(lines(content));
        let added = lines(content).len() as u64;
        let mut diff = Self {
            pieces: Some(pieces),
            added,
            removed: 0,
        };
        diff.check_size();
        diff
    }

    /// Adds an edit. A patch that does not fit means that something else changed the file.
    pub(crate) fn patch(&mut self, patch: &[Hunk]) {
        for line in patch.iter().flat_map(|hunk| &hunk.lines) {
            self.added += u64::from(line.starts_with('+'));
            self.removed += u64::from(line.starts_with('-'));
        }
        let fits = self
            .pieces
            .as_mut()
            .is_some_and(|pieces| pieces.patch(patch).is_some());
        if !fits {
            self.pieces = None;
        }
        self.check_size();
    }

    /// Something happened to the file that cannot be added up.
    pub(crate) fn lose(&mut self) {
        self.pieces = None;
    }

    /// Counts lines of a change whose place is not known.
    pub(crate) fn count(&mut self, added: u64, removed: u64) {
        self.added += added;
        self.removed += removed;
    }

    pub(crate) fn is_exact(&self) -> bool {
        self.pieces.is_some()
    }

    /// Whether the file is as it was before the session.
    pub(crate) fn is_unchanged(&self) -> bool {
        self.pieces.as_ref().is_some_and(Pieces::is_unchanged)
    }

    pub(crate) fn hunks(&self) -> Vec<Hunk> {
        self.pieces.as_ref().map(hunks::hunks).unwrap_or_default()
    }

    /// Lines added and removed.
    pub(crate) fn totals(&self) -> (u64, u64) {
        self.pieces
            .as_ref()
            .map_or((self.added, self.removed), Pieces::totals)
    }

    fn check_size(&mut self) {
        if self
            .pieces
            .as_ref()
            .is_some_and(|pieces| pieces.size() > LIMIT)
        {
            self.pieces = None;
        }
    }
}

/// The hunks of a `structuredPatch`.
pub(crate) fn hunks_of(patch: Vec<PatchHunk>) -> Vec<Hunk> {
    let hunk = |hunk: PatchHunk| Hunk {
        old_start: hunk.old_start,
        old_lines: hunk.old_lines,
        new_start: hunk.new_start,
        new_lines: hunk.new_lines,
        // A remark about a missing last newline is not a line of the file.
        lines: hunk
            .lines
            .into_iter()
            .filter(|line| !line.starts_with('\\'))
            .collect(),
    };
    patch.into_iter().map(hunk).collect()
}

/// One hunk that turns one text into the other: what differs between the common ends.
pub(crate) fn patch_between(old: &str, new: &str) -> Vec<Hunk> {
    let (old, new) = (lines(old), lines(new));
    let start = old
        .iter()
        .zip(&new)
        .take_while(|(one, other)| one == other)
        .count();
    let ends = old[start..].iter().rev().zip(new[start..].iter().rev());
    let end = ends.take_while(|(one, other)| one == other).count();
    let (removed, added) = (&old[start..old.len() - end], &new[start..new.len() - end]);
    if removed.is_empty() && added.is_empty() {
        return Vec::new();
    }
    let lines = removed.iter().map(|line| format!("-{line}"));
    let lines = lines
        .chain(added.iter().map(|line| format!("+{line}")))
        .collect();
    let place = |count: usize| (start + usize::from(count > 0)) as u64;
    vec![Hunk {
        old_start: place(removed.len()),
        old_lines: removed.len() as u64,
        new_start: place(added.len()),
        new_lines: added.len() as u64,
        lines,
    }]
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests;
