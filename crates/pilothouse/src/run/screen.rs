//! What a person sees while a task runs: the answer on stdout; tools, a spinner and notices on stderr.

use std::io::{self, IsTerminal, Write};
use std::time::Instant;

use serde_json::Value;

use crate::style::{Paint, Style, harmless};

const SPINNER: [&str; 10] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

/// A call that runs.
struct Running {
    id: String,
    title: String,
    indent: usize,
    since: Instant,
}

/// The screen, as far as this program has written it.
pub(crate) struct Screen {
    style: Style,
    /// There is a terminal to animate.
    live: bool,
    /// The answer goes to a terminal, which must not be steered by it.
    answer_on_terminal: bool,
    at_line_start: bool,
    spinning: bool,
    step: usize,
    since: Instant,
    running: Vec<Running>,
}

impl Screen {
    pub(crate) fn new() -> Self {
        let style = Style::of(&io::stderr());
        Self {
            style,
            live: io::stderr().is_terminal()
                && std::env::var_os("TERM").is_none_or(|term| term != "dumb"),
            answer_on_terminal: io::stdout().is_terminal(),
            at_line_start: true,
            spinning: false,
            step: 0,
            since: Instant::now(),
            running: Vec::new(),
        }
    }

    pub(crate) fn style(&self) -> Style {
        self.style
    }

    pub(crate) fn is_live(&self) -> bool {
        self.live
    }

    /// Where diffs are written.
    pub(super) fn writer(&mut self) -> &mut Self {
        self
    }

    /// Adds to the answer.
    pub(crate) fn answer(&mut self, text: &str) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        self.pause();
        let mut out = io::stdout();
        if self.answer_on_terminal {
            out.write_all(harmless(text).as_bytes())?;
        } else {
            out.write_all(text.as_bytes())?;
        }
        self.at_line_start = text.ends_with('\n');
        out.flush()
    }

    /// Ends a piece of the answer.
    pub(crate) fn end_line(&mut self) -> io::Result<()> {
        if self.at_line_start {
            return Ok(());
        }
        self.at_line_start = true;
        let mut out = io::stdout();
        out.write_all(b"\n")?;
        out.flush()
    }

    /// A call begins.
    pub(crate) fn begin(&mut self, id: &str, title: String, indent: usize) {
        self.running.push(Running {
            id: id.to_owned(),
            title,
            indent,
            since: Instant::now(),
        });
        self.tick();
    }

    /// A call has ended: one line for it, with its time, and its diff or its error.
    pub(crate) fn end(&mut self, id: &str, error: Option<&str>, result: Option<&Value>) {
        let Some(index) = self.running.iter().position(|running| running.id == id) else {
            return;
        };
        let running = self.running.remove(index);
        let seconds = running.since.elapsed().as_secs_f64();
        let sign = match error {
            None => self.style.paint(Paint::Green, "✓"),
            Some(_) => self.style.paint(Paint::Red, "✗"),
        };
        let time = self.style.paint(Paint::Dim, &format!("{seconds:.1} s"));
        let indent = " ".repeat(running.indent);
        self.write_line(&format!("{indent}{sign} {}  {time}", running.title));
        if let Some(error) = error {
            let error = self.style.paint(Paint::Red, &super::tools::summary(error));
            self.write_line(&format!("{indent}  {error}"));
        }
        if let Some(result) = result {
            let style = self.style;
            self.pause();
            // A closed stderr means that nobody looks.
            drop(super::diff::write_patch(&mut io::stderr(), result, style));
        }
    }

    /// Writes a line of our own.
    pub(crate) fn line(&mut self, paint: Paint, text: &str) {
        let text = self.style.paint(paint, text);
        self.write_line(&text);
    }

    /// Writes a text of somebody else's, indented.
    pub(crate) fn text_below(&mut self, text: &str) {
        for line in harmless(text).lines() {
            self.write_line(&format!("    {line}"));
        }
    }

    /// Asks for a line.
    pub(crate) fn prompt(&mut self, text: &str) {
        self.pause();
        let text = self.style.paint(Paint::Cyan, text);
        let mut err = io::stderr();
        // A closed stderr means that nobody looks.
        drop(err.write_all(text.as_bytes()).and_then(|()| err.flush()));
    }

    fn write_line(&mut self, line: &str) {
        self.pause();
        // A line of the answer that has not ended would swallow ours, if both are on one screen.
        if self.answer_on_terminal {
            drop(self.end_line());
        }
        drop(writeln!(io::stderr(), "{line}"));
    }

    /// Turns the spinner, where there is one.
    pub(crate) fn tick(&mut self) {
        if !self.live || !self.at_line_start {
            return;
        }
        self.step += 1;
        let spinner = self
            .style
            .paint(Paint::Cyan, SPINNER[self.step % SPINNER.len()]);
        let (title, since) = match self.running.last() {
            Some(running) => (running.title.as_str(), running.since),
            None => ("working", self.since),
        };
        let more = match self.running.len() {
            0 | 1 => String::new(),
            count => format!(" and {} more", count - 1),
        };
        let seconds = since.elapsed().as_secs();
        let title: String = title.chars().take(60).collect();
        self.spinning = true;
        drop(write!(
            io::stderr(),
            "\r\u{1b}[K{spinner} {title}{more} {seconds} s"
        ));
    }

    /// Takes the spinner away.
    pub(crate) fn pause(&mut self) {
        if std::mem::take(&mut self.spinning) {
            drop(write!(io::stderr(), "\r\u{1b}[K"));
        }
    }

    /// Something moved: the time of waiting begins again.
    pub(crate) fn moved(&mut self) {
        self.since = Instant::now();
    }
}
