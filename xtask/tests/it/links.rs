//! Checks that links between documents have a target.

use std::fs;
use std::path::Path;

use crate::files;

#[test]
fn relative_links_lead_to_files_and_headings() {
    let mut broken = Vec::new();
    for document in files::with_extension("md") {
        let text = fs::read_to_string(&document).unwrap();
        for target in targets(&text) {
            if !leads_somewhere(&document, &text, target) {
                broken.push(format!("{}: {target}", files::name(&document)));
            }
        }
    }
    assert!(broken.is_empty(), "broken links:\n{}", broken.join("\n"));
}

/// The targets of the inline links of a document, outside code.
fn targets(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut in_code = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        }
        if in_code {
            continue;
        }
        // Every second piece between backticks is code.
        for prose in line.split('`').step_by(2) {
            let links = prose.split("](").skip(1);
            found.extend(links.filter_map(|rest| Some(rest.split_once(')')?.0)));
        }
    }
    found
}

fn leads_somewhere(document: &Path, text: &str, target: &str) -> bool {
    if target.contains("://") || target.starts_with("mailto:") {
        return true;
    }
    let (path, heading) = target.split_once('#').unwrap_or((target, ""));
    if path.is_empty() {
        return has_heading(text, heading);
    }
    let file = document.parent().unwrap().join(path);
    match heading {
        "" => file.exists(),
        _ => fs::read_to_string(file).is_ok_and(|text| has_heading(&text, heading)),
    }
}

fn has_heading(text: &str, anchor: &str) -> bool {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings.into_iter().any(|line| slug(line) == anchor)
}

/// The anchor of a heading: lower case, words joined by dashes, only letters, digits, dashes and underscores.
fn slug(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    text.chars()
        .filter_map(|c| match c {
            ' ' => Some('-'),
            c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c),
            _ => None,
        })
        .collect()
}

#[test]
fn links_are_found_outside_code_only() {
    let text =
        "[a](one.md) and [b](two.md#x)\n```\n[c](three.md)\n```\n`[d](four.md)` [e](five.md)";
    assert_eq!(targets(text), ["one.md", "two.md#x", "five.md"]);
}

#[test]
fn headings_become_anchors() {
    assert_eq!(
        slug("## What \"nothing lost\" means"),
        "what-nothing-lost-means"
    );
    assert!(has_heading("# A\n\n## Two words\n", "two-words"));
    assert!(!has_heading("# A\n", "b"));
}
