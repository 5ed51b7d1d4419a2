//! Checks that the chapter on migration names every option of the official SDK.

use std::path::Path;

fn file(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{error}: {}", path.display()))
}

/// The name of an option in Python.
fn in_python(name: &str) -> String {
    let mut python = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            python.push('_');
        }
        python.push(letter.to_ascii_lowercase());
    }
    python
}

/// The conformance suite compares the list with the published types.
#[test]
fn every_option_of_the_official_sdk_is_named() {
    let table = file("src/concepts/migration.rs");
    let words: Vec<&str> = table
        .split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
        .collect();
    let options = file("../../conformance/sdks/options.txt");
    let options = options.lines().filter(|line| !line.starts_with('#'));
    let is_named = |name: &str| words.contains(&name) || words.contains(&&*in_python(name));
    let missing: Vec<&str> = options.filter(|name| !is_named(name)).collect();
    assert_eq!(missing, Vec::<&str>::new(), "options without a row");
}
