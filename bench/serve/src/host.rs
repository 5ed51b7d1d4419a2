//! A server in its own directory, and the memory of its processes.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::Outcome;

/// A running server. It is ended when dropped; its sessions must have been closed before.
pub(crate) struct Host {
    program: PathBuf,
    home: PathBuf,
    process: Child,
    address: String,
    token: String,
}

impl Host {
    /// Starts an empty server.
    pub(crate) fn start(program: &Path, scratch: &Path) -> Outcome<Self> {
        let home = scratch.join("home");
        if home.exists() {
            fs::remove_dir_all(&home).map_err(|error| error.to_string())?;
        }
        fs::create_dir_all(home.join("run")).map_err(|error| error.to_string())?;
        let (process, address, token) = spawn(program, &home)?;
        Ok(Self {
            program: program.to_owned(),
            home,
            process,
            address,
            token,
        })
    }

    /// Restarts the server; returns the time until its link was printed.
    pub(crate) fn restart(&mut self) -> Outcome<Duration> {
        self.terminate()?;
        let begun = Instant::now();
        (self.process, self.address, self.token) = spawn(&self.program, &self.home)?;
        Ok(begun.elapsed())
    }

    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    /// The scratch project of the demo.
    pub(crate) fn project(&self) -> String {
        self.home.join("data/demo").display().to_string()
    }

    /// The memory of the server, in MB.
    pub(crate) fn memory(&self) -> Outcome<f64> {
        memory_of(self.process.id(), "VmRSS:").ok_or_else(|| "the server has exited".to_owned())
    }

    /// The memory of each runner, in MB: including the shared pages of the program, and without them.
    pub(crate) fn runners(&self) -> Outcome<Vec<(f64, f64)>> {
        let memory = |id| Some((memory_of(id, "VmRSS:")?, memory_of(id, "RssAnon:")?));
        Ok(self.runner_ids()?.into_iter().filter_map(memory).collect())
    }

    /// The processor time used so far, in seconds: by the host, and by its runners together.
    pub(crate) fn processor_time(&self) -> Outcome<(f64, f64)> {
        let host = processor_time_of(self.process.id()).ok_or("the server has exited")?;
        let runners = self.runner_ids()?;
        Ok((host, runners.into_iter().filter_map(processor_time_of).sum()))
    }

    fn runner_ids(&self) -> Outcome<Vec<u32>> {
        let mark = format!("HOME={}\0", self.home.display()).into_bytes();
        let found = fs::read_dir("/proc").map_err(|error| error.to_string())?;
        let ids = found
            .flatten()
            .filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        let of_ours = ids.filter(|id: &u32| {
            let name = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
            let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
            name.starts_with(b"pilothouse-runner\0")
                && environment
                    .windows(mark.len())
                    .any(|part| part == mark.as_slice())
        });
        Ok(of_ours.collect())
    }

    pub(crate) fn end(mut self) -> Outcome {
        self.terminate()
    }

    /// Ends the server like a service manager.
    fn terminate(&mut self) -> Outcome {
        let id = self.process.id().to_string();
        let sent = Command::new("kill").args(["-TERM", &id]).status();
        sent.map_err(|error| error.to_string())?;
        self.process.wait().map_err(|error| error.to_string())?;
        Ok(())
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        // It may have ended already.
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

/// Starts the program and waits for its link: process, address, token.
fn spawn(program: &Path, home: &Path) -> Outcome<(Child, String, String)> {
    let errors = fs::File::create(home.join("log")).map_err(|error| error.to_string())?;
    let mut process = Command::new(program)
        .args(["serve", "--simulated", "--no-open", "--print-link"])
        .args(["--listen", "127.0.0.1:0"])
        .args(["--live-sessions", "1000", "--park-after-seconds", "86400"])
        .arg("--data")
        .arg(home.join("data"))
        .env("HOME", home)
        .env("CLAUDE_CONFIG_DIR", home.join("config"))
        .env("XDG_RUNTIME_DIR", home.join("run"))
        .stdout(Stdio::piped())
        .stderr(errors)
        .spawn()
        .map_err(|error| format!("cannot start {}: {error}", program.display()))?;
    let mut line = String::new();
    if let Some(stdout) = process.stdout.take() {
        let read = BufReader::new(stdout).read_line(&mut line);
        read.map_err(|error| error.to_string())?;
    }
    let parts = line.trim().split_once("/#token=");
    let (base, token) = parts.ok_or_else(|| format!("the server printed no link: {line}"))?;
    let address = base.rsplit('/').next().unwrap_or_default().to_owned();
    let token = token.to_owned();
    Ok((process, address, token))
}

/// A memory size of a process reported by the kernel, in MB.
fn memory_of(id: u32, name: &str) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: f64 = line.trim().trim_end_matches(" kB").parse().ok()?;
    Some(kilobytes * 1024.0 / 1e6)
}

/// What the kernel counts as the processor time of a process, in seconds. It counts in hundredths.
fn processor_time_of(id: u32) -> Option<f64> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name may hold spaces; after it, time in the program and in the kernel are the 12th and 13th.
    let (_, fields) = stat.rsplit_once(") ")?;
    let mut fields = fields.split(' ').skip(11).map(str::parse::<f64>);
    Some((fields.next()?.ok()? + fields.next()?.ok()?) / 100.0)
}
