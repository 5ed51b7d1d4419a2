//! Projects in which everything is real but the model: a scratch project for simulated sessions and the tour, and the
//! workspace of the demo.

pub(crate) mod workspace;

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::config::Config;

const FILES: [(&str, &str); 5] = [
    (
        "README.md",
        // The tour brings the library and edits the last sentence.
        "# Harbour\n\nA small shop for boat tickets, and Tides, the library that says when boats can leave:\n\n    \
         python -m tides Brest 2026-11-16\n\nHeights are in meters above chart datum, times are in UTC.\n",
    ),
    (
        "src/auth.ts",
        "import { redirect } from './http';\n\nexport function login(user: string) {\n  return redirect('/');\n}\n",
    ),
    (
        "src/http.ts",
        "export function redirect(path: string) {\n  return { status: 302, location: path };\n}\n",
    ),
    (
        "src/auth.test.ts",
        "import { login } from './auth';\n\ntest('goes home after login', () => {\n  expect(login('ada').location).toBe('/');\n});\n",
    ),
    (
        "package.json",
        "{\n  \"name\": \"harbour\",\n  \"scripts\": { \"test\": \"node --test\" }\n}\n",
    ),
];

/// The directory of the scratch project.
pub(crate) fn project(config: &Config) -> PathBuf {
    config.data.join("demo")
}

/// Creates the scratch project if it does not exist.
pub(crate) fn prepare(config: &Config) -> io::Result<()> {
    let project = project(config);
    if project.join(".git").exists() {
        return Ok(());
    }
    create(&project, &[("Begin the shop", &FILES)])
}

/// The commits of a repository: subject, and files with their content.
type Commits<'a> = &'a [(&'a str, &'a [(&'a str, &'a str)])];

/// Creates a repository with a history.
fn create(project: &Path, commits: Commits<'_>) -> io::Result<()> {
    std::fs::create_dir_all(project)?;
    git(project, &["init", "-q", "-b", "main"])?;
    for (subject, files) in commits {
        for (path, content) in *files {
            let file = project.join(path);
            if let Some(parent) = file.parent() {
                std::fs::create_dir_all(parent)?;
            }
            std::fs::write(file, content)?;
        }
        git(project, &["add", "."])?;
        git(project, &["commit", "-q", "-m", subject])?;
    }
    Ok(())
}

/// The command line of the simulator. In the demo it plays the scenarios and writes files in all projects of the data
/// directory, worktrees included.
pub(crate) fn simulator(config: &Config) -> io::Result<Vec<String>> {
    let program = match &config.runner {
        Some(path) => path.clone(),
        None => std::env::current_exe()?,
    };
    let text = |path: &Path| path.to_string_lossy().into_owned();
    let mut argv = vec![text(&program), "sim".to_owned(), "--sim-fs".to_owned()];
    if config.demo {
        let script = workspace::script(config);
        argv.extend([text(&config.data), "--sim-script".to_owned(), text(&script)]);
        // Tests run without a request, as in a project whose rules allow them.
        argv.push("--allowed-tools=Bash(npm test:*)".to_owned());
    } else {
        argv.push(text(&project(config)));
    }
    Ok(argv)
}

/// Runs git with a name of its own, so that it works where none is set.
fn git(project: &Path, arguments: &[&str]) -> io::Result<()> {
    let status = Command::new("git")
        .args([
            "-c",
            "user.name=Pilothouse",
            "-c",
            "user.email=demo@localhost",
            "-C",
        ])
        .arg(project)
        .args(arguments)
        .stdin(Stdio::null())
        .status()
        .map_err(|error| {
            io::Error::other(format!(
                "the demo needs git, which cannot be started: {error}"
            ))
        })?;
    if status.success() {
        Ok(())
    } else {
        let arguments = arguments.join(" ");
        Err(io::Error::other(format!(
            "the demo needs git, and `git {arguments}` failed"
        )))
    }
}
