//! Asks at the prompt of an attached terminal: one at a time, in the order they came.

use pilothouse_view::{Ask, AskId, AskState};
use serde_json::json;
use tokio::time::Instant;

use super::super::client::escape;
use super::{Current, Prompt, Told, Work};
use crate::sanitize::harmless;
use crate::style::Paint;
use crate::terminal::answers::{self, Act};
use crate::terminal::ask::{Asking, Choice, Next};
use crate::terminal::guard::GUARD;
use crate::terminal::markdown::Part;

impl Work {
    /// After a snapshot: an ask that is no longer open is not asked any more.
    pub(super) fn settle_asks(&mut self) {
        let view = self.transcript.view();
        let gone = self
            .current
            .as_ref()
            .is_some_and(|current| !view.asks.iter().any(|ask| ask.id == current.ask.id));
        if gone {
            let closed = view.closed_asks.iter();
            let state = self.current.as_ref().and_then(|current| {
                let mut closed = closed.filter(|ask| ask.id == current.ask.id);
                closed.next().map(|ask| ask.state.clone())
            });
            let words =
                state.map_or_else(|| "withdrawn".to_owned(), |state| answers::outcome(&state));
            self.withdraw(&words);
        }
        self.next_ask();
    }

    pub(super) fn ask_closed(&mut self, id: &AskId, state: &AskState) {
        if self.answered.remove(id) {
            return;
        }
        if self
            .current
            .as_ref()
            .is_some_and(|current| current.ask.id == *id)
        {
            self.withdraw(&answers::outcome(state));
        }
    }

    /// Takes the current ask away, and brings back what was being typed before it.
    fn withdraw(&mut self, words: &str) {
        if let Some(current) = self.current.take() {
            self.screen.line(Paint::Yellow, words);
            self.resume_message(current.prompt);
        }
    }

    /// Asks what waits longest, if nothing is being asked.
    pub(super) fn next_ask(&mut self) {
        if self.current.is_some() {
            return;
        }
        let asks = self.transcript.view().asks.iter();
        let mut open = asks.filter(|ask| !self.answered.contains(&ask.id));
        let Some(ask) = open.next().cloned() else {
            return;
        };
        self.transcript.flush(&mut self.screen, Part::All);
        let asking = Asking::begin(
            answers::sheet(&ask, &self.transcript.view().info),
            &mut self.screen,
        );
        let prompt = Prompt::OpensAt(Instant::now() + GUARD);
        self.current = Some(Current {
            ask,
            asking,
            prompt,
        });
    }

    /// When the prompt of the current request opens; nothing if it is open, or without a request.
    pub(super) fn opens_at(&self) -> Option<Instant> {
        match self.current.as_ref()?.prompt {
            Prompt::OpensAt(at) => Some(at),
            Prompt::Open { .. } => None,
        }
    }

    /// Lets keys answer the current request. The message that is being typed waits until then.
    pub(super) fn open_prompt(&mut self) {
        let Some(current) = &mut self.current else {
            return;
        };
        let typed = self.line.replace("");
        current.prompt = Prompt::Open { typed };
        let prompt = current.asking.prompt();
        self.screen.line(Paint::Cyan, prompt.trim_end());
    }

    /// Brings back the message that was being typed.
    fn resume_message(&mut self, prompt: Prompt) {
        if let Prompt::Open { typed } = prompt {
            self.line.replace(&typed);
        }
    }

    pub(super) fn answer(&mut self, mut current: Current) {
        let line = self.line.replace("");
        self.screen
            .line(Paint::Dim, &format!("❯ {}", harmless(&line)));
        let choice = match current.asking.line(&line, &mut self.screen) {
            Next::Again => None,
            Next::Chosen(choice) => Some(choice),
            Next::Edit(text) => {
                self.screen.pause();
                let edited = self.keyboard.edit(&text).map_err(|error| error.to_string());
                match edited.and_then(|text| current.asking.edited(&text)) {
                    Ok(choice) => Some(choice),
                    Err(problem) => {
                        self.screen.line(Paint::Red, &problem);
                        None
                    }
                }
            }
        };
        match choice {
            Some(choice) => {
                self.resume_message(current.prompt);
                self.settle(&current.ask, choice);
                self.next_ask();
            }
            None => {
                let prompt = current.asking.prompt();
                self.screen.line(Paint::Cyan, prompt.trim_end());
                self.current = Some(current);
            }
        }
    }

    /// Sends the answer to an ask.
    fn settle(&mut self, ask: &Ask, choice: Choice) {
        let answer = match answers::act(ask, choice) {
            Act::Answer(answer) => answer,
            Act::Interrupt => return self.command("interrupt", json!({})),
        };
        self.answered.insert(ask.id.clone());
        let path = self.path(&format!("asks/{}", escape(ask.id.as_str())));
        let (client, teller, id) = (self.client.clone(), self.teller.clone(), ask.id.clone());
        tokio::spawn(async move {
            if let Err(refusal) = client.post(&path, Some(&answer)).await {
                // The loop may have ended.
                drop(
                    teller
                        .send(Told::NotAnswered(id, refusal.to_string()))
                        .await,
                );
            }
        });
    }
}
