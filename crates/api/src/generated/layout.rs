//! Formats a TypeScript declaration: one field and one variant per line.

/// Breaks the long lines of a declaration.
pub(super) fn lines(declaration: &str) -> String {
    let declaration = declaration.trim_end().trim_end_matches(';');
    let mut layout = Layout {
        text: String::new(),
        depth: 0,
    };
    let mut rest = declaration;
    while let Some(character) = rest.chars().next() {
        rest = layout.step(character, rest);
    }
    let text: Vec<&str> = layout.text.lines().map(str::trim_end).collect();
    text.join("\n")
}

struct Layout {
    text: String,
    depth: usize,
}

impl Layout {
    /// Writes the token at the beginning of `rest` and returns the remaining text.
    fn step<'a>(&mut self, character: char, rest: &'a str) -> &'a str {
        if let Some(end) = rest.starts_with("/**").then(|| rest.find("*/")).flatten() {
            self.comment(&rest[..end + 2]);
            return rest[end + 2..].trim_start();
        }
        match character {
            '{' => self.open(rest),
            '}' => {
                self.depth = self.depth.saturating_sub(1);
                self.new_line();
                self.text.push('}');
                &rest[1..]
            }
            ',' if self.depth > 0 => {
                self.text.push(';');
                let rest = rest[1..].trim_start();
                if !rest.starts_with('}') {
                    self.new_line();
                }
                rest
            }
            '|' if self.depth == 0 => {
                self.text.push_str("\n  | ");
                rest[1..].trim_start()
            }
            '"' => {
                let end = rest[1..].find('"').map_or(rest.len(), |end| end + 2);
                self.literal(&rest[..end], rest[end..].starts_with(':'));
                &rest[end..]
            }
            character => {
                self.text.push(character);
                &rest[character.len_utf8()..]
            }
        }
    }

    /// A short group stays on one line.
    fn open<'a>(&mut self, rest: &'a str) -> &'a str {
        if let Some(end) = rest.find('}').filter(|end| *end < 90) {
            let group = rest[1..end].trim().trim_end_matches(',');
            if !group.contains('{') && !group.contains("/**") {
                let group = group
                    .replace("\"kind\":", "kind:")
                    .replace("\"state\":", "state:");
                self.text
                    .push_str(&format!("{{ {} }}", group.replace(',', ";")));
                return &rest[end + 1..];
            }
        }
        self.text.push('{');
        self.depth += 1;
        self.new_line();
        rest[1..].trim_start()
    }

    fn literal(&mut self, literal: &str, is_key: bool) {
        if is_key {
            self.text.push_str(literal.trim_matches('"'));
        } else {
            self.text.push_str(literal);
        }
    }

    /// Comments with one line stay on one line.
    fn comment(&mut self, comment: &str) {
        let inner: Vec<&str> = comment
            .lines()
            .map(|line| line.trim().trim_start_matches("/**").trim_end_matches("*/"))
            .map(|line| line.trim().trim_start_matches('*').trim())
            .filter(|line| !line.is_empty())
            .collect();
        self.text.push_str("/** ");
        self.text.push_str(&inner.join(" "));
        self.text.push_str(" */");
        self.new_line();
    }

    fn new_line(&mut self) {
        let end = self.text.trim_end().len();
        self.text.truncate(end);
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n("  ", self.depth));
    }
}
