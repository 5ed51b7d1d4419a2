//! Golden data: the output of the pinned versions of the CLI in each scenario, as fixtures.
//!
//! `fixtures/golden/VERSION` contains one file per area and one with the frames. A scenario is a line with its name and
//! key, followed by a line for each lane with the IDs of its frames, and the order (the spine). If the output of the
//! CLI varies, `or` separates the observed outputs.

mod frames;
mod key;
mod patch;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::compare::closest;
use crate::lanes::Lanes;
use crate::scenario::Scenario;
use frames::Frames;

/// The file with the frames.
const FRAMES: &str = "frames.txt";

/// Separates the name of a lane from its frames.
const NAMED: &str = " | ";

/// The name of the line with the spine, and the separator of its notes.
const ORDER: &str = "order";
const THEN: &str = " > ";

/// Separates two outputs of one scenario.
const OR: &str = "or";

/// The fixtures of one version.
#[derive(Debug, Clone)]
pub(crate) struct Golden {
    directory: PathBuf,
    version: String,
    frames: Frames,
    entries: BTreeMap<String, Entry>,
}

/// The fixture of one scenario.
#[derive(Debug, Clone, Default, PartialEq)]
struct Entry {
    area: String,
    key: String,
    /// The different outputs that were observed.
    seen: Vec<Lanes>,
}

impl Golden {
    /// Reads the fixtures of a version; there may be none yet.
    pub(crate) fn load(fixtures: &Path, version: &str) -> Result<Self> {
        let directory = fixtures.join(version);
        let mut golden = Self {
            frames: Frames::default(),
            entries: BTreeMap::new(),
            version: version.to_owned(),
            directory,
        };
        if !golden.directory.exists() {
            return Ok(golden);
        }
        let path = golden.directory.join(FRAMES);
        golden.frames =
            Frames::parse(&read(&path)?).with_context(|| format!("in {}", path.display()))?;
        for (area, path) in golden.files()? {
            golden
                .parse(&area, &read(&path)?)
                .with_context(|| format!("in {}", path.display()))?;
        }
        Ok(golden)
    }

    /// The observed outputs of a scenario; `None` if the fixture is stale or missing.
    pub(crate) fn seen(&self, scenario: &Scenario) -> Option<&[Lanes]> {
        let entry = self.entries.get(&scenario.name)?;
        (entry.key == key::key(scenario, &self.version)).then_some(&entry.seen)
    }

    /// Adds an output to a scenario's fixture. A stale fixture is replaced.
    pub(crate) fn add(&mut self, scenario: &Scenario, lanes: Lanes) {
        let key = key::key(scenario, &self.version);
        let entry = self.entries.entry(scenario.name.clone()).or_default();
        if entry.key != key {
            entry.seen.clear();
        }
        entry.area.clone_from(&scenario.area);
        entry.key = key;
        if entry.seen.is_empty() || !closest(&entry.seen, &lanes).is_empty() {
            entry.seen.push(lanes);
        }
    }

    /// The fixtures without a scenario.
    pub(crate) fn orphans(&self, scenarios: &[Scenario]) -> Vec<String> {
        let known = |name: &str| {
            scenarios
                .iter()
                .any(|scenario| scenario.name == name && !scenario.skip.contains_key(&self.version))
        };
        let names = self.entries.keys();
        names.filter(|name| !known(name)).cloned().collect()
    }

    /// Removes a fixture.
    pub(crate) fn remove(&mut self, scenario: &str) {
        self.entries.remove(scenario);
    }

    /// Writes the fixtures.
    pub(crate) fn save(&mut self) -> Result<()> {
        std::fs::create_dir_all(&self.directory)?;
        let mut frames = self.frames.clone();
        let mut used = BTreeSet::new();
        let mut areas: BTreeMap<&str, String> = BTreeMap::new();
        for (name, entry) in &self.entries {
            let text = areas.entry(&entry.area).or_default();
            text.push_str(&format!("{name} {}\n", entry.key));
            for (index, lanes) in entry.seen.iter().enumerate() {
                if index > 0 {
                    text.push_str(&format!("  {OR}\n"));
                }
                write_lanes(lanes, &mut frames, &mut used, text)?;
            }
        }
        frames.retain(&used);
        for (area, path) in self.files()? {
            if !areas.contains_key(area.as_str()) {
                std::fs::remove_file(path)?;
            }
        }
        for (area, text) in areas {
            std::fs::write(self.directory.join(format!("{area}.txt")), text)?;
        }
        std::fs::write(self.directory.join(FRAMES), frames.text())?;
        self.frames = frames;
        Ok(())
    }

    /// The files of the areas.
    fn files(&self) -> Result<Vec<(String, PathBuf)>> {
        let mut files = Vec::new();
        for entry in std::fs::read_dir(&self.directory)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if let Some(area) = name.strip_suffix(".txt")
                && name != FRAMES
            {
                files.push((area.to_owned(), path.clone()));
            }
        }
        files.sort();
        Ok(files)
    }

    fn parse(&mut self, area: &str, text: &str) -> Result<()> {
        let mut open: Option<(String, Entry)> = None;
        for (index, line) in text.lines().enumerate() {
            let number = index + 1;
            if let Some(line) = line.strip_prefix("  ") {
                let (_, entry) = open.as_mut().context("a lane before a scenario")?;
                if line == OR {
                    entry.seen.push(Lanes::default());
                    continue;
                }
                let lanes = entry.seen.last_mut().context("no scenario")?;
                read_lane(line, &self.frames, lanes)
                    .with_context(|| format!("line {number} is damaged"))?;
                continue;
            }
            self.entries.extend(open.take());
            let (name, key) = line
                .split_once(' ')
                .with_context(|| format!("line {number} has no key"))?;
            let entry = Entry {
                area: area.to_owned(),
                key: key.to_owned(),
                seen: vec![Lanes::default()],
            };
            open = Some((name.to_owned(), entry));
        }
        self.entries.extend(open);
        Ok(())
    }
}

fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

fn write_lanes(
    lanes: &Lanes,
    frames: &mut Frames,
    used: &mut BTreeSet<String>,
    text: &mut String,
) -> Result<()> {
    for (name, all) in &lanes.lanes {
        for lane in all {
            let mut ids = Vec::new();
            for frame in lane {
                ids.push(frames.add(frame)?);
            }
            text.push_str(&format!("  {name}{NAMED}{}\n", ids.join(" ")));
            used.extend(ids);
        }
    }
    if !lanes.spine.is_empty() {
        text.push_str(&format!("  {ORDER}{NAMED}{}\n", lanes.spine.join(THEN)));
    }
    Ok(())
}

fn read_lane(line: &str, frames: &Frames, lanes: &mut Lanes) -> Result<()> {
    let (name, rest) = line.split_once(NAMED).context("no lane")?;
    if name == ORDER {
        lanes.spine = rest.split(THEN).map(str::to_owned).collect();
        return Ok(());
    }
    let mut lane = Vec::new();
    for id in rest.split(' ') {
        match frames.get(id) {
            Some(frame) => lane.push(frame.clone()),
            None => bail!("no frame {id}"),
        }
    }
    lanes.lanes.entry(name.to_owned()).or_default().push(lane);
    Ok(())
}

#[cfg(test)]
mod tests;
