//! A repository that names programs for git to run. Each program leaves a marker file.

use std::ffi::OsStr;
use std::fmt::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Device, Host};
use crate::table::{Area, attack, elsewhere};

pub(crate) fn area() -> Area {
    Area::new(
        "Git in a repository that nobody trusted",
        vec![
            elsewhere(
                "pilothouse-server::it files::nothing_that_the_repository_names_is_run",
                "Name hooks, a pager, an external diff, a text converter, a file system monitor or a content filter",
                "Settings and flags that disable each of them",
            ),
            attack!(
                a_filter_with_an_equals_sign_in_its_name_is_disabled,
                "Name a content filter `a=b`, which `git -c` splits in the wrong place",
                "Settings are passed by `GIT_CONFIG_COUNT`",
            ),
            attack!(
                a_filter_whose_name_is_not_utf8_is_disabled,
                "Name a content filter with bytes that are not UTF-8",
                "Names are bytes from the list to the setting",
            ),
            attack!(
                a_filter_behind_a_megabyte_of_names_does_not_run,
                "Name a content filter behind more settings than are read",
                "A repository with a truncated list is not read",
            ),
            attack!(
                a_filter_for_the_branch_of_a_worktree_does_not_run,
                "Include a content filter only for the branch or the directory of a new worktree",
                "A worktree is created without files; its own settings are read before the checkout",
            ),
            attack!(
                a_filter_of_a_submodule_does_not_run,
                "Name a content filter in the settings of a submodule",
                "Git does not look into submodules",
            ),
            attack!(
                a_missing_object_is_not_fetched,
                "Fetch a missing object by a transport that runs a program, and allow that transport",
                "`GIT_ALLOW_PROTOCOL` and `GIT_NO_LAZY_FETCH`",
            ),
            elsewhere(
                "pilothouse-server git::clone::tests::what_runs_programs_or_reads_files_is_no_address",
                "Clone an address that runs a program, reads files of the server or is read as a flag",
                "Only https, http and ssh; names are checked, and the address follows `--`",
            ),
        ],
    )
}

/// A host beside a repository that nobody trusted.
struct Trap {
    directory: TempDir,
    host: Host,
    device: Device,
}

impl Trap {
    /// A repository with one commit of `a.txt`, to which these attributes apply.
    async fn with(attributes: &[u8]) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let host = Host::start().await;
        let device = host.sign_in().await;
        let trap = Self {
            directory,
            host,
            device,
        };
        begin(&trap.project(), attributes);
        trap
    }

    fn project(&self) -> PathBuf {
        self.directory.path().join("project")
    }

    /// A command that passes its input on and leaves the marker.
    fn program(&self) -> String {
        format!("touch {}; cat", self.marker().display())
    }

    fn marker(&self) -> PathBuf {
        self.directory.path().join("ran")
    }

    /// Writes settings into the configuration of the repository.
    fn configure(&self, text: &[u8]) {
        append(&self.project().join(".git/config"), text);
    }

    async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        let headers = self.device.headers();
        let answer = self
            .host
            .request("POST", path, &headers, &body.to_string())
            .await;
        (answer.status, answer.json())
    }

    /// Starts a session; the body is a `CreateSession` without its project.
    async fn session(&self, mut body: Value) -> Value {
        body["project"] = json!(self.project());
        let (status, made) = self.post("/api/sessions", body).await;
        assert_eq!(status, 201, "{made}");
        made
    }

    /// Looks at the files and the diff of a session, and returns the diff.
    async fn look(&self, session: &Value) -> Value {
        let id = session["id"].as_str().unwrap();
        let headers = self.device.headers();
        let mut last = Value::Null;
        for what in ["files", "files/suggest?query=a", "diff"] {
            let path = format!("/api/sessions/{id}/{what}");
            let answer = self.host.request("GET", &path, &headers, "").await;
            assert_eq!(answer.status, 200, "{}", answer.body);
            last = answer.json();
        }
        last
    }

    /// Proves that the trap works, by git itself, and removes the marker.
    fn must_work(&self, directory: &Path, arguments: &[&str]) {
        git(directory, arguments);
        assert!(self.marker().exists(), "the trap does not work");
        std::fs::remove_file(self.marker()).unwrap();
    }

    fn must_not_have_run(&self) {
        assert!(!self.marker().exists(), "the repository ran a program");
    }
}

