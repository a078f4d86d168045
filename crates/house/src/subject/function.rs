//! A function of a subject as data: how it is called, what it may be given, and how another's answer
//! to the same call is judged.

use std::io::{BufRead, Write};

use proptest::strategy::{BoxedStrategy, Just, Strategy as _};
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};
use table::{Chance, Message};

use super::error::{CallError, Problem};
use super::relation::Relation;
use super::types::Type;
use crate::Language;

/// A function of a subject.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// As the subject spells it most often, without accents.
    pub name: &'static str,
    /// Its other spellings in the subject.
    pub aliases: &'static [&'static str],
    /// What it is.
    pub kind: Kind,
    /// In order; those with a default stand last.
    pub parameters: &'static [Parameter],
    /// What it answers.
    pub returns: Type,
    /// What it does beside answering.
    pub effects: Effects,
    /// What must hold of its arguments.
    pub requires: &'static [Condition],
    /// How another's answer is judged.
    pub relation: Relation,
    /// What of a printed text does not matter: both texts are compared after it.
    pub(super) spelling: fn(&str) -> String,
    pub(super) cases: fn() -> BoxedStrategy<Case>,
    body: Body,
}

type Holds = fn(&Args) -> Result<bool, CallError>;

type Body = fn(&mut Call<'_>) -> Result<Json, CallError>;

/// What a function is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A value with a name.
    Constant,
    /// Answers a value.
    Function,
    /// Reads and prints as the subject's own program does, and answers nothing.
    Program,
}

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

/// What a function does beside answering.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Effects {
    /// It prints.
    pub prints: bool,
    /// It reads answers.
    pub reads: bool,
    /// It draws.
    pub random: bool,
}

/// What must hold of a function's arguments.
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    /// In the subject's own names, for people.
    pub text: &'static str,
    /// Who makes sure of it.
    pub force: Force,
    pub(super) holds: Holds,
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

/// The arguments of a call, checked against their types.
#[derive(Clone, PartialEq, Debug)]
pub struct Args(pub Vec<Json>);

/// What a function is called with.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    /// Its arguments; those with a default may be left out.
    pub args: Vec<Json>,
    /// What it can read, one answer a line.
    pub input: String,
}

/// What came of a call.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// What was returned; `null` for nothing.
    pub returned: Json,
    /// The arguments as they are afterwards.
    pub args: Vec<Json>,
    /// What was printed.
    pub printed: String,
    /// The exception of the subject that was raised, by its name.
    pub raised: Option<String>,
}

/// Everything a function may use.
pub(super) struct Call<'a> {
    /// The arguments, changed in place.
    pub(super) args: Args,
    /// For functions that draw.
    pub(super) luck: &'a mut dyn Chance,
    /// For functions that ask.
    pub(super) input: &'a mut dyn BufRead,
    /// For what is printed.
    pub(super) output: &'a mut dyn Write,
}

impl Case {
    /// A call without anything to read.
    pub fn of(args: Vec<Json>) -> Self {
        Self {
            args,
            input: String::new(),
        }
    }

    /// A call that is answered, line by line.
    pub fn answered(args: Vec<Json>, answers: impl IntoIterator<Item = impl ToString>) -> Self {
        let lines = answers.into_iter().map(|answer| answer.to_string() + "\n");
        Self {
            args,
            input: lines.collect(),
        }
    }
}

impl Args {
    /// The argument at a place, from 0.
    ///
    /// # Errors
    /// When it is no `T`; its type makes sure that it is.
    pub(super) fn get<T: DeserializeOwned>(&self, index: usize) -> Result<T, CallError> {
        let value = self.json(index);
        serde_json::from_value(value.clone()).map_err(|_| {
            let problem = Problem::Type {
                found: super::types::short(value),
                expected: std::any::type_name::<T>().to_owned(),
            };
            problem.of_argument(index)
        })
    }

    /// The argument at a place as it was given.
    pub(super) fn json(&self, index: usize) -> &Json {
        self.0.get(index).unwrap_or(&Json::Null)
    }
}

