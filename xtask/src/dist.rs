//! `cargo xtask dist`: what is given to people, with the UI inside and with checksums.

use std::fs;
use std::path::{Path, PathBuf};

use crate::repository::Repository;
use crate::{Outcome, arguments, command, ui};

const BINARIES: [&str; 2] = ["pilothouse", "pilothouse-sim"];

/// How the binaries are linked, the best that this machine can do.
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
    // A release without its page must not be made by mistake.
    cargo.env("REQUIRE_UI", "1").env("RUSTFLAGS", linking.flags);
    command::run(cargo)?;
    let built = target_directory(repository)
        .join(&linking.target)
        .join("release");
    let folder = target_directory(repository).join("dist");
    collect(&built, &folder)?;
    papers(&folder)?;
    checksums(&folder)?;
    println!("in {}", folder.display());
    Ok(())
}

fn target_directory(repository: &Repository) -> PathBuf {
    let binaries = repository.binaries();
    binaries.parent().unwrap_or(binaries).to_owned()
}

/// musl where it is installed; else glibc without shared libraries, where it can be had; else as usual.
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

fn collect(built: &Path, folder: &Path) -> Outcome {
    if folder.exists() {
        fs::remove_dir_all(folder)
            .map_err(|error| format!("empty {}: {error}", folder.display()))?;
    }
    fs::create_dir_all(folder).map_err(|error| format!("make {}: {error}", folder.display()))?;
    for name in BINARIES {
        fs::copy(built.join(name), folder.join(name))
            .map_err(|error| format!("copy {name}: {error}"))?;
    }
    Ok(())
}

/// Manual pages and completions, made by the binary itself.
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

fn checksums(folder: &Path) -> Outcome {
    let linux = command::read(command::program(folder, "sha256sum", &BINARIES));
    let sums = linux.or_else(|_| {
        let mut arguments = vec!["-a", "256"];
        arguments.extend(BINARIES);
        command::read(command::program(folder, "shasum", &arguments))
    })?;
    print!("{sums}");
    fs::write(folder.join("SHA256SUMS"), sums)
        .map_err(|error| format!("write the checksums: {error}"))
}
