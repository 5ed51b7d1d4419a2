//! A form of an MCP server, a line for each field.

use serde_json::{Map, Number, Value};

use super::ask::{Choice, Next, again, is};
use super::screen::Screen;
use crate::sanitize::harmless;
use crate::style::Paint;

/// What is to be filled in, or an address to visit.
#[derive(Debug, Clone)]
pub(crate) struct Form {
    message: String,
    url: Option<String>,
    fields: Vec<Field>,
    /// The person agreed to fill it in.
    begun: bool,
    filled: Map<String, Value>,
    /// How many fields were asked for.
    asked: usize,
}

#[derive(Debug, Clone)]
struct Field {
    name: String,
    words: String,
    kind: Kind,
    required: bool,
}

#[derive(Debug, Clone)]
enum Kind {
    Text,
    Number,
    Whole,
    YesOrNo,
    OneOf(Vec<Value>),
}

impl Form {
    /// Reads the schema of a form; fields come in the given order where there is one.
    pub(crate) fn new(
        message: String,
        url: Option<String>,
        schema: Option<&Value>,
        order: &[String],
    ) -> Self {
        let properties = schema.and_then(|schema| schema.get("properties")?.as_object());
        let required = schema.and_then(|schema| schema.get("required")?.as_array());
        let is_required =
            |name: &str| required.is_some_and(|names| names.iter().any(|known| known == name));
        let mut fields: Vec<Field> = properties
            .into_iter()
            .flatten()
            .map(|(name, schema)| Field::new(name, schema, is_required(name)))
            .collect();
        let place = |name: &str| order.iter().position(|known| known == name);
        fields.sort_by_key(|field| place(&field.name).unwrap_or(usize::MAX));
        Self {
            message,
            url,
            fields,
            begun: false,
            filled: Map::new(),
            asked: 0,
        }
    }

    pub(super) fn describe(&self, screen: &mut Screen) {
        screen.text_below(&self.message);
        if let Some(url) = &self.url {
            screen.text_below(url);
        }
    }

    pub(super) fn prompt(&self) -> String {
        match self.fields.get(self.asked) {
            _ if !self.begun && self.url.is_some() => "[y]es, done  [n]o  [s]top ".to_owned(),
            _ if !self.begun => "[y]es, fill it in  [n]o  [s]top ".to_owned(),
            Some(field) => field.prompt(),
            None => String::new(),
        }
    }

    pub(super) fn line(&mut self, line: &str, screen: &mut Screen) -> Next {
        if !self.begun {
            return match line {
                line if is(line, "y", "yes") => {
                    self.begun = true;
                    self.next()
                }
                line if is(line, "n", "no") => Next::Chosen(Choice::Deny(String::new())),
                line if is(line, "s", "stop") => Next::Chosen(Choice::Stop),
                _ => again(screen),
            };
        }
        let Some(field) = self.fields.get(self.asked) else {
            return self.next();
        };
        match field.read(line) {
            Ok(value) => {
                if let Some(value) = value {
                    self.filled.insert(field.name.clone(), value);
                }
                self.asked += 1;
                self.next()
            }
            Err(problem) => {
                screen.line(Paint::Red, problem);
                Next::Again
            }
        }
    }

    fn next(&mut self) -> Next {
        if self.asked < self.fields.len() {
            Next::Again
        } else {
            Next::Chosen(Choice::Filled(std::mem::take(&mut self.filled)))
        }
    }
}

impl Field {
    fn new(name: &str, schema: &Value, required: bool) -> Self {
        let text = |member: &str| schema.get(member).and_then(Value::as_str);
        let words = [
            text("title").unwrap_or(name),
            text("description").unwrap_or_default(),
        ];
        let kind = match (schema.get("enum").and_then(Value::as_array), text("type")) {
            (Some(options), _) => Kind::OneOf(options.clone()),
            (None, Some("number")) => Kind::Number,
            (None, Some("integer")) => Kind::Whole,
            (None, Some("boolean")) => Kind::YesOrNo,
            _ => Kind::Text,
        };
        Self {
            name: name.to_owned(),
            words: harmless(words.join("  ").trim_end()),
            kind,
            required,
        }
    }

    fn prompt(&self) -> String {
        let words = &self.words;
        let kind = match &self.kind {
            Kind::Text => String::new(),
            Kind::Number | Kind::Whole => " (a number)".to_owned(),
            Kind::YesOrNo => " (y or n)".to_owned(),
            Kind::OneOf(options) => {
                let options = options.iter().enumerate();
                let numbered =
                    options.map(|(index, option)| format!("{} {}", index + 1, plain(option)));
                format!(" ({})", numbered.collect::<Vec<_>>().join(", "))
            }
        };
        let skip = if self.required { "" } else { "; empty to skip" };
        format!("{words}{kind}{skip}: ")
    }

    /// Reads a value; nothing for a field that is skipped.
    fn read(&self, line: &str) -> Result<Option<Value>, &'static str> {
        if line.is_empty() {
            return if self.required {
                Err("this field must be filled in")
            } else {
                Ok(None)
            };
        }
        let number = |number: Option<Number>| number.map(Value::Number).ok_or("not a number");
        let value = match &self.kind {
            Kind::Text => Value::from(line),
            Kind::Whole => number(line.parse::<i64>().ok().map(Number::from))?,
            Kind::Number => number(line.parse().ok().and_then(Number::from_f64))?,
            Kind::YesOrNo if is(line, "y", "yes") => Value::Bool(true),
            Kind::YesOrNo if is(line, "n", "no") => Value::Bool(false),
            Kind::YesOrNo => return Err("answer with y or n"),
            Kind::OneOf(options) => {
                let place = line
                    .parse::<usize>()
                    .ok()
                    .and_then(|number| number.checked_sub(1));
                let chosen = place.and_then(|place| options.get(place));
                let named = || options.iter().find(|option| plain(option) == line);
                chosen
                    .or_else(named)
                    .cloned()
                    .ok_or("answer with one of the numbers")?
            }
        };
        Ok(Some(value))
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => harmless(text),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn fields_are_asked_in_order_and_read_by_their_types() {
        let schema = json!({
            "properties": {
                "size": {"enum": ["small", "large"]},
                "name": {"type": "string", "title": "Your name"},
                "count": {"type": "integer"},
                "sure": {"type": "boolean"}
            },
            "required": ["name"]
        });
        let order = ["name".to_owned(), "count".to_owned()];
        let mut form = Form::new("Fill in".to_owned(), None, Some(&schema), &order);
        let mut screen = Screen::new();
        assert!(form.prompt().contains("[y]es"));
        assert_eq!(form.line("y", &mut screen), Next::Again);
        assert_eq!(form.prompt(), "Your name: ");
        for (line, prompt) in [
            ("", "Your name: "),
            ("Ada", "count (a number); empty to skip: "),
            ("three", "count (a number); empty to skip: "),
            ("3", "size (1 small, 2 large); empty to skip: "),
            ("2", "sure (y or n); empty to skip: "),
        ] {
            assert_eq!(form.line(line, &mut screen), Next::Again);
            assert_eq!(form.prompt(), prompt);
        }
        let Next::Chosen(Choice::Filled(filled)) = form.line("", &mut screen) else {
            panic!("it is filled in");
        };
        assert_eq!(
            Value::Object(filled),
            json!({"name": "Ada", "count": 3, "size": "large"})
        );
    }
}
