//! The fixtures in `fixtures/view`: changes and the view they make. The UI runs the same files.

use std::path::{Path, PathBuf};

use pilothouse_view::{ChangeSet, SessionView};

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
