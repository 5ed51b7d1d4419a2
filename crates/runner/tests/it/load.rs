//! Much at once, and clients that do not keep up.

use pilothouse_log::Kind;
use pilothouse_runner::Event;
use pilothouse_runner::socket::{Hello, Request, Role, VERSION};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;

use crate::support::{Session, within};

/// Reads how much memory a process holds, in kB.
fn resident(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.unwrap().trim().trim_end_matches(" kB");
    number.parse().unwrap()
}

#[tokio::test]
async fn a_line_of_50_megabytes_arrives_and_its_memory_is_given_back() {
    const SIZE: usize = 50 << 20;
    let mut session = Session::new();
    let launched = session.launch();
    let mut attached = session.control(0).await;
    attached.caught_up().await;
    let before = resident(launched.runner_pid);
    attached.order(&format!("big {SIZE}")).await;
    let record = attached.record(|record| record.kind == Kind::Out).await;
    assert_eq!(record.bytes.len(), SIZE);
    attached.order("say after").await;
    attached.line("after").await;
    let after = resident(launched.runner_pid);
    assert!(
        after < before + 4096,
        "{before} kB before, {after} kB after"
    );

    // Who comes later gets it from the file, in pieces.
    let mut late = session.attach(Role::Observe, 0).await;
    let (records, _) = late.caught_up().await;
    assert!(records.iter().any(|record| record.bytes.len() == SIZE));
    let after = resident(launched.runner_pid);
    assert!(
        after < before + 4096,
        "{before} kB before, {after} kB after"
    );
}

#[tokio::test]
async fn one_who_does_not_read_costs_nothing_and_misses_nothing() {
    const LINES: usize = 200_000;
    let mut session = Session::new();
    let launched = session.launch();
    let mut sleeper = UnixStream::connect(&session.config.socket).await.unwrap();
    let hello = Request::Hello(Hello {
        version: VERSION,
        role: Role::Observe,
        after: 0,
    });
    sleeper.write_all(&hello.encode()).await.unwrap();
    let mut first = [0; 1];
    within(sleeper.read_exact(&mut first)).await.unwrap();

    let mut attached = session.control(0).await;
    attached.order(&format!("many {LINES}")).await;
    attached.line(&format!("line {}", LINES - 1)).await;
    let held = resident(launched.runner_pid);
    assert!(held < 24 * 1024, "{held} kB");

    // It wakes up and still gets everything.
    let mut received = 0;
    let mut chunk = vec![0; 1 << 20];
    let wanted = session.config.log_dir.join("00000001.phlog");
    let wanted = wanted.metadata().unwrap().len() as usize;
    while received < wanted {
        let length = within(sleeper.read(&mut chunk)).await.unwrap();
        assert!(length > 0, "{received} of {wanted}");
        received += length;
    }
}

#[tokio::test]
async fn calls_are_answered_while_nobody_reads_events() {
    const LINES: usize = 200_000;
    let session = Session::started();
    let mut attached = session.control(0).await;
    attached.order(&format!("many {LINES}")).await;
    let mut observer = session.attach(Role::Observe, 0).await;
    observer.line(&format!("line {}", LINES - 1)).await;
    // More than the client keeps is waiting for it by now.
    for _ in 0..10 {
        within(attached.client.ping()).await.unwrap();
    }
    attached.order("exit 0").await;
    let (_, records) = attached.exited().await;
    let lines = records.iter().filter(|record| record.kind == Kind::Out);
    assert_eq!(lines.count(), LINES);
}

#[tokio::test]
async fn many_writes_at_once_keep_their_order_in_the_log() {
    let session = Session::started();
    let mut attached = session.control(0).await;
    let ids: Vec<_> = (0..200).map(|count| format!("w-{count}")).collect();
    let writes = ids.iter().map(|id| attached.write(id, "x"));
    let mut writes: Vec<_> = writes.map(Box::pin).collect();
    let mut last = 0;
    for write in &mut writes {
        let seq = write.await.unwrap().seq;
        assert!(seq > last);
        last = seq;
    }
    drop(writes);
    for _ in 0..200 {
        attached.line("got x").await;
    }
}

#[tokio::test]
async fn sequences_rise_without_a_hole_under_load() {
    let session = Session::started();
    let mut attached = session.control(0).await;
    attached.order("many 20000").await;
    attached.order("err meanwhile").await;
    attached.order("exit 3").await;
    let mut expected = 1;
    while let Some(event) = attached.next().await {
        if let Event::Record(record) = event {
            assert_eq!(record.seq, expected);
            expected += 1;
        }
    }
    assert_eq!(session.records().len() as u64, expected - 1);
}
