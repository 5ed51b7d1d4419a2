//! A file as pieces of what it was and what was put in.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::session::Hunk;

/// The file now, described by what became of the file before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Pieces {
    pub(super) list: Vec<Piece>,
    /// Lines of the old file that a patch has shown, by their number from 0.
    pub(super) known: BTreeMap<u64, String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Piece {
    /// So many lines of the old file are still there.
    Kept(u64),
    /// Lines of the old file that are gone.
    Removed(Vec<String>),
    /// Lines that were put in.
    Added(Vec<String>),
}

/// Stands for the rest of a file whose length is not known.
const REST: u64 = u64::MAX / 2;

impl Pieces {
    pub(super) fn whole_file() -> Self {
        Self {
            list: vec![Piece::Kept(REST)],
            known: BTreeMap::new(),
        }
    }

    pub(super) fn new_file(lines: Vec<String>) -> Self {
        Self {
            list: vec![Piece::Added(lines)],
            known: BTreeMap::new(),
        }
    }

    pub(super) fn is_unchanged(&self) -> bool {
        self.list
            .iter()
            .all(|piece| matches!(piece, Piece::Kept(_)))
    }

    pub(super) fn totals(&self) -> (u64, u64) {
        self.list
            .iter()
            .fold((0, 0), |(added, removed), piece| match piece {
                Piece::Kept(_) => (added, removed),
                Piece::Added(lines) => (added + lines.len() as u64, removed),
                Piece::Removed(lines) => (added, removed + lines.len() as u64),
            })
    }

    /// Bytes of text held.
    pub(super) fn size(&self) -> usize {
        let pieces = self.list.iter().map(|piece| match piece {
            Piece::Kept(_) => 0,
            Piece::Added(lines) | Piece::Removed(lines) => lines.iter().map(String::len).sum(),
        });
        pieces.sum::<usize>() + self.known.values().map(String::len).sum::<usize>()
    }

    /// Adds a patch; `None` when it does not fit what is known of the file.
    pub(super) fn patch(&mut self, patch: &[Hunk]) -> Option<()> {
        // From the end, so that the places of earlier hunks stay true.
        let mut hunks: Vec<&Hunk> = patch.iter().collect();
        hunks.sort_by_key(|hunk| std::cmp::Reverse(hunk.old_start));
        for hunk in hunks {
            self.hunk(hunk)?;
        }
        self.tidy();
        Some(())
    }

    fn hunk(&mut self, hunk: &Hunk) -> Option<()> {
        // A hunk that removes nothing names the line after which it inserts.
        let first = if hunk.old_lines == 0 {
            hunk.old_start
        } else {
            hunk.old_start.checked_sub(1)?
        };
        let mut place = self.split(first)?;
        for line in &hunk.lines {
            let text = line.get(1..)?;
            match line.as_bytes().first()? {
                b'+' => {
                    self.list.insert(place, Piece::Added(vec![text.to_owned()]));
                    place += 1;
                }
                b'-' => place = self.remove_line(place, text)?,
                _ => place = self.pass_line(place, text)?,
            }
        }
        Some(())
    }

    /// Makes a seam after so many lines of the file as it is now; returns the piece after it.
    fn split(&mut self, lines: u64) -> Option<usize> {
        let mut left = lines;
        let mut place = 0;
        while place < self.list.len() {
            let length = self.list[place].length();
            if length > left {
                break;
            }
            left -= length;
            place += 1;
        }
        if left > 0 {
            let (front, back) = self.list.get(place)?.cut(left)?;
            self.list.splice(place..=place, [front, back]);
            place += 1;
        }
        Some(place)
    }

    /// Steps over pieces that have no line in the file as it is now, and cuts the next line off.
    fn one_line(&mut self, place: usize) -> Option<usize> {
        let gone = self
            .list
            .get(place..)?
            .iter()
            .take_while(|piece| piece.length() == 0)
            .count();
        let place = place + gone;
        let piece = self.list.get(place)?;
        if piece.length() > 1 {
            let (front, back) = piece.cut(1)?;
            self.list.splice(place..=place, [front, back]);
        }
        Some(place)
    }

    fn remove_line(&mut self, place: usize, text: &str) -> Option<usize> {
        let place = self.one_line(place)?;
        match &self.list[place] {
            Piece::Added(lines) if lines.first().is_some_and(|line| line == text) => {
                self.list.remove(place);
                Some(place)
            }
            Piece::Kept(_) if self.agrees(place, text) => {
                self.list[place] = Piece::Removed(vec![text.to_owned()]);
                Some(place + 1)
            }
            _ => None,
        }
    }

