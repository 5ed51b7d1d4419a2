//! `pilothouse link`: a sign-in link for the server that runs with a data directory.

use std::process::ExitCode;

use pilothouse_api::host::Scope;

use crate::exit;
use crate::output::print_line;
use crate::serve::DataDirectory;

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Scope of the device.
    #[arg(long, value_enum, default_value_t = Access::Admin)]
    scope: Access,
    /// Name of the device in the device list and the audit log.
    #[arg(long)]
    name: Option<String>,
    #[command(flatten)]
    data: DataDirectory,
}

/// A scope, as it is named on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Access {
    View,
    Answer,
    Control,
    Admin,
}

impl From<Access> for Scope {
    fn from(access: Access) -> Self {
        match access {
            Access::View => Self::View,
            Access::Answer => Self::Answer,
            Access::Control => Self::Control,
            Access::Admin => Self::Admin,
        }
    }
}

const EXAMPLES: &str = "\
The link signs in one browser and is valid for ten minutes.

Examples:
  pilothouse link
  pilothouse link --scope answer --name phone
  pilothouse link --demo

Exit codes: 0 printed, 1 no server is running or an error, 2 wrong usage.";

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let data = match arguments.data.path() {
        Ok(data) => data,
        Err(error) => return exit::fail(&error.to_string()),
    };
    let name = arguments.name.as_deref();
    match pilothouse_server::running_link(&data, arguments.scope.into(), name) {
        Ok(Some((link, _))) => {
            print_line(&link);
            ExitCode::SUCCESS
        }
        Ok(None) => exit::fail(&DataDirectory::no_server(&data)),
        Err(error) => exit::fail(&error.to_string()),
    }
}
