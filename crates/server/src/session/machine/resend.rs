//! After a death: messages that were acknowledged and have no result are sent again.
//!
//! The CLI runs such a message when nothing of its turn was on disk, and swallows it when the turn
//! had begun; then the person is told that it was cut off.

use pilothouse_log::{CutOff, Who};
use pilothouse_view::EntryBody;
use pilothouse_view::entry::Delivery;
use pilothouse_view::session::Activity;
use serde_json::Map;

use super::Machine;
use super::acks::Then;
#[cfg(test)]
use crate::session::canary::{self, Canary};
use crate::session::effect::Body;

/// How often a message is sent again: one that ends every process it meets must not do so for ever.
const TIMES: u32 = 2;

impl Machine {
    /// The messages that the next process gets again, in the order in which they were sent: uuid and record.
    pub(super) fn lost_messages(&self) -> Vec<(String, u64)> {
        let mut lost = self.without_result();
        lost.retain(|(uuid, _)| self.projection.settings.times_resent(uuid) < TIMES);
        lost
    }

    /// Whether a message is not sent again because every process that got it died.
    pub(super) fn has_given_up(&self) -> bool {
        !self.given_up().is_empty()
    }

    /// The messages that are not sent again because every process that got them died.
    fn given_up(&self) -> Vec<String> {
        let lost = self.without_result().into_iter().map(|(uuid, _)| uuid);
        lost.filter(|uuid| self.projection.settings.times_resent(uuid) >= TIMES)
            .collect()
    }

    /// The messages that a death left without a result, in the order in which they were sent.
    fn without_result(&self) -> Vec<(String, u64)> {
        let abandoned = self.projection.settings.texts("abandoned");
        let entries = self.view().entries.iter();
        let lost = entries.filter_map(|entry| match &entry.body {
            EntryBody::User(user) if user.delivery == Delivery::Lost => {
                Some((user.uuid.clone()?, entry.id.record()?))
            }
            _ => None,
        });
        let mut lost: Vec<(String, u64)> = lost
            .filter(|(uuid, _)| !abandoned.contains(&uuid.as_str()))
            .collect();
        // Entries are in the order in which the CLI took them up.
        lost.sort_by_key(|(_, seq)| *seq);
        lost
    }

    /// Gives the process what the one before it did not finish, one message after the other: a message whose write is
    /// refused is tried again before the next, because one that a later message overtakes counts as given up.
    pub(super) fn resend_lost(&mut self) {
        if self.is_stalled() || self.is_sending() || self.has_process_ended() {
            return;
        }
        if let Some((uuid, seq)) = self.lost_messages().into_iter().next() {
            #[cfg(test)]
            let uuid = match canary::has(Canary::ResendWithoutUuid) {
                true => self.unique(),
                false => uuid,
            };
            self.append(uuid, Who::Host, Body::Again(seq), None, Then::Nothing);
        }
    }

    /// Whether the end of the process is in the log, although its runner is still attached.
    fn has_process_ended(&self) -> bool {
        let liveness = &self.view().liveness;
        let has_ended = matches!(liveness.activity, Activity::Ended { .. });
        has_ended && self.lives.epoch() == Some(liveness.epoch)
    }

    /// Writes down which messages were lost, once: those that the CLI did not run although they were sent again, and
    /// those that are not sent again.
    pub(super) fn report_lost(&mut self) {
        if self.is_stalled() || !self.lives.is_settled() {
            return;
        }
        let mut lost: Vec<String> = self.projection.lost_messages().to_vec();
        lost.extend(self.given_up());
        for id in lost {
            let key = format!("cut-off-{id}");
            if !self.is_appending(&key) {
                let extra = Map::new();
                self.append_note(key, Who::Host, CutOff { id, extra }, None);
            }
        }
    }
}
