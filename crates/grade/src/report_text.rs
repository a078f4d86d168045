//! A report as text for a person, with the first difference of expected and got values marked.

use std::collections::BTreeSet;

use serde_json::Value as Json;
use table::{key, message};
use text::{Language, printable};

use crate::report::{Check, Report, Verdict, hundredths};

/// Number of characters shown on each side of the first difference.
const AROUND: usize = 60;
/// Number of characters shown of a value that stands alone.
const LONGEST: usize = 300;
/// Indentation of the lines under the title of a check.
const INDENT: &str = "     ";

/// The whole report: the mark, what to mend first, every check, then those that the subject leaves open.
pub(crate) fn report(report: &Report, language: Language) -> String {
    let is_silent = |check: &&Check| check.verdict == Verdict::Silent;
    let (silent, others): (Vec<_>, Vec<_>) = report.checks.iter().partition(is_silent);
    let mut text = opening(report, language) + "\n";
    text.extend(others.iter().map(|it| check(it, language)));
    if !silent.is_empty() {
        text.extend(["\n", &language.word(key!("grade-apart")), "\n"]);
        text.extend(silent.iter().map(|it| check(it, language)));
    }
    text
}

/// The first lines of a report: points, what could not be judged, what to mend first, unreadable files.
pub(crate) fn opening(report: &Report, language: Language) -> String {
    let [points, out_of] = [report.points, report.out_of].map(|it| it.to_string());
    let mut lines = vec![message!("grade-total", points, out_of)];
    if report.unjudged > 0.0 {
        let [unjudged, out_of] = [report.unjudged, report.out_of].map(|it| it.to_string());
        let names = missing_names(report, Verdict::Unjudged);
        lines.push(message!("grade-total-unjudged", unjudged, out_of, names));
    }
    let excluded = missing_names(report, Verdict::Excluded);
    if !excluded.is_empty() {
        lines.push(message!("grade-total-excluded", names = excluded));
    }
    if let Some(first) = report.to_mend_first() {
        let says = first.says.as_ref().map(|says| language.say(says));
        let says = says.unwrap_or_else(|| language.word(first.verdict.key()));
        let lost = hundredths(first.lost()).to_string();
        lines.push(message!("grade-first", title = first.title(), lost, says));
    }
    let fault = |fault| message!("grade-fault", text = one_line(&language.say(fault)));
    lines.extend(report.faults.iter().map(fault));
    lines.iter().map(|line| language.say(line) + "\n").collect()
}

/// The modules and tools that checks with this verdict need, or else the checks' titles.
fn missing_names(report: &Report, verdict: Verdict) -> String {
    let found = report.checks.iter().filter(|it| it.verdict == verdict);
    let names = found.map(|it| it.needs.clone().unwrap_or_else(|| it.title()));
    let names: BTreeSet<String> = names.collect();
    names.into_iter().collect::<Vec<_>>().join(", ")
}

