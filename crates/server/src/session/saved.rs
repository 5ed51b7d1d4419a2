//! Folds that were saved, so that opening a session reads the end of its log and not all of it.
//!
//! They stand in the store beside the settled entries, so the two are lost and made again together.

use std::io;

use pilothouse_view::{SessionFold, VIEW_VERSION};
use serde::{Deserialize, Serialize};

use super::settings::Settings;
use super::task::Task;
use crate::store::Store;

/// Raise it when the fold learns to read old records in a new way: folds saved before are then made again.
const REVISION: u32 = 2;
/// Compression of what is saved: it is mostly text that repeats itself.
const LEVEL: i32 = 3;

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

/// Everything a task knows of the log up to a record.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(super) struct Saved {
    pub(super) fold: SessionFold,
    pub(super) settings: Settings,
    pub(super) created_at: u64,
    pub(super) last_line: (u64, String),
}

/// By which program it was saved: another one may fold otherwise.
fn maker() -> String {
    format!("{}/{VIEW_VERSION}/{REVISION}", env!("CARGO_PKG_VERSION"))
}

pub(super) fn save(store: &Store, session: &str, which: Which, saved: &Saved) -> io::Result<()> {
    let json = serde_json::to_vec(saved)?;
    let bytes = zstd::bulk::compress(&json, LEVEL)?;
    let seq = saved.fold.view().seq;
    store
        .put_fold(session, which.name(), &maker(), seq, &bytes)
        .map_err(io::Error::other)
}

/// Returns a saved fold, if there is one that this program can go on with.
pub(super) fn load(store: &Store, session: &str, which: Which) -> Option<Saved> {
    let bytes = store.fold(session, which.name(), &maker()).ok()??;
    let json = zstd::stream::decode_all(bytes.as_slice()).ok()?;
    serde_json::from_slice(&json).ok()
}

impl Task {
    /// Saves how far the session is folded. When that fails, opening it takes longer next time.
    pub(super) fn save(&mut self) {
        self.store_settled();
        self.unsaved = 0;
        if !self.unstored.is_empty() {
            // A saved fold without the entries it handed out would lose them.
            return;
        }
        let saved = Saved {
            fold: self.fold.clone(),
            settings: self.settings.clone(),
            created_at: self.created_at,
            last_line: self.last_line.clone(),
        };
        if let Err(error) = save(&self.shared.store, &self.id, Which::Newest, &saved) {
            tracing::warn!(session = %self.id, %error, "cannot save the fold");
        }
    }
}
