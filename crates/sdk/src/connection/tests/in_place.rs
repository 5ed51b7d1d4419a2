//! Reading in the dedicated task and in tasks that wait for events.

use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::Thread;

use serde_json::{Value, json};

use super::peer::{Peer, ask};
use super::{attach, received};
use crate::{Decision, Event, PermissionRequest};

/// Wakes a parked thread.
struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Waits on a thread without a runtime.
fn wait<T>(future: impl Future<Output = T>) -> T {
    let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(value) => return value,
            Poll::Pending => std::thread::park(),
        }
    }
}

#[tokio::test]
async fn answers_do_not_wait_for_a_taker_who_is_no_longer_polled() {
    let (session, mut events, mut peer) = Peer::attach(attach());
    peer.say(json!({"type": "keep_alive"})).await;
    received(&mut events, "keep_alive").await;
    let mut next = pin!(events.next());
    let mut never = Context::from_waker(Waker::noop());
    assert!(next.as_mut().poll(&mut never).is_pending());
    let asking = tokio::spawn(async move { session.request_raw("get_status", Value::Null).await });
    let request = peer.hear().await;
    peer.succeed(&request, json!({"fine": true})).await;
    assert!(asking.await.unwrap().is_ok());
}

#[tokio::test]
async fn events_can_be_awaited_outside_of_the_runtime() {
    let handler = |_: PermissionRequest| async { Decision::allow() };
    let (_session, mut events, mut peer) = Peer::attach(attach().permissions(handler));
    peer.say(json!({"type": "keep_alive"})).await;
    received(&mut events, "keep_alive").await;
    peer.say(ask("a", "Bash")).await;
    // The only thread of the runtime is blocked here, so the taker must read by itself.
    let taken = std::thread::spawn(move || (wait(events.next()), events));
    let (event, _events) = taken.join().unwrap();
    assert!(matches!(event, Some(Event::Received(_))), "{event:?}");
    let answer = peer.hear().await;
    assert_eq!(answer["response"]["response"]["behavior"], "allow");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_order_is_kept_whoever_reads() {
    const LINES: u64 = 20_000;
    let (_session, mut events, mut peer) = Peer::attach(attach());
    let saying = tokio::spawn(async move {
        for number in 0..LINES {
            peer.say(json!({"type": "keep_alive", "number": number}))
                .await;
        }
    });
    let mut expected = 0;
    while let Some(Event::Received(frame)) = events.next().await {
        let line: Value = serde_json::from_slice(&frame.bytes).unwrap();
        assert_eq!(line["number"], expected);
        expected += 1;
        // Let the dedicated task run occasionally.
        if expected % 7 == 0 {
            tokio::task::yield_now().await;
        }
    }
    assert_eq!(expected, LINES);
    saying.await.unwrap();
}
