//! The report of one student as a sheet of HTML: the mark, what to mend first, then each check.

use std::fmt::Write as _;

use draw::escaped;
use serde_json::Value as Json;
use table::{Explain, Key, key};
use text::Language;

use super::Student;
use crate::homework::Homework;
use crate::picture;
use crate::report::{Check, Report, Verdict};
use crate::report_text::{CheckText, opening};

/// The sheet of one student, which begins a printed page.
pub(super) fn sheet(homework: &Homework, student: &Student, language: Language) -> String {
    let content = match &student.report {
        Ok(report) => report_sheet(homework, report, language),
        Err(error) => {
            let why = escaped(&language.say(&error.explain()));
            format!("<p class=\"first\">{why}</p>\n")
        }
    };
    let name = escaped(&student.name);
    let subject = escaped(homework.subject.name);
    format!("<section>\n<p class=\"subject\">{subject}</p>\n<h2>{name}</h2>\n{content}</section>\n")
}

fn report_sheet(homework: &Homework, report: &Report, language: Language) -> String {
    let mut lines = opening(report, language).into_iter();
    let mark = lines.next().unwrap_or_default();
    let mut text = format!("<p class=\"mark\">{}</p>\n", escaped(&mark));
    for line in lines {
        let _ = writeln!(text, "<p class=\"first\">{}</p>", escaped(&line));
    }
    let is_silent = |check: &&Check| check.verdict == Verdict::Silent;
    let (silent, others): (Vec<_>, Vec<_>) = report.checks.iter().partition(is_silent);
    let article = |it: &&Check| article(homework, it, language);
    text.extend(others.iter().map(article));
    if !silent.is_empty() {
        let title = escaped(&language.word(key!("grade-apart")));
        let silent: String = silent.iter().map(article).collect();
        let _ = write!(
            text,
            "<div class=\"apart\">\n<h3>{title}</h3>\n{silent}</div>\n"
        );
    }
    text
}

/// The CSS class and the sign of a verdict.
pub(super) fn sign(verdict: Verdict) -> (&'static str, &'static str) {
    match verdict {
        Verdict::Right | Verdict::Helped => ("passes", "✓"),
        Verdict::Layout => ("passes", "≈"),
        Verdict::Wrong | Verdict::Crashed | Verdict::Hung | Verdict::Absent => ("fails", "✗"),
        Verdict::Unjudged => ("unjudged", "?"),
        Verdict::Excluded | Verdict::Silent => ("apart", "–"),
    }
}

/// One check: its title, verdict and points in one line, then what shows the mistake.
fn article(homework: &Homework, check: &Check, language: Language) -> String {
    let parts = CheckText::new(check, language);
    let (class, sign) = sign(check.verdict);
    let title = escaped(&check.title());
    let verdict = escaped(&parts.verdict);
    let points = escaped(&parts.points.unwrap_or_default());
    let mut text = format!(
        "<article class=\"{class}\">\n<h3><i>{sign}</i> <strong>{title}</strong> <span>{verdict}</span> \
         <em>{points}</em></h3>\n"
    );
    for sentence in &parts.sentences {
        let _ = writeln!(text, "<p>{}</p>", escaped(sentence));
    }
    if !parts.rows.is_empty() {
        let row = |(key, value): &(Key, String)| {
            format!("<dt>{}<dd>{}\n", label(*key, language), escaped(value))
        };
        let rows: String = parts.rows.iter().map(row).collect();
        let _ = write!(text, "<dl>\n{rows}</dl>\n");
    }
    text + &figures(homework, check, language) + "</article>\n"
}

/// A label without its colon.
fn label(key: Key, language: Language) -> String {
    escaped(language.word(key).trim_end_matches([' ', ':']))
}

/// Pictures of a failing check: its input, and the expected and got values where both are positions.
fn figures(homework: &Homework, check: &Check, language: Language) -> String {
    if matches!(check.verdict, Verdict::Right | Verdict::Helped) {
        return String::new();
    }
    let drawn = |value: &Option<Json>| -> String {
        let pictures = |it| picture::pictures(homework, it, language);
        value.iter().flat_map(pictures).collect()
    };
    let [input, expected, got] = [&check.input, &check.expected, &check.got].map(drawn);
    let both = !expected.is_empty() && !got.is_empty();
    let named = [
        (key!("grade-input"), input, true),
        (key!("grade-expected"), expected, both),
        (key!("grade-got"), got, both),
    ];
    let figure = |(key, picture, shown): (Key, String, bool)| {
        let word = label(key, language);
        (shown && !picture.is_empty())
            .then(|| format!("<figure><figcaption>{word}</figcaption>{picture}</figure>"))
    };
    let figures: String = named.into_iter().filter_map(figure).collect();
    if figures.is_empty() {
        return figures;
    }
    format!("<div class=\"boards\">{figures}</div>\n")
}
