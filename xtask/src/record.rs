//! `cargo xtask record NAME`: plays a scenario of the conformance suite with the real CLI and keeps what was said as a fixture.

use std::fs;
use std::path::Path;

use crate::repository::Repository;
use crate::{Outcome, cli_cache, conformance};

/// What stands in a recording for the scratch directory it was made in.
const NEUTRAL: &str = "/home/dev";

pub(crate) fn run(repository: &Repository, arguments: &[String]) -> Outcome {
    let [name] = arguments else {
        return Err("record takes the name of a scenario in conformance/scenarios".to_owned());
    };
    let kept = repository.scratch().join("recordings");
    if kept.exists() {
        fs::remove_dir_all(&kept).map_err(|error| format!("empty {}: {error}", kept.display()))?;
    }
    let version = cli_cache::reference(repository)?;
    let directory = kept.display().to_string();
    let words = ["--program", "none", "--only", name, "--keep", &directory];
    conformance::run(repository, &words.map(str::to_owned))?;
    let text = fs::read_to_string(kept.join(format!("{name}.{version}.ndjson")))
        .map_err(|_| format!("no scenario is named exactly {name}"))?;
    let fixture = repository.root().join("fixtures/recordings").join(&version);
    write(
        &fixture,
        &format!("{name}.ndjson"),
        &without_scratch_paths(&text),
    )
}

fn write(directory: &Path, name: &str, text: &str) -> Outcome {
    let path = directory.join(name);
    fs::create_dir_all(directory)
        .and_then(|()| fs::write(&path, text))
        .map_err(|error| format!("write {}: {error}", path.display()))?;
    println!(
        "wrote {}; look through it before you commit it",
        path.display()
    );
    Ok(())
}

/// Replaces the scratch directory, whose name differs from run to run, wherever it stands: as a path, and as the CLI spells it in file names.
fn without_scratch_paths(text: &str) -> String {
    let Some(scratch) = scratch_directory(text) else {
        return text.to_owned();
    };
    let dashed = |path: &str| path.replace(['/', '.'], "-");
    text.replace(scratch, NEUTRAL)
        .replace(&dashed(scratch), &dashed(NEUTRAL))
}

/// The directory that the project of the scenario is in, from where the CLI says it runs.
fn scratch_directory(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once(r#""cwd":""#)?;
    let (project, _) = rest.split_once('"')?;
    let (scratch, _) = project.rsplit_once('/')?;
    (scratch.len() > 1).then_some(scratch)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scratch_paths_are_replaced_in_both_spellings() {
        let text = r#"{"cwd":"/tmp/phX.1/project","log":"/tmp/phX.1/home/p/-tmp-phX-1-project/a"}"#;
        assert_eq!(
            without_scratch_paths(text),
            r#"{"cwd":"/home/dev/project","log":"/home/dev/home/p/-home-dev-project/a"}"#
        );
    }

    #[test]
    fn a_recording_without_a_directory_stays_as_it_is() {
        for text in [
            "{}",
            r#"{"cwd":"/"}"#,
            r#"{"cwd":"/project"}"#,
            r#"{"cwd":"#,
        ] {
            assert_eq!(without_scratch_paths(text), text);
        }
    }
}
