//! Text made fit for a view: cut where it is long, freed of wrappers and terminal codes.

mod ansi;
mod cut;
mod instant;
mod machine;
mod wrapper;

pub(crate) use ansi::strip_ansi;
pub(crate) use cut::{cut_head, cut_json, cut_line, cut_line_parts, cut_output, preview};
pub(crate) use instant::instant;
pub(crate) use machine::{
    MachineText, TaskNotice, agent_report, duration, is_tools_note, machine_text,
};
pub(crate) use wrapper::{Wrapped, command_of, strip_reminders, unwrap};

pub use cut::{JSON_LIMIT, TEXT_LIMIT};
