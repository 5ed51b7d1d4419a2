//! Rules of CONTRIBUTING.md that no lint checks.

use std::fs;
use std::path::Path;

use crate::files;

#[test]
fn modules_are_files_beside_their_folder() {
    let wrong = names(|path| path.file_name().is_some_and(|name| name == "mod.rs"));
    assert!(
        wrong.is_empty(),
        "use foo.rs and foo/, not mod.rs: {wrong:?}"
    );
}

#[test]
fn no_test_is_ignored_or_should_panic() {
    // Assembled here, so that this file does not match.
    let forbidden = ["ignore", "should_panic"].map(|word| format!("#[{word}"));
    let wrong = names(|path| {
        let text = fs::read_to_string(path).unwrap();
        forbidden.iter().any(|attribute| text.contains(attribute))
    });
    assert!(wrong.is_empty(), "ignored or panicking tests: {wrong:?}");
}

#[test]
fn each_crate_has_one_integration_binary() {
    let wrong = names(|path| {
        path.parent()
            .is_some_and(|parent| parent.ends_with("tests"))
            && has_manifest(path.parent().and_then(Path::parent))
    });
    assert!(wrong.is_empty(), "move these into tests/it: {wrong:?}");
}

#[test]
fn no_integration_test_file_is_forgotten() {
    let wrong = names(|path| {
        let Some(folder) = path.parent().filter(|parent| parent.ends_with("tests/it")) else {
            return false;
        };
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        let main = fs::read_to_string(folder.join("main.rs")).unwrap_or_default();
        stem != "main" && !main.contains(&format!("mod {stem};"))
    });
    assert!(wrong.is_empty(), "not named in tests/it/main.rs: {wrong:?}");
}

/// The Rust files that satisfy a condition.
fn names(condition: impl Fn(&Path) -> bool) -> Vec<String> {
    let files = files::with_extension("rs");
    let found = files.iter().filter(|path| condition(path));
    found.map(|path| files::name(path)).collect()
}

fn has_manifest(folder: Option<&Path>) -> bool {
    folder.is_some_and(|folder| folder.join("Cargo.toml").is_file())
}
