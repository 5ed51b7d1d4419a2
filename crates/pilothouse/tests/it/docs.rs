//! The documents: their commands run, their links lead somewhere, their messages exist.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{Home, PILOTHOUSE, SIMULATOR, text};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .unwrap()
}

/// All files below a folder whose name ends so, except what tools make.
fn files(folder: &Path, end: &str, found: &mut Vec<PathBuf>) {
    const MADE: [&str; 6] = [
        "target",
        "node_modules",
        ".git",
        "ui-dist",
        "test-results",
        "bench",
    ];
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() && !MADE.contains(&name) {
            files(&path, end, found);
        } else if name.ends_with(end) && path.is_file() {
            found.push(path);
        }
    }
}

fn markdown() -> Vec<PathBuf> {
    let mut found = Vec::new();
    files(&repository(), ".md", &mut found);
    found
}

/// The blocks that are marked to be run: ```sh run.
fn blocks(page: &str) -> Vec<String> {
    let parts = page.split("```sh run\n").skip(1);
    parts
        .map(|part| part.split("```").next().unwrap().to_owned())
        .collect()
}

#[test]
fn commands_of_the_documents_work() {
    let mut ran = 0;
    for path in markdown() {
        let page = std::fs::read_to_string(&path).unwrap();
        for block in blocks(&page) {
            let home = Home::new();
            let programs = Path::new(PILOTHOUSE)
                .parent()
                .unwrap()
                .display()
                .to_string();
            let command = home.command(&[]);
            let shell = Command::new("sh")
                .args(["-eu", "-c", &block])
                .current_dir(home.project())
                .env_clear()
                .envs(
                    command
                        .get_envs()
                        .filter_map(|(name, value)| Some((name.to_owned(), value?.to_owned()))),
                )
                .env(
                    "PATH",
                    format!("{programs}:{}", std::env::var("PATH").unwrap()),
                )
                .env("SIMULATOR", SIMULATOR)
                .stdin(std::process::Stdio::null())
                .output()
                .unwrap();
            assert!(
                shell.status.success(),
                "{}:\n{block}\n{}",
                path.display(),
                text(&shell.stderr)
            );
            ran += 1;
        }
    }
    assert!(ran >= 3, "only {ran} blocks are marked");
}

/// Lines of shell in the documents, whether they are run or not.
fn shell_lines() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for path in markdown() {
        let page = std::fs::read_to_string(&path).unwrap();
        let parts = page.split("```sh").skip(1);
        let blocks = parts.filter_map(|part| part.split_once('\n')?.1.split("```").next());
        for line in blocks.flat_map(str::lines) {
            found.push((path.clone(), line.trim().to_owned()));
        }
    }
    found
}

/// The words of the first command of a line, as far as the shell does not take over.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for word in line.split_whitespace() {
        if word.starts_with(['#', '|', '>', '<', '&']) || word == "--" {
            break;
        }
        words.push(word.trim_matches(['\'', '"']).to_owned());
    }
    words
}

/// What cannot be run in a test, because it needs a login, a network or a browser, must at least be understood.
#[test]
fn commands_of_the_documents_and_their_flags_exist() {
    let home = Home::new();
    let mut checked = 0;
    for (path, line) in shell_lines() {
        let words = words(&line);
        if words.first().is_none_or(|word| word != "pilothouse") {
            continue;
        }
        let nested = ["sessions", "wire"];
        let mut command: Vec<&str> = words[1..].iter().map(String::as_str).collect();
        let named = match command.first() {
            Some(first) if nested.contains(first) => 2,
            Some(first) if !first.starts_with('-') => 1,
            _ => 0,
        };
        let flags = command.split_off(named);
        // The simulator and the model have helps of their own.
        if matches!(command.first(), Some(&("sim" | "model"))) {
            continue;
        }
        command.push("--help");
        let output = home.output(&command);
        let help = text(&output.stdout);
        assert!(output.status.success(), "{}: {line}", path.display());
        for flag in flags.iter().filter(|flag| flag.starts_with("--")) {
            let flag = flag.split('=').next().unwrap();
            let known = pilothouse_protocol::command::Flag::find(flag).is_some();
            assert!(
                help.contains(flag) || (command[0] == "run" && known),
                "{}: {line}: there is no {flag}",
                path.display()
            );
        }
        checked += 1;
    }
    assert!(checked > 15, "only {checked} commands were found");
}

#[test]
fn tasks_of_the_documents_exist() {
    let tasks = std::fs::read_to_string(repository().join("xtask/src/main.rs")).unwrap();
    let mut checked = 0;
    for (path, line) in shell_lines() {
        let words = words(&line);
        if !line.starts_with("cargo xtask") {
            continue;
        }
        // Without a task it lists them.
        let Some(task) = words.get(2) else {
            continue;
        };
        let task = format!("\"{task}\"");
        assert!(tasks.contains(&task), "{}: {line}", path.display());
        checked += 1;
    }
    assert!(checked > 3, "only {checked} tasks were found");
}

/// The links of a page, without those in code.
fn links(page: &str) -> Vec<String> {
    let mut links = Vec::new();
    let mut in_code = false;
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        }
        if in_code {
            continue;
        }
        let prose: String = line.split('`').step_by(2).collect::<Vec<_>>().join("·");
        let parts = prose.split("](").skip(1);
        links.extend(parts.filter_map(|part| Some(part.split_once(')')?.0.to_owned())));
    }
    links
}

/// How a heading is linked to.
fn anchor(heading: &str) -> String {
    let letters = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = letters
        .chars()
        .filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    kept.map(|letter| if letter == ' ' { '-' } else { letter })
        .collect()
}

#[test]
fn links_lead_somewhere() {
    let mut broken = Vec::new();
    for path in markdown() {
        let page = std::fs::read_to_string(&path).unwrap();
        for link in links(&page) {
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((&link, ""));
            let target = if file.is_empty() {
                path.clone()
            } else {
                path.parent().unwrap().join(file)
            };
            let there = target.exists();
            let named = heading.is_empty()
                || std::fs::read_to_string(&target).is_ok_and(|page| {
                    page.lines()
                        .filter(|line| line.starts_with('#'))
                        .any(|line| anchor(line) == heading)
                });
            if !there || !named {
                broken.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn every_document_is_in_the_index() {
    let index = std::fs::read_to_string(repository().join("docs/README.md")).unwrap();
    let linked = links(&index);
    let mut found = Vec::new();
    files(&repository().join("docs"), ".md", &mut found);
    for path in found {
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(
            name == "README.md" || linked.iter().any(|link| link == name),
            "{name} is not in docs/README.md"
        );
    }
}

#[test]
fn every_message_of_the_troubleshooting_page_is_one_of_ours() {
    let mut sources = Vec::new();
    files(&repository().join("crates"), ".rs", &mut sources);
    let code: String = sources
        .iter()
        .filter(|path| !path.components().any(|part| part.as_os_str() == "tests"))
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect();
    let page = std::fs::read_to_string(repository().join("docs/troubleshooting.md")).unwrap();
    let headings: Vec<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("## "))
        .collect();
    assert!(headings.len() > 15);
    for heading in headings {
        let message = heading.trim_matches('`');
        assert!(code.contains(message), "no program says {message:?}");
    }
}
