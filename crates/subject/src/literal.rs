//! Values as a person types them: JSON, Python's literals such as `(0, 0, 200)`, `True` and `'Ana'`, and
//! tiles such as 05.

use serde_json::{Map, Value as Json};

/// Deepest nesting of a value.
const DEEPEST: u32 = 100;

/// Reads a value; `None` if the text is neither JSON nor a Python literal. Tuples become lists.
pub(crate) fn read(text: &str) -> Option<Json> {
    if let Ok(json) = serde_json::from_str(text) {
        return Some(json);
    }
    let mut reader = Reader {
        rest: text,
        depth: 0,
    };
    let value = reader.value()?;
    reader.rest.trim().is_empty().then_some(value)
}

struct Reader<'a> {
    rest: &'a str,
    depth: u32,
}

impl Reader<'_> {
    fn value(&mut self) -> Option<Json> {
        self.rest = self.rest.trim_start();
        self.depth += 1;
        let value = match self.rest.chars().next()? {
            _ if self.depth > DEEPEST => None,
            '[' => Some(self.items(']')?.0.into()),
            '(' => self.tuple(),
            '{' => self.dictionary(),
            quote @ ('\'' | '"') => Some(self.string(quote)?.into()),
            _ => self.word(),
        };
        self.depth -= 1;
        value
    }

    /// Removes `mark` after blanks; `false` if something else comes first.
    fn skips(&mut self, mark: char) -> bool {
        let rest = self.rest.trim_start().strip_prefix(mark);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// The values up to the bracket `end`, and whether a comma stands after the last.
    fn items(&mut self, end: char) -> Option<(Vec<Json>, bool)> {
        self.rest = &self.rest[1..];
        let mut items = Vec::new();
        let mut comma = false;
        while !self.skips(end) {
            if !items.is_empty() && !comma {
                return None;
            }
            items.push(self.value()?);
            comma = self.skips(',');
        }
        Some((items, comma))
    }

    /// A tuple, or a value in parentheses.
    fn tuple(&mut self) -> Option<Json> {
        let (mut items, comma) = self.items(')')?;
        match items.len() {
            1 if !comma => items.pop(),
            _ => Some(items.into()),
        }
    }

    fn dictionary(&mut self) -> Option<Json> {
        self.rest = &self.rest[1..];
        let mut entries = Map::new();
        let mut comma = true;
        while !self.skips('}') {
            let Json::String(key) = self.value().filter(|_| comma)? else {
                return None;
            };
            if !self.skips(':') {
                return None;
            }
            let value = self.value()?;
            entries.insert(key, value);
            comma = self.skips(',');
        }
        Some(entries.into())
    }

    fn string(&mut self, quote: char) -> Option<String> {
        let mut text = String::new();
        let mut chars = self.rest.chars();
        chars.next();
        loop {
            match chars.next()? {
                end if end == quote => break,
                '\\' => text.push(match chars.next()? {
                    'n' => '\n',
                    't' => '\t',
                    same @ ('\\' | '\'' | '"') => same,
                    _ => return None,
                }),
                char => text.push(char),
            }
        }
        self.rest = chars.as_str();
        Some(text)
    }

    /// A constant or a number, which may begin with zeros.
    fn word(&mut self) -> Option<Json> {
        let is_end = |char: char| char.is_whitespace() || ",:[](){}'\"".contains(char);
        let length = self.rest.find(is_end).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(length);
        self.rest = rest;
        match word {
            "True" | "true" => Some(Json::Bool(true)),
            "False" | "false" => Some(Json::Bool(false)),
            "None" | "null" => Some(Json::Null),
            _ if !word.contains(|char: char| char.is_ascii_digit()) => None,
            _ => match word.parse::<i64>() {
                Ok(number) => Some(number.into()),
                Err(_) => serde_json::from_str(word).ok(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn literals_of_python_are_read() {
        let cases = [
            ("(0, 0, 200)", json!([0, 0, 200])),
            ("[(255,0,0), (1,)]", json!([[255, 0, 0], [1]])),
            ("(3)", json!(3)),
            ("()", json!([])),
            ("[1, 2, ]", json!([1, 2])),
            ("True", json!(true)),
            ("[False, None]", json!([false, null])),
            ("'é\\'à'", json!("é'à")),
            (
                "{'pos': (0, 0), \"la\": -3}",
                json!({"pos": [0, 0], "la": -3}),
            ),
            ("[00, 05, 61]", json!([0, 5, 61])),
            ("1.5", json!(1.5)),
        ];
        for (text, value) in cases {
            assert_eq!(read(text), Some(value), "{text}");
        }
    }

    #[test]
    fn what_is_no_literal_is_refused() {
        let deep = "(".repeat(100_000);
        for text in [
            "",
            "un",
            "[1 2]",
            "(1, 2",
            "1)",
            "{1: 2}",
            "{'a' 1}",
            "{'a': 1 'b': 2}",
            "'a",
            "nan",
            "[,]",
            &deep,
        ] {
            assert_eq!(read(text), None, "{text:.20}");
        }
    }
}
