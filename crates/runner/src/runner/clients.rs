//! Connections: one task each, which reads requests, sends replies and feeds the log.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::mpsc::error::TryRecvError;
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;

use super::feed::Feed;
use crate::log_dir::Head;
use crate::mark;
use crate::socket::{
    FrameDecoder, FromClient, Hello, MAX_FRAME_TO_RUNNER, Refusal, Reply, Request,
};

/// How long a client may take to say hello.
const HELLO: Duration = Duration::from_secs(5);
/// How many replies may wait for a client that does not read; past it the client is let go.
const REPLIES: usize = 256;

/// What clients do.
pub(super) enum Event {
    Joined {
        client: u64,
        hello: Hello,
        first_seq: u64,
        replies: mpsc::Sender<Outgoing>,
    },
    Asked {
        client: u64,
        frame: FromClient,
    },
    Gone {
        client: u64,
    },
}

/// What a client is sent besides the log.
pub(super) enum Outgoing {
    Reply(Reply),
    /// Sent when the whole log was; then the connection is closed.
    Last(Reply),
}

/// One connection and what it needs of the runner.
pub(super) struct Connection {
    pub(super) client: u64,
    pub(super) log_dir: PathBuf,
    pub(super) heads: watch::Receiver<Head>,
    pub(super) events: mpsc::Sender<Event>,
}

impl Connection {
    /// Serves a client until it or the runner has enough.
    pub(super) async fn serve(self, stream: UnixStream) {
        let allowed = is_allowed(&stream);
        let (mut reader, mut writer) = stream.into_split();
        if !allowed {
            let message = "only the host may connect, and not from inside a session";
            refuse(&mut writer, Refusal::Forbidden, message).await;
            return;
        }
        let mut frames = FrameDecoder::new(MAX_FRAME_TO_RUNNER);
        let Ok(Ok(hello)) = timeout(HELLO, read_hello(&mut reader, &mut frames)).await else {
            refuse(&mut writer, Refusal::Invalid, "the first frame is a hello").await;
            return;
        };
        let Ok(feed) = Feed::open(self.log_dir.clone(), hello.after) else {
            refuse(&mut writer, Refusal::Log, "the log cannot be read").await;
            return;
        };
        let (replies, outgoing) = mpsc::channel(REPLIES);
        let client = self.client;
        let joined = Event::Joined {
            client,
            hello,
            first_seq: feed.first_seq,
            replies,
        };
        // The runner takes events until its end, and then there is nobody to tell.
        self.events.send(joined).await.ok();
        // The end of either ends the connection, whatever its cause.
        tokio::select! {
            _ = read(&mut reader, &mut frames, client, &self.events) => {}
            _ = write(&mut writer, feed, outgoing, self.heads) => {}
        }
        self.events.send(Event::Gone { client }).await.ok();
    }
}

fn is_allowed(stream: &UnixStream) -> bool {
    stream.peer_cred().is_ok_and(|peer| {
        peer.uid() == rustix::process::getuid().as_raw() && mark::may_connect(peer.pid())
    })
}

async fn refuse(writer: &mut OwnedWriteHalf, code: Refusal, message: &str) {
    let refused = Reply::Refused {
        id: None,
        code,
        message: message.to_owned(),
    };
    // One who is refused need not listen.
    writer.write_all(&refused.encode()).await.ok();
}

async fn next_frame(
    reader: &mut OwnedReadHalf,
    frames: &mut FrameDecoder,
) -> io::Result<FromClient> {
    loop {
        if let Some(frame) = frames.decode().map_err(io::Error::other)? {
            return frame.read_by_runner().map_err(io::Error::other);
        }
        if reader.read_buf(frames.buffer()).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
}

async fn read_hello(reader: &mut OwnedReadHalf, frames: &mut FrameDecoder) -> io::Result<Hello> {
    match next_frame(reader, frames).await? {
        FromClient::Request(Request::Hello(hello), _) => Ok(hello),
        _ => Err(io::ErrorKind::InvalidData.into()),
    }
}

async fn read(
    reader: &mut OwnedReadHalf,
    frames: &mut FrameDecoder,
    client: u64,
    events: &mpsc::Sender<Event>,
) -> io::Result<()> {
    loop {
        let frame = next_frame(reader, frames).await?;
        let asked = Event::Asked { client, frame };
        events.send(asked).await.map_err(io::Error::other)?;
    }
}

async fn write(
    writer: &mut OwnedWriteHalf,
    mut feed: Feed,
    mut outgoing: mpsc::Receiver<Outgoing>,
    mut heads: watch::Receiver<Head>,
) -> io::Result<()> {
    // The first one is the welcome; no record may come before it.
    let mut next = outgoing.recv().await;
    let live_from = heads.borrow().seq;
    let mut caught_up = false;
    let mut last = None;
    loop {
        match next.take().map_or_else(|| outgoing.try_recv(), Ok) {
            Ok(Outgoing::Reply(reply)) => {
                writer.write_all(&reply.encode()).await?;
                continue;
            }
            Ok(Outgoing::Last(reply)) => last = Some(reply),
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) if last.is_some() => {}
            Err(TryRecvError::Disconnected) => return Ok(()),
        }
        let head = *heads.borrow_and_update();
        let sent = feed.send(writer, head).await?;
        if !caught_up && feed.after >= live_from {
            caught_up = true;
            let reply = Reply::CaughtUp { seq: feed.after };
            writer.write_all(&reply.encode()).await?;
        }
        if sent {
            continue;
        }
        if let Some(last) = last {
            writer.write_all(&last.encode()).await?;
            return writer.shutdown().await;
        }
        tokio::select! {
            changed = heads.changed() => changed.map_err(io::Error::other)?,
            waiting = outgoing.recv() => match waiting {
                Some(waiting) => next = Some(waiting),
                None => return Ok(()),
            },
        }
    }
}
