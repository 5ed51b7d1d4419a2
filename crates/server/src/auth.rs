//! Who may come in: invitations, devices, bearer tokens.
//!
//! A browser proves itself with two things: an HttpOnly cookie, and a key that only pages of this origin know.
//! Cookies are shared by all ports of a host, also those of servers that an agent starts; the key is not.

pub(crate) mod guard;
mod limiter;
pub(crate) mod origin;
mod revoked;
mod secret;

use std::sync::Arc;

use pilothouse_view::api::host::{Device, Scope};

use crate::problem::Problem;
use crate::store::{DeviceRow, NewDevice, Store, now_ms};
use limiter::Limiter;
use revoked::{Revocations, Revoked};
use secret::{Secret, hash, same};

/// How long a printed link works.
const INVITATION_MS: u64 = 24 * 60 * 60 * 1000;
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

    /// Forgets a device and ends what it has open; tells whether there was one.
    pub(crate) fn revoke(&self, device: &str) -> Result<bool, Problem> {
        let removed = self.store.remove_device(device)?;
        self.revocations.tell(device);
        Ok(removed)
    }

    /// Hears of every device that is revoked from now on.
    pub(crate) fn revocations(&self) -> Revoked {
        self.revocations.watch()
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
        self.links.check()?;
        let Some((scope, invited_as)) = self.store.accept(&hash(token))? else {
            self.links.failed();
            return Err(Problem::forbidden("This link does not work: it was used, has run out, or is not of this host.")
                .detail("Run `pilothouse` again to print a new link, or pair this device from one that is signed in."));
        };
        let name = name
            .map(str::to_owned)
            .or(invited_as)
            .unwrap_or_else(|| "browser".to_owned());
        self.admit(&name, scope, false)
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
        let name: String = name
            .chars()
            .filter(|character| !character.is_control())
            .take(80)
            .collect();
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
        let device = self.store.device(id)?;
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