fn begin(project: &Path, attributes: &[u8]) {
    std::fs::create_dir(project).unwrap();
    git(project, &["init", "-q", "-b", "main"]);
    std::fs::write(project.join(".gitattributes"), attributes).unwrap();
    std::fs::write(project.join("a.txt"), "one\n").unwrap();
    git(project, &["add", "."]);
    git(project, &["commit", "-q", "-m", "Begin"]);
}

fn git(directory: &Path, arguments: &[&str]) {
    let settings = [
        "user.name=t",
        "user.email=t@localhost",
        "protocol.file.allow=always",
    ];
    let mut command = Command::new("git");
    for setting in settings {
        command.args(["-c", setting]);
    }
    command.args(arguments).current_dir(directory);
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "git {arguments:?}: {errors}");
}

fn append(file: &Path, text: &[u8]) {
    let mut bytes = std::fs::read(file).unwrap_or_default();
    bytes.extend_from_slice(text);
    std::fs::write(file, bytes).unwrap();
}

/// A section of a configuration with a filter of this name.
fn filter(name: &[u8], program: &str) -> Vec<u8> {
    let mut text = b"[filter \"".to_vec();
    text.extend_from_slice(name);
    write_all(&mut text, &format!("\"]\n\tclean = \"{program}\"\n"));
    write_all(&mut text, &format!("\tsmudge = \"{program}\"\n"));
    text
}

fn write_all(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend_from_slice(text.as_bytes());
}

/// Changes `a.txt` to a text of the same length, so that git has to read it.
fn change(project: &Path) {
    std::fs::write(project.join("a.txt"), "two\n").unwrap();
}

async fn filter_named(name: &[u8]) {
    let trap = Trap::with(&[b"*.txt filter=", name, b"\n"].concat()).await;
    trap.configure(&filter(name, &trap.program()));
    change(&trap.project());
    trap.must_work(&trap.project(), &["status"]);
    // Git has noted that the file is unchanged since.
    change(&trap.project());
    let session = trap.session(json!({})).await;
    let diff = trap.look(&session).await;
    assert!(diff["patch"].as_str().unwrap().contains("+two"), "{diff}");
    trap.session(json!({"worktree": "other"})).await;
    trap.must_not_have_run();
}

async fn a_filter_with_an_equals_sign_in_its_name_is_disabled() {
    filter_named(b"a=b").await;
}

async fn a_filter_whose_name_is_not_utf8_is_disabled() {
    filter_named(b"\xff").await;
}

async fn a_filter_behind_a_megabyte_of_names_does_not_run() {
    let trap = Trap::with(b"*.txt filter=last\n").await;
    let mut names = "[section]\n".to_owned();
    for number in 0..6000 {
        writeln!(names, "\tn{number}-{} = 1", "x".repeat(200)).unwrap();
    }
    trap.configure(names.as_bytes());
    trap.configure(&filter(b"last", &trap.program()));
    change(&trap.project());
    trap.must_work(&trap.project(), &["status"]);
    change(&trap.project());
    let session = trap.session(json!({})).await;
    let diff = trap.look(&session).await;
    assert_eq!(diff["files"], json!([]), "the repository is not read");
    let worktree = json!({"project": trap.project(), "worktree": "other"});
    let (status, problem) = trap.post("/api/sessions", worktree).await;
    assert_eq!(status, 422, "{problem}");
    assert!(
        problem["title"]
            .as_str()
            .unwrap()
            .contains("too many settings")
    );
    trap.must_not_have_run();
}

