//! `cargo xtask semver`: breaking changes of the libraries since a baseline, found by cargo-semver-checks.
//!
//! The breaks that are intended are in `xtask/semver.txt`, with the baseline. One that is not fails the run, so nobody
//! breaks a dependent without saying so; `--accept` writes the list anew, and the changelog says what it means.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use crate::repository::Repository;
use crate::{Outcome, cargo_tool, command};

/// The tool and its version. It must know the format of rustdoc's JSON that the pinned toolchain writes.
const TOOL: cargo_tool::Tool = cargo_tool::Tool {
    name: "cargo-semver-checks",
    version: "0.51.0",
    features: &[],
};

/// The libraries that programs of others depend on. Adding to them is never a break (docs/sdk.md, "Versions").
const LIBRARIES: [&str; 2] = ["pilothouse-protocol", "pilothouse-sdk"];

/// What the file with the list begins with.
const HEAD: &str = "# Breaking changes that are intended, and the commit with which the libraries are compared.\n\
    # `cargo xtask semver --accept` writes the list; CHANGELOG.md tells users what to change.\n";

pub(crate) fn run(repository: &Repository, arguments: &[String]) -> Outcome {
    match arguments {
        [] => check(repository),
        [flag] if flag == "--accept" => accept(repository),
        _ => Err("semver takes --accept, or nothing".to_owned()),
    }
}

/// Fails if a break is not on the list, or if the list has one that is none any more.
pub(crate) fn check(repository: &Repository) -> Outcome {
    let accepted = read(repository)?;
    let found = breaks(repository, &accepted.baseline)?;
    let new: Vec<&String> = found.difference(&accepted.breaks).collect();
    let gone: Vec<&String> = accepted.breaks.difference(&found).collect();
    for one in &new {
        command::say(&format!("breaks dependents: {one}"));
    }
    for one in &gone {
        command::say(&format!("no longer a break: {one}"));
    }
    match new.is_empty() && gone.is_empty() {
        true => {
            let count = found.len();
            command::say(&format!("{count} breaking changes, all intended"));
            Ok(())
        }
        false => Err(format!(
            "{} breaking changes are not in xtask/semver.txt, and {} of that list are none; \
             undo them, or run `cargo xtask semver --accept` and describe them in CHANGELOG.md",
            new.len(),
            gone.len()
        )),
    }
}

fn accept(repository: &Repository) -> Outcome {
    let baseline = read(repository)?.baseline;
    let found = breaks(repository, &baseline)?;
    let mut text = format!("{HEAD}baseline {baseline}\n");
    for one in &found {
        text += one;
        text.push('\n');
    }
    let path = list(repository);
    fs::write(&path, text).map_err(|error| format!("write {}: {error}", path.display()))?;
    command::say(&format!("{} breaking changes accepted", found.len()));
    Ok(())
}

/// What `xtask/semver.txt` holds.
#[derive(Debug, PartialEq)]
struct Accepted {
    baseline: String,
    breaks: BTreeSet<String>,
}

fn list(repository: &Repository) -> PathBuf {
    repository.root().join("xtask/semver.txt")
}

fn read(repository: &Repository) -> Outcome<Accepted> {
    let path = list(repository);
    let text =
        fs::read_to_string(&path).map_err(|error| format!("read {}: {error}", path.display()))?;
    parse_list(&text)
}

fn parse_list(text: &str) -> Outcome<Accepted> {
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let baseline = lines
        .next()
        .and_then(|line| line.strip_prefix("baseline "))
        .ok_or("semver.txt names no baseline")?;
    Ok(Accepted {
        baseline: baseline.to_owned(),
        breaks: lines.map(str::to_owned).collect(),
    })
}

/// Compares the libraries with a commit.
fn breaks(repository: &Repository, baseline: &str) -> Outcome<BTreeSet<String>> {
    let tool = cargo_tool::installed(repository, &TOOL)?;
    let mut compare = command::program(
        repository.root(),
        &tool.display().to_string(),
        &[
            "semver-checks",
            "--color",
            "never",
            "--baseline-rev",
            baseline,
        ],
    );
    // A new field or variant is no break, so what is asked is whether a minor version could hold the changes.
    compare.args(["--release-type", "minor"]);
    for library in LIBRARIES {
        compare.args(["--package", library]);
    }
    let (output, success) = command::tee(compare)?;
    let found = failures(&output);
    match success || !found.is_empty() {
        true => Ok(found),
        false => Err(format!("{} could not compare the libraries", TOOL.name)),
    }
}

/// Reads `lint: item` from the report of the tool, without places in files.
fn failures(report: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut lint = None;
    for line in report.lines() {
        if let Some(head) = line.strip_prefix("--- ") {
            let name = head.strip_prefix("failure ");
            lint = name.and_then(|name| name.split_once(':')).map(|(id, _)| id);
        } else if let (Some(lint), Some(item)) = (lint, line.strip_prefix("  ")) {
            // The headings of a lint are not indented, and neither are the tool's own lines.
            if !item.starts_with(' ') {
                found.insert(format!("{lint}: {}", without_place(item)));
            }
        }
    }
    found
}

/// Removes the file from the end of an item: it differs between machines, and its line between commits.
fn without_place(item: &str) -> &str {
    let found = item
        .rsplit_once(" in ")
        .filter(|(_, place)| place.contains('/'));
    let item = found.map_or(item, |(item, _)| item);
    item.trim_end_matches(", previously").trim_end_matches(',')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_read_without_their_places() {
        let report = "    Checking pilothouse-sdk v0.1.0 -> v0.1.0\n\
            --- failure enum_missing: pub enum removed or renamed ---\n\n\
            Description:\nA publicly-visible enum cannot be imported.\n        ref: https://doc.rust-lang.org\n\n\
            Failed in:\n  enum pilothouse_sdk::Version, previously in file /tmp/a b/cli.rs:12\n\n\
            --- failure function_parameter_count_changed: pub fn parameter count changed ---\n\n\
            Failed in:\n  pilothouse_sdk::rules::explain now takes 2 parameters instead of 1, in /work/src/rules.rs:3\n  \
            Session::ask in the middle, in file src/session.rs:9\n\n\
            --- warning something_else: not asked for ---\n\nFailed in:\n  Other in /x/y.rs:1\n\n     Summary semver requires new major version\n";
        let found: Vec<String> = failures(report).into_iter().collect();
        assert_eq!(
            found,
            [
                "enum_missing: enum pilothouse_sdk::Version",
                "function_parameter_count_changed: Session::ask in the middle",
                "function_parameter_count_changed: pilothouse_sdk::rules::explain now takes 2 parameters instead of 1",
            ]
        );
    }

    #[test]
    fn the_list_begins_with_its_baseline() {
        let text = format!("{HEAD}baseline a55787a\nenum_missing: enum a::B\n");
        let list = parse_list(&text).unwrap();
        assert_eq!(list.baseline, "a55787a");
        assert_eq!(list.breaks.len(), 1);
        assert!(parse_list("enum_missing: enum a::B\n").is_err());
    }
}
