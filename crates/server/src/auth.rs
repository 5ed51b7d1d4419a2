//! Who may come in: invitations, devices, bearer tokens.
//!
//! A browser proves itself with two things: an HttpOnly cookie, and a key that only pages of this origin know.
//! Cookies are shared by all ports of a host, also those of servers that an agent starts; the key is not.

pub(crate) mod guard;
mod limiter;
pub(crate) mod local;
mod name;
pub(crate) mod origin;
mod revoked;
mod secret;

use std::sync::Arc;

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
    pub(crate) fn new(store: Arc<Store>) -> Self {
        Self {
            store,
            links: Limiter::default(),
            credentials: Limiter::default(),
            revocations: Revocations::default(),
        }
    }

    /// Removes a device and ends what it has open. Returns whether it existed. Blocks.
    pub(crate) fn revoke(&self, device: &str) -> Result<bool, Problem> {
        let removed = self.store.remove_device(device)?;
        self.revocations.tell(device);
        Ok(removed)
    }

    /// Watches for the revocation of a device. Fails if it was revoked already, also after the request was let in.
    pub(crate) async fn watch_revocation(&self, device: &str) -> Result<Revoked, Problem> {
        // The order matters: a revocation after this line is received, one before it is found in the store.
        let watch = self.revocations.watch();
        self.check_device(device).await?;
        Ok(watch)
    }

    /// Rejects a device that was revoked.
    pub(crate) async fn check_device(&self, device: &str) -> Result<(), Problem> {
        if local::is_local(device) {
            return Ok(());
        }
        match self.device(device).await? {
            Some(_) => Ok(()),
            None => Err(Problem::not_signed_in()),
        }
    }

    async fn device(&self, id: &str) -> Result<Option<DeviceRow>, Problem> {
        let id = id.to_owned();
        self.store.run(move |store| store.device(&id)).await
    }

    /// Makes the token of a link that lets one device in, once. Blocks.
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

    /// Exchanges the token of a link for a device. Blocks.
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

    /// Makes a bearer token for scripts. Blocks.
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
        let credential = format!("{id}.{}", secret.as_str());
        Ok(Admitted {
            device,
            credential,
            key: key.map(Secret::into_string),
        })
    }

    /// Recognizes a script by its token.
    pub(crate) async fn bearer(&self, credential: &str) -> Result<DeviceRow, Problem> {
        self.recognize(credential, |device| device.token).await
    }

    /// Recognizes a page by its cookie and its key.
    pub(crate) async fn page(&self, cookie: &str, key: &str) -> Result<DeviceRow, Problem> {
        let fits = |device: &DeviceRow| {
            !device.token
                && device
                    .key_hash
                    .as_deref()
                    .is_some_and(|expected| same(expected, &hash(key)))
        };
        self.recognize(cookie, fits).await
    }

    async fn recognize(
        &self,
        credential: &str,
        fits: impl Fn(&DeviceRow) -> bool,
    ) -> Result<DeviceRow, Problem> {
        let (id, secret) = credential
            .split_once('.')
            .ok_or_else(Problem::not_signed_in)?;
        let device = self.device(id).await?;
        let known =
            device.filter(|device| same(&device.secret_hash, &hash(secret)) && fits(device));
        let Some(device) = known else {
            // Whoever guesses is held up, and nobody else: a device that is right comes in meanwhile.
            self.credentials.check()?;
            self.credentials.failed();
            return Err(Problem::not_signed_in());
        };
        if now_ms().saturating_sub(device.seen_at) > SEEN_EVERY_MS
            && let Err(error) = self.store.device_seen(&device.id)
        {
            // On a full disk people must still come in: to answer, to stop, to make room.
            tracing::warn!(%error, "cannot write down when a device was seen");
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
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    fn auth() -> Auth {
        Auth::new(Arc::new(Store::in_memory().unwrap()))
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
        let mut watch = auth.watch_revocation(&device.id).await.unwrap();
        auth.revoke(&device.id).unwrap();
        watch.wait_for(&device.id).await;
        assert!(auth.watch_revocation(&device.id).await.is_err());
    }

    #[tokio::test]
    async fn other_requests_are_served_while_one_waits_for_the_store() {
        let auth = auth();
        let token = auth.make_token("script", Scope::View).unwrap().credential;
        let (release, released) = mpsc::channel();
        let (hold, held) = mpsc::channel();
        let store = Arc::clone(&auth.store);
        let holder = std::thread::spawn(move || {
            store.write(|_| {
                hold.send(()).unwrap();
                // Only to fail: authentication that blocks the thread never lets the other future release the store.
                Ok(released.recv_timeout(Duration::from_secs(20)).is_ok())
            })
        });
        held.recv().unwrap();
        let (recognized, ()) = tokio::join!(auth.bearer(&token), async {
            release.send(()).unwrap();
        });
        assert_eq!(recognized.unwrap().name, "script");
        assert!(holder.join().unwrap().unwrap(), "the thread was blocked");
    }
}
