//! `cargo xtask package`: builds the packages as a registry distributes them, and installs the server from them alone.
//!
//! The page is not part of the repository but must be part of the server's package, or `cargo install` would install a
//! server without it. Therefore the packages are unpacked elsewhere, the server is installed from there, the unpacked
//! files are removed, and the page is requested.

mod page;

use std::fs;
use std::path::{Path, PathBuf};

use crate::repository::Repository;
use crate::{Outcome, arguments, command, ui};

/// Packages that are not published.
const NOT_PUBLISHED: [&str; 2] = ["pilothouse-conformance", "xtask"];

/// A file of every package that includes the page.
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
    // The build directory is kept, because it saves most of the time.
    for name in ["made", "installed", "home"] {
        let inner = folder.join(name);
        if inner.exists() {
            fs::remove_dir_all(&inner).map_err(cannot)?;
        }
        fs::create_dir_all(&inner).map_err(cannot)?;
    }
    Ok(())
}

/// Creates the packages and returns their paths.
fn make(repository: &Repository, scratch: &Path) -> Outcome<Vec<PathBuf>> {
    let mut cargo = command::cargo(repository.root(), &["package", "--workspace"]);
    for name in NOT_PUBLISHED {
        cargo.args(["--exclude", name]);
    }
    // The page is not in git. The packages are built below, all at once.
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

/// Unpacks the packages into a workspace in which each replaces its namesake in the registry.
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

/// Installs the server like a user, without optimization but with the page inside like a release.
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
    // A debug build would read the page from the folder that is removed before the server is started.
    cargo.env("CARGO_PROFILE_DEV_DEBUG_ASSERTIONS", "false");
    // The packages do not include the profile of the workspace.
    cargo.env("CARGO_PROFILE_DEV_DEBUG", "false");
    command::run(cargo)
}

/// A directory outside of the repository, removed at the end.
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
        // Remaining files in a temporary directory are harmless.
        drop(fs::remove_dir_all(&self.0));
    }
}
