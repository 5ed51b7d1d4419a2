//! What clients ask for.

use std::time::{Duration, Instant};

use pilothouse_log::{ExitReason, Kind, disk_reserve};
use rustix::process::Signal;

use super::clients::Event;
use super::{Client, Runner, lines};
use crate::Durability;
use crate::socket::{
    FromClient, Hello, Refusal, Reply, Request, Role, Status, VERSION, Welcome, Write,
};

/// How much may wait for a CLI that does not read.
const MAX_WAITING: usize = 64 << 20;
/// The longest note that is still taken when the disk is full: an answer's, not a message's.
const SMALL_NOTE: usize = 4096;

type Refused = (Refusal, &'static str);

const FULL: Refused = (Refusal::DiskFull, "the disk is full");

impl Runner {
    pub(super) fn on_event(&mut self, client: u64, event: Event) {
        let reply = match event {
            Event::Joined {
                hello,
                first_seq,
                replies,
            } => {
                let role = hello.role;
                self.take_control(role);
                self.clients.insert(client, Client { role, replies });
                Some(self.welcome(&hello, first_seq))
            }
            Event::Asked(frame) => self.answer(client, frame),
            Event::Gone => {
                self.forget(client);
                None
            }
        };
        let (Some(reply), Some(asking)) = (reply, self.clients.get(&client)) else {
            return;
        };
        // One that does not read its replies is let go.
        if asking.replies.try_send(reply).is_err() {
            self.forget(client);
        }
    }

    fn forget(&mut self, client: u64) {
        self.clients.remove(&client);
        self.activity.since = Instant::now();
    }

    /// A new controller takes control from the one before.
    fn take_control(&mut self, role: Role) {
        for other in self.clients.values_mut() {
            if (role, other.role) == (Role::Control, Role::Control) {
                other.role = Role::Observe;
                // One whose replies overflow finds out when its next write is refused.
                other.replies.try_send(Reply::ControlLost).ok();
            }
        }
    }

    fn welcome(&self, hello: &Hello, first_seq: u64) -> Reply {
        Reply::Welcome(Welcome {
            version: hello.version.min(VERSION),
            runner_version: env!("CARGO_PKG_VERSION").to_owned(),
            session: self.config.session.clone(),
            runner_pid: std::process::id(),
            cli_pid: self.cli.id(),
            epoch: self.log.epoch(),
            first_seq,
            head_seq: self.heads.borrow().seq,
            role: hello.role,
        })
    }

    fn answer(&mut self, client: u64, frame: FromClient) -> Option<Reply> {
        let (id, result) = match frame {
            FromClient::Request(request, Some(id)) => {
                (id.clone(), self.request(client, request, id))
            }
            FromClient::Write(write) => (write.record.id.clone()?, self.write(client, write)),
            FromClient::Request(_, None) | FromClient::Unknown => return None,
        };
        Some(result.unwrap_or_else(|(code, message)| Reply::refused(Some(id), code, message)))
    }

    fn status(&self, id: String) -> Reply {
        let controlled = |client: &Client| client.role == Role::Control;
        Reply::Status(Status {
            id,
            cli_pid: self.cli.id(),
            epoch: self.log.epoch(),
            head_seq: self.heads.borrow().seq,
            controlled: self.clients.values().any(controlled),
            clients: self.clients.len() as u32,
            idle: self.activity.idle,
            stdin_open: self.cli.listens(),
            disk_full: self.disk_full,
        })
    }

    fn check_control(&self, client: u64) -> Result<(), Refused> {
        match self.clients.get(&client) {
            Some(client) if client.role == Role::Control => Ok(()),
            _ => Err((Refusal::NotInControl, "another client controls the session")),
        }
    }

    fn request(&mut self, client: u64, request: Request, id: String) -> Result<Reply, Refused> {
        match request {
            Request::Status { .. } => return Ok(self.status(id)),
            Request::Ping { .. } => return Ok(Reply::Pong { id }),
            _ => self.check_control(client)?,
        }
        match request {
            Request::CloseStdin { .. } => self.cli.stdin = None,
            Request::Signal { signal, .. } => {
                let signal = Signal::from_named_raw(signal);
                self.signal_cli(signal.ok_or((Refusal::Invalid, "there is no such signal"))?);
            }
            Request::Terminate { grace_ms, .. } => {
                self.stop(ExitReason::Told, Duration::from_millis(grace_ms));
            }
            _ => return Err((Refusal::Invalid, "this runner does not know the request")),
        }
        Ok(Reply::Done { id })
    }

    fn write(&mut self, client: u64, write: Write) -> Result<Reply, Refused> {
        self.check_control(client)?;
        let Write { sync, record } = write;
        let id = record.id.clone().filter(|id| id.len() <= 128);
        let id = id.ok_or((Refusal::Invalid, "a write has an id of at most 128 bytes"))?;
        if let Some(seq) = self.log.applied(&id, record.kind) {
            let repeated = true;
            return Ok(Reply::Written { id, seq, repeated });
        }
        let (kind, bytes) = (record.kind, record.bytes.clone());
        self.check_write(kind, &bytes)?;
        let logged = self.log_write(record, Durability::synced_if(sync));
        let seq = logged.map_err(|error| match disk_reserve::is_full(&error) {
            true => FULL,
            false => (Refusal::Log, "the log could not be written"),
        })?;
        if kind == Kind::In {
            self.activity.input(&bytes);
            self.cli.push(bytes);
        }
        let repeated = false;
        Ok(Reply::Written { id, seq, repeated })
    }

    fn check_write(&self, kind: Kind, bytes: &[u8]) -> Result<(), Refused> {
        match kind {
            Kind::In if bytes.is_empty() || bytes.contains(&b'\n') => {
                Err((Refusal::Invalid, "a write is one line"))
            }
            Kind::In if self.ending.has_begun() || !self.cli.listens() => {
                Err((Refusal::Closed, "the CLI takes no more input"))
            }
            Kind::In if self.disk_full && lines::is_message(bytes) => Err(FULL),
            Kind::In if self.cli.waiting() + bytes.len() > MAX_WAITING => {
                Err((Refusal::Busy, "the CLI does not read its input"))
            }
            Kind::Note if self.disk_full && bytes.len() > SMALL_NOTE => Err(FULL),
            Kind::In | Kind::Note => Ok(()),
            _ => Err((Refusal::Invalid, "only lines and notes can be written")),
        }
    }
}
