//! What a person sees while a task runs: the answer on stdout; tools, a spinner and notices on stderr.

use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::columns;
use super::markdown::Markdown;
use crate::sanitize::{harmless, harmless_line};
use crate::style::{Paint, Style};

const SPINNER: [&str; 10] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

/// The most columns that the title of a call takes beside the spinner.
const TITLE: usize = 60;

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
    /// Lines go to a terminal, and a call takes one of them.
    on_terminal: bool,
    /// There is a terminal to animate.
    live: bool,
    /// The answer goes to a terminal, which must not be steered by it.
    answer_on_terminal: bool,
    /// Whether the answer may have colors.
    answer_style: Style,
    at_line_start: bool,
    spinning: bool,
    step: usize,
    since: Instant,
    running: Vec<Running>,
    /// Something of the answer was written.
    answered: bool,
    /// Why the answer could not be written.
    broken: Option<io::Error>,
}

impl Screen {
    pub(crate) fn new() -> Self {
        let on_terminal = io::stderr().is_terminal();
        Self {
            style: Style::of(&io::stderr()),
            on_terminal,
            live: on_terminal && std::env::var_os("TERM").is_none_or(|term| term != "dumb"),
            answer_on_terminal: io::stdout().is_terminal(),
            answer_style: Style::of(&io::stdout()),
            at_line_start: true,
            spinning: false,
            step: 0,
            since: Instant::now(),
            running: Vec::new(),
            answered: false,
            broken: None,
        }
    }

    pub(crate) fn style(&self) -> Style {
        self.style
    }

    pub(crate) fn is_live(&self) -> bool {
        self.live
    }

    /// Writes lines of somebody else's making, such as a diff.
    pub(super) fn write_with(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        self.pause();
        // A closed stderr means that nobody looks.
        drop(write(&mut io::stderr()));
    }

    /// Adds to the answer.
    pub(crate) fn answer(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        self.pause();
        let shown = match self.answer_on_terminal {
            true => Cow::Owned(harmless(text)),
            false => Cow::Borrowed(text),
        };
        self.write_answer(&shown);
    }

    /// How many columns the answer has, if its Markdown is rendered: on a terminal with colors.
    pub(super) fn markdown_width(&self) -> Option<usize> {
        let renders = self.answer_on_terminal && self.answer_style == Style::Colour;
        renders.then(|| columns::of(io::stdout()))
    }

    /// Adds rendered Markdown to the answer.
    pub(super) fn rendered_answer(&mut self, text: &str) {
        if !text.is_empty() {
            self.pause();
            self.write_answer(text);
        }
    }

    /// Ends a piece of the answer.
    pub(crate) fn end_line(&mut self) {
        if !self.at_line_start {
            self.write_answer("\n");
        }
    }

