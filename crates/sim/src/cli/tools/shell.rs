//! A minimal shell with the common commands that act on the simulated files.

use std::path::Path;

use crate::cli::permission::bash::{Place, Quotes, redirect_target, words};
use crate::cli::session::Sim;

/// The output and exit code of a command.
#[derive(Debug, Default)]
pub(super) struct Run {
    pub(super) output: String,
    pub(super) exit: i32,
}

/// The operator before a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Joint {
    Always,
    IfOk,
    IfFailed,
}

/// Runs a command. `None` if it uses unsupported syntax.
pub(super) async fn run(sim: &Sim, command: &str) -> Option<Run> {
    let parts = split(command)?;
    if !parts.iter().all(|(_, part)| is_known(part)) {
        return None;
    }
    let mut run = Run::default();
    for (joint, part) in parts {
        let skip = match joint {
            Joint::Always => false,
            Joint::IfOk => run.exit != 0,
            Joint::IfFailed => run.exit == 0,
        };
        if skip {
            continue;
        }
        let words = words(part.split('>').next().unwrap_or_default());
        if words.first().map(String::as_str) == Some("exit") {
            run.exit = words
                .get(1)
                .and_then(|code| code.parse().ok())
                .unwrap_or(run.exit);
            break;
        }
        if words.first().map(String::as_str) == Some("sleep") {
            let seconds = words
                .get(1)
                .and_then(|text| text.parse::<f64>().ok())
                .unwrap_or(0.0);
            sim.pause(std::time::Duration::from_secs_f64(
                seconds.clamp(0.0, 86_400.0),
            ))
            .await;
            run.exit = 0;
            continue;
        }
        let (output, exit) = simple(sim, &words);
        run.exit = exit;
        match redirect_target(&part) {
            Some(target) => redirect(sim, &part, &target, &output),
            None => run.output.push_str(&output),
        }
    }
    Some(run)
}

fn split(command: &str) -> Option<Vec<(Joint, String)>> {
    if ["$", "`", "<", "(", "{", "\\"]
        .iter()
        .any(|mark| command.contains(mark))
    {
        return None;
    }
    let mut parts = Vec::new();
    let mut joint = Joint::Always;
    let mut current = String::new();
    let mut quotes = Quotes::default();
    let mut characters = command.chars().peekable();
    while let Some(character) = characters.next() {
        match (quotes.next(character), character) {
            (Place::Bare, '&') if current.ends_with('>') => {}
            (Place::Bare, '&' | '|') => {
                if characters.next() != Some(character) {
                    return None;
                }
                parts.push((joint, std::mem::take(&mut current).trim().to_owned()));
                joint = if character == '&' {
                    Joint::IfOk
                } else {
                    Joint::IfFailed
                };
                continue;
            }
            (Place::Bare, ';' | '\n') => {
                parts.push((joint, std::mem::take(&mut current).trim().to_owned()));
                joint = Joint::Always;
                continue;
            }
            _ => {}
        }
        current.push(character);
    }
    parts.push((joint, current.trim().to_owned()));
    parts.retain(|(_, part)| !part.is_empty());
    Some(parts)
}

fn is_known(part: &str) -> bool {
    const KNOWN: &[&str] = &[
        "echo", "sleep", "touch", "cat", "mkdir", "rm", "rmdir", "pwd", "true", "false", "exit",
        "ls", "printf", "cd", ":",
    ];
    let words = words(part);
    let globs = words.iter().any(|word| word.contains('*'));
    words
        .first()
        .is_some_and(|name| KNOWN.contains(&name.as_str()))
        && !globs
}

