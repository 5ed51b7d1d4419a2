//! The expected output of each version: golden data, or the output of this run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Result;

use crate::cell::Cell;
use crate::golden::Golden;
use crate::known::Known;
use crate::lanes::Lanes;
use crate::scenario::{Scenario, runnable};

/// The possible outputs of one scenario.
pub(crate) type Seen = Arc<Vec<Lanes>>;

/// The expected outputs, and the unusable fixtures.
#[derive(Debug, Default)]
pub(crate) struct Expected {
    /// By version and scenario.
    seen: BTreeMap<String, BTreeMap<String, Seen>>,
    /// The scenarios whose fixture is stale or missing, by version.
    pub(crate) stale: BTreeMap<String, Vec<String>>,
    /// The fixtures that have no scenario, by version.
    pub(crate) orphans: BTreeMap<String, Vec<String>>,
}

impl Expected {
    /// Reads the golden data of the versions.
    pub(crate) fn load(
        directory: &Path,
        versions: &[String],
        scenarios: &[Scenario],
    ) -> Result<Self> {
        let mut expected = Self::default();
        for version in versions {
            let golden = Golden::load(&fixtures(directory), version)?;
            let mut stale = Vec::new();
            for scenario in runnable(scenarios, version) {
                match golden.seen(scenario) {
                    Some(seen) => expected.insert(version, &scenario.name, seen.to_vec()),
                    None => stale.push(scenario.name.clone()),
                }
            }
            let orphans = golden.orphans(scenarios);
            expected.orphans.insert(version.clone(), orphans);
            expected.stale.insert(version.clone(), stale);
        }
        Ok(expected)
    }

    pub(crate) fn insert(&mut self, version: &str, scenario: &str, seen: Vec<Lanes>) {
        let of_version = self.seen.entry(version.to_owned()).or_default();
        of_version.insert(scenario.to_owned(), Arc::new(seen));
    }

    /// The possible outputs of a version in a scenario.
    pub(crate) fn seen(&self, version: &str, scenario: &str) -> Option<Seen> {
        self.seen.get(version)?.get(scenario).cloned()
    }

    /// Returns whether the fixture of a scenario is stale or missing.
    pub(crate) fn is_stale(&self, version: &str, scenario: &str) -> bool {
        let stale = self.stale.get(version);
        stale.is_some_and(|stale| stale.iter().any(|name| name == scenario))
    }

    /// The differences between a version and the reference.
    pub(crate) fn between(
        &self,
        scenario: &Scenario,
        version: &str,
        reference: &str,
        known: &Known,
    ) -> Cell {
        if let Some(reason) = scenario.skip.get(version) {
            return Cell::Skipped(reason.clone());
        }
        let of = |version| self.seen(version, &scenario.name);
        match (of(reference), of(version)) {
            (Some(reference), Some(other)) => Cell::between(version, &reference, &other, known),
            _ => Cell::Skipped("it did not run".to_owned()),
        }
    }
}

/// The directory of the golden data.
pub(crate) fn fixtures(directory: &Path) -> PathBuf {
    directory.join("../fixtures/golden")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_scenario_has_a_fixture_for_each_version_that_runs_it() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR"));
        let scenarios = crate::scenario::load(&directory.join("scenarios")).unwrap();
        let versions = crate::programs::pinned(directory).unwrap();
        let expected = Expected::load(directory, &versions, &scenarios).unwrap();
        for version in &versions {
            assert_eq!(expected.orphans[version], Vec::<String>::new());
            let missing: Vec<&str> = runnable(&scenarios, version)
                .filter(|one| {
                    let stale = expected.is_stale(version, &one.name);
                    !stale && expected.seen(version, &one.name).is_none()
                })
                .map(|one| one.name.as_str())
                .collect();
            assert!(missing.is_empty(), "{version}: {missing:?}");
        }
    }

    #[test]
    fn outputs_of_this_run_replace_a_stale_fixture() {
        let mut expected = Expected::default();
        expected
            .stale
            .insert("1.0.0".to_owned(), vec!["a".to_owned()]);
        assert!(expected.is_stale("1.0.0", "a"));
        assert!(expected.seen("1.0.0", "a").is_none());
        let mut lanes = Lanes::default();
        lanes.lanes.insert("exit".to_owned(), vec![vec![json!({})]]);
        expected.insert("1.0.0", "a", vec![lanes]);
        assert_eq!(expected.seen("1.0.0", "a").unwrap().len(), 1);
        assert!(expected.seen("2.0.0", "a").is_none());
    }
}
