//! The one fold for the small things.
//!
//! Every reader of a stream needs the same five: drafts that grow by deltas, calls joined to their results, cost of a turn out of cumulative numbers, liveness, and schedules.
//! They are here once, pure and serialisable; the SDK's turns and the view both stand on them.

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
