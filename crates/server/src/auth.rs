//! Who may come in: invitations, devices, bearer tokens.
//!
//! A browser proves itself with two things: an HttpOnly cookie, and a key that only pages of this origin know.
//! Cookies are shared by all ports of a host, also those of servers that an agent starts; the key is not.

pub(crate) mod guard;
mod limiter;
mod name;
pub(crate) mod origin;
mod revoked;
mod secret;

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock, RwLockWriteGuard};

use pilothouse_api::host::{Device, Scope};

use crate::problem::Problem;
use crate::store::{DeviceRow, NewDevice, Store, now_ms};
use limiter::Limiter;
pub(crate) use name::unique;
use revoked::{Revocations, Revoked};
use secret::{Secret, hash, same};

/// How long a link works.
const INVITATION_MS: u64 = 10 * 60 * 1000;
/// How seldom the time a device was last seen is written.
const SEEN_EVERY_MS: u64 = 60 * 1000;

/// Lets devices in and keeps others out.
pub(crate) struct Auth {
    store: Arc<Store>,
    /// All devices: only this server changes them while it runs.
    devices: RwLock<HashMap<String, DeviceRow>>,
    /// Of links that were wrong.
    links: Limiter,
    /// Of cookies, keys and tokens that were wrong.
    credentials: Limiter,
    revocations: Revocations,
}

/// What a new device is given, once.
pub(crate) struct Admitted {
    pub(crate) device: DeviceRow,
    /// For the cookie of a browser, or the bearer token of a script.
    pub(crate) credential: String,
    /// For the header of a page.
    pub(crate) key: Option<String>,
}

impl Auth {
    /// Reads all devices: requests are authenticated without the store.
    pub(crate) fn new(store: Arc<Store>) -> rusqlite::Result<Self> {
        let devices = store.devices()?.into_iter();
        Ok(Self {
            devices: RwLock::new(devices.map(|device| (device.id.clone(), device)).collect()),
            store,
            links: Limiter::default(),
            credentials: Limiter::default(),
            revocations: Revocations::default(),
        })
    }

    fn device(&self, id: &str) -> Option<DeviceRow> {
        let devices = self.devices.read();
        devices
            .unwrap_or_else(PoisonError::into_inner)
            .get(id)
            .cloned()
    }

    fn change(&self) -> RwLockWriteGuard<'_, HashMap<String, DeviceRow>> {
        self.devices.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets a device and ends what it has open; tells whether there was one.
    pub(crate) fn revoke(&self, device: &str) -> Result<bool, Problem> {
        let removed = self.store.remove_device(device)?;
        self.change().remove(device);
        self.revocations.tell(device);
        Ok(removed)
    }

    /// Watches for the revocation of a device. Fails if it was revoked already, also after the request was let in.
    pub(crate) fn watch_revocation(&self, device: &str) -> Result<Revoked, Problem> {
        // The order matters: a revocation after this line is heard, one before it is found among the devices.
        let watch = self.revocations.watch();
        self.check_device(device)?;
        Ok(watch)
    }

    /// Refuses a device that was revoked.
    pub(crate) fn check_device(&self, device: &str) -> Result<(), Problem> {
        let known = self.device(device);
        known.map(drop).ok_or_else(Problem::not_signed_in)
    }

    /// Makes the token of a link that lets one device in, once.
    pub(crate) fn invite(
        &self,
        scope: Scope,
        name: Option<&str>,
    ) -> Result<(String, u64), Problem> {
        let token = Secret::generate()?;
        let expires_at = now_ms() + INVITATION_MS;
        self.store
            .invite(&hash(token.as_str()), scope, name, expires_at)?;
        Ok((token.into_string(), expires_at))
    }

    /// Trades the token of a link for a device.
    pub(crate) fn accept(&self, token: &str, name: Option<&str>) -> Result<Admitted, Problem> {
        // The right token is let in whatever others tried: guessing must not lock anybody out.
        let Some((scope, invited_as)) = self.store.accept(&hash(token))? else {
            self.links.check()?;
            self.links.failed();
            return Err(Problem::forbidden("This link does not work: it was used, has expired, or belongs to another server.")
                .detail("Run `pilothouse link` for a new link, or pair this device from one that is signed in."));
        };
        // The name that the invitation gave stands: it is what others know the device by.
        let name = invited_as.as_deref().or(name);
        self.admit(name.unwrap_or_default(), scope, false)
    }

    /// Makes a bearer token for scripts.
    pub(crate) fn make_token(&self, name: &str, scope: Scope) -> Result<Admitted, Problem> {
        self.admit(name, scope, true)
    }

