//! The commands of the documents: each is run, or is named here with the reason why it is not.

mod blocks;

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use blocks::{Block, blocks, shell};

use crate::docs::repository;
use crate::support::{Home, PILOTHOUSE, SIMULATOR, text};

/// What no test can run, by the words it begins with, and why.
const NOT_RUN: &[(&str, &[&str])] = &[
    (
        "builds the workspace, downloads, or runs for minutes; that a task exists is tested below",
        &["cargo xtask", "target/debug/conformance"],
    ),
    (
        "cargo is running this test, and another one would wait for it or build everything again",
        &["cargo build", "cargo install", "cargo test"],
    ),
    (
        "installs a release; the tests of xtask run the script with a release of their own",
        &[
            "curl -fsSL https://github.com/pilothouse/pilothouse/releases/latest/download/install.sh | sh",
            "brew install pilothouse/tap/pilothouse",
            "nix run github:pilothouse/pilothouse -- --demo",
            "nix profile install github:pilothouse/pilothouse",
            "cargo binstall pilothouse",
        ],
    ),
    (
        "needs the network",
        &[
            "git clone https://github.com/pilothouse/pilothouse && cd pilothouse",
            "npm install -g @anthropic-ai/claude-code",
            "ssh -L 7477:127.0.0.1:7477 you@server",
            "podman build -t pilothouse -f Containerfile .",
            "podman run --rm --init --name pilothouse -p 127.0.0.1:7477:7477 -v pilothouse:/data pilothouse serve --demo --no-open --listen 0.0.0.0:7477 --insecure --data /data",
            "podman exec pilothouse pilothouse link --data /data",
        ],
    ),
    (
        "changes the services of the machine",
        &["pilothouse service install"],
    ),
    (
        "replaces the program; the tests of `upgrade` let it replace a copy",
        &["pilothouse upgrade"],
    ),
    ("a person signs in at the terminal", &["claude"]),
    (
        "needs a running server; the tests of `link` start one",
        &["pilothouse link"],
    ),
    (
        "needs the real CLI and the model of the command above it; the tests with the real CLI do the same",
        &[
            "ANTHROPIC_BASE_URL=http://127.0.0.1:8787 ANTHROPIC_API_KEY=dummy CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1 DISABLE_TELEMETRY=1 DISABLE_AUTOUPDATER=1 DISABLE_ERROR_REPORTING=1 HOME=/tmp/scratch CLAUDE_CONFIG_DIR=/tmp/scratch/.claude claude -p 'SCRIPT:[{\"type\":\"text\",\"text\":\"Hello!\"}]'",
        ],
    ),
    (
        "needs a terminal, and a host with a session; the tests of `attach` give it both",
        &["pilothouse attach"],
    ),
    (
        "listens for other machines, with a certificate for a name; the server's tests do so on loopback",
        &[
            "pilothouse serve --no-open --listen 0.0.0.0:7477 --tls-cert chain.pem --tls-key key.pem --public-url https://pilot.example.com:7477",
        ],
    ),
];

/// What goes on until it is ended: it is run until it says where it is.
const LASTING: &[&str] = &[
    "pilothouse",
    "pilothouse --demo",
    "pilothouse serve --no-open --listen 127.0.0.1:7477 --public-url https://pilot.example.com",
    "pilothouse model --listen 127.0.0.1:8787 --log requests.ndjson",
];

/// The programs that a command may begin with to be run: they do nothing outside of the home they are given.
const HARMLESS: &[&str] = &["pilothouse", "echo", "mkdir"];

/// A home where `claude` is the simulator, `pilothouse` is ours, and a browser is only told of.
fn home() -> Home {
    let mut home = Home::new();
    let programs = home.path().join("programs");
    std::fs::create_dir(&programs).unwrap();
    home.script(
        "programs/claude",
        &format!("#!/bin/sh\nexec '{SIMULATOR}' \"$@\"\n"),
    );
    home.script(
        "programs/xdg-open",
        "#!/bin/sh\necho \"$1\" > \"$HOME/opened\"\n",
    );
    for (program, name) in [(PILOTHOUSE, "pilothouse"), (SIMULATOR, "pilothouse-sim")] {
        std::os::unix::fs::symlink(program, programs.join(name)).unwrap();
    }
    home.set(
        "PATH",
        &format!(
            "{}:{}",
            programs.display(),
            std::env::var("PATH").unwrap_or_default()
        ),
    );
    home.set("PILOTHOUSE_LISTEN", "127.0.0.1:0");
    home
}

fn in_shell(home: &Home, command: &str) -> Command {
    let given = home.command(&[]);
    let mut shell = Command::new("sh");
    shell
        .args(["-eu", "-c", command])
        .current_dir(home.project())
        .env_clear()
        .envs(
            given
                .get_envs()
                .filter_map(|(name, value)| Some((name, value?))),
        )
        .stdin(Stdio::null());
    shell
}

