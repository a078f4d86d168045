//! What a function is given: its parameters, and what must hold of them.

use crate::call::Args;
use crate::error::CallError;
use crate::types::Type;

/// A parameter of a function.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// As the subject names it.
    pub name: &'static str,
    /// What it must be.
    pub of: Type,
    /// What it is when it is not given, as JSON.
    pub default: Option<&'static str>,
    /// What becomes of it.
    pub after: After,
}

/// What becomes of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum After {
    /// The subject does not say.
    Free,
    /// The subject forbids to change it.
    Kept,
    /// The function changes it in place.
    Changed,
    /// Some calls change it in place.
    MayChange,
}

/// What must hold of a function's arguments.
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    /// In the subject's own names, for people.
    pub text: &'static str,
    /// Who makes sure of it.
    pub force: Force,
    pub holds: Holds,
}

/// Who makes sure of a condition. Nobody is judged by a call that breaks one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Force {
    /// Without it there is no answer: the function refuses.
    Binding,
    /// The subject states it; without it the function answers as the subject's printed one does.
    Stated,
    /// The game makes sure of it, and the subject does not mention it.
    Implied,
}

type Holds = fn(&Args) -> Result<bool, CallError>;

impl Parameter {
    /// A parameter of which the subject says no more than its type.
    pub const fn new(name: &'static str, of: Type) -> Self {
        Self {
            name,
            of,
            default: None,
            after: After::Free,
        }
    }

    /// The same, and what becomes of it.
    pub const fn after(self, after: After) -> Self {
        Self { after, ..self }
    }

    /// The same with a default, as JSON.
    pub const fn or(self, default: &'static str) -> Self {
        Self {
            default: Some(default),
            ..self
        }
    }
}

/// A condition without which there is no answer.
pub const fn binding(text: &'static str, holds: Holds) -> Condition {
    Condition {
        text,
        force: Force::Binding,
        holds,
    }
}

/// A condition of the subject without which there is an answer all the same.
pub const fn stated(text: &'static str, holds: Holds) -> Condition {
    Condition {
        text,
        force: Force::Stated,
        holds,
    }
}

/// A condition that every game meets.
pub const fn implied(text: &'static str, holds: Holds) -> Condition {
    Condition {
        text,
        force: Force::Implied,
        holds,
    }
}

/// A default as Python writes it.
pub fn python(json: &'static str) -> &'static str {
    match json {
        "null" => "None",
        other => other,
    }
}
