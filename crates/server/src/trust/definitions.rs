//! Agents, skills, commands, output styles and workflows that a project defines.
//!
//! One that is text for the model alone asks nothing. One that declares hooks, servers or tools, or that embeds a shell
//! command, is an item; so is everything in its header that is not known to be harmless.

use std::path::{Path, PathBuf};

use super::commands::hash_named;
use super::items::{Hasher, Item};
use super::sources::Sources;
use crate::files::read_plain;

/// Members of a header that run nothing and allow nothing.
const HARMLESS: [&str; 17] = [
    "argument-hint",
    "arguments",
    "color",
    "description",
    "disable-model-invocation",
    "effort",
    "keep-coding-instructions",
    "license",
    "maxTurns",
    "model",
    "name",
    "paths",
    "title",
    "user-invocable",
    "version",
    "when-to-use",
    "when_to_use",
];

/// How deep directories are searched, how many files there may be, and how long one may be.
const DEPTH: usize = 8;
const FILES: usize = 2000;
const BYTES: u64 = 1 << 20;

/// A kind of definition: its directory, and what its items are called.
struct Kind {
    directory: &'static str,
    what: &'static str,
    /// Every file is a program.
    runs: bool,
}

const KINDS: [Kind; 5] = [
    Kind {
        directory: "agents",
        what: "agent",
        runs: false,
    },
    Kind {
        directory: "commands",
        what: "command",
        runs: false,
    },
    Kind {
        directory: "skills",
        what: "skill",
        runs: false,
    },
    Kind {
        directory: "output-styles",
        what: "outputStyle",
        runs: false,
    },
    Kind {
        directory: "workflows",
        what: "workflow",
        runs: true,
    },
];

/// All items of definitions that the CLI would read.
pub(super) fn items(sources: &Sources) -> Vec<Item> {
    let mut items = Vec::new();
    for kind in &KINDS {
        for directory in sources.definitions(kind.directory) {
            let mut files = Vec::new();
            if let Err(why) = collect(&directory, DEPTH, &mut files) {
                items.push(Item::unreadable(sources.label(&directory), why));
            }
            if kind.directory == "skills" {
                items.extend(plugins(&mut files, sources));
                files.retain(|file| named(file, "skill.md"));
            } else if !kind.runs {
                files.retain(|file| {
                    file.extension()
                        .is_some_and(|end| end.eq_ignore_ascii_case("md"))
                });
            }
            items.extend(files.iter().filter_map(|file| item(kind, file, sources)));
        }
    }
    items
}

fn named(file: &Path, name: &str) -> bool {
    file.file_name()
        .is_some_and(|found| found.eq_ignore_ascii_case(name))
}

/// All files below a directory, in the order of their names.
fn collect(directory: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), &'static str> {
    let Ok(entries) = std::fs::read_dir(directory) else {
        // The CLI cannot read it either.
        return Ok(());
    };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        match (path.is_dir(), depth) {
            (true, 0) => return Err("This directory is too deep to be checked."),
            (true, _) => collect(&path, depth - 1, files)?,
            (false, _) if files.len() >= FILES => {
                return Err("This directory has too many files to be checked.");
            }
            (false, _) => files.push(path),
        }
    }
    Ok(())
}

/// Skills that are whole plugins, with hooks and servers of their own. Their files are taken out of the list.
fn plugins(files: &mut Vec<PathBuf>, sources: &Sources) -> Vec<Item> {
    let manifest = |file: &PathBuf| {
        let directory = file.parent()?;
        let is_inside = |name: &str| directory.ends_with(name);
        match () {
            () if is_inside(".claude-plugin") || is_inside("hooks") => directory.parent(),
            () if named(file, ".mcp.json") || named(file, ".lsp.json") => Some(directory),
            () => None,
        }
        .map(Path::to_owned)
    };
    let mut plugins: Vec<PathBuf> = files.iter().filter_map(manifest).collect();
    plugins.sort();
    plugins.dedup();
    let items = plugins.iter().map(|plugin| {
        let mut hasher = Hasher::default();
        let label = sources.label(plugin);
        for file in files.iter().filter(|file| file.starts_with(plugin)) {
            match read_plain(file, BYTES) {
                Ok(bytes) => {
                    hasher.part(sources.label(file).as_bytes());
                    hasher.part(&bytes.unwrap_or_default());
                }
                Err(why) => return Item::unreadable(sources.label(file), why),
            }
        }
        let name = plugin.file_name().unwrap_or_default().to_string_lossy();
        Item {
            what: "plugin",
            name: name.clone().into_owned(),
            text: label.clone(),
            fingerprint: Some(hasher.finish()),
            file: label,
        }
    });
    let items = items.collect();
    files.retain(|file| !plugins.iter().any(|plugin| file.starts_with(plugin)));
    items
}

