//! Commands of an attached terminal for held messages, agents and schedules.

use std::future::Future;

use pilothouse_api::message::SendWhen;
use pilothouse_view::session::{QueuedMessage, Schedule, ScheduleKind};
use serde_json::json;

use super::super::client::{Refusal, escape};
use super::{Noticed, Told, Work};
use crate::style::Paint;
use crate::terminal::tools::summary;

impl Work {
    /// Shows held messages and schedules when they have changed.
    pub(super) fn notice(&mut self) {
        let now = Noticed {
            held: self.held().len(),
            schedules: self.transcript.view().schedules.clone(),
        };
        if now.held != self.noticed.held && now.held > 0 {
            let words = format!(
                "{}; /held send, /held edit or /held discard",
                count_held(now.held)
            );
            self.screen.line(Paint::Yellow, &words);
        }
        if now.schedules != self.noticed.schedules {
            for words in self.schedules() {
                self.screen.line(Paint::Dim, &words);
            }
        }
        self.noticed = now;
    }

    /// Does what a line says that is meant for this terminal; says whether it was.
    pub(super) fn own_command(&mut self, line: &str) -> bool {
        let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        match (name, rest) {
            ("/now", text) if !text.is_empty() => self.send(text.to_owned(), SendWhen::Now),
            ("/queue", text) if !text.is_empty() => self.send(text.to_owned(), SendWhen::Queue),
            ("/held", "") => self.list_held(),
            ("/held", "send") => self.command("held", json!({})),
            ("/held", "discard") => self.delete("held".to_owned()),
            ("/held", rest) if rest.starts_with("edit") => self.edit_held(number(rest)),
            ("/stop-agents", "") => self.command("agents/stop", json!({})),
            ("/schedules", "") => self.list_schedules(),
            ("/schedules", rest) if rest.starts_with("cancel") => {
                self.cancel_schedule(number(rest));
            }
            (name, rest) => return self.terminal_command(name, rest),
        }
        true
    }

    fn held(&self) -> Vec<&QueuedMessage> {
        let queue = self.transcript.view().queue.iter();
        queue.filter(|message| message.held).collect()
    }

    fn list_held(&mut self) {
        let held = self.held();
        let lines: Vec<String> = held
            .iter()
            .zip(1..)
            .map(|(message, place)| format!("{place}. {}", summary(&message.text.text)))
            .collect();
        self.screen.line(Paint::Bold, &count_held(lines.len()));
        for line in lines {
            self.screen.line(Paint::Dim, &line);
        }
    }

    /// Moves a held message to the input line.
    fn edit_held(&mut self, place: usize) {
        let found = self.held().get(place - 1).map(|message| (*message).clone());
        match found {
            None => self.screen.line(Paint::Red, "no such held message"),
            Some(message) if message.text.truncated || !message.attachments.is_empty() => {
                let words = "this message is too long or has attachments; edit it in the browser";
                self.screen.line(Paint::Red, words);
            }
            Some(message) => {
                self.line.replace(&message.text.text);
                self.delete(format!("queue/{}", escape(&message.uuid)));
            }
        }
    }

    fn schedules(&self) -> Vec<String> {
        let view = self.transcript.view();
        let shown = view.schedules.iter().zip(1..);
        shown
            .map(|(schedule, place)| format!("{place}. {}", in_words(schedule, view.at)))
            .collect()
    }

    fn list_schedules(&mut self) {
        let lines = self.schedules();
        if lines.is_empty() {
            self.screen.line(Paint::Dim, "nothing is scheduled");
        }
        for line in lines {
            self.screen.line(Paint::Dim, &line);
        }
    }

    fn cancel_schedule(&mut self, place: usize) {
        let schedules = &self.transcript.view().schedules;
        let found = schedules.get(place - 1).map(|schedule| schedule.id.clone());
        match found {
            Some(id) => self.delete(format!("schedules/{}", escape(&id))),
            None => self.screen.line(Paint::Red, "no such schedule"),
        }
    }

    fn delete(&self, name: String) {
        let (client, path) = (self.client.clone(), self.path(&name));
        self.tell_failure(async move { client.delete(&path).await });
    }

    /// Runs a command beside the loop; only a failure is shown.
    pub(super) fn tell_failure(
        &self,
        command: impl Future<Output = Result<(), Refusal>> + Send + 'static,
    ) {
        let teller = self.teller.clone();
        tokio::spawn(async move {
            if let Err(refusal) = command.await {
                // The loop may have ended.
                drop(teller.send(Told::Failed(refusal.to_string())).await);
            }
        });
    }
}

/// The number at the end of a command; 1 without one.
fn number(rest: &str) -> usize {
    let word = rest.split_whitespace().nth(1);
    let number = word.and_then(|word| word.parse().ok());
    number.unwrap_or(1).max(1)
}

fn count_held(held: usize) -> String {
    match held {
        0 => "no messages held".to_owned(),
        1 => "1 message held".to_owned(),
        many => format!("{many} messages held"),
    }
}

/// A schedule in a line: when it starts next, and what it is.
fn in_words(schedule: &Schedule, now: u64) -> String {
    let kind = match schedule.schedule {
        ScheduleKind::Cron => "cron job",
        ScheduleKind::Wakeup => "wake-up",
    };
    let next = schedule.next_at.map(|at| {
        let minutes = at.saturating_sub(now).div_ceil(60_000);
        match minutes {
            0..=90 => format!("next in {minutes} min"),
            91..=2880 => format!("next in {} h", minutes / 60),
            _ => format!("next in {} days", minutes / 1440),
        }
    });
    let parts = [
        next,
        Some(kind.to_owned()),
        Some(schedule.text.clone()).filter(|text| !text.is_empty()),
        Some(schedule.prompt.text.clone()),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    summary(&parts.join(" · "))
}
