//! What every measured host in Rust shares.
//!
//! A host is started with a name, a number of sessions and the program to drive, and prints one line:
//! the CPU time it used in nanoseconds, the time that passed, the messages that reached it,
//! and its memory in kilobytes, connected and at its highest.
//! Only the time from the prompts to the last result counts; neither starting nor ending processes does.

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

/// What a host is started with.
pub struct Order {
    pub name: String,
    pub sessions: usize,
    pub program: PathBuf,
}

/// Reads the command line.
pub fn order() -> Outcome<Order> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [name, sessions, program] = &words[..] else {
        return Err("a host takes a name, a number of sessions and a program".into());
    };
    Ok(Order {
        name: name.clone(),
        sessions: sessions.parse()?,
        program: program.into(),
    })
}

/// What a session gives at its result.
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

/// Two meetings of all sessions and the clock: everybody is connected, and the clock runs.
#[derive(Clone)]
pub struct Start(Arc<Barrier>, Arc<Barrier>);

impl Start {
    /// Waits, connected, until the clock runs.
    pub async fn wait(&self) {
        self.0.wait().await;
        self.1.wait().await;
    }
}

/// Runs one future per session; each connects, waits for the start, and returns at its result.
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
        // A session that cannot connect never comes to the start.
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
        // How a host ends its processes could take long; the end of their stdin ends them.
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
