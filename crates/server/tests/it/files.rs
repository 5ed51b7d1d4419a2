//! Files, diffs and records over HTTP.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Device, Host, Response};

/// A host with a session in a repository of its own.
struct Harness {
    host: Host,
    device: Device,
    project: TempDir,
    session: String,
}

impl Harness {
    async fn start() -> Self {
        let project = tempfile::tempdir().unwrap();
        for (path, text) in [
            ("README.md", "# Harbour\n"),
            ("src/auth.ts", "one\ntwo\nthree\n"),
            (".gitignore", "dist/\n*.log\n"),
        ] {
            write(project.path(), path, text);
        }
        for arguments in [
            &["init", "-q", "-b", "main"][..],
            &["add", "."],
            &["commit", "-q", "-m", "Begin"],
        ] {
            git(project.path(), arguments);
        }
        let host = Host::start().await;
        let device = host.sign_in().await;
        let create = json!({"project": project.path()}).to_string();
        let made = host
            .request("POST", "/api/sessions", &device.headers(), &create)
            .await;
        assert_eq!(made.status, 201, "{}", made.body);
        let session = made.json()["id"].as_str().unwrap().to_owned();
        Self {
            host,
            device,
            project,
            session,
        }
    }

    async fn get(&self, rest: &str) -> Response {
        self.get_with(rest, &[]).await
    }

    async fn get_with(&self, rest: &str, more: &[(&str, &str)]) -> Response {
        let mut headers = self.device.headers().to_vec();
        headers.extend_from_slice(more);
        let path = format!("/api/sessions/{}/{rest}", self.session);
        self.host.request("GET", &path, &headers, "").await
    }
}

fn write(root: &Path, path: &str, text: &str) {
    let file = root.join(path);
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, text).unwrap();
}

fn git(project: &Path, arguments: &[&str]) {
    let identity = ["-c", "user.name=Test", "-c", "user.email=test@localhost"];
    let mut command = Command::new("git");
    command.current_dir(project).args(identity).args(arguments);
    assert!(command.status().unwrap().success(), "git {arguments:?}");
}

fn named<'a>(list: &'a Value, key: &str, name: &str) -> &'a Value {
    let list = list.as_array().unwrap();
    let found = list.iter().find(|item| item[key] == name);
    found.unwrap_or(&Value::Null)
}

#[tokio::test]
async fn the_tree_says_what_git_says_and_leaves_out_what_git_ignores() {
    let harness = Harness::start().await;
    write(harness.project.path(), "src/auth.ts", "one\n2\nthree\n");
    write(harness.project.path(), "new.ts", "x\n");
    write(harness.project.path(), "dist/out.js", "x\n");
    write(harness.project.path(), "debug.log", "x\n");
    let list = harness.get("files").await.json();
    let names: Vec<_> = list.as_array().unwrap().iter().collect();
    let names: Vec<_> = names.iter().map(|node| &node["name"]).collect();
    assert_eq!(names, ["src", ".gitignore", "README.md", "new.ts"]);
    assert_eq!(named(&list, "name", "src")["git"], "M");
    assert_eq!(named(&list, "name", "new.ts")["git"], "??");
    assert_eq!(named(&list, "name", "README.md")["git"], Value::Null);
    let inner = harness.get("files?path=src").await.json();
    assert_eq!(named(&inner, "path", "src/auth.ts")["git"], "M");
    let found = harness.get("files/suggest?query=o").await.json();
    assert_eq!(named(&found, "path", "dist/out.js"), &Value::Null);
}

#[tokio::test]
async fn the_diff_has_changed_and_new_files() {
    let harness = Harness::start().await;
    write(harness.project.path(), "src/auth.ts", "one\n2\nthree\n");
    write(harness.project.path(), "new.ts", "x\ny");
    std::fs::remove_file(harness.project.path().join("README.md")).unwrap();
    let diff = harness.get("diff").await.json();
    assert_eq!(diff["branch"], "main");
    assert_eq!(diff["truncated"], false);
    let changed = named(&diff["files"], "path", "src/auth.ts");
    assert_eq!(
        changed,
        &json!({"path": "src/auth.ts", "git": "M", "insertions": 1, "deletions": 1, "bySession": false})
    );
    assert_eq!(named(&diff["files"], "path", "new.ts")["insertions"], 2);
    assert_eq!(named(&diff["files"], "path", "README.md")["git"], "D");
    // What is told is a patch that git itself takes.
    let elsewhere = tempfile::tempdir().unwrap();
    let origin = harness.project.path().to_str().unwrap();
    git(elsewhere.path(), &["clone", "-q", origin, "copy"]);
    let copy = elsewhere.path().join("copy");
    std::fs::write(
        elsewhere.path().join("patch"),
        diff["patch"].as_str().unwrap(),
    )
    .unwrap();
    git(&copy, &["apply", "../patch"]);
    assert_eq!(
        std::fs::read_to_string(copy.join("new.ts")).unwrap(),
        "x\ny"
    );
    assert!(!copy.join("README.md").exists());
}

