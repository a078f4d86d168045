//! Similarity of two submissions, for a teacher to look at; no verdict depends on it.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Number of consecutive words that are compared at once.
const WINDOW: usize = 10;
/// Minimum number of windows; shorter sources are not compared.
const FEWEST_WINDOWS: usize = 40;
/// Share of windows in common from which two sources are listed as nearly equal.
const NEARLY_EQUAL: f64 = 0.8;

/// Hashes of all windows of ten words of one submission, comments left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SourceFingerprint(BTreeSet<u64>);

impl SourceFingerprint {
    pub(crate) fn new<'a>(texts: impl Iterator<Item = &'a str>) -> Self {
        let windows = |text| words(text).windows(WINDOW).map(hashed).collect::<Vec<_>>();
        Self(texts.flat_map(windows).collect())
    }

    /// Share of windows in common, from 0.8 to 1; `None` below that or for short sources.
    pub(crate) fn similarity(&self, other: &Self) -> Option<f64> {
        let common = self.0.intersection(&other.0).count();
        let all = self.0.len() + other.0.len() - common;
        let share = common as f64 / all.max(1) as f64;
        let long = self.0.len().min(other.0.len()) >= FEWEST_WINDOWS;
        (long && share >= NEARLY_EQUAL).then_some(share)
    }
}

fn hashed(window: &[String]) -> u64 {
    let mut hasher = DefaultHasher::new();
    window.hash(&mut hasher);
    hasher.finish()
}

/// The words and signs of a source in lower case, without text after `#`, `!` or `//`.
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

    fn fingerprint(text: &str) -> SourceFingerprint {
        SourceFingerprint::new(std::iter::once(text))
    }

    #[test]
    fn comments_and_blanks_do_not_change_the_similarity() {
        let copied = ONE.replace("    ", "\t").replace(":\n", ":  # moi\n");
        assert_eq!(
            fingerprint(ONE).similarity(&fingerprint(&copied)),
            Some(1.0)
        );
    }

    #[test]
    fn a_copy_with_one_function_changed_is_listed_and_other_work_is_not() {
        let copied = ONE.replace("main.append(jeu.pop", "main.insert(0, jeu.pop");
        let share = fingerprint(ONE)
            .similarity(&fingerprint(&copied))
            .expect("the sources are nearly equal");
        assert!(share > 0.9 && share < 1.0, "{share}");
        let other = include_str!("../tests/class/awale.py");
        assert_eq!(fingerprint(ONE).similarity(&fingerprint(other)), None);
    }

    #[test]
    fn short_sources_are_never_listed() {
        let short = "def est_avant(d, e):\n    return d > e\n";
        assert_eq!(fingerprint(short).similarity(&fingerprint(short)), None);
    }
}
