//! What the host noted in the log.

use pilothouse_log::{Budget, HeldMessage, Note, Record};
use pilothouse_protocol::content::Content;
use pilothouse_protocol::input::UserInput;
use pilothouse_protocol::wire::Wire;
use serde_json::Value;

use crate::change::Change;
use crate::entry::{Boundary, BoundaryReason, Direction, EntryBody, NoticeLevel, NoticeSource};
use crate::session::{HostState, QueuedMessage};
use crate::text::cut_head;

use super::SessionFold;
use super::asks::author;
use super::content::attachments;

impl SessionFold {
    pub(super) fn fold_note(&mut self, record: &Record) {
        let Some(note) = record.note() else { return };
        match note {
            Note::Queued(_)
            | Note::Edited(_)
            | Note::Reordered(_)
            | Note::Withdrawn(_)
            | Note::Held(_)
            | Note::Released(_)
            | Note::Steered(_)
            | Note::Resent(_) => self.queue_note(note, record),
            Note::Renamed(renamed) => {
                self.state.named = renamed.name.is_some();
                self.change_info(|info| info.title = renamed.name);
            }
            Note::Archived(archived) => {
                let archived = archived.archived;
                self.emit(Change::HostSet {
                    host: HostState {
                        archived,
                        ..self.view.host.clone()
                    },
                });
            }
            Note::Parked(_) => self.state.parking = true,
            Note::Woken(woken) => self.seam(BoundaryReason::Woken, woken.reason),
            Note::Imported(imported) if imported.extra.contains_key("lines") => {
                self.fold_history(&imported);
            }
            Note::Imported(imported) => {
                // A copy gets an id of its own with its first process.
                if imported.extra.get("copy") != Some(&Value::Bool(true)) {
                    let id = imported.cli_session_id;
                    self.change_info(|info| info.session_id = Some(id));
                }
                self.seam(BoundaryReason::Imported, imported.path);
            }
            Note::Forked(forked) => self.seam(BoundaryReason::Forked, Some(forked.from)),
            Note::CliSession(session) => {
                self.change_info(|info| info.session_id = Some(session.id));
            }
            Note::Setting(setting) => self.setting(&setting.name, &setting.value),
            Note::Unknown(unknown) => {
                let name = format!("note/{}", unknown.tag);
                self.add_raw(&name, &unknown.bytes, Direction::In);
            }
            Note::CutOff(ref cut) => {
                if let Some(id) = self.open_message(&cut.id) {
                    self.give_up(id);
                }
                self.spoken_note(&note);
            }
            other => self.spoken_note(&other),
        }
    }

    /// Notes that are shown as a line. Decisions and dropped records are shown elsewhere.
    fn spoken_note(&mut self, note: &Note) {
        let (level, text) = match note {
            Note::CutOff(_) => (
                NoticeLevel::Warning,
                "The process died while this was being answered. What was done until then stands."
                    .to_owned(),
            ),
            Note::Interrupted(why) => (NoticeLevel::Notice, why.reason.clone()),
            Note::Budget(budget) => (NoticeLevel::Warning, budget_line(budget)),
            Note::Truncated(cut) => (
                NoticeLevel::Warning,
                format!(
                    "{} bytes at the end of the log were damaged and cut off",
                    cut.bytes
                ),
            ),
            Note::DiskFull(_) => (NoticeLevel::Error, "The disk is full.".to_owned()),
            Note::DiskRoom(_) => (NoticeLevel::Info, "The disk has room again.".to_owned()),
            Note::Warning(warning) => (NoticeLevel::Warning, warning.message.clone()),
            _ => return,
        };
        let tag = Some(note.tag().to_owned());
        self.add_notice(level, &text, NoticeSource::Host, tag);
    }

    fn seam(&mut self, reason: BoundaryReason, text: Option<String>) {
        self.add_boundary(Boundary {
            reason,
            session_id: self.view.info.session_id.clone(),
            previous_session_id: None,
            exit: None,
            text,
        });
    }

    fn setting(&mut self, name: &str, value: &Value) {
        let text = value.as_str().map(str::to_owned);
        self.change_info(|info| match name {
            "model" => info.model = text.or(info.model.take()),
            "mode" | "permission_mode" => {
                info.permission_mode = text.or(info.permission_mode.take())
            }
            "effort" => info.effort = text,
            "output_style" => info.output_style = text.or(info.output_style.take()),
            _ => {}
        });
        self.host_setting(name, value);
    }