#[tokio::test]
async fn nothing_that_the_repository_names_is_run() {
    let harness = Harness::start().await;
    let project = harness.project.path();
    let trap = project.join("trapped");
    let run = format!("touch {} ; cat", trap.display());
    write(
        project,
        ".gitattributes",
        "*.ts diff=trap filter=trap\n*.md filter=other\n",
    );
    for (name, value) in [
        ("core.fsmonitor", run.as_str()),
        ("core.pager", &run),
        ("diff.external", &run),
        ("diff.trap.command", &run),
        ("diff.trap.textconv", &run),
        ("filter.trap.clean", &run),
        ("filter.trap.smudge", &run),
        ("filter.trap.required", "true"),
        ("filter.other.process", &run),
        ("core.hooksPath", "hooks"),
    ] {
        git(project, &["config", name, value]);
    }
    write(
        project,
        "hooks/post-index-change",
        &format!("#!/bin/sh\n{run}\n"),
    );
    write(project, "src/auth.ts", "one\n2\nthree\n");
    write(project, "README.md", "# Port\n");
    // Setting the trap may have sprung it.
    drop(std::fs::remove_file(&trap));
    let diff = harness.get("diff").await.json();
    assert!(diff["patch"].as_str().unwrap().contains("+2"), "{diff}");
    assert_eq!(harness.get("files").await.status, 200);
    assert_eq!(harness.get("files/suggest?query=a").await.status, 200);
    assert!(
        !trap.exists(),
        "the repository's configuration ran a program"
    );
}

#[tokio::test]
async fn a_project_without_git_has_files_and_no_diff() {
    let harness = Harness::start().await;
    std::fs::remove_dir_all(harness.project.path().join(".git")).unwrap();
    let list = harness.get("files").await.json();
    assert_eq!(named(&list, "name", "README.md")["git"], Value::Null);
    let diff = harness.get("diff").await.json();
    assert_eq!(
        diff,
        json!({"files": [], "patch": "", "truncated": false}),
        "{diff}"
    );
}

#[tokio::test]
async fn files_are_sent_as_what_they_are_and_can_do_nothing() {
    let harness = Harness::start().await;
    write(
        harness.project.path(),
        "page.html",
        "<script>alert(1)</script>",
    );
    write(harness.project.path(), "notes", "plain");
    let page = harness.get("files/content?path=page.html").await;
    for line in [
        "content-type: text/html; charset=utf-8",
        "content-security-policy: sandbox; default-src 'none'",
        "x-content-type-options: nosniff",
        "cache-control: no-store",
    ] {
        assert!(page.head.contains(line), "{line} is not in {}", page.head);
    }
    let notes = harness.get("files/content?path=notes").await;
    assert!(notes.head.contains("content-type: text/plain"));
    assert_eq!(notes.body, "plain");
}

#[tokio::test]
async fn a_part_of_a_file_can_be_asked_for() {
    let harness = Harness::start().await;
    let part = harness
        .get_with("files/content?path=README.md", &[("range", "bytes=2-4")])
        .await;
    assert_eq!((part.status, part.body.as_str()), (206, "Har"));
    assert!(part.head.contains("content-range: bytes 2-4/10"));
    let none = harness
        .get_with("files/content?path=README.md", &[("range", "bytes=99-")])
        .await;
    assert_eq!(none.status, 416);
}

