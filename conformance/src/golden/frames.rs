//! The frames of all fixtures of a version, each written once.
//!
//! One line per frame: `ID {frame}`, or `ID BASE {changes}` if there is a similar frame. The ID is a digest of the
//! frame, so edited lines are detected.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::patch::{changes, patched};
use crate::digest::{digest, sorted};
use crate::lanes::kind;

/// The number of digits of a digest in an ID.
const DIGITS: usize = 8;

/// A frame and its base.
#[derive(Debug, Clone)]
struct Stored {
    frame: Value,
    base: Option<String>,
}

/// The table of frames.
#[derive(Debug, Clone, Default)]
pub(super) struct Frames {
    by_id: BTreeMap<String, Stored>,
}

impl Frames {
    pub(super) fn parse(text: &str) -> Result<Self> {
        let mut frames = Self::default();
        // Bases are written completely; they are parsed first, regardless of their position in the file.
        let (whole, based): (Vec<&str>, Vec<&str>) = text
            .lines()
            .partition(|line| line.get(DIGITS + 1..).is_some_and(is_whole));
        for line in whole.into_iter().chain(based) {
            let shown = line.get(..DIGITS).unwrap_or(line);
            frames
                .read(line)
                .with_context(|| format!("the line of frame {shown} is damaged"))?;
        }
        Ok(frames)
    }

    fn read(&mut self, line: &str) -> Result<()> {
        let (id, rest) = line.split_once(' ').context("no id")?;
        let (frame, base) = if is_whole(rest) {
            (serde_json::from_str(rest)?, None)
        } else {
            let (base, text) = rest.split_once(' ').context("no changes")?;
            let from = self.get(base).with_context(|| format!("no base {base}"))?;
            let frame = patched(from, &serde_json::from_str(text)?)?;
            // Fields are sorted regardless of the base, because reports show them.
            (sorted(&frame), Some(base.to_owned()))
        };
        if id_of(&frame) != id {
            bail!("its text does not match its id");
        }
        self.by_id.insert(id.to_owned(), Stored { frame, base });
        Ok(())
    }

    pub(super) fn get(&self, id: &str) -> Option<&Value> {
        self.by_id.get(id).map(|stored| &stored.frame)
    }

    /// Keeps the used frames and their bases.
    pub(super) fn retain(&mut self, used: &BTreeSet<String>) {
        let bases: BTreeSet<String> = used
            .iter()
            .filter_map(|id| self.by_id.get(id)?.base.clone())
            .collect();
        self.by_id
            .retain(|id, _| used.contains(id) || bases.contains(id));
    }

    /// Adds a frame and returns its ID. Existing frames keep their lines, so that a new frame does not change them.
    pub(super) fn add(&mut self, frame: &Value) -> Result<String> {
        let id = id_of(frame);
        match self.get(&id) {
            Some(other) if other != frame => bail!("two frames have the id {id}"),
            Some(_) => {}
            None => {
                let frame = sorted(frame);
                let base = self.close(&frame);
                self.by_id.insert(id.clone(), Stored { frame, base });
            }
        }
        Ok(id)
    }

    /// The frame of the same kind with the fewest changes, if they are short.
    fn close(&self, frame: &Value) -> Option<String> {
        let same = kind(frame);
        let length = |from: &Value| Value::Object(changes(from, frame)).to_string().len();
        let bases = self.by_id.iter().filter(|(_, stored)| {
            stored.base.is_none() && kind(&stored.frame) == same && frame.is_object()
        });
        let (length, id) = bases
            .map(|(id, stored)| (length(&stored.frame), id))
            .min()?;
        (length < frame.to_string().len() / 2).then(|| id.clone())
    }

    /// The text of the file, with frames grouped by kind.
    pub(super) fn text(&self) -> String {
        let mut lines: Vec<(String, &String, &Stored)> = self
            .by_id
            .iter()
            .map(|(id, stored)| (kind(&stored.frame), id, stored))
            .collect();
        lines.sort_by(|left, right| (&left.0, left.1).cmp(&(&right.0, right.1)));
        let mut text = String::new();
        for (_, id, stored) in lines {
            let written = match stored.base.as_ref() {
                Some(base) => {
                    let from = self.get(base).unwrap_or(&Value::Null);
                    format!("{base} {}", Value::Object(changes(from, &stored.frame)))
                }
                None => stored.frame.to_string(),
            };
            text.push_str(&format!("{id} {written}\n"));
        }
        text
    }
}

/// A base is an ID; a complete frame is JSON, which begins with a brace or a quotation mark.
fn is_whole(rest: &str) -> bool {
    rest.starts_with(['{', '"'])
}

fn id_of(frame: &Value) -> String {
    let mut id = digest(&sorted(frame).to_string());
    id.truncate(DIGITS);
    id
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn frame(text: &str) -> Value {
        json!({"type": "result", "subtype": "success", "many": "x".repeat(100), "text": text})
    }

    #[test]
    fn frames_of_a_kind_are_written_as_changes_and_read_again() {
        let mut frames = Frames::default();
        let one = frames.add(&frame("one")).unwrap();
        let two = frames.add(&frame("two")).unwrap();
        let line = frames.add(&json!("not JSON")).unwrap();
        assert_eq!(frames.add(&frame("two")).unwrap(), two);
        let text = frames.text();
        assert!(
            text.contains(&format!("{two} {one} {{\"/text\":\"two\"}}")),
            "{text}"
        );
        let again = Frames::parse(&text).unwrap();
        assert_eq!(again.get(&two), Some(&frame("two")));
        assert_eq!(again.get(&line), Some(&json!("not JSON")));
        assert_eq!(again.text(), text);
    }

    #[test]
    fn a_base_stays_as_long_as_a_frame_needs_it() {
        let mut frames = Frames::default();
        let one = frames.add(&frame("one")).unwrap();
        let two = frames.add(&frame("two")).unwrap();
        frames.retain(&BTreeSet::from([two.clone()]));
        assert!(frames.get(&one).is_some());
        frames.retain(&BTreeSet::new());
        assert!(frames.get(&one).is_none());
    }

    #[test]
    fn a_damaged_line_is_an_error() {
        let mut frames = Frames::default();
        let id = frames.add(&frame("one")).unwrap();
        let damaged = frames.text().replace("one", "two");
        let error = format!("{:#}", Frames::parse(&damaged).unwrap_err());
        assert_eq!(
            error,
            format!("the line of frame {id} is damaged: its text does not match its id")
        );
        assert!(Frames::parse("12345678 87654321 {}").is_err());
        assert!(Frames::parse("nonsense").is_err());
    }
}
