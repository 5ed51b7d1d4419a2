//! Runs other programs, with errors that name the command.

use std::cell::RefCell;
use std::env;
use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::Outcome;

thread_local! {
    /// The log of the step on this thread; without one, commands print to the terminal.
    static LOG: RefCell<Option<File>> = const { RefCell::new(None) };
}

/// Redirects all output of this thread to a file: steps run concurrently, each on its own thread.
pub(crate) fn log_to(file: File) {
    LOG.with_borrow_mut(|log| *log = Some(file));
}

/// Prints a line to the terminal, or to the log of the step.
pub(crate) fn say(line: &str) {
    LOG.with_borrow(|log| match log {
        // A full disk must not hide the result of the step itself.
        Some(file) => drop(writeln!(&mut &*file, "{line}")),
        None => println!("{line}"),
    });
}

/// Returns a command with the cargo that started this program.
pub(crate) fn cargo(directory: &Path, arguments: &[&str]) -> Command {
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.args(arguments).current_dir(directory);
    forget_own_package(&mut command);
    // A checkout in CI is built once, so incremental data would never be used.
    if env::var_os("CI").is_some() {
        command.env("CARGO_INCREMENTAL", "0");
    }
    command
}

/// Builds the server and the simulator, without optimization.
pub(crate) fn build_host(root: &Path) -> Outcome {
    run(cargo(root, &["build", "--package", "pilothouse"]))
}

/// Returns a command for a program on the PATH.
pub(crate) fn program(directory: &Path, name: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(name);
    command.args(arguments).current_dir(directory);
    forget_own_package(&mut command);
    command
}

/// Runs a command with the output of this thread; any exit code except 0 is an error.
pub(crate) fn run(mut command: Command) -> Outcome {
    LOG.with_borrow(|log| match log {
        Some(file) => redirect(&mut command, file),
        None => Ok(()),
    })?;
    let status = command
        .status()
        .map_err(|error| cannot_start(&command, &error))?;
    if status.success() {
        return Ok(());
    }
    Err(format!("`{}` ended with {status}", describe(&command)))
}

fn redirect(command: &mut Command, file: &File) -> Outcome {
    let copy = || {
        file.try_clone()
            .map_err(|error| format!("open the log again: {error}"))
    };
    command.stdin(Stdio::null()).stdout(copy()?).stderr(copy()?);
    Ok(())
}

/// Runs a command and returns its stdout.
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

/// Runs a command, prints both outputs as they arrive, and returns them with whether the command succeeded.
pub(crate) fn tee(mut command: Command) -> Outcome<(String, bool)> {
    let (mut reader, writer) = std::io::pipe().map_err(|error| format!("make a pipe: {error}"))?;
    let copy = writer
        .try_clone()
        .map_err(|error| format!("copy a pipe: {error}"))?;
    let mut child = command
        .stdin(Stdio::null())
        .stdout(writer)
        .stderr(copy)
        .spawn()
        .map_err(|error| cannot_start(&command, &error))?;
    // The command holds copies of the writing end; the pipe ends when the last copy is closed.
    drop(command);
    let mut text = String::new();
    for line in BufReader::new(&mut reader).split(b'\n') {
        let line = line.map_err(|error| format!("read a pipe: {error}"))?;
        let line = String::from_utf8_lossy(&line);
        say(&line);
        text.push_str(&line);
        text.push('\n');
    }
    let status = child.wait().map_err(|error| format!("wait: {error}"))?;
    Ok((text, status.success()))
}

/// Formats a command as it would be typed.
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

/// Cargo sets variables about the running package; the started programs are other packages.
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
    fn a_failing_command_is_named_with_its_stderr() {
        let command = program(Path::new("."), "sh", &["-c", "echo why >&2; exit 3"]);
        let message = read(command).unwrap_err();
        assert!(message.contains("exit status: 3: why"), "{message}");
    }
}
