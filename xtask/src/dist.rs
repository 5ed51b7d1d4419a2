//! `cargo xtask dist`: builds a release, including the UI and checksums.

use std::fs;
use std::path::{Path, PathBuf};

use crate::repository::Repository;
use crate::{Outcome, arguments, command, ui};

const BINARIES: [&str; 2] = ["pilothouse", "pilothouse-sim"];

/// The linking of the binaries, the most static that this machine supports.
struct Linking {
    target: String,
    flags: &'static str,
    words: &'static str,
}

pub(crate) fn run(repository: &Repository, given: &[String]) -> Outcome {
    arguments::none(given, "dist")?;
    ui::build(repository)?;
    let linking = linking(repository)?;
    println!("building for {}: {}", linking.target, linking.words);
    let mut cargo = command::cargo(
        repository.root(),
        &[
            "build",
            "--release",
            "--locked",
            "--package",
            "pilothouse",
            "--target",
            &linking.target,
        ],
    );
    // Prevents a release without its page.
    cargo.env("REQUIRE_UI", "1").env("RUSTFLAGS", linking.flags);
    command::run(cargo)?;
    let built = target_directory(repository)
        .join(&linking.target)
        .join("release");
    let dist = target_directory(repository).join("dist");
    let name = format!("pilothouse-{}-{}", version(repository)?, linking.target);
    let folder = dist.join(&name);
    collect(repository, &built, &dist, &folder)?;
    papers(&folder)?;
    checksums(&folder, &BINARIES)?;
    let archive = format!("{name}.tar.gz");
    command::run(command::program(
        &dist,
        "tar",
        &["-czf", &archive, "--owner=0", "--group=0", &name],
    ))?;
    checksums(&dist, &[&archive])?;
    println!("in {}", dist.display());
    Ok(())
}

/// Returns the version of the workspace.
fn version(repository: &Repository) -> Outcome<String> {
    let path = repository.root().join("Cargo.toml");
    let text =
        fs::read_to_string(&path).map_err(|error| format!("read {}: {error}", path.display()))?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("version = \""));
    line.map(|line| line.trim_end_matches('"').to_owned())
        .ok_or_else(|| format!("{} tells no version", path.display()))
}

fn target_directory(repository: &Repository) -> PathBuf {
    let binaries = repository.binaries();
    binaries.parent().unwrap_or(binaries).to_owned()
}

/// Uses musl if installed; else glibc without shared libraries, if available; else the default.
fn linking(repository: &Repository) -> Outcome<Linking> {
    let host = host(repository)?;
    let Some(machine) = host.strip_suffix("-unknown-linux-gnu") else {
        return Ok(Linking {
            target: host,
            flags: "",
            words: "as is usual here",
        });
    };
    let musl = format!("{machine}-unknown-linux-musl");
    let installed = command::read(command::program(
        repository.root(),
        "rustup",
        &["target", "list", "--installed"],
    ));
    let compiler = command::read(command::program(
        repository.root(),
        "musl-gcc",
        &["--version"],
    ));
    if installed.is_ok_and(|list| list.lines().any(|line| line == musl)) && compiler.is_ok() {
        return Ok(Linking {
            target: musl,
            flags: "",
            words: "static, with musl",
        });
    }
    if has_static_glibc(machine) {
        let flags = "-C target-feature=+crt-static";
        return Ok(Linking {
            target: host,
            flags,
            words: "static, with glibc",
        });
    }
    Ok(Linking {
        target: host,
        flags: "",
        words: "needs the C library of the system: neither musl nor a static glibc is here",
    })
}

fn has_static_glibc(machine: &str) -> bool {
    [
        format!("/usr/lib/{machine}-linux-gnu/libc.a"),
        "/usr/lib64/libc.a".into(),
        "/usr/lib/libc.a".into(),
    ]
    .iter()
    .any(|path| Path::new(path).exists())
}

fn host(repository: &Repository) -> Outcome<String> {
    let said = command::read(command::program(repository.root(), "rustc", &["-vV"]))?;
    let line = said.lines().find_map(|line| line.strip_prefix("host: "));
    line.map(str::to_owned)
        .ok_or_else(|| "rustc does not tell its host".to_owned())
}

fn collect(repository: &Repository, built: &Path, dist: &Path, folder: &Path) -> Outcome {
    if dist.exists() {
        fs::remove_dir_all(dist).map_err(|error| format!("empty {}: {error}", dist.display()))?;
    }
    fs::create_dir_all(folder).map_err(|error| format!("make {}: {error}", folder.display()))?;
    let binaries = BINARIES.map(|name| (built, name));
    let words = ["LICENSE-MIT", "LICENSE-APACHE"].map(|name| (repository.root(), name));
    for (from, name) in binaries.into_iter().chain(words) {
        fs::copy(from.join(name), folder.join(name))
            .map_err(|error| format!("copy {name}: {error}"))?;
    }
    let readme = repository.root().join("crates/pilothouse/README.md");
    fs::copy(readme, folder.join("README.md"))
        .map_err(|error| format!("copy the README: {error}"))?;
    Ok(())
}

/// Generates manual pages and completions with the binary itself.
fn papers(folder: &Path) -> Outcome {
    let program = folder.join("pilothouse");
    let program = program
        .to_str()
        .ok_or("the build directory has no readable name")?;
    command::run(command::program(folder, program, &["man", "--dir", "man"]))?;
    for (shell, name) in [
        ("bash", "pilothouse.bash"),
        ("zsh", "_pilothouse"),
        ("fish", "pilothouse.fish"),
    ] {
        let text = command::read(command::program(folder, program, &["completions", shell]))?;
        let path = folder.join("completions").join(name);
        let made =
            fs::create_dir_all(folder.join("completions")).and_then(|()| fs::write(&path, text));
        made.map_err(|error| format!("write {}: {error}", path.display()))?;
    }
    Ok(())
}

/// Writes SHA256SUMS for files of a folder.
fn checksums(folder: &Path, names: &[&str]) -> Outcome {
    let linux = command::read(command::program(folder, "sha256sum", names));
    let sums = linux.or_else(|_| {
        let mut arguments = vec!["-a", "256"];
        arguments.extend(names);
        command::read(command::program(folder, "shasum", &arguments))
    })?;
    print!("{sums}");
    fs::write(folder.join("SHA256SUMS"), sums)
        .map_err(|error| format!("write the checksums: {error}"))
}
