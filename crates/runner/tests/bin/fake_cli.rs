//! Stands in for the CLI: does what the lines on its stdin say.

use std::io::{self, BufRead, Read, Write};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio, exit};

use pilothouse_runner::socket::{Hello, Request, Role, VERSION};

fn main() -> io::Result<()> {
    // What to do before anything is read, for those who never write.
    for order in std::env::args().skip(1) {
        obey(&order)?;
    }
    for line in io::stdin().lock().lines() {
        obey(&line?)?;
    }
    Ok(())
}

fn obey(order: &str) -> io::Result<()> {
    let (verb, rest) = order.split_once(' ').unwrap_or((order, ""));
    let number = || rest.parse().unwrap_or(0);
    match verb {
        "say" => print(rest.as_bytes(), b"\n"),
        "half" => print(rest.as_bytes(), b""),
        "big" => print(&vec![b'x'; number()], b"\n"),
        "many" => {
            for count in 0..number() {
                print(format!("line {count}").as_bytes(), b"\n")?;
            }
            Ok(())
        }
        "err" => writeln!(io::stderr(), "{rest}"),
        "env" => print(std::env::var(rest).unwrap_or_default().as_bytes(), b"\n"),
        "exit" => exit(number() as i32),
        "child" => child(Command::new("setsid").args(["sleep", "1000"])),
        "stubborn" => child(Command::new("setsid").args([
            "sh",
            "-c",
            "trap '' TERM; echo armed; while :; do sleep 1; done",
        ])),
        "scrubbed" => child(Command::new("setsid").args(["sleep", "1000"]).env_clear()),
        "connect" => connect(rest),
        "outside" => {
            // The same from a child that has dropped the mark.
            let program = std::env::current_exe()?;
            let order = format!("connect {rest}");
            let output = Command::new(program)
                .arg(order)
                .env_clear()
                .stdin(Stdio::null())
                .output()?;
            print(output.stdout.trim_ascii_end(), b"\n")
        }
        "orphan" => {
            // And from one that has neither the mark nor a parent any more.
            let program = std::env::current_exe()?;
            let script = r#"("$0" "$1" </dev/null &)"#;
            let order = format!("connect {rest}");
            let script = ["-c", script, &program.to_string_lossy(), &order].map(String::from);
            let mut shell = Command::new("sh");
            shell.args(script).env_clear();
            shell.spawn()?.wait().map(drop)
        }
        _ => print(format!("got {order}").as_bytes(), b"\n"),
    }
}

fn print(line: &[u8], end: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(line)?;
    out.write_all(end)?;
    out.flush()
}

/// Starts something that would outlive us, and says so when it runs.
fn child(command: &mut Command) -> io::Result<()> {
    let mut child = command
        .process_group(0)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()?;
    let talks = command.get_args().any(|arg| arg == "sh");
    if let (true, Some(mut stdout)) = (talks, child.stdout.take()) {
        stdout.read_exact(&mut [0; 6])?;
    }
    print(format!("child {}", child.id()).as_bytes(), b"\n")
}

/// Tries to steer the session from inside it, and prints what the runner says.
fn connect(socket: &str) -> io::Result<()> {
    let mut stream = UnixStream::connect(socket)?;
    let hello = Request::Hello(Hello {
        version: VERSION,
        role: Role::Control,
        after: 0,
    });
    stream.write_all(&hello.encode()).ok();
    let mut head = [0; 5];
    stream.read_exact(&mut head)?;
    let length = u32::from_le_bytes([head[0], head[1], head[2], head[3]]) as usize;
    let mut body = vec![0; length - 1];
    stream.read_exact(&mut body)?;
    print(&body, b"\n")
}
