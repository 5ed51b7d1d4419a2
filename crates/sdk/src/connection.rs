//! A connection with a CLI: lines in, lines out.
//!
//! ```text
//!  CLI ──▶ reader ─┬─ control_response ──▶ the pending call
//!                  ├─ control_request  ──▶ a handler in its own task ──▶ writer ──▶ CLI
//!                  ├─ control_cancel   ──▶ that handler
//!                  └─ every frame      ──▶ the queue of events
//! ```
//!
//! The reader never waits for anything except bytes, so the response to a request is never behind unread events.
//! A task that waits for events also reads ([`inlet`]).
//! The connection does not interpret requests; [`crate::handlers`] does.

mod inlet;
mod pending;
mod reader;
mod route;
mod supervisor;
mod writer;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use pilothouse_protocol::control::{ControlReply, ControlResponse, HostCall, HostRequest};
use pilothouse_protocol::ids::RequestId;
use pilothouse_protocol::{Input, InputFrame};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinSet;

use crate::asked::OpenRequest;
use crate::budget::Budget;
use crate::error::{Error, Exit, Result};
use crate::handlers::Handlers;
use crate::process::{CloseTimeouts, Pipes, Process};
use crate::queue::Queue;
use crate::store::SharedStore;
use crate::store::mirror::Mirror;
use crate::turns::Turns;

use pending::Pending;
pub use reader::IncomingLine;
use writer::Outgoing;
pub use writer::OutgoingLine;

/// The settings of a connection.
#[derive(Clone)]
pub(crate) struct Settings {
    /// The timeout of a request to the CLI.
    pub(crate) request_timeout: Duration,
    /// The timeout of an interrupt.
    pub(crate) interrupt_timeout: Duration,
    /// The timeout of each step of closing.
    pub(crate) close: CloseTimeouts,
    /// The maximum length of a line.
    pub(crate) line_limit: usize,
    /// The limit of unread events in bytes.
    pub(crate) unread_limit: usize,
    /// The prefix of IDs of requests to the CLI.
    pub(crate) id_prefix: String,
    /// Whether the CLI was started with the flag to echo prompts.
    pub(crate) echoes: bool,
    /// The maximum duration of a turn.
    pub(crate) turn_deadline: Option<Duration>,
    /// The budget to which turns are charged.
    pub(crate) budget: Option<Budget>,
    /// The store to which transcripts are copied.
    pub(crate) store: Option<SharedStore>,
    /// The timeout of a call to the store.
    pub(crate) store_timeout: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            request_timeout: Duration::from_secs(60),
            interrupt_timeout: Duration::from_secs(10),
            close: CloseTimeouts::default(),
            line_limit: 256 * 1024 * 1024,
            unread_limit: crate::queue::UNREAD_LIMIT,
            id_prefix: format!("ph-{}-", &uuid::Uuid::new_v4().simple().to_string()[..8]),
            echoes: false,
            turn_deadline: None,
            budget: None,
            store: None,
            store_timeout: Duration::from_secs(60),
        }
    }
}

/// How the session was requested to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// No end was requested.
    No,
    /// Closing, with time to finish.
    Close(CloseTimeouts),
}

/// The state shared by the tasks of a connection.
pub(crate) struct Shared {
    pending: Mutex<Pending>,
    pub(crate) turns: Mutex<Turns>,
    lines: Mutex<Option<mpsc::UnboundedSender<Outgoing>>>,
    pub(crate) queue: Arc<Queue>,
    tasks: Mutex<JoinSet<()>>,
    inlet: Mutex<Option<inlet::Inlet>>,
    mirror: Mutex<Option<Mirror>>,
    runtime: Handle,
    end: watch::Sender<End>,
    exit: watch::Sender<Option<Arc<Exit>>>,
    pub(crate) handlers: Handlers,
    pub(crate) settings: Settings,
}

