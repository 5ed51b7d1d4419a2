//! What a person sees of a session: a pure fold from log records to a view and its changes.
//!
//! A [`SessionView`] is what a reader holds. Only a [`Change`] alters it, and the same changes
//! are applied by the browser (`ui/src/api/applyChange.ts`). There is no I/O and no clock here:
//! time comes from the records.

#[macro_use]
mod macros;

pub mod ask;
pub mod change;
pub mod entry;
pub mod fold;
pub mod id;
pub mod job;
pub mod json;
pub mod session;
pub mod tool;
pub mod turn;
pub mod untruncated;
pub mod view;

mod apply;
mod context;
mod diff;
mod name;
mod suggestion;
mod tasks;
mod text;

pub use ask::{Answer, Ask, AskBody, AskState};
pub use change::{Change, ChangeSet};
pub use entry::{Entry, EntryBody};
pub use fold::SessionFold;
pub use id::{AskId, EntryId, JobId};
pub use json::Json;
pub use session::Activity;
pub use suggestion::remembered;
pub use text::{JSON_LIMIT, TEXT_LIMIT};
pub use tool::{ToolCall, ToolName, ToolPatch, ToolState};
pub use view::{EntryPage, SessionView, VIEW_VERSION};
