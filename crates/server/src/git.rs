//! Asks git about a working tree without running anything that the repository says.
//!
//! A repository can name programs in its own configuration: hooks, a file system monitor, pagers, external diffs,
//! text converters, content filters, commands for fetching. None of them runs here.
//! Submodules have a configuration of their own, so git does not look into them.
//! What git prints is bounded in time and size.

mod clone;
mod diff;
mod guard;
mod run;
mod status;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use pilothouse_api::project::FileNode;

pub(crate) use clone::Cloning;
pub(crate) use diff::working_diff;
pub(crate) use guard::Guard;
use run::Run;
use status::Status;

/// The longest list of files that is read.
const LIST_BYTES: usize = 8 << 20;

/// A directory inside a git working tree.
pub(crate) struct Tree {
    run: Run,
    /// Where the directory is in the repository: empty, or with a slash at the end.
    prefix: String,
}

impl Tree {
    /// Finds the working tree around a directory; `None` where there is none that git would read.
    pub(crate) async fn find(directory: &Path) -> Option<Self> {
        let run = Run::prepare(directory).await?;
        let found = run.text(&["rev-parse", "--show-prefix"]).await?;
        let prefix = found.lines().next().unwrap_or_default().to_owned();
        Some(Self { run, prefix })
    }

    /// What differs from the last commit at or below a path, with paths relative to the directory.
    async fn status(&self, path: &str, untracked: &str) -> Option<Status> {
        let path = match path {
            "" => ".".to_owned(),
            path => format!(":(literal){path}"),
        };
        let output = self
            .run
            .output(
                &[
                    "status",
                    "--porcelain=v1",
                    "-z",
                    "--branch",
                    "--no-renames",
                    "--ignore-submodules=all",
                    untracked,
                    "--",
                    &path,
                ],
                LIST_BYTES,
            )
            .await?;
        Some(Status::parse(&output.bytes, &self.prefix))
    }

    /// Leaves out what git ignores, and says of the rest how it differs from the last commit.
    pub(crate) async fn describe(&self, directory: &str, nodes: Vec<FileNode>) -> Vec<FileNode> {
        let ignored = self.ignored(&nodes).await;
        let status = self.status(directory, "--untracked-files=normal").await;
        let kept = nodes
            .into_iter()
            .filter(|node| !ignored.contains(&node.path));
        kept.map(|node| FileNode {
            git: status.as_ref().and_then(|status| status.of(&node)),
            ..node
        })
        .collect()
    }

    async fn ignored(&self, nodes: &[FileNode]) -> HashSet<String> {
        let mut input = Vec::new();
        for node in nodes {
            input.extend_from_slice(node.path.as_bytes());
            input.push(0);
        }
        let arguments = ["check-ignore", "-z", "--stdin"];
        let output = self.run.with_input(&arguments, input, LIST_BYTES).await;
        output
            .map(|output| split(&output.bytes).collect())
            .unwrap_or_default()
    }

    /// All files that git knows or would add, relative to the directory.
    pub(crate) async fn files(&self) -> Option<Vec<PathBuf>> {
        let arguments = [
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
            "--deduplicate",
        ];
        let output = self.run.output(&arguments, LIST_BYTES).await?;
        Some(split(&output.bytes).map(PathBuf::from).collect())
    }
}

/// The texts between zero bytes. A last one that was cut off is left out.
fn split(bytes: &[u8]) -> impl Iterator<Item = String> + '_ {
    let end = bytes
        .iter()
        .rposition(|byte| *byte == 0)
        .unwrap_or_default();
    bytes[..end]
        .split(|byte| *byte == 0)
        .filter(|part| !part.is_empty())
        .map(|part| String::from_utf8_lossy(part).into_owned())
}
