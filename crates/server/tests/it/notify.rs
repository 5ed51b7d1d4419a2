//! Push messages, webhooks and ntfy topics, against somebody on loopback who takes them.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::SystemRandom;
use serde_json::{Value, json};

use crate::harness::{Harness, program};
use crate::receiver::{Received, Receiver};

const SECRET_TEXT: &str = "the-word-that-must-not-leave";

/// A browser's side of a subscription.
struct Subscriber {
    key: EphemeralPrivateKey,
    public: Vec<u8>,
    auth: [u8; 16],
}

impl Subscriber {
    fn new() -> Self {
        let key = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
        let public = key.compute_public_key().unwrap().as_ref().to_vec();
        Self {
            key,
            public,
            auth: *b"sixteen secrets!",
        }
    }

    fn subscription(&self, endpoint: &str) -> Value {
        let keys = json!({"p256dh": BASE64.encode(&self.public), "auth": BASE64.encode(self.auth)});
        json!({"endpoint": endpoint, "keys": keys})
    }

    /// Reads a message as the standard says that a browser does (RFC 8188 and 8291).
    fn decrypt(self, body: &[u8]) -> Value {
        let (salt, rest) = body.split_at(16);
        assert_eq!(rest[..4], 4096_u32.to_be_bytes());
        let length = usize::from(rest[4]);
        let (host, record) = rest[5..].split_at(length);
        let peer = UnparsedPublicKey::new(&ECDH_P256, host);
        let shared = agree_ephemeral(self.key, &peer, <[u8]>::to_vec).unwrap();
        let info: [&[u8]; 3] = [b"WebPush: info\0", &self.public, host];
        let input = expand(&self.auth, &shared, &info, 32);
        let key = expand(salt, &input, &[b"Content-Encoding: aes128gcm\0"], 16);
        let nonce = expand(salt, &input, &[b"Content-Encoding: nonce\0"], 12);
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).unwrap());
        let nonce = Nonce::try_assume_unique_for_key(&nonce).unwrap();
        let mut record = record.to_vec();
        let text = key.open_in_place(nonce, Aad::empty(), &mut record).unwrap();
        let (last, text) = text.split_last().unwrap();
        assert_eq!(*last, 2, "the record is not the last");
        serde_json::from_slice(text).unwrap()
    }
}

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn expand(salt: &[u8], secret: &[u8], info: &[&[u8]], length: usize) -> Vec<u8> {
    let key = Salt::new(HKDF_SHA256, salt).extract(secret);
    let mut bytes = vec![0; length];
    key.expand(info, Length(length))
        .unwrap()
        .fill(&mut bytes)
        .unwrap();
    bytes
}

/// Checks who signed, for whom, and with the key the host tells browsers.
fn check_signature(received: &Received, audience: &str, key: &str) {
    let header = received.header("authorization").unwrap();
    let header = header.strip_prefix("vapid t=").unwrap();
    let (token, told) = header.split_once(", k=").unwrap();
    assert_eq!(told, key);
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let key = BASE64.decode(key).unwrap();
    ring::signature::UnparsedPublicKey::new(&ring::signature::ECDSA_P256_SHA256_FIXED, key)
        .verify(signed.as_bytes(), &BASE64.decode(signature).unwrap())
        .unwrap();
    let claims = BASE64.decode(signed.split('.').nth(1).unwrap()).unwrap();
    let claims: Value = serde_json::from_slice(&claims).unwrap();
    assert_eq!(claims["aud"], audience);
}

fn asking() -> Value {
    json!([{"type": "tool_use", "name": "Bash", "input": {"command": format!("echo {SECRET_TEXT} > x")}}])
}

#[tokio::test]
async fn an_ask_reaches_a_browser_that_is_away_and_nobody_can_read_along() {
    let mut service = Receiver::start(&[]).await;
    let origin = format!("http://{}", service.address);
    let harness = Harness::with(json!({"pushServices": [origin]})).await;
    let subscriber = Subscriber::new();
    let body = subscriber.subscription(&format!("{origin}/push/1"));
    harness.ok("POST", "/api/push", body).await;
    let session = harness.create(json!({"title": "Harbour"})).await;
    let mut browser = harness.watch(&session).await;
    harness.script(&session, asking()).await;
    let ask = browser.until_ask().await;
    let received = service.next().await;
    assert!(received.head.starts_with("POST /push/1 "));
    assert_eq!(received.header("content-encoding"), Some("aes128gcm"));
    assert_eq!(received.header("urgency"), Some("high"));
    assert!(received.header("ttl").is_some());
    let host = harness.ok("GET", "/api/host", Value::Null).await;
    check_signature(&received, &origin, host["pushKey"].as_str().unwrap());
    let message = subscriber.decrypt(&received.body);
    assert_eq!(message["kind"], "ask");
    assert_eq!(message["session"], session.as_str());
    assert_eq!(message["ask"], ask.id.as_str());
    assert_eq!(message["tool"], "Bash");
    assert_eq!(message["oneTap"], true);
    assert_eq!(message["waiting"], 1);
    assert!(message["text"].as_str().unwrap().contains(SECRET_TEXT));
    // What the message carries is enough to answer.
    let path = format!(
        "/api/sessions/{}/asks/{}",
        message["session"].as_str().unwrap(),
        message["ask"].as_str().unwrap()
    );
    let answered = harness.call("POST", &path, json!({"kind": "allow"})).await;
    assert_eq!(answered.status, 204, "{}", answered.body);
    browser.until_idle().await;
}

#[tokio::test]
async fn the_key_of_the_host_stays_the_same() {
    let mut harness = Harness::start().await;
    let before = harness.ok("GET", "/api/host", Value::Null).await["pushKey"].clone();
    harness.restart().await;
    assert_eq!(
        harness.ok("GET", "/api/host", Value::Null).await["pushKey"],
        before
    );
}