impl Shared {
    fn new(
        handlers: Handlers,
        settings: Settings,
        lines: mpsc::UnboundedSender<Outgoing>,
    ) -> Arc<Self> {
        let queue = Arc::new(Queue::new(settings.unread_limit));
        let mirror = settings
            .store
            .clone()
            .map(|store| Mirror::start(store, settings.store_timeout, Arc::clone(&queue)));
        Arc::new(Self {
            pending: Mutex::new(Pending::new(settings.id_prefix.clone())),
            turns: Mutex::new(Turns::new(settings.echoes, settings.budget.clone())),
            lines: Mutex::new(Some(lines)),
            queue,
            tasks: Mutex::default(),
            inlet: Mutex::default(),
            mirror: Mutex::new(mirror),
            runtime: Handle::current(),
            end: watch::Sender::new(End::No),
            exit: watch::Sender::new(None),
            handlers,
            settings,
        })
    }

    /// Writes a line and waits until it has been written.
    pub(crate) async fn write(&self, frame: InputFrame) -> Result<()> {
        let receipt = match self.enqueue_frame(frame) {
            Ok(receipt) => receipt,
            // The writer ended without a request to close: the CLI is exiting, and its exit will be known shortly.
            Err(Error::Closed) if !self.end_requested() => return Err(self.wait_ended().await),
            Err(error) => return Err(error),
        };
        match receipt.await {
            Ok(Ok(())) => Ok(()),
            // The pipe is broken because of the exit, which may be known only shortly afterwards.
            Ok(Err(_)) | Err(_) => Err(self.wait_ended().await),
        }
    }

    pub(crate) fn enqueue(&self, line: Input) -> Result<oneshot::Receiver<std::io::Result<()>>> {
        self.enqueue_frame(InputFrame::from_message(line))
    }

    fn enqueue_frame(&self, frame: InputFrame) -> Result<oneshot::Receiver<std::io::Result<()>>> {
        let (written, receipt) = oneshot::channel();
        let lines = lock(&self.lines);
        let Some(sender) = &*lines else {
            return Err(self.ended().unwrap_or(Error::Closed));
        };
        sender
            .send(Outgoing { frame, written })
            .map_err(|_| self.ended().unwrap_or(Error::Closed))?;
        Ok(receipt)
    }

    /// Sends a request and waits for a successful response.
    pub(crate) async fn request(
        &self,
        request: HostRequest,
        timeout: Duration,
    ) -> Result<Arc<ControlResponse>> {
        let subtype = request.tag().to_owned();
        // Registered before it is written, so that the response cannot arrive too early.
        let (id, answer) = lock(&self.pending).register()?;
        let _registered = Registered {
            shared: self,
            id: &id,
        };
        let exchange = async {
            let line = Input::request(&id, request);
            self.write(InputFrame::from_message(line)).await?;
            answer.await.unwrap_or(Err(Error::Closed))
        };
        let Ok(response) = tokio::time::timeout(timeout, exchange).await else {
            return Err(Error::Timeout {
                subtype,
                after: timeout,
            });
        };
        let response = response?;
        match &response.response {
            ControlReply::Success(_) => Ok(response),
            ControlReply::Error(error) if error.is_unsupported() => {
                Err(Error::Unsupported { subtype })
            }
            ControlReply::Error(error) => Err(Error::Rejected {
                subtype,
                message: error.error.clone(),
                code: error.error_code.clone(),
            }),
            other => Err(Error::Answer {
                subtype,
                reason: format!("neither a success nor an error: {}", other.tag()),
            }),
        }
    }

    /// Sends a request of a known type and parses its response.
    pub(crate) async fn call<C: HostCall>(
        &self,
        call: C,
        timeout: Duration,
    ) -> Result<C::Response> {
        let response = self.request(call.into(), timeout).await?;
        response.read::<C>().map_err(|error| Error::Answer {
            subtype: C::SUBTYPE.into(),
            reason: error.to_string(),
        })
    }

    /// Responds to a request of the CLI. Only the first response counts, and none after the request was withdrawn.
    pub(crate) fn answer(
        &self,
        id: &RequestId,
        line: Input,
    ) -> Result<oneshot::Receiver<std::io::Result<()>>> {
        if lock(&self.pending).settle(id).is_none() {
            return Err(Error::NotOpen {
                request_id: id.clone(),
            });
        }
        self.enqueue(line)
    }

    pub(crate) fn open_requests(&self) -> Vec<Arc<OpenRequest>> {
        lock(&self.pending).open_requests()
    }

