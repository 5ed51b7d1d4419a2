//! What happens to logs, index and disk.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use pilothouse_log::{Kind, Note, Record, Renamed, Who};
use serde_json::Value;

use super::faults::Fault;
use super::world::World;
use crate::namespace;

/// Ten years in milliseconds.
const TEN_YEARS: u64 = 315_360_000_000;

fn encoded(record: &Record) -> Vec<u8> {
    let mut bytes = Vec::new();
    record.encode_into(&mut bytes).unwrap();
    bytes
}

impl World {
    fn last_segment(&self, place: usize) -> PathBuf {
        let log = self.harness.log(&self.people[place].session);
        log.segments().unwrap().pop().unwrap().path
    }

    /// Changes a log while nothing runs, and starts everything again.
    pub(super) async fn change_log(&mut self, fault: Fault) {
        self.kill_all().await;
        let place = self.some_session();
        let path = self.last_segment(place);
        let file = OpenOptions::new().append(true).open(&path).unwrap();
        match fault {
            Fault::CutPower => self.cut_power(),
            Fault::TearLog => self.damage(place, file, |record| record.truncate(9)),
            Fault::FlipLog => self.damage(place, file, |record| *record.last_mut().unwrap() ^= 1),
            Fault::StepClock => self.step_clock(place, file),
            _ => self.be_of_later_format(place, &path).await,
        }
        self.restart().await;
    }

    /// Cuts what a disk without power may lose of each log: what the CLI wrote after the last synced record.
    fn cut_power(&mut self) {
        for place in 0..self.people.len() {
            let path = self.last_segment(place);
            let file = OpenOptions::new().write(true).open(&path).unwrap();
            let mut length = file.metadata().unwrap().len();
            let records = self.harness.records(&self.people[place].session);
            let unsynced = records.iter().rev();
            for record in unsynced.take_while(|record| record.kind == Kind::Out) {
                let record = encoded(record);
                let mut end = vec![0; record.len()];
                let begin = length.saturating_sub(record.len() as u64);
                // The segment may begin here, or the log end with a torn record.
                if file.read_exact_at(&mut end, begin).is_err() || end != record {
                    break;
                }
                length = begin;
            }
            file.set_len(length).unwrap();
        }
    }

    /// Appends a record that is not whole, and a message that has the log opened for writing.
    fn damage(&mut self, place: usize, mut file: File, damage: impl FnOnce(&mut Vec<u8>)) {
        let records = self.harness.records(&self.people[place].session);
        let notes = records.iter().filter_map(Record::note);
        let noted = notes.filter(|note| matches!(note, Note::Truncated(_)));
        // Nobody has opened the log since it was damaged last: both would be cut as one.
        if noted.count() < self.damaged[place] {
            return;
        }
        let Some(last) = records.into_iter().next_back() else {
            return;
        };
        let next = Record {
            seq: last.seq + 1,
            ..last
        };
        let mut bytes = encoded(&next);
        damage(&mut bytes);
        file.write_all(&bytes).unwrap();
        self.damaged[place] += 1;
        let tag = self.tag();
        self.send(place, tag.clone(), tag);
    }

    /// Appends what a server wrote whose clock was wrong, first by ten years ahead and then in 1970.
    fn step_clock(&mut self, place: usize, mut file: File) {
        let log = self.harness.log(&self.people[place].session);
        let last = log.read_after(0).unwrap().map(Result::unwrap).last();
        let Some(last) = last else { return };
        for (step, at_ms) in [(1, last.at_ms + TEN_YEARS), (2, 1000)] {
            let name = Renamed {
                name: Some(format!("name {step}")),
                ..Renamed::default()
            };
            let record = Record {
                seq: last.seq + step,
                at_ms,
                epoch: last.epoch,
                ..Record::new(Kind::Note, Who::Host, Note::from(name).to_bytes())
            };
            file.write_all(&encoded(&record)).unwrap();
        }
    }

    /// Starts a server that cannot read one of the logs.
    async fn be_of_later_format(&mut self, place: usize, path: &Path) {
        let set_format = |format: u8| {
            let file = OpenOptions::new().write(true).open(path).unwrap();
            file.write_all_at(&[format], 8).unwrap();
        };
        set_format(99);
        self.restart().await;
        let view = format!("/api/sessions/{}/view", self.people[place].session);
        let refused = self.harness.call("GET", &view, Value::Null).await;
        assert_eq!(refused.status, 409, "{}", refused.body);
        self.kill_all().await;
        set_format(1);
    }

    pub(super) async fn lose_sockets(&mut self) {
        self.harness.kill().await;
        let sockets = self.harness.home().join("run/pilothouse");
        std::fs::remove_dir_all(sockets).ok();
        for person in &self.people {
            let log = self.harness.log(&person.session);
            std::fs::remove_file(log.path().join("runner.json")).ok();
        }
        self.restart().await;
    }

    pub(super) async fn break_index(&mut self, fault: Fault) {
        self.harness.kill().await;
        let path = self.harness.data().join("index.sqlite");
        let file = OpenOptions::new().write(true).open(&path).unwrap();
        let half = file.metadata().unwrap().len() / 2 / 4096 * 4096;
        match fault {
            Fault::DamageIndex => {
                let garbage = vec![0xA5; usize::try_from(half).unwrap()];
                file.write_all_at(&garbage, half).unwrap();
            }
            Fault::CutIndex => file.set_len(half).unwrap(),
            _ => self.harness.lose_index(),
        }
        if fault == Fault::GarbleIndex {
            std::fs::write(&path, "this is no database").unwrap();
        }
        self.start_over().await;
    }

    /// Takes all space of the disk for a moment, in which the server may be killed.
    pub(super) async fn fill_disk(&mut self) {
        self.remove_damaged_indexes();
        let filler = self.harness.data().join("filler");
        namespace::fill(&filler);
        self.send_messages();
        if self.dice.below(2) == 0 {
            self.restart().await;
        }
        self.hold().await;
        std::fs::remove_file(filler).unwrap();
    }

    /// An index that could not be read is kept. Somebody looks after their disk.
    fn remove_damaged_indexes(&self) {
        for file in std::fs::read_dir(self.harness.data()).unwrap() {
            let file = file.unwrap();
            if file.file_name().to_string_lossy().contains("damaged-") {
                std::fs::remove_file(file.path()).unwrap();
            }
        }
    }

    /// Lets nobody open a log for writing for a moment; the runner may be killed meanwhile.
    pub(super) async fn read_only_log(&mut self) {
        let place = self.some_session();
        let directory = self.harness.log(&self.people[place].session);
        namespace::make_read_only(directory.path());
        if self.dice.below(2) == 0 {
            self.kill_runner(place);
        }
        let tag = self.tag();
        self.send(place, tag.clone(), tag);
        self.hold().await;
        namespace::make_writable(directory.path());
    }
}
