//! Determines whether a build step is up to date: stores a hash of its inputs in a file.
//!
//! Contents are hashed, not times, so that a fresh clone, a switched branch and a touched file behave the same.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use crate::{Outcome, command};

/// A 64-bit FNV-1a hash: sufficient to detect an edit, in a dozen lines.
#[derive(Clone, Copy)]
pub(crate) struct Hash(u64);

impl Hash {
    pub(crate) fn new() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }

    /// Adds a field with its length, so that different splits into fields have different hashes.
    pub(crate) fn field(&mut self, bytes: &[u8]) {
        let length = (bytes.len() as u64).to_le_bytes();
        for byte in length.iter().chain(bytes) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        }
    }

    /// Adds a file's contents; a missing file has its own value.
    pub(crate) fn file(&mut self, path: &Path) {
        match fs::read(path) {
            Ok(bytes) => self.field(&bytes),
            Err(_) => self.field(b"(missing)"),
        }
    }

    /// Adds every file below a directory, by relative name and contents, except names in `skip`.
    pub(crate) fn tree(&mut self, root: &Path, skip: &[&str]) -> Outcome {
        let mut files = Vec::new();
        collect(root, skip, &mut files)?;
        files.sort();
        for file in files {
            let name = file.strip_prefix(root).unwrap_or(&file);
            self.field(name.to_string_lossy().as_bytes());
            self.file(&file);
        }
        Ok(())
    }

    pub(crate) fn text(self) -> String {
        format!("{:016x}", self.0)
    }
}

fn collect(directory: &Path, skip: &[&str], files: &mut Vec<PathBuf>) -> Outcome {
    let failed = |error| format!("read {}: {error}", directory.display());
    for entry in fs::read_dir(directory).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        if skip.contains(&&*entry.file_name().to_string_lossy()) {
            continue;
        }
        match entry.file_type().map_err(failed)? {
            kind if kind.is_dir() => collect(&entry.path(), skip, files)?,
            _ => files.push(entry.path()),
        }
    }
    Ok(())
}

/// A file with the hash of the inputs of the last successful build.
pub(crate) struct Stamp(PathBuf);

impl Stamp {
    pub(crate) fn new(scratch: &Path, name: &str) -> Stamp {
        Stamp(scratch.join(format!("{name}.stamp")))
    }

    pub(crate) fn is(&self, hash: Hash) -> bool {
        fs::read_to_string(&self.0).is_ok_and(|text| text == hash.text())
    }

    pub(crate) fn set(&self, hash: Hash) -> Outcome {
        fs::write(&self.0, hash.text())
            .map_err(|error| format!("write {}: {error}", self.0.display()))
    }
}

/// Acquires an exclusive lock on a file, which is created if necessary; the lock is released when the returned file is
/// dropped.
pub(crate) fn lock(path: &Path, why: &str) -> Outcome<File> {
    let failed = |error| format!("lock {}: {error}", path.display());
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(failed)?;
    }
    let file = File::create(path).map_err(failed)?;
    if file.try_lock().is_err() {
        command::say(&format!("waiting for another process that is {why}"));
        file.lock().map_err(failed)?;
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash_of(fields: &[&str]) -> String {
        let mut hash = Hash::new();
        fields.iter().for_each(|field| hash.field(field.as_bytes()));
        hash.text()
    }

    /// A directory for one test, removed at the end.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            let path = std::env::temp_dir().join(format!("xtask-{name}-{}", std::process::id()));
            fs::create_dir_all(&path).unwrap();
            Scratch(path)
        }

        fn write(&self, name: &str, text: &str) {
            let path = self.0.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }

        fn hash(&self) -> String {
            let mut hash = Hash::new();
            hash.tree(&self.0, &["node_modules"]).unwrap();
            hash.text()
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0).unwrap();
        }
    }

    #[test]
    fn fields_do_not_flow_together() {
        assert_ne!(hash_of(&["ab", "c"]), hash_of(&["a", "bc"]));
        assert_ne!(hash_of(&["", "a"]), hash_of(&["a", ""]));
        assert_eq!(hash_of(&["ab", "c"]), hash_of(&["ab", "c"]));
    }

    #[test]
    fn a_tree_changes_with_contents_and_names_only() {
        let scratch = Scratch::new("tree");
        scratch.write("src/main.ts", "one");
        scratch.write("package.json", "{}");
        let first = scratch.hash();

        scratch.write("src/main.ts", "one");
        assert_eq!(scratch.hash(), first, "written again with the same text");
        scratch.write("node_modules/react/index.js", "x");
        assert_eq!(scratch.hash(), first, "left out by name");
        scratch.write("src/main.ts", "two");
        assert_ne!(scratch.hash(), first, "changed");
        scratch.write("src/main.ts", "one");
        fs::rename(scratch.0.join("src/main.ts"), scratch.0.join("src/app.ts")).unwrap();
        assert_ne!(scratch.hash(), first, "renamed");
    }

    #[test]
    fn a_stamp_remembers_one_hash() {
        let scratch = Scratch::new("stamp");
        let (mut old, new) = (Hash::new(), Hash::new());
        old.field(b"old");
        let stamp = Stamp::new(&scratch.0, "ui");
        assert!(!stamp.is(old));
        stamp.set(old).unwrap();
        assert!(stamp.is(old));
        assert!(!stamp.is(new));
    }
}
