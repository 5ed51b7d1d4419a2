//! The report of a directory: its items, and which of them were accepted.

use std::collections::HashSet;
use std::path::Path;

use pilothouse_api::project::{TrustItem, TrustItemState, TrustReport, TrustState};

use super::items::{Hasher, Item};
use super::sources::Sources;
use super::{cli_config, definitions, legacy, schedules, servers, settings};
use crate::files::read_plain;
use crate::problem::Problem;
use crate::store::{Store, TrustedItem};

/// The largest file of settings or servers that is read.
const BYTES: u64 = 1 << 20;

/// Where a session works: in its project, or in a worktree of it. What is accepted is accepted for the project.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'a> {
    pub(crate) project: &'a str,
    pub(crate) directory: &'a str,
    /// Additional directories that the CLI is given.
    pub(crate) added: &'a [String],
}

impl<'a> Place<'a> {
    /// The project itself.
    pub(crate) fn of(project: &'a str) -> Self {
        Self {
            project,
            directory: project,
            added: &[],
        }
    }

    pub(super) fn sources(&self) -> Sources {
        Sources::of(Path::new(self.project), Path::new(self.directory)).and(self.added)
    }

    /// The name under which accepted items are kept: a path without links.
    pub(super) fn key(&self) -> String {
        let real = Path::new(self.project).canonicalize();
        real.map_or_else(
            |_| self.project.to_owned(),
            |path| path.to_string_lossy().into_owned(),
        )
    }
}

/// Reads what a directory would run, and compares it with what was accepted. Blocks.
pub(crate) fn report(store: &Store, place: &Place<'_>) -> Result<TrustReport, Problem> {
    let sources = place.sources();
    let items = scan(&sources);
    let key = place.key();
    legacy::migrate(store, place.project, &key, &items)?;
    let trusted = store.trusted_items(&key)?;
    let known: HashSet<&TrustedItem> = trusted.iter().collect();
    let state_of = |item: &Item| match &item.fingerprint {
        Some(fingerprint) if known.contains(&row(item, fingerprint)) => TrustItemState::Accepted,
        _ if trusted.iter().any(|one| is_same(one, item)) => TrustItemState::Changed,
        _ => TrustItemState::New,
    };
    let shown: Vec<TrustItem> = items
        .iter()
        .map(|item| TrustItem {
            file: item.file.clone(),
            what: item.what.to_owned(),
            name: item.name.clone(),
            text: item.text.clone(),
            state: state_of(item),
        })
        .collect();
    let accepted = |item: &TrustItem| item.state == TrustItemState::Accepted;
    let state = match (shown.iter().all(accepted), trusted.is_empty()) {
        (true, _) => TrustState::Trusted,
        (false, true) => TrustState::Untrusted,
        (false, false) => TrustState::Changed,
    };
    Ok(TrustReport {
        path: place.project.to_owned(),
        directory: place.directory.to_owned(),
        added: place.added.to_vec(),
        state,
        items: shown,
        fingerprint: fingerprint(&items).unwrap_or_default(),
        cli_trusts: cli_config::trusts(&sources),
    })
}

/// Accepts what was shown; something else that came in between is refused. Blocks.
pub(crate) fn accept(
    store: &Store,
    place: &Place<'_>,
    shown: &str,
) -> Result<TrustReport, Problem> {
    let items = scan(&place.sources());
    let Some(fingerprint) = fingerprint(&items) else {
        return Err(Problem::conflict(
            "unreadable",
            "A settings file of this project cannot be read, so nobody can tell what it would run.",
        )
        .detail("Fix or remove the file that the report names, or start without the settings."));
    };
    if fingerprint != shown {
        return Err(Problem::conflict(
            "changed",
            "What this project would run has changed since it was shown.",
        )
        .detail("Check the new list before you accept it.")
        .trust(report(store, place)?));
    }
    keep(store, &place.key(), &items)?;
    report(store, place)
}

/// Forgets everything that was accepted for a project.
pub(crate) fn forget(store: &Store, place: &Place<'_>) -> Result<(), Problem> {
    store.remove_old_trust(place.project)?;
    Ok(store.distrust(&place.key())?)
}

/// Keeps items as accepted.
pub(super) fn keep(store: &Store, project: &str, items: &[Item]) -> Result<(), Problem> {
    let rows: Vec<TrustedItem> = items
        .iter()
        .filter_map(|item| Some(row(item, item.fingerprint.as_ref()?)))
        .collect();
    Ok(store.trust_items(project, &rows)?)
}

/// All items of a directory, in the order in which they are shown.
fn scan(sources: &Sources) -> Vec<Item> {
    type Read = fn(&Path, &[u8], &Sources) -> Vec<Item>;
    let settings = sources.settings_files().into_iter();
    let servers = sources.mcp_files().into_iter();
    let schedules = sources.schedule_file().into_iter();
    let files = settings
        .map(|file| (file, settings::items as Read))
        .chain(servers.map(|file| (file, servers::items as Read)))
        .chain(schedules.map(|file| (file, schedules::items as Read)));
    let mut items = Vec::new();
    for (file, read) in files {
        match read_plain(&file, BYTES) {
            Ok(None) => {}
            Ok(Some(bytes)) => items.extend(read(&file, &bytes, sources)),
            Err(why) => items.push(Item::unreadable(sources.label(&file), why)),
        }
    }
    items.extend(definitions::items(sources));
    items
}

/// Fingerprint of all items; none while one of them cannot be read.
fn fingerprint(items: &[Item]) -> Option<String> {
    let mut hasher = Hasher::default();
    for item in items {
        for part in [&item.file, item.what, &item.name] {
            hasher.part(part.as_bytes());
        }
        hasher.part(item.fingerprint.as_ref()?.as_bytes());
    }
    Some(hasher.finish())
}

fn row(item: &Item, fingerprint: &str) -> TrustedItem {
    TrustedItem {
        file: item.file.clone(),
        what: item.what.to_owned(),
        name: item.name.clone(),
        fingerprint: fingerprint.to_owned(),
    }
}

fn is_same(trusted: &TrustedItem, item: &Item) -> bool {
    trusted.file == item.file && trusted.what == item.what && trusted.name == item.name
}
