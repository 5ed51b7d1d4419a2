//! The one fold for the small things.
//!
//! Every reader of a stream needs the same four: drafts that grow by deltas, calls joined to their results, cost of a turn out of cumulative numbers, and liveness.
//! They are here once, pure and serialisable; the SDK's turns and the view both stand on them.

mod calls;
mod costs;
mod drafts;
mod liveness;
mod signs;

pub use calls::{CallEvent, Calls, OpenCall};
pub use costs::{Costs, TurnCost};
pub use drafts::{BlockId, DraftEvent, DraftKind, Drafts, Piece};
pub use liveness::{Liveness, Sign, State};

#[cfg(test)]
mod tests;
