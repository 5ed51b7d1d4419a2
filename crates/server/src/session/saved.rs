//! Folds that were saved, so that opening a session reads the end of its log and not all of it.
//!
//! They stand in the store beside the settled entries, so the two are lost and made again together.

use std::io;

use pilothouse_view::VIEW_VERSION;

use super::projection::Projection;
use crate::store::Store;

/// Raise it when the fold learns to read old records in a new way: folds saved before are then made again.
const REVISION: u32 = 4;
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

/// By which program it was saved: another one may fold otherwise.
fn maker() -> String {
    format!("{}/{VIEW_VERSION}/{REVISION}", env!("CARGO_PKG_VERSION"))
}

pub(super) fn save(
    store: &Store,
    session: &str,
    which: Which,
    saved: &Projection,
) -> io::Result<()> {
    let json = serde_json::to_vec(saved)?;
    let bytes = zstd::bulk::compress(&json, LEVEL)?;
    let seq = saved.seq();
    store
        .put_fold(session, which.name(), &maker(), seq, &bytes)
        .map_err(io::Error::other)
}

/// Returns a saved fold, if there is one that this program can go on with.
pub(super) fn load(store: &Store, session: &str, which: Which) -> Option<Projection> {
    let bytes = store.fold(session, which.name(), &maker()).ok()??;
    let json = zstd::stream::decode_all(bytes.as_slice()).ok()?;
    serde_json::from_slice(&json).ok()
}

/// Saves how far a session is folded. When that fails, opening it takes longer next time.
pub(super) fn save_newest(store: &Store, session: &str, projection: &Projection) {
    if let Err(error) = save(store, session, Which::Newest, projection) {
        tracing::warn!(%session, %error, "the projection cannot be saved");
    }
}
