//! The settings a person can change while the host runs.

use std::sync::Arc;

use tokio::sync::watch;

use crate::config::Config;
use crate::problem::Problem;
use crate::store::Store;
use pilothouse_api::settings::{BudgetAction, HostSettings};

/// Under which name the settings stand in the store.
const NAME: &str = "host";

/// The settings in force. Whoever needs one asks for it when it matters, so a change holds at once.
///
/// Until somebody saves settings the host's configuration holds; from then on what was saved does.
pub(crate) struct LiveSettings {
    store: Arc<Store>,
    current: watch::Sender<Arc<HostSettings>>,
}

impl LiveSettings {
    pub(crate) fn load(store: Arc<Store>, config: &Config) -> rusqlite::Result<Self> {
        let saved = store.setting(NAME)?;
        let settings = match saved.as_deref().map(serde_json::from_str) {
            Some(Ok(settings)) => settings,
            Some(Err(error)) => {
                tracing::warn!(%error, "the saved settings cannot be read; those of the configuration hold");
                configured(config)
            }
            None => configured(config),
        };
        let current = watch::Sender::new(Arc::new(settings));
        Ok(Self { store, current })
    }

    /// The settings in force now.
    pub(crate) fn get(&self) -> Arc<HostSettings> {
        Arc::clone(&self.current.borrow())
    }

    /// The settings in force, and every change of them.
    pub(crate) fn watch(&self) -> watch::Receiver<Arc<HostSettings>> {
        self.current.subscribe()
    }

    /// Saves settings and puts them in force. The type has their bounds.
    pub(crate) fn put(&self, settings: HostSettings) -> Result<(), Problem> {
        let json = serde_json::to_string(&settings).map_err(Problem::internal)?;
        self.store.put_setting(NAME, &json)?;
        self.current.send_replace(Arc::new(settings));
        Ok(())
    }
}

fn configured(config: &Config) -> HostSettings {
    HostSettings {
        live_sessions: config.live_sessions,
        park_after_seconds: config.park_after_seconds,
        keep_everything: false,
        retention_days: None,
        trash_days: None,
        day_budget_usd: None,
        budget_action: BudgetAction::Warn,
        notify: config.notify.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fresh() -> (Arc<Store>, LiveSettings) {
        let store = Arc::new(Store::in_memory().unwrap());
        let live = LiveSettings::load(Arc::clone(&store), &Config::new("/nowhere")).unwrap();
        (store, live)
    }

    #[test]
    fn what_was_saved_holds_at_once_and_after_a_start() {
        let (store, live) = fresh();
        let settings = HostSettings {
            live_sessions: 3,
            day_budget_usd: Some(2.5),
            ..(*live.get()).clone()
        };
        live.put(settings.clone()).unwrap();
        assert_eq!(*live.get(), settings);
        let again = LiveSettings::load(store, &Config::new("/nowhere")).unwrap();
        assert_eq!(*again.get(), settings);
    }
}
