//! Where push messages may go. A device that may only look must not be able to make the host talk to any address.

use axum::http::Uri;

use crate::problem::Problem;

/// The push services of the browsers; a dot at the beginning stands for any name before it.
const SERVICES: [&str; 5] = [
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    ".push.services.mozilla.com",
    ".push.apple.com",
    ".notify.windows.com",
];

/// The push services that are known.
pub(super) struct Endpoints {
    /// Origins that the host was told of, which may also be in a private network.
    told: Vec<String>,
}

/// The place of a push service.
pub(super) struct Origin {
    /// As a signature names it: scheme, host, and port unless it is the usual one.
    pub(super) audience: String,
    pub(super) private_addresses: bool,
}

impl Endpoints {
    pub(super) fn new(told: &[String]) -> Self {
        Self {
            told: told.to_vec(),
        }
    }

    pub(super) fn check(&self, endpoint: &str) -> Result<Origin, Problem> {
        let refused = || {
            Problem::refused("This is not an address of a known push service.")
                .detail("Name its origin in the host's setting push_services to allow it.")
        };
        let uri: Uri = endpoint.parse().map_err(|_| refused())?;
        let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
            return Err(refused());
        };
        let audience = format!("{scheme}://{authority}").to_lowercase();
        if self.told.contains(&audience) {
            return Ok(Origin {
                audience,
                private_addresses: true,
            });
        }
        let plain = authority.as_str().to_lowercase() == authority.host().to_lowercase();
        let known = SERVICES
            .iter()
            .any(|service| fits(service, &authority.host().to_lowercase()));
        if scheme != "https" || !plain || !known {
            return Err(refused());
        }
        Ok(Origin {
            audience,
            private_addresses: false,
        })
    }
}

fn fits(service: &str, host: &str) -> bool {
    if service.starts_with('.') {
        host.ends_with(service)
    } else {
        host == service
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_push_services_are_taken() {
        let endpoints = Endpoints::new(&["http://127.0.0.1:9".to_owned()]);
        for good in [
            "https://fcm.googleapis.com/fcm/send/abc",
            "https://web.push.apple.com/Q",
            "http://127.0.0.1:9/push",
        ] {
            assert!(endpoints.check(good).is_ok(), "{good}");
        }
        for bad in [
            "http://fcm.googleapis.com/fcm/send/abc",
            "https://fcm.googleapis.com:8443/x",
            "https://user@fcm.googleapis.com/x",
            "https://evilpush.apple.com.example/x",
            "https://fcm.googleapis.com.example/x",
            "https://169.254.169.254/latest",
            "http://127.0.0.1:10/push",
            "file:///etc/passwd",
            "nonsense",
        ] {
            assert!(endpoints.check(bad).is_err(), "{bad}");
        }
    }
}
