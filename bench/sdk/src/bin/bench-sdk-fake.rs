//! Plays the CLI: responds to control requests, and prints a transcript after a prompt.
//!
//! The transcript is the file in `BENCH_SDK_TRANSCRIPT`. The program parses only what it needs,
//! so that the cost of the host dominates.

use std::io::{self, BufRead, Write};

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    if arguments.any(|argument| argument == "--version" || argument == "-v") {
        println!("2.1.325 (Claude Code)");
        return Ok(());
    }
    let path = std::env::var_os("BENCH_SDK_TRANSCRIPT")
        .ok_or_else(|| io::Error::other("BENCH_SDK_TRANSCRIPT is not set"))?;
    let transcript = std::fs::read(path)?;
    let mut stdout = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        if let Some(id) = request_id(&line) {
            writeln!(
                stdout,
                r#"{{"type":"control_response","response":{{"subtype":"success","request_id":"{id}","response":{{}}}}}}"#
            )?;
            stdout.flush()?;
        } else if line.contains(r#""user""#) {
            stdout.write_all(&transcript)?;
            stdout.flush()?;
        }
    }
    Ok(())
}

/// The ID of a control request; IDs contain no quotes.
fn request_id(line: &str) -> Option<&str> {
    if !line.contains(r#""control_request""#) {
        return None;
    }
    let (_, rest) = line.split_once(r#""request_id""#)?;
    let (_, rest) = rest.split_once('"')?;
    rest.split_once('"').map(|(id, _)| id)
}
