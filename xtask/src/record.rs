//! `cargo xtask record NAME`: plays a scenario of the conformance suite with the real CLI and keeps what was said as a fixture.

use std::fs;
use std::path::Path;

use crate::repository::Repository;
use crate::{Outcome, cli_cache, conformance};

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
    write(&fixture, &format!("{name}.ndjson"), &text)
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
