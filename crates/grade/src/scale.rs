//! `Scale`: the number of points that each check is worth, by default or from a teacher's file.

use std::collections::BTreeMap;

use serde::Deserialize;
use table::Explain;

use crate::homework::Homework;
use crate::report::Check;
use crate::shell::teacher_tests;

/// Weights of the checks, by which a total of points is shared.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Scale {
    /// Maximum number of points.
    pub out_of: f64,
    /// Share of its points that a check earns for a right answer in another layout, from 0 to 1.
    pub layout: f64,
    /// Weight of every check that `points` does not name.
    pub others: f64,
    /// Weight of a check, by its function or its number in the subject.
    pub points: BTreeMap<String, f64>,
    /// Modules, tools and checks: a check that cannot be judged because of one does not count.
    pub without: Vec<String>,
}

impl Default for Scale {
    fn default() -> Self {
        Self {
            out_of: 20.0,
            layout: 0.75,
            others: 1.0,
            points: BTreeMap::new(),
            without: vec![],
        }
    }
}

/// The reason why a scale is refused.
#[derive(Clone, Debug, PartialEq, Eq, Explain)]
pub enum ScaleError {
    /// The file is not TOML, or has other fields than a scale.
    #[message("grade-scale-unreadable")]
    Unreadable {
        /// Line of the error, from 1.
        line: usize,
    },
    /// The scale names a check that the subject does not have.
    #[message("grade-scale-unknown", name = _0)]
    Unknown(String),
    /// A weight is negative, above 10,000, or not a number.
    #[message("grade-scale-number", name = _0)]
    Number(String),
}

impl Scale {
    /// Parses a teacher's file.
    pub fn parse(text: &str, homework: &Homework) -> Result<Self, ScaleError> {
        let scale: Self = toml::from_str(text).map_err(|error| {
            let place = error.span().map_or(0, |span| span.start);
            let before = text.get(..place).unwrap_or_default();
            ScaleError::Unreadable {
                line: 1 + before.matches('\n').count(),
            }
        })?;
        scale.validate(homework)?;
        Ok(scale)
    }

    fn validate(&self, homework: &Homework) -> Result<(), ScaleError> {
        let known = homework.check_names();
        let is_known = |name: &str| name == teacher_tests::ID || known.contains(&name);
        if let Some(name) = self.points.keys().find(|name| !is_known(name)) {
            return Err(ScaleError::Unknown(name.clone()));
        }
        let totals = [("out_of", self.out_of), ("others", self.others)];
        let points = self.points.iter().map(|(name, it)| (name.as_str(), *it));
        let weights = totals.into_iter().chain(points);
        let limits = weights.map(|(name, weight)| (name, weight, 10_000.0));
        let mut limits = limits.chain([("layout", self.layout, 1.0)]);
        match limits.find(|(_, number, most)| !(0.0..=*most).contains(number)) {
            Some((name, ..)) => Err(ScaleError::Number(name.to_owned())),
            None => Ok(()),
        }
    }

    /// The subject's own scale.
    pub fn default_for(homework: &Homework) -> Self {
        toml::from_str(homework.scale).expect("a test parses the scale of every subject")
    }

    /// Whether an unjudged check is left out of the total.
    pub(crate) fn leaves_out(&self, check: &Check) -> bool {
        let names = [
            check.needs.as_deref(),
            check.function.as_deref(),
            Some(check.id.as_str()),
        ];
        let mut names = names.into_iter().flatten();
        names.any(|name| self.without.iter().any(|it| it == name))
    }

    /// Weight of a check: by its function, else by its number, else `others`.
    pub(crate) fn worth(&self, check: &Check) -> f64 {
        let by = |name: &str| self.points.get(name).copied();
        let function = check.function.as_deref().and_then(by);
        function.or_else(|| by(&check.id)).unwrap_or(self.others)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::subjects;

    #[test]
    fn the_scale_of_every_subject_is_valid_and_out_of_twenty() {
        for homework in subjects::ALL {
            let name = homework.subject.name;
            let scale = Scale::parse(homework.scale, homework).expect(name);
            assert!((scale.out_of - 20.0).abs() < 1e-9, "{name}");
        }
    }

    #[test]
    fn a_mistyped_scale_is_refused_with_the_name_or_line_of_the_mistake() {
        let dominos = subjects::homework_named("dominos").expect("dominos is graded");
        let read = |text| Scale::parse(text, dominos);
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
            Err(ScaleError::Unreadable { line: 2 })
        ));
        assert!(matches!(
            read("outof = 3"),
            Err(ScaleError::Unreadable { line: 1 })
        ));
        let scale = read("out_of = 10\n[points]\nQ4 = 3").expect("the scale is valid");
        assert!((scale.points["Q4"] - 3.0).abs() < 1e-9);
    }
}
