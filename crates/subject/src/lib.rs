//! The functions that course subjects ask students to write, under their own names.
//!
//! Each [`Function`] is data: its signature with types, conditions on its arguments, generated cases
//! that shrink ([`Function::inputs`]), and the [`Relation`] by which a student's answer to a case is
//! judged ([`Function::judge`], [`Function::frequencies`]).
//!
//! ```ignore
//! use subject::{Judgement, CallOutcome};
//! use serde_json::json;
//!
//! let function = games::subject("dominos")?.function("histogramme")?;
//! let case = function.inputs(1).next().expect("inputs have no end").case();
//! let right = function.call(&case, &mut table::Seeded::new(0))?;
//! assert_eq!(function.judge(&case, &right)?, Judgement::Right);
//! let wrong = CallOutcome { returned: json!([]), ..right };
//! assert_ne!(function.judge(&case, &wrong)?, Judgement::Right);
//! # Ok::<(), subject::CallError>(())
//! ```

mod call;
mod error;
mod frequencies;
mod function;
mod inputs;
mod literal;
mod parameter;
mod relation;
mod types;

use std::io::{BufRead, Write};

use host::{Answers, NoPrograms, Setup, TypedTable, Voice, play};
use serde_json::Value as Json;
use table::{Explain, Limits};
use text::Language;

text::catalogue!();

pub use call::{Args, Call, CallOutcome, Case};
pub use error::{CallError, Problem};
pub use frequencies::{Frequencies, Frequency};
pub use function::{Effects, Function, FunctionKind, constant, function, program};
pub use inputs::{Input, Inputs};
pub use parameter::{After, Condition, Force, Parameter, binding, implied, stated};
pub use relation::{Difference, Judgement, Law, Part, Relation, Shares, same};
pub use types::{Type, short, tile};

/// The functions of one subject.
#[derive(Clone, Copy, Debug)]
pub struct Subject {
    /// Name of the subject, such as `allumettes` or `421`.
    pub name: &'static str,
    /// Functions in the order of the subject.
    pub functions: &'static [Function],
    /// Examples and figures of the subject.
    pub samples: &'static [Sample],
}

/// An example or figure of the subject, as an argument for its functions.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Name of the example in the subject, or of its figure or question.
    pub name: &'static str,
    /// The value as JSON.
    pub json: &'static str,
}

impl Sample {
    /// A sample from its name and its JSON.
    pub const fn new(name: &'static str, json: &'static str) -> Self {
        Self { name, json }
    }
}

/// Plays a subject's whole game between two people, at the terminal and in French.
pub fn play_whole<G: Voice>(
    setup: &Setup,
    mut answers: Answers<impl BufRead>,
    mut output: &mut dyn Write,
) -> Result<Json, CallError> {
    let table = TypedTable::<G>::open(setup);
    let table = &mut table.map_err(|error| CallError::Game(error.explain()))?;
    let (limits, answers, out) = (&Limits::default(), &mut answers, &mut output);
    play(
        table,
        limits,
        Language::French,
        answers,
        out,
        &mut NoPrograms,
    )?;
    Ok(Json::Null)
}

impl Subject {
    /// The function of that name, in any spelling of the subject.
    pub fn function(&self, name: &str) -> Result<&'static Function, CallError> {
        let called =
            |function: &&Function| function.name == name || function.aliases.contains(&name);
        let found = self.functions.iter().find(called);
        found.ok_or_else(|| CallError::UnknownFunction {
            subject: self.name,
            name: name.to_owned(),
        })
    }

    /// The sample of that name.
    pub fn sample(&self, name: &str) -> Result<&'static Sample, CallError> {
        let found = self.samples.iter().find(|sample| sample.name == name);
        found.ok_or_else(|| CallError::UnknownSample {
            subject: self.name,
            name: name.to_owned(),
        })
    }

    /// Reads the arguments of a command line: JSON, a literal of Python, a word where a string is
    /// expected, or the name of a sample.
    pub fn arguments(&self, function: &Function, words: &[String]) -> Result<Vec<Json>, CallError> {
        function.check_count(words.len())?;
        let parameters = words.iter().zip(function.parameters).enumerate();
        parameters
            .map(|(index, (word, parameter))| self.argument(word, parameter.of, index))
            .collect()
    }

    fn argument(&self, word: &str, of: Type, index: usize) -> Result<Json, CallError> {
        let read = literal::read(word);
        if of.admits_text() && !read.as_ref().is_some_and(|json| of.admits(json)) {
            return Ok(word.into());
        }
        let sample = || serde_json::from_str(self.sample(word).ok()?.json).ok();
        read.or_else(sample).ok_or_else(|| CallError::Word {
            number: index + 1,
            text: word.to_owned(),
            expected: of,
        })
    }
}
