//! Folds that were saved, so that opening a session reads the end of its log and not all of it.
//!
//! They stand in the store beside the settled entries, so the two are lost and made again together.

use std::io;

use pilothouse_view::VIEW_VERSION;

use super::projection::Projection;
use super::task::Task;
use crate::store::{Indexed, SavedFold, Store};

/// Raise it when the fold learns to read old records in a new way: folds saved before are then made again.
const REVISION: u32 = 3;

/// Which fold of a session is saved.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    /// As far as the session was folded.
    Newest,
    /// At the end of the last sealed segment.
    Sealed,
}

impl Which {
    fn name(self) -> &'static str {
        match self {
            Self::Newest => "newest",
            Self::Sealed => "sealed",
        }
    }
}

/// By which program it was saved: another one may fold otherwise.
fn maker() -> String {
    format!("{}/{VIEW_VERSION}/{REVISION}", env!("CARGO_PKG_VERSION"))
}

/// Sends a fold to the store; the entries it handed out were sent before.
pub(super) fn save(
    store: &Store,
    session: &str,
    which: Which,
    saved: &Projection,
) -> io::Result<()> {
    let fold = SavedFold {
        which: which.name(),
        maker: maker(),
        seq: saved.seq(),
        json: serde_json::to_vec(saved)?,
    };
    store.index(session, Indexed::Fold(fold));
    Ok(())
}

/// Returns a saved fold, if there is one that this program can go on with.
pub(super) fn load(store: &Store, session: &str, which: Which) -> Option<Projection> {
    let json = store.fold(session, which.name(), &maker()).ok()??;
    serde_json::from_slice(&json).ok()
}

impl Task {
    /// Saves how far the session is folded. When that fails, opening it takes longer next time.
    pub(super) fn save(&mut self) {
        self.store_settled();
        self.unsaved = 0;
        if let Err(error) = save(
            &self.shared.store,
            &self.id,
            Which::Newest,
            &self.projection,
        ) {
            tracing::warn!(session = %self.id, %error, "cannot save the fold");
        }
    }
}
