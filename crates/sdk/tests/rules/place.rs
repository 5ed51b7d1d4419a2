//! The directories of a session: a folder with a project, a home and a folder outside of both.

use std::path::{Path, PathBuf};

use pilothouse_sdk::rules::Surroundings;

pub(crate) struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    pub(crate) fn new() -> Self {
        let place = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        let (home, repo, outside) = (place.home(), place.repo(), place.outside());
        let skill = repo.join(".claude/skills/tidy");
        for folder in [&home, &repo.join("src/deep"), &outside, &skill] {
            std::fs::create_dir_all(folder).unwrap();
        }
        let files = [
            (home.join("notes.md"), "notes"),
            (outside.join("secret.txt"), "secret"),
            (repo.join("src/old.txt"), "old"),
            (repo.join("src/deep/old.txt"), "old"),
            (repo.join("old.txt"), "old"),
            (
                skill.join("SKILL.md"),
                "---\nname: tidy\ndescription: Tidy up\n---\nTidy up.\n",
            ),
        ];
        for (path, text) in files {
            std::fs::write(path, text).unwrap();
        }
        // Links to a folder and a file outside, and one that stays inside.
        let links = [
            (outside.clone(), repo.join("src/link")),
            (outside.join("secret.txt"), repo.join("src/leak.txt")),
            (repo.join("src/deep"), repo.join("shortcut")),
        ];
        for (target, link) in links {
            std::os::unix::fs::symlink(target, link).unwrap();
        }
        place
    }

    fn root(&self) -> PathBuf {
        self.folder.path().canonicalize().unwrap()
    }

    pub(crate) fn home(&self) -> PathBuf {
        self.root().join("home")
    }

    pub(crate) fn repo(&self) -> PathBuf {
        self.root().join("repo")
    }

    fn outside(&self) -> PathBuf {
        self.root().join("outside")
    }

    pub(crate) fn surroundings(&self) -> Surroundings {
        Surroundings::new(self.repo()).home(self.home())
    }

    /// Replaces the placeholders of a table by the paths of this place.
    pub(crate) fn fill(&self, text: &str) -> String {
        let path = |path: &Path| path.to_str().unwrap().to_owned();
        text.replace("/OUTSIDE", &path(&self.outside()))
            .replace("/REPO", &path(&self.repo()))
            .replace("/HOME", &path(&self.home()))
            .replace("LONGNAME", &"a".repeat(12_000))
    }
}
