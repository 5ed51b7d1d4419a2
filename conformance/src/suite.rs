//! The whole run: compares the simulator and the real CLI with golden data.
//!
//! The default run plays the real CLI only for a fixed smoke set and for scenarios with a stale fixture. `--full` plays
//! everything live.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Result;

use crate::cell::Cell;
use crate::expected::{Expected, Seen};
use crate::known::Known;
use crate::lanes::Lanes;
use crate::options::Options;
use crate::parts::{Judged, Parts};
use crate::programs::{self, Program};
use crate::report::say;
use crate::run::{once, skipped};
use crate::scenario::{Scenario, runnable};
use crate::{docs, mutants, sdks, through};

/// The scenarios that the real CLI plays in every run.
const SMOKE: &str = include_str!("../smoke.txt");

/// The state of a run.
pub(crate) struct Suite<'a> {
    pub(crate) options: &'a Options,
    /// The directory of the suite.
    pub(crate) directory: &'a Path,
    pub(crate) known: Arc<Known>,
    pub(crate) scenarios: Vec<Scenario>,
    pub(crate) simulator: PathBuf,
    /// The pinned versions, the reference first.
    pub(crate) versions: Vec<String>,
    pub(crate) expected: Expected,
    pub(crate) parts: Parts,
}

/// A play and its expected outputs.
#[derive(Clone)]
struct Item {
    scenario: Scenario,
    program: Program,
    /// `None` if the fixture is stale.
    seen: Option<Seen>,
}

impl<'a> Suite<'a> {
    pub(crate) fn new(
        options: &'a Options,
        directory: &'a Path,
        known: Known,
        scenarios: Vec<Scenario>,
        parts: Parts,
    ) -> Result<Self> {
        let versions = programs::pinned(directory)?;
        Ok(Self {
            simulator: options.simulator(directory),
            expected: Expected::load(directory, &versions, &scenarios)?,
            known: Arc::new(known),
            versions,
            options,
            directory,
            scenarios,
            parts,
        })
    }

    /// Runs every part; false means a failure.
    pub(crate) async fn run(mut self) -> Result<bool> {
        if self.options.mutants {
            mutants::detect_all(&mut self).await?;
            return self.parts.finish();
        }
        let whole = self.options.only.is_empty();
        for version in self.versions.clone() {
            self.real(&version).await;
        }
        let mut spoken = Vec::new();
        for version in self.versions.clone() {
            spoken.push(self.simulator(&version).await?);
        }
        if whole {
            mutants::detect_all(&mut self).await?;
        }
        through::parts(&mut self).await?;
        if whole {
            sdks::check(&mut self.parts, self.directory, &self.simulator).await?;
            self.orphans();
            docs::update(&mut self, &spoken[0])?;
        }
        for (version, stale) in &self.expected.stale {
            if !stale.is_empty() {
                say(&format!(
                    "stale fixtures of {version}, to be written by --update-golden: {}",
                    stale.join(", ")
                ));
            }
        }
        self.parts.finish()
    }

    /// A pinned version of the CLI. Only a full run installs it.
    pub(crate) fn real_program(&self, version: &str) -> Option<Program> {
        if self.options.full {
            Program::real(version).ok()
        } else {
            Program::if_installed(version)
        }
    }

    /// Plays the real CLI and compares it with its golden data.
    async fn real(&mut self, version: &str) {
        let has_smoke = version == self.versions[0];
        let is_wanted = |scenario: &&Scenario| {
            self.options.full
                || (has_smoke && is_smoke(&scenario.name))
                || self.expected.is_stale(version, &scenario.name)
        };
        let picked: Vec<&Scenario> = runnable(&self.scenarios, version)
            .filter(is_wanted)
            .collect();
        if picked.is_empty() {
            return;
        }
        let name = format!("real CLI {version}");
        let Some(program) = self.real_program(version) else {
            let reason = format!("Claude CLI {version} is not installed");
            return self.parts.missing(&name, &names(&picked), &reason);
        };
        let items = self.items(&picked, &program);
        let (known, full) = (Arc::clone(&self.known), self.options.full);
        let play = move |item| judge(item, Arc::clone(&known), full);
        for (item, judged) in self.parts.play(&name, items, play).await {
            if let (None, Some(lanes)) = (item.seen, judged.result) {
                self.expected
                    .insert(version, &item.scenario.name, vec![lanes]);
            }
        }
    }

