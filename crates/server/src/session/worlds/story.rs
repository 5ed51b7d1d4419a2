//! What happened in a world, for whoever reads why it failed.

use std::fmt::Write;

/// The events of a world: time, actor, event. Nothing is written down unless somebody will read it.
pub(super) struct Story {
    text: Option<String>,
}

impl Story {
    pub(super) fn untold() -> Self {
        Self { text: None }
    }

    pub(super) fn told() -> Self {
        Self {
            text: Some(String::new()),
        }
    }

    pub(super) fn tell(&mut self, at_ms: u64, actor: &str, event: impl FnOnce() -> String) {
        let Some(text) = &mut self.text else { return };
        let seconds = at_ms as f64 / 1000.0;
        writeln!(text, "{seconds:>9.3}  {actor:<8} {}", event()).expect("text can be written");
    }

    pub(super) fn into_text(self) -> String {
        self.text.unwrap_or_default()
    }
}
