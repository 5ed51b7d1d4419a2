//! Systems whose processes cannot be read: none is found, so nothing is ended by mark and no peer is accepted.

use super::Status;

pub(super) fn ids() -> Vec<u32> {
    Vec::new()
}

pub(super) fn status(_pid: u32) -> Option<Status> {
    None
}

pub(super) fn environment(_pid: u32) -> Vec<u8> {
    Vec::new()
}
