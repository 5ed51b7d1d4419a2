//! The lock of a log: whoever has it may write.

use std::fs::File;
use std::io;
use std::thread;
use std::time::Duration;

use rustix::fs::FlockOperation;

use super::{LockError, LogDir};
use crate::private;

/// How often and how long a lock that is taken is looked at.
const LOOKS: u32 = 20;
const LOOK: Duration = Duration::from_millis(5);

/// Takes the lock of a log.
pub(super) fn take(dir: &LogDir) -> Result<File, LockError> {
    super::create_log_dir(&dir.path)?;
    let lock = private::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(dir.path.join("lock"))?;
    wait_for_lock(&lock)?;
    Ok(lock)
}

/// Takes the lock, also from under someone who only looks whether it is taken: to look is to
/// hold it for a moment.
fn wait_for_lock(lock: &File) -> Result<(), LockError> {
    for _ in 0..LOOKS {
        if try_take(lock)?.is_some() {
            return Ok(());
        }
        thread::sleep(LOOK);
    }
    Err(LockError::Locked)
}

/// Takes the lock for as long as the file is open; `None` when someone else has it.
pub(super) fn try_take(file: &File) -> io::Result<Option<()>> {
    match rustix::fs::flock(file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(Some(())),
        Err(rustix::io::Errno::WOULDBLOCK) => Ok(None),
        Err(error) => Err(error.into()),
    }
}
