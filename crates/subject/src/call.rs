//! The call of a function: its case, its outcome, and the checks of its arguments.

use std::io::{BufRead, Write};

use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};
use table::Chance;

use crate::error::{CallError, Problem};
use crate::function::Function;
use crate::parameter::{After, Condition, Force, Parameter, python};
use crate::types::short;

/// The arguments of a call, checked against their types.
#[derive(Clone, PartialEq, Debug)]
pub struct Args(pub Vec<Json>);

/// The arguments and the input of a call.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    /// Arguments in the order of the parameters; those with a default may be left out.
    pub args: Vec<Json>,
    /// Text that the function can read, one answer a line.
    pub input: String,
}

/// The result of a call.
#[derive(Clone, PartialEq, Debug)]
pub struct CallOutcome {
    /// The returned value; `null` for `None`.
    pub returned: Json,
    /// The arguments after the call.
    pub args: Vec<Json>,
    /// The printed text.
    pub printed: String,
    /// The name of the subject's exception, if it was raised.
    pub raised: Option<String>,
}

/// The arguments of a running function, with its random numbers, input and output.
#[expect(
    missing_debug_implementations,
    reason = "its streams cannot be printed"
)]
pub struct Call<'a> {
    /// The arguments, changed in place.
    pub args: Args,
    /// Random numbers, for functions that use chance.
    pub luck: &'a mut dyn Chance,
    /// Standard input, for functions that ask questions.
    pub input: &'a mut dyn BufRead,
    /// Standard output, for functions that print.
    pub output: &'a mut dyn Write,
}

impl Case {
    /// A case without input.
    pub fn new(args: Vec<Json>) -> Self {
        Self {
            args,
            input: String::new(),
        }
    }

    /// A case whose input has one answer a line.
    pub fn answered(args: Vec<Json>, answers: impl IntoIterator<Item = impl ToString>) -> Self {
        let lines = answers.into_iter().map(|answer| answer.to_string() + "\n");
        Self {
            args,
            input: lines.collect(),
        }
    }
}

impl Args {
    /// The argument at an index, from 0. An error means that the type of the parameter does not fit
    /// the body.
    pub fn get<T: DeserializeOwned>(&self, index: usize) -> Result<T, CallError> {
        let value = self.json(index);
        serde_json::from_value(value.clone()).map_err(|_| {
            let problem = Problem::Type {
                found: short(value),
                expected: std::any::type_name::<T>().to_owned(),
            };
            problem.of_argument(index)
        })
    }

    /// The argument at an index, from 0, as JSON.
    pub fn json(&self, index: usize) -> &Json {
        self.0.get(index).unwrap_or(&Json::Null)
    }
}

impl Function {
    /// Whether a case meets the types and every condition. Only such cases judge an answer.
    pub fn admits(&self, case: &Case) -> bool {
        self.checked(case.args.clone()).is_ok_and(|args| {
            let mut conditions = self.requires.iter();
            conditions.all(|condition| matches!((condition.holds)(&args), Ok(true)))
        })
    }

    /// Calls the function, with its input and output in memory. An exception of the subject is an
    /// outcome, not an error.
    pub fn call(&self, case: &Case, luck: &mut dyn Chance) -> Result<CallOutcome, CallError> {
        let mut output = Vec::new();
        let run = self.run(&case.args, luck, &mut case.input.as_bytes(), &mut output);
        let printed = String::from_utf8_lossy(&output).into_owned();
        let (returned, args, raised) = match run {
            Ok((returned, args)) => (returned, args, None),
            Err(CallError::Raised { exception, .. }) => {
                let args = self.checked(case.args.clone())?.0;
                (Json::Null, args, Some(exception.to_owned()))
            }
            Err(error) => return Err(error),
        };
        Ok(CallOutcome {
            returned,
            args,
            printed,
            raised,
        })
    }

    /// The conditions that the subject states, that these arguments break, and that the function
    /// answers without, in the subject's own words.
    pub fn broken_conditions(&self, args: &[Json]) -> Vec<&'static str> {
        let Ok(args) = self.checked(args.to_vec()) else {
            return Vec::new();
        };
        let is_broken = |condition: &&Condition| {
            condition.force == Force::Stated && matches!((condition.holds)(&args), Ok(false))
        };
        let broken = self.requires.iter().filter(is_broken);
        broken.map(|condition| condition.text).collect()
    }

    /// Calls the function and returns its answer and its arguments afterwards. An exception of the
    /// subject is an error.
    pub fn run(
        &self,
        args: &[Json],
        luck: &mut dyn Chance,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> Result<(Json, Vec<Json>), CallError> {
        let args = self.checked(args.to_vec())?;
        for condition in self.requires {
            if condition.force == Force::Binding && !(condition.holds)(&args)? {
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

    /// The JSON that the command line prints after a call with `given`: the returned value, with the
    /// arguments when they changed.
    pub fn answer(&self, given: &[Json], returned: &Json, args: &[Json]) -> Json {
        let told = |(index, parameter): (usize, &Parameter)| match parameter.after {
            After::Changed => true,
            After::MayChange => args.get(index) != given.get(index),
            After::Free | After::Kept => false,
        };
        if !self.parameters.iter().enumerate().any(told) {
            return returned.clone();
        }
        json!({"return": returned, "args": args})
    }

    /// The arguments with defaults for those left out, each checked against its type.
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

    pub(crate) fn check_count(&self, given: usize) -> Result<(), CallError> {
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
