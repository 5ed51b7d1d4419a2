//! Slows down guessing.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::problem::Problem;

/// How many wrong attempts are borne within the window.
const ATTEMPTS: usize = 20;
const WINDOW: Duration = Duration::from_secs(60);

/// Counts wrong attempts of all comers: behind a proxy they have one address, and so have the person and the agent.
#[derive(Default)]
pub(super) struct Limiter {
    failures: Mutex<VecDeque<Instant>>,
}

impl Limiter {
    pub(super) fn check(&self) -> Result<(), Problem> {
        let mut failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        while failures
            .front()
            .is_some_and(|at| now.duration_since(*at) > WINDOW)
        {
            failures.pop_front();
        }
        match failures.front() {
            Some(oldest) if failures.len() >= ATTEMPTS => Err(Problem::too_many(
                WINDOW.saturating_sub(now.duration_since(*oldest)).as_secs() + 1,
            )),
            _ => Ok(()),
        }
    }

    pub(super) fn failed(&self) {
        self.failures
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push_back(Instant::now());
    }
}
