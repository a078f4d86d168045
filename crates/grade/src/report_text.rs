//! A report as text for a person: its opening lines, and the parts of each check.

use std::collections::BTreeSet;

use serde_json::Value as Json;
use table::{Key, Message, key, message};
use text::{Language, printable};

use crate::difference::FirstDifference;
use crate::report::{Check, Report, Verdict, hundredths};

/// Number of characters shown of a value.
const LONGEST: usize = 300;
/// Indentation of the lines under the title of a check.
const INDENT: &str = "     ";

/// The whole report: the mark, what to mend first, every check, then those that the subject leaves open.
pub(crate) fn report(report: &Report, language: Language) -> String {
    let is_silent = |check: &&Check| check.verdict == Verdict::Silent;
    let (silent, others): (Vec<_>, Vec<_>) = report.checks.iter().partition(is_silent);
    let opening = opening(report, language).into_iter();
    let mut text: String = opening.map(|line| line + "\n").collect();
    text.push('\n');
    text.extend(others.iter().map(|it| check(it, language)));
    if !silent.is_empty() {
        text.extend(["\n", &language.word(key!("grade-apart")), "\n"]);
        text.extend(silent.iter().map(|it| check(it, language)));
    }
    text
}

/// The first lines of a report: points, what could not be judged, what to mend first, unreadable files.
pub(crate) fn opening(report: &Report, language: Language) -> Vec<String> {
    let mut lines = vec![mark(report, language)];
    if report.unjudged > 0.0 {
        let unjudged = points(report.unjudged, language);
        let names = missing_names(report, Verdict::Unjudged);
        let out_of = points(report.out_of, language);
        lines.push(message!("grade-total-unjudged", unjudged, out_of, names));
    }
    let excluded = missing_names(report, Verdict::Excluded);
    if !excluded.is_empty() {
        lines.push(message!("grade-total-excluded", names = excluded));
    }
    if report.edition.is_some() {
        lines.push(message!("grade-edition-earlier"));
    }
    lines.extend(to_mend_first(report, language));
    let fault = |fault| message!("grade-fault", text = one_line(&language.say(fault)));
    lines.extend(report.faults.iter().map(fault));
    lines.iter().map(|line| language.say(line)).collect()
}

/// The points of a report: `12,5 points sur 20`.
pub(crate) fn mark(report: &Report, language: Language) -> Message {
    let [points, out_of] = [report.points, report.out_of].map(|it| points(it, language));
    message!("grade-total", points, out_of)
}

/// A number of points with the decimal mark of the language.
pub(crate) fn points(number: f64, language: Language) -> String {
    language.decimal(&number.to_string())
}

/// The cause that costs most: its checks, their points, and the exception or what the subject asks.
pub(crate) fn to_mend_first(report: &Report, language: Language) -> Option<Message> {
    let checks = report.to_mend_first();
    let first = checks.first()?;
    let titles: Vec<String> = checks.iter().map(|it| it.title()).collect();
    let lost = hundredths(checks.iter().map(|it| it.lost()).sum());
    let crash = first.crash.as_ref().filter(|_| checks.len() > 1);
    let says = crash.or(first.says.as_ref());
    let says = says.map_or_else(
        || language.word(first.verdict.key()),
        |says| one_line(&language.say(says)),
    );
    let (title, lost) = (titles.join(", "), points(lost, language));
    Some(message!("grade-first", title, lost, says))
}

/// The modules and tools that checks with this verdict need, or else the checks' titles.
fn missing_names(report: &Report, verdict: Verdict) -> String {
    let found = report.checks.iter().filter(|it| it.verdict == verdict);
    let names = found.map(|it| it.needs.clone().unwrap_or_else(|| it.title()));
    let names: BTreeSet<String> = names.collect();
    names.into_iter().collect::<Vec<_>>().join(", ")
}

/// One check as a person reads it.
pub(crate) struct CheckText {
    pub(crate) verdict: String,
    /// Points earned and their maximum: `0 / 1,5`.
    pub(crate) points: Option<String>,
    /// What the subject asks, if the check does not pass, and remarks.
    pub(crate) sentences: Vec<String>,
    /// The call, the expected and the given answer and the command, each under its label.
    pub(crate) rows: Vec<(Key, String)>,
    /// Sign under the first different character of the answers, where both are one line.
    mark: Option<String>,
}

