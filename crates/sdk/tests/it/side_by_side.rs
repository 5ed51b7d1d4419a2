//! Compares the programs of docs/sdk.md with those of the official SDKs.

use std::path::{Path, PathBuf};

use crate::programs::program;
use crate::shared_side_by_side::{PROGRAMS, run_all};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("side_by_side")
}

fn source(name: &str, language: &str) -> String {
    let path = folder().join(format!("{name}.{language}"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{error}: {}", path.display()))
}

fn lines(name: &str, language: &str) -> usize {
    let source = source(name, language);
    source
        .lines()
        .filter(|line| !line.trim().is_empty())
        .count()
}

#[tokio::test]
async fn the_programs_run_with_the_simulator() {
    let home = tempfile::tempdir().unwrap();
    run_all(&program("simulator"), home.path(), &[]).await;
}

#[test]
fn ours_are_no_longer_than_thirteen_tenths_of_those_in_python() {
    for program in &PROGRAMS {
        let (ours, theirs) = (lines(program.name, "rs"), lines(program.name, "py"));
        assert!(
            10 * ours <= 13 * theirs,
            "{}: {ours} lines to {theirs}",
            program.name
        );
    }
    let files = std::fs::read_dir(folder()).unwrap().count();
    assert_eq!(files, 3 * PROGRAMS.len(), "a file that is not played");
}

#[test]
fn the_page_shows_the_programs_as_they_are() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/sdk.md");
    let page = std::fs::read_to_string(page).unwrap();
    for program in &PROGRAMS {
        let name = program.name;
        for (language, file) in [("rust", "rs"), ("python", "py"), ("typescript", "ts")] {
            let block = format!("```{language}\n{}```\n", source(name, file));
            assert!(
                page.contains(&block),
                "{name}.{file} is not in docs/sdk.md as it is"
            );
        }
        let counts = ["rs", "py", "ts"].map(|language| lines(name, language).to_string());
        let row = format!("| {name} | {} |", counts.join(" | "));
        assert!(page.contains(&row), "docs/sdk.md lacks: {row}");
    }
}
