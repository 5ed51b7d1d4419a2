//! The loop of an attached terminal: keys in, the session out.

mod asks;
mod commands;
mod held;
mod trust;

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Write};
use std::time::Duration;

use pilothouse_api::message::{NewMessage, SendWhen, SentMessage};
use pilothouse_api::project::TrustReport;
use pilothouse_api::session::SessionSummary;
use pilothouse_api::socket::SocketUpdate;
use pilothouse_view::session::Schedule;
use pilothouse_view::{Ask, AskId, Change};
use serde_json::json;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::Options;
use super::client::{Client, Refusal, escape};
use super::follow::{News, follow};
use super::keys::{Key, Keyboard};
use super::line::Line;
use crate::exit;
use crate::output::{print_error, print_line};
use crate::style::Paint;
use crate::terminal::ask::Asking;
use crate::terminal::markdown::Part;
use crate::terminal::screen::Screen;
use crate::terminal::transcript::Transcript;

use trust::Question;

/// How often the spinner turns.
const TICK: Duration = Duration::from_millis(100);

pub(super) struct Work {
    client: Client,
    session: SessionSummary,
    last: usize,
    screen: Screen,
    keyboard: Keyboard,
    line: Line,
    transcript: Transcript,
    /// The ask that is being answered here.
    current: Option<Current>,
    /// The trust question that is being answered here.
    trust: Option<Question>,
    /// Asks that were answered here and are not settled in the view yet.
    answered: HashSet<AskId>,
    /// Whether a message waits for the end of the turn unless said otherwise.
    queue_by_default: bool,
    /// What was last shown of held messages and schedules.
    noticed: Noticed,
    /// What came of commands.
    told: mpsc::Receiver<Told>,
    teller: mpsc::Sender<Told>,
}

struct Current {
    ask: Ask,
    asking: Asking,
    prompt: Prompt,
}

/// Where the keys go while a request is on the screen.
enum Prompt {
    /// The request has just appeared: keys still go to the message.
    OpensAt(Instant),
    /// Keys go to the answer; this is the message that was being typed.
    Open { typed: String },
}

impl Current {
    fn is_open(&self) -> bool {
        matches!(self.prompt, Prompt::Open { .. })
    }
}

/// What was last shown of held messages and schedules.
#[derive(Default, PartialEq)]
struct Noticed {
    held: usize,
    schedules: Vec<Schedule>,
}

/// What came of a command.
enum Told {
    /// The message waits for the end of the turn.
    Queued,
    /// The running turn reads the message after its current step.
    Steered,
    Failed(String),
    /// What a command returned.
    Answered(String),
    /// The session cannot start before somebody decides about this.
    Undecided(Box<TrustReport>),
    /// The answer to an ask did not come in.
    NotAnswered(AskId, String),
}

/// Why the loop ends.
enum End {
    Left,
    Gone(String),
}

impl Work {
    pub(super) fn new(
        client: Client,
        session: SessionSummary,
        terminal: File,
        options: &Options,
    ) -> io::Result<Self> {
        let (teller, told) = mpsc::channel(16);
        let transcript = Transcript::of_session(pilothouse_server::local_device());
        Ok(Self {
            client,
            session,
            last: options.last,
            queue_by_default: options.queue,
            noticed: Noticed::default(),
            screen: Screen::new(),
            keyboard: Keyboard::new(terminal)?,
            line: Line::default(),
            transcript,
            current: None,
            trust: None,
            answered: HashSet::new(),
            told,
            teller,
        })
    }

    /// Shows and steers the session until the person leaves.
    pub(super) async fn run(mut self) -> u8 {
        self.greet();
        let end = self.exchange().await;
        self.transcript.flush(&mut self.screen, Part::All);
        self.screen.pause();
        self.screen.end_line();
        let id: String = self.session.id.chars().take(8).collect();
        drop(self.keyboard);
        match end {
            Ok(End::Left) => {
                print_line(&format!(
                    "left; the session goes on, `pilothouse attach {id}` comes back"
                ));
                0
            }
            Ok(End::Gone(problem)) => {
                print_error(&problem);
                exit::ERROR
            }
            Err(error) => {
                print_error(&format!("cannot listen for signals: {error}"));
                exit::ERROR
            }
        }
    }