    fn admit(&self, name: &str, scope: Scope, token: bool) -> Result<Admitted, Problem> {
        let id = uuid::Uuid::new_v4().simple().to_string();
        let secret = Secret::generate()?;
        let key = if token {
            None
        } else {
            Some(Secret::generate()?)
        };
        let name = name::cleaned(name);
        self.store.add_device(&NewDevice {
            id: &id,
            name: &name,
            scope,
            token,
            secret_hash: &hash(secret.as_str()),
            key_hash: key.as_ref().map(|key| hash(key.as_str())).as_deref(),
        })?;
        let device = self
            .store
            .device(&id)?
            .ok_or_else(|| Problem::internal("a new device is not in the store"))?;
        self.change().insert(id.clone(), device.clone());
        let credential = format!("{id}.{}", secret.as_str());
        Ok(Admitted {
            device,
            credential,
            key: key.map(Secret::into_string),
        })
    }

    /// Recognises a script by its token.
    pub(crate) fn bearer(&self, credential: &str) -> Result<DeviceRow, Problem> {
        self.recognise(credential, |device| device.token)
    }

    /// Recognises a page by its cookie and its key.
    pub(crate) fn page(&self, cookie: &str, key: &str) -> Result<DeviceRow, Problem> {
        self.recognise(cookie, |device| {
            !device.token
                && device
                    .key_hash
                    .as_deref()
                    .is_some_and(|expected| same(expected, &hash(key)))
        })
    }

    fn recognise(
        &self,
        credential: &str,
        fits: impl Fn(&DeviceRow) -> bool,
    ) -> Result<DeviceRow, Problem> {
        let (id, secret) = credential
            .split_once('.')
            .ok_or_else(Problem::not_signed_in)?;
        let device = self.device(id);
        let known =
            device.filter(|device| same(&device.secret_hash, &hash(secret)) && fits(device));
        let Some(mut device) = known else {
            // Whoever guesses is held up, and nobody else: a device that is right comes in meanwhile.
            self.credentials.check()?;
            self.credentials.failed();
            return Err(Problem::not_signed_in());
        };
        let now = now_ms();
        if now.saturating_sub(device.seen_at) > SEEN_EVERY_MS {
            device.seen_at = now;
            if let Some(known) = self.change().get_mut(id) {
                known.seen_at = now;
            }
            self.store.device_seen(id, now);
        }
        Ok(device)
    }
}

/// What a device looks like to the one that asks.
pub(crate) fn describe(device: &DeviceRow, asking: &str) -> Device {
    Device {
        id: device.id.clone(),
        name: device.name.clone(),
        scope: device.scope,
        token: device.token,
        created_at: device.created_at,
        seen_at: device.seen_at,
        current: device.id == asking,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn auth() -> Auth {
        Auth::new(Arc::new(Store::in_memory().unwrap())).unwrap()
    }

    #[test]
    fn wrong_links_do_not_lock_out_the_right_one() {
        let auth = auth();
        let (token, _) = auth.invite(Scope::Admin, None).unwrap();
        let wrong = |_| auth.accept("guess", None).err().unwrap().to_string();
        let answers: Vec<String> = (0..25).map(wrong).collect();
        assert_ne!(answers.first(), answers.last(), "wrong links are limited");
        assert!(auth.accept(&token, None).is_ok());
    }

    #[test]
    fn a_link_lives_ten_minutes() {
        let (_, expires_at) = auth().invite(Scope::Admin, None).unwrap();
        let minutes = (expires_at - now_ms()).div_ceil(60_000);
        assert_eq!(minutes, 10);
    }

    #[test]
    fn the_invited_name_stands_and_names_are_unique() {
        let auth = auth();
        let admit = |invited: Option<&str>, own: Option<&str>| {
            let (token, _) = auth.invite(Scope::View, invited).unwrap();
            auth.accept(&token, own).unwrap().device
        };
        let phone = admit(Some("Ann's phone"), Some("Laptop"));
        assert_eq!(phone.name, "Ann's phone");
        assert_eq!(
            admit(None, Some("ANN'S \u{200b}PHONE")).name,
            "ANN'S PHONE 2"
        );
        assert_eq!(
            auth.make_token("Ann's phone", Scope::View)
                .unwrap()
                .device
                .name,
            "Ann's phone 3"
        );
        assert_eq!(admit(None, None).name, "browser");
        auth.revoke(&phone.id).unwrap();
        let next = admit(Some("Ann's phone"), None);
        assert_eq!(next.name, phone.name, "a name is free again");
        assert_ne!(next.id, phone.id);
    }

    #[tokio::test]
    async fn a_device_revoked_before_the_watch_began_is_refused_and_one_revoked_later_is_told() {
        let auth = auth();
        let device = auth.make_token("script", Scope::View).unwrap().device;
        let mut watch = auth.watch_revocation(&device.id).unwrap();
        auth.revoke(&device.id).unwrap();
        watch.wait_for(&device.id).await;
        assert!(auth.watch_revocation(&device.id).is_err());
    }
}
