//! Finds the crates of this checkout that a step compiled, in the output of cargo.
//!
//! A run builds one selection of packages and features. A step with another selection compiles our crates again, which
//! takes minutes, so it fails.

use std::path::Path;

use crate::test::step::{Compiles, Step};

/// Lists the packages of this checkout that cargo reports as compiled or checked.
pub(crate) fn own_crates(output: &str, root: &Path) -> Vec<String> {
    let root = format!("({}", root.display());
    let mut crates: Vec<String> = output
        .lines()
        .filter(|line| line.contains(&root))
        .filter_map(package)
        .map(str::to_owned)
        .collect();
    crates.sort();
    crates.dedup();
    crates
}

/// Extracts the name from `   Compiling NAME vVERSION (PATH)`.
fn package(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    let verb = words.next()?;
    ["Compiling", "Checking"]
        .contains(&verb)
        .then(|| words.next())?
}

pub(crate) fn is_allowed(step: &Step, compiled: &[String]) -> bool {
    compiled.is_empty() || step.compiles == Compiles::OwnCrates
}

pub(crate) fn refusal(compiled: &[String]) -> String {
    format!(
        "compiled {} again: select packages and features as the build step does",
        compiled.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_packages_of_the_checkout_count() {
        let output = "   Compiling serde v1.0.1\n   Compiling pilothouse-sdk v0.1.0 (/repo/crates/sdk)\n\
            \x20   Checking pilothouse-view v0.1.0 (/repo/crates/view)\n   Compiling pilothouse-sdk v0.1.0 (/repo/crates/sdk)\n\
            test says (/repo) ... ok\n    Finished `dev` profile\n";
        let found = own_crates(output, Path::new("/repo"));
        assert_eq!(found, ["pilothouse-sdk", "pilothouse-view"]);
        assert!(own_crates("   Compiling serde v1.0.1\n", Path::new("/repo")).is_empty());
    }
}
