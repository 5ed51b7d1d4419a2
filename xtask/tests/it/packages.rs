//! Checks the contents and versions of the packages. `cargo xtask package` installs the server from them.

use std::fs;
use std::process::Command;

use crate::files;

/// The crates that are published.
fn crates() -> Vec<String> {
    let folders = fs::read_dir(files::root().join("crates")).unwrap();
    let mut names: Vec<String> = folders
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.join("Cargo.toml").is_file())
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn crates_name_the_version_of_each_other() {
    let manifest = fs::read_to_string(files::root().join("Cargo.toml")).unwrap();
    let version = manifest
        .lines()
        .find(|line| line.starts_with("version = "))
        .unwrap();
    let ours: Vec<&str> = manifest
        .lines()
        .filter(|line| line.contains("path = \"crates/"))
        .collect();
    assert_eq!(ours.len() + 1, crates().len(), "all but the host itself");
    for line in ours {
        assert!(line.contains(version), "a registry needs {version}: {line}");
    }
    for name in crates() {
        let path = files::root().join("crates").join(&name).join("Cargo.toml");
        let manifest = fs::read_to_string(path).unwrap();
        assert!(
            !manifest.contains("path = \"../"),
            "{name}: take it from the workspace, which names its version"
        );
    }
}

#[test]
fn packages_hold_their_licences_and_the_servers_its_page() {
    let page = files::root().join("crates/server/ui-dist/index.html");
    for name in crates() {
        let output = Command::new(std::env::var_os("CARGO").unwrap())
            .args(["package", "--list", "--allow-dirty", "--offline"])
            .current_dir(files::root().join("crates").join(&name))
            .output()
            .unwrap();
        let list = String::from_utf8(output.stdout).unwrap();
        let has = |file: &str| list.lines().any(|line| line == file);
        for file in ["Cargo.toml", "README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            assert!(
                has(file),
                "the package of {name} has no {file}: {list}{}",
                String::from_utf8_lossy(&output.stderr)
            );
        }
        // In a checkout without a built page there is none to pack.
        if name == "server" && page.exists() {
            assert!(has("ui-dist/index.html"), "{list}");
            let assets = list
                .lines()
                .filter(|line| line.starts_with("ui-dist/assets/"));
            assert!(assets.count() > 10, "{list}");
        }
    }
}
