//! What the host thinks of the installed CLI: found, verified, newer, older, broken, simulated; and what to do.
//!
//! It looks at the version, at the flags of `--help`, at the words for messages in the program itself,
//! and at a live process that says hello and is asked nothing. No model is called, and no credential is read:
//! whether somebody is signed in is what the CLI says of itself.

mod flags;
mod probe;
mod words;

use std::path::{Path, PathBuf};

use pilothouse_api::doctor::{CheckOutcome, DoctorCheck, DoctorReport};
use pilothouse_api::host::CliVerdict;
use pilothouse_protocol::command::CliVersion;
use pilothouse_sdk::Cli;

use words::Words;

/// Versions that the conformance suite runs against, the oldest first.
pub const VERIFIED: [&str; 2] = ["2.1.38", "2.1.325"];

/// How to get the CLI.
pub const INSTALL: &str = "install it with `npm install -g @anthropic-ai/claude-code`, or say where it is with --claude PATH";
/// How to sign in.
pub const SIGN_IN: &str = "run `claude` and type /login, or set ANTHROPIC_API_KEY";

/// Names of the checks, as they stand in a report.
pub mod check {
    /// Whether there is a program.
    pub const PROGRAM: &str = "program";
    /// What version it is.
    pub const VERSION: &str = "version";
    /// Whether the flags are those we know.
    pub const FLAGS: &str = "flags";
    /// Whether the messages are those we know.
    pub const MESSAGES: &str = "messages";
    /// Whether a process says hello.
    pub const START: &str = "start";
    /// Whether somebody is signed in.
    pub const SIGN_IN: &str = "sign-in";
}

/// Looks at the CLI at a path, or at the one that is installed.
pub async fn examine(claude: Option<&Path>) -> DoctorReport {
    let located = match claude {
        Some(path) => Cli::at(path),
        None => Cli::locate(),
    };
    match located {
        Ok(cli) => Examination::new(cli).run().await,
        Err(error) => missing(&error.to_string()),
    }
}

/// The report of a host that simulates its sessions.
pub(crate) fn simulated(path: Option<String>) -> DoctorReport {
    let mut report = empty(CliVerdict::Simulated);
    report.path = path;
    report.version = Some(VERIFIED[1].to_owned());
    report.checks = vec![ok(
        check::PROGRAM,
        "Sessions are simulated: no login, no network, no cost.",
    )];
    report
}

fn missing(reason: &str) -> DoctorReport {
    let mut report = empty(CliVerdict::Missing);
    // The error names the fix too; here it stands apart.
    let reason = reason.split(';').next().unwrap_or(reason);
    report.checks = vec![error(
        check::PROGRAM,
        format!("{}.", upper(reason)),
        INSTALL,
    )];
    report
}

fn empty(verdict: CliVerdict) -> DoctorReport {
    DoctorReport {
        path: None,
        version: None,
        verdict,
        verified: VERIFIED.map(str::to_owned).to_vec(),
        checks: Vec::new(),
    }
}

/// One look at one program.
struct Examination {
    cli: Cli,
    path: PathBuf,
    checks: Vec<DoctorCheck>,
}

impl Examination {
    fn new(cli: Cli) -> Self {
        Self {
            path: cli.path().to_owned(),
            cli,
            checks: Vec::new(),
        }
    }

    async fn run(mut self) -> DoctorReport {
        let path = self.path.display().to_string();
        self.checks
            .push(ok(check::PROGRAM, format!("Found at {path}.")));
        let mut report = empty(CliVerdict::Broken);
        report.path = Some(path);
        let version = match self.cli.clone().with_version().await {
            Ok(cli) => {
                self.cli = cli;
                self.cli.version()
            }
            Err(problem) => {
                let problem = problem.to_string();
                let problem = problem.lines().next().unwrap_or_default();
                let text = format!("It does not tell its version: {problem}.");
                self.checks.push(error(check::VERSION, text, INSTALL));
                report.checks = self.checks;
                return report;
            }
        };
        let version_text = version.map(|version| version.to_string());
        report.version.clone_from(&version_text);
        let help = flags::help(&self.cli).await;
        if flags::is_simulator(&help) {
            let text = format!(
                "It is the simulator, speaking as {}.",
                version_text.unwrap_or_default()
            );
            self.checks.push(ok(check::VERSION, text));
            self.hello().await;
            // It needs no login, whatever it plays.
            self.checks.retain(|found| found.name != check::SIGN_IN);
            report.verdict = verdict(CliVerdict::Simulated, &self.checks);
            report.checks = self.checks;
            return report;
        }
        let by_version = by_version(version.as_ref());
        self.checks.push(about_version(
            by_version,
            version_text.as_deref().unwrap_or("?"),
        ));
        self.checks.push(flags::compare(&help, version.as_ref()));
        let (words, known) = self.words(by_version).await;
        self.checks.push(words);
        self.hello().await;
        let judged = match (by_version, known) {
            // It says that it is a version we know, and speaks of things that version does not.
            (CliVerdict::Verified, false) => CliVerdict::Newer,
            (other, _) => other,
        };
        report.verdict = verdict(judged, &self.checks);
        report.checks = self.checks;
        report
    }

