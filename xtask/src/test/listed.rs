//! The tables of tests in docs/security.md and docs/reliability.md: each test that they list must have run.

use std::fs;

use crate::Outcome;
use crate::repository::Repository;
use crate::test::report::Report;

/// The documents, and where their tables begin.
const DOCUMENTS: [(&str, &str); 2] = [
    ("docs/security.md", "<!-- attacks: "),
    ("docs/reliability.md", "<!-- tests: "),
];
/// The suite whose tests the tables name without a binary.
const SUITE: &str = "pilothouse-server::attacks";

/// Which of the listed tests a step runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// All but those of the real CLI.
    NotReal,
    Real,
}

/// Fails if a table lists a test of this part that is not in the report.
pub(crate) fn check(repository: &Repository, part: Part, report: &Report) -> Outcome {
    for (document, mark) in DOCUMENTS {
        let path = repository.root().join(document);
        let text = fs::read_to_string(&path)
            .map_err(|error| format!("read {}: {error}", path.display()))?;
        let missing = missing(&text, mark, part, report);
        if !missing.is_empty() {
            return Err(format!(
                "{document} lists tests that did not run:\n  {}",
                missing.join("\n  ")
            ));
        }
    }
    Ok(())
}

fn missing(document: &str, mark: &str, part: Part, report: &Report) -> Vec<String> {
    let ran = |test: &String| report.times.iter().any(|time| time.name == *test);
    listed(document, mark)
        .filter(|test| is_real(test) == (part == Part::Real))
        .filter(|test| !ran(test))
        .collect()
}

/// The last column of each row, as `BINARY TEST`.
fn listed(document: &str, mark: &str) -> impl Iterator<Item = String> {
    let (_, table) = document.split_once(mark).unwrap_or_default();
    let rows = table.lines().filter_map(|row| row.strip_suffix("` |"));
    rows.filter_map(|row| row.rsplit_once("| `"))
        .map(|(_, test)| match test.contains(' ') {
            true => test.to_owned(),
            false => format!("{SUITE} {test}"),
        })
}

fn is_real(test: &str) -> bool {
    let binary = test.split(' ').next();
    binary.is_some_and(|binary| binary.ends_with("::real"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test::report::Time;

    const MARK: &str = "<!-- attacks: ";
    const DOCUMENT: &str = "text\n<!-- attacks: written by `x` -->\n\n| attack | defense | test |\n|---|---|---|\n\
        | a `b` | c | `links::one` |\n| a | c | `pilothouse::it two::three` |\n| a | c | `pilothouse-sdk::real four` |\n";

    fn report(names: &[&str]) -> Report {
        let time = |name: &&str| Time {
            seconds: 0.1,
            name: (*name).to_owned(),
        };
        Report {
            times: names.iter().map(time).collect(),
            ..Report::default()
        }
    }

    #[test]
    fn a_listed_test_that_did_not_run_is_found() {
        let some = report(&["pilothouse-server::attacks links::one"]);
        assert_eq!(
            missing(DOCUMENT, MARK, Part::NotReal, &some),
            ["pilothouse::it two::three"]
        );
        assert_eq!(
            missing(DOCUMENT, MARK, Part::Real, &some),
            ["pilothouse-sdk::real four"]
        );
        let all = report(&[
            "pilothouse-server::attacks links::one",
            "pilothouse::it two::three",
        ]);
        assert!(missing(DOCUMENT, MARK, Part::NotReal, &all).is_empty());
    }
}
