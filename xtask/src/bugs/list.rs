//! The list of bugs: each has a name, a file, and lines to replace.

use std::fs;
use std::path::Path;

use crate::Outcome;

/// A local change that breaks the product.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Bug {
    /// The part of the bug, and a name for the fault: `sdk-late-answer`.
    pub(crate) name: String,
    pub(crate) what: String,
    pub(crate) file: String,
    old: String,
    new: String,
    /// The test that is tried first, because it caught the bug before.
    pub(crate) suspect: Option<Suspect>,
}

/// A test: in a target of the part's package, or a file of the page's unit tests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Suspect {
    /// `lib`, the name of a test binary, or `page`.
    pub(crate) target: String,
    pub(crate) test: String,
}

impl Bug {
    /// The part whose tests must catch it.
    pub(crate) fn part(&self) -> &str {
        self.name.split('-').next().unwrap_or("")
    }

    /// Returns the text with the bug; the old lines must occur exactly once.
    pub(crate) fn apply(&self, text: &str) -> Outcome<String> {
        match text.matches(&self.old).count() {
            1 => Ok(text.replacen(&self.old, &self.new, 1)),
            count => Err(format!(
                "the bug {} fits {} in {count} places: bring xtask/bugs.txt up to date",
                self.name, self.file
            )),
        }
    }
}

pub(crate) fn read(root: &Path) -> Outcome<Vec<Bug>> {
    let path = root.join("xtask/bugs.txt");
    let text =
        fs::read_to_string(&path).map_err(|error| format!("read {}: {error}", path.display()))?;
    parse(&text)
}

/// Parses blocks of `NAME: WHAT`, `FILE`, lines with `-` and `+`, and `= TARGET TEST`; `#` starts a comment.
fn parse(text: &str) -> Outcome<Vec<Bug>> {
    let mut bugs: Vec<Bug> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let malformed = || format!("xtask/bugs.txt line {}: {line}", number + 1);
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(old) = line.strip_prefix('-') {
            let bug = bugs.last_mut().ok_or_else(malformed)?;
            bug.old += &format!("{old}\n");
        } else if let Some(new) = line.strip_prefix('+') {
            let bug = bugs.last_mut().ok_or_else(malformed)?;
            bug.new += &format!("{new}\n");
        } else if let Some(suspect) = line.strip_prefix("= ") {
            let (target, test) = suspect.split_once(' ').ok_or_else(malformed)?;
            let bug = bugs.last_mut().ok_or_else(malformed)?;
            bug.suspect = Some(Suspect {
                target: target.to_owned(),
                test: test.to_owned(),
            });
        } else if let Some((name, what)) = line.split_once(": ") {
            bugs.push(Bug {
                name: name.to_owned(),
                what: what.to_owned(),
                ..Bug::default()
            });
        } else {
            let bug = bugs.last_mut().filter(|bug| bug.file.is_empty());
            bug.ok_or_else(malformed)?.file = line.to_owned();
        }
    }
    Ok(bugs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bug_replaces_its_lines_once() {
        let text = "# comment\nsdk-off: counts one too many\na.rs\n-    x + 1\n-}\n+    x + 2\n+}\n= lib a::b\n";
        let bugs = parse(text).unwrap();
        assert_eq!((bugs[0].part(), &*bugs[0].file), ("sdk", "a.rs"));
        let suspect = bugs[0].suspect.as_ref().unwrap();
        assert_eq!((&*suspect.target, &*suspect.test), ("lib", "a::b"));
        let source = "fn f() {\n    x + 1\n}\n";
        assert_eq!(bugs[0].apply(source).unwrap(), "fn f() {\n    x + 2\n}\n");
        assert!(bugs[0].apply("nothing").is_err());
        assert!(bugs[0].apply(&source.repeat(2)).is_err());
        assert!(parse("-    x\n").is_err());
    }

    #[test]
    fn every_bug_of_the_list_still_fits_the_code() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let bugs = read(&root).unwrap();
        for bug in &bugs {
            let text = fs::read_to_string(root.join(&bug.file)).unwrap();
            assert_ne!(bug.apply(&text).unwrap(), text, "{}", bug.name);
        }
        for part in ["sdk", "server", "ui"] {
            let count = bugs.iter().filter(|bug| bug.part() == part).count();
            assert!(count >= 5, "{part} has {count} bugs");
        }
    }
}
