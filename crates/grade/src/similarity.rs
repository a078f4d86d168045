//! How much two sources have in common, for a teacher to look at: never a verdict.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::submission::Submission;

/// Words in a row that are compared, and how many such rows a source must have.
const ROW: usize = 10;
const FEWEST: usize = 40;
/// The share of rows in common from which two sources are nearly equal.
const NEARLY: f64 = 0.8;

/// The rows of words of one source, without its comments and blanks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rows(BTreeSet<u64>);

impl Rows {
    pub(crate) fn of(submission: &Submission) -> Self {
        let texts = submission.files.iter().map(|(_, text)| text.as_str());
        Self::of_texts(texts)
    }

    fn of_texts<'a>(texts: impl Iterator<Item = &'a str>) -> Self {
        let mut rows = BTreeSet::new();
        for text in texts {
            let words = words(text);
            rows.extend(words.windows(ROW).map(hashed));
        }
        Self(rows)
    }

    /// The share in common, if it is large enough to be worth a look.
    pub(crate) fn likeness(&self, other: &Self) -> Option<f64> {
        let common = self.0.intersection(&other.0).count();
        let all = self.0.len() + other.0.len() - common;
        let share = common as f64 / all.max(1) as f64;
        let long = self.0.len().min(other.0.len()) >= FEWEST;
        (long && share >= NEARLY).then_some(share)
    }
}

fn hashed(row: &[String]) -> u64 {
    let mut hasher = DefaultHasher::new();
    row.hash(&mut hasher);
    hasher.finish()
}

/// Words and signs, in lower case; what follows a mark of a comment is left out.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![];
    for line in text.lines() {
        let code = line.split(['#', '!']).next().unwrap_or_default();
        let code = code.split("//").next().unwrap_or_default();
        let mut word = String::new();
        for c in code.chars() {
            if c.is_alphanumeric() || c == '_' {
                word.extend(c.to_lowercase());
                continue;
            }
            words.extend((!word.is_empty()).then(|| std::mem::take(&mut word)));
            words.extend((!c.is_whitespace()).then(|| c.to_string()));
        }
        words.extend((!word.is_empty()).then_some(word));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = include_str!("../tests/class/dominos.py");

    fn rows(text: &str) -> Rows {
        Rows::of_texts(std::iter::once(text))
    }

    #[test]
    fn comments_and_blanks_make_no_difference() {
        let copied = ONE.replace("    ", "\t").replace(":\n", ":  # moi\n");
        assert_eq!(rows(ONE).likeness(&rows(&copied)), Some(1.0));
    }

    #[test]
    fn a_copy_with_one_function_changed_is_listed_and_other_work_is_not() {
        let copied = ONE.replace("main.append(jeu.pop", "main.insert(0, jeu.pop");
        let share = rows(ONE).likeness(&rows(&copied)).expect("nearly equal");
        assert!(share > 0.9 && share < 1.0, "{share}");
        let other = include_str!("../tests/class/awale.py");
        assert_eq!(rows(ONE).likeness(&rows(other)), None);
    }

    #[test]
    fn the_same_few_lines_are_no_copy() {
        let short = "def est_avant(d, e):\n    return d > e\n";
        assert_eq!(rows(short).likeness(&rows(short)), None);
    }
}
