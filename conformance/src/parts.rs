//! The parts of a run: their times and counts, what was retried, and what was skipped.

mod summary;

use std::sync::Arc;
use std::time::Instant;

use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::cell::Cell;
use crate::report::{print_stderr, say};

/// The number of failed scenarios that are repeated in a run; any further failure counts immediately.
const RETRIES: usize = 2;

/// A play with its outcome.
#[derive(Debug)]
pub(crate) struct Judged<R> {
    pub(crate) cell: Cell,
    pub(crate) seconds: f32,
    /// Other results for the caller.
    pub(crate) result: R,
}

impl<R: Default> Judged<R> {
    /// A scenario that could not be played.
    pub(crate) fn unplayed(cell: Cell) -> Self {
        Self {
            cell,
            seconds: 0.0,
            result: R::default(),
        }
    }
}

/// The counts and the time of one part.
#[derive(Debug)]
struct Part {
    name: String,
    seconds: f32,
    passed: usize,
    failed: usize,
    skipped: usize,
}

/// The parts of the run, and the data of the final summary.
#[derive(Debug)]
pub(crate) struct Parts {
    jobs: usize,
    details: bool,
    /// Whether each play is reported on stderr.
    progress: bool,
    /// Whether a part that cannot run counts as failed.
    strict: bool,
    done: Vec<Part>,
    /// The seconds of each play.
    plays: Vec<(f32, String)>,
    failed: Vec<String>,
    /// The repeated plays, with their first failure.
    retried: Vec<(String, String)>,
    /// The skipped plays, with the reason.
    skipped: Vec<(String, String)>,
}

impl Parts {
    pub(crate) fn new(jobs: usize, details: bool, progress: bool, strict: bool) -> Self {
        Self {
            jobs: jobs.max(1),
            details,
            progress,
            strict,
            done: Vec::new(),
            plays: Vec::new(),
            failed: Vec::new(),
            retried: Vec::new(),
            skipped: Vec::new(),
        }
    }

    /// Plays every item, several at a time, and counts the outcomes.
    pub(crate) async fn play<T, R, F, Fut>(
        &mut self,
        name: &str,
        items: Vec<(String, T)>,
        play: F,
    ) -> Vec<(T, Judged<R>)>
    where
        T: Clone + Send + 'static,
        R: Send + 'static,
        F: Fn(T) -> Fut,
        Fut: Future<Output = Judged<R>> + Send + 'static,
    {
        if items.is_empty() {
            return Vec::new();
        }
        say(&format!("{name}: {}", items.len()));
        let started = Instant::now();
        let mut judged = self.all(items, &play).await;
        for (label, item, result) in &mut judged {
            if result.cell.is_wrong() && self.retried.len() < RETRIES {
                let first = result.cell.lines().into_iter().next().unwrap_or_default();
                self.retried.push((format!("{name}: {label}"), first));
                *result = play(item.clone()).await;
            }
        }
        let mut part = Part::new(name);
        for (label, _, result) in &judged {
            let label = format!("{name}: {label}");
            self.plays.push((result.seconds, label.clone()));
            self.count(&mut part, label, &result.cell);
        }
        part.seconds = started.elapsed().as_secs_f32();
        self.done.push(part);
        let kept = judged.into_iter();
        kept.map(|(_, item, result)| (item, result)).collect()
    }

    /// Returns the plays in the order of the items.
    async fn all<T, R, F, Fut>(
        &self,
        items: Vec<(String, T)>,
        play: &F,
    ) -> Vec<(String, T, Judged<R>)>
    where
        T: Clone + Send + 'static,
        R: Send + 'static,
        F: Fn(T) -> Fut,
        Fut: Future<Output = Judged<R>> + Send + 'static,
    {
        let gate = Arc::new(Semaphore::new(self.jobs));
        let mut running = JoinSet::new();
        for (place, (label, item)) in items.into_iter().enumerate() {
            let (playing, gate) = (play(item.clone()), Arc::clone(&gate));
            running.spawn(async move {
                let _permit = gate.acquire().await;
                (place, label, item, playing.await)
            });
        }
        let mut judged = Vec::new();
        while let Some(joined) = running.join_next().await {
            match joined {
                Ok(done) => {
                    if self.progress {
                        print_stderr(&format!("{} {:.1} s", done.1, done.3.seconds));
                    }
                    judged.push(done);
                }
                Err(error) => std::panic::resume_unwind(error.into_panic()),
            }
        }
        judged.sort_by_key(|(place, ..)| *place);
        let judged = judged.into_iter();
        judged
            .map(|(_, label, item, result)| (label, item, result))
            .collect()
    }

