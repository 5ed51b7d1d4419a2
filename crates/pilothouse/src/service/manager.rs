//! The service managers: where each keeps its definition, and the commands that start, stop and question it.

use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::service::definition::Definition;
use crate::service::{launchd, systemd};

const UNIT: &str = "pilothouse.service";

/// State of a launchd agent that does not exist.
const NOT_LOADED: &str = "not loaded";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manager {
    Systemd,
    Launchd,
}

/// A command of a service manager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    command: Vec<String>,
    /// Shown if the command fails and the rest can continue; without it, a failure ends the rest.
    pub(crate) advice: Option<&'static str>,
}

impl Manager {
    pub(crate) fn of_this_system() -> io::Result<Self> {
        match std::env::consts::OS {
            "linux" => Ok(Self::Systemd),
            "macos" => Ok(Self::Launchd),
            other => Err(io::Error::other(format!(
                "services are supported with systemd and launchd, not on {other}"
            ))),
        }
    }

    /// The file with the definition.
    pub(crate) fn file(self) -> io::Result<PathBuf> {
        match self {
            Self::Systemd => {
                let folder = crate::paths::config_home()?;
                Ok(folder.join("systemd/user").join(UNIT))
            }
            Self::Launchd => {
                let agents = crate::paths::home()?.join("Library/LaunchAgents");
                Ok(agents.join(format!("{}.plist", launchd::LABEL)))
            }
        }
    }

    pub(crate) fn text(self, definition: &Definition) -> io::Result<String> {
        match self {
            Self::Systemd => Ok(systemd::unit(definition)),
            Self::Launchd => {
                let log = crate::paths::home()?.join("Library/Logs/pilothouse.log");
                Ok(launchd::agent(definition, &log.to_string_lossy()))
            }
        }
    }

    /// Fails if the manager does not answer for this user, as in a container.
    pub(crate) fn require(self) -> io::Result<()> {
        let step = match self {
            Self::Systemd => step(&["systemctl", "--user", "show", "--property=Version"]),
            Self::Launchd => step(&["launchctl", "print", &domain()]),
        };
        step.read().map(drop).map_err(|error| {
            io::Error::other(format!(
                "{error}. A service needs systemd or launchd for this user; with another supervisor, \
                 let it run `pilothouse serve --no-open` and stop only that process"
            ))
        })
    }

    /// Starts the service, now and with the machine. A service that runs is restarted with its new definition.
    pub(crate) fn start(self) -> io::Result<Vec<Step>> {
        Ok(match self {
            Self::Systemd => vec![
                step(&["systemctl", "--user", "daemon-reload"]),
                step(&["systemctl", "--user", "enable", UNIT]),
                step(&["systemctl", "--user", "restart", UNIT]),
                step(&["loginctl", "enable-linger"]).or_advise(
                    "the service stops when you log out; ask an administrator for `loginctl enable-linger`",
                ),
            ],
            Self::Launchd => {
                let file = self.file()?.to_string_lossy().into_owned();
                let mut steps = Vec::new();
                if self.state() != NOT_LOADED {
                    steps.push(step(&["launchctl", "bootout", &label()]));
                }
                steps.push(step(&["launchctl", "bootstrap", &domain(), &file]));
                steps
            }
        })
    }

    /// Stops the server. Sessions continue in processes of their own.
    pub(crate) fn stop(self) -> Vec<Step> {
        match self {
            Self::Systemd => vec![step(&["systemctl", "--user", "disable", "--now", UNIT])],
            Self::Launchd => vec![
                step(&["launchctl", "bootout", &label()]).or_advise("the agent was not loaded"),
            ],
        }
    }

    /// What follows the removal of the definition.
    pub(crate) fn forget(self) -> Vec<Step> {
        match self {
            Self::Systemd => vec![step(&["systemctl", "--user", "daemon-reload"])],
            Self::Launchd => Vec::new(),
        }
    }

