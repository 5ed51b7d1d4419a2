//! A task from its prompt to its end.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use pilothouse_log::{Kind, Record, Who};
use pilothouse_protocol::{Frame, Message};
use pilothouse_sdk::{Conversation, Event, Events, Session, Step, TurnResult};
use pilothouse_view::{ChangeSet, SessionFold};
use tokio::signal::unix::Signal;
use tokio::sync::mpsc;

use super::arguments::Format;
use super::asks::{Answered, Ask};
use super::outcome::Ending;
use crate::output::print_error;
use crate::sanitize::stdout_for_data;
use crate::style::Paint;
use crate::terminal::lines::Terminal;
use crate::terminal::markdown::Part;
use crate::terminal::screen::Screen;
use crate::terminal::tools::{summary, title};
use crate::terminal::transcript::Transcript;

/// How often the spinner turns.
const TICK: Duration = Duration::from_millis(100);

const STOPPING: &str = "stopping; Ctrl-C again to leave at once";

pub(super) struct Work {
    session: Session,
    asks: mpsc::Receiver<Ask>,
    /// Asks that came and were not put to the person yet.
    waiting: VecDeque<Ask>,
    /// Ctrl-C.
    stops: Signal,
    format: Format,
    screen: Screen,
    terminal: Option<Terminal>,
    /// Tells where turns end.
    conversation: Conversation,
    fold: SessionFold,
    records: u64,
    transcript: Transcript,
    ending: Ending,
}

impl Work {
    pub(super) fn new(
        session: Session,
        asks: mpsc::Receiver<Ask>,
        stops: Signal,
        terminal: Option<Terminal>,
        format: Format,
    ) -> Self {
        Self {
            session,
            asks,
            waiting: VecDeque::new(),
            stops,
            format,
            screen: Screen::new(),
            terminal,
            conversation: Conversation::new(),
            fold: SessionFold::new(),
            records: 0,
            transcript: Transcript::of_task(),
            ending: Ending::default(),
        }
    }

