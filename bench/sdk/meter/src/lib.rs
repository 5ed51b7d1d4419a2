//! Shared code of the measured hosts in Rust.
//!
//! A host is started with a name, a number of sessions and the program to drive, and prints one line:
//! its CPU time in nanoseconds, the elapsed time, the number of received messages,
//! and its memory in kilobytes, after connecting and at its peak.
//! Only the time from the prompts to the last result counts, not starting or ending processes.

use std::any::Any;
use std::error::Error;
use std::future::Future;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};
use tokio::sync::Barrier;
use tokio::task::JoinSet;

pub type Outcome<T = ()> = Result<T, Box<dyn Error + Send + Sync>>;

/// The arguments of a host.
pub struct Order {
    pub name: String,
    pub sessions: usize,
    pub program: PathBuf,
}

/// Parses the command line.
pub fn order() -> Outcome<Order> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [name, sessions, program] = &words[..] else {
        return Err("usage: HOST NAME SESSIONS PROGRAM".into());
    };
    Ok(Order {
        name: name.clone(),
        sessions: sessions.parse()?,
        program: program.into(),
    })
}

/// The outcome of a session.
pub struct Done {
    messages: u64,
    /// The session itself: ending it is not measured.
    _session: Box<dyn Any + Send>,
}

impl Done {
    pub fn new(messages: u64, session: impl Any + Send) -> Self {
        Self {
            messages,
            _session: Box::new(session),
        }
    }
}

/// Two barriers for all sessions and the clock: all are connected, and the clock is running.
#[derive(Clone)]
pub struct Start(Arc<Barrier>, Arc<Barrier>);

impl Start {
    /// Waits, connected, until the clock is running.
    pub async fn wait(&self) {
        self.0.wait().await;
        self.1.wait().await;
    }
}

/// Runs one future per session; each connects, waits for the start, and returns after its result.
pub fn measure<F, S>(order: &Order, mut session: S) -> Outcome
where
    F: Future<Output = Outcome<Done>> + Send + 'static,
    S: FnMut(Start) -> F,
{
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let parties = order.sessions + 1;
        let start = Start(
            Arc::new(Barrier::new(parties)),
            Arc::new(Barrier::new(parties)),
        );
        let mut running = JoinSet::new();
        for _ in 0..order.sessions {
            running.spawn(session(start.clone()));
        }
        // A session that cannot connect never reaches the start.
        tokio::select! {
            _ = start.0.wait() => {}
            Some(ended) = running.join_next() => {
                return Err(match ended? {
                    Ok(_) => "a session ended before the start".into(),
                    Err(error) => error,
                });
            }
        }
        let idle = memory("VmRSS:");
        let (began, cpu) = (Instant::now(), cpu_time());
        start.1.wait().await;
        let mut all = Vec::with_capacity(order.sessions);
        while let Some(ended) = running.join_next().await {
            all.push(ended??);
        }
        let (wall, cpu) = (began.elapsed(), cpu_time() - cpu);
        let peak = memory("VmHWM:");
        let messages: u64 = all.iter().map(|done| done.messages).sum();
        println!(
            "{} {} {messages} {idle} {peak}",
            cpu.as_nanos(),
            wall.as_nanos()
        );
        // Ending processes could take long, depending on the host; closing their stdin ends them.
        std::process::exit(0)
    })
}

fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

fn memory(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok())
        .unwrap_or_default()
}
