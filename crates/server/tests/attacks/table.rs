//! The table of attacks: what each one tries, what stops it, and the test that proves it.
//!
//! The tests that run and the table in docs/security.md come from the same rows. `cargo xtask test` reads the table
//! and fails if a test in it did not run.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::trials::{self, Need, Test};

const BEGIN: &str = "<!-- attacks: written by `PILOTHOUSE_UPDATE=1 cargo test -p pilothouse-server --test attacks documentation` -->\n";
const END: &str = "<!-- end of attacks -->\n";

/// One group of attacks, with a heading of its own in the table.
pub(crate) struct Area {
    title: &'static str,
    attacks: Vec<Attack>,
}

impl Area {
    pub(crate) fn new(title: &'static str, attacks: Vec<Attack>) -> Self {
        Self { title, attacks }
    }
}

/// One row of the table.
pub(crate) struct Attack {
    /// What an attacker tries.
    attack: &'static str,
    /// What stops it.
    defense: &'static str,
    /// The test, as nextest names it; without a binary for a test of this suite.
    name: String,
    /// Runs the test, if it is in this suite.
    run: Option<fn()>,
}

impl Attack {
    pub(crate) fn here(
        module: &str,
        test: &str,
        run: fn(),
        attack: &'static str,
        defense: &'static str,
    ) -> Self {
        let module = module.split_once("::").map_or(module, |(_, path)| path);
        Self {
            attack,
            defense,
            name: format!("{module}::{test}"),
            run: Some(run),
        }
    }
}

/// An attack with an asynchronous test function of this module: `attack!(test, "the attack", "the defense")`.
macro_rules! attack {
    ($test:ident, $attack:expr, $defense:expr $(,)?) => {
        $crate::table::Attack::here(
            module_path!(),
            stringify!($test),
            || $crate::trials::in_runtime($test()),
            $attack,
            $defense,
        )
    };
}
pub(crate) use attack;

/// An attack whose test is in another binary, as nextest names it: `pilothouse-server::it login::a_revoked_device_is_out`.
pub(crate) fn elsewhere(test: &'static str, attack: &'static str, defense: &'static str) -> Attack {
    Attack {
        attack,
        defense,
        name: test.to_owned(),
        run: None,
    }
}

/// Runs the attacks that the command line selects, and compares the table with docs/security.md.
pub(crate) fn run(areas: Vec<Area>) -> ExitCode {
    let need = Need::nothing();
    let table = render(&areas);
    let documentation = Test::new(
        &need,
        "documentation::the_table_in_docs_security_md_is_current",
        move || compare(&table),
    );
    let attacks = areas.into_iter().flat_map(|area| area.attacks);
    let tests = attacks.filter_map(|attack| Some(Test::new(&need, &attack.name, attack.run?)));
    trials::run(tests.chain([documentation]))
}

fn render(areas: &[Area]) -> String {
    let mut text = BEGIN.to_owned();
    for area in areas {
        text.push_str(&format!(
            "\n### {}\n\n| attack | defense | test |\n|---|---|---|\n",
            area.title
        ));
        for row in &area.attacks {
            let cells = [row.attack, row.defense].map(|cell| cell.replace('|', "\\|"));
            let [attack, defense] = cells;
            text.push_str(&format!("| {attack} | {defense} | `{}` |\n", row.name));
        }
    }
    text.push('\n');
    text.push_str(END);
    text
}

fn document() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/security.md")
}

fn compare(table: &str) {
    let document = document();
    let text = std::fs::read_to_string(&document).unwrap();
    let (before, rest) = text.split_once(BEGIN).expect("no table of attacks");
    let (_, after) = rest
        .split_once(END)
        .expect("the table of attacks has no end");
    let current = format!("{before}{table}{after}");
    if std::env::var_os("PILOTHOUSE_UPDATE").is_some_and(|value| !value.is_empty()) {
        std::fs::write(document, current).unwrap();
    } else {
        assert_eq!(
            text, current,
            "docs/security.md is stale; its table of attacks says how to write it"
        );
    }
}
