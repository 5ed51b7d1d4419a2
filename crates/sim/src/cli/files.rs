//! The file system of the tools: the real one below an overlay, or with real writes.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use super::flags::FileMode;

/// The file state before a user message, for `rewind_files`.
#[derive(Debug, Clone)]
pub(super) struct Checkpoint {
    pub(super) message_uuid: String,
    /// The contents before the first change after the message; `None` if the file did not exist.
    pub(super) before: BTreeMap<PathBuf, Option<Vec<u8>>>,
}

/// The files that tools read and write.
#[derive(Debug)]
pub(super) struct Files {
    mode: FileMode,
    /// Files written in this session; `None` is a removed file.
    overlay: BTreeMap<PathBuf, Option<Vec<u8>>>,
    directories: Vec<PathBuf>,
    /// The file in which the overlay is saved.
    store: Option<PathBuf>,
}

impl Files {
    pub(super) fn new(mode: FileMode) -> Self {
        Self {
            mode,
            overlay: BTreeMap::new(),
            directories: Vec::new(),
            store: None,
        }
    }

    /// Loads the overlay of a session and saves it there from now on.
    pub(super) fn attach(&mut self, store: PathBuf) {
        if let Ok(bytes) = std::fs::read(&store)
            && let Ok(Value::Object(saved)) = serde_json::from_slice(&bytes)
        {
            for (path, content) in saved {
                let content = content.as_str().map(decode);
                self.overlay.insert(PathBuf::from(path), content);
            }
        }
        self.store = Some(store);
    }

    /// Saves the overlay in another file.
    pub(super) fn move_to(&mut self, store: PathBuf) {
        self.store = Some(store);
        self.save();
    }

    pub(super) fn read(&self, path: &Path) -> Option<Vec<u8>> {
        match self.overlay.get(path) {
            Some(content) => content.clone(),
            None => std::fs::read(path).ok(),
        }
    }

    pub(super) fn read_text(&self, path: &Path) -> Option<String> {
        self.read(path)
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    }

    pub(super) fn exists(&self, path: &Path) -> bool {
        match self.overlay.get(path) {
            Some(content) => content.is_some(),
            None => path.exists() || self.is_directory(path),
        }
    }

    pub(super) fn is_directory(&self, path: &Path) -> bool {
        path.is_dir()
            || self.directories.iter().any(|directory| directory == path)
            || self
                .overlay
                .iter()
                .any(|(file, content)| content.is_some() && file.starts_with(path) && file != path)
    }

    pub(super) fn write(&mut self, path: &Path, content: Vec<u8>) -> io::Result<()> {
        if self.writes_really(path) {
            if let Some(parent) = path.parent() {
                std::fs::create_dir_all(parent)?;
            }
            return std::fs::write(path, content);
        }
        self.overlay.insert(path.to_owned(), Some(content));
        self.save();
        Ok(())
    }

    pub(super) fn remove(&mut self, path: &Path) -> io::Result<()> {
        if self.writes_really(path) {
            if path.is_dir() {
                return std::fs::remove_dir_all(path);
            }
            return std::fs::remove_file(path);
        }
        if self.is_directory(path) {
            for file in self.list(path, true) {
                self.overlay.insert(file, None);
            }
            self.directories
                .retain(|directory| !directory.starts_with(path));
        } else {
            self.overlay.insert(path.to_owned(), None);
        }
        self.save();
        Ok(())
    }

    pub(super) fn create_directory(&mut self, path: &Path) -> io::Result<()> {
        if self.writes_really(path) {
            return std::fs::create_dir_all(path);
        }
        self.directories.push(path.to_owned());
        Ok(())
    }

    fn writes_really(&self, path: &Path) -> bool {
        match &self.mode {
            FileMode::Overlay => false,
            FileMode::Directory(root) => path.starts_with(root),
        }
    }

    /// The files of a directory sorted by name, optionally recursive.
    pub(super) fn list(&self, directory: &Path, deep: bool) -> Vec<PathBuf> {
        let mut found = Vec::new();
        real_files(directory, deep, &mut found);
        for (path, content) in &self.overlay {
            let inside = path.starts_with(directory)
                && (deep || path.parent() == Some(directory))
                && path != directory;
            if inside && content.is_some() && !found.contains(path) {
                found.push(path.clone());
            }
        }
        found.retain(|path| self.overlay.get(path).is_none_or(Option::is_some));
        found.sort();
        found
    }

    /// The names in a directory, as listed by `ls`.
    pub(super) fn names(&self, directory: &Path) -> Vec<String> {
        let real = std::fs::read_dir(directory).into_iter().flatten().flatten();
        let mut names: Vec<String> = real
            .filter(|entry| self.overlay.get(&entry.path()).is_none_or(Option::is_some))
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        let written = self.overlay.iter().filter(|(_, content)| content.is_some());
        let made = self.directories.iter().chain(written.map(|(path, _)| path));
        for path in made {
            if let Ok(rest) = path.strip_prefix(directory)
                && let Some(first) = rest.components().next()
            {
                names.push(first.as_os_str().to_string_lossy().into_owned());
            }
        }
        names.retain(|name| !name.starts_with('.'));
        names.sort();
        names.dedup();
        names
    }

    fn save(&self) {
        let Some(store) = &self.store else { return };
        let mut saved = Map::new();
        for (path, content) in &self.overlay {
            let content = content
                .as_ref()
                .map_or(Value::Null, |bytes| encode(bytes).into());
            saved.insert(path.display().to_string(), content);
        }
        if let Some(parent) = store.parent() {
            // If the directory cannot be created, the write below fails.
            let _unmade = std::fs::create_dir_all(parent);
        }
        if std::fs::write(store, json!(saved).to_string()).is_err() {
            super::output::print_error("the overlay of the simulated session could not be saved");
        }
    }
}

fn real_files(directory: &Path, deep: bool, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name();
        if found.len() > 20_000 || name == ".git" || name == "node_modules" || name == "target" {
            continue;
        }
        let path = entry.path();
        if !path.is_dir() {
            found.push(path);
        } else if deep && !path.is_symlink() {
            real_files(&path, deep, found);
        }
    }
}

/// Text unchanged, other bytes as hexadecimal digits with a prefix.
fn encode(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.starts_with("hex:") => text.to_owned(),
        _ => format!(
            "hex:{}",
            bytes
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect::<String>()
        ),
    }
}

fn decode(text: &str) -> Vec<u8> {
    let Some(digits) = text.strip_prefix("hex:") else {
        return text.as_bytes().to_vec();
    };
    digits
        .as_bytes()
        .chunks(2)
        .filter_map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_overlay_hides_the_disk_and_survives() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("a.txt");
        std::fs::write(&file, "real").unwrap();
        let store = directory.path().join("store/overlay.json");
        let mut files = Files::new(FileMode::Overlay);
        files.attach(store.clone());
        files.write(&file, b"changed".to_vec()).unwrap();
        files
            .write(&directory.path().join("b.bin"), vec![0xff, 0])
            .unwrap();
        assert_eq!(std::fs::read(&file).unwrap(), b"real");
        let mut again = Files::new(FileMode::Overlay);
        again.attach(store);
        assert_eq!(again.read_text(&file).unwrap(), "changed");
        assert_eq!(
            again.read(&directory.path().join("b.bin")).unwrap(),
            [0xff, 0]
        );
        again.remove(&file).unwrap();
        assert!(!again.exists(&file));
    }
}
