//! Checks that the functions in ARCHITECTURE.md exist in the named files.

use std::fs;

use crate::files;

#[test]
fn the_functions_on_the_way_of_a_line_exist() {
    let page = fs::read_to_string(files::root().join("ARCHITECTURE.md")).unwrap();
    let (_, section) = page.split_once("### One line to the screen").unwrap();
    let (section, _) = section.split_once("## Code map").unwrap();
    let words: Vec<&str> = section
        .split([' ', '\n', '`', '(', ')', ','])
        .filter(|word| !word.is_empty())
        .collect();
    let named = words
        .windows(2)
        .filter(|pair| pair[1].contains("/src/") && pair[1].contains('.'));
    let mut found = 0;
    for pair in named {
        let (function, path) = (pair[0], pair[1]);
        let place = match path.starts_with("ui/") {
            true => files::root().join(path),
            false => files::root().join("crates").join(path),
        };
        let source = fs::read_to_string(&place).unwrap_or_else(|error| panic!("{path}: {error}"));
        let declared = ["fn ", "function "].iter().any(|word| {
            ["(", "<"]
                .iter()
                .any(|after| source.contains(&format!("{word}{function}{after}")))
        });
        assert!(declared, "{path} has no function {function}");
        found += 1;
    }
    assert!(found > 12, "only {found} functions are named");
}