    /// Looks for words of messages in the program; also says whether all are known.
    async fn words(&self, by_version: CliVerdict) -> (DoctorCheck, bool) {
        let path = self.path.clone();
        let words = tokio::task::spawn_blocking(move || Words::of(&path)).await;
        match words {
            Ok(Ok(words)) => words.check(by_version),
            Ok(Err(problem)) => (unreadable(&problem.to_string()), true),
            Err(problem) => (unreadable(&problem.to_string()), true),
        }
    }

    async fn hello(&mut self) {
        self.checks.extend(probe::hello(&self.cli).await);
    }
}

fn unreadable(problem: &str) -> DoctorCheck {
    warning(
        check::MESSAGES,
        format!("The program cannot be read: {problem}."),
        "make it readable to you, if you want its messages compared",
    )
}

/// What a version alone says.
fn by_version(version: Option<&CliVersion>) -> CliVerdict {
    let Some(version) = version else {
        return CliVerdict::Broken;
    };
    let mut verified = VERIFIED
        .iter()
        .filter_map(|text| text.parse::<CliVersion>().ok());
    if verified.clone().any(|known| known == *version) {
        return CliVerdict::Verified;
    }
    if verified.all(|known| known < *version) {
        CliVerdict::Newer
    } else {
        CliVerdict::Older
    }
}

/// What a version alone says, before anything else was looked at.
pub(crate) fn by_version_text(version: Option<&str>) -> CliVerdict {
    by_version(version.and_then(|version| version.parse().ok()).as_ref())
}

fn about_version(verdict: CliVerdict, version: &str) -> DoctorCheck {
    let newest = VERIFIED[1];
    match verdict {
        CliVerdict::Verified => ok(
            check::VERSION,
            format!("{version} is a version that this host is tested with."),
        ),
        CliVerdict::Newer => warning(
            check::VERSION,
            format!("{version} is newer than {newest}, the newest that this host is tested with."),
            "go on; what it says and we do not know is kept and shown as it came. A newer Pilothouse may know it",
        ),
        CliVerdict::Older => warning(
            check::VERSION,
            format!(
                "{version} is older than {newest} and is not one that this host is tested with."
            ),
            "update it with `claude update`",
        ),
        _ => error(
            check::VERSION,
            format!("{version} is not a version."),
            INSTALL,
        ),
    }
}

/// A check that failed outweighs every version.
fn verdict(judged: CliVerdict, checks: &[DoctorCheck]) -> CliVerdict {
    let failed =
        |found: &DoctorCheck| found.outcome == CheckOutcome::Error && found.name != check::SIGN_IN;
    if checks.iter().any(failed) {
        CliVerdict::Broken
    } else {
        judged
    }
}

fn ok(name: &str, text: impl Into<String>) -> DoctorCheck {
    DoctorCheck {
        name: name.to_owned(),
        outcome: CheckOutcome::Ok,
        text: text.into(),
        fix: None,
    }
}

fn warning(name: &str, text: impl Into<String>, fix: impl Into<String>) -> DoctorCheck {
    DoctorCheck {
        outcome: CheckOutcome::Warning,
        fix: Some(fix.into()),
        ..ok(name, text)
    }
}

fn error(name: &str, text: impl Into<String>, fix: impl Into<String>) -> DoctorCheck {
    DoctorCheck {
        outcome: CheckOutcome::Error,
        fix: Some(fix.into()),
        ..ok(name, text)
    }
}

fn upper(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

/// Lists names, the first of many.
fn list(names: &[&str]) -> String {
    const SHOWN: usize = 20;
    let shown = names
        .iter()
        .take(SHOWN)
        .copied()
        .collect::<Vec<_>>()
        .join(", ");
    match names.len().checked_sub(SHOWN) {
        None | Some(0) => shown,
        Some(more) => format!("{shown} and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_told_apart() {
        for (version, verdict) in [
            ("2.1.38", CliVerdict::Verified),
            ("2.1.325", CliVerdict::Verified),
            ("2.1.326", CliVerdict::Newer),
            ("3.0.0", CliVerdict::Newer),
            ("2.1.100", CliVerdict::Older),
            ("1.0.0", CliVerdict::Older),
            ("nonsense", CliVerdict::Broken),
        ] {
            assert_eq!(by_version_text(Some(version)), verdict, "{version}");
        }
    }

    #[test]
    fn a_failed_check_outweighs_the_version_but_a_missing_login_does_not() {
        let failed = [error(check::FLAGS, "gone", "update")];
        assert_eq!(verdict(CliVerdict::Verified, &failed), CliVerdict::Broken);
        let nobody = [error(check::SIGN_IN, "nobody", SIGN_IN)];
        assert_eq!(verdict(CliVerdict::Verified, &nobody), CliVerdict::Verified);
    }

    #[test]
    fn the_verified_versions_are_those_of_the_conformance_suite() {
        let pinned =
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance/versions.txt");
        let text = std::fs::read_to_string(pinned).unwrap();
        for version in VERIFIED {
            assert!(
                text.lines()
                    .any(|line| line.split('#').next().unwrap().trim() == version)
            );
        }
    }

    #[tokio::test]
    async fn a_program_that_is_not_there_is_missing_with_the_way_to_get_it() {
        let report = examine(Some(Path::new("/nowhere/claude"))).await;
        assert_eq!(report.verdict, CliVerdict::Missing);
        assert!(
            report.checks[0]
                .fix
                .as_deref()
                .unwrap()
                .contains("npm install -g")
        );
    }
}
