//! `cargo xtask bugs`: injects bugs one at a time and checks that the tests of the changed part catch each.
//!
//! A passing suite proves little if it has never failed. The bugs are in `xtask/bugs.txt`; those of the simulator are
//! its mutants, which the conformance suite runs. Bugs are injected into a worktree of HEAD, never into this checkout.

mod list;
mod trial;

use std::fs;
use std::path::Path;

use crate::repository::Repository;
use crate::{Outcome, command};

use list::Bug;
use trial::Trial;

pub(crate) fn run(repository: &Repository, arguments: &[String]) -> Outcome {
    let bugs = list::read(repository.root())?;
    let (only_list, name) = match arguments {
        [] => (false, None),
        [flag] if flag == "--list" => (true, None),
        [name] if !name.starts_with('-') => (false, Some(name)),
        _ => return Err("bugs takes --list or the name of a bug".to_owned()),
    };
    let chosen: Vec<&Bug> = bugs
        .iter()
        .filter(|bug| name.is_none_or(|name| bug.name.starts_with(name.as_str())))
        .collect();
    if chosen.is_empty() {
        return Err("no bug has this name".to_owned());
    }
    if only_list {
        for bug in chosen {
            println!("{:<28} {}", bug.name, bug.what);
        }
        return Ok(());
    }
    hunt(repository, &chosen)
}

/// Tries each bug and prints the test that caught it.
fn hunt(repository: &Repository, bugs: &[&Bug]) -> Outcome {
    let worktree = repository.scratch().join("bugs");
    make_worktree(repository, &worktree)?;
    let mut missed = Vec::new();
    let mut lines = Vec::new();
    for bug in bugs {
        command::say(&format!("\n== {}: {} ==", bug.name, bug.what));
        let trial = Trial::new(repository, &worktree, bug);
        let caught = trial.run();
        restore(&worktree)?;
        let line = match caught? {
            Some(test) => format!("| {} | {} | {test} |", bug.name, bug.what),
            None => {
                missed.push(bug.name.as_str());
                format!("| {} | {} | **not caught** |", bug.name, bug.what)
            }
        };
        command::say(&line);
        lines.push(line);
    }
    println!("\n| bug | what is wrong | caught by |\n|---|---|---|");
    for line in &lines {
        println!("{line}");
    }
    println!(
        "\nbugs: {} caught, {} missed",
        lines.len() - missed.len(),
        missed.len()
    );
    match missed.is_empty() {
        true => Ok(()),
        false => Err(format!("no test caught {}", missed.join(", "))),
    }
}

/// Checks out HEAD in the build directory, with the page's installed packages.
fn make_worktree(repository: &Repository, worktree: &Path) -> Outcome {
    let git = |directory: &Path, arguments: &[&str]| {
        command::run(command::program(directory, "git", arguments))
    };
    let path = worktree.to_string_lossy();
    if worktree.join(".git").exists() {
        restore(worktree)?;
        let head = command::program(repository.root(), "git", &["rev-parse", "HEAD"]);
        let head = command::read(head)?;
        return git(worktree, &["checkout", "--quiet", "--detach", head.trim()]);
    }
    git(repository.root(), &["worktree", "prune"])?;
    git(
        repository.root(),
        &["worktree", "add", "--quiet", "--detach", &path, "HEAD"],
    )?;
    let packages = worktree.join("ui/node_modules");
    std::os::unix::fs::symlink(repository.ui().join("node_modules"), &packages)
        .map_err(|error| format!("link {}: {error}", packages.display()))
}

fn restore(worktree: &Path) -> Outcome {
    command::run(command::program(
        worktree,
        "git",
        &["checkout", "--quiet", "."],
    ))
}

/// Replaces the old lines of a bug with its new ones.
fn inject(worktree: &Path, bug: &Bug) -> Outcome {
    let path = worktree.join(&bug.file);
    let text =
        fs::read_to_string(&path).map_err(|error| format!("read {}: {error}", path.display()))?;
    let changed = bug.apply(&text)?;
    fs::write(&path, changed).map_err(|error| format!("write {}: {error}", path.display()))
}
