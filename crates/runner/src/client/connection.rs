//! The tasks behind a client: one reads, one writes.

use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::io::AsyncWriteExt;
use tokio::net::UnixStream;
use tokio::net::unix::OwnedWriteHalf;
use tokio::sync::{Notify, mpsc, oneshot};

use super::{Client, ClientError, Event, Events};
use crate::socket::{FrameReader, FromRunner, Hello, Reply, Request, Role, VERSION, Welcome};

/// How many bytes of events may wait to be read.
const UNREAD: usize = 8 << 20;
/// What an event weighs besides its payload.
const WEIGHT: usize = 128;

/// What the two halves and the tasks have in common.
#[derive(Debug, Default)]
pub(super) struct Shared {
    pending: Mutex<Pending>,
    next_id: AtomicU64,
    unread: AtomicUsize,
    /// Some events were read, or a call began.
    changed: Notify,
}

/// Calls that wait for their replies, or the fact that none will come.
#[derive(Debug, Default)]
struct Pending {
    calls: HashMap<String, oneshot::Sender<Reply>>,
    closed: bool,
}

/// A call that waits; when it is dropped its reply is forgotten.
pub(super) struct Call<'a> {
    shared: &'a Shared,
    id: String,
    reply: oneshot::Receiver<Reply>,
}

impl Call<'_> {
    pub(super) async fn reply(mut self) -> Result<Reply, ClientError> {
        (&mut self.reply).await.or(Err(ClientError::Closed))
    }
}

impl Drop for Call<'_> {
    fn drop(&mut self) {
        self.shared.pending().calls.remove(&self.id);
    }
}

impl Shared {
    fn pending(&self) -> MutexGuard<'_, Pending> {
        // The map is whole at every moment, also when someone panicked.
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn next_id(&self) -> String {
        format!("call-{}", self.next_id.fetch_add(1, Ordering::Relaxed))
    }

    pub(super) fn register(&self, id: String) -> Result<Call<'_>, ClientError> {
        let (sender, reply) = oneshot::channel();
        let mut pending = self.pending();
        if pending.closed {
            return Err(ClientError::Closed);
        }
        if pending.calls.contains_key(&id) {
            return Err(ClientError::Repeated);
        }
        pending.calls.insert(id.clone(), sender);
        drop(pending);
        self.changed.notify_one();
        let shared = self;
        Ok(Call { shared, id, reply })
    }

    fn complete(&self, id: &str, reply: Reply) {
        if let Some(call) = self.pending().calls.remove(id) {
            // One who stopped waiting does not want the reply.
            call.send(reply).ok();
        }
    }

    fn close(&self) {
        let mut pending = self.pending();
        pending.closed = true;
        pending.calls.clear();
    }

    pub(super) fn taken(&self, event: &Event) {
        self.unread.fetch_sub(weight(event), Ordering::Relaxed);
        self.changed.notify_one();
    }

    /// Waits until more may be read.
    async fn room(&self) {
        while self.unread.load(Ordering::Relaxed) > UNREAD && self.pending().calls.is_empty() {
            self.changed.notified().await;
        }
    }
}

fn weight(event: &Event) -> usize {
    match event {
        Event::Record(record) => WEIGHT + record.bytes.len(),
        _ => WEIGHT,
    }
}

pub(super) async fn connect(
    socket: &Path,
    role: Role,
    after: u64,
) -> Result<(Client, Events), ClientError> {
    let stream = UnixStream::connect(socket)
        .await
        .map_err(ClientError::Connect)?;
    let (reader, mut writer) = stream.into_split();
    let hello = Request::Hello(Hello {
        version: VERSION,
        role,
        after,
    });
    // A runner that refuses may have hung up already; what it said can still be read.
    writer.write_all(&hello.encode()).await.ok();
    let mut frames = Frames(FrameReader::new(reader, u32::MAX as usize));
    let welcome = frames.welcome().await?;

    let shared = Arc::new(Shared::default());
    let (outgoing, queue) = mpsc::unbounded_channel();
    let (sender, events) = mpsc::unbounded_channel();
    tokio::spawn(write(writer, queue));
    let reading = Arc::clone(&shared);
    tokio::spawn(async move {
        // Whatever ended the reading, those who wait see that nothing more comes.
        frames.read(&reading, &sender).await.ok();
        reading.close();
    });
    let events = Events {
        events,
        shared: Arc::clone(&shared),
        _outgoing: outgoing.clone(),
    };
    let client = Client {
        shared,
        outgoing,
        welcome: Arc::new(welcome),
    };
    Ok((client, events))
}

async fn write(mut writer: OwnedWriteHalf, mut queue: mpsc::UnboundedReceiver<Vec<u8>>) {
    while let Some(frame) = queue.recv().await {
        if writer.write_all(&frame).await.is_err() {
            return;
        }
    }
    // Nobody is left who could want anything: the runner hangs up, and that ends the reader.
    writer.shutdown().await.ok();
}

struct Frames(FrameReader);

impl Frames {
    async fn next(&mut self) -> io::Result<FromRunner> {
        Ok(self.0.next().await?.read_by_client()?)
    }

    async fn welcome(&mut self) -> Result<Welcome, ClientError> {
        let FromRunner::Reply(reply) = self.next().await.or(Err(ClientError::Closed))? else {
            return Err(ClientError::Unexpected);
        };
        match *reply {
            Reply::Welcome(welcome) => Ok(welcome),
            Reply::Refused { code, message, .. } => Err(ClientError::Refused { code, message }),
            _ => Err(ClientError::Unexpected),
        }
    }

    async fn read(
        &mut self,
        shared: &Shared,
        events: &mpsc::UnboundedSender<Event>,
    ) -> io::Result<()> {
        loop {
            shared.room().await;
            match self.next().await? {
                FromRunner::Records(records) => {
                    for record in records {
                        tell(shared, events, Event::Record(record));
                    }
                }
                FromRunner::Reply(reply) => reply_to(shared, events, *reply),
                FromRunner::Unknown => {}
            }
        }
    }
}

fn tell(shared: &Shared, events: &mpsc::UnboundedSender<Event>, event: Event) {
    let weight = weight(&event);
    shared.unread.fetch_add(weight, Ordering::Relaxed);
    if events.send(event).is_err() {
        // Nobody reads events any more, so none are waiting.
        shared.unread.store(0, Ordering::Relaxed);
    }
}

fn reply_to(shared: &Shared, events: &mpsc::UnboundedSender<Event>, reply: Reply) {
    match reply {
        Reply::CaughtUp { seq } => tell(shared, events, Event::CaughtUp { seq }),
        Reply::ControlLost => tell(shared, events, Event::ControlLost),
        Reply::Exited { seq, exit } => tell(shared, events, Event::Exited { seq, exit }),
        Reply::Written { ref id, .. }
        | Reply::Done { ref id }
        | Reply::Pong { ref id }
        | Reply::Refused {
            id: Some(ref id), ..
        } => {
            let id = id.clone();
            shared.complete(&id, reply);
        }
        Reply::Status(ref status) => {
            let id = status.id.clone();
            shared.complete(&id, reply);
        }
        Reply::Welcome(_) | Reply::Refused { id: None, .. } | Reply::Unknown => {}
    }
}
