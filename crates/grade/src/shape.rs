//! Forms in which a right answer comes that the subject did not ask for: recognised, and said.

use house::subject::{After, Function, Outcome, Type};
use serde_json::Value as Json;
use table::Message;

/// How an outcome is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// As the subject has it.
    Plain,
    /// It changed an argument where the subject returns a value.
    InPlace,
    /// It returned what the subject changes in place.
    Returned,
    /// It returned both what is changed in place and the answer, in this order.
    ReturnedFirst,
    /// The answer, then what is changed in place.
    ReturnedLast,
    /// It returned something where the subject returns nothing.
    Beside,
    /// `None`, 0 or 1 for a truth value.
    Truthy,
    /// The opposite of what is asked: said, and wrong unless it was accepted.
    Opposite,
}

impl Shape {
    pub(crate) const ALL: [Self; 8] = [
        Self::Plain,
        Self::InPlace,
        Self::Returned,
        Self::ReturnedFirst,
        Self::ReturnedLast,
        Self::Beside,
        Self::Truthy,
        Self::Opposite,
    ];

    /// The outcome as the subject would have it; none when this shape cannot be meant.
    pub(crate) fn read(self, function: &Function, outcome: &Outcome) -> Option<Outcome> {
        let with = |returned: Json| Outcome {
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
            Self::Truthy => Some(with(Json::Bool(truth(function, &outcome.returned)?))),
            Self::Opposite => Some(with(Json::Bool(!truth(function, &outcome.returned)?))),
            Self::InPlace | Self::Returned | Self::Beside => None,
        }
    }

    /// What to say of it.
    pub(crate) fn note(self) -> Option<Message> {
        let key = match self {
            Self::Plain => return None,
            Self::InPlace => "grade-note-in-place",
            Self::Returned | Self::ReturnedFirst | Self::ReturnedLast => "grade-note-returned",
            Self::Beside => "grade-note-beside",
            Self::Truthy => "grade-note-truthy",
            Self::Opposite => "grade-note-opposite",
        };
        Some(Message::new(key))
    }
}

fn pair(returned: &Json) -> Option<&[Json; 2]> {
    returned.as_array()?.as_slice().try_into().ok()
}

/// The outcome with the first argument that the subject changes as `after`.
fn changed(function: &Function, outcome: &Outcome, after: Json, returned: Json) -> Option<Outcome> {
    let mut parameters = function.parameters.iter();
    let place = parameters.position(|parameter| parameter.after == After::Changed)?;
    let mut outcome = Outcome {
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
        Json::Number(number) => match number.as_i64() {
            Some(0) => Some(false),
            Some(1) => Some(true),
            _ => None,
        },
        _ => None,
    }
}
