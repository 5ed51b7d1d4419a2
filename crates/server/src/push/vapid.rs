//! The key by which push services know this host again (RFC 8292).

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;

use crate::problem::Problem;
use crate::store::{Store, now_ms};

/// The name of the key among the settings.
const SETTING: &str = "push.key";
/// How long a signature is good for, in seconds; a push service takes a day at most.
const GOOD_SECONDS: u64 = 12 * 60 * 60;

pub(super) struct Vapid {
    pair: EcdsaKeyPair,
    random: SystemRandom,
}

impl Vapid {
    pub(super) fn load(store: &Store) -> Result<Self, Problem> {
        let random = SystemRandom::new();
        let document = match store.setting(SETTING)? {
            Some(text) => BASE64.decode(text).map_err(Problem::internal)?,
            None => {
                let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random)
                    .map_err(Problem::internal)?;
                store.put_setting(SETTING, &BASE64.encode(made.as_ref()))?;
                made.as_ref().to_vec()
            }
        };
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &document, &random)
            .map_err(Problem::internal)?;
        Ok(Self { pair, random })
    }

    pub(super) fn public_key(&self) -> String {
        BASE64.encode(self.pair.public_key().as_ref())
    }

    /// The header that proves to a push service who sends.
    pub(super) fn authorization(&self, audience: &str) -> Result<String, Problem> {
        let part = |value: serde_json::Value| BASE64.encode(value.to_string());
        let claims = json!({
            "aud": audience,
            "exp": now_ms() / 1000 + GOOD_SECONDS,
            "sub": env!("CARGO_PKG_REPOSITORY"),
        });
        let signed = format!(
            "{}.{}",
            part(json!({"typ": "JWT", "alg": "ES256"})),
            part(claims)
        );
        let signature = self
            .pair
            .sign(&self.random, signed.as_bytes())
            .map_err(Problem::internal)?;
        let signature = BASE64.encode(signature.as_ref());
        Ok(format!(
            "vapid t={signed}.{signature}, k={}",
            self.public_key()
        ))
    }
}
