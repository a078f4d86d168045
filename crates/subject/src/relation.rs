//! How the outcome of a student's function is judged.

use serde_json::Value as Json;
use table::Seeded;

use crate::call::{CallOutcome, Case};
use crate::error::CallError;
use crate::function::{Function, FunctionKind};
use crate::parameter::After;

/// Rule that decides which answers to a case are right.
#[derive(Clone, Copy, Debug)]
pub enum Relation {
    /// Exactly one answer is right.
    Equal,
    /// The answer is a list whose order does not matter.
    SameElements,
    /// The answer is a list of rows whose columns may come in any order.
    SameColumns,
    /// Each of these answers is right; the list is never empty.
    OneOf(fn(&Case) -> Result<Vec<Json>, CallError>),
    /// Each outcome with this property is right.
    Holds(fn(&Case, &CallOutcome) -> Result<bool, CallError>),
    /// The answer is random and follows this law.
    Drawn(Law),
    /// The answer is random, and the printed text shows the draws. The function returns the case
    /// with these draws as arguments, for which one answer is right; `None` when the text shows too
    /// little.
    Shown(fn(&Case, &CallOutcome) -> Option<Case>),
    /// The relation depends on the case.
    By(fn(&Case) -> Self),
}

/// Probability law of a random function.
#[derive(Clone, Copy, Debug)]
pub struct Law {
    /// Whether an outcome is possible.
    pub possible: fn(&Case, &CallOutcome) -> Result<bool, CallError>,
    /// Class in which an outcome is counted.
    pub class: fn(&CallOutcome) -> Json,
    /// Probability of each class; `None` when there are too many classes to count.
    pub shares: fn(&Case) -> Result<Option<Shares>, CallError>,
}

/// Classes of answers with their probabilities.
pub type Shares = Vec<(Json, f64)>;

/// The judgement of an outcome.
#[derive(Clone, PartialEq, Debug)]
pub enum Judgement {
    /// The outcome is right.
    Right,
    /// The outcome is right except for spaces and line ends in the printed text.
    LaidOut {
        /// The right printed text.
        expected: String,
    },
    /// The outcome is wrong in this part.
    Wrong(Difference),
}

/// A wrong part of an outcome.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// The part of the outcome that is wrong.
    pub part: Part,
    /// The wrong value.
    pub got: Json,
    /// The right values. Empty when they cannot be listed: [`Function::call`] then gives an
    /// example.
    pub expected: Vec<Json>,
}

/// A part of an outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The returned value.
    Returned,
    /// The raised exception, or its absence.
    Raised,
    /// An argument after the call; arguments are numbered from 0.
    Argument(usize),
    /// The printed text.
    Printed,
}

impl Difference {
    fn new(part: Part, got: Json, expected: Vec<Json>) -> Self {
        Self {
            part,
            got,
            expected,
        }
    }
}

impl Relation {
    /// The relation for one case: [`By`](Self::By) is resolved.
    #[must_use]
    pub fn resolved(self, case: &Case) -> Self {
        match self {
            Self::By(choose) => choose(case).resolved(case),
            other => other,
        }
    }
}

impl Function {
    /// Judges the outcome of a student's function. For a random function, checks that the outcome is
    /// possible. A case for which our own function has no answer is an error.
    pub fn judge(&self, case: &Case, got: &CallOutcome) -> Result<Judgement, CallError> {
        let unlike = |part, got: Json| Judgement::Wrong(Difference::new(part, got, vec![]));
        match self.relation.resolved(case) {
            // A text that shows too little, or draws with which the game does not end, are wrong.
            Relation::Shown(reveal) => Ok(reveal(case, got)
                .and_then(|shown| self.compare(&shown, got, Relation::Equal).ok())
                .unwrap_or_else(|| unlike(Part::Printed, got.printed.clone().into()))),
            Relation::Holds(holds) if holds(case, got)? && got.raised.is_none() => {
                Ok(Judgement::Right)
            }
            Relation::Holds(_) if self.kind == FunctionKind::Program => {
                Ok(unlike(Part::Printed, got.printed.clone().into()))
            }
            // The first difference from our outcome shows a wrong part.
            Relation::Holds(_) => Ok(match self.compare(case, got, Relation::Equal)? {
                Judgement::Wrong(difference) => Judgement::Wrong(difference),
                Judgement::Right | Judgement::LaidOut { .. } => {
                    unlike(Part::Returned, got.returned.clone())
                }
            }),
            relation => self.compare(case, got, relation),
        }
    }

    /// Compares with the outcome of our own function.
    fn compare(
        &self,
        case: &Case,
        got: &CallOutcome,
        relation: Relation,
    ) -> Result<Judgement, CallError> {
        let right = self.call(case, &mut Seeded::new(0))?;
        let difference = match raised_otherwise(&right, got) {
            Some(difference) => Some(difference),
            None => match returned_otherwise(relation, case, &right, got)? {
                Some(difference) => Some(difference),
                None => self.changed_otherwise(relation, case, &right, got),
            },
        };
        Ok(match difference {
            Some(difference) => Judgement::Wrong(difference),
            None => self.compare_text(&right.printed, &got.printed),
        })
    }