/// Title, notes, input, expected and got values of one check.
pub(crate) fn check(check: &Check, language: Language) -> String {
    use Verdict::{Excluded, Helped, Right, Unjudged};
    let function = check.function.as_deref().unwrap_or_default();
    let id = format!("{:<4}", check.id);
    let verdict = language.word(check.verdict.key());
    let head = if check.worth > 0.0 {
        let [points, worth] = [check.points, check.worth].map(|it| it.to_string());
        message!("grade-check-points", id, function, verdict, points, worth)
    } else {
        message!("grade-check", id, function, verdict)
    };
    let mut text = language.say(&head) + "\n";
    let repeats_subject = !matches!(check.verdict, Right | Helped | Unjudged | Excluded);
    let says = check.says.iter().filter(|_| repeats_subject);
    for note in says.chain(&check.notes) {
        text.extend([INDENT, &one_line(&language.say(note)), "\n"]);
    }
    // The example of a helped function shows its helper's mistake, which the helper's check shows.
    if matches!(check.verdict, Right | Helped) {
        return text;
    }
    let shown = check.shown.as_ref();
    let written = |text: Option<&String>, value: &Option<Json>| match text {
        Some(text) => Some(printable(text).into_owned()),
        None => value.as_ref().map(visible),
    };
    let expected = written(shown.and_then(|it| it.expected.as_ref()), &check.expected);
    let crash = check
        .crash
        .as_ref()
        .map(|crash| one_line(&language.say(crash)));
    let got = || written(shown.and_then(|it| it.got.as_ref()), &check.got);
    let got = crash.or_else(got);
    let (expected, got, mark) = match (expected, got) {
        (Some(expected), Some(got)) if check.crash.is_none() => {
            let [expected, got, mark] = compared(&expected, &got);
            (Some(expected), Some(got), Some(mark))
        }
        (expected, got) => (
            expected.as_deref().map(short),
            got.as_deref().map(short),
            None,
        ),
    };
    let call = shown.map(|it| match it.typed.as_str() {
        "" => it.call.clone(),
        typed => language.say(&message!(
            "grade-call-typed",
            call = it.call.as_str(),
            typed
        )),
    });
    let input = written(call.as_ref(), &check.input).map(|it| short(&it));
    let command = check.command.as_ref().map(|it| printable(it).into_owned());
    let values = [
        (key!("grade-input"), input),
        (key!("grade-expected"), expected),
        (key!("grade-got"), got),
        (key!("grade-mark"), mark),
        (key!("grade-again"), command),
    ];
    for (key, value) in values {
        text.extend(value.map(|value| format!("{INDENT}{}{value}\n", language.word(key))));
    }
    text
}

/// A text of the student on the line that tells of it.
fn one_line(text: &str) -> String {
    printable(text.trim_end()).replace('\n', "↵")
}

/// A value on one line; in a text, spaces, tabs and line ends become visible signs.
fn visible(value: &Json) -> String {
    match value {
        Json::String(text) => printable(text)
            .chars()
            .map(|c| match c {
                ' ' => '·',
                '\n' => '↵',
                '\t' => '→',
                c => c,
            })
            .collect(),
        other => printable(&other.to_string()).into_owned(),
    }
}

/// The first 300 characters of a value; the JSON report has all of it.
fn short(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// `expected` and `got` from 60 characters before to 60 after their first difference, and a line that
/// marks it.
fn compared(expected: &str, got: &str) -> [String; 3] {
    let (one, other): (Vec<char>, Vec<char>) = (expected.chars().collect(), got.chars().collect());
    let common = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
    let from = common.saturating_sub(AROUND);
    let part = |text: &[char]| {
        let before = if from > 0 { "…" } else { "" };
        let to = text.len().min(common + AROUND);
        let after = if to < text.len() { "…" } else { "" };
        let shown: String = text[from.min(to)..to].iter().collect();
        format!("{before}{shown}{after}")
    };
    let place = common - from + usize::from(from > 0);
    [part(&one), part(&other), " ".repeat(place) + "^"]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_is_under_the_first_difference() {
        let [expected, got, mark] = compared("[2,4,0]", "[2,4,1]");
        assert_eq!((expected.as_str(), got.as_str()), ("[2,4,0]", "[2,4,1]"));
        assert_eq!(mark, "     ^");
    }

    #[test]
    fn a_late_difference_is_shown_with_the_text_around_it() {
        let long = "x".repeat(200);
        let [expected, got, mark] = compared(&format!("{long}a"), &format!("{long}b"));
        assert!(expected.starts_with('…') && expected.ends_with("xa"));
        assert_eq!(got.chars().nth(mark.chars().count() - 1), Some('b'));
    }

    #[test]
    fn spaces_and_line_ends_of_a_text_are_visible() {
        assert_eq!(visible(&Json::from("a b\n")), "a·b↵");
    }
}
