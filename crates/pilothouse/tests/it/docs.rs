//! The documents: their commands run, their links lead somewhere, their messages exist.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{Home, PILOTHOUSE, SIMULATOR, text};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .unwrap()
}

/// All files below a folder whose name ends so, except what tools make.
fn files(folder: &Path, end: &str, found: &mut Vec<PathBuf>) {
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

fn markdown() -> Vec<PathBuf> {
    let mut found = Vec::new();
    files(&repository(), ".md", &mut found);
    found
}

/// The blocks that are marked to be run: ```sh run.
fn blocks(page: &str) -> Vec<String> {
    let parts = page.split("```sh run\n").skip(1);
    parts
        .map(|part| part.split("```").next().unwrap().to_owned())
        .collect()
}

#[test]
fn commands_of_the_documents_work() {
    let mut ran = 0;
    for path in markdown() {
        let page = std::fs::read_to_string(&path).unwrap();
        for block in blocks(&page) {
            let home = Home::new();
            let programs = Path::new(PILOTHOUSE)
                .parent()
                .unwrap()
                .display()
                .to_string();
            let command = home.command(&[]);
            let shell = Command::new("sh")
                .args(["-eu", "-c", &block])
                .current_dir(home.project())
                .env_clear()
                .envs(
                    command
                        .get_envs()
                        .filter_map(|(name, value)| Some((name.to_owned(), value?.to_owned()))),
                )
                .env(
                    "PATH",
                    format!("{programs}:{}", std::env::var("PATH").unwrap()),
                )
                .env("SIMULATOR", SIMULATOR)
                .stdin(std::process::Stdio::null())
                .output()
                .unwrap();
            assert!(
                shell.status.success(),
                "{}:\n{block}\n{}",
                path.display(),
                text(&shell.stderr)
            );
            ran += 1;
        }
    }
    assert!(ran >= 3, "only {ran} blocks are marked");
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
fn every_message_of_the_troubleshooting_page_is_one_of_ours() {
    let mut sources = Vec::new();
    files(&repository().join("crates"), ".rs", &mut sources);
    let code: String = sources
        .iter()
        .filter(|path| !path.components().any(|part| part.as_os_str() == "tests"))
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect();
    let page = std::fs::read_to_string(repository().join("docs/troubleshooting.md")).unwrap();
    let headings: Vec<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("## "))
        .collect();
    assert!(headings.len() > 15);
    for heading in headings {
        let message = heading.trim_matches('`');
        assert!(code.contains(message), "no program says {message:?}");
    }
}
