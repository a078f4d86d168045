//! `AnswerForm`: forms of a right answer that differ from the subject's and are accepted with a note.

use serde_json::Value as Json;
use subject::{After, CallOutcome, Function, Type};
use table::{Key, Message, key};

/// The form in which the outcome of a call is interpreted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnswerForm {
    /// The form of the subject.
    Plain,
    /// The function changed an argument where the subject's returns a value.
    InPlace,
    /// The function returned the value that the subject's writes into an argument.
    Returned,
    /// The function returned the pair of the changed argument and the answer.
    ReturnedFirst,
    /// The function returned the pair of the answer and the changed argument.
    ReturnedLast,
    /// The function returned a value where the subject's returns none.
    Beside,
    /// A matrix was returned by its columns, or as a list of tiles and a list of places.
    Columns,
    /// Tiles were returned as two-digit numbers.
    Numbers,
    /// A dictionary with the keys 0, 1, 2… was returned for a list.
    Keyed,
    /// Truth values were returned for 0 and 1.
    Bits,
    /// `None`, 0 or 1 was returned for a truth value.
    Truthy,
    /// The opposite truth value was returned: wrong unless `--map` accepts it.
    Opposite,
}

impl AnswerForm {
    /// All forms, first tried first, with the remark for the report when only this form is right.
    pub(crate) const ALL: [(Self, Option<Key>); 12] = [
        (Self::Plain, None),
        (Self::InPlace, Some(key!("grade-note-in-place"))),
        (Self::Returned, Some(key!("grade-note-returned"))),
        (Self::ReturnedFirst, Some(key!("grade-note-returned"))),
        (Self::ReturnedLast, Some(key!("grade-note-returned"))),
        (Self::Beside, Some(key!("grade-note-beside"))),
        (Self::Columns, Some(key!("grade-note-columns"))),
        (Self::Numbers, Some(key!("grade-note-numbers"))),
        (Self::Keyed, Some(key!("grade-note-keyed"))),
        (Self::Bits, Some(key!("grade-note-bits"))),
        (Self::Truthy, Some(key!("grade-note-truthy"))),
        (Self::Opposite, Some(key!("grade-note-opposite"))),
    ];

    /// The outcome converted to the subject's form; `None` when the outcome is not in this form.
    pub(crate) fn read(self, function: &Function, outcome: &CallOutcome) -> Option<CallOutcome> {
        let with = |returned: Json| CallOutcome {
            returned,
            ..outcome.clone()
        };
        let nothing = outcome.returned.is_null();
        match self {
            Self::Plain => Some(outcome.clone()),
            Self::InPlace if nothing && function.returns != Type::Nothing => {
                let mut parameters = function.parameters.iter();
                let place = parameters.position(|it| it.of == function.returns)?;
                Some(with(outcome.args.get(place)?.clone()))
            }
            Self::Returned if !nothing && function.returns == Type::Nothing => {
                changed(function, outcome, outcome.returned.clone(), Json::Null)
            }
            Self::ReturnedFirst => {
                let [after, answer] = pair(&outcome.returned)?;
                changed(function, outcome, after.clone(), answer.clone())
            }
            Self::ReturnedLast => {
                let [answer, after] = pair(&outcome.returned)?;
                changed(function, outcome, after.clone(), answer.clone())
            }
            Self::Beside if !nothing && function.returns == Type::Nothing => Some(with(Json::Null)),
            Self::Columns if is_matrix(&function.returns) => {
                Some(with(transposed(&outcome.returned)?))
            }
            Self::Numbers if function.returns == Type::List(&Type::Tile) => {
                Some(with(as_pairs(&outcome.returned)?))
            }
            Self::Keyed if matches!(function.returns, Type::List(_) | Type::Array(..)) => {
                Some(with(by_number(&outcome.returned)?))
            }
            Self::Bits if function.returns != Type::Boolean => Some(with(bits(&outcome.returned))),
            Self::Truthy => Some(with(Json::Bool(truth(function, &outcome.returned)?))),
            Self::Opposite => Some(with(Json::Bool(!truth(function, &outcome.returned)?))),
            _ => None,
        }
    }

