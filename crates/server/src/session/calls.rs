//! What others ask of a session: reads are answered here, everything else goes to the machine.

use pilothouse_log::Who;
use pilothouse_view::{Entry, EntryPage, SessionView};

use super::driver::Driver;
use super::input::{Call, HostFacts, Input};
use super::replies::{Caller, send};
use super::{AttachmentBytes, Feed, Input as Asked, Reply, untruncated};
use crate::problem::Problem;

/// How many settled entries a snapshot carries.
const SNAPSHOT_ENTRIES: usize = 200;

impl Driver {
    pub(super) fn on_asked(&mut self, asked: Asked) {
        match asked {
            Asked::Subscribe { after, reply } => self.subscribe(after, reply),
            Asked::View { reply } => send(reply, self.whole_view().map_err(Problem::from)),
            Asked::Page {
                before,
                limit,
                reply,
            } => {
                let store = &self.shared.store;
                let page = store.entries_before(&self.id, Some(&before), limit);
                send(reply, page.map_err(Problem::from));
            }
            Asked::Entry { id, reply } => self.whole_entry(&id, reply),
            Asked::Attachment {
                entry,
                index,
                reply,
            } => self.attachment(&entry, index, reply),
            Asked::Settings { reply } => {
                send(reply, Ok(self.machine.projection().settings.clone()));
            }
            Asked::Summary { reply } => send(reply, Ok(self.machine.summary())),
            Asked::Reindexed { reply } => {
                let view = self.snapshot();
                self.feed.replace(view);
                send(reply, Ok(self.machine.summary()));
            }
            command => self.command(command),
        }
    }

    fn command(&mut self, asked: Asked) {
        let (who, call, caller) = match asked {
            Asked::Send {
                message,
                blocks,
                who,
                reply,
            } => {
                self.tell_how_full();
                (who, Call::Send { message, blocks }, Caller::Sent(reply))
            }
            Asked::UpdateQueued {
                uuid,
                update,
                who,
                reply,
            } => (
                who,
                Call::UpdateQueued { uuid, update },
                Caller::Done(reply),
            ),
            Asked::Withdraw { uuid, who, reply } => {
                (who, Call::Withdraw { uuid }, Caller::Done(reply))
            }
            Asked::Interrupt {
                interrupt,
                who,
                reply,
            } => (who, Call::Interrupt(interrupt), Caller::Stopped(reply)),
            Asked::ReleaseHeld {
                messages,
                who,
                reply,
            } => (who, Call::ReleaseHeld(messages), Caller::Done(reply)),
            Asked::DiscardHeld { who, reply } => (who, Call::DiscardHeld, Caller::Done(reply)),
            Asked::Answer {
                ask,
                answer,
                scope,
                who,
                reply,
            } => {
                let call = Call::Answer { ask, answer, scope };
                (who, call, Caller::Done(reply))
            }
            Asked::Change { change, who, reply } => {
                (who, Call::Change(change), Caller::Value(reply))
            }
            Asked::Update { update, who, reply } => {
                (who, Call::Update(update), Caller::Summary(reply))
            }
            Asked::LookAt { turns, who, reply } => (who, Call::LookAt(turns), Caller::Done(reply)),
            Asked::Lifecycle { action, who, reply } => {
                (who, Call::Lifecycle(action), Caller::Summary(reply))
            }
            Asked::DecideProjectSettings {
                leave_out,
                who,
                reply,
            } => {
                let call = Call::DecideProjectSettings { leave_out };
                (who, call, Caller::Summary(reply))
            }
            Asked::Control { call, who, reply } => (who, Call::Control(call), Caller::Value(reply)),
            Asked::GrantRule {
                key,
                behavior,
                rule,
                who,
                reply,
            } => {
                let call = Call::GrantRule {
                    key,
                    behavior,
                    rule,
                };
                (who, call, Caller::Rule(reply))
            }
            Asked::RevokeRule { rule, who, reply } => {
                (who, Call::RevokeRule(rule), Caller::Done(reply))
            }
            Asked::Remove { reply } => (Who::Host, Call::Remove, Caller::Done(reply)),
            // Reads are answered before.
            _ => return,
        };
        let reply = self.replies.insert(caller);
        self.input(Input::Call { reply, who, call });
    }

    /// A message that has to wait for a process says so.
    fn tell_how_full(&mut self) {
        let full = self.full();
        let host = self.machine.host().clone();
        if host.full != full {
            self.input(Input::Host(HostFacts { full, ..host }));
        }
    }

    fn subscribe(&mut self, after: Option<u64>, reply: Reply<super::Subscription>) {
        let effects = self.machine.publish_all();
        self.carry_out(effects);
        // Set aside for a moment, so that a snapshot is made only for a reader that needs one.
        let mut feed = std::mem::replace(&mut self.feed, Feed::new(&self.id));
        feed.publish();
        let seq = self.machine.view().seq;
        let subscription = feed.subscribe(after, seq, || self.snapshot());
        self.feed = feed;
        send(reply, Ok(subscription));
    }

    /// The view for a reader: with what there is when entries cannot be read, until they can.
    fn snapshot(&mut self) -> SessionView {
        self.whole_view().unwrap_or_else(|error| {
            tracing::error!(session = %self.id, %error, "cannot read entries");
            self.lacks_entries = true;
            self.view_with(EntryPage {
                entries: Vec::new(),
                has_older: false,
            })
        })
    }

    /// Sends readers the whole view once the entries that a snapshot lacked can be read.
    pub(super) fn complete_snapshots(&mut self) {
        if self.lacks_entries
            && let Ok(view) = self.whole_view()
        {
            self.lacks_entries = false;
            self.feed.replace(view);
        }
    }

    fn whole_view(&self) -> rusqlite::Result<SessionView> {
        let store = &self.shared.store;
        let page = store.entries_before(&self.id, None, SNAPSHOT_ENTRIES)?;
        Ok(self.view_with(page))
    }

    fn view_with(&self, mut page: EntryPage) -> SessionView {
        page.entries.extend(self.unstored.iter().cloned());
        self.machine.projection().fold.snapshot(page)
    }

    /// Reads an untruncated entry off this task: the log may be long.
    fn whole_entry(&self, id: &str, reply: Reply<Entry>) {
        let (shared, session) = (self.shared.clone(), self.id.clone());
        let entry = self.entry(id);
        tokio::task::spawn_blocking(move || {
            send(
                reply,
                entry.map(|entry| untruncated::entry(&shared, &session, entry)),
            );
        });
    }

    fn attachment(&self, entry: &str, index: u32, reply: Reply<AttachmentBytes>) {
        let (shared, session) = (self.shared.clone(), self.id.clone());
        let entry = self.entry(entry);
        tokio::task::spawn_blocking(move || {
            let found =
                entry.and_then(|entry| untruncated::attachment(&shared, &session, &entry, index));
            send(reply, found);
        });
    }

    fn entry(&self, id: &str) -> Result<Entry, Problem> {
        let mut known = self.machine.view().entries.iter().chain(&self.unstored);
        let open = known.find(|entry| entry.id.as_str() == id);
        if let Some(entry) = open {
            return Ok(entry.clone());
        }
        self.shared
            .store
            .entry(&self.id, id)?
            .ok_or_else(|| Problem::not_found("entry"))
    }
}
