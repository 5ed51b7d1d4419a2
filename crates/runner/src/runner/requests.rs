//! What clients ask for.

use std::time::Duration;

use pilothouse_protocol::log::{ExitReason, Kind};
use rustix::process::Signal;

use super::clients::{Event, Outgoing};
use super::log::Sync;
use super::{Client, Runner, lines};
use crate::socket::{
    FromClient, Hello, Refusal, Reply, Request, Role, Status, VERSION, Welcome, Write,
};

/// How much may wait for a CLI that does not read.
const MAX_WAITING: usize = 64 << 20;
/// The longest note that is still taken when the disk is full: an answer's, not a message's.
const SMALL_NOTE: usize = 4096;

type Refused = (Refusal, &'static str);

impl Runner {
    pub(super) fn client(&mut self, event: Event) {
        match event {
            Event::Joined {
                client,
                hello,
                first_seq,
                replies,
            } => {
                let role = hello.role;
                self.clients.insert(client, Client { role, replies });
                self.welcome(client, &hello, first_seq);
            }
            Event::Asked { client, frame } => {
                if let Some(reply) = self.answer(client, frame) {
                    self.reply(client, reply);
                }
            }
            Event::Gone { client } => self.forget(client),
        }
    }

    /// Lets a client in; a new controller takes control from the one before.
    fn welcome(&mut self, client: u64, hello: &Hello, first_seq: u64) {
        if hello.role == Role::Control {
            let others = self.clients.iter_mut().filter(|(id, _)| **id != client);
            for (_, other) in others.filter(|(_, other)| other.role == Role::Control) {
                other.role = Role::Observe;
                // One whose replies overflow finds out when its next write is refused.
                let lost = Outgoing::Reply(Reply::ControlLost);
                other.replies.try_send(lost).ok();
            }
        }
        let welcome = Welcome {
            version: hello.version.min(VERSION),
            runner_version: env!("CARGO_PKG_VERSION").to_owned(),
            session: self.config.session.clone(),
            runner_pid: std::process::id(),
            cli_pid: self.cli_pid(),
            epoch: self.log.epoch(),
            first_seq,
            head_seq: self.heads.borrow().seq,
            role: hello.role,
        };
        self.reply(client, Reply::Welcome(welcome));
    }

    fn answer(&mut self, client: u64, frame: FromClient) -> Option<Reply> {
        let (id, result) = match frame {
            FromClient::Request(Request::Status { id }, _) => return Some(self.status(id)),
            FromClient::Request(Request::Ping { id }, _) => return Some(Reply::Pong { id }),
            FromClient::Request(request, id) => (
                id.clone()?,
                self.request(client, request).map(|()| Reply::Done {
                    id: id.unwrap_or_default(),
                }),
            ),
            FromClient::Write(write) => (write.record.id.clone()?, self.write(client, write)),
            FromClient::Unknown => return None,
        };
        Some(result.unwrap_or_else(|(code, message)| Reply::Refused {
            id: Some(id),
            code,
            message: message.to_owned(),
        }))
    }

    fn status(&self, id: String) -> Reply {
        let controlled = |client: &Client| client.role == Role::Control;
        Reply::Status(Status {
            id,
            cli_pid: self.cli_pid(),
            epoch: self.log.epoch(),
            head_seq: self.heads.borrow().seq,
            controlled: self.clients.values().any(controlled),
            clients: self.clients.len() as u32,
            idle: self.activity.idle,
            stdin_open: self.stdin_is_open(),
            disk_full: self.disk_full,
        })
    }

    fn stdin_is_open(&self) -> bool {
        self.stdin.as_ref().is_some_and(super::cli::Stdin::is_open)
    }

    fn check_control(&self, client: u64) -> Result<(), Refused> {
        match self.clients.get(&client) {
            Some(client) if client.role == Role::Control => Ok(()),
            _ => Err((Refusal::NotInControl, "another client controls the session")),
        }
    }

    fn request(&mut self, client: u64, request: Request) -> Result<(), Refused> {
        self.check_control(client)?;
        match request {
            Request::CloseStdin { .. } => {
                self.stdin = None;
                Ok(())
            }
            Request::Signal { signal, .. } => {
                let signal = Signal::from_named_raw(signal);
                let signal = signal.ok_or((Refusal::Invalid, "there is no such signal"))?;
                self.signal_cli(signal);
                Ok(())
            }
            Request::Terminate { grace_ms, .. } => {
                self.stop(ExitReason::Told, Duration::from_millis(grace_ms));
                Ok(())
            }
            _ => Err((Refusal::Invalid, "this runner does not know the request")),
        }
    }

    fn write(&mut self, client: u64, write: Write) -> Result<Reply, Refused> {
        self.check_control(client)?;
        let Write { sync, mut record } = write;
        let id = record.id.take().filter(|id| id.len() <= 128);
        let id = id.ok_or((Refusal::Invalid, "a write has an id of at most 128 bytes"))?;
        if let Some(seq) = self.log.applied(&id, record.kind) {
            let repeated = true;
            return Ok(Reply::Written { id, seq, repeated });
        }
        self.check_write(record.kind, &record.bytes)?;
        record.id = Some(id.clone());
        let (kind, bytes) = (record.kind, record.bytes.clone());
        let seq = self
            .log_write(record, Sync::now_if(sync))
            .map_err(|error| {
                if crate::reserve::is_full(&error) {
                    (Refusal::DiskFull, "the disk is full")
                } else {
                    (Refusal::Log, "the log could not be written")
                }
            })?;
        if let (Kind::In, Some(stdin)) = (kind, &self.stdin) {
            self.activity.input(&bytes);
            stdin.push(bytes);
        }
        let repeated = false;
        Ok(Reply::Written { id, seq, repeated })
    }

    fn check_write(&self, kind: Kind, bytes: &[u8]) -> Result<(), Refused> {
        let full = (Refusal::DiskFull, "the disk is full");
        match kind {
            Kind::In if bytes.is_empty() || bytes.contains(&b'\n') => {
                Err((Refusal::Invalid, "a write is one line"))
            }
            Kind::In if self.ending.has_begun() || !self.stdin_is_open() => {
                Err((Refusal::Closed, "the CLI takes no more input"))
            }
            Kind::In if self.disk_full && lines::is_message(bytes) => Err(full),
            Kind::In => match &self.stdin {
                Some(stdin) if stdin.waiting() + bytes.len() > MAX_WAITING => {
                    Err((Refusal::Busy, "the CLI does not read its input"))
                }
                _ => Ok(()),
            },
            Kind::Note if self.disk_full && bytes.len() > SMALL_NOTE => Err(full),
            Kind::Note => Ok(()),
            _ => Err((Refusal::Invalid, "only lines and notes can be written")),
        }
    }
}
