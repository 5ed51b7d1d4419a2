//! After a death: messages that were acknowledged and have no result are sent again.
//!
//! The CLI runs such a message when nothing of its turn was on disk, and swallows it when the turn
//! had begun; then the person is told that it was cut off.

use pilothouse_log::{CutOff, Who};
use pilothouse_view::EntryBody;
use pilothouse_view::entry::Delivery;
use serde_json::Map;

use super::Machine;
use super::acks::Then;
#[cfg(test)]
use crate::session::canary::{self, Canary};
use crate::session::effect::Body;

/// How often a message is sent again: one that ends every process it meets must not do so for ever.
const TIMES: u32 = 2;

impl Machine {
    /// The messages that the next process gets again, oldest first: uuid and record.
    pub(super) fn lost_messages(&self) -> Vec<(String, u64)> {
        let mut lost = self.without_result();
        lost.retain(|(uuid, _)| self.projection.settings.times_resent(uuid) < TIMES);
        lost
    }

    /// Whether a message is not sent again because every process that got it died.
    pub(super) fn has_given_up(&self) -> bool {
        let lost = self.without_result();
        lost.iter()
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

    /// Gives the process what the one before it did not finish.
    pub(super) fn resend_lost(&mut self) {
        if self.is_stalled() {
            return;
        }
        for (uuid, seq) in self.lost_messages() {
            #[cfg(test)]
            let uuid = match canary::has(Canary::ResendWithoutUuid) {
                true => self.unique(),
                false => uuid,
            };
            if !self.is_appending(&uuid) {
                self.append(uuid, Who::Host, Body::Again(seq), None, Then::Nothing);
            }
        }
    }

    /// Writes down which messages the CLI did not run although they were sent again, once.
    pub(super) fn report_lost(&mut self) {
        if self.is_stalled() || !self.lives.is_settled() {
            return;
        }
        let lost: Vec<String> = self.projection.lost_messages().to_vec();
        for id in lost {
            let key = format!("cut-off-{id}");
            if !self.is_appending(&key) {
                let extra = Map::new();
                self.append_note(key, Who::Host, CutOff { id, extra }, None);
            }
        }
    }
}