    /// The remark for the report when answers are right only in this form.
    pub(crate) fn note(self) -> Option<Message> {
        let (_, note) = Self::ALL.into_iter().find(|(form, _)| *form == self)?;
        note.map(Message::new)
    }
}

fn is_matrix(of: &Type) -> bool {
    match of {
        Type::Rows(_) => true,
        Type::Either(types) => types.iter().any(is_matrix),
        _ => false,
    }
}

/// The rows of a matrix that is given by its columns, each as `[3, 3, 4]`, `[[3, 3], 4]` or `[33, 4]`,
/// or as a list of tiles and a list of places.
fn transposed(returned: &Json) -> Option<Json> {
    let given = returned.as_array()?;
    let columns: Vec<Vec<Json>> = match given.as_slice() {
        [Json::Array(tiles), Json::Array(places)]
            if tiles.len() == places.len()
                && tiles.iter().all(Json::is_array)
                && places.iter().all(Json::is_number) =>
        {
            let pairs = tiles.iter().zip(places);
            let pair = |(tile, place): (&Json, &Json)| flat(&[tile.clone(), place.clone()]);
            pairs.map(pair).collect()
        }
        columns => {
            let column = |it: &Json| it.as_array().map(|it| flat(it));
            columns.iter().map(column).collect::<Option<_>>()?
        }
    };
    let height = columns.first().map_or(3, Vec::len);
    if !(2..=3).contains(&height) || columns.iter().any(|it| it.len() != height) {
        return None;
    }
    let row = |index: usize| columns.iter().map(|it| it[index].clone()).collect::<Json>();
    Some((0..height).map(row).collect())
}

/// The items with each pair replaced by its two numbers.
fn flat(items: &[Json]) -> Vec<Json> {
    let numbers = |item: &Json| match item {
        Json::Array(halves) => halves.clone(),
        other => vec![other.clone()],
    };
    items.iter().flat_map(numbers).collect()
}

/// The value with 1 for each `true` and 0 for each `false`, as Python counts them.
fn bits(value: &Json) -> Json {
    match value {
        Json::Bool(truth) => Json::from(u8::from(*truth)),
        Json::Array(items) => items.iter().map(bits).collect(),
        Json::Object(fields) => {
            let fields = fields.iter().map(|(key, field)| (key.clone(), bits(field)));
            Json::Object(fields.collect())
        }
        other => other.clone(),
    }
}

/// The values of a dictionary with the keys 0, 1, 2…, in that order.
fn by_number(returned: &Json) -> Option<Json> {
    let fields = returned.as_object()?;
    let value = |number: usize| fields.get(&number.to_string()).cloned();
    (0..fields.len()).map(value).collect()
}

/// The tiles as pairs, where two-digit numbers are given.
fn as_pairs(returned: &Json) -> Option<Json> {
    let tile = |it: &Json| it.as_u64().filter(|it| *it < 100);
    let tiles: Option<Vec<u64>> = returned.as_array()?.iter().map(tile).collect();
    Some(tiles?.iter().map(|it| [it / 10, it % 10]).collect())
}

fn pair(returned: &Json) -> Option<&[Json; 2]> {
    returned.as_array()?.as_slice().try_into().ok()
}

/// The outcome where `after` is the first argument that the subject's function changes.
fn changed(
    function: &Function,
    outcome: &CallOutcome,
    after: Json,
    returned: Json,
) -> Option<CallOutcome> {
    let mut parameters = function.parameters.iter();
    let place = parameters.position(|parameter| parameter.after == After::Changed)?;
    let mut outcome = CallOutcome {
        returned,
        ..outcome.clone()
    };
    *outcome.args.get_mut(place)? = after;
    Some(outcome)
}

fn truth(function: &Function, returned: &Json) -> Option<bool> {
    if function.returns != Type::Boolean {
        return None;
    }
    match returned {
        Json::Bool(truth) => Some(*truth),
        Json::Null => Some(false),
        number => match number.as_i64()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        },
    }
}
