use pilothouse_protocol::wire::Wire;

use super::*;

/// Applies a unified diff to a text, line by line.
fn apply(old: &str, hunks: &[Hunk]) -> String {
    let old: Vec<&str> = old.lines().collect();
    let mut new: Vec<String> = Vec::new();
    let mut place = 0;
    for hunk in hunks {
        let start = if hunk.old_lines == 0 {
            hunk.old_start
        } else {
            hunk.old_start - 1
        } as usize;
        new.extend(old[place..start].iter().map(|line| (*line).to_owned()));
        place = start;
        for line in &hunk.lines {
            match line.as_bytes()[0] {
                b'+' => new.push(line[1..].to_owned()),
                b'-' => {
                    assert_eq!(&line[1..], old[place]);
                    place += 1;
                }
                _ => {
                    assert_eq!(&line[1..], old[place]);
                    new.push(line[1..].to_owned());
                    place += 1;
                }
            }
        }
    }
    new.extend(old[place..].iter().map(|line| (*line).to_owned()));
    new.join("\n")
}

/// A patch with context, as the CLI writes it.
fn patch(old: &str, new: &str) -> Vec<Hunk> {
    let mut hunks = patch_between(old, new);
    let old: Vec<&str> = old.lines().collect();
    for hunk in &mut hunks {
        let first = if hunk.old_lines == 0 {
            hunk.old_start
        } else {
            hunk.old_start - 1
        } as usize;
        let lead = first.min(2);
        let last = first + hunk.old_lines as usize;
        let trail = (old.len() - last).min(2);
        let before = old[first - lead..first]
            .iter()
            .map(|line| format!(" {line}"));
        let after = old[last..last + trail]
            .iter()
            .map(|line| format!(" {line}"));
        let inner = std::mem::take(&mut hunk.lines);
        hunk.lines = before.chain(inner).chain(after).collect();
        let more = (lead + trail) as u64;
        hunk.old_start = (first - lead) as u64 + u64::from(hunk.old_lines + more > 0);
        hunk.new_start = (first - lead) as u64 + u64::from(hunk.new_lines + more > 0);
        hunk.old_lines += more;
        hunk.new_lines += more;
    }
    hunks
}

fn text(lines: &[&str]) -> String {
    lines.join("\n")
}

#[test]
fn edits_add_up_to_one_difference() {
    let first = text(&["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]);
    let second = text(&["a", "B", "c", "d", "e", "f", "g", "h", "i", "j"]);
    let third = text(&["a", "B", "c", "d", "e", "f", "g", "h", "new", "i", "j"]);
    let fourth = text(&["a", "B", "c", "d", "e", "f", "g", "h", "newer", "i", "j"]);
    let fifth = text(&["a", "c", "d", "e", "f", "g", "h", "newer", "i", "j"]);
    let mut diff = FileDiff::existing();
    diff.patch(&patch(&first, &second));
    diff.patch(&patch(&second, &third));
    diff.patch(&patch(&third, &fourth));
    diff.patch(&patch(&fourth, &fifth));
    assert!(diff.is_exact());
    assert_eq!(apply(&first, &diff.hunks()), fifth);
    assert_eq!(diff.totals(), (1, 1));
}

#[test]
fn an_edit_that_was_undone_is_gone() {
    let (one, two) = (text(&["a", "b", "c"]), text(&["a", "x", "c"]));
    let mut diff = FileDiff::existing();
    diff.patch(&patch(&one, &two));
    assert!(!diff.is_unchanged());
    diff.patch(&patch(&two, &one));
    assert!(diff.is_unchanged());
    assert!(diff.hunks().is_empty());
}

#[test]
fn a_new_file_is_all_added() {
    let mut diff = FileDiff::created("one\ntwo\n");
    diff.patch(&patch("one\ntwo", "one\n2"));
    assert_eq!(diff.totals(), (2, 0));
    let hunks = diff.hunks();
    assert_eq!(hunks[0].lines, ["+one", "+2"]);
    assert_eq!((hunks[0].old_start, hunks[0].new_start), (0, 1));
}

#[test]
fn a_change_from_elsewhere_is_noticed() {
    let mut diff = FileDiff::existing();
    diff.patch(&patch("a\nb\nc", "a\nx\nc"));
    diff.patch(&patch("a\nSOMETHING\nc", "a\ny\nc"));
    assert!(!diff.is_exact());
    assert!(diff.hunks().is_empty());
    assert_eq!(diff.totals(), (2, 2));
}

#[test]
fn patches_of_the_cli_are_read() {
    let patch = r#"[{"oldStart":1,"oldLines":1,"newStart":1,"newLines":2,"lines":[" a","+b","\\ No newline at end of file"]}]"#;
    let hunks = hunks_of(Vec::from_json(patch).unwrap());
    assert_eq!(hunks[0].lines, [" a", "+b"]);
}

#[test]
fn wild_patches_do_no_harm() {
    for start in [0, 1, 7, u64::MAX] {
        let mut diff = FileDiff::existing();
        let hunk = Hunk {
            old_start: start,
            old_lines: 1,
            new_start: start,
            new_lines: 0,
            lines: vec!["-gone".into(), String::new(), " stays".into(), "-⚓".into()],
        };
        diff.patch(std::slice::from_ref(&hunk));
        diff.patch(&[hunk]);
        let _ = diff.hunks();
    }
}

mod properties {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_sequence_of_edits_adds_up(
            versions in prop::collection::vec(prop::collection::vec("[ab]{1,2}", 0..12), 2..6)
        ) {
            let texts: Vec<String> = versions.iter().map(|lines| lines.join("\n")).collect();
            let mut diff = FileDiff::existing();
            for pair in texts.windows(2) {
                diff.patch(&patch(&pair[0], &pair[1]));
            }
            prop_assert!(diff.is_exact());
            prop_assert_eq!(apply(&texts[0], &diff.hunks()), texts[texts.len() - 1].clone());
        }
    }
}
