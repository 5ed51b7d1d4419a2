//! `structuredPatch`: hunks with three lines of context.

use serde_json::{Value, json};

const CONTEXT: usize = 3;

/// The hunks between two texts.
pub(in crate::cli) fn structured_patch(old: &str, new: &str) -> Value {
    let (old, new): (Vec<&str>, Vec<&str>) = (lines(old), lines(new));
    let steps = steps(&old, &new);
    let mut hunks = Vec::new();
    let mut index = 0;
    while index < steps.len() {
        if matches!(steps[index], Step::Same(..)) {
            index += 1;
            continue;
        }
        let start = index.saturating_sub(CONTEXT);
        let mut end = index;
        let mut quiet = 0;
        while end < steps.len() && quiet <= 2 * CONTEXT {
            quiet = if matches!(steps[end], Step::Same(..)) {
                quiet + 1
            } else {
                0
            };
            end += 1;
        }
        let end = (end - quiet) + quiet.min(CONTEXT);
        hunks.push(hunk(&steps[start..end]));
        index = end;
    }
    hunks.into()
}

enum Step<'a> {
    Same(usize, usize, &'a str),
    Removed(usize, usize, &'a str),
    Added(usize, usize, &'a str),
}

fn hunk(steps: &[Step<'_>]) -> Value {
    let mut lines = Vec::new();
    let (mut old_lines, mut new_lines) = (0, 0);
    let (mut old_start, mut new_start) = (1, 1);
    for (index, step) in steps.iter().enumerate() {
        let (old_at, new_at) = match step {
            Step::Same(old, new, text) => {
                lines.push(format!(" {text}"));
                old_lines += 1;
                new_lines += 1;
                (*old, *new)
            }
            Step::Removed(old, new, text) => {
                lines.push(format!("-{text}"));
                old_lines += 1;
                (*old, *new)
            }
            Step::Added(old, new, text) => {
                lines.push(format!("+{text}"));
                new_lines += 1;
                (*old, *new)
            }
        };
        if index == 0 {
            old_start = old_at + 1;
            new_start = new_at + 1;
        }
    }
    json!({
        "oldStart": old_start, "oldLines": old_lines,
        "newStart": new_start, "newLines": new_lines,
        "lines": lines,
    })
}

fn lines(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.split('\n').collect();
    if lines.last() == Some(&"") {
        lines.pop();
    }
    lines
}

/// The shortest edit script between two lists of lines, without their common ends.
fn steps<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<Step<'a>> {
    let prefix = old
        .iter()
        .zip(new)
        .take_while(|(left, right)| left == right)
        .count();
    let (old_rest, new_rest) = (&old[prefix..], &new[prefix..]);
    let suffix = old_rest
        .iter()
        .rev()
        .zip(new_rest.iter().rev())
        .take_while(|(left, right)| left == right)
        .count();
    let (old_middle, new_middle) = (
        &old_rest[..old_rest.len() - suffix],
        &new_rest[..new_rest.len() - suffix],
    );
    let mut steps: Vec<Step<'a>> = (0..prefix).map(|at| Step::Same(at, at, old[at])).collect();
    middle(old_middle, new_middle, prefix, &mut steps);
    for offset in 0..suffix {
        let old_at = old.len() - suffix + offset;
        steps.push(Step::Same(old_at, new.len() - suffix + offset, old[old_at]));
    }
    steps
}

fn middle<'a>(old: &[&'a str], new: &[&'a str], base: usize, steps: &mut Vec<Step<'a>>) {
    let table = common_lengths(old, new);
    let (mut at_old, mut at_new) = (0, 0);
    while at_old < old.len() || at_new < new.len() {
        let same = at_old < old.len() && at_new < new.len() && old[at_old] == new[at_new];
        if same {
            steps.push(Step::Same(base + at_old, base + at_new, old[at_old]));
            at_old += 1;
            at_new += 1;
        } else if at_old < old.len()
            && (at_new == new.len() || table[at_old + 1][at_new] >= table[at_old][at_new + 1])
        {
            steps.push(Step::Removed(base + at_old, base + at_new, old[at_old]));
            at_old += 1;
        } else {
            steps.push(Step::Added(base + at_old, base + at_new, new[at_new]));
            at_new += 1;
        }
    }
}

fn common_lengths(old: &[&str], new: &[&str]) -> Vec<Vec<u32>> {
    // Large differences are shown as one replacement, to limit the size of the table.
    let fits = old.len().saturating_mul(new.len()) <= 1_000_000;
    let mut table = vec![vec![0; if fits { new.len() + 1 } else { 1 }]; old.len() + 1];
    if !fits {
        return vec![vec![0; new.len() + 1]; old.len() + 1];
    }
    for at_old in (0..old.len()).rev() {
        for at_new in (0..new.len()).rev() {
            table[at_old][at_new] = if old[at_old] == new[at_new] {
                table[at_old + 1][at_new + 1] + 1
            } else {
                table[at_old + 1][at_new].max(table[at_old][at_new + 1])
            };
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_changed_line_has_its_context() {
        let patch = structured_patch("one\ntwo\nthree\n", "one\nTWO\nthree\n");
        assert_eq!(
            patch,
            json!([{ "oldStart": 1, "oldLines": 3, "newStart": 1, "newLines": 3,
                     "lines": [" one", "-two", "+TWO", " three"] }])
        );
    }

    #[test]
    fn distant_changes_are_separate_hunks() {
        let old: String = (0..30).map(|n| format!("{n}\n")).collect();
        let new = old.replace("\n2\n", "\nx\n").replace("\n25\n", "\ny\n");
        let patch = structured_patch(&old, &new);
        assert_eq!(patch.as_array().unwrap().len(), 2);
        assert_eq!(patch[1]["oldStart"], 23);
    }
}
