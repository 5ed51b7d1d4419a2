//! Syntax errors as reported by a JavaScript engine.

/// The number of characters shown around the error.
const CONTEXT: usize = 10;

/// The engine's message for the first error.
pub(super) fn error_message(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let mut scanner = Scanner {
        text: &characters,
        at: 0,
    };
    let found = scanner.value().and_then(|()| {
        scanner.space();
        if scanner.at < scanner.text.len() {
            return Err(Fault::At("Unexpected non-whitespace character after JSON"));
        }
        Ok(())
    });
    match found {
        Err(Fault::At(words)) => format!("{words} in JSON at position {}", scanner.at)
            .replace("after JSON in JSON", "after JSON"),
        Err(Fault::Token) => scanner.unexpected(),
        Ok(()) => "not valid JSON".to_owned(),
    }
}

/// An error at the scanner's position.
enum Fault {
    At(&'static str),
    Token,
}

struct Scanner<'a> {
    text: &'a [char],
    at: usize,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(' ' | '\t' | '\n' | '\r')) {
            self.at += 1;
        }
    }

    fn value(&mut self) -> Result<(), Fault> {
        self.space();
        match self.peek() {
            Some('{') => self.object(),
            Some('[') => self.array(),
            Some('"') => self.string(),
            Some('t') => self.word("true"),
            Some('f') => self.word("false"),
            Some('n') => self.word("null"),
            Some('-' | '0'..='9') => {
                self.at += 1;
                while matches!(self.peek(), Some('0'..='9' | '.' | 'e' | 'E' | '+' | '-')) {
                    self.at += 1;
                }
                Ok(())
            }
            _ => Err(Fault::Token),
        }
    }

    fn word(&mut self, word: &str) -> Result<(), Fault> {
        for character in word.chars() {
            if self.peek() != Some(character) {
                return Err(Fault::Token);
            }
            self.at += 1;
        }
        Ok(())
    }

    fn string(&mut self) -> Result<(), Fault> {
        self.at += 1;
        loop {
            match self.peek() {
                None => return Err(Fault::At("Unterminated string")),
                Some('"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some('\\') => self.at = (self.at + 2).min(self.text.len()),
                Some(character) if character < ' ' => {
                    return Err(Fault::At("Bad control character in string literal"));
                }
                Some(_) => self.at += 1,
            }
        }
    }

    fn object(&mut self) -> Result<(), Fault> {
        self.at += 1;
        let mut is_first = true;
        loop {
            self.space();
            match (self.peek(), is_first) {
                (Some('}'), true) => {
                    self.at += 1;
                    return Ok(());
                }
                (Some('"'), _) => self.string()?,
                (_, true) => return Err(Fault::At("Expected property name or '}'")),
                (_, false) => return Err(Fault::At("Expected double-quoted property name")),
            }
            self.space();
            if self.peek() != Some(':') {
                return Err(Fault::At("Expected ':' after property name"));
            }
            self.at += 1;
            self.value()?;
            if self.ends('}', "Expected ',' or '}' after property value")? {
                return Ok(());
            }
            is_first = false;
        }
    }

    fn array(&mut self) -> Result<(), Fault> {
        self.at += 1;
        self.space();
        if self.peek() == Some(']') {
            self.at += 1;
            return Ok(());
        }
        loop {
            self.value()?;
            if self.ends(']', "Expected ',' or ']' after array element")? {
                return Ok(());
            }
        }
    }

    /// Skips a comma, or the end of the list.
    fn ends(&mut self, close: char, error_message: &'static str) -> Result<bool, Fault> {
        self.space();
        match self.peek() {
            Some(',') => {
                self.at += 1;
                Ok(false)
            }
            Some(character) if character == close => {
                self.at += 1;
                Ok(true)
            }
            _ => Err(Fault::At(error_message)),
        }
    }

    fn unexpected(&self) -> String {
        let Some(token) = self.peek() else {
            return "Unexpected end of JSON input".to_owned();
        };
        let length = self.text.len();
        let (from, to) = if length > 2 * CONTEXT {
            (
                self.at.saturating_sub(CONTEXT),
                (self.at + CONTEXT).min(length),
            )
        } else {
            (0, length)
        };
        let shown: String = self.text[from..to].iter().collect();
        let before = if from > 0 { "..." } else { "" };
        let after = if to < length { "..." } else { "" };
        format!("Unexpected token '{token}', {before}\"{shown}\"{after} is not valid JSON")
    }
}

#[cfg(test)]
mod tests {
    use super::error_message;

    #[test]
    fn syntax_errors_have_their_position() {
        assert_eq!(
            error_message("{\"type\": nope}"),
            "Unexpected token 'o', \"{\"type\": nope}\" is not valid JSON"
        );
        assert_eq!(
            error_message("{\"type\":\"user\",\"mess"),
            "Unterminated string in JSON at position 20"
        );
        assert_eq!(
            error_message("{\"type\":\"user\""),
            "Expected ',' or '}' after property value in JSON at position 14"
        );
        assert_eq!(error_message(""), "Unexpected end of JSON input");
        assert_eq!(
            error_message("1 2"),
            "Unexpected non-whitespace character after JSON at position 2"
        );
    }
}
