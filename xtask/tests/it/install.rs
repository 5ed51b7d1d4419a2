//! `packaging/install.sh` and the Homebrew formula, with releases served on loopback.

mod release;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::files;
use release::{Release, TARGET, VERSION};

const SCRIPT: &str = "packaging/install.sh";

/// A home directory, removed at the end. Its name needs quotes in a shell.
struct Home(PathBuf);

impl Home {
    fn new(name: &str) -> Self {
        let name = format!("pilothouse install's {name} {}", std::process::id());
        let path = std::env::temp_dir().join(name);
        drop(fs::remove_dir_all(&path));
        fs::create_dir(&path).unwrap();
        Self(path)
    }

    /// Runs the script like `curl … | sh`, with these variables.
    fn install(&self, releases: &str, variables: &[(&str, &str)]) -> Output {
        let mut command = self.command("sh");
        command.arg(files::root().join(SCRIPT));
        command.env("PILOTHOUSE_RELEASES", releases);
        command.envs(variables.iter().copied()).output().unwrap()
    }

    fn command(&self, program: &str) -> Command {
        // On any machine, the script detects the platform of the release.
        let programs = self.0.join("programs");
        fs::create_dir_all(&programs).unwrap();
        let uname = "#!/bin/sh\n[ \"$1\" = -s ] && echo Linux || echo x86_64\n";
        release::executable(&programs.join("uname"), uname);
        let path = std::env::var("PATH").unwrap();
        let mut command = Command::new(program);
        command.env_clear().env("HOME", &self.0);
        command.env("PATH", format!("{}:{path}", programs.display()));
        command
    }

