//! The parameters of a function, and the conditions on its arguments.

use crate::call::Args;
use crate::error::CallError;
use crate::types::Type;

/// A parameter of a function.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name in the subject.
    pub name: &'static str,
    /// Its type.
    pub of: Type,
    /// Its default, as JSON.
    pub default: Option<&'static str>,
    /// Whether a call may change it.
    pub after: After,
}

/// Whether a call may change an argument in place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum After {
    /// The subject does not say.
    Free,
    /// The subject forbids a change.
    Kept,
    /// The function changes it in place.
    Changed,
    /// Some calls change it in place.
    MayChange,
}

/// A condition on the arguments of a function.
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    /// In the subject's own names, for people.
    pub text: &'static str,
    /// What happens when it does not hold.
    pub force: Force,
    /// Checks it.
    pub holds: Holds,
}

/// What happens when a condition does not hold. A call that breaks one judges no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Force {
    /// The function refuses: there is no answer.
    Binding,
    /// The subject states it. The function answers as the code printed in the subject does.
    Stated,
    /// The game ensures it, and the subject does not mention it.
    Implied,
}

type Holds = fn(&Args) -> Result<bool, CallError>;

impl Parameter {
    /// A parameter without default that calls may change.
    pub const fn new(name: &'static str, of: Type) -> Self {
        Self {
            name,
            of,
            default: None,
            after: After::Free,
        }
    }

    /// Sets whether a call may change it.
    #[must_use]
    pub const fn after(self, after: After) -> Self {
        Self { after, ..self }
    }

    /// Sets its default, as JSON.
    #[must_use]
    pub const fn or(self, default: &'static str) -> Self {
        Self {
            default: Some(default),
            ..self
        }
    }
}

/// A condition without which the function refuses.
pub const fn binding(text: &'static str, holds: Holds) -> Condition {
    condition(text, Force::Binding, holds)
}

/// A condition of the subject without which the function still answers.
pub const fn stated(text: &'static str, holds: Holds) -> Condition {
    condition(text, Force::Stated, holds)
}

/// A condition that every position of a game meets.
pub const fn implied(text: &'static str, holds: Holds) -> Condition {
    condition(text, Force::Implied, holds)
}

const fn condition(text: &'static str, force: Force, holds: Holds) -> Condition {
    Condition { text, force, holds }
}

/// A default as Python writes it.
pub(crate) fn python(json: &'static str) -> &'static str {
    match json {
        "null" => "None",
        other => other,
    }
}
