//! Classification of Fortran statements: heads, ends, declarations, and the names in them.

use super::source::Declaration;
use super::statement::is_word;

/// The kind of unit that an `end` statement ends, empty for a bare `end`; `None` for the end of a loop
/// or choice, and for other statements.
pub(super) fn end_of(text: &str) -> Option<&str> {
    const UNITS: &str = "subroutine function procedure module program interface type";
    let rest = text.strip_prefix("end")?.trim_start();
    if rest.is_empty() {
        return Some("");
    }
    let is = |unit: &&str| {
        let after = rest.strip_prefix(*unit);
        after.is_some_and(|it| it.is_empty() || it.starts_with([' ', '(']))
    };
    UNITS.split(' ').find(is)
}

/// The name after a keyword, if nothing else follows.
pub(super) fn named_after<'a>(text: &'a str, keyword: &str) -> Option<&'a str> {
    let name = text.strip_prefix(keyword)?.strip_prefix(' ')?.trim();
    let is_name = !name.is_empty() && name.chars().all(is_word);
    is_name.then_some(name)
}

/// The parts of a procedure's head: keywords such as `integer function`, the name, and the rest.
pub(super) fn procedure_head(text: &str) -> Option<(&str, &str, &str)> {
    for keyword in ["subroutine", "function"] {
        let Some(at) = text.find(keyword) else {
            continue;
        };
        let (before, after) = (text[..at].trim_end(), &text[at + keyword.len()..]);
        let starts = before.is_empty()
            || text[..at].ends_with([' ', ')'])
                && before.chars().all(|c| is_word(c) || " (=*)".contains(c))
                && (declared_kind(before).is_some() || PREFIXES.contains(&first_word(before)));
        let name_end = after.trim_start().find(|c| !is_word(c));
        let rest = after.trim_start();
        let (name, rest) = rest.split_at(name_end.unwrap_or(rest.len()));
        if starts && after.starts_with(' ') && !name.is_empty() && !rest.trim().starts_with('=') {
            return Some((text[..at + keyword.len()].trim(), name, rest.trim()));
        }
    }
    None
}

/// Keywords that may stand before `subroutine` or `function`.
const PREFIXES: [&str; 5] = ["recursive", "pure", "elemental", "impure", "module"];

/// The text after prefixes such as `recursive pure`.
pub(super) fn after_prefixes(text: &str) -> &str {
    let mut rest = text;
    while PREFIXES.contains(&first_word(rest)) {
        rest = rest[first_word(rest).len()..].trim_start();
    }
    rest
}

fn first_word(text: &str) -> &str {
    text.split(|c: char| !is_word(c)).next().unwrap_or_default()
}

/// The derived type whose definition begins; `None` for `type(x) ::`, which declares a variable.
pub(super) fn type_name(text: &str) -> Option<String> {
    let rest = text.strip_prefix("type")?;
    if !rest.starts_with([' ', ',', ':']) || rest.trim_start().starts_with(['(', '=']) {
        return None;
    }
    let name = rest.rsplit("::").next()?.trim();
    let name = name.rsplit([' ', ',']).next()?;
    (!name.is_empty() && name.chars().all(is_word)).then(|| name.to_owned())
}

/// Keywords that begin a declaration.
const KINDS: [&str; 7] = [
    "integer",
    "real",
    "logical",
    "character",
    "complex",
    "double precision",
    "type",
];

/// The type at the beginning of a declaration, for example `integer` or `type(grille)`.
pub(super) fn declared_kind(text: &str) -> Option<String> {
    let kind = KINDS.into_iter().find(|kind| text.starts_with(kind))?;
    let rest = &text[kind.len()..];
    if rest.starts_with(is_word) {
        return None;
    }
    if kind == "type" {
        let name = rest.trim_start().strip_prefix('(')?.split(')').next()?;
        return Some(format!("type({})", name.trim()));
    }
    Some(kind.to_owned())
}

/// The names that a statement declares, each with its declaration.
pub(super) fn declarations(text: &str) -> Vec<(String, Declaration)> {
    let Some(kind) = declared_kind(text) else {
        return vec![];
    };
    let (attributes, names) = match text.split_once("::") {
        Some(parts) => parts,
        None => without_colons(text, &kind),
    };
    let squeezed = attributes.replace(' ', "");
    let common = squeezed.split_once("dimension(");
    let common = common.map(|(_, it)| bracketed(it));
    let is_output = ["intent(out)", "intent(inout)"].map(|it| squeezed.contains(it));
    let one = |item: String| {
        let (name, value) = match item.split_once('=') {
            Some((name, value)) => (name, Some(value.trim_start_matches('>').trim().to_owned())),
            None => (item.as_str(), None),
        };
        let (name, own) = match name.split_once('(') {
            Some((name, rest)) => (name, Some(bracketed(rest))),
            None => (name.split('*').next().unwrap_or(name), None),
        };
        let declared = Declaration {
            kind: kind.clone(),
            bounds: own.or_else(|| common.clone()),
            is_output: is_output.contains(&true),
            is_allocatable: squeezed.contains(",allocatable"),
            value: value.filter(|_| squeezed.contains(",parameter")),
        };
        (name.trim().to_owned(), declared)
    };
    listed(names).into_iter().map(one).collect()
}

/// Splits a declaration without `::`, such as `integer grille(0:7)`, into its type and its names.
fn without_colons<'a>(text: &'a str, kind: &str) -> (&'a str, &'a str) {
    let word = kind.split('(').next().unwrap_or_default();
    let rest = text[word.len()..].trim_start();
    let rest = match rest.strip_prefix('(') {
        Some(length) => length
            .get(bracketed(length).len() + 1..)
            .unwrap_or_default(),
        None => rest.trim_start_matches(|c: char| c == '*' || c.is_ascii_digit()),
    };
    (&text[..text.len() - rest.len()], rest)
}

/// The text before the closing bracket.
fn bracketed(rest: &str) -> String {
    let mut depth = 0;
    let end = rest.find(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth < 0
    });
    rest[..end.unwrap_or(rest.len())].to_owned()
}

/// The items of a list; commas inside brackets do not separate items.
pub(super) fn listed(list: &str) -> Vec<String> {
    let mut items = vec![String::new()];
    let mut depth = 0;
    for c in list.chars() {
        depth += i32::from(matches!(c, '(' | '[')) - i32::from(matches!(c, ')' | ']'));
        match c {
            ',' if depth == 0 => items.push(String::new()),
            c => items
                .last_mut()
                .expect("the list begins with one item")
                .push(c),
        }
    }
    items
}

/// Whether a statement is a declaration and does nothing when it runs.
pub(super) fn is_specification(text: &str) -> bool {
    const WORDS: &str = "use import implicit parameter dimension intent save external intrinsic \
                         optional target allocatable pointer data public private interface include \
                         enum";
    let word = first_word(text);
    let rest = text[word.len()..].trim_start();
    let assigns = rest.starts_with('=') || rest.starts_with('%');
    let declares = declared_kind(text).is_some() && text.contains("::");
    let old = declared_kind(text).is_some() && !text.contains('=');
    !assigns && (WORDS.split(' ').any(|it| it == word) || declares || old)
}