    /// Settings that the host itself keeps to.
    fn host_setting(&mut self, name: &str, value: &Value) {
        let mut host = self.view.host.clone();
        match name {
            "budgetUsd" => host.budget_usd = value.as_f64(),
            "continueAfterLimit" => host.continue_after_limit = value.as_bool(),
            "pinned" => host.pinned = value == true,
            "thinking" => host.thinking = value.as_bool(),
            _ => return,
        }
        if host != self.view.host {
            self.emit(Change::HostSet { host });
        }
    }

    fn queue_note(&mut self, note: Note, record: &Record) {
        let mut queue = self.view.queue.clone();
        match note {
            Note::Queued(queued) => {
                let (text, attachments) = said(&queued.message);
                queue.push(QueuedMessage {
                    uuid: queued.id,
                    text: cut_head(&text),
                    attachments,
                    at: self.now.at,
                    who: author(&record.who),
                    reason: queued.reason,
                    held: false,
                });
            }
            Note::Edited(edited) => {
                if let Some(message) = queue.iter_mut().find(|message| message.uuid == edited.id) {
                    let (text, attachments) = said(&edited.message);
                    message.text = cut_head(&text);
                    message.attachments = attachments;
                }
            }
            Note::Reordered(order) => {
                let place =
                    |message: &QueuedMessage| order.ids.iter().position(|id| *id == message.uuid);
                queue.sort_by_key(|message| place(message).unwrap_or(usize::MAX));
            }
            Note::Withdrawn(withdrawn) => queue.retain(|message| message.uuid != withdrawn.id),
            Note::Held(held) => {
                let (taken_back, queued) = held
                    .messages
                    .into_iter()
                    .partition::<Vec<_>, _>(|held| held.message.is_some());
                for message in &mut queue {
                    message.held |= queued.iter().any(|held| held.id == message.uuid);
                }
                // They were sent before those that still waited here.
                let earlier = taken_back
                    .into_iter()
                    .map(|held| self.taken_back(held, record));
                let earlier: Vec<QueuedMessage> = earlier.collect();
                queue.splice(0..0, earlier);
            }
            Note::Released(released) => {
                for message in &mut queue {
                    message.held &= !released.ids.contains(&message.uuid);
                }
            }
            // The line that follows in the log takes it out of the queue.
            _ => {}
        }
        self.set_queue(queue);
    }

    /// A message that the CLI gave back: it leaves the transcript for the queue.
    fn taken_back(&mut self, held: HeldMessage, record: &Record) -> QueuedMessage {
        let (text, attachments) = said(&held.message.unwrap_or_default());
        let before = held.was.as_deref().and_then(|was| self.open_message(was));
        let entry = before.as_ref().and_then(|id| self.open(id)).cloned();
        let who = entry.as_ref().and_then(|entry| match &entry.body {
            EntryBody::User(user) => user.who.clone(),
            _ => None,
        });
        if let Some(id) = before {
            self.state.forget_message(&id);
            self.emit(Change::EntryRemoved { id });
        }
        QueuedMessage {
            uuid: held.id,
            text: cut_head(&text),
            attachments,
            at: entry.map_or(self.now.at, |entry| entry.at),
            who: who.or_else(|| author(&record.who)),
            reason: None,
            held: true,
        }
    }

    /// A message left the queue for the CLI.
    pub(super) fn sent_from_queue(&mut self, uuid: &str) {
        let mut queue = self.view.queue.clone();
        queue.retain(|message| message.uuid != uuid);
        self.set_queue(queue);
    }

    fn set_queue(&mut self, queue: Vec<QueuedMessage>) {
        if queue != self.view.queue {
            self.emit(Change::QueueSet { queue });
        }
    }
}

/// What a queued line says: it is a user message as the CLI takes it.
fn said(message: &Value) -> (String, Vec<crate::entry::Attachment>) {
    let input = UserInput::from_json(&message.to_string()).ok();
    let content = input.as_ref().and_then(UserInput::said);
    (
        content.map(Content::text).unwrap_or_default(),
        content.map(attachments).unwrap_or_default(),
    )
}

/// That a budget is used up, what follows from it, and where it can be raised.
fn budget_line(budget: &Budget) -> String {
    let place = match budget.scope.as_str() {
        "day" => "the settings of the host",
        _ => "the settings of the session",
    };
    let follows = match budget.action.as_str() {
        "pause" => "The turn was paused; to go on, raise it in",
        _ => "Nothing was stopped; it can be raised in",
    };
    format!(
        "The budget of the {} is used up: ${:.2} of ${:.2} are spent. {follows} {place}.",
        budget.scope, budget.spent_usd, budget.limit_usd
    )
}
