//! Compactions: the context is summarised to make room.

use pilothouse_protocol::message::UserSideMessage;
use pilothouse_protocol::system::CompactBoundary;

use crate::entry::{Compaction, CompactionState, EntryBody};
use crate::text::cut_head;

use super::SessionFold;

impl SessionFold {
    pub(super) fn compact_boundary(&mut self, boundary: &CompactBoundary) {
        if self.state.compaction.is_none() {
            let id = self.add(
                None,
                EntryBody::Compaction(compaction(CompactionState::Running)),
            );
            self.state.compaction = Some(id);
        }
        let metadata = boundary.compact_metadata.as_deref();
        let kept = metadata.and_then(|metadata| metadata.preserved_messages.as_ref());
        let kept = kept.map(|kept| u32::try_from(kept.uuids.len()).unwrap_or(u32::MAX));
        self.change_compaction(|one| {
            one.state = CompactionState::Done;
            one.kept_messages = kept;
            let Some(metadata) = metadata else { return };
            one.trigger = metadata
                .trigger
                .as_ref()
                .map(|trigger| trigger.as_str().to_owned());
            one.tokens_before = metadata.pre_tokens;
            one.tokens_after = metadata.post_tokens;
            one.duration_ms = metadata.duration_ms;
        });
    }

    /// Whether this text is the summary that a compaction left.
    pub(super) fn awaits_summary(&self, message: &UserSideMessage) -> bool {
        let open = self.state.compaction.as_ref().and_then(|id| self.open(id));
        let waits = matches!(open.map(|entry| &entry.body),
            Some(EntryBody::Compaction(one)) if one.state == CompactionState::Done && one.summary.is_none());
        waits && message.is_synthetic == Some(true)
    }

    pub(super) fn compaction_summary(&mut self, text: &str) {
        let summary = cut_head(text);
        self.change_compaction(|one| one.summary = Some(summary));
        self.end_compaction();
    }

    /// Nothing more is said about the compaction.
    pub(super) fn end_compaction(&mut self) {
        let Some(id) = self.state.compaction.clone() else {
            return;
        };
        let running = matches!(self.open(&id).map(|entry| &entry.body),
            Some(EntryBody::Compaction(one)) if one.state == CompactionState::Running);
        if running {
            // CLIs before the newer ones end a compaction without a word when it failed.
            self.change_compaction(|one| one.state = CompactionState::Failed);
        }
        self.state.compaction = None;
        self.touched = true;
    }

    pub(super) fn change_compaction(&mut self, alter: impl FnOnce(&mut Compaction)) {
        let Some(id) = self.state.compaction.clone() else {
            return;
        };
        self.set_body(&id, |body| {
            if let EntryBody::Compaction(one) = body {
                alter(one);
            }
        });
    }
}

pub(super) fn compaction(state: CompactionState) -> Compaction {
    Compaction {
        state,
        trigger: None,
        tokens_before: None,
        tokens_after: None,
        duration_ms: None,
        kept_messages: None,
        summary: None,
        error: None,
    }
}
