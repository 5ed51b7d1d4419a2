//! Scripts of a project that a command names: their content belongs to the fingerprint of the command.
//!
//! Programs outside of the project, and what a script itself calls, are not followed.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use sha2::{Digest, Sha256};

use super::items::Hasher;
use super::sources::Sources;

/// Stands for the directory of the project while a command is split.
const PROJECT: &str = "\u{1}";
/// How many words of a command are looked up.
const WORDS: usize = 400;
/// A larger file is told apart by its size and time alone.
const LARGE: u64 = 64 << 20;

/// Adds the scripts that a text names to a fingerprint. Relative paths start at `base` or at the session's directory.
pub(super) fn hash_named(text: &str, base: &Path, sources: &Sources, hasher: &mut Hasher) {
    let directory = sources.directory();
    let here = directory.to_string_lossy();
    let text = [
        "${CLAUDE_PROJECT_DIR:-.}",
        "${CLAUDE_PROJECT_DIR}",
        "$CLAUDE_PROJECT_DIR",
    ]
    .into_iter()
    .fold(text.to_owned(), |text, name| text.replace(name, PROJECT));
    for word in words(&text).into_iter().take(WORDS) {
        // After the text was split: the path may have blanks.
        let word = word.replace(PROJECT, &here);
        for start in [base, directory] {
            if let Some(script) = script(&start.join(&word), sources) {
                hasher.part(word.as_bytes());
                hasher.part(&content(&script).unwrap_or_default());
                break;
            }
        }
    }
}

/// Everything in a command that could be a path: what stands between blanks and signs, and what is quoted as a whole.
fn words(text: &str) -> Vec<String> {
    let is_sign = |sign: char| sign.is_whitespace() || ";|&()<>=,`".contains(sign);
    let plain = text.replace(['"', '\''], "");
    let mut words: Vec<String> = plain.split(is_sign).map(str::to_owned).collect();
    for quote in ['"', '\''] {
        words.extend(text.split(quote).skip(1).step_by(2).map(str::to_owned));
    }
    words.retain(|word| !word.is_empty() && word.len() < 4096 && !word.contains('\0'));
    words
}

/// The file behind a path, if it lies in the project.
fn script(path: &Path, sources: &Sources) -> Option<PathBuf> {
    let found = path.canonicalize().ok()?;
    let inside = sources.roots().iter().any(|root| found.starts_with(root));
    (inside && found.is_file()).then_some(found)
}

fn content(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let about = file.metadata()?;
    let mut digest = Sha256::new();
    if about.len() > LARGE {
        digest.update(about.len().to_le_bytes());
        let changed = about.modified()?.duration_since(UNIX_EPOCH);
        digest.update(changed.unwrap_or_default().as_nanos().to_le_bytes());
        return Ok(digest.finalize().to_vec());
    }
    let mut chunk = vec![0; 1 << 16];
    loop {
        match file.read(&mut chunk)? {
            0 => return Ok(digest.finalize().to_vec()),
            length => digest.update(&chunk[..length]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_of_the_project_counts_however_it_is_named_and_no_other_does() {
        let directory = tempfile::tempdir().unwrap();
        let project = directory.path().join("my project");
        std::fs::create_dir_all(project.join("scripts")).unwrap();
        let outside = directory.path().join("outside.sh");
        let script = project.join("scripts/check.sh");
        let nowhere = Path::new("/nowhere");
        let hash = |command: &str| {
            let sources = Sources::with_user(&project, &project, nowhere);
            let mut hasher = Hasher::default();
            hash_named(command, &project, &sources, &mut hasher);
            hasher.finish()
        };
        let changes = |command: &str, file: &Path| {
            std::fs::write(file, "one").unwrap();
            let before = hash(command);
            std::fs::write(file, "two").unwrap();
            before != hash(command)
        };
        let absolute = format!("sh '{}'", script.display());
        for command in [
            "scripts/check.sh",
            "sh ./scripts/check.sh --all",
            "true && \"$CLAUDE_PROJECT_DIR\"/scripts/check.sh",
            "\"${CLAUDE_PROJECT_DIR}/scripts/check.sh\"",
            "CHECK=scripts/check.sh env",
            &absolute,
        ] {
            assert!(changes(command, &script), "{command}");
        }
        assert!(!changes(&format!("sh {}", outside.display()), &outside));
        assert!(!changes("sh ../outside.sh", &outside));
    }
}
