//! `cargo xtask package`: the packages as a registry would hand them out, and the host installed from them alone.
//!
//! The page is no part of the repository and must be one of the server's package, or `cargo install` would give people a
//! host without it. So the packages are unpacked elsewhere, the host is installed from there, what was unpacked is
//! removed, and the page is asked for.

mod page;

use std::fs;
use std::path::{Path, PathBuf};

use crate::repository::Repository;
use crate::{Outcome, arguments, command, ui};

/// What is no package for others.
const NOT_PUBLISHED: [&str; 2] = ["pilothouse-conformance", "xtask"];

/// What a package that has the page has.
const PAGE: &str = "ui-dist/index.html";

pub(crate) fn run(repository: &Repository, given: &[String]) -> Outcome {
    arguments::none(given, "package")?;
    ui::build(repository)?;
    let scratch = repository.scratch().join("package");
    empty(&scratch)?;
    let packages = make(repository, &scratch)?;
    let outside = Outside::new()?;
    unpack(repository, &packages, outside.path())?;
    install(outside.path(), &scratch)?;
    drop(outside);
    let program = scratch.join("installed/bin/pilothouse");
    page::look(&program, &scratch.join("home"))?;
    println!("{} packages are good:", packages.len());
    for package in &packages {
        println!("  {}", package.display());
    }
    Ok(())
}

fn empty(folder: &Path) -> Outcome {
    let cannot = |error| format!("empty {}: {error}", folder.display());
    // The build of an earlier time is kept: it saves most of the time of this one.
    for name in ["made", "installed", "home"] {
        let inner = folder.join(name);
        if inner.exists() {
            fs::remove_dir_all(&inner).map_err(cannot)?;
        }
        fs::create_dir_all(&inner).map_err(cannot)?;
    }
    Ok(())
}

/// Makes the packages and returns their paths.
fn make(repository: &Repository, scratch: &Path) -> Outcome<Vec<PathBuf>> {
    let mut cargo = command::cargo(repository.root(), &["package", "--workspace"]);
    for name in NOT_PUBLISHED {
        cargo.args(["--exclude", name]);
    }
    // Git does not keep the page. They are built below, all together.
    cargo.args(["--allow-dirty", "--no-verify", "--target-dir"]);
    cargo.arg(scratch.join("made"));
    command::run(cargo)?;
    let folder = scratch.join("made/package");
    let found =
        fs::read_dir(&folder).map_err(|error| format!("read {}: {error}", folder.display()))?;
    let mut packages: Vec<PathBuf> = found
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == "crate"))
        .collect();
    packages.sort();
    Ok(packages)
}

/// Unpacks the packages side by side, in a workspace in which each takes the place of its namesake at the registry.
fn unpack(repository: &Repository, packages: &[PathBuf], outside: &Path) -> Outcome {
    let mut manifest =
        String::from("[workspace]\nresolver = \"3\"\nmembers = [\"*\"]\n\n[patch.crates-io]\n");
    for package in packages {
        let file = package.display().to_string();
        command::run(command::program(outside, "tar", &["-xzf", &file]))?;
        let folder = package.file_stem().unwrap_or_default().to_string_lossy();
        let (name, _) = folder
            .rsplit_once('-')
            .ok_or_else(|| format!("{file} has no version in its name"))?;
        manifest += &format!("{name} = {{ path = \"{folder}\" }}\n");
        if name == "pilothouse-server" && !outside.join(&*folder).join(PAGE).is_file() {
            return Err(format!("{file} does not hold {PAGE}"));
        }
    }
    let lock = fs::read(repository.root().join("Cargo.lock"));
    let written = lock.and_then(|lock| {
        fs::write(outside.join("Cargo.lock"), lock)?;
        fs::write(outside.join("Cargo.toml"), manifest)
    });
    written.map_err(|error| format!("write {}: {error}", outside.display()))
}

/// Installs the host as a person would, without optimization but with the page inside as a release has it.
fn install(outside: &Path, scratch: &Path) -> Outcome {
    let found =
        fs::read_dir(outside).map_err(|error| format!("read {}: {error}", outside.display()))?;
    let mut folders = found.flatten().map(|entry| entry.path());
    let host = folders.find(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.strip_prefix("pilothouse-")
            .is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_digit()))
    });
    let host = host.ok_or("the package of the host is not there")?;
    let mut cargo = command::cargo(outside, &["install", "--debug", "--no-track", "--path"]);
    cargo.arg(host);
    cargo.arg("--root").arg(scratch.join("installed"));
    cargo.arg("--target-dir").arg(scratch.join("build"));
    // A debug build would read the page from the folder that is removed before the host is started.
    cargo.env("CARGO_PROFILE_DEV_DEBUG_ASSERTIONS", "false");
    // The profile of our workspace is not in the packages.
    cargo.env("CARGO_PROFILE_DEV_DEBUG", "false");
    command::run(cargo)
}

/// A directory outside of the repository, which is gone at the end.
struct Outside(PathBuf);

impl Outside {
    fn new() -> Outcome<Self> {
        let path = std::env::temp_dir().join(format!("pilothouse-packages-{}", std::process::id()));
        fs::create_dir(&path).map_err(|error| format!("make {}: {error}", path.display()))?;
        Ok(Self(path))
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Outside {
    fn drop(&mut self) {
        // What is left in a temporary directory does no harm.
        drop(fs::remove_dir_all(&self.0));
    }
}
