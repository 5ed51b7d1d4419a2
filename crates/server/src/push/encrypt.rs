//! A message that only the browser can read (RFC 8291).

use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::{SecureRandom, SystemRandom};

use crate::problem::Problem;

/// The size of a record, as the header says it; a message is one record.
const RECORD: u32 = 4096;
/// Ends the last record.
const LAST: u8 = 2;

/// Encrypts for the browser with this public key and this secret.
pub(super) fn encrypt(browser: &[u8], auth: &[u8], text: &[u8]) -> Result<Vec<u8>, Problem> {
    let random = SystemRandom::new();
    let failed = |_| Problem::refused("The keys of the subscription cannot be used.");
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &random).map_err(failed)?;
    let public = own.compute_public_key().map_err(failed)?;
    let mut salt = [0; 16];
    random.fill(&mut salt).map_err(failed)?;
    let peer = UnparsedPublicKey::new(&ECDH_P256, browser);
    let keys = agree_ephemeral(own, &peer, |shared| {
        Keys::derive(shared, auth, browser, public.as_ref(), &salt)
    });
    let keys = keys.map_err(failed)?.map_err(failed)?;
    let mut record = text.to_vec();
    record.push(LAST);
    keys.seal(&mut record).map_err(failed)?;
    let mut message = salt.to_vec();
    message.extend_from_slice(&RECORD.to_be_bytes());
    message.push(u8::try_from(public.as_ref().len()).map_err(Problem::internal)?);
    message.extend_from_slice(public.as_ref());
    message.extend_from_slice(&record);
    Ok(message)
}

/// The key and the nonce of one message.
struct Keys {
    key: [u8; 16],
    nonce: [u8; 12],
}

impl Keys {
    fn derive(
        shared: &[u8],
        auth: &[u8],
        browser: &[u8],
        host: &[u8],
        salt: &[u8],
    ) -> Result<Self, ring::error::Unspecified> {
        let info: [&[u8]; 3] = [b"WebPush: info\0", browser, host];
        let input: [u8; 32] = expand(auth, shared, &info)?;
        Ok(Self {
            key: expand(salt, &input, &[b"Content-Encoding: aes128gcm\0"])?,
            nonce: expand(salt, &input, &[b"Content-Encoding: nonce\0"])?,
        })
    }

    fn seal(&self, record: &mut Vec<u8>) -> Result<(), ring::error::Unspecified> {
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &self.key)?);
        let nonce = Nonce::assume_unique_for_key(self.nonce);
        key.seal_in_place_append_tag(nonce, Aad::empty(), record)
    }
}

/// How many bytes to derive.
struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn expand<const N: usize>(
    salt: &[u8],
    secret: &[u8],
    info: &[&[u8]],
) -> Result<[u8; N], ring::error::Unspecified> {
    let mut bytes = [0; N];
    Salt::new(HKDF_SHA256, salt)
        .extract(secret)
        .expand(info, Length(N))?
        .fill(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;

    use super::*;

    #[test]
    fn the_example_of_the_standard_comes_out() {
        let bytes = |text: &str| BASE64.decode(text).unwrap();
        let keys = Keys::derive(
            &bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs"),
            &bytes("BTBZMqHH6r4Tts7J_aSIgg"),
            &bytes(
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            ),
            &bytes(
                "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
            ),
            &bytes("DGv6ra1nlYgDCS1FRnbzlw"),
        )
        .unwrap();
        assert_eq!(BASE64.encode(keys.key), "oIhVW04MRdy2XN9CiKLxTg");
        assert_eq!(BASE64.encode(keys.nonce), "4h_95klXJ5E_qnoN");
        let mut record = bytes("V2hlbiBJIGdyb3cgdXAsIEkgd2FudCB0byBiZSBhIHdhdGVybWVsb24");
        record.push(LAST);
        keys.seal(&mut record).unwrap();
        assert_eq!(
            BASE64.encode(record),
            "8pfeW0KbunFT06SuDKoJH9Ql87S1QUrdirN6GcG7sFz1y1sqLgVi1VhjVkHsUoEsbI_0LpXMuGvnzQ"
        );
    }
}