async fn a_filter_for_the_branch_of_a_worktree_does_not_run() {
    for condition in ["onbranch:other", "gitdir:**/.git/worktrees/**"] {
        let trap = Trap::with(b"*.txt filter=included\n").await;
        let included = trap.directory.path().join("included");
        append(&included, &filter(b"included", &trap.program()));
        let include = format!(
            "[includeIf \"{condition}\"]\n\tpath = {}\n",
            included.display()
        );
        trap.configure(include.as_bytes());
        let proof = trap.directory.path().join("proof");
        let proof = proof.to_str().unwrap();
        trap.must_work(
            &trap.project(),
            &["worktree", "add", "-q", "-b", "other", proof],
        );
        git(&trap.project(), &["worktree", "remove", "--force", proof]);
        git(&trap.project(), &["branch", "-q", "-D", "other"]);
        drop(std::fs::remove_file(trap.marker()));
        let session = trap.session(json!({"worktree": "other"})).await;
        let worktree = Path::new(session["worktree"].as_str().unwrap());
        let text = std::fs::read_to_string(worktree.join("a.txt"));
        assert_eq!(text.unwrap(), "one\n", "{condition}");
        change(worktree);
        let diff = trap.look(&session).await;
        assert!(diff["patch"].as_str().unwrap().contains("+two"), "{diff}");
        // Removed when clean, which git is asked about, and taken back.
        std::fs::write(worktree.join("a.txt"), "one\n").unwrap();
        let path = format!("/api/sessions/{}", session["id"].as_str().unwrap());
        let headers = trap.device.headers();
        let removed = trap.host.request("DELETE", &path, &headers, "").await;
        assert_eq!(removed.status, 204, "{}", removed.body);
        assert!(!worktree.exists(), "{condition}");
        let (status, _) = trap.post(&format!("{path}/restore"), json!({})).await;
        assert_eq!((status, worktree.join("a.txt").exists()), (200, true));
        trap.must_not_have_run();
    }
}

async fn a_filter_of_a_submodule_does_not_run() {
    let trap = Trap::with(b"").await;
    let inner = trap.directory.path().join("inner");
    begin(&inner, b"*.txt filter=inner\n");
    let origin = inner.to_str().unwrap();
    git(
        &trap.project(),
        &["submodule", "--quiet", "add", origin, "inner"],
    );
    git(&trap.project(), &["commit", "-q", "-m", "Add a submodule"]);
    let session = trap.session(json!({"worktree": "other"})).await;
    let worktree = PathBuf::from(session["worktree"].as_str().unwrap());
    git(&worktree, &["submodule", "--quiet", "update", "--init"]);
    for place in [trap.project(), worktree.clone()] {
        let inner = place.join("inner");
        let text = filter(b"inner", &trap.program());
        let file = git_path(&inner, "config");
        append(&file, &text);
        change(&inner);
        trap.must_work(&place, &["status"]);
        change(&inner);
    }
    trap.look(&session).await;
    let plain = trap.session(json!({})).await;
    trap.look(&plain).await;
    // Whether the worktree is clean is asked here; what is in a submodule is not thrown away.
    let path = format!("/api/sessions/{}", session["id"].as_str().unwrap());
    let headers = trap.device.headers();
    let removed = trap.host.request("DELETE", &path, &headers, "").await;
    assert_eq!(removed.status, 204, "{}", removed.body);
    assert!(worktree.join("inner/a.txt").exists());
    trap.must_not_have_run();
}

/// A file of a repository's own directory, which is elsewhere for a submodule.
fn git_path(directory: &Path, name: &str) -> PathBuf {
    let mut command = Command::new("git");
    command.args(["rev-parse", "--git-path", name]);
    let output = command.current_dir(directory).output().unwrap();
    directory.join(OsStr::from_bytes(output.stdout.trim_ascii()))
}

async fn a_missing_object_is_not_fetched() {
    let trap = Trap::with(b"").await;
    let url = format!("ext::touch {}", trap.marker().display());
    let settings = format!(
        "[protocol \"ext\"]\n\tallow = always\n[remote \"origin\"]\n\tpromisor = true\n\turl = \"{url}\"\n[extensions]\n\tpartialClone = origin\n"
    );
    trap.configure(settings.as_bytes());
    let object = String::from_utf8(
        Command::new("git")
            .args(["rev-parse", "HEAD:a.txt"])
            .current_dir(trap.project())
            .output()
            .unwrap()
            .stdout,
    );
    let object = object.unwrap();
    let (directory, file) = object.trim().split_at(2);
    let object = trap
        .project()
        .join(".git/objects")
        .join(directory)
        .join(file);
    std::fs::remove_file(object).unwrap();
    change(&trap.project());
    let mut fetch = Command::new("git");
    // It fails, because the program is no transport.
    fetch.args(["diff", "HEAD"]).current_dir(trap.project());
    drop(fetch.output().unwrap());
    assert!(trap.marker().exists(), "the trap does not work");
    std::fs::remove_file(trap.marker()).unwrap();
    let session = trap.session(json!({})).await;
    trap.look(&session).await;
    trap.must_not_have_run();
}
