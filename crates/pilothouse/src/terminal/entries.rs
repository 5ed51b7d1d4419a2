//! Entries that are neither prose nor calls, in a line or a few.

use pilothouse_view::entry::{
    BoundaryReason, CompactionState, HookState, NoticeLevel, ProcessExit, UserMessage,
};
use pilothouse_view::session::WhoKind;
use pilothouse_view::turn::{TurnEnd, TurnOutcome};
use pilothouse_view::{Entry, EntryBody};

use super::screen::Screen;
use super::tools::summary;
use crate::sanitize::harmless;
use crate::style::Paint;

/// How many lines of a message or of a command's output are shown.
const LINES: usize = 30;

/// Shows an entry to the device with this ID.
pub(crate) fn show(entry: &Entry, device: &str, screen: &mut Screen) {
    match &entry.body {
        EntryBody::User(message) => user(message, device, screen),
        EntryBody::Command(output) => below(&output.text.text, screen),
        EntryBody::Compaction(compaction) => match compaction.state {
            CompactionState::Failed => {
                screen.line(Paint::Red, "the context could not be summarised")
            }
            _ => screen.line(Paint::Dim, "the context was summarised"),
        },
        EntryBody::Notice(notice) => {
            let paint = match notice.level {
                NoticeLevel::Error => Paint::Red,
                NoticeLevel::Warning => Paint::Yellow,
                _ => Paint::Dim,
            };
            screen.line(paint, &summary(&notice.text));
        }
        EntryBody::Hook(hook) if hook.state == HookState::Error => {
            screen.line(
                Paint::Yellow,
                &summary(&format!(
                    "the hook {} failed: {}",
                    hook.name, hook.stderr.text
                )),
            );
        }
        EntryBody::Retry(retry) if !retry.over => {
            let words = format!(
                "{}; trying again, {} of {}",
                retry.error, retry.attempt, retry.max_retries
            );
            screen.line(Paint::Yellow, &summary(&words));
        }
        EntryBody::ApiError(error) => screen.line(Paint::Red, &summary(&error.text)),
        EntryBody::Turn(turn) => turn_end(turn, screen),
        EntryBody::Boundary(boundary) => {
            let died = boundary.reason == BoundaryReason::Died;
            let paint = if died { Paint::Red } else { Paint::Dim };
            if let Some(words) = seam(boundary.reason, boundary.exit.as_ref()) {
                screen.line(paint, &words);
            }
        }
        EntryBody::Continued(_) => screen.line(Paint::Dim, "the model was told to go on"),
        EntryBody::Summary(told) => screen.line(Paint::Dim, &summary(&told.text)),
        EntryBody::Auth(status) => {
            if let Some(error) = &status.error {
                screen.line(Paint::Red, &summary(error));
            }
        }
        EntryBody::Raw(raw) => {
            let words = format!(
                "something that this version does not know: {} {}",
                raw.name, raw.line.text
            );
            screen.line(Paint::Dim, &summary(&words));
        }
        EntryBody::Text(_)
        | EntryBody::Thinking(_)
        | EntryBody::Tool(_)
        | EntryBody::Hook(_)
        | EntryBody::Retry(_)
        | EntryBody::Interrupted(_)
        | EntryBody::Injected(_) => {}
    }
}

fn user(message: &UserMessage, device: &str, screen: &mut Screen) {
    let who = message.who.as_ref();
    let who = who.filter(|who| who.kind == WhoKind::Device);
    let who = who.filter(|who| who.device.as_deref() != Some(device));
    let who = who.and_then(|who| who.name.as_deref());
    let text = harmless(message.text.text.trim_end());
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    let said = match who {
        Some(name) => format!("{}: {first}", harmless(name)),
        None => first.to_owned(),
    };
    screen.line(Paint::Bold, &format!("❯ {said}"));
    let rest: Vec<&str> = lines.collect();
    if !rest.is_empty() {
        below(&rest.join("\n"), screen);
    }
    for attachment in &message.attachments {
        let name = attachment.name.as_deref().unwrap_or("a file");
        screen.line(Paint::Dim, &format!("  with {}", harmless(name)));
    }
}

fn below(text: &str, screen: &mut Screen) {
    let lines: Vec<&str> = text.lines().collect();
    screen.text_below(&lines[..lines.len().min(LINES)].join("\n"));
    if let Some(more) = lines.len().checked_sub(LINES).filter(|more| *more > 0) {
        screen.line(Paint::Dim, &format!("    … {more} more lines"));
    }
}

fn turn_end(turn: &TurnEnd, screen: &mut Screen) {
    if let Some(text) = &turn.text {
        below(text, screen);
    }
    let seconds = turn.duration_ms as f64 / 1000.0;
    let cost = turn.cost_usd;
    match turn.outcome {
        TurnOutcome::Interrupted => screen.line(Paint::Yellow, "stopped"),
        _ if turn.is_error => {
            let why = turn.errors.first().cloned();
            let why = why.unwrap_or_else(|| turn.subtype.clone());
            screen.line(Paint::Red, &summary(&why));
        }
        TurnOutcome::Command => {}
        _ => screen.line(Paint::Dim, &format!("done in {seconds:.1} s, ${cost:.2}")),
    }
}

/// A seam of the session in words; what goes without saying is not said.
fn seam(reason: BoundaryReason, exit: Option<&ProcessExit>) -> Option<String> {
    let words = match reason {
        BoundaryReason::Started => return None,
        BoundaryReason::Resumed | BoundaryReason::Woken => "the session woke",
        BoundaryReason::Parked => "the session rests; the next message wakes it",
        BoundaryReason::Forked => "from here on it is a copy",
        BoundaryReason::Cleared => "the conversation was cleared",
        BoundaryReason::Reset => "the conversation began anew",
        BoundaryReason::Imported => "what was before was imported",
        BoundaryReason::Ended => "the process ended; the next message wakes it",
        BoundaryReason::Died => "the process died; the next message wakes it",
    };
    let tail = exit.map(|exit| exit.stderr_tail.trim());
    let last = tail.and_then(|tail| tail.lines().last());
    Some(match last {
        Some(last) if reason == BoundaryReason::Died => format!("{words}: {}", summary(last)),
        _ => words.to_owned(),
    })
}
