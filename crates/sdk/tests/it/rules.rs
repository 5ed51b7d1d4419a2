//! Compares the rule engine with the committed verdicts of the real CLI: where they differ, the engine must be
//! stricter.

use crate::table::{Place, RENEW, Tally, Verdicts, hands};

/// The number of pairs in which the engine is stricter than the CLI, because it asks when in doubt; the number must
/// only decrease.
const STRICTER: usize = 1164;

#[test]
fn the_engine_is_never_looser_than_the_cli() {
    let (verdicts, hands) = (Verdicts::committed(), hands());
    let mismatches = verdicts.mismatches(&hands);
    let some = &mismatches[..mismatches.len().min(5)];
    assert!(
        some.is_empty(),
        "the table of rules and the verdicts do not fit: {some:#?}\nmake the verdicts anew: {RENEW}"
    );
    let place = Place::new();
    let mut tally = Tally::default();
    for hand in &hands {
        tally.add(hand, &place, &verdicts);
    }
    let looser = &tally.looser[..tally.looser.len().min(20)];
    assert!(looser.is_empty(), "the CLI is stricter: {looser:#?}");
    assert!(tally.pairs >= 10_000, "only {} pairs", tally.pairs);
    assert!(
        tally.stricter <= STRICTER,
        "stricter than the CLI in {} pairs, and {STRICTER} are known",
        tally.stricter
    );
}
