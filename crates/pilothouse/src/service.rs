//! `pilothouse service`: the server as a service of systemd or launchd, for this user.

mod definition;
mod launchd;
pub(crate) mod manager;
mod systemd;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::consent::Consent;
use crate::exit;
use crate::output::{print_error, print_line};
use crate::serve::DataDirectory;
use definition::Definition;
use manager::{Manager, Step};

pub(crate) const EXAMPLES: &str = "\
The service starts with the machine and needs no root access. Settings come from config.toml.
Sessions keep running when the service is restarted or removed.

Examples:
  pilothouse service install
  pilothouse service status
  pilothouse service uninstall

Exit codes: 0 done, 1 an error or (status) no server is running, 2 wrong usage, 3 not confirmed.";

#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Install and start the service. Everything it changes is shown first.
    Install(Install),
    /// Show whether the service is installed and running.
    Status,
    /// Stop and remove the service.
    Uninstall(Consent),
}

#[derive(clap::Args)]
pub(crate) struct Install {
    /// Config file of the service [default: the usual one].
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Print the service definition and change nothing.
    #[arg(long)]
    print: bool,
    #[command(flatten)]
    consent: Consent,
}

pub(crate) fn run(command: &Command) -> ExitCode {
    let result = match command {
        Command::Install(arguments) => install(arguments),
        Command::Status => status(),
        Command::Uninstall(consent) => uninstall(consent),
    };
    result.unwrap_or_else(|error| exit::fail(&error.to_string()))
}

fn install(arguments: &Install) -> io::Result<ExitCode> {
    let manager = Manager::of_this_system()?;
    let text = manager.text(&Definition::of_this_shell(arguments.config.as_deref())?)?;
    if arguments.print {
        io::stdout().write_all(text.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    manager.require()?;
    refuse_second_server(manager)?;
    let (file, steps) = (manager.file()?, manager.start()?);
    print_line(&format!("This writes {}:\n", file.display()));
    show_text(&text);
    print_line("\nand runs:\n");
    show(&steps);
    note_variables();
    if let Some(refused) = arguments.consent.ask("\nInstall the service?") {
        return Ok(refused);
    }
    write(&file, &text)?;
    take(&steps)?;
    print_line("\nThe service is installed. For a sign-in link, run: pilothouse link");
    print_line(&format!("Its log: {}", manager.log()));
    Ok(ExitCode::SUCCESS)
}

fn uninstall(consent: &Consent) -> io::Result<ExitCode> {
    let manager = Manager::of_this_system()?;
    let file = manager.file()?;
    if !file.exists() {
        print_line(&format!(
            "The service is not installed: {} does not exist",
            file.display()
        ));
        return Ok(ExitCode::SUCCESS);
    }
    let (stop, forget) = (manager.stop(), manager.forget());
    print_line("This runs:\n");
    show(&stop);
    print_line(&format!("    rm {}", file.display()));
    show(&forget);
    if let Some(refused) = consent.ask("\nSessions keep running. Remove the service?") {
        return Ok(refused);
    }
    take(&stop)?;
    fs::remove_file(&file)
        .map_err(|error| io::Error::other(format!("cannot remove {}: {error}", file.display())))?;
    take(&forget)?;
    print_line("\nThe service is removed. Sessions and settings are kept.");
    Ok(ExitCode::SUCCESS)
}

fn status() -> io::Result<ExitCode> {
    let manager = Manager::of_this_system()?;
    let file = manager.file()?;
    let data = DataDirectory::default().path()?;
    let installed = file.exists();
    let place = file.display();
    match installed {
        true => print_line(&format!("Service:  {}, {place}", manager.state())),
        false => print_line("Service:  not installed"),
    }
    if installed && manager == Manager::Systemd {
        let when = match manager.starts_at_boot() {
            true => "with the machine",
            false => "at login only; `loginctl enable-linger` changes that",
        };
        print_line(&format!("Starts:   {when}"));
    }
    let running = exit::block_on(pilothouse_server::running_process(&data));
    let process = match running {
        Ok(process) => process?,
        Err(code) => return Ok(code),
    };
    let data = data.display();
    Ok(match process {
        Some(process) => {
            print_line(&format!(
                "Server:   running as process {process}, data in {data}"
            ));
            ExitCode::SUCCESS
        }
        None => {
            print_line(&format!("Server:   not running, data in {data}"));
            ExitCode::from(exit::ERROR)
        }
    })
}

/// A service would end at once beside a server that was started by hand, and be restarted in vain.
fn refuse_second_server(manager: Manager) -> io::Result<()> {
    let data = DataDirectory::default().path()?;
    let running = match exit::block_on(pilothouse_server::running_process(&data)) {
        Ok(running) => running?,
        Err(_) => None,
    };
    match running {
        Some(process) if manager.state() != "active" && manager.state() != "running" => {
            Err(io::Error::other(format!(
                "a server is already running as process {process} with {}; stop it first, for example with Ctrl-C. \
                 Its sessions keep running",
                data.display()
            )))
        }
        _ => Ok(()),
    }
}

/// The service reads the config file, not the variables of this shell.
fn note_variables() {
    let is_setting = |name: &String| {
        name.starts_with("PILOTHOUSE_") && !["PILOTHOUSE_CONFIG"].contains(&name.as_str())
    };
    let names: Vec<String> = std::env::vars_os()
        .filter_map(|(name, _)| name.into_string().ok())
        .filter(is_setting)
        .collect();
    if !names.is_empty() {
        let names = names.join(", ");
        print_line(&format!(
            "\nThe service does not have these variables of this shell: {names}. Set them in config.toml."
        ));
    }
}

fn write(file: &Path, text: &str) -> io::Result<()> {
    let failed =
        |error: io::Error| io::Error::other(format!("cannot write {}: {error}", file.display()));
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    // A reader never sees half of a definition.
    let new = file.with_extension("new");
    fs::write(&new, text).map_err(failed)?;
    fs::rename(&new, file).map_err(failed)
}

fn take(steps: &[Step]) -> io::Result<()> {
    for step in steps {
        match (step.run(), step.advice) {
            (Ok(()), _) => {}
            (Err(error), Some(advice)) => print_error(&format!("{error}: {advice}")),
            (Err(error), None) => return Err(error),
        }
    }
    Ok(())
}

fn show(steps: &[Step]) {
    for step in steps {
        print_line(&format!("    {}", step.shown()));
    }
}

fn show_text(text: &str) {
    for line in text.lines() {
        print_line(format!("    {line}").trim_end());
    }
}
