//! A task from its prompt to its end.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use pilothouse_log::{Kind, Record, Who};
use pilothouse_protocol::content::ContentBlock;
use pilothouse_protocol::{Frame, Message};
use pilothouse_sdk::{Conversation, Event, Events, Session, Step};
use pilothouse_view::fold::SessionFold;
use tokio::signal::unix::Signal;
use tokio::sync::mpsc;

use super::arguments::Format;
use super::asks::{Answered, Ask};
use super::outcome::Ending;
use crate::sanitize::stdout_for_data;
use crate::say::complain;
use crate::style::Paint;
use crate::terminal::lines::Terminal;
use crate::terminal::screen::Screen;
use crate::terminal::tools::{summary, title};

/// How often the spinner turns.
const TICK: Duration = Duration::from_millis(100);

const STOPPING: &str = "stopping; Ctrl-C again to leave at once";

pub(super) struct Work {
    session: Session,
    asks: mpsc::Receiver<Ask>,
    /// Ctrl-C.
    stops: Signal,
    format: Format,
    screen: Screen,
    terminal: Option<Terminal>,
    conversation: Conversation,
    fold: SessionFold,
    records: u64,
    /// Plans as the model wrote them, by the call: newer versions of the CLI do not put them into their asks.
    plans: BTreeMap<String, String>,
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
            stops,
            format,
            screen: Screen::new(),
            terminal,
            conversation: Conversation::new(),
            fold: SessionFold::new(),
            records: 0,
            plans: BTreeMap::new(),
            ending: Ending::default(),
        }
    }

    /// Runs the task and returns its exit code.
    pub(super) async fn run(mut self, prompt: String, mut events: Events) -> u8 {
        if let Err(error) = self.session.send(prompt).await {
            complain(&error.to_string());
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
                Some(ask) = self.asks.recv() => {
                    if self.ask(ask).await == Then::Leave {
                        return self.abandon().await;
                    }
                }
                _ = self.stops.recv() => {
                    if self.interrupt() == Then::Leave {
                        return self.abandon().await;
                    }
                }
                () = session.idle(), if done => break,
                _ = tick.tick(), if live => self.screen.tick(),
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
            Format::Changes => self.changes(event)?,
            Format::Text => {}
        }
        if let Event::Received(frame) = event {
            self.note_error(frame);
        }
        if let Event::Exited(exit) = event
            && self.ending.result.is_none()
        {
            self.screen.pause();
            complain(&format!("the CLI has exited: {exit}"));
        }
        for step in self.conversation.observe(event, now_ms()) {
            self.step(step)?;
        }
        Ok(())
    }

    /// Writes what an event changes in the view, as a browser would get it.
    fn changes(&mut self, event: &Event) -> io::Result<()> {
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
        if set.changes.is_empty() {
            return Ok(());
        }
        let mut out = stdout_for_data();
        serde_json::to_writer(&mut out, &set)?;
        out.write_all(b"\n")?;
        out.flush()
    }

    fn note_error(&mut self, frame: &Frame) {
        if let Some(Message::Assistant(message)) = frame.message()
            && let Some(error) = &message.error
        {
            self.ending.error = Some(error.clone());
        }
    }

    fn note_plan(&mut self, step: &Step) {
        if let Step::ToolCalled { call, .. } = step
            && let Ok(input) = call.input.parse::<serde_json::Value>()
            && let Some(plan) = input["plan"].as_str()
        {
            self.plans.insert(call.id.to_string(), plan.to_owned());
        }
    }

    fn step(&mut self, step: Step) -> io::Result<()> {
        self.screen.moved();
        self.note_plan(&step);
        let text = self.format == Format::Text;
        match step {
            Step::Text {
                text: piece,
                parent: None,
                ..
            } if text => self.screen.answer(&piece)?,
            Step::BlockDone {
                content: ContentBlock::Text(_),
                parent: None,
                ..
            } if text => self.screen.end_line()?,
            Step::ToolCalled { call, parent } if text => {
                let input: serde_json::Value = call.input.parse().unwrap_or_default();
                let title = title(&call.name, &input);
                let indent = if parent.is_some() { 2 } else { 0 };
                self.screen.begin(call.id.as_str(), title, indent);
            }
            Step::ToolFinished {
                result, structured, ..
            } if text => {
                let error = (result.is_error == Some(true)).then(|| {
                    let content = result.content.as_ref();
                    content.map(|content| content.text()).unwrap_or_default()
                });
                let structured = structured.and_then(|raw| raw.parse().ok());
                self.screen.end(
                    result.tool_use_id.as_str(),
                    error.as_deref(),
                    structured.as_ref(),
                );
            }
            Step::ToolLost { id, .. } if text => {
                self.screen.end(id.as_str(), Some("it has no result"), None)
            }
            Step::TurnEnded(result) => self.ending.result = Some(result),
            _ => {}
        }
        Ok(())
    }

    async fn ask(&mut self, ask: Ask) -> Then {
        let Some(terminal) = &mut self.terminal else {
            ask.deny_unseen();
            return Then::GoOn;
        };
        let stopping = self.screen.style().paint(Paint::Yellow, STOPPING);
        let call = ask.request.tool_use_id.as_ref();
        let plan = call.and_then(|call| self.plans.get(call.as_str()).map(String::as_str));
        let mut answer = Box::pin(ask.put(plan, &mut self.screen, terminal));
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
            // A closed stdout has nothing more to end.
            drop(self.screen.end_line());
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
            complain(&format!("{}{hint}", summary(&text)));
        }
        for denial in &result.permission_denials {
            let input = denial
                .tool_input
                .as_ref()
                .and_then(|input| input.parse().ok())
                .unwrap_or_default();
            complain(&format!("denied: {}", title(&denial.tool_name, &input)));
        }
        if !result.permission_denials.is_empty() && self.terminal.is_none() {
            complain("to allow calls, give rules with --allow, or --yes");
        }
    }

    /// Ends because nobody reads any more.
    async fn leave(self, error: &io::Error) -> u8 {
        if !super::is_closed(error) {
            complain(&format!("cannot write: {error}"));
        }
        self.session.kill().await;
        crate::exit::ERROR
    }
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
