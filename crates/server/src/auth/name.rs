//! Names of devices: people recognize devices by them, so they are plain and unique.

/// The most characters of a name.
const LENGTH: usize = 80;
/// The name of a device that has none.
const UNNAMED: &str = "browser";

/// Removes what cannot be seen: two names that look the same are the same.
pub(super) fn cleaned(name: &str) -> String {
    let visible = |character: &char| {
        character.is_whitespace()
            || !character.is_control()
                && !matches!(character,
                '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e01ef}')
    };
    let name: String = name.chars().filter(visible).collect();
    let words: Vec<&str> = name.split_whitespace().collect();
    let name: String = words.join(" ").chars().take(LENGTH).collect();
    match name.trim_end() {
        "" => UNNAMED.to_owned(),
        name => name.to_owned(),
    }
}

/// Returns the name, with a number where another device has it.
pub(crate) fn unique(name: &str, taken: impl Fn(&str) -> bool) -> String {
    let numbered = (2..).map(|number: u32| {
        let number = format!(" {number}");
        let room = LENGTH - number.len();
        name.chars().take(room).collect::<String>() + &number
    });
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    names.find(|name| !taken(name)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_what_can_be_seen_of_it() {
        for (name, seen) in [
            ("Phone", "Phone"),
            ("  Ann's\tphone\n", "Ann's phone"),
            ("Ph\u{200b}one\u{202e}\u{1f}", "Phone"),
            ("\u{7}\u{feff} ", "browser"),
        ] {
            assert_eq!(cleaned(name), seen, "{name:?}");
        }
        assert_eq!(cleaned(&"x".repeat(200)).len(), LENGTH);
    }

    #[test]
    fn a_name_that_is_taken_gets_a_number() {
        let taken = |name: &str| ["Phone", "Phone 2"].contains(&name);
        assert_eq!(unique("Laptop", taken), "Laptop");
        assert_eq!(unique("Phone", taken), "Phone 3");
        let long = "x".repeat(LENGTH);
        let numbered = unique(&long, |name| name == long);
        assert_eq!(numbered.len(), LENGTH);
        assert!(numbered.ends_with("x 2"));
    }
}