    /// Requests the end of the session. Later requests can only shorten the timeouts.
    pub(crate) fn request_end(&self, timeouts: CloseTimeouts) {
        self.end.send_if_modified(|end| match end {
            End::Close(asked) if asked.drain <= timeouts.drain => false,
            _ => {
                *end = End::Close(timeouts);
                true
            }
        });
    }

    fn end_requested(&self) -> bool {
        *self.end.borrow() != End::No
    }

    /// Closes stdin of the CLI once all queued lines have been written.
    pub(crate) fn close_input(&self) {
        lock(&self.lines).take();
    }

    /// Waits until the CLI has exited and its processes have been swept.
    pub(crate) async fn exited(&self) -> Arc<Exit> {
        let mut exit = self.exit.subscribe();
        let found = exit
            .wait_for(Option::is_some)
            .await
            .ok()
            .and_then(|exit| exit.clone());
        found.unwrap_or_default()
    }

    pub(crate) fn exit(&self) -> Option<Arc<Exit>> {
        self.exit.borrow().clone()
    }

    fn ended(&self) -> Option<Error> {
        lock(&self.pending).ended().cloned()
    }

    /// Returns the reason for the end of the session, and waits a moment for it if necessary.
    pub(crate) async fn wait_ended(&self) -> Error {
        match tokio::time::timeout(Duration::from_secs(10), self.exited()).await {
            Ok(exit) => Error::Exited(exit),
            Err(_) => Error::Closed,
        }
    }

    /// Runs a task that ends with the connection.
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        let mut tasks = lock(&self.tasks);
        while tasks.try_join_next().is_some() {}
        tasks.spawn(task);
    }

    pub(crate) fn pending(&self) -> MutexGuard<'_, Pending> {
        lock(&self.pending)
    }
}

/// Unregisters a request when the future of its caller ends or is dropped.
struct Registered<'a> {
    shared: &'a Shared,
    id: &'a RequestId,
}

impl Drop for Registered<'_> {
    fn drop(&mut self) {
        lock(&self.shared.pending).unregister(self.id);
    }
}

/// Locks a mutex and ignores poisoning: no lock is held over user code, so a panic leaves the data consistent.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Connects to a process.
pub(crate) fn over_process(
    process: Process,
    pipes: Pipes,
    handlers: Handlers,
    settings: Settings,
) -> Arc<Shared> {
    let (lines, outgoing) = mpsc::unbounded_channel();
    let shared = Shared::new(handlers, settings, lines);
    let writer = tokio::spawn(writer::write_bytes(
        pipes.stdin,
        outgoing,
        Arc::clone(&shared.queue),
    ));
    let reader = tokio::spawn(inlet::read_bytes(pipes.stdout, Arc::clone(&shared)));
    tokio::spawn(supervisor::supervise_process(
        process,
        reader,
        writer,
        Arc::clone(&shared),
    ));
    shared
}

/// Connects over a pair of byte streams.
pub(crate) fn over_streams(
    source: impl AsyncRead + Send + Unpin + 'static,
    sink: impl AsyncWrite + Send + Unpin + 'static,
    handlers: Handlers,
    settings: Settings,
) -> Arc<Shared> {
    let (lines, outgoing) = mpsc::unbounded_channel();
    let shared = Shared::new(handlers, settings, lines);
    let writer = tokio::spawn(writer::write_bytes(
        sink,
        outgoing,
        Arc::clone(&shared.queue),
    ));
    let reader = tokio::spawn(inlet::read_bytes(source, Arc::clone(&shared)));
    tokio::spawn(supervisor::supervise_streams(
        reader,
        writer,
        Arc::clone(&shared),
    ));
    shared
}

/// Connects over lines that another component reads and writes.
pub(crate) fn over_lines(
    source: mpsc::Receiver<Vec<IncomingLine>>,
    sink: mpsc::Sender<OutgoingLine>,
    handlers: Handlers,
    settings: Settings,
) -> Arc<Shared> {
    let (lines, outgoing) = mpsc::unbounded_channel();
    let shared = Shared::new(handlers, settings, lines);
    let writer = tokio::spawn(writer::forward(sink, outgoing));
    let reader = tokio::spawn(reader::read_lines(source, Arc::clone(&shared)));
    tokio::spawn(supervisor::supervise_streams(
        reader,
        writer,
        Arc::clone(&shared),
    ));
    shared
}

#[cfg(test)]
mod tests;
