//! The CLI's process: how it began, how it ended, what it said on stderr.

use pilothouse_log::{ExitReason, Record, Spawn};
use pilothouse_protocol::fold::Sign;

use crate::entry::{
    Boundary, BoundaryReason, Delivery, EntryBody, NoticeLevel, NoticeSource, ProcessExit,
};
use crate::id::EntryId;
use crate::text::{cut_output, strip_ansi};

use super::SessionFold;

/// Part of a warning of the CLI that the rules of a project are ignored.
const NOT_TRUSTED: &str = "this workspace has not been trusted";
/// The variable that turns checkpoints of files on.
const CHECKPOINTING: &str = "CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING";

impl SessionFold {
    pub(super) fn fold_spawn(&mut self, record: &Record) {
        let spawn = record.spawn().unwrap_or_default();
        self.state.liveness.observe(Sign::Spawned, self.now.at);
        self.state.exit = None;
        self.state.parking = false;
        self.state.heard = false;
        if !self.state.tells_turn_cost {
            // Older CLIs count from zero in every process.
            self.state.costs.reset();
            self.state.reported_models.clear();
        }
        let reason = reason(&spawn);
        if reason == BoundaryReason::Started {
            self.state.schedules.clear();
            self.show_schedules();
        }
        self.state.resumed = Some(reason);
        let id = spawn.cli_session_id.clone();
        let previous = self.view.info.session_id.clone();
        let changed = previous.is_some() && id.is_some() && previous != id;
        self.add_boundary(Boundary {
            reason,
            session_id: id.clone(),
            previous_session_id: previous.filter(|_| changed),
            exit: None,
            text: None,
        });
        self.change_info(|info| {
            info.checkpointing = spawn.env_names.iter().any(|name| name == CHECKPOINTING);
            info.session_id = id.or(info.session_id.take());
            info.version = spawn.cli_version.or(info.version.take());
            if !spawn.cwd.is_empty() {
                info.cwd = Some(spawn.cwd);
            }
        });
    }

    pub(super) fn fold_exit(&mut self, record: &Record) {
        let exit = record.exit().unwrap_or_default();
        self.end_blocks();
        self.end_retry();
        self.end_compaction();
        let _ = self.state.calls.end_process();
        self.withdraw_asks();
        self.interrupt_calls(true);
        self.stop_jobs();
        self.state.schedules.end_process();
        self.show_schedules();
        self.cancel_hooks();
        self.lose_messages();
        let was_running = std::mem::take(&mut self.state.turn.running);
        self.state.forget_requests();
        self.state.upcoming.clear();
        self.state.liveness.observe(Sign::Exited, self.now.at);
        let shown = ProcessExit {
            code: exit.code,
            signal: exit.signal,
            stderr_tail: exit.stderr_tail.clone(),
        };
        self.state.exit = Some(shown.clone());
        let asked = matches!(exit.reason, ExitReason::Told | ExitReason::Idle);
        let clean = exit.code == Some(0) || asked;
        let reason = match (self.state.parking, clean && !was_running) {
            (true, _) => BoundaryReason::Parked,
            (false, true) => BoundaryReason::Ended,
            (false, false) => BoundaryReason::Died,
        };
        self.add_boundary(Boundary {
            reason,
            session_id: self.view.info.session_id.clone(),
            previous_session_id: None,
            exit: Some(shown),
            text: exit.message,
        });
    }

    pub(super) fn add_boundary(&mut self, boundary: Boundary) {
        self.add(None, EntryBody::Boundary(boundary));
    }

    /// Messages without an answer; the host may send them again, unless the turn was being stopped.
    fn lose_messages(&mut self) {
        let stopping = std::mem::take(&mut self.state.stopping);
        let ids: Vec<EntryId> = self.open_messages().map(|entry| entry.id.clone()).collect();
        for id in ids {
            let fate = match self.delivery_of(&id) {
                Some(Delivery::Held) => Delivery::Held,
                Some(Delivery::Running) if stopping => Delivery::Cancelled,
                Some(Delivery::Sent | Delivery::Queued) if stopping => Delivery::Held,
                _ => Delivery::Lost,
            };
            self.deliver(&id, fate);
        }
    }

    pub(super) fn fold_stderr(&mut self, record: &Record) {
        let text = strip_ansi(&String::from_utf8_lossy(&record.bytes));
        let text = cut_output(text.trim_end()).text;
        // The CLI checks this before it reads that a person trusts the directory (2.1.325).
        let outdated = self.state.trust_attested && text.contains(NOT_TRUSTED);
        if !text.trim().is_empty() && !outdated {
            self.add_notice(NoticeLevel::Warning, &text, NoticeSource::Stderr, None);
        }
    }
}

fn reason(spawn: &Spawn) -> BoundaryReason {
    let has = |names: &[&str]| {
        spawn.argv.iter().any(|argument| {
            let name = argument
                .split_once('=')
                .map_or(argument.as_str(), |(name, _)| name);
            names.contains(&name)
        })
    };
    if has(&["--fork-session"]) {
        BoundaryReason::Forked
    } else if has(&["--resume", "-r", "--continue", "-c", "--from-pr"]) {
        BoundaryReason::Resumed
    } else {
        BoundaryReason::Started
    }
}
