//! Writing the sum as a unified diff.

use crate::session::Hunk;

use super::pieces::{Piece, Pieces};

/// Lines of context around a change.
const CONTEXT: u64 = 3;

/// The changes as hunks, with as much context as is known.
pub(super) fn hunks(pieces: &Pieces) -> Vec<Hunk> {
    let mut hunks: Vec<Hunk> = Vec::new();
    let (mut old, mut new) = (0_u64, 0_u64);
    for piece in &pieces.list {
        match piece {
            Piece::Kept(count) => {
                trail(pieces, &mut hunks, old, *count);
                old = old.saturating_add(*count);
                new = new.saturating_add(*count);
            }
            Piece::Removed(lines) => {
                let hunk = open(pieces, &mut hunks, old, new);
                hunk.lines
                    .extend(lines.iter().map(|line| format!("-{line}")));
                hunk.old_lines += lines.len() as u64;
                old += lines.len() as u64;
            }
            Piece::Added(lines) => {
                let hunk = open(pieces, &mut hunks, old, new);
                hunk.lines
                    .extend(lines.iter().map(|line| format!("+{line}")));
                hunk.new_lines += lines.len() as u64;
                new += lines.len() as u64;
            }
        }
    }
    for hunk in &mut hunks {
        // An empty side names the line before it.
        hunk.old_start += u64::from(hunk.old_lines > 0);
        hunk.new_start += u64::from(hunk.new_lines > 0);
    }
    hunks
}

/// The hunk that a change at these places belongs to: the last one if it reaches here.
fn open<'a>(pieces: &Pieces, hunks: &'a mut Vec<Hunk>, old: u64, new: u64) -> &'a mut Hunk {
    let end = hunks.last().map(|hunk| hunk.old_start + hunk.old_lines);
    let lead = lead(pieces, old, end.unwrap_or(0));
    if end.is_none_or(|end| end < old - lead) {
        hunks.push(Hunk {
            old_start: old - lead,
            old_lines: 0,
            new_start: new - lead,
            new_lines: 0,
            lines: Vec::new(),
        });
    }
    let last = hunks.len() - 1;
    let hunk = &mut hunks[last];
    let from = hunk.old_start + hunk.old_lines;
    context(pieces, hunk, from, old);
    hunk
}

/// How many known lines stand right before this one, at most the context and not before `end`.
fn lead(pieces: &Pieces, old: u64, end: u64) -> u64 {
    let limit = old.saturating_sub(end).min(CONTEXT);
    (1..=limit)
        .take_while(|back| pieces.known.contains_key(&(old - back)))
        .count() as u64
}

/// Adds the known lines right after a change.
fn trail(pieces: &Pieces, hunks: &mut [Hunk], old: u64, count: u64) {
    let Some(hunk) = hunks.last_mut() else { return };
    if hunk.old_start + hunk.old_lines != old {
        return;
    }
    let limit = count.min(CONTEXT);
    let known = (0..limit)
        .take_while(|ahead| pieces.known.contains_key(&(old + ahead)))
        .count();
    context(pieces, hunk, old, old + known as u64);
}

fn context(pieces: &Pieces, hunk: &mut Hunk, from: u64, to: u64) {
    for line in (from..to).filter_map(|line| pieces.known.get(&line)) {
        hunk.lines.push(format!(" {line}"));
        hunk.old_lines += 1;
        hunk.new_lines += 1;
    }
}