    /// Runs the task and returns its exit code.
    pub(super) async fn run(mut self, prompt: String, mut events: Events) -> u8 {
        if let Err(error) = self.session.send(prompt).await {
            print_error(&error.to_string());
            return crate::exit::ERROR;
        }
        let mut tick = tokio::time::interval(TICK);
        tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Skip);
        loop {
            let session = self.session.clone();
            let done = self.ending.result.is_some();
            let live = self.screen.is_live() && self.format == Format::Text && !done;
            tokio::select! {
                biased;
                event = events.next() => {
                    let Some(event) = event else { break };
                    if let Err(error) = self.event(&event) {
                        return self.leave(&error).await;
                    }
                    if matches!(event, Event::Exited(_)) {
                        break;
                    }
                }
                Some(ask) = self.asks.recv() => self.waiting.push_back(ask),
                _ = self.stops.recv() => {
                    if self.interrupt() == Then::Leave {
                        return self.abandon().await;
                    }
                }
                () = session.idle(), if done => break,
                _ = tick.tick(), if live => self.screen.tick(),
            }
            if self.put_asks().await == Then::Leave {
                return self.abandon().await;
            }
        }
        self.finish().await
    }

    fn event(&mut self, event: &Event) -> io::Result<()> {
        match self.format {
            Format::Frames => {
                if let Event::Received(frame) = event {
                    let mut out = stdout_for_data();
                    out.write_all(&frame.bytes)?;
                    out.write_all(b"\n")?;
                    out.flush()?;
                }
            }
            Format::Changes | Format::Text => {}
        }
        self.fold(event)?;
        if let Event::Received(frame) = event {
            self.note_error(frame);
        }
        if let Event::Exited(exit) = event
            && self.ending.result.is_none()
        {
            self.screen.pause();
            print_error(&format!("the CLI has exited: {exit}"));
        }
        for step in self.conversation.observe(event, now_ms()) {
            if let Step::TurnEnded(result) = step {
                self.answer_with(&result);
                self.ending.result = Some(result);
            }
        }
        Ok(())
    }

    /// The output of a command is no prose of the model, and the view may have cut it: the result has the whole.
    fn answer_with(&mut self, result: &TurnResult) {
        if self.format == Format::Text
            && !self.screen.has_answered()
            && !result.failed()
            && let Some(text) = &result.result
        {
            self.screen.answer(text);
            self.screen.end_line();
        }
    }

    /// Folds an event, and shows what it changes.
    fn fold(&mut self, event: &Event) -> io::Result<()> {
        let (kind, who, bytes) = match event {
            Event::Received(frame) => (Kind::Out, Who::Cli, frame.bytes.clone()),
            Event::Sent(frame) => (Kind::In, Who::Host, frame.bytes.clone()),
            _ => return Ok(()),
        };
        self.records += 1;
        let mut record = Record::new(kind, who, bytes);
        record.seq = self.records;
        record.at_ms = now_ms();
        record.epoch = 1;
        let set = self.fold.apply_set(&record);
        // The transcript has them.
        drop(self.fold.take_settled());
        if set.changes.is_empty() {
            return Ok(());
        }
        match self.format {
            Format::Text => {
                self.transcript.apply(&set, &mut self.screen);
                self.transcript.flush(&mut self.screen, Part::Stable);
            }
            Format::Changes => write_set(&set)?,
            Format::Frames => {}
        }
        self.screen.broken().map_or(Ok(()), Err)
    }

    fn note_error(&mut self, frame: &Frame) {
        if let Some(Message::Assistant(message)) = frame.message()
            && let Some(error) = &message.error
        {
            self.ending.error = Some(error.clone());
        }
    }

    /// Puts asks to the person, one after the other. An ask can come before its line has been folded.
    async fn put_asks(&mut self) -> Then {
        while let Some(ask) = self.waiting.pop_front() {
            let open = &self.fold.view().asks;
            let mut open = open.iter();
            let shown = open.find(|shown| shown.request_id == ask.request.request_id.as_str());
            match shown.cloned() {
                _ if ask.request.cancelled.is_cancelled() => {}
                None => {
                    self.waiting.push_front(ask);
                    break;
                }
                Some(shown) => {
                    if self.ask(ask, &shown).await == Then::Leave {
                        return Then::Leave;
                    }
                }
            }
        }
        Then::GoOn
    }

    async fn ask(&mut self, ask: Ask, shown: &pilothouse_view::Ask) -> Then {
        let Some(terminal) = &mut self.terminal else {
            ask.deny_unseen();
            return Then::GoOn;
        };
        let stopping = self.screen.style().paint(Paint::Yellow, STOPPING);
        let info = &self.fold.view().info;
        let mut answer = Box::pin(ask.put(shown, info, &mut self.screen, terminal));
        let answered = loop {
            tokio::select! {
                answered = &mut answer => break answered,
                _ = self.stops.recv() => {
                    // The CLI then withdraws the ask; a second Ctrl-C does not wait for that.
                    if std::mem::replace(&mut self.ending.interrupted, true) {
                        return Then::Leave;
                    }
                    // The screen is the ask's; the line of the prompt ends here. A closed stderr has nobody to tell.
                    drop(writeln!(io::stderr(), "\n{stopping}"));
                    stop(&self.session);
                }
            }
        };
        drop(answer);
        match answered {
            Answered::Stopped => self.ending.stopped = true,
            Answered::Gone => {
                self.terminal = None;
                let words = "the terminal has ended; what is asked from here on is denied";
                self.screen.line(Paint::Yellow, words);
            }
            Answered::Decided | Answered::Withdrawn => {}
        }
        Then::GoOn
    }

    /// Stops the turn, or leaves if it was stopped before.
    fn interrupt(&mut self) -> Then {
        if std::mem::replace(&mut self.ending.interrupted, true) {
            return Then::Leave;
        }
        self.screen.line(Paint::Yellow, STOPPING);
        stop(&self.session);
        Then::GoOn
    }

    /// Ends at once.
    async fn abandon(mut self) -> u8 {
        self.screen.pause();
        self.session.kill().await;
        crate::exit::INTERRUPTED
    }

    async fn finish(mut self) -> u8 {
        self.screen.pause();
        if self.format == Format::Text {
            self.transcript.flush(&mut self.screen, Part::All);
            self.screen.end_line();
        }
        self.report();
        let code = self.ending.code();
        tokio::select! {
            // What the CLI still wants to write down it may; how it exits no longer matters.
            _ = self.session.close() => {}
            _ = self.stops.recv() => drop(self.session.kill().await),
        }
        code
    }

    /// Tells what went wrong, and what was denied.
    fn report(&mut self) {
        let Some(result) = &self.ending.result else {
            return;
        };
        if self.ending.interrupted || self.ending.stopped {
            self.screen.line(Paint::Yellow, "stopped");
            return;
        }
        if let Some(text) = result.error_text() {
            let hint = match self.ending.code() {
                crate::exit::NO_CLI => "; run `claude` and type /login, or set ANTHROPIC_API_KEY",
                _ => "",
            };
            print_error(&format!("{}{hint}", summary(&text)));
        }
        for denial in &result.permission_denials {
            let input = denial
                .tool_input
                .as_ref()
                .and_then(|input| input.parse().ok())
                .unwrap_or_default();
            print_error(&format!("denied: {}", title(&denial.tool_name, &input)));
        }
        if !result.permission_denials.is_empty() && self.terminal.is_none() {
            print_error("to allow calls, give rules with --allow, or --yes");
        }
    }

    /// Ends because nobody reads any more.
    async fn leave(self, error: &io::Error) -> u8 {
        if !super::is_closed(error) {
            print_error(&format!("cannot write: {error}"));
        }
        self.session.kill().await;
        crate::exit::ERROR
    }
}

/// Writes what changed in the view, as a browser would get it.
fn write_set(set: &ChangeSet) -> io::Result<()> {
    let mut out = stdout_for_data();
    serde_json::to_writer(&mut out, set)?;
    out.write_all(b"\n")?;
    out.flush()
}

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Then {
    GoOn,
    Leave,
}

/// Stops the turn; nobody waits for the receipt.
fn stop(session: &Session) {
    let session = session.clone();
    tokio::spawn(async move { session.interrupt().await });
}

fn now_ms() -> u64 {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    now.as_millis().try_into().unwrap_or(u64::MAX)
}
