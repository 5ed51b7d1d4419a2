//! Clients that come, go and come back.

use pilothouse_log::{Kind, Who};
use pilothouse_runner::socket::{Refusal, Role};
use pilothouse_runner::{ClientError, Durability, Event};

use crate::support::files::wait_for_files;
use crate::support::{Session, texts, within};

fn is_refused<T: std::fmt::Debug>(result: Result<T, ClientError>, wanted: Refusal) {
    match result {
        Err(ClientError::Refused { code, .. }) => assert_eq!(code, wanted),
        other => panic!("{other:?} instead of {wanted:?}"),
    }
}

#[tokio::test]
async fn one_who_comes_back_gets_what_was_missed_and_then_what_is_new() {
    let session = Session::started();
    let mut attached = session.control(0).await;
    attached.order("say one").await;
    attached.line("one").await;
    let seen = attached.order("many 1000").await.seq;
    drop(attached);

    let mut attached = session.control(seen).await;
    assert_eq!(attached.client.welcome().first_seq, 1);
    attached.line("line 999").await;
    drop(attached);

    let mut attached = session.control(seen).await;
    let head = attached.client.welcome().head_seq;
    let (records, caught_up) = attached.caught_up().await;
    assert_eq!(caught_up, head);
    let sequences: Vec<_> = records.iter().map(|record| record.seq).collect();
    assert_eq!(sequences, (seen + 1..=head).collect::<Vec<_>>());
    assert_eq!(texts(&records, Kind::Out).last().unwrap(), "line 999");
    attached.order("say new").await;
    attached.line("new").await;
}

#[tokio::test]
async fn records_come_across_segments() {
    let mut session = Session::new();
    session.config.segment_bytes = 4096;
    session.launch();
    let mut attached = session.control(0).await;
    for _ in 0..40 {
        attached.order("many 50").await;
        attached.line("line 49").await;
    }
    assert!(session.log().segments().unwrap().len() > 10);
    let head = session.records().len() as u64;

    for after in [0, 1, 777, head] {
        let mut again = session.attach(Role::Observe, after).await;
        let (records, _) = again.caught_up().await;
        let sequences: Vec<_> = records.iter().map(|record| record.seq).collect();
        assert_eq!(sequences, (after + 1..=head).collect::<Vec<_>>());
        let from_disk: Vec<_> = session
            .log()
            .read_after(after)
            .unwrap()
            .map(Result::unwrap)
            .collect();
        assert_eq!(records, from_disk);
    }
}

#[tokio::test]
async fn sealed_segments_are_for_the_reader_of_the_directory() {
    let mut session = Session::new();
    session.config.segment_bytes = 4096;
    session.launch();
    let mut attached = session.control(0).await;
    for _ in 0..20 {
        attached.order("many 50").await;
        attached.line("line 49").await;
    }
    let all = session.records();
    for segment in session.log().sealable().unwrap() {
        // "Compressed" by naming alone: what matters here is who may open it.
        let sealed = segment.path.with_extension("phlog.zst");
        std::fs::rename(&segment.path, sealed).unwrap();
    }
    let log = session
        .log()
        .with_sealed(|path| Ok(Box::new(std::fs::File::open(path)?)));
    let read: Vec<_> = log.read_after(0).unwrap().map(Result::unwrap).collect();
    assert_eq!(read, all);

    let mut late = session.attach(Role::Observe, 0).await;
    let first = late.client.welcome().first_seq;
    assert!(first > 1);
    let (records, _) = late.caught_up().await;
    assert_eq!(records[0].seq, first);
    // The runner goes on without the sealed ones.
    attached.order("many 500").await;
    attached.line("line 499").await;
}

