//! A class, or one student, as a page without script that reads offline and prints, with the positions
//! of the games drawn.

use std::fmt::Write as _;

use house::Language;
use house::drawing::page_style;
use serde_json::Value as Json;
use table::Explain;

use super::{Class, Student};
use crate::board;
use crate::verdict::{Check, Report, Verdict};

impl Class {
    /// A page without script: who passes what, then a report a student, each on a page of its own
    /// when it is printed.
    pub fn html(&self, language: Language) -> String {
        let title = escaped(&language.word("grade-class-title"));
        let mut text = format!(
            "<!doctype html>\n<html lang=\"{language}\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
             <style>{}{STYLE}</style>\n<h1>{title}</h1>\n",
            page_style(),
        );
        if self.students.len() > 1 {
            text += &self.table(language);
        }
        if !self.pairs.is_empty() {
            let _ = writeln!(text, "<pre>{}</pre>", escaped(&self.likenesses(language)));
        }
        text.extend(self.students.iter().map(|it| it.sheet(language)));
        text + "</html>\n"
    }

    fn table(&self, language: Language) -> String {
        let checks: Vec<String> = self.failures().into_iter().map(|(name, _)| name).collect();
        let mut text = "<table>\n<tr><th></th><th></th>".to_owned();
        for check in &checks {
            let _ = write!(text, "<th>{}</th>", escaped(check));
        }
        text += "</tr>\n";
        for student in &self.students {
            let _ = write!(text, "<tr><th>{}</th>", escaped(&student.name));
            let Ok(report) = &student.report else {
                text += "<td></td></tr>\n";
                continue;
            };
            let _ = write!(text, "<td>{}</td>", report.points);
            for name in &checks {
                let check = report.checks.iter().find(|check| check.title() == *name);
                let (class, word) = check.map_or(("", String::new()), |check| {
                    let class = if check.verdict.passes() {
                        "passes"
                    } else {
                        "fails"
                    };
                    (class, language.word(check.verdict.key()))
                });
                let _ = write!(text, "<td class=\"{class}\">{}</td>", escaped(&word));
            }
            text += "</tr>\n";
        }
        text + "</table>\n"
    }
}

const STYLE: &str = ":root{color-scheme:light}body{font-family:sans-serif;margin:2em}\
                     table{border-collapse:collapse;font-size:small}tr:first-child th{writing-mode:vertical-rl}\
                     td,th{border:1px solid #999;padding:.2em .4em;text-align:left}\
                     .passes{background:#dfd}.fails{background:#fdd}pre{white-space:pre-wrap;margin:.2em 0}\
                     .boards{display:flex;flex-wrap:wrap;gap:1em;margin:.2em 0 .8em 2.5em}\
                     figure{margin:0;break-inside:avoid}figcaption{font-size:small;color:#555}\
                     .boards svg{display:block;height:auto;max-width:100%}.boards svg:not([width]){width:18em}\
                     @media print{section{break-before:page}*{print-color-adjust:exact}}";

impl Student {
    /// One student's report, on a sheet of its own when it is printed.
    fn sheet(&self, language: Language) -> String {
        let told = match &self.report {
            Ok(report) => report.sheet(language),
            Err(error) => format!("<pre>{}</pre>\n", escaped(&language.say(&error.explain()))),
        };
        let name = escaped(&self.name);
        format!("<section>\n<h2>{name}</h2>\n{told}</section>\n")
    }
}

impl Report {
    fn sheet(&self, language: Language) -> String {
        let mut text = String::new();
        for check in &self.checks {
            let said = escaped(check.text(language).trim_end());
            let _ = writeln!(
                text,
                "<pre>{said}</pre>{}",
                boards(self.subject, check, language)
            );
        }
        let closing = escaped(&self.closing(language));
        text + &format!("<pre>{closing}</pre>\n")
    }
}

/// What is to be seen of a check that is not right: its input, and side by side what was expected and
/// what came, where these are positions of the game.
fn boards(subject: &str, check: &Check, language: Language) -> String {
    if matches!(check.verdict, Verdict::Right | Verdict::Helped) {
        return String::new();
    }
    let drawn = |value: &Option<Json>| {
        let pictures = value
            .iter()
            .flat_map(|it| board::pictures(subject, it, language));
        pictures.collect::<String>()
    };
    let [input, expected, got] = [&check.input, &check.expected, &check.got].map(drawn);
    let both = !expected.is_empty() && !got.is_empty();
    let named = [
        ("grade-input", input),
        ("grade-expected", expected),
        ("grade-got", got),
    ];
    let figure = |(key, picture): (&'static str, String)| {
        let word = language.word(key);
        let word = escaped(word.trim_end_matches([' ', ':']));
        let shown = !picture.is_empty() && (both || key == "grade-input");
        shown.then(|| format!("<figure><figcaption>{word}</figcaption>{picture}</figure>"))
    };
    let figures: String = named.into_iter().filter_map(figure).collect();
    if figures.is_empty() {
        return figures;
    }
    format!("<div class=\"boards\">{figures}</div>")
}

/// A text inside HTML or XML, without what neither can hold.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '&' => escaped += "&amp;",
            '"' => escaped += "&quot;",
            '\n' | '\t' => escaped.push(c),
            c if c.is_control() => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_student_writes_is_no_markup() {
        assert_eq!(escaped("<b>&\"\u{7}"), "&lt;b&gt;&amp;&quot;\u{fffd}");
    }
}
