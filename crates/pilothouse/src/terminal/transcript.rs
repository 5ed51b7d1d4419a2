//! The transcript of a session on the screen: what was, and what changes.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use pilothouse_view::session::Activity;
use pilothouse_view::tool::{ToolCall, ToolState};
use pilothouse_view::{Change, ChangeSet, Entry, EntryBody, EntryId, SessionView};

use super::entries;
use super::markdown::{Markdown, Part};
use super::screen::Screen;
use super::tools::title;

/// A session as far as it is on the screen.
#[derive(Default)]
pub(crate) struct Transcript {
    audience: Audience,
    view: SessionView,
    /// Entries that are on the screen, whole.
    shown: HashSet<EntryId>,
    /// How much of a text is on the screen, in bytes.
    streamed: HashMap<EntryId, usize>,
    /// Text that waits: for the end of its line, because somebody types below it, or for what its Markdown means.
    held: Held,
}

/// Who looks at the session.
#[derive(Default)]
enum Audience {
    /// Someone who gave it one prompt: the answer and the calls are enough.
    #[default]
    Prompter,
    /// A device of this ID, whose own messages are shown without a name.
    Device(String),
}

impl Transcript {
    /// The transcript of a task: answers and calls.
    pub(crate) fn of_task() -> Self {
        Self::default()
    }

    /// The transcript of a hosted session on the device with this ID.
    pub(crate) fn of_session(device: String) -> Self {
        Self {
            audience: Audience::Device(device),
            ..Self::default()
        }
    }

    pub(crate) fn view(&self) -> &SessionView {
        &self.view
    }

    /// Whether a turn runs.
    pub(crate) fn is_busy(&self) -> bool {
        !matches!(
            self.view.liveness.activity,
            Activity::NotStarted
                | Activity::Idle
                | Activity::Waiting
                | Activity::Background { .. }
                | Activity::Parked
                | Activity::Ended { .. }
        )
    }

    /// Shows the newest entries of a view; after a lost connection only those that are new.
    pub(crate) fn snapshot(&mut self, view: SessionView, most: usize, screen: &mut Screen) {
        let newest = self.view.entries.last().map(|entry| entry.order);
        self.view = view;
        let entries = std::mem::take(&mut self.view.entries);
        let top = entries.iter().filter(|entry| entry.parent.is_none());
        let mut orders: Vec<u64> = top.map(|entry| entry.order).collect();
        let cut = orders.len().saturating_sub(most);
        let from = match newest {
            Some(newest) => newest,
            None if cut > 0 => orders.swap_remove(cut - 1),
            None => 0,
        };
        let fresh = newest.is_none();
        for entry in &entries {
            if entry.order > from || (fresh && cut == 0) || !is_settled(&entry.body) {
                self.entry(entry, screen);
            }
        }
        self.view.entries = entries;
    }

    /// Takes what changed, and shows it.
    pub(crate) fn apply(&mut self, set: &ChangeSet, screen: &mut Screen) {
        screen.moved();
        for change in &set.changes {
            self.view.apply(change);
            self.show(change, screen);
        }
        self.view.seq = set.seq;
        self.view.at = set.at;
    }

    fn show(&mut self, change: &Change, screen: &mut Screen) {
        match change {
            Change::EntrySet { entry } => self.entry(entry, screen),
            Change::Appended { id, text } => self.append(id, text),
            Change::DraftKept { id, .. }
            | Change::ToolChanged { id, .. }
            | Change::ToolResultSet { id, .. }
            | Change::DeliveryChanged { id, .. } => {
                let entries = &self.view.entries;
                let entry = entries.iter().rfind(|entry| entry.id == *id).cloned();
                if let Some(entry) = entry {
                    self.entry(&entry, screen);
                }
            }
            _ => {}
        }
    }

    fn entry(&mut self, entry: &Entry, screen: &mut Screen) {
        if self.shown.contains(&entry.id) {
            return;
        }
        match &entry.body {
            // What a subagent says is told by the call that began it.
            EntryBody::Text(_) if entry.parent.is_some() => {}
            EntryBody::Text(text) if text.streaming => {
                let draft = self.view.drafts.get(&entry.id).cloned();
                if !self.streamed.contains_key(&entry.id) {
                    self.append(&entry.id, draft.as_deref().unwrap_or_default());
                }
            }
            EntryBody::Text(text) => self.text_done(&entry.id, &text.text, screen),
            EntryBody::Tool(call) => self.tool(entry, call, screen),
            body => {
                if is_settled(body) {
                    self.shown.insert(entry.id.clone());
                    self.flush(screen, Part::All);
                    if let Audience::Device(device) = &self.audience {
                        entries::show(entry, device, screen);
                    }
                }
            }
        }
    }

