//! The folder name of a project.

use std::path::Path;

/// Longer names are truncated to this length, followed by a hash.
const LONGEST: usize = 200;

/// Returns the name of the folder in which the CLI stores the sessions of a working directory.
///
/// The mapping is not reversible: all characters except letters and digits become dashes.
pub fn project_folder(cwd: &Path) -> String {
    let path = cwd.to_string_lossy();
    // The CLI counts UTF-16 units, one dash for each.
    let mut name = String::new();
    for unit in path.encode_utf16() {
        let character = char::from_u32(u32::from(unit)).filter(char::is_ascii_alphanumeric);
        name.push(character.unwrap_or('-'));
    }
    if name.len() <= LONGEST {
        return name;
    }
    name.truncate(LONGEST);
    format!("{name}-{}", base36(hash(&path)))
}

fn hash(path: &str) -> u32 {
    let hash = path.encode_utf16().fold(0_i32, |hash, unit| {
        hash.wrapping_shl(5)
            .wrapping_sub(hash)
            .wrapping_add(i32::from(unit))
    });
    hash.unsigned_abs()
}

fn base36(mut number: u32) -> String {
    let mut digits = Vec::new();
    loop {
        digits.push(char::from_digit(number % 36, 36).unwrap_or('0'));
        number /= 36;
        if number == 0 {
            return digits.into_iter().rev().collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_cli() {
        // Observed with 2.1.325.
        assert_eq!(
            project_folder(Path::new("/home/dev/My proj_1.x \u{e9}")),
            "-home-dev-My-proj-1-x--"
        );
    }

    #[test]
    fn long_names_are_cut_and_told_apart() {
        let long = format!("/{}", "a".repeat(300));
        let name = project_folder(Path::new(&long));
        assert!(name.len() > LONGEST && name.starts_with("-aaa"));
        assert_ne!(name, project_folder(Path::new(&format!("{long}b"))));
    }
}
