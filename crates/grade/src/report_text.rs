//! A report for people: what to mend, what came and what the subject says, the first difference marked.

use house::Language;
use serde_json::Value as Json;
use table::Message;

use crate::verdict::{Check, Report, Verdict};

/// Characters of a value that are shown on each side of the first difference.
const AROUND: usize = 60;
/// Characters of a value that is compared with nothing.
const LONGEST: usize = 300;
/// Under the name of a check.
const INDENT: &str = "     ";

impl Report {
    /// The whole report, one block a check that is not simply right.
    pub fn text(&self, language: Language) -> String {
        let is_silent = |check: &&Check| check.verdict == Verdict::Silent;
        let (silent, said): (Vec<_>, Vec<_>) = self.checks.iter().partition(is_silent);
        let mut text: String = said.iter().map(|check| check.text(language)).collect();
        if !silent.is_empty() {
            text.extend(["\n", &language.word("grade-apart"), "\n"]);
            text.extend(silent.iter().map(|check| check.text(language)));
            text.push('\n');
        }
        text + &self.closing(language)
    }

    /// What could not be read, what to mend first, and the points.
    pub(crate) fn closing(&self, language: Language) -> String {
        let mut text = String::new();
        for fault in &self.faults {
            let fault = Message::new("grade-fault").with("text", language.say(fault));
            text += &(language.say(&fault) + "\n");
        }
        text += &self.to_mend(language);
        let total = Message::new("grade-total")
            .with("points", self.points.to_string())
            .with("out-of", self.out_of.to_string());
        text + &language.say(&total) + "\n"
    }

    /// The few things worth mending first, in the subject's words; nothing where there are no more
    /// than those.
    fn to_mend(&self, language: Language) -> String {
        let first = self.first();
        let failing = self.checks.iter().filter(|it| it.fails()).count();
        if failing <= first.len() {
            return String::new();
        }
        let line = |check: &&Check| {
            let says = check.says.as_ref().map(|says| language.say(says));
            let message = Message::new("grade-first-check")
                .with("title", check.title())
                .with("says", says.unwrap_or_default());
            language.say(&message) + "\n"
        };
        let lines: String = first.iter().map(line).collect();
        format!("{}\n{lines}", language.word("grade-first"))
    }
}

impl Check {
    /// Whether a reader wants to know what was asked.
    fn says_what(&self) -> bool {
        use Verdict::{Helped, Right, Unjudged};
        !matches!(self.verdict, Right | Helped | Unjudged)
    }

    /// What to mend, and what shows it.
    pub fn text(&self, language: Language) -> String {
        let check = self;
        let function = check.function.as_deref().unwrap_or_default();
        let key = if check.worth > 0.0 {
            "grade-check-points"
        } else {
            "grade-check"
        };
        let head = Message::new(key)
            .with("id", format!("{:<4}", check.id))
            .with("function", function)
            .with("verdict", language.word(check.verdict.key()))
            .with("points", check.points.to_string())
            .with("worth", check.worth.to_string());
        let mut text = language.say(&head) + "\n";
        let says = check.says.iter().filter(|_| check.says_what());
        for note in says.chain(&check.notes) {
            text.extend([INDENT, &language.say(note), "\n"]);
        }
        // What a wrong helper makes of it is shown where the helper is.
        if matches!(check.verdict, Verdict::Right | Verdict::Helped) {
            return text;
        }
        let mut line = |key, value: &str| {
            text.extend([INDENT, &language.word(key), value, "\n"]);
        };
        if let Some(input) = &check.input {
            line("grade-input", &short(&visible(input)));
        }
        let expected = check.expected.as_ref().map(visible);
        let fall = check.fall.as_ref().map(|fall| language.say(fall));
        let got = fall.or_else(|| check.got.as_ref().map(visible));
        match (&expected, &got) {
            (Some(expected), Some(got)) if check.fall.is_none() => {
                let [expected, got, mark] = compared(expected, got);
                line("grade-expected", &expected);
                line("grade-got", &got);
                line("grade-mark", &mark);
            }
            _ => {
                if let Some(expected) = &expected {
                    line("grade-expected", &short(expected));
                }
                if let Some(got) = &got {
                    line("grade-got", &short(got));
                }
            }
        }
        if let Some(command) = &check.command {
            line("grade-again", command);
        }
        text
    }
}

/// A value on one line; in a text, spaces and line ends can be seen.
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

/// The beginning of a value; a file of JSON has all of it.
fn short(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Both values from a little before their first difference, and a mark under it.
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
    fn the_mark_stands_under_the_first_difference() {
        let [expected, got, mark] = compared("[2,4,0]", "[2,4,1]");
        assert_eq!((expected.as_str(), got.as_str()), ("[2,4,0]", "[2,4,1]"));
        assert_eq!(mark, "     ^");
    }

    #[test]
    fn a_late_difference_is_shown_with_what_surrounds_it() {
        let long = "x".repeat(200);
        let [expected, got, mark] = compared(&format!("{long}a"), &format!("{long}b"));
        assert!(expected.starts_with('…') && expected.ends_with("xa"));
        assert_eq!(got.chars().nth(mark.chars().count() - 1), Some('b'));
    }

    #[test]
    fn spaces_and_line_ends_of_a_text_are_seen() {
        assert_eq!(visible(&Json::from("a b\n")), "a·b↵");
    }
}
