//! Makes a failing world smaller while it still fails: fewer faults, people and events.

use super::plan::Plan;
use super::story::Story;
use super::{Outcome, World};

/// How many smaller worlds are tried.
const TRIES: u32 = 200;

/// Runs a world. A panic of the machine is a failure like any other.
pub(super) fn outcome(plan: &Plan, story: Story) -> Outcome {
    let run = std::panic::AssertUnwindSafe(|| World::run(plan, story));
    std::panic::catch_unwind(run).unwrap_or_else(|panic| {
        super::super::canary::set(None);
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or(panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        Outcome {
            failure: Some(format!("panic: {}", text.unwrap_or_default())),
            story: String::new(),
            records: 0,
            fingerprint: 0,
        }
    })
}

/// How a world fails, without what differs between two worlds that fail for the same reason.
fn kind(plan: &Plan) -> Option<String> {
    let failure = outcome(plan, Story::untold()).failure?;
    let first = failure.lines().next().unwrap_or_default();
    Some(
        first
            .chars()
            .filter(|one| !one.is_ascii_digit())
            .take(60)
            .collect(),
    )
}

/// The smallest plan that was found to fail like this one.
fn shrink(plan: &Plan) -> Plan {
    let failure = kind(plan);
    let mut smallest = plan.clone();
    let mut left = TRIES;
    loop {
        let mut smaller = candidates(&smallest).into_iter();
        let smaller = smaller.find(|plan| {
            left -= left.min(1);
            left > 0 && kind(plan) == failure
        });
        match smaller {
            Some(smaller) => smallest = smaller,
            None => return smallest,
        }
    }
}

fn candidates(plan: &Plan) -> Vec<Plan> {
    let mut plans = Vec::new();
    for fault in plan.faults.iter() {
        plans.push(Plan {
            faults: plan.faults.without(fault),
            ..plan.clone()
        });
    }
    if plan.people > 1 {
        plans.push(Plan {
            people: plan.people - 1,
            ..plan.clone()
        });
    }
    let steps = [
        plan.steps / 2,
        plan.steps * 9 / 10,
        plan.steps.saturating_sub(1),
    ];
    let steps = steps.into_iter().filter(|steps| *steps < plan.steps);
    plans.extend(steps.map(|steps| Plan {
        steps,
        ..plan.clone()
    }));
    plans
}

/// What to print of a failing world: why, the smallest plan, and its story.
pub(super) fn report(plan: &Plan) -> String {
    let smallest = shrink(plan);
    let outcome = outcome(&smallest, Story::told());
    format!(
        "seed {}: {}\nsmallest: {smallest:?}\n{}",
        plan.seed,
        outcome.failure.unwrap_or_default(),
        outcome.story
    )
}
