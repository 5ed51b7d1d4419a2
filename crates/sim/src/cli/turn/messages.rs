//! The messages of a turn: recording, echoing, merging, joining, and the script that answers them.

use serde_json::{Value, json};

use super::Turn;
use crate::cli::mutant::Mutant;
use crate::cli::queue::{UserMessage, merge};
use crate::cli::session::Sim;
use crate::script::{self, Script};

impl Turn {
    /// Records the messages and selects the script that answers them.
    pub(super) fn start(&self, sim: &Sim, batch: &[UserMessage]) {
        let mut replays: Vec<(Value, String)> = batch
            .iter()
            .filter(|message| message.origin.is_none())
            .map(|message| (message.message.clone(), message.uuid.clone()))
            .collect();
        if batch.len() > 1
            && let Some(mut last) = replays.pop()
        {
            last.0 = merge(batch);
            replays = vec![last];
        }
        for (message, uuid) in &replays {
            sim.record_user(message, uuid, None);
        }
        if let [message] = batch
            && let Some(origin) = &message.origin
        {
            sim.record_user(&message.message, &message.uuid, Some(origin));
        }
        *self.pending_replays.borrow_mut() = replays;
        sim.checkpoint(batch);
        let mut text = batch.last().map(UserMessage::text).unwrap_or_default();
        if let [message] = batch
            && message.is_slash_command()
        {
            text = self.expand(sim, text);
        }
        let is_report = batch.iter().all(|message| message.origin.is_some());
        self.choose_script(sim, text, is_report);
    }

    /// If several messages share a turn, all but the last are echoed before it starts.
    pub(super) fn echo_merged(&self, sim: &Sim, batch: &[UserMessage]) {
        let Some((_, earlier)) = batch.split_last() else {
            return;
        };
        if !sim.replays() || sim.is_mutant(Mutant::NoReplay) {
            return;
        }
        for message in earlier {
            let mut frame = sim.replay_frame(&message.message, &message.uuid);
            if let Some(frame) = frame.as_object_mut() {
                frame.remove("timestamp");
            }
            sim.emit(&frame);
        }
    }

    /// Expands a command that is a prompt for the model; other messages are unchanged.
    pub(super) fn expand(&self, sim: &Sim, text: String) -> String {
        let (shown, body) = match sim.expand_prompt(&text) {
            Some((shown, body)) => (shown, body),
            None => (text.clone(), text),
        };
        if let Some(replay) = self.pending_replays.borrow_mut().first_mut() {
            replay.0 = json!({ "role": "user", "content": shown });
            if !sim.features().replays_prompts_under_own_uuid {
                replay.1 = crate::cli::clock::uuid();
            }
        }
        body
    }

    pub(super) fn choose_script(&self, sim: &Sim, text: String, is_report: bool) {
        match script::find(&text) {
            Ok(Some(script)) if !is_report => self.set_script(Some(script), text),
            Ok(_) if is_report => self.set_script(
                Some(Script {
                    replies: Vec::new(),
                }),
                text,
            ),
            Ok(_) => {
                let turn = {
                    let mut state = sim.state.borrow_mut();
                    state.turns_without_script += 1;
                    state.turns_without_script - 1
                };
                match sim.script.turn(turn) {
                    Some(script) => self.set_script(Some(script.clone()), text),
                    None => self.set_scenario(sim, text),
                }
            }
            Err(error) => {
                crate::cli::output::print_error(&error.to_string());
                self.set_script(None, error.to_string());
            }
        }
    }

    fn set_scenario(&self, sim: &Sim, text: String) {
        let scenarios = &sim.script.scenarios;
        let scenario = script::scenario(scenarios, &text, |condition| sim.holds(condition));
        let script = scenario.map(|scenario| scenario.script.clone().with_prompt(&text));
        let denied = scenario.and_then(|scenario| scenario.denied.clone());
        self.set_script(script, text);
        *self.script_if_denied.borrow_mut() = denied;
    }

    /// Echoes the messages of the turn, once the model has started to answer.
    pub(in crate::cli) fn emit_replays(&self, sim: &Sim) {
        sim.emit_stopped_notes();
        for (message, uuid) in self.pending_replays.borrow_mut().drain(..) {
            sim.replay(&message, &uuid);
        }
    }

    /// Reports the final state of the messages that started the turn.
    pub(super) fn finish_lifecycle(&self, sim: &Sim, state: &str) {
        let folded = self.folded.borrow();
        let own = self.uuids.borrow();
        for uuid in own.iter().filter(|uuid| !folded.contains(uuid)) {
            sim.lifecycle(uuid, state);
        }
    }

    /// Adds queued messages to the turn.
    pub(super) fn fold(&self, sim: &Sim) {
        let folded = sim.take_folded();
        if folded.is_empty() {
            return;
        }
        for message in &folded {
            sim.record_user(&message.message, &message.uuid, None);
            sim.replay(&message.message, &message.uuid);
        }
        for message in folded.iter().filter(|message| message.has_own_uuid) {
            sim.lifecycle(&message.uuid, "started");
            self.uuids.borrow_mut().push(message.uuid.clone());
            self.folded.borrow_mut().push(message.uuid.clone());
        }
    }
}
