//! The examples of docs/api.md, run as a reader would run them.

use std::path::{Path, PathBuf};

use serde_json::json;
use tokio::process::Command;

use crate::harness::{Harness, LIMIT};

const SCRIPT: &str = r#"SCRIPT:[[{"type":"text","text":"Something is to be done."},
    {"type":"tool_use","name":"Bash","input":{"command":"touch made"},"sim":{"stdout":"made"}}],
    [{"type":"text","text":"It is done."}]]"#;

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// What the example with curl needs.
pub(crate) fn curl() -> [PathBuf; 1] {
    ["curl".into()]
}

/// What the example in TypeScript needs: Node, and the compiler among the packages of the UI.
pub(crate) fn node() -> [PathBuf; 2] {
    ["node".into(), compiler()]
}

fn compiler() -> PathBuf {
    docs().join("../ui/node_modules/.bin/tsc")
}

/// Runs an example against a host of its own and checks what it did.
async fn run(mut example: Command) {
    let harness = Harness::start().await;
    let token = harness.bearer().trim_start_matches("Bearer ").to_owned();
    let example = example
        .arg(harness.project())
        .arg(SCRIPT.replace('\n', ""))
        .env("PILOTHOUSE", format!("http://{}", harness.address()))
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
    let mut browser = harness.watch(session).await;
    browser.until_idle().await;
    let whole = format!("{:?}", browser.view.entries);
    assert!(whole.contains("It is done."), "{whole}");
    let inbox = harness.ok("GET", "/api/inbox", json!(null)).await;
    assert_eq!(inbox, json!([]));
}

pub(crate) async fn the_example_with_curl_runs_a_session_and_answers_its_ask() {
    let mut example = Command::new("sh");
    example.arg(docs().join("examples/session.sh"));
    run(example).await;
}

pub(crate) async fn the_example_in_typescript_fits_the_types_and_runs_a_session() {
    let out = tempfile::tempdir().unwrap();
    let packages = docs().join("../ui/node_modules/@types");
    let compiled = Command::new(compiler())
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