    /// The first argument with a wrong value after the call; `None` for a random function, whose
    /// law checks the arguments.
    fn changed_otherwise(
        &self,
        relation: Relation,
        case: &Case,
        right: &CallOutcome,
        got: &CallOutcome,
    ) -> Option<Difference> {
        if matches!(relation, Relation::Drawn(_)) {
            return None;
        }
        let parameters = self.parameters.iter().take(case.args.len()).enumerate();
        parameters.into_iter().find_map(|(index, parameter)| {
            let expected = match parameter.after {
                After::Free => return None,
                After::Kept => &case.args[index],
                After::Changed | After::MayChange => &right.args[index],
            };
            let got = got.args.get(index).unwrap_or(&Json::Null);
            let part = Part::Argument(index);
            (!same(expected, got))
                .then(|| Difference::new(part, got.clone(), vec![expected.clone()]))
        })
    }

    fn compare_text(&self, right: &str, got: &str) -> Judgement {
        let words = |text: &str| (self.spelling)(text).split_whitespace().collect::<String>();
        if (self.spelling)(right) == (self.spelling)(got) {
            Judgement::Right
        } else if words(right) == words(got) {
            Judgement::LaidOut {
                expected: right.to_owned(),
            }
        } else {
            let difference = Difference::new(Part::Printed, got.into(), vec![right.into()]);
            Judgement::Wrong(difference)
        }
    }
}

fn raised_otherwise(right: &CallOutcome, got: &CallOutcome) -> Option<Difference> {
    let named = |outcome: &CallOutcome| outcome.raised.clone().map_or(Json::Null, Json::String);
    (right.raised != got.raised)
        .then(|| Difference::new(Part::Raised, named(got), vec![named(right)]))
}

fn returned_otherwise(
    relation: Relation,
    case: &Case,
    right: &CallOutcome,
    got: &CallOutcome,
) -> Result<Option<Difference>, CallError> {
    let (value, expected) = (&got.returned, &right.returned);
    let only = || vec![expected.clone()];
    let (fits, allowed) = match relation {
        Relation::Equal | Relation::Shown(_) | Relation::Holds(_) | Relation::By(_) => {
            (same(value, expected), only())
        }
        Relation::SameElements => (same_elements(value, expected), only()),
        Relation::SameColumns => (same_elements(&columns(value), &columns(expected)), only()),
        Relation::OneOf(list) => {
            let allowed = list(case)?;
            (allowed.iter().any(|one| same(one, value)), allowed)
        }
        Relation::Drawn(law) => {
            let shares = (law.shares)(case)?.unwrap_or_default();
            let classes = shares.into_iter().map(|(class, _)| class).collect();
            ((law.possible)(case, got)?, classes)
        }
    };
    Ok((!fits).then(|| Difference::new(Part::Returned, value.clone(), allowed)))
}

/// Whether two values are equal. Numbers are compared by value: 2 equals 2.0.
pub fn same(one: &Json, other: &Json) -> bool {
    match (one, other) {
        (Json::Number(a), Json::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Json::Array(a), Json::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Json::Object(a), Json::Object(b)) => {
            let has = |(key, value): (&String, &Json)| b.get(key).is_some_and(|it| same(it, value));
            a.len() == b.len() && a.iter().all(has)
        }
        _ => one == other,
    }
}

fn same_elements(one: &Json, other: &Json) -> bool {
    let (Json::Array(one), Json::Array(other)) = (one, other) else {
        return same(one, other);
    };
    let count = |of: &Json, list: &[Json]| list.iter().filter(|it| same(it, of)).count();
    one.len() == other.len() && one.iter().all(|it| count(it, one) == count(it, other))
}

/// The columns of a matrix; other values are returned unchanged.
fn columns(matrix: &Json) -> Json {
    let rows: Option<Vec<&Vec<Json>>> = matrix
        .as_array()
        .and_then(|rows| rows.iter().map(Json::as_array).collect());
    let Some(rows) = rows else {
        return matrix.clone();
    };
    let width = rows.first().map_or(0, |row| row.len());
    if rows.iter().any(|row| row.len() != width) {
        return matrix.clone();
    }
    (0..width)
        .map(|column| rows.iter().map(|row| row[column].clone()).collect::<Json>())
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn numbers_are_compared_by_value_and_truth_is_no_number() {
        assert!(same(&json!([2, {"a": 1.0}]), &json!([2.0, {"a": 1}])));
        assert!(!same(&json!(1), &json!(true)));
        assert!(!same(&json!({"a": 1}), &json!({"a": 1, "b": 2})));
    }

    #[test]
    fn elements_are_counted_not_only_found() {
        assert!(same_elements(&json!([1, 3, 1]), &json!([1, 1, 3])));
        assert!(!same_elements(&json!([1, 3, 3]), &json!([1, 1, 3])));
        assert!(!same_elements(&json!([1]), &json!([1, 1])));
    }

    #[test]
    fn columns_of_a_matrix_may_come_in_any_order() {
        let doubles = json!([[3, 1], [3, 1], [4, 7]]);
        let turned = json!([[1, 3], [1, 3], [7, 4]]);
        assert!(same_elements(&columns(&doubles), &columns(&turned)));
        let mixed = json!([[1, 3], [1, 3], [4, 7]]);
        assert!(!same_elements(&columns(&doubles), &columns(&mixed)));
        assert_eq!(columns(&json!([[1], []])), json!([[1], []]));
    }
}
