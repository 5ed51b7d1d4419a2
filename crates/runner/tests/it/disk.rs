//! A disk with no room left.
//!
//! The runner lives in a mount namespace of its own, where the log's directory is a small
//! tmpfs. Everything the test knows of it comes over the socket.

use pilothouse_log::{Kind, Note, Record};
use pilothouse_runner::socket::Refusal;
use pilothouse_runner::{ClientError, Program};

use crate::support::{Attached, Session, within};

fn on_a_small_disk() -> Session {
    let mut session = Session::new();
    let mount = format!(
        "mount -t tmpfs -o size=4m none '{}' && exec \"$@\"",
        session.config.log_dir.display()
    );
    let runner = env!("CARGO_BIN_EXE_runner-under-test");
    let inside = [
        "--user",
        "--map-root-user",
        "--mount",
        "sh",
        "-c",
        &mount,
        "sh",
        runner,
    ];
    session.program = Program::new("unshare", inside);
    session.config.reserve_bytes = 1 << 20;
    session.launch();
    session
}

async fn note(attached: &mut Attached, wanted: fn(&Note) -> bool) -> Record {
    attached
        .record(|record| record.note().is_some_and(|note| wanted(&note)))
        .await
}

#[tokio::test]
async fn a_full_disk_interrupts_the_turn_and_refuses_messages_until_there_is_room() {
    let session = on_a_small_disk();
    let mut attached = session.control(0).await;
    attached.write("w-1", r#"{"type":"user"}"#).await.unwrap();
    attached.line("got").await;
    attached.order("many 100000").await;

    let full = note(&mut attached, |note| matches!(note, Note::DiskFull(_))).await;
    let interrupt = attached.record(|record| record.kind == Kind::In).await;
    assert!(interrupt.bytes.windows(9).any(|part| part == b"interrupt"));
    assert!(interrupt.seq > full.seq);
    let refused = attached.write("w-2", r#"{"type":"user","more":1}"#).await;
    assert!(
        matches!(
            refused,
            Err(ClientError::Refused {
                code: Refusal::DiskFull,
                ..
            })
        ),
        "{refused:?}"
    );
    assert!(attached.client.status().await.unwrap().disk_full);
}

#[tokio::test]
async fn output_that_does_not_fit_is_kept_until_there_is_room() {
    let session = on_a_small_disk();
    let mut attached = session.control(0).await;
    let mut filler = Filler::start(&attached, &session, "true").await;

    // The reserve takes some of it; the rest of this waits.
    attached.write("w-1", "many 30000").await.unwrap();
    note(&mut attached, |note| matches!(note, Note::DiskFull(_))).await;
    filler.make_room().await;
    // A slow CLI has more to say when there is room again.
    let (mut last, mut room) = (false, false);
    while !(last && room) {
        let record = attached.record(|_| true).await;
        last |= record.bytes == "line 29999";
        room |= matches!(record.note(), Some(Note::DiskRoom(_)));
    }
    assert!(!attached.client.status().await.unwrap().disk_full);
}

#[tokio::test]
async fn a_full_disk_is_told_later_when_others_took_the_reserve_as_well() {
    let session = on_a_small_disk();
    let mut attached = session.control(0).await;
    attached.write("w-1", r#"{"type":"user"}"#).await.unwrap();
    attached.line("got").await;
    let reserve = session.config.log_dir.join("reserve");
    let steal = format!("rm {}", reserve.display());
    let mut filler = Filler::start(&attached, &session, &steal).await;
    attached.write("w-2", "many 30000").await.unwrap();
    while !within(attached.client.status()).await.unwrap().disk_full {}

    filler.make_room().await;
    note(&mut attached, |note| matches!(note, Note::DiskFull(_))).await;
    let interrupt = attached.record(|record| record.kind == Kind::In).await;
    assert!(interrupt.bytes.windows(9).any(|part| part == b"interrupt"));
    // The CLI heard of it while nothing could be logged; there may be room before it says so.
    let (mut last, mut heard, mut room) = (false, false, false);
    while !(last && heard && room) {
        let record = attached.record(|_| true).await;
        last |= record.bytes == "line 29999";
        heard |= record.bytes.starts_with(b"got ");
        room |= matches!(record.note(), Some(Note::DiskRoom(_)));
    }
}

/// Something else that takes the disk, and gives it back when it is told to.
struct Filler(tokio::process::Child);

impl Filler {
    /// Runs a command where the runner lives, and then takes all the room there is.
    async fn start(attached: &Attached, session: &Session, first: &str) -> Self {
        let status = attached.client.status().await.unwrap();
        let filler = session.config.log_dir.join("filler");
        let fill = format!(
            "{first}; sh -c 'head -c 16m /dev/zero >{0} 2>/dev/null; echo filled; read line; rm {0}; cat >/dev/null'",
            filler.display()
        );
        let mut filler = inside(status.cli_pid, &fill);
        let mut out = filler.stdout.take().unwrap();
        let mut word = [0; 7];
        within(tokio::io::AsyncReadExt::read_exact(&mut out, &mut word))
            .await
            .unwrap();
        Self(filler)
    }

    async fn make_room(&mut self) {
        let stdin = self.0.stdin.as_mut().unwrap();
        tokio::io::AsyncWriteExt::write_all(stdin, b"go\n")
            .await
            .unwrap();
    }
}

/// Runs something where the runner lives.
fn inside(pid: u32, command: &str) -> tokio::process::Child {
    let target = pid.to_string();
    tokio::process::Command::new("nsenter")
        .args([
            "--user",
            "--preserve-credentials",
            "--mount",
            "--target",
            &target,
        ])
        .args(["sh", "-c", command])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap()
}
