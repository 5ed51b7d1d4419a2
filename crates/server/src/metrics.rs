//! What the host counts, as Prometheus reads it. Written by hand: the format is a few lines of text.

use std::collections::BTreeMap;
use std::fmt::{Display, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use pilothouse_api::session::SessionStatus;

use crate::app::App;
use crate::problem::Problem;
use crate::store::Store;

/// The counters of one server.
pub(crate) struct Metrics {
    started: Instant,
    /// Answers by the first digit of their status, from 1 to 5.
    answers: [AtomicU64; 5],
    sockets: Arc<AtomicI64>,
    streams: Arc<AtomicI64>,
    pub(crate) socket_messages: AtomicU64,
    /// Before compression.
    pub(crate) socket_bytes: AtomicU64,
    /// As they went over the network.
    pub(crate) socket_sent_bytes: AtomicU64,
    pub(crate) slow_readers: AtomicU64,
}

impl Default for Metrics {
    fn default() -> Self {
        Self {
            started: Instant::now(),
            answers: Default::default(),
            sockets: Arc::default(),
            streams: Arc::default(),
            socket_messages: AtomicU64::new(0),
            socket_bytes: AtomicU64::new(0),
            socket_sent_bytes: AtomicU64::new(0),
            slow_readers: AtomicU64::new(0),
        }
    }
}

/// Counts as open until it is dropped.
pub(crate) struct Open(Arc<AtomicI64>);

impl Drop for Open {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Metrics {
    pub(crate) fn open_socket(&self) -> Open {
        open(&self.sockets)
    }

    pub(crate) fn open_stream(&self) -> Open {
        open(&self.streams)
    }
}

fn open(gauge: &Arc<AtomicI64>) -> Open {
    gauge.fetch_add(1, Ordering::Relaxed);
    Open(Arc::clone(gauge))
}

pub(crate) fn add(counter: &AtomicU64, number: usize) {
    counter.fetch_add(number as u64, Ordering::Relaxed);
}

/// Counts every answer.
pub(crate) async fn count(State(app): State<App>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let method = request.method().clone();
    // Without the query, which may hold what somebody looks for.
    let path = request.uri().path().to_owned();
    let response = next.run(request).await;
    let status = response.status().as_u16();
    let ms = started.elapsed().as_millis();
    tracing::debug!(%method, path, status, ms, "answered");
    let class = usize::from(response.status().as_u16() / 100).clamp(1, 5);
    app.metrics.answers[class - 1].fetch_add(1, Ordering::Relaxed);
    response
}

/// `GET /metrics`, for any device or token that is signed in.
pub(crate) async fn show(State(app): State<App>) -> Result<Response, Problem> {
    let summaries = app.store.run(Store::summaries).await?;
    let mut page = Page::default();
    let mut by_status: BTreeMap<&str, u64> = STATUSES.iter().map(|name| (*name, 0)).collect();
    let (mut asks, mut queued) = (0, 0);
    for summary in &summaries {
        *by_status.entry(status(summary.status)).or_default() += 1;
        asks += u64::from(summary.asks);
        queued += u64::from(summary.queued);
    }
    let labelled = by_status.iter().map(|(name, count)| (*name, *count));
    page.family(
        "pilothouse_sessions",
        "gauge",
        "Sessions by status.",
        "status",
        labelled,
    );
    page.value(
        "pilothouse_asks_open",
        "gauge",
        "Asks that wait for a person.",
        asks,
    );
    page.value(
        "pilothouse_messages_queued",
        "gauge",
        "Messages that wait for a turn.",
        queued,
    );
    let metrics = &app.metrics;
    let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    page.value(
        "pilothouse_sockets_open",
        "gauge",
        "Open WebSockets.",
        metrics.sockets.load(Ordering::Relaxed),
    );
    page.value(
        "pilothouse_event_streams_open",
        "gauge",
        "Open streams of server-sent events.",
        metrics.streams.load(Ordering::Relaxed),
    );
    let classes = ["1xx", "2xx", "3xx", "4xx", "5xx"];
    let answers = classes.into_iter().zip(metrics.answers.iter().map(read));
    page.family(
        "pilothouse_http_answers_total",
        "counter",
        "Answers by class of status.",
        "class",
        answers,
    );
    for (name, help, counter) in [
        (
            "pilothouse_socket_messages_total",
            "Messages sent on sockets.",
            &metrics.socket_messages,
        ),
        (
            "pilothouse_socket_bytes_total",
            "Bytes sent on sockets before compression.",
            &metrics.socket_bytes,
        ),
        (
            "pilothouse_socket_sent_bytes_total",
            "Bytes sent on sockets after compression.",
            &metrics.socket_sent_bytes,
        ),
        (
            "pilothouse_slow_readers_total",
            "Readers that were dropped because they were too slow.",
            &metrics.slow_readers,
        ),
    ] {
        page.value(name, "counter", help, read(counter));
    }
    page.value(
        "pilothouse_index_rebuilds_total",
        "counter",
        "How often a damaged index was rebuilt from the logs.",
        app.registry.rebuilds(),
    );
    page.value(
        "pilothouse_uptime_seconds",
        "gauge",
        "How long this server has run.",
        metrics.started.elapsed().as_secs(),
    );
    if let Some(bytes) = resident_bytes() {
        page.value(
            "process_resident_memory_bytes",
            "gauge",
            "Memory of this server.",
            bytes,
        );
    }
    let media_type = "text/plain; version=0.0.4; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, media_type)], page.0).into_response())
}

const STATUSES: [&str; 5] = ["live", "starting", "parked", "closed", "failed"];

fn status(status: SessionStatus) -> &'static str {
    match status {
        SessionStatus::Live => "live",
        SessionStatus::Starting => "starting",
        SessionStatus::Parked => "parked",
        SessionStatus::Closed => "closed",
        SessionStatus::Failed => "failed",
    }
}

/// A page of metrics as it is written.
#[derive(Default)]
struct Page(String);

impl Page {
    fn head(&mut self, name: &str, kind: &str, help: &str) {
        // Writing to a string cannot fail.
        _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    fn value(&mut self, name: &str, kind: &str, help: &str, value: impl Display) {
        self.head(name, kind, help);
        _ = writeln!(self.0, "{name} {value}");
    }

    fn family<'a>(
        &mut self,
        name: &str,
        kind: &str,
        help: &str,
        label: &str,
        values: impl Iterator<Item = (&'a str, u64)>,
    ) {
        self.head(name, kind, help);
        for (of, value) in values {
            _ = writeln!(self.0, "{name}{{{label}=\"{of}\"}} {value}");
        }
    }
}

/// The memory of this process, where the system tells it in a file.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().split(' ').next()?.parse().ok()?;
    Some(kilobytes * 1024)
}
