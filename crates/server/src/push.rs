//! Web Push: messages to the browsers of people who are elsewhere.
//!
//! Only `ring` is needed, which TLS needs anyway: P-256 for the key of the host (VAPID) and for the exchange with
//! the browser's key, HKDF and AES-128-GCM for the message itself (RFC 8188, 8291 and 8292).

mod encrypt;
mod endpoint;
mod vapid;

use std::sync::Arc;

use axum::http::{HeaderName, HeaderValue, header};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use pilothouse_api::push::{PushKind, PushMessage, PushSubscription};
use tokio::task::JoinSet;

use crate::outgoing::{Delivery, Outgoing, Post};
use crate::problem::Problem;
use crate::store::{PushRow, Store};
use endpoint::Endpoints;
use vapid::Vapid;

/// The longest text in a message: a push service takes 4096 bytes in all.
const TEXT_CHARS: usize = 600;
/// How many seconds a push service keeps a message for a browser that is away.
const KEPT_SECONDS: &str = "86400";

/// Sends push messages.
pub(crate) struct Push {
    vapid: Vapid,
    endpoints: Endpoints,
    store: Arc<Store>,
}

impl Push {
    /// Takes the key of the host from the store, or makes one.
    pub(crate) fn new(store: Arc<Store>, more_services: &[String]) -> Result<Self, Problem> {
        Ok(Self {
            vapid: Vapid::load(&store)?,
            endpoints: Endpoints::new(more_services),
            store,
        })
    }

    /// The public key that a browser needs to subscribe.
    pub(crate) fn public_key(&self) -> String {
        self.vapid.public_key()
    }

    /// Keeps where a device takes messages, if that is a place of a known push service.
    pub(crate) fn subscribe(
        &self,
        device: &str,
        subscription: &PushSubscription,
    ) -> Result<(), Problem> {
        self.endpoints.check(&subscription.endpoint)?;
        let invalid = |_| Problem::refused("The keys of the subscription are not base64url.");
        let decode = |text: &str| BASE64.decode(text.trim_end_matches('=')).map_err(invalid);
        let row = PushRow {
            device: device.to_owned(),
            endpoint: subscription.endpoint.clone(),
            key: decode(&subscription.keys.p256dh)?,
            auth: decode(&subscription.keys.auth)?,
        };
        // What cannot be encrypted for is refused now and not when somebody waits for it.
        encrypt::encrypt(&row.key, &row.auth, b"")?;
        self.store.add_push(&row)?;
        Ok(())
    }

    /// Sends a message to every device that subscribed, to all at the same time. One that is gone is forgotten.
    pub(crate) async fn send(&self, outgoing: &Outgoing, message: &PushMessage) {
        let rows = match self.store.run(Store::pushes).await {
            Ok(rows) => rows,
            Err(problem) => {
                tracing::error!(%problem, "cannot read push subscriptions");
                return;
            }
        };
        let mut sending = JoinSet::new();
        for row in rows {
            match self.post(&row, message) {
                Ok(post) => {
                    let outgoing = outgoing.clone();
                    sending.spawn(async move { (row.endpoint, outgoing.deliver(post).await) });
                }
                Err(problem) => tracing::warn!(%problem, "a push message could not be made"),
            }
        }
        while let Some(sent) = sending.join_next().await {
            let Ok((endpoint, Delivery::Gone)) = sent else {
                continue;
            };
            let remove = move |store: &Store| store.remove_push(&endpoint);
            if let Err(problem) = self.store.run(remove).await {
                tracing::error!(%problem, "cannot forget a push subscription");
            }
        }
    }

    fn post(&self, row: &PushRow, message: &PushMessage) -> Result<Post, Problem> {
        let origin = self.endpoints.check(&row.endpoint)?;
        let mut message = message.clone();
        message.text = message.text.map(|text| shorten(&text));
        message.title = shorten(&message.title);
        let text = serde_json::to_vec(&message).map_err(Problem::internal)?;
        let body = encrypt::encrypt(&row.key, &row.auth, &text)?;
        let urgency = if message.kind == PushKind::Ended {
            "normal"
        } else {
            "high"
        };
        let authorization = HeaderValue::from_str(&self.vapid.authorization(&origin.audience)?)
            .map_err(Problem::internal)?;
        Ok(Post {
            url: row.endpoint.clone(),
            headers: vec![
                (header::AUTHORIZATION, authorization),
                (
                    header::CONTENT_ENCODING,
                    HeaderValue::from_static("aes128gcm"),
                ),
                (
                    header::CONTENT_TYPE,
                    HeaderValue::from_static("application/octet-stream"),
                ),
                (
                    HeaderName::from_static("ttl"),
                    HeaderValue::from_static(KEPT_SECONDS),
                ),
                (
                    HeaderName::from_static("urgency"),
                    HeaderValue::from_static(urgency),
                ),
            ],
            body,
            private_addresses: origin.private_addresses,
        })
    }
}

fn shorten(text: &str) -> String {
    text.chars().take(TEXT_CHARS).collect()
}