/// The item of a definition, if it is one.
fn item(kind: &Kind, file: &Path, sources: &Sources) -> Option<Item> {
    let label = sources.label(file);
    let bytes = match read_plain(file, BYTES) {
        Ok(bytes) => bytes?,
        Err(why) => return Some(Item::unreadable(label, why)),
    };
    let text = String::from_utf8_lossy(&bytes);
    let declared = if kind.runs {
        vec!["a program".to_owned()]
    } else {
        declares(&text)
    };
    if declared.is_empty() {
        return None;
    }
    let mut hasher = Hasher::default();
    hasher.part(&bytes);
    let base = file.parent().unwrap_or(sources.directory());
    hash_named(&text, base, sources, &mut hasher);
    let name = match named(file, "skill.md") {
        true => base.file_name(),
        false => file.file_stem(),
    };
    Some(Item {
        file: label,
        what: kind.what,
        name: name.unwrap_or_default().to_string_lossy().into_owned(),
        text: declared.join(", "),
        fingerprint: Some(hasher.finish()),
    })
}

/// What of a definition is more than text: members of its header, and shell commands.
fn declares(text: &str) -> Vec<String> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let mut found = Vec::new();
    if let Some(rest) = text.strip_prefix("---") {
        // The CLI ends a header at the first `---`; one that is read further only has more members.
        let lines = rest.lines().skip(1);
        let header = lines.take_while(|line| !line.starts_with("---"));
        found = members(header);
    }
    if text.contains("!`") || text.contains("```!") {
        found.push("a shell command".to_owned());
    }
    found.dedup();
    found
}

/// The members of a header that are not known to be harmless. A line that is no plain member counts as one.
fn members<'a>(header: impl Iterator<Item = &'a str>) -> Vec<String> {
    let blank = |line: &&str| line.trim().is_empty() || line.trim_start().starts_with('#');
    let lines: Vec<&str> = header.filter(|line| !blank(line)).collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    // All members of a mapping stand as far in as its first.
    let outermost = lines.first().map_or(0, |line| indent(line));
    let of_mapping =
        |line: &&&str| indent(line) <= outermost && !line.trim_start().starts_with('-');
    let names = lines.iter().filter(of_mapping).map(|line| {
        let name = line.split(':').next().unwrap_or_default();
        name.trim().chars().take(40).collect::<String>()
    });
    names
        .filter(|name| !HARMLESS.contains(&name.as_str()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_definition_that_is_text_for_the_model_asks_nothing() {
        let text = "---\nname: a\ndescription: |\n  hooks: in a text\n  more\nmodel: opus\npaths: [src/**]\n---\n# Do `this`!\n";
        assert_eq!(declares(text), [""; 0]);
        assert_eq!(
            declares("Say hello.\n\n---\nhooks: no header\n---\n"),
            [""; 0]
        );
    }

    #[test]
    fn hooks_servers_tools_and_shell_commands_ask() {
        for (text, found) in [
            ("---\nname: a\nhooks:\n  Stop: []\n---\n", "hooks"),
            ("---\r\nmcpServers:\r\n  - db\r\n---\r\n", "mcpServers"),
            ("\u{feff}---\nallowed-tools: Bash\n---\n", "allowed-tools"),
            ("\n\n---\n\"hooks\": {}\n---\n", "\"hooks\""),
            ("---\n{hooks: {}}\n---\n", "{hooks"),
            ("---\n? hooks\n: {}\n---\n", "? hooks"),
            ("---\n<<: *base\n---\n", "<<"),
            ("---\n  name: a\n  hooks: {}\n---\n", "hooks"),
            ("---\ndescription: a\n---\nNow !`id`\n", "a shell command"),
            ("```!\nid\n```\n", "a shell command"),
        ] {
            let declared = declares(text);
            assert!(
                declared.iter().any(|one| one == found),
                "{text:?}: {declared:?}"
            );
        }
    }
}
