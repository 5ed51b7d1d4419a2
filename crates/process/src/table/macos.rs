//! Processes of macOS, from libproc and `sysctl`. It was never run on a Mac.
//!
//! The kernel leaves out the environment of restricted programs, such as the shells in `/bin`. A sweep finds those by
//! their parents and their process group only.

#![allow(
    unsafe_code,
    reason = "the system has no other interface to its processes"
)]

use std::ffi::{c_int, c_void};
use std::{mem, ptr};

use super::{Status, procargs};

pub(super) fn ids() -> Vec<u32> {
    // SAFETY: without a buffer the call only returns a number.
    let count = unsafe { libc::proc_listallpids(ptr::null_mut(), 0) };
    // Processes that start between the two calls.
    let room = usize::try_from(count).unwrap_or_default() + 64;
    let mut ids: Vec<c_int> = vec![0; room];
    let bytes = c_int::try_from(mem::size_of_val(ids.as_slice())).unwrap_or_default();
    // SAFETY: the buffer has this many bytes.
    let filled = unsafe { libc::proc_listallpids(ids.as_mut_ptr().cast::<c_void>(), bytes) };
    ids.truncate(usize::try_from(filled).unwrap_or_default());
    let ids = ids.into_iter().filter_map(|id| u32::try_from(id).ok());
    ids.filter(|id| *id > 0).collect()
}

pub(super) fn status(pid: u32) -> Option<Status> {
    let info = info(pid)?;
    Some(Status {
        parent: info.pbi_ppid,
        group: info.pbi_pgid,
        zombie: info.pbi_status == libc::SZOMB,
    })
}

/// Returns when a process started, in seconds and microseconds. Another process with the same ID has another time.
pub(crate) fn started(pid: u32) -> Option<(u64, u64)> {
    let info = info(pid)?;
    Some((info.pbi_start_tvsec, info.pbi_start_tvusec))
}

/// Returns the variables, separated by zero bytes.
pub(super) fn environment(pid: u32) -> Vec<u8> {
    let Ok(pid) = c_int::try_from(pid) else {
        return Vec::new();
    };
    let mut name = [libc::CTL_KERN, libc::KERN_PROCARGS2, pid];
    let mut size = 0;
    // SAFETY: without a buffer the call only writes the size.
    let sized = unsafe {
        libc::sysctl(
            name.as_mut_ptr(),
            3,
            ptr::null_mut(),
            &raw mut size,
            ptr::null_mut(),
            0,
        )
    };
    if sized != 0 {
        return Vec::new();
    }
    let mut bytes = vec![0_u8; size];
    // SAFETY: the buffer has `size` bytes, and the call writes to `size` how many it filled.
    let filled = unsafe {
        libc::sysctl(
            name.as_mut_ptr(),
            3,
            bytes.as_mut_ptr().cast::<c_void>(),
            &raw mut size,
            ptr::null_mut(),
            0,
        )
    };
    if filled != 0 {
        return Vec::new();
    }
    bytes.truncate(size);
    procargs::environment(&bytes).to_vec()
}

fn info(pid: u32) -> Option<libc::proc_bsdinfo> {
    let pid = c_int::try_from(pid).ok()?;
    // SAFETY: the structure consists of integers, for which zero is a value.
    let mut info: libc::proc_bsdinfo = unsafe { mem::zeroed() };
    let size = c_int::try_from(mem::size_of_val(&info)).ok()?;
    let place = (&raw mut info).cast::<c_void>();
    // SAFETY: the buffer is a structure of the kind that this flavor fills.
    let filled = unsafe { libc::proc_pidinfo(pid, libc::PROC_PIDTBSDINFO, 0, place, size) };
    (filled == size).then_some(info)
}
