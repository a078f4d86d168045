//! A function of a subject as data: its signature, its conditions, generated cases for it, and how
//! the answers of a student's function are judged.

use proptest::strategy::{BoxedStrategy, Just, Strategy as _};
use serde_json::Value as Json;
use table::{Message, key};

use crate::call::{Call, Case};
use crate::error::CallError;
use crate::parameter::{After, Condition, Force, Parameter, python};
use crate::relation::Relation;
use crate::types::Type;
use text::Language;

/// A function of a subject.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// Name in the subject's most frequent spelling, without accents.
    pub name: &'static str,
    /// Other spellings of the name in the subject.
    pub aliases: &'static [&'static str],
    /// Whether it is a constant, a function or a program.
    pub kind: FunctionKind,
    /// Parameters in order; those with a default stand last.
    pub parameters: &'static [Parameter],
    /// Type of the returned value.
    pub returns: Type,
    /// Whether the function prints, reads or uses chance.
    pub effects: Effects,
    /// Conditions on the arguments.
    pub requires: &'static [Condition],
    /// Rule that decides which answers are right.
    pub relation: Relation,
    /// Removes differences that do not matter from both printed texts before they are compared.
    pub spelling: fn(&str) -> String,
    /// Generator of cases that meet the conditions.
    pub cases: fn() -> BoxedStrategy<Case>,
    /// Reference implementation of the function.
    pub body: Body,
}

type Body = fn(&mut Call<'_>) -> Result<Json, CallError>;

/// The kind of a [`Function`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FunctionKind {
    /// A named value.
    Constant,
    /// A function that returns a value.
    Function,
    /// A function that reads and prints like the subject's own program, and returns nothing.
    Program,
}

/// The effects of a function besides its answer.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Effects {
    /// The function prints text.
    pub prints: bool,
    /// The function reads answers from its input.
    pub reads: bool,
    /// The function uses random numbers.
    pub random: bool,
}

/// Describes a named value of the subject.
pub const fn constant(name: &'static str, of: Type, body: Body) -> Function {
    let function = function(name, &[], of, body);
    Function {
        kind: FunctionKind::Constant,
        ..function
    }
}

/// Describes a program that reads and prints.
pub const fn program(name: &'static str, parameters: &'static [Parameter], body: Body) -> Function {
    let function = function(name, parameters, Type::Nothing, body);
    Function {
        kind: FunctionKind::Program,
        ..function.printing().reading()
    }
}

/// Describes a function for which exactly one answer is right.
pub const fn function(
    name: &'static str,
    parameters: &'static [Parameter],
    returns: Type,
    body: Body,
) -> Function {
    Function {
        name,
        aliases: &[],
        kind: FunctionKind::Function,
        parameters,
        returns,
        effects: Effects {
            prints: false,
            reads: false,
            random: false,
        },
        requires: &[],
        relation: Relation::Equal,
        spelling: str::to_owned,
        cases: no_arguments,
        body,
    }
}

/// Generator of the only case of a function without parameters.
fn no_arguments() -> BoxedStrategy<Case> {
    Just(Case::new(vec![])).boxed()
}

impl Function {
    /// Adds other spellings of the name.
    #[must_use]
    pub const fn also(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    /// Adds conditions on the arguments.
    #[must_use]
    pub const fn requires(self, requires: &'static [Condition]) -> Self {
        Self { requires, ..self }
    }

    /// Sets the generator of cases.
    #[must_use]
    pub const fn from(self, cases: fn() -> BoxedStrategy<Case>) -> Self {
        Self { cases, ..self }
    }

    /// Sets how answers are judged.
    #[must_use]
    pub const fn judged(self, relation: Relation) -> Self {
        Self { relation, ..self }
    }

    /// Sets the function that is applied to printed texts before they are compared.
    #[must_use]
    pub const fn spelt(self, spelling: fn(&str) -> String) -> Self {
        Self { spelling, ..self }
    }

    /// Marks a function that prints.
    #[must_use]
    pub const fn printing(mut self) -> Self {
        self.effects.prints = true;
        self
    }

    /// Marks a function that reads answers.
    #[must_use]
    pub const fn reading(mut self) -> Self {
        self.effects.reads = true;
        self
    }

    /// Marks a function that uses chance.
    #[must_use]
    pub const fn drawing(mut self) -> Self {
        self.effects.random = true;
        self
    }

    /// The signature in Python's notation: `name(a: int, b: int = 6) -> bool`.
    pub fn signature(&self) -> String {
        if self.kind == FunctionKind::Constant {
            return format!("{}: {}", self.name, self.returns);
        }
        let parameter = |parameter: &Parameter| {
            let default = parameter
                .default
                .map_or(String::new(), |json| format!(" = {}", python(json)));
            format!("{}: {}{default}", parameter.name, parameter.of)
        };
        let parameters: Vec<_> = self.parameters.iter().map(parameter).collect();
        format!(
            "{}({}) -> {}",
            self.name,
            parameters.join(", "),
            self.returns
        )
    }

    /// The signature, effects, conditions and other names, on one line.
    pub fn described(&self, language: Language) -> String {
        let notes = self.notes(language);
        if notes.is_empty() {
            return self.signature();
        }
        format!("{}  # {}", self.signature(), notes.join(" ; "))
    }

    fn notes(&self, language: Language) -> Vec<String> {
        let changed = self
            .parameters
            .iter()
            .filter(|parameter| matches!(parameter.after, After::Changed | After::MayChange));
        let changed: Vec<_> = changed.map(|parameter| parameter.name).collect();
        let told = self.requires.iter().filter(|it| it.force != Force::Implied);
        let requires: Vec<_> = told.map(|condition| condition.text).collect();
        let listed = |names: &[&str], key| {
            let message = Message::new(key).with("names", names.join(", "));
            (!names.is_empty()).then(|| language.say(&message))
        };
        let word = |is: bool, key| is.then(|| language.word(key));
        [
            listed(&changed, key!("subject-note-changes", names)),
            word(self.effects.reads, key!("subject-note-reads")),
            word(self.effects.prints, key!("subject-note-prints")),
            word(self.effects.random, key!("subject-note-random")),
            listed(&requires, key!("subject-note-requires", names)),
            listed(self.aliases, key!("subject-note-aliases", names)),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}