    /// The files below the home, except those of the test itself.
    fn files(&self) -> Vec<String> {
        let mut found = Vec::new();
        collect(&self.0, &self.0, &mut found);
        found.retain(|name| !name.starts_with("programs/"));
        found.sort();
        found
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

fn collect(home: &Path, folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(home, &path, found);
        } else {
            found.push(path.strip_prefix(home).unwrap().display().to_string());
        }
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Checks that the script failed with this message and left no files.
fn check_refused(home: &Home, output: &Output, message: &str) {
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains(message), "{errors}");
    assert_eq!(home.files(), [""; 0], "{errors}");
}

#[test]
fn a_release_is_installed_and_the_printed_command_removes_it() {
    let (home, release) = (Home::new("good"), Release::new());
    let output = home.install(&release.serve(), &[]);
    let printed = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(
        home.files(),
        [
            ".local/bin/pilothouse",
            ".local/bin/pilothouse-sim",
            ".local/share/bash-completion/completions/pilothouse",
            ".local/share/doc/pilothouse/LICENSE-APACHE",
            ".local/share/doc/pilothouse/LICENSE-MIT",
            ".local/share/fish/vendor_completions.d/pilothouse.fish",
            ".local/share/man/man1/pilothouse-run.1",
            ".local/share/man/man1/pilothouse.1",
            ".local/share/zsh/site-functions/_pilothouse",
        ]
    );
    for file in home.files() {
        let listed = format!("  {}\n", home.0.join(&file).display());
        assert!(printed.contains(&listed), "{file} is not in:\n{printed}");
    }
    assert!(printed.contains(&format!("Installed pilothouse {VERSION}")));
    assert!(printed.contains("export PATH="), "{printed}");
    let undo = printed.lines().find(|line| line.starts_with("  rm -f"));
    let undone = home.command("sh").args(["-c", undo.unwrap()]).status();
    assert!(undone.unwrap().success());
    assert_eq!(home.files(), [""; 0]);
}

#[test]
fn a_version_and_directories_can_be_selected() {
    let (home, release) = (Home::new("chosen"), Release::new());
    let (bin, share) = (home.0.join("b"), home.0.join("s"));
    let variables = [
        ("PILOTHOUSE_VERSION", VERSION),
        ("PILOTHOUSE_BIN_DIR", bin.to_str().unwrap()),
        ("XDG_DATA_HOME", share.to_str().unwrap()),
    ];
    let output = home.install(&release.serve(), &variables);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let files = home.files();
    assert!(files.contains(&"b/pilothouse".to_owned()), "{files:?}");
    let elsewhere = |name: &String| !name.starts_with("b/") && !name.starts_with("s/");
    assert!(!files.iter().any(elsewhere), "{files:?}");
    let output = home.install(&release.serve(), &[("PILOTHOUSE_VERSION", "9.9.9")]);
    assert!(text(&output.stderr).contains("cannot download"));
}

#[test]
fn an_update_replaces_the_programs_and_mentions_the_server() {
    let (home, release) = (Home::new("update"), Release::new());
    let bin = home.0.join(".local/bin");
    fs::create_dir_all(&bin).unwrap();
    release::executable(&bin.join("pilothouse"), "#!/bin/sh\necho old\n");
    let output = home.install(&release.serve(), &[]);
    let printed = text(&output.stdout);
    assert!(printed.contains("until you restart it"), "{printed}");
    let version = home
        .command(bin.join("pilothouse").to_str().unwrap())
        .arg("--version")
        .output()
        .unwrap();
    assert_eq!(text(&version.stdout), format!("pilothouse {VERSION}\n"));
}

#[test]
fn a_corrupted_archive_is_not_installed() {
    let (home, release) = (Home::new("corrupted"), Release::new().corrupted());
    let output = home.install(&release.serve(), &[]);
    check_refused(&home, &output, "does not match; nothing was installed");
}

#[test]
fn a_missing_archive_is_reported() {
    let (home, release) = (Home::new("missing"), Release::new().without_archive());
    let output = home.install(&release.serve(), &[]);
    check_refused(&home, &output, "cannot download http://127.0.0.1:");
}

#[test]
fn a_release_without_an_archive_for_this_machine_is_reported() {
    let (home, release) = (Home::new("other"), Release::new().for_another_machine());
    let output = home.install(&release.serve(), &[]);
    let message = format!("the release has no archive for {TARGET}");
    check_refused(&home, &output, &message);
}

#[test]
fn a_program_that_does_not_run_here_is_not_installed() {
    let (home, release) = (Home::new("broken"), Release::new().that_does_not_run());
    let output = home.install(&release.serve(), &[]);
    check_refused(&home, &output, "does not run on this machine");
}

#[test]
fn plain_http_is_accepted_on_loopback_only() {
    let home = Home::new("plain");
    let output = home.install("http://example.com/releases", &[]);
    check_refused(&home, &output, "must start with https://");
}

#[test]
fn a_script_that_was_cut_off_does_nothing() {
    let (home, release) = (Home::new("cut"), Release::new());
    let releases = release.serve();
    let script = fs::read_to_string(files::root().join(SCRIPT)).unwrap();
    let lines: Vec<&str> = script.lines().collect();
    for end in (1..lines.len()).step_by(7).chain([lines.len() - 1]) {
        let part = lines[..end].join("\n");
        let mut command = home.command("sh");
        command.env("PILOTHOUSE_RELEASES", &releases);
        let output = command.args(["-c", &part]).output().unwrap();
        assert_eq!(home.files(), [""; 0], "{end} lines: {output:?}");
    }
}

#[test]
fn the_formula_gets_the_version_and_the_checksums_of_a_release() {
    let home = Home::new("formula");
    let targets = [
        "aarch64-apple-darwin",
        "x86_64-apple-darwin",
        "aarch64-unknown-linux-musl",
        "x86_64-unknown-linux-musl",
    ];
    let sum = |index: usize| format!("{index}").repeat(64);
    let lines = targets.iter().enumerate();
    let sums: String = lines
        .map(|(index, target)| format!("{}  pilothouse-1.2.3-{target}.tar.gz\n", sum(index)))
        .collect();
    let file = home.0.join("SHA256SUMS");
    let fill = |sums: &str| {
        fs::write(&file, sums).unwrap();
        let mut command = home.command("sh");
        command.arg(files::root().join("packaging/homebrew/fill.sh"));
        command.arg("1.2.3").arg(&file).output().unwrap()
    };
    let formula = text(&fill(&sums).stdout);
    assert!(!formula.contains('@'), "{formula}");
    for (index, target) in targets.iter().enumerate() {
        let (_, rest) = formula
            .split_once(&format!("pilothouse-1.2.3-{target}.tar.gz\"\n"))
            .unwrap();
        let next = rest.lines().next().unwrap().trim();
        assert_eq!(next, format!("sha256 \"{}\"", sum(index)));
    }
    let without_last = sums.lines().next().unwrap();
    assert!(
        !fill(without_last).status.success(),
        "a checksum is missing"
    );
}
