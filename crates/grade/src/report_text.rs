//! A report as text for a person, with the first difference of expected and got values marked.

use serde_json::Value as Json;
use table::{key, message};
use text::Language;

use crate::report::{Check, Report, Verdict};

/// Number of characters shown on each side of the first difference.
const AROUND: usize = 60;
/// Number of characters shown of a value that stands alone.
const LONGEST: usize = 300;
/// Indentation of the lines under the title of a check.
const INDENT: &str = "     ";

/// The whole report: every check, then those that the subject leaves open, then the closing lines.
pub(crate) fn report(report: &Report, language: Language) -> String {
    let is_silent = |check: &&Check| check.verdict == Verdict::Silent;
    let (silent, others): (Vec<_>, Vec<_>) = report.checks.iter().partition(is_silent);
    let mut text: String = others.iter().map(|it| check(it, language)).collect();
    if !silent.is_empty() {
        text.extend(["\n", &language.word(key!("grade-apart")), "\n"]);
        text.extend(silent.iter().map(|it| check(it, language)));
        text.push('\n');
    }
    text + &closing(report, language)
}

/// The last lines of a report: unreadable files, checks to mend first, points.
pub(crate) fn closing(report: &Report, language: Language) -> String {
    let mut text = String::new();
    for fault in &report.faults {
        let fault = message!("grade-fault", text = language.say(fault));
        text += &(language.say(&fault) + "\n");
    }
    text += &to_mend(report, language);
    let [points, out_of] = [report.points, report.out_of].map(|it| it.to_string());
    let total = message!("grade-total", points, out_of);
    text + &language.say(&total) + "\n"
}

/// The failing checks that cost most, one per line; empty when no other check fails.
fn to_mend(report: &Report, language: Language) -> String {
    let first = report.to_mend_first();
    let failing = report.checks.iter().filter(|it| it.fails()).count();
    if failing <= first.len() {
        return String::new();
    }
    let line = |check: &&Check| {
        let says = check.says.as_ref().map(|says| language.say(says));
        let (title, says) = (check.title(), says.unwrap_or_default());
        language.say(&message!("grade-first-check", title, says)) + "\n"
    };
    let lines: String = first.iter().map(line).collect();
    format!("{}\n{lines}", language.word(key!("grade-first")))
}

/// Title, notes, input, expected and got values of one check.
pub(crate) fn check(check: &Check, language: Language) -> String {
    use Verdict::{Helped, Right, Unjudged};
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
    let repeats_subject = !matches!(check.verdict, Right | Helped | Unjudged);
    let says = check.says.iter().filter(|_| repeats_subject);
    for note in says.chain(&check.notes) {
        text.extend([INDENT, &language.say(note), "\n"]);
    }
    // The example of a helped function shows its helper's mistake, which the helper's check shows.
    if matches!(check.verdict, Right | Helped) {
        return text;
    }
    let expected = check.expected.as_ref().map(visible);
    let crash = check.crash.as_ref().map(|crash| language.say(crash));
    let got = crash.or_else(|| check.got.as_ref().map(visible));
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
    let input = check.input.as_ref().map(|input| short(&visible(input)));
    let values = [
        (key!("grade-input"), input),
        (key!("grade-expected"), expected),
        (key!("grade-got"), got),
        (key!("grade-mark"), mark),
        (key!("grade-again"), check.command.clone()),
    ];
    for (key, value) in values {
        text.extend(value.map(|value| format!("{INDENT}{}{value}\n", language.word(key))));
    }
    text
}

/// A value on one line; in a text, spaces, tabs and line ends become visible signs.
fn visible(value: &Json) -> String {
    match value {
        Json::String(text) => text
            .chars()
            .map(|c| match c {
                ' ' => '·',
                '\n' => '↵',
                '\t' => '→',
                c if c.is_control() => '\u{fffd}',
                c => c,
            })
            .collect(),
        other => other.to_string(),
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
