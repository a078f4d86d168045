//! The results of a class or of one student as one HTML page without scripts, with drawn positions.

use std::fmt::Write as _;

use draw::{escaped, page_style};
use serde_json::Value as Json;
use table::{Explain, Key, key};
use text::Language;

use super::{Class, Student};
use crate::homework::Homework;
use crate::picture;
use crate::report::{Check, Report, Verdict};
use crate::report_text;

/// A table of students and checks, then one section per student, each printed on its own sheet.
pub(super) fn page(class: &Class, language: Language) -> String {
    let title = escaped(&language.word(key!("grade-class-title")));
    let mut text = format!(
        "<!doctype html>\n<html lang=\"{language}\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <style>{}{STYLE}</style>\n<h1>{title}</h1>\n",
        page_style(),
    );
    if class.students.len() > 1 {
        text += &table(class, language);
    }
    if !class.similar.is_empty() {
        text += &pre(&class.similar_lines(language));
    }
    for student in &class.students {
        text += &section(class.homework, student, language);
    }
    text + "</html>\n"
}

fn table(class: &Class, language: Language) -> String {
    let checks: Vec<String> = class.failures().into_iter().map(|(name, _)| name).collect();
    let mut text = "<table>\n<tr><th></th><th></th>".to_owned();
    for check in &checks {
        let _ = write!(text, "<th>{}</th>", escaped(check));
    }
    text += "</tr>\n";
    for student in &class.students {
        let _ = write!(text, "<tr><th>{}</th>", escaped(&student.name));
        let Ok(report) = &student.report else {
            text += "<td></td></tr>\n";
            continue;
        };
        let _ = write!(text, "<td>{}</td>", report.points);
        for name in &checks {
            let check = report.checks.iter().find(|check| check.title() == *name);
            let verdict = check.map(|check| check.verdict);
            let (class, sign) = verdict.map_or(("", ""), sign);
            let word = verdict.map_or_else(String::new, |it| language.word(it.key()));
            let word = escaped(&word);
            let _ = write!(text, "<td class=\"{class}\" title=\"{word}\">{sign}</td>");
        }
        text += "</tr>\n";
    }
    text + "</table>\n"
}

/// The CSS class and the sign of a verdict in the table of a class.
fn sign(verdict: Verdict) -> (&'static str, &'static str) {
    match verdict {
        Verdict::Right | Verdict::Helped => ("passes", "✓"),
        Verdict::Layout => ("passes", "~"),
        Verdict::Absent => ("fails", "–"),
        Verdict::Wrong | Verdict::Crashed | Verdict::Hung => ("fails", "✗"),
        Verdict::Unjudged => ("unjudged", "?"),
        Verdict::Excluded | Verdict::Silent => ("", ""),
    }
}

const STYLE: &str = ":root{color-scheme:light}body{font-family:sans-serif;margin:2em}\
                     table{border-collapse:collapse;font-size:small}tr:first-child th{writing-mode:vertical-rl}\
                     td,th{border:1px solid #999;padding:.2em .4em;text-align:left}\
                     .passes{background:#dfd}.fails{background:#fdd}.unjudged{background:#ffd}.apart{color:#777}\
                     pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.2em 0}\
                     .boards{display:flex;flex-wrap:wrap;gap:1em;margin:.2em 0 .8em 2.5em}\
                     figure{margin:0;break-inside:avoid}figcaption{font-size:small;color:#555}\
                     .boards svg{display:block;height:auto;max-width:100%}.boards svg:not([width]){width:18em}\
                     @media print{section{break-before:page}*{print-color-adjust:exact}}";

fn section(homework: &Homework, student: &Student, language: Language) -> String {
    let content = match &student.report {
        Ok(report) => checks(homework, report, language),
        Err(error) => pre(&language.say(&error.explain())),
    };
    let name = escaped(&student.name);
    format!("<section>\n<h2>{name}</h2>\n{content}</section>\n")
}

fn checks(homework: &Homework, report: &Report, language: Language) -> String {
    let mut text = pre(&report_text::opening(report, language));
    let is_silent = |check: &&Check| check.verdict == Verdict::Silent;
    let (silent, others): (Vec<_>, Vec<_>) = report.checks.iter().partition(is_silent);
    let section = |check: &&Check| {
        let lines = escaped(check.text(language).trim_end());
        let pictures = figures(homework, check, language);
        format!("<pre>{lines}</pre>{pictures}\n")
    };
    text.extend(others.iter().map(section));
    if !silent.is_empty() {
        let title = escaped(&language.word(key!("grade-apart")));
        let silent: String = silent.iter().map(section).collect();
        let _ = writeln!(
            text,
            "<div class=\"apart\">\n<h3>{title}</h3>\n{silent}</div>"
        );
    }
    text
}

fn pre(text: &str) -> String {
    format!("<pre>{}</pre>\n", escaped(text))
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
        let word = language.word(key);
        let word = escaped(word.trim_end_matches([' ', ':']));
        (shown && !picture.is_empty())
            .then(|| format!("<figure><figcaption>{word}</figcaption>{picture}</figure>"))
    };
    let figures: String = named.into_iter().filter_map(figure).collect();
    if figures.is_empty() {
        return figures;
    }
    format!("<div class=\"boards\">{figures}</div>")
}