    /// Restarts the server if it runs as a service.
    pub(crate) fn restart(self) -> Step {
        match self {
            Self::Systemd => step(&["systemctl", "--user", "try-restart", UNIT]),
            Self::Launchd => step(&["launchctl", "kickstart", "-k", &label()]),
        }
    }

    /// Returns the state in the manager's own word, such as `active` or `failed`.
    pub(crate) fn state(self) -> String {
        match self {
            // It prints the state also where it exits with an error because the state is not `active`.
            Self::Systemd => step(&["systemctl", "--user", "is-active", UNIT]).printed(),
            Self::Launchd => match step(&["launchctl", "print", &label()]).read() {
                Ok(text) => launchd_state(&text),
                Err(_) => NOT_LOADED.to_owned(),
            },
        }
    }

    /// Whether the service starts with the machine, and not only at login.
    pub(crate) fn starts_at_boot(self) -> bool {
        match self {
            Self::Systemd => {
                let linger = step(&["loginctl", "show-user", "--property=Linger", "--value"]);
                linger.printed() == "yes"
            }
            Self::Launchd => false,
        }
    }

    /// What to know about the log.
    pub(crate) fn log(self) -> &'static str {
        match self {
            Self::Systemd => "journalctl --user --unit pilothouse",
            Self::Launchd => "~/Library/Logs/pilothouse.log",
        }
    }
}

fn launchd_state(printed: &str) -> String {
    let line = printed
        .lines()
        .find_map(|line| line.trim().strip_prefix("state = "));
    line.unwrap_or("loaded").to_owned()
}

/// The launchd domain of this user.
fn domain() -> String {
    format!("gui/{}", rustix::process::getuid().as_raw())
}

fn label() -> String {
    format!("{}/{}", domain(), launchd::LABEL)
}

fn step(words: &[&str]) -> Step {
    Step {
        command: words.iter().map(|word| (*word).to_owned()).collect(),
        advice: None,
    }
}

impl Step {
    fn or_advise(mut self, advice: &'static str) -> Self {
        self.advice = Some(advice);
        self
    }

    /// The command, as a person would type it.
    pub(crate) fn shown(&self) -> String {
        self.command.join(" ")
    }

    /// Runs the command. An error holds what it printed on stderr.
    pub(crate) fn run(&self) -> io::Result<()> {
        self.read().map(drop)
    }

    fn read(&self) -> io::Result<String> {
        let failed = |why: &str| io::Error::other(format!("`{}` failed: {why}", self.shown()));
        let output = self.output().map_err(|error| failed(&error.to_string()))?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        let printed = String::from_utf8_lossy(&output.stderr);
        match printed.trim() {
            "" => Err(failed(&output.status.to_string())),
            text => Err(failed(text)),
        }
    }

    /// What the command printed, whatever its exit status.
    fn printed(&self) -> String {
        let output = self.output().map(|output| output.stdout);
        let text = String::from_utf8_lossy(&output.unwrap_or_default())
            .trim()
            .to_owned();
        match text.as_str() {
            "" => "unknown".to_owned(),
            _ => text,
        }
    }

    fn output(&self) -> io::Result<std::process::Output> {
        let mut words = self.command.iter();
        let program = words.next().map_or("", String::as_str);
        Command::new(program)
            .args(words)
            .stdin(Stdio::null())
            .output()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_state_of_an_agent_is_read_from_its_description() {
        let printed =
            "gui/501/org.pilothouse.server = {\n\tactive count = 1\n\tstate = running\n}\n";
        assert_eq!(launchd_state(printed), "running");
        assert_eq!(launchd_state("{}"), "loaded");
    }

    #[test]
    fn an_agent_is_loaded_from_its_file() {
        let steps = Manager::Launchd.start().unwrap();
        let last = steps.last().unwrap().shown();
        assert!(last.starts_with("launchctl bootstrap gui/"), "{last}");
        assert!(last.ends_with("/org.pilothouse.server.plist"), "{last}");
    }
}
