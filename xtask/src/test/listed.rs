//! Tables of tests in documents: each listed test must have run.

use std::fs;

use crate::Outcome;
use crate::repository::Repository;
use crate::test::report::Report;

/// A document with tables of tests.
struct Document {
    path: &'static str,
    /// The text before the tables.
    begin: &'static str,
    /// The suite of tests that are listed without one.
    suite: Option<&'static str>,
}

const DOCUMENTS: &[Document] = &[
    Document {
        path: "docs/security.md",
        begin: "<!-- attacks: ",
        suite: Some("pilothouse-server::attacks"),
    },
    Document {
        path: "docs/reliability.md",
        begin: "<!-- tests: ",
        suite: None,
    },
];

/// The listed tests that a step runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// All except those of the real CLI.
    NotReal,
    Real,
}

/// Fails if a document lists a test of this part that is missing in the report.
pub(crate) fn check(repository: &Repository, part: Part, report: &Report) -> Outcome {
    for document in DOCUMENTS {
        let path = repository.root().join(document.path);
        let text = fs::read_to_string(&path)
            .map_err(|error| format!("read {}: {error}", path.display()))?;
        let missing = document.missing(&text, part, report)?;
        if !missing.is_empty() {
            return Err(format!(
                "{} lists tests that did not run:\n  {}",
                document.path,
                missing.join("\n  ")
            ));
        }
    }
    Ok(())
}

impl Document {
    fn missing(&self, text: &str, part: Part, report: &Report) -> Outcome<Vec<String>> {
        let ran = |test: &String| report.times.iter().any(|time| time.name == *test);
        let listed = self.listed(text);
        if listed.is_empty() {
            return Err(format!("{} lists no tests", self.path));
        }
        Ok(listed
            .into_iter()
            .filter(|test| is_real(test) == (part == Part::Real))
            .filter(|test| !ran(test))
            .collect())
    }

    /// The last column of each row, as `SUITE TEST`.
    fn listed(&self, text: &str) -> Vec<String> {
        let (_, tables) = text.split_once(self.begin).unwrap_or_default();
        let rows = tables.lines().filter_map(|row| row.strip_suffix("` |"));
        rows.filter_map(|row| row.rsplit_once("| `"))
            .map(|(_, test)| match self.suite {
                Some(suite) if !test.contains(' ') => format!("{suite} {test}"),
                _ => test.to_owned(),
            })
            .collect()
    }
}

fn is_real(test: &str) -> bool {
    let binary = test.split(' ').next();
    binary.is_some_and(|binary| binary.ends_with("::real"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test::report::Time;

    const TEXT: &str = "text\n<!-- attacks: written by `x` -->\n\n| attack | defense | test |\n|---|---|---|\n\
        | a `b` | c | `links::one` |\n| a | c | `pilothouse::it two::three` |\n| a | c | `pilothouse-sdk::real four` |\n";

    fn missing(part: Part, report: &Report) -> Vec<String> {
        DOCUMENTS[0].missing(TEXT, part, report).unwrap()
    }

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
        assert_eq!(missing(Part::NotReal, &some), ["pilothouse::it two::three"]);
        assert_eq!(missing(Part::Real, &some), ["pilothouse-sdk::real four"]);
        let all = report(&[
            "pilothouse-server::attacks links::one",
            "pilothouse::it two::three",
        ]);
        assert!(missing(Part::NotReal, &all).is_empty());
    }

    #[test]
    fn a_document_without_its_tables_is_found() {
        let found = DOCUMENTS[1].missing(TEXT, Part::NotReal, &report(&[]));
        assert_eq!(found.unwrap_err(), "docs/reliability.md lists no tests");
    }
}
