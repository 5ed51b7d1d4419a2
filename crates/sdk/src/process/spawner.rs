//! The thread that starts processes.
//!
//! The parent-death signal of Linux is sent when the *thread* that forked ends, not the process.
//! A worker of a runtime, or a thread of its blocking pool, may end long before the session; this thread never ends.

use std::io;
use std::sync::{OnceLock, mpsc};

use tokio::process::{Child, Command};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

struct Job {
    command: Command,
    runtime: Handle,
    reply: oneshot::Sender<io::Result<Child>>,
}

static SPAWNER: OnceLock<mpsc::Sender<Job>> = OnceLock::new();

/// Starts a command from the spawner thread; the child belongs to the runtime of the caller.
pub(crate) async fn spawn(mut command: Command) -> io::Result<Child> {
    pilothouse_process::end_with_parent(command.as_std_mut());
    let (reply, answer) = oneshot::channel();
    let job = Job {
        command,
        runtime: Handle::current(),
        reply,
    };
    let gone = || io::Error::other("the spawner thread has ended");
    spawner()?.send(job).map_err(|_| gone())?;
    answer.await.map_err(|_| gone())?
}

fn spawner() -> io::Result<&'static mpsc::Sender<Job>> {
    if let Some(sender) = SPAWNER.get() {
        return Ok(sender);
    }
    let (sender, jobs) = mpsc::channel();
    std::thread::Builder::new()
        .name("pilothouse-spawner".into())
        .spawn(move || run(jobs))?;
    // When two callers race, the second thread ends immediately, having started nothing.
    Ok(SPAWNER.get_or_init(|| sender))
}

fn run(jobs: mpsc::Receiver<Job>) {
    for mut job in jobs {
        let _entered = job.runtime.enter();
        let child = job.command.spawn();
        // If the caller is gone, the child is dropped, and `kill_on_drop` ends it.
        drop(job.reply.send(child));
    }
}
