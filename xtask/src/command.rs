//! Running other programs, with failures that name the command.

use std::env;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::Outcome;

/// Returns a command of the cargo that started us.
pub(crate) fn cargo(directory: &Path, arguments: &[&str]) -> Command {
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.args(arguments).current_dir(directory);
    forget_own_package(&mut command);
    command
}

/// Builds the host and the simulator, without optimization.
pub(crate) fn build_host(root: &Path) -> Outcome {
    run(cargo(root, &["build", "--package", "pilothouse"]))
}

/// Returns a command found on the path.
pub(crate) fn program(directory: &Path, name: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(name);
    command.args(arguments).current_dir(directory);
    forget_own_package(&mut command);
    command
}

/// Runs to the end with our own terminal; anything but success is a failure.
pub(crate) fn run(mut command: Command) -> Outcome {
    let status = command
        .status()
        .map_err(|error| cannot_start(&command, &error))?;
    if status.success() {
        return Ok(());
    }
    Err(format!("`{}` ended with {status}", describe(&command)))
}

/// Runs to the end and returns what was printed on stdout.
pub(crate) fn read(mut command: Command) -> Outcome<String> {
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .output()
        .map_err(|error| cannot_start(&command, &error))?;
    if !output.status.success() {
        let complaint = String::from_utf8_lossy(&output.stderr);
        return Err(format!(
            "`{}` ended with {}: {}",
            describe(&command),
            output.status,
            complaint.trim()
        ));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs to the end with our own terminal for stderr, prints what came on stdout and returns it.
pub(crate) fn echo(mut command: Command) -> Outcome<String> {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| cannot_start(&command, &error))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    print!("{text}");
    match output.status.success() {
        true => Ok(text),
        false => Err(format!(
            "`{}` ended with {}",
            describe(&command),
            output.status
        )),
    }
}

/// Writes a command as a person would type it.
pub(crate) fn describe(command: &Command) -> String {
    let name = Path::new(command.get_program())
        .file_name()
        .unwrap_or(command.get_program());
    let mut words = vec![name.to_string_lossy().into_owned()];
    words.extend(
        command
            .get_args()
            .map(|argument| quote(&argument.to_string_lossy())),
    );
    words.join(" ")
}

fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./:@,+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

fn cannot_start(command: &Command, error: &std::io::Error) -> String {
    let name = command.get_program().to_string_lossy();
    match error.kind() {
        ErrorKind::NotFound => format!("{name} was not found on the PATH"),
        _ => format!("start {name}: {error}"),
    }
}

/// Cargo tells a running program which package it is; the programs we start are other packages.
fn forget_own_package(command: &mut Command) {
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_shown_as_typed() {
        let command = program(Path::new("."), "/usr/bin/npm", &["run", "it's", "", "a b"]);
        assert_eq!(describe(&command), r"npm run 'it'\''s' '' 'a b'");
    }

    #[test]
    fn a_missing_program_is_named() {
        let command = program(Path::new("."), "no-such-program-here", &[]);
        let message = run(command).unwrap_err();
        assert_eq!(message, "no-such-program-here was not found on the PATH");
    }

    #[test]
    fn a_failing_command_is_named_with_what_it_said() {
        let command = program(Path::new("."), "sh", &["-c", "echo why >&2; exit 3"]);
        let message = read(command).unwrap_err();
        assert!(message.contains("exit status: 3: why"), "{message}");
    }
}
