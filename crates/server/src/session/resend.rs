//! After a death: messages that were acknowledged and have no result are sent again.
//!
//! The CLI runs such a message when nothing of its turn was on disk, and swallows it when the turn
//! had begun; then the person is told that it was cut off.

use pilothouse_log::{CutOff, Note, Who};
use pilothouse_protocol::Input as Line;
use pilothouse_view::EntryBody;
use pilothouse_view::entry::Delivery;
use serde_json::Map;

use super::queue::read_user;
use super::task::Task;

/// How often a message is sent again: one that ends every process it meets must not do so for ever.
const TIMES: u32 = 2;

impl Task {
    /// The messages that the next process gets again, oldest first: uuid and record.
    pub(super) fn lost(&self) -> Vec<(String, u64)> {
        let mut lost = self.without_result();
        lost.retain(|(uuid, _)| self.projection.settings.times_resent(uuid) < TIMES);
        lost
    }

    /// Whether a message is not sent again because every process that got it died.
    pub(super) fn has_given_up(&self) -> bool {
        self.without_result()
            .iter()
            .any(|(uuid, _)| self.projection.settings.times_resent(uuid) >= TIMES)
    }

    /// The messages that a death left without a result, oldest first.
    fn without_result(&self) -> Vec<(String, u64)> {
        let abandoned = self.projection.settings.texts("abandoned");
        let entries = self.view().entries.iter();
        entries
            .filter_map(|entry| match &entry.body {
                EntryBody::User(user) if user.delivery == Delivery::Lost => {
                    Some((user.uuid.clone()?, entry.id.record()?))
                }
                _ => None,
            })
            .filter(|(uuid, _)| !abandoned.contains(&uuid.as_str()))
            .collect()
    }

    /// Gives the new process what the one before it did not finish.
    pub(super) async fn resend_lost(&mut self) {
        for (uuid, seq) in self.lost() {
            let Some(line) = self.sent_line(seq).await else {
                tracing::warn!(session = %self.id, seq, "a lost message is not in the log");
                continue;
            };
            let sent = self.write(&uuid, Who::Host, &line).await;
            if let Err(refusal) = sent {
                tracing::warn!(session = %self.id, %refusal, "a lost message could not be sent again");
                return;
            }
        }
    }

    /// The line of a message as it was sent.
    pub(super) async fn sent_line(&self, seq: u64) -> Option<Line> {
        let dir = self.shared.log_dir(&self.id);
        let read = tokio::task::spawn_blocking(move || dir.read_after(seq - 1).ok()?.next()?.ok());
        let record = read.await.ok()??;
        read_user(record.bytes).map(Line::from)
    }

    /// Writes down which messages the CLI did not run although they were sent again, once.
    pub(super) async fn report_lost(&mut self) {
        let lost = self.projection.lost_messages().iter();
        let lost: Vec<String> = lost
            .filter(|uuid| !self.reported_lost.contains(*uuid))
            .cloned()
            .collect();
        for uuid in lost {
            let id = format!("cut-off-{uuid}");
            // When it cannot be written now, the next server does it.
            self.reported_lost.insert(uuid.clone());
            let note = Note::CutOff(CutOff {
                id: uuid,
                extra: Map::new(),
            });
            if let Err(problem) = self.note(&id, Who::Host, note).await {
                tracing::warn!(session = %self.id, ?problem, "cannot report a lost message");
            }
        }
    }
}
