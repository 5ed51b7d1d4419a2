//! The process tree of a session: how it is marked, found and ended.
//!
//! A process group is not enough: each Bash command of the CLI has a session of its own.
//! So every process carries a [`Mark`] in its environment, and [`sweep`] ends all that carry it or descend from one that does.
//! A process that cleared its environment, started a session of its own and lost its parent before the sweep is not found.
//!
//! On Linux [`end_with_parent`] also has the kernel end a child whose parent was killed. On macOS a sweep does not find
//! orphans of programs whose environment the system hides. On other systems it ends the process group of a child only.

mod mark;
mod parent;
mod sweep;
mod table;
mod tail;

#[cfg(unix)]
pub use mark::may_connect;
pub use mark::{MARK, Mark, RUNNER, SESSION, in_session};
pub use parent::end_with_parent;
pub use sweep::{GIVE_UP, Kind, PAUSE, Sweep, processes_marked, signal_group, sweep};
pub use tail::OutputTail;
