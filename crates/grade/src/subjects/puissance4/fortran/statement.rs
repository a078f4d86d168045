//! `FortranStatement`: a Fortran file in free form, split into statements and words.

/// One statement in lower case, without comments, continuations and the content of texts.
#[derive(Clone, Debug)]
pub(super) struct FortranStatement {
    /// First and last line, from 0.
    pub(super) lines: (usize, usize),
    pub(super) text: String,
}

/// Whether a character may be part of a name.
pub(super) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The names and numbers of a text.
pub(super) fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !is_word(c));
    words.filter(|it| !it.is_empty()).map(str::to_owned)
}

pub(super) fn statements(text: &str) -> Vec<FortranStatement> {
    let mut statements: Vec<FortranStatement> = vec![];
    let mut open: Option<FortranStatement> = None;
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
        let mut statement = open.take().unwrap_or(FortranStatement {
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

/// A line in lower case without its comment; texts become empty.
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
    // The text continues on the next line.
    if quote.is_some() && line.trim_end().ends_with('&') {
        code.push('&');
    }
    code
}

/// Splits a statement at its semicolons and removes numeric labels.
fn split(statement: &FortranStatement) -> Vec<FortranStatement> {
    let texts = statement.text.split(';').map(str::trim);
    let one = |text: &str| FortranStatement {
        lines: statement.lines,
        text: single_spaced(text.trim_start_matches(|c: char| c.is_ascii_digit())),
    };
    texts.filter(|it| !it.is_empty()).map(one).collect()
}

fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