impl CheckText {
    pub(crate) fn new(check: &Check, language: Language) -> Self {
        use Verdict::{Excluded, Helped, Right, Silent, Unjudged};
        let mut parts = Self {
            verdict: language.word(check.verdict.key()),
            points: (check.worth > 0.0).then(|| {
                let [points, worth] = [check.points, check.worth].map(|it| points(it, language));
                format!("{points} / {worth}")
            }),
            sentences: vec![],
            rows: vec![],
            mark: None,
        };
        let repeats_subject = !matches!(check.verdict, Right | Helped | Unjudged | Excluded);
        let says = check.says.iter().filter(|_| repeats_subject);
        let says = says.cloned().map(|says| {
            if check.verdict == Silent {
                says
            } else {
                message!("grade-asked", says)
            }
        });
        let sentences = says.chain(check.notes.iter().cloned());
        parts
            .sentences
            .extend(sentences.map(|it| one_line(&language.say(&it))));
        // The example of a helped function shows its helper's mistake, which the helper's check shows.
        if !matches!(check.verdict, Right | Helped) {
            parts.add_example(check, language);
        }
        parts
    }

    fn add_example(&mut self, check: &Check, language: Language) {
        let mut add = |key: Key, value: Option<String>| {
            self.rows.extend(value.map(|value| (key, value)));
        };
        add(key!("grade-input"), input(check, language));
        let crash = check.crash.as_ref();
        let crash = crash.map(|crash| one_line(&language.say(crash)));
        let [expected, got] = answers(check);
        match (expected, crash.clone().or(got)) {
            (Some(expected), Some(got)) if crash.is_none() => {
                let difference = FirstDifference::new(&expected, &got, is_text(check));
                let nothing = |it: String| {
                    Some(it)
                        .filter(|it| !it.is_empty())
                        .unwrap_or_else(|| language.word(key!("grade-nothing")))
                };
                add(key!("grade-expected"), Some(nothing(difference.expected)));
                add(key!("grade-got"), Some(nothing(difference.got)));
                self.mark = difference.mark;
                let line = difference
                    .line
                    .map(|line| message!("grade-note-line", line));
                self.sentences.extend(line.map(|line| language.say(&line)));
            }
            (expected, got) => {
                let alone = |it: &str| short(it.trim_matches('\n'));
                add(key!("grade-expected"), expected.as_deref().map(alone));
                add(key!("grade-got"), got.as_deref().map(alone));
            }
        }
        let command = check.command.as_ref();
        self.rows
            .extend(command.map(|it| (key!("grade-again"), printable(it).into_owned())));
    }
}

/// The call that a check shows, with what was typed.
fn input(check: &Check, language: Language) -> Option<String> {
    let Some(shown) = &check.shown else {
        return check.input.as_ref().map(|it| short(&written(it)));
    };
    let call = printable(&shown.call);
    let call = match shown.typed.as_str() {
        "" => call.into_owned(),
        typed => language.say(&message!("grade-call-typed", call = short(&call), typed)),
    };
    Some(call).filter(|it| !it.is_empty())
}

/// The expected and the given answer, in the student's notation where there is one.
fn answers(check: &Check) -> [Option<String>; 2] {
    let answers = match &check.shown {
        Some(shown) => [shown.expected.clone(), shown.got.clone()],
        None => [&check.expected, &check.got].map(|it| it.as_ref().map(written)),
    };
    answers.map(|it| it.map(|it| printable(&it).into_owned()))
}

/// A text as it is, another value as in the JSON report.
fn written(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Whether the answers are printed texts, which are compared line by line.
fn is_text(check: &Check) -> bool {
    let is_text = |value: &Option<Json>| value.as_ref().is_none_or(Json::is_string);
    is_text(&check.expected) && is_text(&check.got)
}

/// Title, sentences, call and answers of one check.
pub(crate) fn check(check: &Check, language: Language) -> String {
    let parts = CheckText::new(check, language);
    let function = check.function.as_deref().unwrap_or_default();
    let id = format!("{:<4}", check.id);
    let verdict = parts.verdict;
    let head = if let Some(points) = parts.points {
        message!("grade-check-points", id, function, verdict, points)
    } else {
        message!("grade-check", id, function, verdict)
    };
    let mut text = language.say(&head) + "\n";
    for sentence in &parts.sentences {
        text.extend([INDENT, sentence, "\n"]);
    }
    for (key, value) in parts.rows {
        let label = language.word(key);
        let under = format!("\n{INDENT}{}", " ".repeat(label.chars().count()));
        text.extend([INDENT, &label, &value.replace('\n', &under), "\n"]);
        let mark = parts.mark.as_ref().filter(|_| key == key!("grade-got"));
        text.extend(mark.map(|mark| format!("{}{mark}\n", &under[1..])));
    }
    text
}

/// A text of the student on the line that tells of it.
fn one_line(text: &str) -> String {
    printable(text.trim_end()).replace('\n', "↵")
}

/// The first 300 characters of a value; the JSON report has all of it.
fn short(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