    fn greet(&mut self) {
        let title = format!("{}  {}", self.session.title, self.session.project);
        self.screen.line(Paint::Bold, &title);
        self.screen
            .line(Paint::Dim, "Ctrl-C stops the turn; Ctrl-D on an empty line, Ctrl-\\ or /detach leaves, and the session goes on");
        let keys = match self.queue_by_default {
            true => "while Claude works: Enter queues, Ctrl-Enter sends now",
            false => "while Claude works: Enter steers, Ctrl-Enter sends now, Alt-Enter queues",
        };
        self.screen.line(Paint::Dim, keys);
    }

    async fn exchange(&mut self) -> io::Result<End> {
        let (sender, mut news) = mpsc::channel(64);
        let following = tokio::spawn(follow(self.client.clone(), self.session.id.clone(), sender));
        let mut terminate = signal(SignalKind::terminate())?;
        let mut hang_up = signal(SignalKind::hangup())?;
        let mut tick = tokio::time::interval(TICK);
        tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Skip);
        let end = loop {
            let busy = self.transcript.is_busy();
            let opens_at = self.opens_at();
            tokio::select! {
                keys = self.keyboard.next() => {
                    let Some(keys) = keys else { break End::Left };
                    if keys.iter().any(|key| self.press(key)) {
                        break End::Left;
                    }
                }
                heard = news.recv() => {
                    let Some(heard) = heard else { break End::Left };
                    if let Some(problem) = self.hear(heard) {
                        break End::Gone(problem);
                    }
                }
                Some(told) = self.told.recv() => self.hear_of(told),
                () = opening(opens_at) => self.open_prompt(),
                _ = terminate.recv() => break End::Left,
                _ = hang_up.recv() => break End::Left,
                _ = tick.tick(), if busy => {}
            }
            self.draw();
        };
        following.abort();
        Ok(end)
    }

    /// Takes what the server tells; a problem ends it.
    fn hear(&mut self, news: News) -> Option<String> {
        match news {
            News::Update(update) => match *update {
                SocketUpdate::Snapshot { view, .. } => {
                    self.transcript.snapshot(*view, self.last, &mut self.screen);
                    self.notice();
                    self.settle_asks();
                    self.check_trust();
                }
                SocketUpdate::Changes { sets, .. } => {
                    for set in &sets {
                        self.transcript.apply(set, &mut self.screen);
                        for change in &set.changes {
                            if let Change::AskClosed { id, state } = change {
                                self.ask_closed(id, state);
                            }
                            self.see_trust(change);
                        }
                    }
                    self.notice();
                    self.next_ask();
                }
                SocketUpdate::Dropped { reason, .. } => return Some(reason),
                _ => {}
            },
            News::Lost => self.screen.line(
                Paint::Yellow,
                "the connection to the host is lost; the session goes on, and this comes back with the host",
            ),
            News::Back => self.screen.line(Paint::Dim, "the host is back"),
            News::Refused(problem) => return Some(problem),
        }
        None
    }

    fn hear_of(&mut self, told: Told) {
        match told {
            Told::Queued => self.screen.line(Paint::Dim, "queued until the turn ends"),
            Told::Steered => {
                let words = "sent; Claude reads it after the current step";
                self.screen.line(Paint::Dim, words);
            }
            Told::Failed(problem) => self.screen.line(Paint::Red, &problem),
            Told::Answered(text) => self.screen.text_below(&text),
            Told::Undecided(report) => self.ask_trust(*report),
            Told::NotAnswered(id, problem) => {
                self.answered.remove(&id);
                self.screen.line(Paint::Red, &problem);
                self.next_ask();
            }
        }
    }

    /// Does what a key means; yes if the person leaves.
    fn press(&mut self, key: &Key) -> bool {
        match key {
            Key::Quit => return true,
            Key::EndOfFile if self.line.is_empty() => return true,
            Key::EndOfFile => self.line.press(&Key::Delete),
            Key::Interrupt => self.interrupt(),
            Key::Enter => return self.enter(self.default_when()),
            Key::EnterNow => return self.enter(SendWhen::Now),
            Key::EnterQueue => return self.enter(SendWhen::Queue),
            key => self.line.press(key),
        }
        false
    }

    fn interrupt(&mut self) {
        if self.transcript.is_busy() || self.current.is_some() {
            self.screen.line(Paint::Yellow, "stopping");
            self.command("interrupt", json!({}));
        } else if self.line.is_empty() {
            self.screen.line(Paint::Dim, "nothing runs; Ctrl-D leaves");
        } else {
            self.line.replace("");
        }
    }

    /// How a message goes to a running turn: it is steered, where the CLI can give it back.
    fn default_when(&self) -> SendWhen {
        if self.queue_by_default || !self.transcript.view().info.takes_back() {
            SendWhen::Queue
        } else {
            SendWhen::Steer
        }
    }

    fn enter(&mut self, when: SendWhen) -> bool {
        if let Some(current) = self.current.take_if(|current| current.is_open()) {
            self.answer(current);
            return false;
        }
        if let Some(question) = self.trust.take() {
            return self.answer_trust(question);
        }
        let text = self.line.take();
        match text.trim() {
            "" => {}
            "/detach" | "/exit" | "/quit" => return true,
            words if self.own_command(words) => {}
            _ => self.send(text, when),
        }
        false
    }

    fn send(&self, text: String, when: SendWhen) {
        let steers = when == SendWhen::Steer && self.transcript.is_busy();
        let message = NewMessage {
            // With it the server takes the message once, however often it hears of it.
            uuid: Some(uuid::Uuid::new_v4().to_string()),
            text,
            when,
            ..NewMessage::default()
        };
        let path = self.path("messages");
        let (client, teller) = (self.client.clone(), self.teller.clone());
        tokio::spawn(async move {
            let told = match sent(&client, &path, &message).await {
                Ok(sent) if sent.queued => Told::Queued,
                Ok(_) if steers => Told::Steered,
                Ok(_) => return,
                Err(refusal) => Told::Failed(format!("not sent: {refusal}")),
            };
            // The loop may have ended.
            drop(teller.send(told).await);
        });
    }

    fn command(&self, name: &str, body: serde_json::Value) {
        let (client, path) = (self.client.clone(), self.path(name));
        self.tell_failure(async move { client.post(&path, Some(&body)).await.map(drop) });
    }

    fn path(&self, rest: &str) -> String {
        format!("sessions/{}/{rest}", escape(&self.session.id))
    }

    /// Puts the line that is typed below everything. While prose streams and nothing is typed there is none.
    fn draw(&mut self) {
        let asked = self.current.as_ref().is_some_and(Current::is_open) || self.trust.is_some();
        let typing = !self.line.is_empty() || asked;
        let part = if typing {
            Part::WholeLines
        } else {
            Part::Stable
        };
        self.transcript.flush(&mut self.screen, part);
        if self.screen.is_amid_line() && !typing {
            return;
        }
        let width = self.keyboard.width();
        let busy = self.transcript.is_busy() && self.current.is_none();
        let mut before = match (busy, self.line.is_empty()) {
            (true, true) => self.screen.status(width.saturating_sub(4)) + " ",
            (true, false) => self.screen.spinner() + " ",
            (false, _) => String::new(),
        };
        before.push_str(if asked { "? " } else { "❯ " });
        let (text, back) = self.line.shown(width.saturating_sub(6));
        self.screen.below(&format!("{before}{text}"));
        if back > 0 {
            // A closed stderr means that nobody looks.
            drop(write!(io::stderr(), "\u{1b}[{back}D"));
        }
    }
}

/// Waits for the time, or for ever without one.
async fn opening(at: Option<Instant>) {
    match at {
        Some(at) => tokio::time::sleep_until(at).await,
        None => std::future::pending().await,
    }
}

async fn sent(client: &Client, path: &str, message: &NewMessage) -> Result<SentMessage, Refusal> {
    let answer = client.post(path, Some(message)).await?;
    Ok(serde_json::from_slice(&answer).map_err(io::Error::other)?)
}
