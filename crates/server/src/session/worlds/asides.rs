//! What the session asks of its host beside the jobs: a slot, the preparation of a start, lines of the log.

use pilothouse_runner::Config;

use super::World;
use super::plan::Fault;
use crate::session::Refusal;
use crate::session::input::{Input, Life, Prepared};

/// Something that ends by itself, whatever the jobs do.
pub(super) enum Aside {
    Prepare(Life),
    ReadLines(Vec<u64>),
}

impl World {
    pub(super) fn claim_slot(&mut self) {
        let taken = self.strikes(Fault::SlotsTaken, 2);
        let Some(server) = &mut self.server else {
            return;
        };
        if server.has_slot || self.free_slots > 0 && !taken {
            self.free_slots -= u32::from(!server.has_slot);
            server.has_slot = true;
            server.wants_slot = false;
            server.due.push_back(Input::SlotGranted);
        } else {
            server.wants_slot = true;
            server.due.push_back(Input::SlotRefused(1));
        }
    }

    /// A slot is free, or another session needs the one of this session.
    pub(super) fn signal_slot(&mut self) -> bool {
        let needed = self.strikes(Fault::SlotsTaken, 12);
        let Some(server) = &mut self.server else {
            return false;
        };
        if server.wants_slot {
            self.input(Input::SlotFree);
            return true;
        }
        if server.has_slot && needed {
            self.tell("host", || "needs the slot".to_owned());
            self.input(Input::SlotNeeded);
            return true;
        }
        false
    }

    /// Ends something that is done beside the jobs.
    pub(super) fn finish_aside(&mut self) -> bool {
        let fails = self.strikes(Fault::PrepareFails, 5);
        let Some(server) = &mut self.server else {
            return false;
        };
        if server.asides.is_empty() {
            return false;
        }
        let aside = server.asides.remove(0);
        match aside {
            Aside::Prepare(life) => {
                let argv = vec!["claude".to_owned()];
                let config = Config::new(super::disk::SESSION, "/log", "/socket", argv, "/");
                let prepared = Prepared {
                    config,
                    missing: Vec::new(),
                    attests_trust: false,
                };
                let result = match fails {
                    true => Err(Refusal::HeldElsewhere(7)),
                    false => Ok(Box::new(prepared)),
                };
                self.tell("server", || format!("prepared a start: {}", !fails));
                self.input(Input::Prepared { life, result });
            }
            Aside::ReadLines(seqs) => {
                let read = |seq: u64| {
                    let record = self.disk.record(seq)?;
                    crate::session::queue::read_user(record.bytes.clone())
                };
                let lines = seqs.into_iter().map(|seq| (seq, read(seq))).collect();
                self.input(Input::Lines(lines));
            }
        }
        true
    }
}
