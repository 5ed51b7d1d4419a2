//! The documents: their links lead somewhere. Their commands are in `commands`, their messages in `messages`.

use std::path::{Path, PathBuf};

pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .unwrap()
}

/// All files below a folder whose name ends so, except what tools make.
pub(crate) fn files(folder: &Path, end: &str, found: &mut Vec<PathBuf>) {
    const MADE: [&str; 6] = [
        "target",
        "node_modules",
        ".git",
        "ui-dist",
        "test-results",
        "bench",
    ];
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() && !MADE.contains(&name) {
            files(&path, end, found);
        } else if name.ends_with(end) && path.is_file() {
            found.push(path);
        }
    }
}

pub(crate) fn markdown() -> Vec<PathBuf> {
    let mut found = Vec::new();
    files(&repository(), ".md", &mut found);
    found
}

/// The links of a page, without those in code.
fn links(page: &str) -> Vec<String> {
    let mut links = Vec::new();
    let mut in_code = false;
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        }
        if in_code {
            continue;
        }
        let prose: String = line.split('`').step_by(2).collect::<Vec<_>>().join("·");
        let parts = prose.split("](").skip(1);
        links.extend(parts.filter_map(|part| Some(part.split_once(')')?.0.to_owned())));
    }
    links
}

/// How a heading is linked to.
fn anchor(heading: &str) -> String {
    let letters = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = letters
        .chars()
        .filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    kept.map(|letter| if letter == ' ' { '-' } else { letter })
        .collect()
}

#[test]
fn links_lead_somewhere() {
    let mut broken = Vec::new();
    for path in markdown() {
        let page = std::fs::read_to_string(&path).unwrap();
        for link in links(&page) {
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((&link, ""));
            let target = if file.is_empty() {
                path.clone()
            } else {
                path.parent().unwrap().join(file)
            };
            let there = target.exists();
            let named = heading.is_empty()
                || std::fs::read_to_string(&target).is_ok_and(|page| {
                    page.lines()
                        .filter(|line| line.starts_with('#'))
                        .any(|line| anchor(line) == heading)
                });
            if !there || !named {
                broken.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn every_document_is_in_the_index() {
    let index = std::fs::read_to_string(repository().join("docs/README.md")).unwrap();
    let linked = links(&index);
    let mut found = Vec::new();
    files(&repository().join("docs"), ".md", &mut found);
    for path in found {
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(
            name == "README.md" || linked.iter().any(|link| link == name),
            "{name} is not in docs/README.md"
        );
    }
}
