//! The prompt: what was typed, and what was piped in.

use std::io::{self, IsTerminal, Read};
use std::sync::mpsc;
use std::time::Duration;

use crate::output::print_error;

/// After how long a silent pipe is mentioned.
const PATIENCE: Duration = Duration::from_secs(3);

/// Makes the prompt of an argument and of what is piped in.
pub(super) fn compose(argument: Option<&str>) -> Result<String, String> {
    let piped = if io::stdin().is_terminal() {
        String::new()
    } else {
        read_piped()?
    };
    join(argument, &piped).ok_or_else(|| "there is no prompt".to_owned())
}

fn join(argument: Option<&str>, piped: &str) -> Option<String> {
    let argument = argument.map(str::trim).filter(|text| !text.is_empty());
    let piped = Some(piped.trim_end()).filter(|text| !text.trim().is_empty());
    match (argument, piped) {
        (Some(argument), Some(piped)) => Some(format!("{argument}\n\n{piped}")),
        (Some(text), None) | (None, Some(text)) => Some(text.to_owned()),
        (None, None) => None,
    }
}

/// Reads all that is piped in, and says so when nothing comes.
fn read_piped() -> Result<String, String> {
    let (done, waiting) = mpsc::channel();
    std::thread::spawn(move || {
        if waiting.recv_timeout(PATIENCE) == Err(mpsc::RecvTimeoutError::Timeout) {
            print_error("waiting for stdin to end; add `< /dev/null` if there is nothing to read");
        }
    });
    let mut bytes = Vec::new();
    let read = io::stdin().lock().read_to_end(&mut bytes);
    // The thread may have ended after its message.
    done.send(()).unwrap_or_default();
    read.map_err(|error| format!("cannot read stdin: {error}"))?;
    String::from_utf8(bytes).map_err(|_| "what is piped in is not text".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_piped_in_is_attached_or_is_the_prompt() {
        assert_eq!(
            join(Some("Review"), "a diff\n").unwrap(),
            "Review\n\na diff"
        );
        assert_eq!(join(None, "Do it\n").unwrap(), "Do it");
        assert_eq!(join(Some(" Do it "), "").unwrap(), "Do it");
        assert_eq!(join(Some(""), " \n"), None);
    }
}