    fn append(&mut self, id: &EntryId, text: &str) {
        let entries = &self.view.entries;
        let entry = entries.iter().rfind(|entry| entry.id == *id);
        let prose =
            |entry: &Entry| matches!(entry.body, EntryBody::Text(_)) && entry.parent.is_none();
        // While a snapshot is shown its entries are not in the view yet; they are prose then.
        if entry.is_some_and(|entry| !prose(entry)) {
            return;
        }
        *self.streamed.entry(id.clone()).or_default() += text.len();
        self.held.push(text);
    }

    /// A text is complete: what of it is not on the screen is written.
    fn text_done(&mut self, id: &EntryId, text: &str, screen: &mut Screen) {
        self.shown.insert(id.clone());
        let streamed = self.streamed.remove(id).unwrap_or_default();
        self.held.push(text.get(streamed..).unwrap_or_default());
        self.flush(screen, Part::All);
        screen.end_line();
    }

    /// Writes what is held back, or a part of it.
    pub(crate) fn flush(&mut self, screen: &mut Screen, part: Part) {
        self.held.write(screen, part);
    }

    fn tool(&mut self, entry: &Entry, call: &ToolCall, screen: &mut Screen) {
        let id = entry.id.as_str();
        let input = call.changed_input.as_ref().unwrap_or(&call.input);
        let title = title(&call.tool.name, &input.0);
        let indent = if entry.parent.is_some() { 2 } else { 0 };
        let error = match call.state {
            // What waits does not run: it has no line with a clock yet.
            ToolState::Streaming | ToolState::Waiting => return,
            ToolState::Running => {
                self.flush(screen, Part::All);
                let started = call.started_at.unwrap_or(self.view.at);
                let age = Duration::from_millis(self.view.at.saturating_sub(started));
                screen.note(id, title, indent, age);
                return;
            }
            ToolState::Done => None,
            ToolState::Interrupted => Some("stopped".to_owned()),
            ToolState::Denied => {
                let said = call.decision.as_ref();
                let said = said.and_then(|decision| decision.message.clone());
                Some(said.unwrap_or_else(|| "denied".to_owned()))
            }
            ToolState::Failed => {
                let result = call.result.as_ref();
                Some(
                    result
                        .map_or_else(|| "it failed".to_owned(), |result| result.text.text.clone()),
                )
            }
        };
        self.shown.insert(entry.id.clone());
        self.flush(screen, Part::All);
        let structured = call.result.as_ref();
        let structured = structured.and_then(|result| Some(&result.structured.as_ref()?.0));
        if screen.runs(id) {
            screen.end(id, error.as_deref(), structured);
            return;
        }
        let ended = call.ended_at.unwrap_or(entry.at);
        let took = ended.saturating_sub(call.started_at.unwrap_or(ended));
        screen.ended(
            &title,
            indent,
            Duration::from_millis(took),
            error.as_deref(),
        );
        if let Some(structured) = structured {
            screen.patch(structured);
        }
    }
}

/// Text that is not on the screen yet.
#[derive(Default)]
struct Held {
    text: String,
    markdown: Markdown,
}

impl Held {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn write(&mut self, screen: &mut Screen, part: Part) {
        if let Some(width) = screen.markdown_width() {
            self.markdown.push(&std::mem::take(&mut self.text));
            return screen.rendered_answer(&self.markdown.take(width, part));
        }
        let end = match part {
            Part::All | Part::Stable => self.text.len(),
            Part::WholeLines => self.text.rfind('\n').map_or(0, |end| end + 1),
        };
        let text: String = self.text.drain(..end).collect();
        screen.answer(&text);
    }
}

/// Whether an entry says all that it will say.
fn is_settled(body: &EntryBody) -> bool {
    use pilothouse_view::entry::{CompactionState, HookState};
    match body {
        EntryBody::Text(text) => !text.streaming,
        EntryBody::Thinking(thinking) => !thinking.streaming,
        EntryBody::Tool(call) => !matches!(
            call.state,
            ToolState::Streaming | ToolState::Waiting | ToolState::Running
        ),
        EntryBody::Compaction(compaction) => compaction.state != CompactionState::Running,
        EntryBody::Hook(hook) => hook.state != HookState::Running,
        _ => true,
    }
}