    /// Counts plays that cannot run: as skipped, or in CI as failed.
    pub(crate) fn missing(&mut self, name: &str, labels: &[String], reason: &str) {
        if labels.is_empty() {
            return;
        }
        let mut part = Part::new(name);
        for label in labels {
            let cell = if self.strict {
                Cell::Stuck(reason.to_owned())
            } else {
                Cell::Skipped(reason.to_owned())
            };
            self.count(&mut part, format!("{name}: {label}"), &cell);
        }
        self.done.push(part);
    }

    /// Counts a check that is not a play.
    pub(crate) fn check(&mut self, name: &str, cell: &Cell) {
        let mut part = Part::new(name);
        self.count(&mut part, name.to_owned(), cell);
        self.done.push(part);
    }

    fn count(&mut self, part: &mut Part, label: String, cell: &Cell) {
        match cell {
            Cell::Same | Cell::Known(_) => part.passed += 1,
            Cell::Skipped(reason) => {
                part.skipped += 1;
                self.skipped.push((label, reason.clone()));
            }
            Cell::Differs(_) | Cell::Stuck(_) => {
                part.failed += 1;
                cell.print(&label, self.details);
                self.failed.push(label);
            }
        }
    }
}

impl Part {
    fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            seconds: 0.0,
            passed: 0,
            failed: 0,
            skipped: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    fn parts(strict: bool) -> Parts {
        Parts::new(2, false, false, strict)
    }

    fn items(count: usize) -> Vec<(String, usize)> {
        (0..count).map(|item| (item.to_string(), item)).collect()
    }

    fn judged(cell: Cell) -> Judged<()> {
        Judged {
            cell,
            seconds: 0.0,
            result: (),
        }
    }

    fn differs() -> Cell {
        Cell::Differs(vec!["first".to_owned()])
    }

    #[tokio::test]
    async fn a_failure_is_retried_once_and_listed() {
        let mut parts = parts(false);
        let plays = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&plays);
        let play = move |_| {
            let count = counted.fetch_add(1, Ordering::SeqCst);
            async move { judged(if count == 0 { differs() } else { Cell::Same }) }
        };
        parts.play("part", items(1), play).await;
        assert_eq!(plays.load(Ordering::SeqCst), 2);
        assert_eq!(parts.retried, [("part: 0".to_owned(), "first".to_owned())]);
        assert_eq!(parts.failed, Vec::<String>::new());
    }

    #[tokio::test]
    async fn a_run_with_more_than_two_failures_fails_even_if_each_would_pass_again() {
        let mut parts = parts(false);
        let plays = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&plays);
        let play = move |_| {
            let first = counted.fetch_add(1, Ordering::SeqCst) < 3;
            async move { judged(if first { differs() } else { Cell::Same }) }
        };
        parts.play("part", items(3), play).await;
        assert_eq!(parts.retried.len(), 2);
        assert_eq!(plays.load(Ordering::SeqCst), 5);
        assert_eq!((parts.done[0].passed, parts.done[0].failed), (2, 1));
        assert_eq!(parts.failed, ["part: 2"]);
    }

    #[tokio::test]
    async fn a_failure_that_stays_fails_the_run() {
        let mut parts = parts(false);
        parts
            .play("part", items(2), |item| async move {
                judged(if item == 0 { differs() } else { Cell::Same })
            })
            .await;
        assert_eq!((parts.done[0].passed, parts.done[0].failed), (1, 1));
        assert_eq!(parts.failed, ["part: 0"]);
    }

    #[test]
    fn a_part_that_cannot_run_is_skipped_and_fails_in_ci() {
        let labels = ["a".to_owned(), "b".to_owned()];
        let mut alone = parts(false);
        alone.missing("live", &labels, "no CLI");
        assert_eq!((alone.done[0].skipped, alone.done[0].failed), (2, 0));
        assert_eq!(
            alone.skipped[1],
            ("live: b".to_owned(), "no CLI".to_owned())
        );
        let mut ci = parts(true);
        ci.missing("live", &labels, "no CLI");
        assert_eq!(ci.failed, ["live: a", "live: b"]);
    }
}
