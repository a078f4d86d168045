//! The parameters of a function, and the conditions on its arguments.

use crate::call::Args;
use crate::error::CallError;
use crate::types::Type;

/// A parameter of a function.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Name of the parameter in the subject.
    pub name: &'static str,
    /// Type of the parameter.
    pub of: Type,
    /// Default value as JSON; `None` for a required parameter.
    pub default: Option<&'static str>,
    /// Whether a call may change the argument.
    pub after: After,
}

/// Whether a call may change an argument in place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum After {
    /// The subject does not say: the argument is not compared after the call.
    Free,
    /// The subject forbids a change.
    Kept,
    /// The function changes the argument in place.
    Changed,
    /// Some calls change the argument in place.
    MayChange,
}

/// A condition on the arguments of a function.
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    /// Text of the condition for people, in the names of the subject.
    pub text: &'static str,
    /// Result of a call that breaks the condition.
    pub force: Force,
    /// Checks whether the arguments meet the condition.
    pub holds: Holds,
}

/// Result of a call whose arguments break a condition. Such a call is never used to judge an
/// answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Force {
    /// The function refuses the call: there is no answer.
    Binding,
    /// The subject states the condition, but the function answers as the code printed in the
    /// subject does.
    Stated,
    /// Every position of the game meets the condition, and the subject does not mention it.
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

    /// Sets whether a call may change the argument.
    #[must_use]
    pub const fn after(self, after: After) -> Self {
        Self { after, ..self }
    }

    /// Sets the default value, as JSON.
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

/// A default value in Python's notation.
pub(crate) fn python(json: &'static str) -> &'static str {
    match json {
        "null" => "None",
        other => other,
    }
}