#[tokio::test]
async fn paths_and_links_out_of_the_project_are_refused() {
    let harness = Harness::start().await;
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("secret"), "s3cret").unwrap();
    std::os::unix::fs::symlink(outside.path(), harness.project.path().join("out")).unwrap();
    let absolute = format!("{}/secret", outside.path().display());
    for path in [
        "../secret",
        "out/secret",
        "%2e%2e/secret",
        "src/../../x",
        &absolute,
        "/etc/passwd",
    ] {
        for route in ["files/content", "files"] {
            let answer = harness.get(&format!("{route}?path={path}")).await;
            assert!(
                matches!(answer.status, 403 | 404),
                "{route} {path}: {}",
                answer.status
            );
            assert!(!answer.body.contains("s3cret"));
        }
    }
    assert_eq!(harness.get("files?path=out").await.status, 403);
    assert_eq!(harness.get("files?path=README.md").await.status, 404);
}

#[tokio::test]
async fn the_log_can_be_read_record_by_record() {
    let harness = Harness::start().await;
    let all = harness.get("wire").await.json();
    let records = all["records"].as_array().unwrap();
    assert!(records.len() > 1, "{all}");
    assert!(records.iter().all(|record| record["kind"] == "note"));
    assert!(records.iter().all(|record| record["name"] == "setting"));
    assert_eq!(all["next"], Value::Null);
    let first = harness.get("wire?limit=1&cut=5").await.json();
    assert_eq!(first["records"].as_array().unwrap().len(), 1);
    assert_eq!(first["records"][0]["text"].as_str().unwrap().len(), 5);
    let next = first["next"].as_u64().unwrap();
    let rest = harness.get(&format!("wire?after={next}")).await.json();
    assert_eq!(rest["records"][0], records[1]);
}

/// Serves the files below a directory over plain HTTP, one request per connection, and returns the address.
fn serve_files(root: std::path::PathBuf) -> String {
    use std::io::{BufRead, BufReader, Write};

    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let mut lines = BufReader::new(&stream).lines().map_while(Result::ok);
            let first = lines.next().unwrap_or_default();
            lines.find(String::is_empty);
            let path = first.split(['?', ' ']).nth(1).unwrap_or_default();
            let file = std::fs::read(root.join(path.trim_start_matches('/')));
            let status = if file.is_ok() {
                "200 OK"
            } else {
                "404 Not Found"
            };
            let body = file.unwrap_or_default();
            let head = format!(
                "HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                body.len()
            );
            // Git may hang up early.
            drop((&stream).write_all(&[head.as_bytes(), &body].concat()));
        }
    });
    address
}

#[tokio::test]
async fn a_repository_is_cloned_by_its_address_and_nothing_is_left_of_a_failure() {
    let harness = Harness::start().await;
    let place = tempfile::tempdir().unwrap();
    let bare = place.path().join("served/shop.git");
    let source = harness.project.path().to_string_lossy().into_owned();
    git(
        place.path(),
        &["clone", "-q", "--bare", &source, &bare.to_string_lossy()],
    );
    git(&bare, &["update-server-info"]);
    let address = serve_files(place.path().join("served"));
    let parent = place.path().join("work");
    std::fs::create_dir(&parent).unwrap();
    let clone = async |name: &str| {
        let body = json!({"address": format!("{address}/{name}"), "parent": parent}).to_string();
        let headers = harness.device.headers();
        harness
            .host
            .request("POST", "/api/projects/clone", &headers, &body)
            .await
    };
    let cloned = clone("shop.git").await;
    assert_eq!(cloned.status, 200, "{}", cloned.body);
    let shop = parent.join("shop");
    assert_eq!(cloned.json()["path"], shop.to_string_lossy().as_ref());
    assert_eq!(
        std::fs::read_to_string(shop.join("README.md")).unwrap(),
        "# Harbour\n"
    );
    assert_eq!(clone("shop.git").await.status, 409);
    let missing = clone("other.git").await;
    assert_eq!(missing.status, 422, "{}", missing.body);
    assert!(
        missing.json()["detail"]
            .as_str()
            .unwrap()
            .contains("not found")
    );
    assert_eq!(std::fs::read_dir(&parent).unwrap().count(), 1);
    let found = harness
        .host
        .request(
            "GET",
            &format!("/api/projects/suggest?path={}&query=auth", shop.display()),
            &harness.device.headers(),
            "",
        )
        .await;
    assert_eq!(found.json(), json!([{"path": "src/auth.ts"}]));
}
