//! Connections: one task each, which reads requests, sends replies and feeds the log.
//!
//! The log's files are the queue: each client has a place in them and reads on when the log
//! grows, so one that is slow or asleep costs no memory and misses nothing.

use std::io;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::UnixStream;
use tokio::net::unix::{OwnedWriteHalf, UCred};
use tokio::sync::mpsc::error::TryRecvError;
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;

use pilothouse_log::{Head, LogDir, Tail};

use crate::socket::{
    FrameReader, FromClient, Hello, MAX_FRAME_TO_RUNNER, RecordFrame, Refusal, Reply, Request,
};

/// How long a client may take to say hello.
const HELLO: Duration = Duration::from_secs(5);
/// How many replies may wait for a client that does not read; past it the client is let go.
const REPLIES: usize = 256;

/// What a client does.
pub(super) enum Event {
    Joined {
        hello: Hello,
        first_seq: u64,
        replies: mpsc::Sender<Reply>,
    },
    Asked(FromClient),
    Gone,
}

/// Serves a client until it or the runner has enough.
pub(super) async fn serve(
    client: u64,
    stream: UnixStream,
    log: LogDir,
    heads: watch::Receiver<Head>,
    events: mpsc::Sender<(u64, Event)>,
) {
    let allowed = stream.peer_cred().is_ok_and(may_connect);
    let (reader, mut writer) = stream.into_split();
    let mut frames = FrameReader::new(reader, MAX_FRAME_TO_RUNNER);
    let (hello, tail) = match join(allowed, &mut frames, log).await {
        Ok(joined) => joined,
        Err((code, message)) => {
            let refused = Reply::refused(None, code, message).encode();
            // One who is refused need not listen.
            writer.write_all(&refused).await.ok();
            return;
        }
    };
    let (replies, outgoing) = mpsc::channel(REPLIES);
    let joined = Event::Joined {
        hello,
        first_seq: tail.first_seq,
        replies,
    };
    // The runner takes events until its end, and then there is nobody to tell.
    events.send((client, joined)).await.ok();
    // The end of either ends the connection, whatever its cause.
    tokio::select! {
        _ = read(&mut frames, client, &events) => {}
        _ = write(&mut writer, tail, outgoing, heads) => {}
    }
    events.send((client, Event::Gone)).await.ok();
}

/// Lets a client say hello and finds its place in the log.
async fn join(
    allowed: bool,
    frames: &mut FrameReader,
    log: LogDir,
) -> Result<(Hello, Tail), (Refusal, &'static str)> {
    if !allowed {
        let message = "only the host may connect, and not from inside a session";
        return Err((Refusal::Forbidden, message));
    }
    let first = timeout(HELLO, frames.next()).await;
    let first = first.map(|frame| Ok(frame?.read_by_runner()?) as io::Result<_>);
    let Ok(Ok(FromClient::Request(Request::Hello(hello), _))) = first else {
        return Err((Refusal::Invalid, "the first frame is a hello"));
    };
    let tail = Tail::open(log, hello.after);
    let tail = tail.or(Err((Refusal::Log, "the log cannot be read")))?;
    Ok((hello, tail))
}

async fn read(
    frames: &mut FrameReader,
    client: u64,
    events: &mpsc::Sender<(u64, Event)>,
) -> io::Result<()> {
    loop {
        let asked = Event::Asked(frames.next().await?.read_by_runner()?);
        let sent = events.send((client, asked)).await;
        sent.map_err(io::Error::other)?;
    }
}

/// Sends replies as they come and the log as it grows. The exit is told when the whole log was
/// sent; then the connection is closed.
async fn write(
    writer: &mut OwnedWriteHalf,
    mut tail: Tail,
    mut outgoing: mpsc::Receiver<Reply>,
    mut heads: watch::Receiver<Head>,
) -> io::Result<()> {
    // The first one is the welcome; no record may come before it.
    let mut next = outgoing.recv().await;
    let live_from = heads.borrow().seq;
    let mut caught_up = false;
    let mut exited = None;
    loop {
        match next.take().map_or_else(|| outgoing.try_recv(), Ok) {
            Ok(last @ Reply::Exited { .. }) => exited = Some(last),
            Ok(reply) => {
                writer.write_all(&reply.encode()).await?;
                continue;
            }
            Err(TryRecvError::Disconnected) if exited.is_none() => return Ok(()),
            Err(_) => {}
        }
        let head = *heads.borrow_and_update();
        let sent = send(writer, &mut tail, head).await?;
        if !caught_up && tail.after >= live_from {
            caught_up = true;
            let reply = Reply::CaughtUp { seq: tail.after };
            writer.write_all(&reply.encode()).await?;
        }
        if sent {
            continue;
        }
        if let Some(exited) = exited {
            writer.write_all(&exited.encode()).await?;
            return writer.shutdown().await;
        }
        tokio::select! {
            changed = heads.changed() => changed.map_err(io::Error::other)?,
            reply = outgoing.recv() => match reply {
                Some(reply) => next = Some(reply),
                None => return Ok(()),
            },
        }
    }
}

/// Sends some of what is there before `until`; false when nothing is left to send.
async fn send(writer: &mut OwnedWriteHalf, tail: &mut Tail, until: Head) -> io::Result<bool> {
    let Some(mut span) = tail.next(until)? else {
        return Ok(false);
    };
    let head = RecordFrame::head(span.length);
    writer.write_all(&[&head, &span.bytes[..]].concat()).await?;
    while tail.read_on(&mut span)? {
        writer.write_all(&span.bytes).await?;
    }
    Ok(true)
}

fn may_connect(peer: UCred) -> bool {
    pilothouse_process::may_connect(peer.uid(), peer.pid().map(i32::cast_unsigned))
}