    fn pass_line(&mut self, place: usize, text: &str) -> Option<usize> {
        let place = self.one_line(place)?;
        match &self.list[place] {
            Piece::Added(lines) => lines
                .first()
                .is_some_and(|line| line == text)
                .then_some(place + 1),
            Piece::Kept(_) => self.agrees(place, text).then(|| {
                self.known.insert(self.old_line(place), text.to_owned());
                place + 1
            }),
            Piece::Removed(_) => None,
        }
    }

    fn agrees(&self, place: usize, text: &str) -> bool {
        self.known
            .get(&self.old_line(place))
            .is_none_or(|known| known == text)
    }

    /// The number in the old file of the first line of a piece.
    fn old_line(&self, place: usize) -> u64 {
        self.list[..place].iter().map(Piece::old_length).sum()
    }

    /// Joins neighbours, puts what was removed before what was added, and forgets changes that
    /// were undone.
    fn tidy(&mut self) {
        let mut tidied: Vec<Piece> = Vec::new();
        let mut old_line = 0;
        let mut pieces = std::mem::take(&mut self.list).into_iter().peekable();
        while let Some(piece) = pieces.next() {
            let (mut removed, mut added) = (Vec::new(), Vec::new());
            let mut current = Some(piece);
            while let Some(piece) = current.take() {
                match piece {
                    Piece::Kept(count) => push_kept(&mut tidied, count, &mut old_line),
                    Piece::Removed(lines) => removed.extend(lines),
                    Piece::Added(lines) => added.extend(lines),
                }
                if !(removed.is_empty() && added.is_empty()) {
                    current = pieces.next_if(|next| !matches!(next, Piece::Kept(_)));
                }
            }
            self.push_changed(&mut tidied, removed, added, &mut old_line);
        }
        self.list = tidied;
    }

    fn push_changed(
        &mut self,
        tidied: &mut Vec<Piece>,
        mut removed: Vec<String>,
        mut added: Vec<String>,
        old_line: &mut u64,
    ) {
        let start = removed
            .iter()
            .zip(&added)
            .take_while(|(one, other)| one == other)
            .count();
        for (offset, line) in removed.drain(..start).enumerate() {
            self.known.insert(*old_line + offset as u64, line);
        }
        added.drain(..start);
        push_kept(tidied, start as u64, old_line);
        let ends = removed.iter().rev().zip(added.iter().rev());
        let end = ends.take_while(|(one, other)| one == other).count();
        added.truncate(added.len() - end);
        let same_end = removed.split_off(removed.len() - end);
        *old_line += removed.len() as u64;
        if !removed.is_empty() {
            tidied.push(Piece::Removed(removed));
        }
        if !added.is_empty() {
            tidied.push(Piece::Added(added));
        }
        for (offset, line) in same_end.into_iter().enumerate() {
            self.known.insert(*old_line + offset as u64, line);
        }
        push_kept(tidied, end as u64, old_line);
    }
}

fn push_kept(pieces: &mut Vec<Piece>, count: u64, old_line: &mut u64) {
    if count == 0 {
        return;
    }
    *old_line = old_line.saturating_add(count);
    match pieces.last_mut() {
        Some(Piece::Kept(kept)) => *kept = kept.saturating_add(count),
        _ => pieces.push(Piece::Kept(count)),
    }
}

impl Piece {
    /// Lines in the file as it is now.
    fn length(&self) -> u64 {
        match self {
            Self::Kept(count) => *count,
            Self::Removed(_) => 0,
            Self::Added(lines) => lines.len() as u64,
        }
    }

    /// Lines in the file as it was.
    pub(super) fn old_length(&self) -> u64 {
        match self {
            Self::Kept(count) => *count,
            Self::Removed(lines) => lines.len() as u64,
            Self::Added(_) => 0,
        }
    }

    fn cut(&self, lines: u64) -> Option<(Self, Self)> {
        match self {
            Self::Kept(count) => Some((Self::Kept(lines), Self::Kept(count.checked_sub(lines)?))),
            Self::Added(text) => {
                let (front, back) = text.split_at_checked(usize::try_from(lines).ok()?)?;
                Some((Self::Added(front.to_vec()), Self::Added(back.to_vec())))
            }
            Self::Removed(_) => None,
        }
    }
}