impl Parameter {
    /// A parameter of which the subject says no more than its type.
    pub(super) const fn new(name: &'static str, of: Type) -> Self {
        Self {
            name,
            of,
            default: None,
            after: After::Free,
        }
    }

    /// The same, and what becomes of it.
    pub(super) const fn after(self, after: After) -> Self {
        Self { after, ..self }
    }

    /// The same with a default, as JSON.
    pub(super) const fn or(self, default: &'static str) -> Self {
        Self {
            default: Some(default),
            ..self
        }
    }
}

/// A condition without which there is no answer.
pub(super) const fn binding(text: &'static str, holds: Holds) -> Condition {
    Condition {
        text,
        force: Force::Binding,
        holds,
    }
}

/// A condition of the subject without which there is an answer all the same.
pub(super) const fn stated(text: &'static str, holds: Holds) -> Condition {
    Condition {
        text,
        force: Force::Stated,
        holds,
    }
}

/// A condition that every game meets.
pub(super) const fn implied(text: &'static str, holds: Holds) -> Condition {
    Condition {
        text,
        force: Force::Implied,
        holds,
    }
}

/// A value with a name.
pub(super) const fn constant(name: &'static str, of: Type, body: Body) -> Function {
    let function = function(name, &[], of, body);
    Function {
        kind: Kind::Constant,
        ..function
    }
}

/// A program that reads and prints.
pub(super) const fn program(
    name: &'static str,
    parameters: &'static [Parameter],
    body: Body,
) -> Function {
    let function = function(name, parameters, Type::Nothing, body);
    Function {
        kind: Kind::Program,
        ..function.printing().reading()
    }
}

