//! Watches the folder of the built page, so that a release build embeds what is there.

fn main() {
    let release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    // The folder must exist before the first UI build: Cargo rebuilds on every run when a watched path is missing.
    let folder = std::path::Path::new("ui-dist");
    if let Err(error) = std::fs::create_dir_all(folder) {
        println!("cargo::warning=cannot create ui-dist: {error}");
    }
    println!("cargo::rerun-if-env-changed=REQUIRE_UI");
    println!("cargo::rerun-if-changed=build.rs");
    // Debug builds read the page from the folder at run time: a new page needs no new build.
    if release {
        println!("cargo::rerun-if-changed=ui-dist");
    }
    if folder.join("index.html").exists() {
        return;
    }
    // Cargo puts this file into packages alone: one that lacks its page was made too early.
    let packaged = std::path::Path::new("Cargo.toml.orig").exists();
    if packaged {
        println!(
            "cargo::error=this package was made without the page of the host: take another version, \
             or install from a clone with `cargo xtask ui` and `cargo install --path crates/pilothouse`"
        );
    } else if std::env::var_os("REQUIRE_UI").is_some() {
        println!("cargo::error=ui-dist/index.html is missing: run `cargo xtask ui` first");
    } else if release {
        println!("cargo::warning=the host will have no page: run `cargo xtask ui` first");
    }
}