fn simple(sim: &Sim, words: &[String]) -> (String, i32) {
    let arguments: Vec<&str> = words
        .iter()
        .skip(1)
        .map(String::as_str)
        .filter(|word| !word.starts_with('-'))
        .collect();
    match words.first().map(String::as_str) {
        Some("echo") => (echo(&words[1..]), 0),
        Some("printf") => (arguments.join(" ").replace("\\n", "\n"), 0),
        Some("pwd") => (format!("{}\n", sim.cwd.display()), 0),
        Some("false") => (String::new(), 1),
        Some("cat") => each(&arguments, |path| read(sim, path)),
        Some("ls") if arguments.is_empty() => each(&["."], |path| list(sim, path)),
        Some("ls") => each(&arguments, |path| list(sim, path)),
        Some("touch") => each(&arguments, |path| touch(sim, path)),
        Some("mkdir") => each(&arguments, |path| {
            let made = sim.files.borrow_mut().create_directory(&sim.absolute(path));
            made.map(|()| String::new())
                .map_err(|error| format!("mkdir: {path}: {error}\n"))
        }),
        Some("rm" | "rmdir") => {
            let force = words
                .iter()
                .any(|word| word.starts_with('-') && word.contains('f'));
            each(&arguments, |path| remove(sim, path, force))
        }
        _ => (String::new(), 0),
    }
}

fn echo(words: &[String]) -> String {
    let no_newline = words.first().map(String::as_str) == Some("-n");
    let text = words[usize::from(no_newline)..].join(" ");
    let text = text
        .strip_suffix("1>&2")
        .or_else(|| text.strip_suffix(">&2"))
        .unwrap_or(&text);
    if no_newline {
        text.to_owned()
    } else {
        format!("{text}\n")
    }
}

fn each(arguments: &[&str], mut act: impl FnMut(&str) -> Result<String, String>) -> (String, i32) {
    let mut output = String::new();
    let mut exit = 0;
    for argument in arguments {
        match act(argument) {
            Ok(text) => output.push_str(&text),
            Err(text) => {
                output.push_str(&text);
                exit = 1;
            }
        }
    }
    (output, exit)
}

fn read(sim: &Sim, path: &str) -> Result<String, String> {
    let found = sim.files.borrow().read_text(&sim.absolute(path));
    found.ok_or_else(|| format!("cat: {path}: No such file or directory\n"))
}

fn list(sim: &Sim, path: &str) -> Result<String, String> {
    let absolute = sim.absolute(path);
    let files = sim.files.borrow();
    if files.is_directory(&absolute) {
        return Ok(files
            .names(&absolute)
            .iter()
            .map(|name| format!("{name}\n"))
            .collect());
    }
    if files.exists(&absolute) {
        return Ok(format!("{path}\n"));
    }
    Err(format!(
        "ls: cannot access '{path}': No such file or directory\n"
    ))
}

fn touch(sim: &Sim, path: &str) -> Result<String, String> {
    let absolute = sim.absolute(path);
    if sim.files.borrow().exists(&absolute) {
        return Ok(String::new());
    }
    let written = sim.files.borrow_mut().write(&absolute, Vec::new());
    written
        .map(|()| String::new())
        .map_err(|error| format!("touch: {path}: {error}\n"))
}

fn remove(sim: &Sim, path: &str, force: bool) -> Result<String, String> {
    let absolute = sim.absolute(path);
    if !sim.files.borrow().exists(&absolute) {
        let missing = format!("rm: cannot remove '{path}': No such file or directory\n");
        return if force {
            Ok(String::new())
        } else {
            Err(missing)
        };
    }
    let removed = sim.files.borrow_mut().remove(&absolute);
    removed
        .map(|()| String::new())
        .map_err(|error| format!("rm: {path}: {error}\n"))
}

fn redirect(sim: &Sim, part: &str, target: &str, output: &str) {
    if target == "/dev/null" {
        return;
    }
    let path = sim.absolute(target);
    let before = if part.contains(">>") {
        current(sim, &path)
    } else {
        String::new()
    };
    // If the target cannot be written, it is unchanged; the exit code is still 0.
    let _unwritten = sim
        .files
        .borrow_mut()
        .write(&path, format!("{before}{output}").into_bytes());
}

fn current(sim: &Sim, path: &Path) -> String {
    sim.files.borrow().read_text(path).unwrap_or_default()
}
