//! Shared folds of the message stream.
//!
//! Every reader of a stream needs the same five: drafts that grow by deltas, calls matched with their results, the cost
//! of a turn from cumulative numbers, liveness, and schedules.
//! They are pure and serializable; both the SDK's turns and the view use them.

mod calls;
mod costs;
mod drafts;
mod liveness;
mod schedules;
mod signs;

pub use calls::{CallEvent, Calls, OpenCall};
pub use costs::{Costs, TurnCost};
pub use drafts::{BlockId, DraftEvent, DraftKind, Drafts, Piece};
pub use liveness::{Liveness, Sign, State};
pub use schedules::{Schedule, ScheduleKind, Schedules};

#[cfg(test)]
mod tests;
