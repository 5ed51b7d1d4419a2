//! The settings a person can change while the host runs.

use std::sync::Arc;

use tokio::sync::watch;

use crate::config::Config;
use crate::problem::Problem;
use crate::store::Store;
use pilothouse_api::settings::{BudgetAction, HostSettings};

/// Under which name the settings stand in the store.
const NAME: &str = "host";
/// More processes than this at a time is a slip of the finger, not a wish.
const MOST_LIVE: u32 = 10_000;

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

    /// Saves settings and puts them in force.
    pub(crate) fn put(&self, settings: HostSettings) -> Result<(), Problem> {
        check(&settings)?;
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

fn check(settings: &HostSettings) -> Result<(), Problem> {
    if !(1..=MOST_LIVE).contains(&settings.live_sessions) {
        return Err(Problem::invalid(
            "The number of live sessions must be at least 1.",
        ));
    }
    if settings.retention_days == Some(0) {
        return Err(
            Problem::invalid("Archived sessions must be kept for a day at least.")
                .detail("Leave the number of days out to keep them for ever."),
        );
    }
    if settings.trash_days == Some(0) {
        return Err(Problem::invalid(
            "Deleted sessions must be kept for a day at least.",
        ));
    }
    if settings
        .day_budget_usd
        .is_some_and(|budget| !budget.is_finite() || budget <= 0.0)
    {
        return Err(Problem::invalid("A budget must be more than nothing.")
            .detail("Leave it out to have none."));
    }
    for target in &settings.notify {
        let known = ["https://", "http://"]
            .iter()
            .any(|scheme| target.url.starts_with(scheme));
        if !known {
            return Err(Problem::invalid(
                "The address of a notification must begin with https:// or http://.",
            ));
        }
    }
    Ok(())
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

    #[test]
    fn settings_that_make_no_sense_are_refused_and_change_nothing() {
        let (_, live) = fresh();
        let good = (*live.get()).clone();
        let wrong = [
            HostSettings {
                live_sessions: 0,
                ..good.clone()
            },
            HostSettings {
                retention_days: Some(0),
                ..good.clone()
            },
            HostSettings {
                day_budget_usd: Some(f64::NAN),
                ..good.clone()
            },
        ];
        for settings in wrong {
            assert!(live.put(settings).is_err());
        }
        assert_eq!(*live.get(), good);
    }
}
