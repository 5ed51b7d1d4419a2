//! Recordings: a line of JSON for each line of the wire, with its time and direction.

use std::io::{self, Write};
use std::time::Duration;

use pilothouse_protocol::check::Direction;
use serde::de::IgnoredAny;

/// Writes a line of the wire. JSON stands as it came; what is not JSON stands as text.
pub(crate) fn write(
    out: &mut impl Write,
    at: Duration,
    direction: Direction,
    line: &[u8],
) -> io::Result<()> {
    let direction = match direction {
        Direction::In => "in",
        Direction::Out => "out",
    };
    write!(out, "{{\"t\":{},\"dir\":\"{direction}\",", at.as_millis())?;
    // A carriage return within the braces would be read as white space and lost.
    if serde_json::from_slice::<IgnoredAny>(line).is_ok() && !line.ends_with(b"\r") {
        out.write_all(b"\"line\":")?;
        out.write_all(line)?;
    } else {
        out.write_all(b"\"raw\":")?;
        serde_json::to_writer(&mut *out, &String::from_utf8_lossy(line))?;
        if std::str::from_utf8(line).is_err() {
            // The text has marks where bytes were that are no text; here they are themselves.
            write!(out, ",\"hex\":\"")?;
            for byte in line {
                write!(out, "{byte:02x}")?;
            }
            out.write_all(b"\"")?;
        }
    }
    out.write_all(b"}\n")
}