fn begins_with(command: &str, words: &str) -> bool {
    let rest = command.strip_prefix(words);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

fn is_named(command: &str) -> bool {
    let mut named = NOT_RUN.iter().flat_map(|(_, named)| named.iter());
    named.any(|words| begins_with(command, words))
}

#[test]
fn every_command_of_the_documents_is_run_or_named_with_a_reason() {
    let mut ran = 0;
    for block in shell() {
        let home = home();
        for command in block.commands() {
            let place = block.page.display();
            if is_named(&command) || LASTING.contains(&command.as_str()) {
                continue;
            }
            let program = command.split(' ').next().unwrap();
            assert!(
                HARMLESS.contains(&program),
                "{place}: {command}\nis not run: name it in NOT_RUN, with the reason"
            );
            let output = in_shell(&home, &command).output().unwrap();
            assert!(
                output.status.success(),
                "{place}: {command}\nended with {}\n{}{}",
                output.status,
                text(&output.stdout),
                text(&output.stderr)
            );
            ran += 1;
        }
    }
    assert!(ran >= 12, "only {ran} commands were run");
}

#[test]
fn what_goes_on_says_where_it_is_and_ends_when_it_is_told_to() {
    for command in LASTING {
        let home = home();
        let ports = command.replace(":7477", ":0").replace(":8787", ":0");
        let mut child = in_shell(&home, &format!("exec {ports}"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        stdout.read_line(&mut line).unwrap();
        assert!(line.contains("http"), "{command}: {line:?}");
        let process = rustix::process::Pid::from_child(&child);
        rustix::process::kill_process(process, rustix::process::Signal::TERM).unwrap();
        child.wait().unwrap();
    }
}

/// What is named and stands nowhere any more would hide a command that is written like it later.
#[test]
fn what_is_named_stands_in_a_document() {
    let commands: Vec<String> = shell().iter().flat_map(Block::commands).collect();
    let named = NOT_RUN.iter().flat_map(|(_, named)| named.iter());
    for words in named {
        let mut commands = commands.iter();
        assert!(
            commands.any(|command| begins_with(command, words)),
            "no document has a command that begins with {words}"
        );
    }
    for one in LASTING {
        assert!(
            commands.iter().any(|command| command == one),
            "no document has the command {one}"
        );
    }
}

/// A command in a block that does not say so would not be looked at.
#[test]
fn commands_stand_in_blocks_of_shell() {
    const PROGRAMS: &[&str] = &["pilothouse ", "cargo ", "claude ", "npm ", "npx ", "curl "];
    for block in blocks() {
        assert!(
            !["bash", "shell", "console", "zsh"].contains(&block.language.as_str()),
            "{}: call it sh, as everywhere",
            block.page.display()
        );
        if !block.language.is_empty() {
            continue;
        }
        for line in &block.lines {
            assert!(
                !PROGRAMS.iter().any(|program| line.starts_with(program)),
                "{}: {line}\nstands in a block that is not called sh",
                block.page.display()
            );
        }
    }
}

/// The words of the first command of a line, as far as the shell does not take over.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for word in line.split_whitespace() {
        if word.starts_with(['|', '>', '<', '&']) || word == "--" {
            break;
        }
        words.push(word.trim_matches(['\'', '"']).to_owned());
    }
    words
}

/// What is not run must at least be understood.
#[test]
fn commands_of_the_documents_and_their_flags_exist() {
    let home = Home::new();
    let mut checked = 0;
    for (page, line) in every_command() {
        let words = words(&line);
        if words.first().is_none_or(|word| word != "pilothouse") {
            continue;
        }
        let nested = ["sessions", "wire"];
        let mut command: Vec<&str> = words[1..].iter().map(String::as_str).collect();
        let named = match command.first() {
            Some(first) if nested.contains(first) => 2,
            Some(first) if !first.starts_with('-') => 1,
            _ => 0,
        };
        let flags = command.split_off(named);
        // The simulator and the model have helps of their own.
        if matches!(command.first(), Some(&("sim" | "model"))) {
            continue;
        }
        command.push("--help");
        let output = home.output(&command);
        let help = text(&output.stdout);
        assert!(output.status.success(), "{}: {line}", page.display());
        for flag in flags.iter().filter(|flag| flag.starts_with("--")) {
            let flag = flag.split('=').next().unwrap();
            let known = pilothouse_protocol::command::Flag::find(flag).is_some();
            assert!(
                help.contains(flag) || (command[0] == "run" && known),
                "{}: {line}: there is no {flag}",
                page.display()
            );
        }
        checked += 1;
    }
    assert!(checked > 15, "only {checked} commands were found");
}

fn every_command() -> Vec<(PathBuf, String)> {
    shell()
        .iter()
        .flat_map(|block| {
            let commands = block.commands().into_iter();
            commands.map(|command| (block.page.clone(), command))
        })
        .collect()
}

#[test]
fn tasks_of_the_documents_exist() {
    let tasks = std::fs::read_to_string(repository().join("xtask/src/main.rs")).unwrap();
    let mut checked = 0;
    for (page, line) in every_command() {
        // Without a task it lists them.
        let Some(task) = words(&line).get(2).cloned() else {
            continue;
        };
        if !line.starts_with("cargo xtask") {
            continue;
        }
        let task = format!("\"{task}\"");
        assert!(tasks.contains(&task), "{}: {line}", page.display());
        checked += 1;
    }
    assert!(checked > 3, "only {checked} tasks were found");
}
