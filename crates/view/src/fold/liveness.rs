//! What the session is doing, for a sentence with a clock.

use pilothouse_protocol::fold::State as Doing;

use crate::change::Change;
use crate::entry::{Delivery, EntryBody};
use crate::session::{Activity, Liveness};
use crate::tool::ToolState;

use super::SessionFold;

impl SessionFold {
    /// Says what the session is doing, if that has changed.
    pub(super) fn update_liveness(&mut self) {
        let activity = self.activity();
        let known = &self.view.liveness;
        let turn = &self.state.turn;
        let liveness = Liveness {
            since: if known.activity == activity {
                known.since
            } else {
                self.now.at
            },
            activity,
            turn_started_at: turn.running.then_some(turn.started_at),
            turn: turn.number,
            epoch: known.epoch.max(self.now.epoch),
        };
        if liveness != *known {
            self.emit(Change::LivenessSet { liveness });
        }
    }

    fn activity(&self) -> Activity {
        if let Some(exit) = &self.state.exit {
            return if self.state.parking {
                Activity::Parked
            } else {
                Activity::Ended { exit: exit.clone() }
            };
        }
        match self.state.liveness.state {
            Doing::Starting if self.state.heard => self.resting(),
            Doing::Starting if self.now.epoch == 0 => Activity::NotStarted,
            Doing::Starting => Activity::Starting,
            Doing::AwaitingApproval => Activity::Waiting,
            Doing::Retrying => self.retrying(),
            Doing::Compacting => Activity::Compacting,
            Doing::Thinking | Doing::Streaming | Doing::RunningTool if self.state.turn.running => {
                self.working()
            }
            _ => self.resting(),
        }
    }

    fn retrying(&self) -> Activity {
        let entry = self.state.retry.as_ref().and_then(|id| self.open(id));
        match entry.map(|entry| &entry.body) {
            Some(EntryBody::Retry(retry)) => Activity::Retrying {
                attempt: retry.attempt,
                max_retries: retry.max_retries,
                next_at: self.state.retry_at,
                error: retry.error.clone(),
            },
            _ => Activity::Requesting,
        }
    }

    fn working(&self) -> Activity {
        let mine = || {
            self.view
                .entries
                .iter()
                .filter(|entry| entry.parent.is_none())
        };
        let streaming = mine().rev().find_map(|entry| match &entry.body {
            EntryBody::Text(text) if text.streaming => Some(Activity::Writing {
                entry: entry.id.clone(),
            }),
            EntryBody::Thinking(thinking) if thinking.streaming => Some(Activity::Thinking {
                entry: entry.id.clone(),
            }),
            EntryBody::Tool(call) if call.state == ToolState::Streaming => {
                Some(Activity::Calling {
                    entry: entry.id.clone(),
                })
            }
            _ => None,
        });
        if let Some(streaming) = streaming {
            return streaming;
        }
        let running = mine().filter(|entry| {
            matches!(&entry.body, EntryBody::Tool(call) if call.state == ToolState::Running)
        });
        let entries: Vec<_> = running.map(|entry| entry.id.clone()).collect();
        if entries.is_empty() {
            Activity::Requesting
        } else {
            Activity::Tools { entries }
        }
    }

    fn resting(&self) -> Activity {
        let sent = self.open_messages().any(|entry| {
            matches!(&entry.body, EntryBody::User(message) if !matches!(message.delivery, Delivery::Lost | Delivery::Held))
        });
        match self.background_count() {
            _ if sent => Activity::Sent,
            0 => Activity::Idle,
            jobs => Activity::Background { jobs },
        }
    }
}
