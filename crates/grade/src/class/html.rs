//! The results of a class or of one student as one HTML page without scripts, with drawn positions.

use std::fmt::Write as _;

use draw::{escaped, page_style};
use table::{Explain, Message, key, message};
use text::Language;

use super::sheet::sheet;
use super::{Class, Student};
use crate::report::hundredths;
use crate::report_text::{points, to_mend_first};

const STYLE: &str = include_str!("page.css");

/// For a class, a page for the teacher: the marks, and who fails each check. Then one sheet per student.
pub(super) fn page(class: &Class, language: Language) -> String {
    let title = escaped(&language.word(key!("grade-class-title")));
    let mut text = format!(
        "<!doctype html>\n<html lang=\"{language}\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>{}{STYLE}</style>\n",
        page_style(),
    );
    if class.students.len() > 1 {
        text += &overview(class, language);
    }
    for student in &class.students {
        text += &sheet(class.homework, student, language);
    }
    text + "</html>\n"
}

fn overview(class: &Class, language: Language) -> String {
    let title = escaped(&language.word(key!("grade-class-title")));
    let subject = escaped(class.homework.subject.name);
    let mean = mean(class, language).map(|it| paragraph(&it, language));
    let similar = class.similar_lines(language);
    let similar = similar.lines().fold(String::new(), |text, line| {
        text + "<p>" + &escaped(line) + "</p>\n"
    });
    format!(
        "<section>\n<p class=\"subject\">{subject}</p>\n<h1>{title}</h1>\n{}{}{}{similar}</section>\n",
        mean.unwrap_or_default(),
        marks(class, language),
        needs(class, language),
    )
}

fn paragraph(message: &Message, language: Language) -> String {
    format!("<p>{}</p>\n", escaped(&language.say(message)))
}

/// The number of students with a report and the mean of their points.
fn mean(class: &Class, language: Language) -> Option<Message> {
    let reports: Vec<_> = class.students.iter().flat_map(|it| &it.report).collect();
    let out_of = points(reports.first()?.out_of, language);
    let sum: f64 = reports.iter().map(|it| it.points).sum();
    let mean = points(hundredths(sum / reports.len() as f64), language);
    let students = class.students.len() as u32;
    Some(message!("grade-class-mean", students, mean, out_of))
}

/// One row per student: the points, those that could not be judged, and what to mend first.
fn marks(class: &Class, language: Language) -> String {
    let heads = [
        key!("grade-column-name"),
        key!("grade-column-points"),
        key!("grade-column-first"),
    ];
    let heads = heads.map(|key| format!("<th>{}", escaped(&language.word(key))));
    let mut text = format!("<table>\n<tr>{}\n", heads.concat());
    for student in &class.students {
        let name = escaped(&student.name);
        let (mark, first) = row(student, language);
        let _ = writeln!(
            text,
            "<tr><td>{name}<td>{}<td>{}",
            escaped(&mark),
            escaped(&first)
        );
    }
    text + "</table>\n"
}

fn row(student: &Student, language: Language) -> (String, String) {
    let report = match &student.report {
        Ok(report) => report,
        Err(error) => return ("–".to_owned(), language.say(&error.explain())),
    };
    let mark = points(report.points, language);
    let unjudged = (report.unjudged > 0.0).then(|| {
        let unjudged = points(report.unjudged, language);
        language.say(&message!("grade-row-unjudged", unjudged))
    });
    let first = to_mend_first(report, language).map(|it| language.say(&it));
    let first = unjudged.into_iter().chain(first).collect::<Vec<_>>();
    (mark, first.join(" "))
}

/// Each check that somebody fails, with the names of those students, most failed first.
fn needs(class: &Class, language: Language) -> String {
    let failures = class.failures().into_iter().filter(|(_, count)| *count > 0);
    let of = class.students.len();
    let item = |(title, count): (String, usize)| {
        let fails = |student: &&Student| {
            let mut checks = student.report.iter().flat_map(|it| &it.checks);
            checks.any(|it| it.title() == title && it.fails())
        };
        let names = class.students.iter().filter(fails);
        let names: Vec<String> = names.map(|it| escaped(&it.name)).collect();
        let title = escaped(&title);
        format!(
            "<li><strong>{title}</strong> <span>{count} / {of}</span> {}\n",
            names.join(", ")
        )
    };
    let items: String = failures.map(item).collect();
    if items.is_empty() {
        return items;
    }
    let title = escaped(&language.word(key!("grade-class-needs")));
    format!("<h2>{title}</h2>\n<ul>\n{items}</ul>\n")
}