#[tokio::test]
async fn a_subscription_that_is_gone_or_taken_back_gets_nothing_more() {
    let mut gone = Receiver::start(&[410]).await;
    let mut service = Receiver::start(&[]).await;
    let origins = [&gone, &service].map(|one| format!("http://{}", one.address));
    let harness = Harness::with(json!({"pushServices": origins})).await;
    for origin in &origins {
        let body = Subscriber::new().subscription(&format!("{origin}/push"));
        harness.ok("POST", "/api/push", body).await;
    }
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    for turns in 1..=3 {
        harness.send(&session, "hello").await;
        browser.until_turns(turns).await;
        service.next().await;
        if turns == 1 {
            gone.next().await;
        }
    }
    assert!(gone.has_nothing_more());
}

#[tokio::test]
async fn a_push_service_that_does_not_answer_holds_up_no_other_device() {
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut service = Receiver::start(&[]).await;
    let addresses = [silent.local_addr().unwrap(), service.address];
    let origins = addresses.map(|address| format!("http://{address}"));
    let harness = Harness::with(json!({"pushServices": origins})).await;
    for origin in &origins {
        let body = Subscriber::new().subscription(&format!("{origin}/push"));
        harness.ok("POST", "/api/push", body).await;
    }
    let session = harness.create(json!({})).await;
    harness.script(&session, asking()).await;
    let (_asked, _) = silent.accept().await.unwrap();
    let received = service.next().await;
    assert!(received.head.starts_with("POST /push "));
}

#[tokio::test]
async fn a_subscription_elsewhere_than_at_a_push_service_is_refused() {
    let harness = Harness::start().await;
    for endpoint in [
        "http://127.0.0.1:80/x",
        "https://169.254.169.254/latest",
        "https://internal.example/x",
    ] {
        let body = Subscriber::new().subscription(endpoint);
        let answer = harness.call("POST", "/api/push", body).await;
        assert_eq!(answer.status, 422, "{endpoint}");
    }
    let mut broken = Subscriber::new().subscription("https://fcm.googleapis.com/x");
    broken["keys"]["p256dh"] = json!("AAAA");
    assert_eq!(harness.call("POST", "/api/push", broken).await.status, 422);
}

#[tokio::test]
async fn a_webhook_is_told_that_a_session_waits_for_trust() {
    let mut hook = Receiver::start(&[]).await;
    let url = format!("http://{}/hook", hook.address);
    let target = json!({"kind": "webhook", "url": url, "asks": true, "ends": false});
    let options = json!({"claude": program("host-under-test"), "notify": [target]});
    let harness = Harness::with(options).await;
    let project = harness.home().join("project");
    std::fs::create_dir(&project).unwrap();
    let session = harness.create(json!({"project": project})).await;
    let servers = json!({"mcpServers": {"db": {"command": "db-server"}}});
    std::fs::write(project.join(".mcp.json"), servers.to_string()).unwrap();
    let messages = format!("/api/sessions/{session}/messages");
    harness
        .ok("POST", &messages, json!({"text": "hello"}))
        .await;
    let told: Value = serde_json::from_slice(&hook.next().await.body).unwrap();
    assert_eq!(
        (&told["kind"], &told["session"], &told["tool"], &told["ask"]),
        (
            &json!("ask"),
            &json!(session),
            &json!("Trust"),
            &Value::Null
        )
    );
    assert_eq!(told["waiting"], 1);
}

#[tokio::test]
async fn a_webhook_is_told_of_asks_and_ends_without_what_was_typed() {
    let mut hook = Receiver::start(&[503]).await;
    let url = format!("http://{}/hook", hook.address);
    let target = json!({"kind": "webhook", "url": url, "asks": true, "ends": true});
    let harness = Harness::with(json!({"notify": [target]})).await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    harness.script(&session, asking()).await;
    let ask = browser.until_ask().await;
    let refused = hook.next().await;
    let again = hook.next().await;
    assert_eq!(refused.body, again.body, "it is sent again after a failure");
    let told: Value = serde_json::from_slice(&again.body).unwrap();
    assert_eq!(told["kind"], "ask");
    assert_eq!(told["ask"], ask.id.as_str());
    assert_eq!(told["tool"], "Bash");
    let link = told["link"].as_str().unwrap();
    assert!(link.ends_with(&format!("/#/s/{session}")), "{link}");
    assert!(!again.text().contains(SECRET_TEXT), "{}", again.text());
    harness
        .answer(&session, ask.id.as_str(), json!({"kind": "allow"}))
        .await;
    browser.until_idle().await;
    let ended = hook.next().await;
    assert!(
        ended.text().contains(r#""kind":"ended""#),
        "{}",
        ended.text()
    );
    assert!(!ended.text().contains(SECRET_TEXT), "{}", ended.text());
}

#[tokio::test]
async fn a_topic_is_told_what_is_asked_when_it_may_know() {
    let mut topic = Receiver::start(&[]).await;
    let url = format!("http://{}/harbour", topic.address);
    let target = json!({"kind": "ntfy", "url": url, "asks": true, "ends": false, "text": true});
    let harness = Harness::with(json!({"notify": [target]})).await;
    let session = harness.create(json!({"title": "Harbour"})).await;
    harness.script(&session, asking()).await;
    let told = topic.next().await;
    assert_eq!(told.header("title"), Some("A session waits for you"));
    assert_eq!(told.header("priority"), Some("high"));
    assert!(
        told.text().starts_with("Harbour\ndemo: Bash\n"),
        "{}",
        told.text()
    );
    assert!(told.text().contains(SECRET_TEXT), "{}", told.text());
}
