//! Requests the page of a server, like a browser.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::Outcome;

/// Starts the program and requests its page and the scripts of the page.
pub(super) fn look(program: &Path, home: &Path) -> Outcome {
    let host = Command::new(program)
        .args([
            "serve",
            "--simulated",
            "--no-open",
            "--listen",
            "127.0.0.1:0",
        ])
        .args(["--log", "error", "--data"])
        .arg(home.join("data"))
        .env("HOME", home)
        .env("XDG_RUNTIME_DIR", home)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("start {}: {error}", program.display()))?;
    let mut host = EndOnDrop(host);
    let address = address(&mut host.0)?;
    let page = get(&address, "/")?;
    let scripts: Vec<&str> = page
        .split("src=\"")
        .skip(1)
        .filter_map(|rest| Some(rest.split_once('"')?.0))
        .collect();
    if !page.contains("<!doctype html>") || scripts.is_empty() {
        return Err(format!(
            "{address} answers with something that is no page of ours:\n{page}"
        ));
    }
    for script in &scripts {
        let path = script.trim_start_matches(['.', '/']);
        get(&address, &format!("/{path}"))?;
    }
    println!("the installed host has its page and the scripts that it names");
    Ok(())
}

/// Returns the address that the server prints.
fn address(host: &mut Child) -> Outcome<String> {
    let mut line = String::new();
    if let Some(stdout) = host.stdout.take() {
        let read = BufReader::new(stdout).read_line(&mut line);
        read.map_err(|error| format!("read the address: {error}"))?;
    }
    let link = line.split_once("http://").map(|(_, link)| link);
    let address = link.map(|link| link.trim_end().to_owned());
    address.ok_or_else(|| format!("the host printed no address: {line}"))
}

/// Requests a path, and returns the response; any status except 200 is an error.
fn get(address: &str, path: &str) -> Outcome<String> {
    let cannot = |error: std::io::Error| format!("ask {address} for {path}: {error}");
    let mut stream = TcpStream::connect(address).map_err(cannot)?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).map_err(cannot)?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).map_err(cannot)?;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let first = answer.lines().next().unwrap_or_default();
    match first.contains(" 200 ") {
        true => Ok(answer),
        false => Err(format!("{address}{path} answers with {first}\n{answer}")),
    }
}

struct EndOnDrop(Child);

impl Drop for EndOnDrop {
    fn drop(&mut self) {
        // Both calls fail only if it has already exited. It has no sessions.
        self.0.kill().ok();
        self.0.wait().ok();
    }
}
