//! The programs of docs/sdk.md in one binary, selected by the variable `PROGRAM`.
#![allow(clippy::print_stdout, reason = "the programs talk to a terminal")]

macro_rules! programs {
    ($($name:ident),*) => {
        $(mod $name {
            include!(concat!("../../side_by_side/", stringify!($name), ".rs"));

            pub(super) fn run() -> Result<()> {
                main()
            }
        })*

        fn main() -> pilothouse_sdk::Result<()> {
            let name = std::env::var("PROGRAM").unwrap_or_default();
            match name.as_str() {
                $(stringify!($name) => $name::run(),)*
                other => panic!("no program named {other}"),
            }
        }
    };
}

programs!(
    ask, stream, chat, approve, hook, tool, structured, interrupt, resume, several, limit, history
);