    fn write_answer(&mut self, text: &str) {
        self.at_line_start = text.ends_with('\n');
        self.answered = true;
        let mut out = io::stdout();
        if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            self.broken.get_or_insert(error);
        }
    }

    /// Whether anything of an answer was written.
    pub(crate) fn has_answered(&self) -> bool {
        self.answered
    }

    /// Why the answer cannot be written any more: mostly because nobody reads it.
    pub(crate) fn broken(&mut self) -> Option<io::Error> {
        self.broken.take()
    }

    /// Takes note of a call that runs for some time already, or of another title of it.
    pub(crate) fn note(&mut self, id: &str, title: String, indent: usize, age: Duration) {
        let title = harmless_line(&title).replace('\t', " ");
        let known = self.running.iter_mut().find(|running| running.id == id);
        if let Some(running) = known {
            running.title = title;
            return;
        }
        let now = Instant::now();
        self.running.push(Running {
            id: id.to_owned(),
            title,
            indent,
            since: now.checked_sub(age).unwrap_or(now),
        });
    }

    /// Whether a call runs.
    pub(crate) fn runs(&self, id: &str) -> bool {
        self.running.iter().any(|running| running.id == id)
    }

    /// A call has ended: one line for it, with its time, and its diff or its error.
    pub(crate) fn end(&mut self, id: &str, error: Option<&str>, result: Option<&Value>) {
        let Some(index) = self.running.iter().position(|running| running.id == id) else {
            return;
        };
        let running = self.running.remove(index);
        let took = running.since.elapsed();
        self.ended(&running.title, running.indent, took, error);
        if let Some(result) = result {
            self.patch(result);
        }
    }

    /// One line for a call that has ended, and its error.
    pub(crate) fn ended(
        &mut self,
        title: &str,
        indent: usize,
        took: Duration,
        error: Option<&str>,
    ) {
        let sign = match error {
            None => self.style.paint(Paint::Green, "✓"),
            Some(_) => self.style.paint(Paint::Red, "✗"),
        };
        let time = format!("{:.1} s", took.as_secs_f64());
        let title = self.fitting(title, indent + 4 + time.len());
        let time = self.style.paint(Paint::Dim, &time);
        let before = " ".repeat(indent);
        self.write_line(&format!("{before}{sign} {title}  {time}"));
        if let Some(error) = error {
            let error = self.fitting(&super::tools::summary(error), indent + 2);
            let error = self.style.paint(Paint::Red, &error);
            self.write_line(&format!("{before}  {error}"));
        }
    }

    /// A text that fits a line of the terminal beside so many columns of other things. Elsewhere nothing is cut.
    fn fitting(&self, text: &str, beside: usize) -> String {
        let text = harmless_line(text).replace('\t', " ");
        if self.on_terminal {
            columns::cut(&text, columns::of(io::stderr()).saturating_sub(beside + 1))
        } else {
            text
        }
    }

    /// Shows the diff of a result, if it has one.
    pub(crate) fn patch(&mut self, result: &Value) {
        let style = self.style;
        self.write_with(|out| super::diff::write_patch(out, result, style));
    }

    /// Writes one line. A line break in the text is shown and not obeyed: it could fake a line of ours.
    pub(crate) fn line(&mut self, paint: Paint, text: &str) {
        let text = self.style.paint(paint, &harmless_line(text));
        self.write_line(&text);
    }

    /// Writes a text of somebody else's, indented.
    pub(crate) fn text_below(&mut self, text: &str) {
        for line in harmless(text).lines() {
            self.write_line(&format!("    {line}"));
        }
    }

    /// Writes Markdown of somebody else's, indented; without colors as it is.
    pub(crate) fn markdown_below(&mut self, text: &str) {
        if self.style == Style::Plain {
            return self.text_below(text);
        }
        let width = columns::of(io::stderr()).saturating_sub(4);
        for line in Markdown::render(text, width).lines() {
            self.write_line(&format!("    {line}"));
        }
    }

    /// Asks for a line.
    pub(crate) fn prompt(&mut self, text: &str) {
        self.pause();
        let text = self.style.paint(Paint::Cyan, &harmless_line(text));
        let mut err = io::stderr();
        // A closed stderr means that nobody looks.
        drop(err.write_all(text.as_bytes()).and_then(|()| err.flush()));
    }

    fn write_line(&mut self, line: &str) {
        self.pause();
        // A line of the answer that has not ended would swallow ours, if both are on one screen.
        if self.answer_on_terminal {
            self.end_line();
        }
        drop(writeln!(io::stderr(), "{line}"));
    }

    /// Turns the spinner, where there is one.
    pub(crate) fn tick(&mut self) {
        if !self.live || !self.at_line_start {
            return;
        }
        let status = self.status(columns::of(io::stderr()));
        self.below(&status);
    }

    /// The spinner after another step.
    pub(crate) fn spinner(&mut self) -> String {
        self.step += 1;
        self.style
            .paint(Paint::Cyan, SPINNER[self.step % SPINNER.len()])
    }

    /// The spinner, and what is waited for, in fewer than so many columns: the last one would begin another line.
    pub(crate) fn status(&mut self, width: usize) -> String {
        let spinner = self.spinner();
        let (title, since) = match self.running.last() {
            Some(running) => (running.title.as_str(), running.since),
            None => ("working", self.since),
        };
        let more = match self.running.len() {
            0 | 1 => String::new(),
            count => format!(" and {} more", count - 1),
        };
        let after = format!("{more} {} s", since.elapsed().as_secs());
        let room = width.saturating_sub(3 + after.len()).min(TITLE);
        let title = columns::cut(title, room);
        format!("{spinner} {title}{after}")
    }

    /// Puts a line below everything; it goes away when something is written.
    pub(crate) fn below(&mut self, text: &str) {
        if !self.at_line_start {
            self.end_line();
        }
        self.spinning = true;
        drop(write!(io::stderr(), "\r\u{1b}[K{text}"));
    }

    /// Whether a piece of the answer has not ended its line.
    pub(crate) fn is_amid_line(&self) -> bool {
        !self.at_line_start
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