    /// Plays the simulator as a version, and returns its cells by scenario.
    async fn simulator(&mut self, version: &str) -> Result<BTreeMap<String, Cell>> {
        let program = Program::simulator(&self.simulator, "sim", version, &[])?;
        let (picked, without): (Vec<&Scenario>, Vec<&Scenario>) =
            runnable(&self.scenarios, version)
                .partition(|scenario| self.expected.seen(version, &scenario.name).is_some());
        let name = format!("simulator as {version}");
        let items = self.items(&picked, &program);
        if !without.is_empty() {
            let reason = "the fixture is stale and the CLI was not played";
            self.parts.missing(&name, &names(&without), reason);
        }
        let known = Arc::clone(&self.known);
        let play = move |item| judge(item, Arc::clone(&known), false);
        let judged = self.parts.play(&name, items, play).await.into_iter();
        Ok(judged
            .map(|(item, judged)| (item.scenario.name, judged.cell))
            .collect())
    }

    fn items(&self, scenarios: &[&Scenario], program: &Program) -> Vec<(String, Item)> {
        let item = |scenario: &Scenario| Item {
            scenario: scenario.clone(),
            program: program.clone(),
            seen: self.expected.seen(&program.version, &scenario.name),
        };
        let scenarios = scenarios.iter();
        scenarios
            .map(|scenario| (scenario.name.clone(), item(scenario)))
            .collect()
    }

    /// Reports fixtures without a scenario as an error.
    fn orphans(&mut self) {
        let told = self.expected.orphans.iter().flat_map(|(version, names)| {
            let names = names.iter();
            names.map(move |name| format!("{name} of {version}: run --update-golden"))
        });
        let cell = Cell::of(told.collect());
        self.parts.check("every fixture has a scenario", &cell);
    }
}

/// Plays an item and compares it with the expected outputs; a full run accepts no stale fixture.
async fn judge(item: Item, known: Arc<Known>, full: bool) -> Judged<Option<Lanes>> {
    let (scenario, program) = (&item.scenario, &item.program);
    if let Some(reason) = skipped(scenario, program) {
        return Judged::unplayed(Cell::Skipped(reason));
    }
    let outcome = match once(scenario, program).await {
        Ok(outcome) => outcome,
        Err(error) => return Judged::unplayed(Cell::Stuck(format!("{error:#}"))),
    };
    let cell = match (&item.seen, &outcome.stuck) {
        (Some(seen), _) => Cell::compare(scenario, program, seen, &outcome, &known),
        (None, Some(stuck)) => Cell::Stuck(stuck.clone()),
        (None, None) if full => {
            Cell::Differs(vec!["its fixture is stale: run --update-golden".to_owned()])
        }
        (None, None) => Cell::Same,
    };
    Judged {
        cell,
        seconds: outcome.seconds,
        result: Some(outcome.lanes).filter(|_| outcome.stuck.is_none()),
    }
}

fn names(scenarios: &[&Scenario]) -> Vec<String> {
    let scenarios = scenarios.iter();
    scenarios.map(|scenario| scenario.name.clone()).collect()
}

fn smoke() -> impl Iterator<Item = &'static str> {
    SMOKE.lines().filter(|line| !line.starts_with('#'))
}

fn is_smoke(name: &str) -> bool {
    smoke().any(|other| other == name)
}

#[cfg(test)]
mod tests;
