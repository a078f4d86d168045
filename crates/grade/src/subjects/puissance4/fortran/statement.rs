//! The text of a file in free form as statements and words.

/// One statement, lower case outside texts, without comments and continuations.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    /// Its first and last line, from 0.
    pub(super) lines: (usize, usize),
    pub(super) text: String,
}

pub(super) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

pub(super) fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !is_word(c));
    words.filter(|it| !it.is_empty()).map(str::to_owned)
}

/// The statements of a file in free form.
pub(super) fn statements(text: &str) -> Vec<Statement> {
    let mut statements: Vec<Statement> = vec![];
    let mut open: Option<Statement> = None;
    for (number, line) in text.lines().enumerate() {
        let code = code_of(line);
        let code = code.trim();
        if code.is_empty() || code.starts_with('#') {
            continue;
        }
        let (continues, code) = match code.strip_suffix('&') {
            Some(code) => (true, code.trim_end()),
            None => (false, code),
        };
        let mut statement = open.take().unwrap_or(Statement {
            lines: (number, number),
            text: String::new(),
        });
        statement.text += code.strip_prefix('&').unwrap_or(code);
        statement.text.push(' ');
        statement.lines.1 = number;
        if continues {
            open = Some(statement);
        } else {
            statements.extend(split(&statement));
        }
    }
    statements.extend(open.iter().flat_map(split));
    statements
}

/// A line in lower case up to its comment; texts become empty.
fn code_of(line: &str) -> String {
    let mut code = String::new();
    let mut quote = None;
    for c in line.chars() {
        match quote {
            Some(mark) if c == mark => quote = None,
            Some(_) => continue,
            None if c == '!' => break,
            None if matches!(c, '"' | '\'') => quote = Some(c),
            None => {}
        }
        let c = if c == '\t' { ' ' } else { c };
        code.extend(c.to_lowercase());
    }
    // A text that goes on in the next line.
    if quote.is_some() && line.trim_end().ends_with('&') {
        code.push('&');
    }
    code
}

/// The statements of one that holds semicolons; labels of constructs and numbers are left out.
fn split(statement: &Statement) -> Vec<Statement> {
    let texts = statement.text.split(';').map(str::trim);
    let one = |text: &str| Statement {
        lines: statement.lines,
        text: single_spaced(text.trim_start_matches(|c: char| c.is_ascii_digit())),
    };
    texts.filter(|it| !it.is_empty()).map(one).collect()
}

fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
