//! How many points each check is worth: a default for each subject, or a teacher's file.

use std::collections::BTreeMap;

use house::subject::Subject;
use serde::Deserialize;
use table::{Explain, Message};
use thiserror::Error;

use crate::functions::is_asked;
use crate::matches;
use crate::shell::expected;
use crate::shell::story::Story;
use crate::verdict::Check;

/// The scale of each subject unless a teacher has another.
const USUAL: [(&str, &str); 6] = [
    ("421", include_str!("../scales/421.toml")),
    ("allumettes", include_str!("../scales/allumettes.toml")),
    ("awale", include_str!("../scales/awale.toml")),
    ("dominos", include_str!("../scales/dominos.toml")),
    ("image", include_str!("../scales/image.toml")),
    ("puissance4", include_str!("../scales/puissance4.toml")),
];

/// Points of checks, shared out of a total.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scale {
    /// The most there is.
    #[serde(default = "twenty")]
    pub out_of: f64,
    /// The share of its points that a check earns whose answer is right and laid out differently.
    #[serde(default = "three_quarters")]
    pub layout: f64,
    /// What a check is worth that is not named.
    #[serde(default = "one")]
    pub others: f64,
    /// What a check is worth, by its function or its number in the subject.
    #[serde(default)]
    pub points: BTreeMap<String, f64>,
}

fn twenty() -> f64 {
    20.0
}

fn three_quarters() -> f64 {
    0.75
}

fn one() -> f64 {
    1.0
}

/// Why a scale cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ScaleError {
    /// It is no TOML of a scale.
    #[error("line {line}: {text}")]
    Unreadable {
        /// From 1.
        line: usize,
        /// What the parser says.
        text: String,
    },
    /// No such check.
    #[error("{0} is no check of this subject")]
    Unknown(String),
    /// No number of points.
    #[error("{0} is no number of points")]
    Number(String),
}

impl Explain for ScaleError {
    fn explain(&self) -> Message {
        match self {
            // What the parser says is in one language only.
            Self::Unreadable { line, .. } => {
                Message::new("grade-scale-unreadable").with("line", *line as u32)
            }
            Self::Unknown(name) => Message::new("grade-scale-unknown").with("name", name.as_str()),
            Self::Number(name) => Message::new("grade-scale-number").with("name", name.as_str()),
        }
    }
}

impl Scale {
    /// Reads a teacher's file.
    ///
    /// # Errors
    /// When it is no scale, names what the subject does not have, or has no sensible numbers.
    pub fn read(text: &str, subject: &Subject) -> Result<Self, ScaleError> {
        let scale: Self = toml::from_str(text).map_err(|error| {
            let place = error.span().map_or(0, |span| span.start);
            let before = text.get(..place).unwrap_or_default();
            ScaleError::Unreadable {
                line: 1 + before.matches('\n').count(),
                text: error.message().to_owned(),
            }
        })?;
        match scale.fault(subject) {
            Some(fault) => Err(fault),
            None => Ok(scale),
        }
    }

    fn fault(&self, subject: &Subject) -> Option<ScaleError> {
        let known = names(subject);
        let unknown = self.points.keys().find(|name| !known.contains(name));
        if let Some(name) = unknown {
            return Some(ScaleError::Unknown(name.clone()));
        }
        let totals = [("out_of", self.out_of), ("others", self.others)];
        let points = self.points.iter().map(|(name, it)| (name.as_str(), *it));
        let sensible = |(_, points): &(&str, f64)| (0.0..=10_000.0).contains(points);
        let mut all = totals.into_iter().chain(points);
        let odd = all.find(|it| !sensible(it)).map(|(name, _)| name);
        let share = (!(0.0..=1.0).contains(&self.layout)).then_some("layout");
        odd.or(share)
            .map(|name| ScaleError::Number(name.to_owned()))
    }

    /// The subject's own.
    pub fn usual(subject: &str) -> Self {
        let text = USUAL.iter().find(|(name, _)| *name == subject);
        let text = text.map_or("", |(_, text)| text);
        toml::from_str(text).expect("ours are scales")
    }

    pub(crate) fn worth(&self, check: &Check) -> f64 {
        let by = |name: &str| self.points.get(name).copied();
        let function = check.function.as_deref().and_then(by);
        function.or_else(|| by(&check.id)).unwrap_or(self.others)
    }
}

/// Every name that a check of the subject has.
fn names(subject: &Subject) -> Vec<String> {
    let functions = subject.functions.iter().filter(|it| is_asked(it));
    let functions = functions.flat_map(|it| {
        let place = crate::place::place(subject, it.name);
        [it.name.to_owned(), place]
    });
    let aspects = matches::checks().filter(|_| subject.name == "allumettes");
    let tests = std::iter::once(expected::ID.to_owned());
    let stories = Story::of(subject).map_or(&[][..], |it| it.aspects);
    let stories = stories.iter().flat_map(|(name, place, _)| [*name, *place]);
    let others = (subject.name == "puissance4").then(|| "bornes".to_owned());
    functions
        .chain(aspects)
        .chain(others)
        .chain(stories.map(str::to_owned))
        .chain(tests)
        .collect()
}

#[cfg(test)]
mod tests {
    use house::subject::subject;

    use super::*;

    #[test]
    fn every_subject_has_a_scale_of_its_own_that_reads() {
        for (name, text) in USUAL {
            let subject = subject(name).expect("a subject");
            let scale = Scale::read(text, subject).expect(name);
            assert_eq!(scale, Scale::usual(name));
            assert!((scale.out_of - 20.0).abs() < 1e-9, "{name}");
        }
    }

    #[test]
    fn what_a_teacher_mistypes_is_named() {
        let dominos = subject("dominos").expect("a subject");
        let read = |text| Scale::read(text, dominos);
        assert_eq!(
            read("[points]\ntri = 2"),
            Err(ScaleError::Unknown("tri".to_owned()))
        );
        assert_eq!(
            read("out_of = -1"),
            Err(ScaleError::Number("out_of".to_owned()))
        );
        assert_eq!(
            read("layout = 2"),
            Err(ScaleError::Number("layout".to_owned()))
        );
        assert_eq!(
            read("[points]\nQ4 = nan"),
            Err(ScaleError::Number("Q4".to_owned()))
        );
        assert!(matches!(
            read("\nout_of ="),
            Err(ScaleError::Unreadable { line: 2, .. })
        ));
        assert!(matches!(
            read("outof = 3"),
            Err(ScaleError::Unreadable { line: 1, .. })
        ));
        let scale = read("out_of = 10\n[points]\nQ4 = 3").expect("a scale");
        assert!((scale.points["Q4"] - 3.0).abs() < 1e-9);
    }
}
