//! The fixtures in `fixtures/view`: changes and the view they make. The UI runs the same files.

use std::path::{Path, PathBuf};

use pilothouse_view::{ChangeSet, SessionView};

use crate::recording;

/// Recordings whose changes the UI runs too.
const RECORDINGS: [&str; 6] = [
    "2.1.325/02a-thinking-default",
    "2.1.325/04-subagent-one",
    "2.1.325/05c-interrupt-pending-ask",
    "2.1.325/17-queue-while-busy",
    "2.1.325/03-tasks",
    "2.1.38/05-slash-compact-empty",
];

pub(crate) fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/view")
}

/// Folds the changes over an empty view.
pub(crate) fn fold(sets: &[ChangeSet]) -> SessionView {
    let mut view = SessionView::default();
    for set in sets {
        view.apply_set(set);
    }
    view
}

/// Writes a fixture with one set per line, so that a difference can be read.
pub(crate) fn write(path: &Path, sets: &[ChangeSet], view: &SessionView) {
    let sets: Vec<String> = sets
        .iter()
        .map(|set| format!("    {}", serde_json::to_string(set).unwrap()))
        .collect();
    let view = serde_json::to_string_pretty(view)
        .unwrap()
        .replace('\n', "\n  ");
    let text = format!(
        "{{\n  \"sets\": [\n{}\n  ],\n  \"view\": {view}\n}}\n",
        sets.join(",\n")
    );
    std::fs::write(path, text).unwrap();
}

pub(crate) fn writing() -> bool {
    std::env::var_os("PILOTHOUSE_CODEGEN").is_some_and(|value| value == "write")
}

#[test]
fn changes_of_a_fixture_make_its_view() {
    let mut count = 0;
    for file in std::fs::read_dir(directory()).unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let raw: serde_json::Value = serde_json::from_str(&text).unwrap();
        let sets: Vec<ChangeSet> = serde_json::from_value(raw["sets"].clone()).unwrap();
        let view = fold(&sets);
        count += 1;
        if writing() {
            write(&path, &sets, &view);
            continue;
        }
        let name = path.display();
        assert_eq!(
            raw["view"],
            serde_json::to_value(&view).unwrap(),
            "{name}: `cargo xtask codegen`"
        );
        // What was read is what is written: no field is lost on the way.
        assert_eq!(raw["sets"], serde_json::to_value(&sets).unwrap(), "{name}");
    }
    assert!(count > 0);
}

#[test]
fn fixtures_of_recordings_are_up_to_date() {
    for name in RECORDINGS {
        let (sets, view) = recording::fold(&recording::named(name).records);
        let path = directory().join(format!("{}.json", name.replace('/', "-")));
        if writing() {
            write(&path, &sets, &view);
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let found: serde_json::Value = serde_json::from_str(&text).unwrap();
        let expected = serde_json::json!({"sets": sets, "view": view});
        assert!(
            found == expected,
            "{} is out of date: run `cargo xtask codegen`",
            path.display()
        );
    }
}
