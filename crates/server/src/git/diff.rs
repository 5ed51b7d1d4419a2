//! The working tree against the last commit.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;
use std::path::Path;

use pilothouse_api::project::{ChangedFile, WorkingDiff};

use super::run::Run;
use super::status::Status;
use super::{LIST_BYTES, Tree, split};
use crate::blocking::blocking;
use crate::files;

/// The longest patch that is sent.
const PATCH_BYTES: usize = 2 << 20;
/// The longest new file that stands in a patch with its text.
const NEW_FILE_BYTES: u64 = 256 * 1024;

/// Tells how a directory differs from the last commit; `written` are the paths that the session itself wrote.
pub(crate) async fn working_diff(directory: &Path, written: HashSet<String>) -> WorkingDiff {
    let nothing = WorkingDiff {
        branch: None,
        files: Vec::new(),
        patch: String::new(),
        truncated: false,
    };
    let Some(tree) = Tree::find(directory).await else {
        return nothing;
    };
    let Some(status) = tree.status("", "--untracked-files=all").await else {
        return nothing;
    };
    let base = base(&tree.run).await;
    let (mut counts, mut patch) = (BTreeMap::new(), Patch::default());
    if let Some(base) = base {
        counts = numbers(&tree.run, &base).await;
        patch = Patch::of(&tree.run, &base).await;
    }
    let directory = directory.to_owned();
    // New files are read.
    let assembled = blocking(move || Ok(assemble(&directory, status, &counts, patch, &written)));
    assembled.await.unwrap_or(nothing)
}

fn assemble(
    directory: &Path,
    status: Status,
    counts: &BTreeMap<String, (u64, u64)>,
    mut patch: Patch,
    written: &HashSet<String>,
) -> WorkingDiff {
    let files = status.files.iter().map(|(path, code)| {
        let (mut insertions, deletions) = counts.get(path).copied().unwrap_or_default();
        if code == "??" {
            insertions = patch.add_new_file(directory, path);
        }
        let absolute = directory.join(path).to_string_lossy().into_owned();
        ChangedFile {
            by_session: written.contains(path) || written.contains(&absolute),
            path: path.clone(),
            git: code.clone(),
            insertions,
            deletions,
        }
    });
    let files = files.collect();
    let Status { branch, .. } = status;
    WorkingDiff {
        branch,
        files,
        patch: patch.text,
        truncated: patch.truncated,
    }
}

/// The commit to compare with; the empty tree where there is none yet.
async fn base(run: &Run) -> Option<String> {
    let first_line = |text: String| text.lines().next().map(str::to_owned);
    let head = run.text(&["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]);
    if let Some(head) = head.await.and_then(first_line) {
        return Some(head);
    }
    let empty = run.text(&["hash-object", "-t", "tree", "/dev/null"]).await;
    empty.and_then(first_line)
}

/// The flags that every diff has: nothing of the repository runs, and paths are relative to the directory.
fn diff_arguments<'a>(base: &'a str, format: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec![
        "diff",
        "--no-ext-diff",
        "--no-textconv",
        "--no-color",
        "--no-renames",
        "--ignore-submodules=all",
        "--src-prefix=a/",
        "--dst-prefix=b/",
        "--relative",
    ];
    arguments.extend_from_slice(format);
    arguments.extend([base, "--", "."]);
    arguments
}

/// Added and removed lines by path; a binary file has none.
async fn numbers(run: &Run, base: &str) -> BTreeMap<String, (u64, u64)> {
    let arguments = diff_arguments(base, &["--numstat", "-z"]);
    let Some(output) = run.output(&arguments, LIST_BYTES).await else {
        return BTreeMap::new();
    };
    let read = |line: String| {
        let mut parts = line.splitn(3, '\t');
        let insertions = parts.next()?.parse().unwrap_or_default();
        let deletions = parts.next()?.parse().unwrap_or_default();
        Some((parts.next()?.to_owned(), (insertions, deletions)))
    };
    split(&output.bytes).filter_map(read).collect()
}

/// A patch that grows up to a limit.
#[derive(Default)]
struct Patch {
    text: String,
    truncated: bool,
}

impl Patch {
    async fn of(run: &Run, base: &str) -> Self {
        let Some(output) = run
            .output(&diff_arguments(base, &["--patch"]), PATCH_BYTES)
            .await
        else {
            tracing::debug!(directory = %run.directory().display(), "there is no diff");
            return Self::default();
        };
        let mut text = String::from_utf8_lossy(&output.bytes).into_owned();
        if output.truncated {
            text.truncate(text.rfind('\n').map_or(0, |at| at + 1));
        }
        Self {
            text,
            truncated: output.truncated,
        }
    }

    /// Adds a file that git does not know yet, and returns how many lines it has.
    fn add_new_file(&mut self, directory: &Path, path: &str) -> u64 {
        let Ok(bytes) = files::read_up_to(directory, path, NEW_FILE_BYTES) else {
            return 0;
        };
        let quoted = quote(path);
        let mut addition = format!(
            "diff --git {} {}\nnew file mode 100644\n",
            quoted("a/"),
            quoted("b/")
        );
        let lines = match bytes.as_deref().map(std::str::from_utf8) {
            Some(Ok(text)) if !text.contains('\0') => {
                let lines = text.lines().count() as u64;
                if lines > 0 {
                    // Writing to a string cannot fail.
                    _ = write!(
                        addition,
                        "--- /dev/null\n+++ {}\n@@ -0,0 +1,{lines} @@\n",
                        quoted("b/")
                    );
                    for line in text.split_inclusive('\n') {
                        addition.push('+');
                        addition.push_str(line);
                    }
                    if !text.ends_with('\n') {
                        addition.push_str("\n\\ No newline at end of file\n");
                    }
                }
                lines
            }
            _ => {
                _ = writeln!(
                    addition,
                    "Binary files /dev/null and {} differ",
                    quoted("b/")
                );
                0
            }
        };
        if self.truncated || self.text.len() + addition.len() > PATCH_BYTES {
            self.truncated = true;
        } else {
            self.text.push_str(&addition);
        }
        lines
    }
}

/// A path as it stands in a patch: in quotes where it has characters that would break a line.
fn quote(path: &str) -> impl Fn(&str) -> String + '_ {
    move |side| {
        if path.contains(['\n', '\t', '"', '\\']) {
            format!("{:?}", format!("{side}{path}"))
        } else {
            format!("{side}{path}")
        }
    }
}
