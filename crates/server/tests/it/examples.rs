//! The examples of docs/api.md, run as a reader would run them.
//!
//! Where curl or Node is not installed a test says so and passes; `cargo xtask test` demands both.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::json;
use tokio::process::Command;

use crate::ground::{Ground, LIMIT};

const SCRIPT: &str = r#"SCRIPT:[[{"type":"text","text":"Something is to be done."},
    {"type":"tool_use","name":"Bash","input":{"command":"touch made"},"sim":{"stdout":"made"}}],
    [{"type":"text","text":"It is done."}]]"#;

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// Whether a program is there; says so when not.
#[allow(
    clippy::print_stderr,
    reason = "a reader should see what was not tried"
)]
async fn has(program: &Path) -> bool {
    let found = Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .await;
    let found = found.is_ok_and(|status| status.success());
    let demanded = std::env::var_os("PILOTHOUSE_EXAMPLES").is_some();
    assert!(found || !demanded, "{} is missing", program.display());
    if !found {
        eprintln!("skipped: {} is not here", program.display());
    }
    found
}

/// Runs an example against a host of its own and checks what it did.
async fn run(mut example: Command) {
    let ground = Ground::start().await;
    let token = ground.bearer().trim_start_matches("Bearer ").to_owned();
    let example = example
        .arg(ground.project())
        .arg(SCRIPT.replace('\n', ""))
        .env("PILOTHOUSE", format!("http://{}", ground.address()))
        .env("TOKEN", token)
        .kill_on_drop(true);
    let output = tokio::time::timeout(LIMIT, example.output()).await;
    let output = output.expect("the example does not end").unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{complaints}");
    let session = said.lines().find_map(|line| line.strip_prefix("session "));
    let session = session.unwrap();
    assert!(said.contains("allowed "), "{said}");
    assert!(said.trim_end().ends_with("done"), "{said}");
    let mut browser = ground.watch(session).await;
    browser.until_idle().await;
    let whole = format!("{:?}", browser.view.entries);
    assert!(whole.contains("It is done."), "{whole}");
    let inbox = ground.ok("GET", "/api/inbox", json!(null)).await;
    assert_eq!(inbox, json!([]));
}

#[tokio::test]
async fn the_example_with_curl_runs_a_session_and_answers_its_ask() {
    if !has(Path::new("curl")).await {
        return;
    }
    let mut example = Command::new("sh");
    example.arg(docs().join("examples/session.sh"));
    run(example).await;
}

#[tokio::test]
async fn the_example_in_typescript_fits_the_types_and_runs_a_session() {
    let compiler = docs().join("../ui/node_modules/.bin/tsc");
    if !has(Path::new("node")).await || !has(&compiler).await {
        return;
    }
    let out = tempfile::tempdir().unwrap();
    let packages = docs().join("../ui/node_modules/@types");
    let compiled = Command::new(&compiler)
        .args(["--strict", "--target", "es2022", "--module", "nodenext"])
        .args(["--skipLibCheck", "--types", "node", "--typeRoots"])
        .arg(packages)
        .arg("--outDir")
        .arg(out.path())
        .arg(docs().join("examples/session.mts"))
        .output()
        .await
        .unwrap();
    let complaints = String::from_utf8_lossy(&compiled.stdout);
    assert!(compiled.status.success(), "{complaints}");
    let mut example = Command::new("node");
    example.arg(out.path().join("docs/examples/session.mjs"));
    run(example).await;
}
