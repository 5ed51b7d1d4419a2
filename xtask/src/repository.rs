//! Paths: the checkout, the build directory, the user's cache.

use std::env;
use std::path::{Path, PathBuf};

use crate::Outcome;

/// The checkout this program was built from.
pub(crate) struct Repository {
    root: PathBuf,
    binaries: PathBuf,
}

impl Repository {
    /// Finds the checkout from the path of this package.
    pub(crate) fn locate() -> Outcome<Repository> {
        // Cargo also sets the variable at run time; it takes precedence over the compiled path, in case the checkout
        // was moved.
        let package = env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = package
            .parent()
            .ok_or("xtask is not inside a checkout")?
            .to_owned();
        let program = env::current_exe().map_err(|error| format!("find xtask itself: {error}"))?;
        let binaries = program
            .parent()
            .ok_or("xtask is not inside a build directory")?
            .to_owned();
        Ok(Repository { root, binaries })
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// The directory of debug binaries: that of xtask itself, which depends on the user's settings.
    pub(crate) fn binaries(&self) -> &Path {
        &self.binaries
    }

    /// The directory for stamps, locks and downloads that `cargo clean` may remove.
    pub(crate) fn scratch(&self) -> PathBuf {
        let target = self.binaries.parent().unwrap_or(&self.binaries);
        target.join("xtask")
    }

    pub(crate) fn ui(&self) -> PathBuf {
        self.root.join("ui")
    }

    pub(crate) fn has_ui(&self) -> bool {
        self.ui().join("package.json").is_file()
    }

    /// The directory to which Vite writes and from which the server embeds the page.
    pub(crate) fn ui_dist(&self) -> PathBuf {
        self.root.join("crates/server/ui-dist")
    }

    pub(crate) fn conformance(&self) -> PathBuf {
        self.root.join("conformance")
    }

    pub(crate) fn has_conformance(&self) -> bool {
        self.conformance().join("Cargo.toml").is_file()
    }
}

/// The user's cache directory for this project, which `cargo clean` does not reach.
pub(crate) fn user_cache() -> Outcome<PathBuf> {
    cache_below(
        env::var_os("XDG_CACHE_HOME").map(PathBuf::from),
        env::home_dir(),
    )
}

fn cache_below(cache_home: Option<PathBuf>, home: Option<PathBuf>) -> Outcome<PathBuf> {
    // According to the XDG specification, relative paths are ignored.
    let base = cache_home
        .filter(|path| path.is_absolute())
        .or_else(|| home.map(|home| home.join(".cache")))
        .ok_or("no cache directory: set HOME or XDG_CACHE_HOME")?;
    Ok(base.join("pilothouse"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cache_follows_xdg_then_home() {
        let home = Some(PathBuf::from("/home/ada"));
        let cases = [
            (Some("/var/cache"), "/var/cache/pilothouse"),
            (Some("relative"), "/home/ada/.cache/pilothouse"),
            (Some(""), "/home/ada/.cache/pilothouse"),
            (None, "/home/ada/.cache/pilothouse"),
        ];
        for (cache_home, expected) in cases {
            let found = cache_below(cache_home.map(PathBuf::from), home.clone());
            assert_eq!(found, Ok(PathBuf::from(expected)));
        }
        assert!(cache_below(None, None).is_err());
    }
}
