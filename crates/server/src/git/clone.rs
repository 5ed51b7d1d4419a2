//! Clones a repository that a person names, into a directory of the server.
//!
//! Git runs with the person's own settings here, since the address is theirs: proxies, keys and credential helpers.
//! It asks nothing, and takes no submodules. What the repository names does not run while it is cloned: hooks and
//! filters come from settings, which are not part of a clone.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use tokio::process::Command;

use crate::problem::Problem;

/// The protocols of an address. Others can run programs, or read files of the server.
const PROTOCOLS: &str = "https:http:ssh";
/// How much of what git reports is kept, from the end.
const REPORT: usize = 2000;

/// What to clone, and where to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Cloning {
    address: String,
    directory: PathBuf,
}

impl Cloning {
    /// Checks the address, and names the directory after it. Blocks.
    pub(crate) fn new(address: &str, parent: &Path) -> Result<Self, Problem> {
        let address = address.trim();
        let path = path_of(address).ok_or_else(|| {
            Problem::refused("This is not the address of a repository.").detail(
                "Write it as https://host/path, ssh://host/path or user@host:path, without a password.",
            )
        })?;
        let last = path.trim_end_matches('/').rsplit(['/', ':']).next();
        let name = last.unwrap_or_default().trim_end_matches(".git");
        if matches!(name, "" | "." | "..") {
            return Err(Problem::refused("The address names no repository.")
                .detail("Add its path, such as https://host/owner/name."));
        }
        if !parent.is_absolute() || !parent.is_dir() {
            let title = format!("There is no directory {}.", parent.display());
            return Err(Problem::refused(title).detail("Choose one that exists."));
        }
        let directory = parent.join(name);
        if directory.exists() {
            let title = format!("{} exists already.", directory.display());
            return Err(Problem::conflict("exists", title)
                .detail("Choose it as the project, or clone into another directory."));
        }
        Ok(Self {
            address: address.to_owned(),
            directory,
        })
    }

    /// Clones, and returns the directory. It appears only when it is complete.
    pub(crate) async fn run(self) -> Result<PathBuf, Problem> {
        let parent = self.directory.parent().unwrap_or(Path::new("/"));
        let unfinished = parent.join(format!(".clone-{}", uuid::Uuid::new_v4()));
        let placed = match git(&self.address, &unfinished).await {
            Ok(()) => tokio::fs::rename(&unfinished, &self.directory)
                .await
                .map_err(Problem::from),
            Err(problem) => Err(problem),
        };
        if placed.is_err() {
            // It was not made, or is incomplete.
            drop(tokio::fs::remove_dir_all(&unfinished).await);
        }
        placed.map(|()| self.directory)
    }
}

async fn git(address: &str, directory: &Path) -> Result<(), Problem> {
    let output = Command::new("git")
        .args(["clone", "-q", "--no-recurse-submodules", "--", address])
        .arg(directory)
        .env("GIT_ALLOW_PROTOCOL", PROTOCOLS)
        .env("GIT_TERMINAL_PROMPT", "0")
        // Neither git nor ssh asks in the terminal that the server was started from.
        .env("GIT_ASKPASS", "false")
        .env("SSH_ASKPASS", "false")
        .env("SSH_ASKPASS_REQUIRE", "force")
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .kill_on_drop(true)
        .output()
        .await?;
    if output.status.success() {
        return Ok(());
    }
    let report = String::from_utf8_lossy(&output.stderr);
    let skipped = report.chars().count().saturating_sub(REPORT);
    let report: String = report.chars().skip(skipped).collect();
    Err(Problem::refused("The repository could not be cloned.").detail(report.trim().to_owned()))
}

/// The path of an address that can be cloned.
fn path_of(address: &str) -> Option<&str> {
    let plain = |char: char| !char.is_whitespace() && !char.is_control();
    if !address.chars().all(plain) {
        return None;
    }
    if let Some((scheme, rest)) = address.split_once("://") {
        let (authority, path) = rest.split_once('/')?;
        let (user, host) = authority.rsplit_once('@').unwrap_or(("", authority));
        let known = PROTOCOLS.split(':').any(|protocol| protocol == scheme);
        // A password would stand in the settings of the clone, and in what git reports.
        return (known && is_name(host) && !user.contains(':') && !user.starts_with('-'))
            .then_some(path);
    }
    let (authority, path) = address.split_once(':')?;
    let (user, host) = authority.split_once('@')?;
    (is_name(user) && is_name(host) && !path.starts_with(':')).then_some(path)
}

/// Whether this is the name of a host or a user, and nothing that a program takes for a flag.
fn is_name(name: &str) -> bool {
    let allowed = |char: char| char.is_ascii_alphanumeric() || "-._:[]".contains(char);
    !name.is_empty() && !name.starts_with('-') && name.chars().all(allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_name_the_directory() {
        let parent = tempfile::tempdir().unwrap();
        for address in [
            "https://example.com/ann/shop.git",
            "https://example.com/shop",
            "http://localhost:3000/ann/shop/",
            "ssh://git@example.com:22/ann/shop.git",
            "git@example.com:ann/shop.git",
            " git@example.com:shop ",
        ] {
            let clone = Cloning::new(address, parent.path()).unwrap();
            assert_eq!(clone.directory, parent.path().join("shop"), "{address}");
        }
    }

    #[test]
    fn what_runs_programs_or_reads_files_is_no_address() {
        let parent = tempfile::tempdir().unwrap();
        for address in [
            "",
            "shop",
            "/srv/shop",
            "file:///srv/shop",
            "ext::sh -c touch% /tmp/x",
            "ext::sh",
            "--upload-pack=touch /tmp/x",
            "-oProxyCommand=x@example.com:shop",
            "ssh://-oProxyCommand=x/shop",
            "ssh://-l@example.com/shop",
            "https://ann:secret@example.com/shop",
            "https://example.com/",
            "https://example.com/..",
            "https://example.com",
            "git@example.com:..",
            "git@example.com::shop",
            "https://example.com/a b",
            "https://example.com/a\nb",
        ] {
            assert!(Cloning::new(address, parent.path()).is_err(), "{address}");
        }
    }

    #[test]
    fn nothing_is_cloned_over_what_is_there_or_into_what_is_not() {
        let parent = tempfile::tempdir().unwrap();
        std::fs::create_dir(parent.path().join("shop")).unwrap();
        let address = "https://example.com/shop";
        assert!(Cloning::new(address, parent.path()).is_err());
        assert!(Cloning::new(address, &parent.path().join("none")).is_err());
        assert!(Cloning::new(address, Path::new("relative")).is_err());
    }
}
