//! Steering the terminal of a person who looks at a session.

use crate::table::{Area, elsewhere};

/// The commands are tested with the program that has them.
pub(crate) fn area() -> Area {
    Area::new(
        "The terminal",
        vec![
            elsewhere(
                "pilothouse::it sanitize::no_command_passes_on_what_steers_a_terminal",
                "Change the title, write the clipboard or clear the screen by escape sequences in a title, an answer, a tool's output, a recording or a CLI's version",
                "Everything that `sessions`, `doctor`, `wire` and `replay` print passes one sanitizer",
            ),
            elsewhere(
                "pilothouse::it sanitize::attach_shows_what_would_steer_the_terminal",
                "The same with `attach`",
                "The same sanitizer, at the edge of the screen",
            ),
            elsewhere(
                "pilothouse::bin/pilothouse sanitize::tests::a_title_stays_on_its_line",
                "Fake a line of the program by a line break in a title",
                "Titles and other texts of one line stay on one line",
            ),
        ],
    )
}
