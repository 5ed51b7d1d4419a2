//! `cargo xtask docs`: the documents as a site, built by mdBook from the same Markdown.
//!
//! The chapters are the links of `docs/README.md`, in their order. Links to files that are no pages lead to the repository.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::repository::Repository;
use crate::{Outcome, arguments, cargo_tool, command};

const MDBOOK: cargo_tool::Tool = cargo_tool::Tool {
    name: "mdbook",
    version: "0.5.4",
    features: &["--no-default-features", "--features", "search"],
};

/// The list of all documents.
const INDEX: &str = "docs/README.md";

/// Where files that are no pages can be read.
const FILES: &str = "https://github.com/pilothouse/pilothouse/blob/main";

const BOOK: &str = "\
[book]
title = \"Pilothouse\"
language = \"en\"

[output.html]
git-repository-url = \"https://github.com/pilothouse/pilothouse\"
";

pub(crate) fn run(repository: &Repository, given: &[String]) -> Outcome {
    arguments::none(given, "docs")?;
    let site = build(repository)?;
    println!("in {}", site.join("index.html").display());
    Ok(())
}

/// Builds the site and returns its directory. Fails if a link within the site leads nowhere.
pub(crate) fn build(repository: &Repository) -> Outcome<PathBuf> {
    let book = repository.scratch().join("book");
    let source = book.join("src");
    if book.exists() {
        fs::remove_dir_all(&book).map_err(|error| format!("remove {}: {error}", book.display()))?;
    }
    let index = read(repository, Path::new(INDEX))?;
    let summary = summary(&index);
    let pages = chapters(&summary);
    for page in &pages {
        let text = linked(&read(repository, page)?, page, &pages);
        write(&source.join(page), text.as_bytes())?;
    }
    copy_pictures(repository, &source)?;
    write(&source.join("SUMMARY.md"), summary.as_bytes())?;
    write(&book.join("book.toml"), BOOK.as_bytes())?;
    let mdbook = cargo_tool::installed(repository, &MDBOOK)?;
    command::run(command::program(
        &book,
        &mdbook.display().to_string(),
        &["build"],
    ))?;
    let site = book.join("book");
    let mut broken = Vec::new();
    find_broken(&site, &mut broken)?;
    match broken.is_empty() {
        true => Ok(site),
        false => Err(format!(
            "links that lead nowhere:\n  {}",
            broken.join("\n  ")
        )),
    }
}

/// Finds links of the built pages to files that do not exist.
fn find_broken(folder: &Path, broken: &mut Vec<String>) -> Outcome {
    let failed = |error| format!("read {}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            find_broken(&path, broken)?;
        } else if path.extension().is_some_and(|end| end == "html") {
            let text = fs::read_to_string(&path).map_err(failed)?;
            let missing = |target: &&str| !folder.join(target).exists();
            for target in targets(&text).filter(missing) {
                broken.push(format!("{}: {target}", path.display()));
            }
        }
    }
    Ok(())
}

/// The files that a page refers to, without addresses, anchors and absolute paths.
fn targets(html: &str) -> impl Iterator<Item = &str> {
    let attributes = ["href=\"", "src=\""];
    let values = attributes
        .into_iter()
        .flat_map(|attribute| html.split(attribute).skip(1))
        .filter_map(|rest| rest.split(['"', '#']).next());
    values.filter(|value| !value.is_empty() && !value.contains(':') && !value.starts_with('/'))
}

/// The table of contents: each paragraph of the index that ends in a colon is a part, each link in its list a chapter.
fn summary(index: &str) -> String {
    let mut text = String::from("# Summary\n\n[Introduction](README.md)\n");
    for line in index.lines() {
        if let Some(part) = line.strip_suffix(':').filter(|part| !part.starts_with('-')) {
            text += &format!("\n# {part}\n\n");
        } else if line.starts_with("- ") {
            for (title, target) in links(line) {
                let page = resolved(Path::new(INDEX), &target);
                if page.extension().is_some_and(|end| end == "md") {
                    text += &format!("- [{title}]({})\n", page.display());
                }
            }
        }
    }
    text
}

fn chapters(summary: &str) -> BTreeSet<PathBuf> {
    let targets = summary.lines().flat_map(links);
    targets.map(|(_, target)| PathBuf::from(target)).collect()
}

