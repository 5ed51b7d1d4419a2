//! Tells open sockets and streams that their device was revoked.

use tokio::sync::broadcast;

/// How many revocations a reader may miss before it looks for itself; it ends then, which is safe.
const KEPT: usize = 64;

pub(crate) struct Revocations(broadcast::Sender<String>);

/// Hears of revocations from the moment it was made.
pub(crate) struct Revoked(broadcast::Receiver<String>);

impl Default for Revocations {
    fn default() -> Self {
        Self(broadcast::channel(KEPT).0)
    }
}

impl Revocations {
    pub(crate) fn tell(&self, device: &str) {
        // Nobody may be connected.
        drop(self.0.send(device.to_owned()));
    }

    pub(crate) fn watch(&self) -> Revoked {
        Revoked(self.0.subscribe())
    }
}

impl Revoked {
    /// Waits until this device is revoked.
    pub(crate) async fn wait_for(&mut self, device: &str) {
        while let Ok(revoked) = self.0.recv().await {
            if revoked == device {
                return;
            }
        }
    }
}