#[tokio::test]
async fn the_newest_controls_and_the_others_observe() {
    let session = Session::started();
    let mut first = session.control(0).await;
    first.caught_up().await;
    let mut observer = session.attach(Role::Observe, 0).await;
    is_refused(observer.write("o-1", "say no").await, Refusal::NotInControl);
    is_refused(observer.client.close_stdin().await, Refusal::NotInControl);
    observer.client.ping().await.unwrap();

    let mut second = session.control(0).await;
    assert_eq!(first.next().await, Some(Event::ControlLost));
    is_refused(first.write("f-1", "say no").await, Refusal::NotInControl);
    let note = pilothouse_log::Archived::default();
    let noted = first
        .client
        .note("f-2", Who::Host, note, Durability::Synced);
    is_refused(noted.await, Refusal::NotInControl);

    second.order("say yes").await;
    for attached in [&mut first, &mut second, &mut observer] {
        assert_eq!(attached.line("").await, "yes");
    }
    let status = second.client.status().await.unwrap();
    assert_eq!((status.clients, status.controlled), (3, true));
}

#[tokio::test]
async fn a_write_is_applied_once() {
    let session = Session::started();
    let mut attached = session.control(0).await;
    let first = attached.write("w-1", "say once").await.unwrap();
    assert!(!first.repeated);
    attached.line("once").await;
    drop(attached);

    let mut attached = session.control(0).await;
    let again = attached.write("w-1", "say once").await.unwrap();
    assert_eq!((again.seq, again.repeated), (first.seq, true));
    attached.order("say twice").await;
    attached.line("twice").await;
    assert_eq!(texts(&session.records(), Kind::Out), ["once", "twice"]);
}

#[tokio::test]
async fn writes_that_are_no_line_are_refused() {
    let session = Session::started();
    let attached = session.control(0).await;
    is_refused(
        attached.write("w-1", "say a\nsay b").await,
        Refusal::Invalid,
    );
    is_refused(attached.write("w-2", "").await, Refusal::Invalid);
    is_refused(
        attached.write(&"w".repeat(200), "say a").await,
        Refusal::Invalid,
    );
    is_refused(attached.client.signal(4000).await, Refusal::Invalid);
}

#[tokio::test]
async fn nobody_inside_a_session_may_connect() {
    let (session, other) = (Session::started(), Session::started());
    let mut attached = session.control(0).await;
    for socket in [&session.config.socket, &other.config.socket] {
        for order in ["connect", "outside", "orphan"] {
            attached
                .order(&format!("{order} {}", socket.display()))
                .await;
            let answer = attached.line("{").await;
            assert!(answer.contains("\"forbidden\""), "{order}: {answer}");
        }
    }
    attached.client.ping().await.unwrap();
}

#[tokio::test]
async fn the_socket_is_for_this_user_alone() {
    use std::os::unix::fs::PermissionsExt;
    let session = Session::started();
    let mode = |path: &std::path::Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&session.config.socket), 0o600);
    assert_eq!(mode(session.config.socket.parent().unwrap()), 0o700);
}

/// Cleaners of temporary directories remove sockets that look old.
#[tokio::test]
async fn a_runner_whose_socket_was_removed_listens_again() {
    let session = Session::started();
    let mut attached = session.control(0).await;
    let announced = session.config.log_dir.join("runner.json");
    std::fs::remove_dir_all(session.config.socket.parent().unwrap()).unwrap();
    std::fs::remove_file(&announced).unwrap();
    wait_for_files(&session.config.log_dir, "an announcement", || {
        announced.exists()
    })
    .await;
    let mut second = session.attach(Role::Observe, 0).await;
    attached.order("say both").await;
    attached.line("both").await;
    second.line("both").await;
}

#[tokio::test]
async fn the_session_goes_on_when_its_clients_are_gone() {
    let session = Session::started();
    let attached = session.control(0).await;
    attached.order("say alone").await;
    drop(attached);
    let mut attached = session.control(0).await;
    attached.line("alone").await;
}

#[tokio::test]
async fn one_who_speaks_nonsense_is_let_go_and_others_stay() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let session = Session::started();
    let mut attached = session.control(0).await;
    let mut stream = tokio::net::UnixStream::connect(&session.config.socket)
        .await
        .unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\n\r\n").await.unwrap();
    let mut answer = Vec::new();
    // What was not read makes the end an error; the refusal comes before it.
    within(stream.read_to_end(&mut answer)).await.ok();
    assert!(String::from_utf8_lossy(&answer).contains("invalid"));
    attached.order("say fine").await;
    attached.line("fine").await;
}