/// Returns the page with its links to other files of the repository leading there.
fn linked(text: &str, page: &Path, pages: &BTreeSet<PathBuf>) -> String {
    let mut in_code = false;
    let mut result = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        }
        let mut line = line.to_owned();
        if !in_code {
            for (title, target) in links(&line.clone()) {
                if let Some(outside) = outside(&target, page, pages) {
                    let old = format!("[{title}]({target})");
                    line = line.replace(&old, &format!("[{title}]({outside})"));
                }
            }
        }
        result += &line;
    }
    result
}

/// The address of a file that is not part of the site.
fn outside(target: &str, page: &Path, pages: &BTreeSet<PathBuf>) -> Option<String> {
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    if file.is_empty() || file.contains("://") || file.starts_with("mailto:") {
        return None;
    }
    let path = resolved(page, file);
    if pages.contains(&path) || path.starts_with("docs/pictures") {
        return None;
    }
    let anchor = match anchor {
        "" => String::new(),
        name => format!("#{name}"),
    };
    Some(format!("{FILES}/{}{anchor}", path.display()))
}

/// Titles and targets of the links in a line, without those in code.
fn links(line: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut rest = line;
    while let Some(middle) = rest.find("](") {
        let (before, after) = (&rest[..middle], &rest[middle + 2..]);
        let Some(end) = after.find(')') else { break };
        let is_code = before.matches('`').count() % 2 == 1;
        if let Some(start) = before.rfind('[').filter(|_| !is_code) {
            found.push((before[start + 1..].to_owned(), after[..end].to_owned()));
        }
        rest = &after[end + 1..];
    }
    found
}

/// The path of a link, from the root of the repository.
fn resolved(page: &Path, target: &str) -> PathBuf {
    let mut path = page.parent().unwrap_or(Path::new("")).to_owned();
    for component in Path::new(target).components() {
        match component {
            Component::ParentDir => drop(path.pop()),
            Component::Normal(name) => path.push(name),
            _ => {}
        }
    }
    path
}

fn copy_pictures(repository: &Repository, source: &Path) -> Outcome {
    let folder = Path::new("docs/pictures");
    let from = repository.root().join(folder);
    let failed = |error| format!("read {}: {error}", from.display());
    for entry in fs::read_dir(&from).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let bytes = fs::read(entry.path()).map_err(failed)?;
        write(&source.join(folder).join(entry.file_name()), &bytes)?;
    }
    Ok(())
}

fn read(repository: &Repository, page: &Path) -> Outcome<String> {
    let path = repository.root().join(page);
    fs::read_to_string(&path).map_err(|error| format!("read {}: {error}", path.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Outcome {
    let failed = |error| format!("write {}: {error}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    fs::write(path, bytes).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chapters_are_the_links_of_the_index() {
        let index = "# Documentation\n\nUse it:\n\n- [Quick start](quick-start.md): fast: a minute\n\
            - [A](../A.md), [script](examples/a.sh)\n";
        assert_eq!(
            summary(index),
            "# Summary\n\n[Introduction](README.md)\n\n# Use it\n\n- [Quick start](docs/quick-start.md)\n- [A](A.md)\n"
        );
    }

    #[test]
    fn links_to_files_that_are_no_pages_lead_to_the_repository() {
        let pages = [PathBuf::from("docs/a.md"), PathBuf::from("README.md")].into();
        let page = "[a](a.md#x) [r](../README.md) [b](../bench/b.rs#L3) `[c](c.rs)` [w](https://w.org)\n\
            ```\n[d](d.rs)\n```\n![p](pictures/p.png)\n";
        let expected = page.replace(
            "../bench/b.rs#L3",
            "https://github.com/pilothouse/pilothouse/blob/main/bench/b.rs#L3",
        );
        assert_eq!(linked(page, Path::new("docs/a.md"), &pages), expected);
    }

    #[test]
    fn files_that_a_page_refers_to_are_found() {
        let html = "<a href=\"a.html#x\"> <a href=\"#y\"> <img src=\"p/q.png\"> <a href=\"https://w.org/b\"> <a href=\"/c\">";
        assert_eq!(targets(html).collect::<Vec<_>>(), ["a.html", "p/q.png"]);
    }

    #[test]
    fn every_document_is_a_chapter() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let index = fs::read_to_string(root.join(INDEX)).unwrap();
        let pages = chapters(&summary(&index));
        for entry in fs::read_dir(root.join("docs")).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let is_page = name.ends_with(".md") && name != "README.md";
            let page = Path::new("docs").join(&name);
            assert!(!is_page || pages.contains(&page), "{name} is no chapter");
        }
    }
}
