//! Fault scenes that a host must survive. Prints one row for each, with the verdict.

mod asking;
mod ending;
mod reading;

use std::io::Write;
use std::time::{Duration, Instant};

use pilothouse_sdk::{Events, Session, SessionBuilder, processes_marked};

use asking::{ask, ask_waits_for_consumer, interrupt_unread, unknown_request};
use ending::{
    deaf, exit_before_output, exit_mid_turn, grandchild, grandchild_of_exited, killed_mid_frame,
    stubborn,
};
use reading::{big_line, continues, counted, says, tool_result, unknown_block};

use crate::support::fault;

/// The outcome of a scene: a description, or the failure.
type Verdict = Result<String, String>;

macro_rules! ensure {
    ($condition:expr, $($text:tt)*) => {
        if !$condition {
            return Err(format!($($text)*));
        }
    };
}
use ensure;

#[tokio::test(flavor = "multi_thread")]
async fn faults() {
    let mut failed = Vec::new();
    let mut table = String::from("\n| scene | pilothouse-sdk | ms |\n|---|---|---:|\n");
    macro_rules! scene {
        ($name:literal, $run:expr) => {{
            let began = Instant::now();
            let verdict = tokio::time::timeout(Duration::from_secs(60), $run)
                .await
                .unwrap_or_else(|_| Err("HANG".into()));
            let text = verdict
                .as_ref()
                .map_or_else(|error| format!("**{error}**"), Clone::clone);
            table.push_str(&format!(
                "| {} | {text} | {} |\n",
                $name,
                began.elapsed().as_millis()
            ));
            if verdict.is_err() {
                failed.push($name);
            }
        }};
    }
    scene!("plain turn", counted("plain", 3));
    scene!(
        "unknown frame + unknown system subtype (frames seen)",
        counted("unknown_frames", 6)
    );
    scene!(
        "keep_alive, rate_limit_event, tool_progress, command_lifecycle, autocompact_state",
        counted("side_frames", 8)
    );
    scene!("unknown content block", unknown_block());
    scene!("tool_result reaches the app", tool_result());
    scene!("non-JSON line", continues("not_json"));
    scene!("truncated JSON line", continues("truncated"));
    scene!("invalid UTF-8 in a line", continues("invalid_utf8"));
    scene!(
        "frame split inside a code point",
        says("split_code_point", "\u{1F680}")
    );
    scene!(
        "raw U+2028/2029 in a string",
        says("line_separators", "before\u{2028}between\u{2029}after")
    );
    scene!(
        "16 MB line, default limits",
        big_line("big_line", 16 * 1024 * 1024)
    );
    scene!(
        "18 MB in small frames, one turn",
        counted("many_frames", 60_002)
    );
    scene!("2 MB on stderr", counted("stderr_flood", 2));
    scene!("exit(7) mid-turn", exit_mid_turn());
    scene!("SIGKILL mid-frame", killed_mid_frame());
    scene!("exit(1) before any output", exit_before_output());
    scene!("can_use_tool answered", ask("ask"));
    scene!("…while 20 000 frames flood", ask("ask_in_flood"));
    scene!("…callback waits for the consumer", ask_waits_for_consumer());
    scene!("unknown control_request answered", unknown_request());
    scene!("interrupt() with 5 000 unread frames", interrupt_unread());
    scene!("child ignores EOF and SIGTERM", stubborn());
    scene!("grandchild keeps running", grandchild());
    table.push_str("| *beyond the 23:* | | |\n");
    scene!(
        "grandchild of a CLI that exits by itself",
        grandchild_of_exited()
    );
    // The same as with 16 MB, but takes a third of the time; the tests of the connection have a line like this.
    if std::env::var_os("PILOTHOUSE_FULL").is_some() {
        scene!(
            "50 MB line, default limits",
            big_line("huge_line", 50_000_000)
        );
    }
    scene!("CLI that stops reading stdin", deaf());
    // Bypasses the output capture of the test harness: the table is the result.
    std::io::stdout().write_all(table.as_bytes()).unwrap();
    assert!(failed.is_empty(), "failed: {failed:?}");
}

async fn start(scene: &str) -> Result<(Session, Events), String> {
    begin(fault(scene)).await
}

async fn begin(builder: SessionBuilder) -> Result<(Session, Events), String> {
    let (session, events) = builder.start().await.map_err(|error| error.to_string())?;
    Ok((session, events))
}

async fn close(session: &Session) -> Result<(), String> {
    let exit = session.close().await.map_err(|error| error.to_string())?;
    let left = session.mark().map(processes_marked).unwrap_or_default();
    ensure!(left.is_empty(), "{} processes left", left.len());
    ensure!(exit.is_success(), "closed with {exit}");
    Ok(())
}
