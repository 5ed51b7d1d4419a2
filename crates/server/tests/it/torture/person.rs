//! A person in front of a session who never gives up.

use std::collections::BTreeMap;
use std::time::Duration;

use pilothouse_view::SessionView;
use serde_json::json;

use crate::browser::Browser;
use crate::harness::Harness;

/// Chance that can be repeated.
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn below(&mut self, end: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end.max(1)
    }

    /// So many places below `end`, in order.
    pub(super) fn places(&mut self, count: usize, end: usize) -> Vec<usize> {
        let part = end / (count + 1);
        (1..=count)
            .map(|place| place * part + self.below(part as u64) as usize)
            .collect()
    }
}

/// A session and a person in front of it who never gives up.
pub(super) struct Torture {
    pub(super) harness: Harness,
    pub(super) session: String,
    pub(super) browser: Option<Browser>,
    pub(super) view: SessionView,
    pub(super) dice: Dice,
    /// Answers that were accepted, by ask.
    pub(super) accepted: BTreeMap<String, u32>,
}

impl Torture {
    pub(super) async fn new(harness: Harness, seed: u64) -> Self {
        let session = harness.create(json!({})).await;
        Self {
            harness,
            session,
            browser: None,
            view: SessionView::default(),
            dice: Dice(seed),
            accepted: BTreeMap::new(),
        }
    }

    /// Kills the server and starts another.
    pub(super) async fn kill(&mut self) {
        self.harness.restart().await;
        self.lose();
    }

    /// The connection is gone; the page keeps what it had.
    pub(super) fn lose(&mut self) {
        if let Some(browser) = self.browser.take() {
            self.view = browser.view;
        }
    }

    /// The page is loaded anew: it has nothing.
    pub(super) fn reload(&mut self) {
        self.browser = None;
        self.view = SessionView::default();
    }

    /// Takes what the server says next, over a connection that is made as often as need be.
    pub(super) async fn step(&mut self) {
        if self.browser.is_none() {
            let mut browser = self.harness.browser().await;
            if self.view.seq == 0 {
                browser.subscribe(&self.session, None).await;
            } else {
                let view = std::mem::take(&mut self.view);
                browser.resume(&self.session, view).await;
            }
            self.browser = Some(browser);
        }
        let Some(browser) = &mut self.browser else {
            return;
        };
        // A session that is done says nothing more.
        match tokio::time::timeout(Duration::from_millis(200), browser.next()).await {
            Ok(Some(update)) => browser.take(update),
            Ok(None) => self.lose(),
            Err(_) => {}
        }
    }

    pub(super) fn view(&self) -> &SessionView {
        self.browser
            .as_ref()
            .map_or(&self.view, |browser| &browser.view)
    }

    /// Sends a message until it is acknowledged; now and then the server dies meanwhile.
    pub(super) async fn send(&mut self, uuid: &str, text: &str) {
        let path = format!("/api/sessions/{}/messages", self.session);
        let body = json!({"uuid": uuid, "text": text});
        loop {
            let sent = self.harness.try_call("POST", &path, &body).await;
            match sent {
                Ok(answer) if answer.status == 200 => return,
                Ok(answer) => assert!(answer.status >= 400, "{}", answer.body),
                Err(_) => {}
            }
            tokio::task::yield_now().await;
        }
    }

    /// Answers every ask that is open, from two devices at once.
    pub(super) async fn answer(&mut self) {
        let asks: Vec<String> = self
            .view()
            .asks
            .iter()
            .map(|ask| ask.id.to_string())
            .collect();
        for ask in asks {
            let path = format!("/api/sessions/{}/asks/{ask}", self.session);
            let allow = json!({"kind": "allow"});
            let (one, two) = tokio::join!(
                self.harness.try_call("POST", &path, &allow),
                self.harness.try_call("POST", &path, &allow),
            );
            let accepted = [one, two]
                .into_iter()
                .flatten()
                .filter(|answer| answer.status == 204);
            *self.accepted.entry(ask).or_default() += accepted.count() as u32;
        }
    }
}
