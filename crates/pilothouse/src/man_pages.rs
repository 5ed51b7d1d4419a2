//! `pilothouse completions` and `pilothouse man`, generated from the commands.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::exit;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  pilothouse completions bash > ~/.local/share/bash-completion/completions/pilothouse
  pilothouse completions zsh > \"${fpath[1]}/_pilothouse\"
  pilothouse completions fish > ~/.config/fish/completions/pilothouse.fish")]
pub(crate) struct Completions {
    /// Shell.
    shell: Shell,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  pilothouse man | man -l -
  pilothouse man --dir ~/.local/share/man/man1")]
pub(crate) struct Man {
    /// Write one page per command to this directory, instead of the first page to stdout.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

pub(crate) fn completions<C: CommandFactory>(arguments: &Completions) -> ExitCode {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut C::command(), "pilothouse", &mut text);
    ended(io::stdout().write_all(&text))
}

pub(crate) fn man<C: CommandFactory>(arguments: &Man) -> ExitCode {
    let command = C::command();
    ended(match &arguments.dir {
        Some(directory) => std::fs::create_dir_all(directory)
            .and_then(|()| pages(directory, &command, "pilothouse"))
            .map_err(|error| {
                let place = directory.display();
                io::Error::new(
                    error.kind(),
                    format!("{error}; choose another than {place}"),
                )
            }),
        None => page(command, "pilothouse").and_then(|text| io::stdout().write_all(&text)),
    })
}

fn pages(directory: &Path, command: &clap::Command, name: &str) -> io::Result<()> {
    std::fs::write(
        directory.join(format!("{name}.1")),
        page(command.clone(), name)?,
    )?;
    for inner in command
        .get_subcommands()
        .filter(|inner| !inner.is_hide_set())
    {
        pages(directory, inner, &format!("{name}-{}", inner.get_name()))?;
    }
    Ok(())
}

fn page(command: clap::Command, name: &str) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    let command = command.display_name(name).bin_name(name.replace('-', " "));
    clap_mangen::Man::new(command).render(&mut text)?;
    Ok(text)
}

fn ended(written: io::Result<()>) -> ExitCode {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            exit::fail(&format!("cannot write: {error}"))
        }
        _ => ExitCode::SUCCESS,
    }
}
