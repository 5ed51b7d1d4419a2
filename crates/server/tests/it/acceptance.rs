//! The tests that docs/acceptance.md names are really there.

use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn every_test_that_the_acceptance_page_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/acceptance.md")).unwrap();
    let mut sources = BTreeSet::new();
    collect(&root.join("crates"), &mut sources);
    collect(&root.join("xtask"), &mut sources);
    let rows = page.lines().filter(|line| line.starts_with('|'));
    let proofs = rows.filter_map(|row| row.split('|').nth(2));
    let named = proofs.flat_map(|proof| proof.split('`').skip(1).step_by(2));
    let missing: Vec<&str> = named.filter(|name| !sources.contains(*name)).collect();
    assert!(missing.is_empty(), "no such tests: {missing:?}");
    assert!(
        page.matches('`').count() > 80,
        "the page names hardly any tests"
    );
}

/// Adds the names of all test functions below a directory.
fn collect(directory: &Path, names: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(directory).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            if path.file_name().is_some_and(|name| name != "target") {
                collect(&path, names);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            // Tests with a runner of their own are listed there by their paths.
            if path.ends_with("tests/real/main.rs") {
                let words =
                    text.split(|letter: char| !(letter.is_alphanumeric() || "_:".contains(letter)));
                let tests = words.filter_map(|word| word.rsplit_once("::"));
                names.extend(tests.map(|(_, name)| name.to_owned()));
            }
            let mut is_test = false;
            for line in text.lines().map(str::trim) {
                if line.starts_with("#[test]") || line.starts_with("#[tokio::test") {
                    is_test = true;
                } else if let Some((_, rest)) = line.split_once("fn ").filter(|_| is_test) {
                    let name = rest.split(['(', '<']).next().unwrap_or_default();
                    names.insert(name.to_owned());
                    is_test = false;
                }
            }
        }
    }
}