/// A function that computes: exactly one answer is right.
pub(super) const fn function(
    name: &'static str,
    parameters: &'static [Parameter],
    returns: Type,
    body: Body,
) -> Function {
    Function {
        name,
        aliases: &[],
        kind: Kind::Function,
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

/// The one case of a function that takes nothing.
fn no_arguments() -> BoxedStrategy<Case> {
    Just(Case::of(vec![])).boxed()
}

impl Function {
    pub(super) const fn also(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    pub(super) const fn requires(self, requires: &'static [Condition]) -> Self {
        Self { requires, ..self }
    }

    pub(super) const fn from(self, cases: fn() -> BoxedStrategy<Case>) -> Self {
        Self { cases, ..self }
    }

    pub(super) const fn judged(self, relation: Relation) -> Self {
        Self { relation, ..self }
    }

    pub(super) const fn spelt(self, spelling: fn(&str) -> String) -> Self {
        Self { spelling, ..self }
    }

    pub(super) const fn printing(mut self) -> Self {
        self.effects.prints = true;
        self
    }

    pub(super) const fn reading(mut self) -> Self {
        self.effects.reads = true;
        self
    }

    pub(super) const fn drawing(mut self) -> Self {
        self.effects.random = true;
        self
    }

    /// `name(a: int, b: int = 6) -> bool`, in Python's notation.
    pub fn signature(&self) -> String {
        if self.kind == Kind::Constant {
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

    /// The signature and what else there is to know before a call, on one line.
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
        let named = |names: &[&str], key, value| {
            let message = Message::new(key).with(value, names.join(", "));
            (!names.is_empty()).then(|| language.say(&message))
        };
        let word = |is: bool, key| is.then(|| language.word(key));
        [
            named(&changed, "subject-note-changes", "names"),
            word(self.effects.reads, "subject-note-reads"),
            word(self.effects.prints, "subject-note-prints"),
            word(self.effects.random, "subject-note-random"),
            named(&requires, "subject-note-requires", "conditions"),
            named(self.aliases, "subject-note-aliases", "names"),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// Whether a case meets the types and every condition: cases that do not judge nobody.
    pub fn admits(&self, case: &Case) -> bool {
        let holds = |args: &Args| {
            self.requires
                .iter()
                .all(|it| matches!((it.holds)(args), Ok(true)))
        };
        self.checked(case.args.clone())
            .is_ok_and(|args| holds(&args))
    }

    /// Calls the function, with what it reads and prints in memory.
    ///
    /// # Errors
    /// Arguments that do not fit, a binding condition that does not hold, too little to read. An
    /// exception of the subject is an outcome.
    pub fn call(&self, case: &Case, luck: &mut dyn Chance) -> Result<Outcome, CallError> {
        let mut output = Vec::new();
        let run = self.run(&case.args, luck, &mut case.input.as_bytes(), &mut output);
        let printed = String::from_utf8_lossy(&output).into_owned();
        match run {
            Ok((returned, args)) => Ok(Outcome {
                returned,
                args,
                printed,
                raised: None,
            }),
            Err(CallError::Raised { exception, .. }) => Ok(Outcome {
                returned: Json::Null,
                args: self.checked(case.args.clone())?.0,
                printed,
                raised: Some(exception.to_owned()),
            }),
            Err(error) => Err(error),
        }
    }

    /// Calls the function: what it returns, and its arguments afterwards.
    ///
    /// # Errors
    /// As [`call`](Self::call), and the subject's exceptions.
    pub fn run(
        &self,
        args: &[Json],
        luck: &mut dyn Chance,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> Result<(Json, Vec<Json>), CallError> {
        let args = self.checked(args.to_vec())?;
        for condition in self.binding() {
            if !(condition.holds)(&args)? {
                return Err(CallError::Requires {
                    name: self.name,
                    condition: condition.text,
                });
            }
        }
        let mut call = Call {
            args,
            luck,
            input,
            output,
        };
        let returned = (self.body)(&mut call);
        // What was printed before an error is seen before it.
        call.output.flush()?;
        Ok((returned?, call.args.0))
    }

    fn binding(&self) -> impl Iterator<Item = &Condition> {
        let requires = self.requires.iter();
        requires.filter(|condition| condition.force == Force::Binding)
    }

    /// What the command line prints for an answer to `given`: the value alone, or with the
    /// arguments of a function that changes them.
    pub fn answer(&self, given: &[Json], returned: &Json, args: &[Json]) -> Json {
        let told = |(index, parameter): (usize, &Parameter)| match parameter.after {
            After::Changed => true,
            After::MayChange => args.get(index) != given.get(index),
            After::Free | After::Kept => false,
        };
        let returned = self.returns.printed(returned);
        if !self.parameters.iter().enumerate().any(told) {
            return returned;
        }
        let args = args.iter().zip(self.parameters);
        let args: Vec<_> = args
            .map(|(arg, parameter)| parameter.of.printed(arg))
            .collect();
        json!({"return": returned, "args": args})
    }

    /// The arguments with the defaults of those left out, each of its type.
    fn checked(&self, mut args: Vec<Json>) -> Result<Args, CallError> {
        self.check_count(args.len())?;
        let missing = &self.parameters[args.len()..];
        let defaults = missing.iter().filter_map(|parameter| parameter.default);
        args.extend(defaults.map(|json| serde_json::from_str(json).unwrap_or(Json::Null)));
        for (index, (arg, parameter)) in args.iter().zip(self.parameters).enumerate() {
            let checked = parameter.of.check(arg, String::new());
            checked.map_err(|(path, problem)| problem.at(index, path))?;
        }
        Ok(Args(args))
    }

    pub(super) fn check_count(&self, given: usize) -> Result<(), CallError> {
        let optional = |parameter: &&Parameter| parameter.default.is_some();
        let fewest = self.parameters.len() - self.parameters.iter().filter(optional).count();
        if (fewest..=self.parameters.len()).contains(&given) {
            return Ok(());
        }
        let name = |parameter: &Parameter| match parameter.default {
            Some(json) => format!("{}={}", parameter.name, python(json)),
            None => parameter.name.to_owned(),
        };
        let names: Vec<_> = self.parameters.iter().map(name).collect();
        Err(CallError::Arity {
            name: self.name,
            expected: names.join(", "),
            given,
        })
    }
}

/// A default as Python writes it.
fn python(json: &'static str) -> &'static str {
    match json {
        "null" => "None",
        other => other,
    }
}
