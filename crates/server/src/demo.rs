//! A scratch project in which everything of a demo is real but the model.

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

/// Where the project is.
pub(crate) fn project(config: &Config) -> PathBuf {
    config.data.join("demo")
}

/// Makes the project if it is not there.
pub(crate) fn prepare(config: &Config) -> io::Result<()> {
    let project = project(config);
    if project.join(".git").exists() {
        return Ok(());
    }
    for (path, content) in FILES {
        let file = project.join(path);
        if let Some(parent) = file.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(file, content)?;
    }
    for arguments in [
        &["init", "-q", "-b", "main"][..],
        &["add", "."],
        &["commit", "-q", "-m", "Begin the shop"],
    ] {
        git(&project, arguments)?;
    }
    Ok(())
}

/// How the simulator is started in it.
pub(crate) fn simulator(config: &Config) -> io::Result<Vec<String>> {
    let program = match &config.runner {
        Some(path) => path.clone(),
        None => std::env::current_exe()?,
    };
    let text = |path: &Path| path.to_string_lossy().into_owned();
    Ok(vec![
        text(&program),
        "sim".to_owned(),
        "--sim-fs".to_owned(),
        text(&project(config)),
    ])
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
