//! `CallForm`: forms of a call that the subject leaves open, such as tiles as pairs or as numbers.

use serde_json::{Value as Json, json};
use subject::{Case, Function, Parameter, Type};
use table::{Message, message};

/// The form in which arguments and typed lines are given to a student's function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CallForm {
    /// The form of the subject's own code.
    Plain,
    /// Tiles as two-digit numbers (R16).
    Numbers,
    /// All typed answers on one line, as in the subject's examples (R5).
    OneLine,
}

impl CallForm {
    /// The forms that change a call of the function with one of the cases.
    pub(crate) fn others(function: &Function, cases: &[Case]) -> Vec<Self> {
        let tiles = function.parameters.iter().any(|it| has_tiles(&it.of));
        let lines = cases.iter().any(|case| case.input.lines().count() > 1);
        let numbers = tiles.then_some(Self::Numbers);
        let one_line = lines.then_some(Self::OneLine);
        numbers.into_iter().chain(one_line).collect()
    }

    /// The case in this form.
    pub(crate) fn put(self, function: &Function, case: &Case) -> Case {
        let mut case = case.clone();
        match self {
            Self::Plain => {}
            Self::Numbers => {
                for (arg, Parameter { of, .. }) in case.args.iter_mut().zip(function.parameters) {
                    *arg = numbered(of, arg);
                }
            }
            Self::OneLine => case.input = case.input.trim_end().replace('\n', " ") + "\n",
        }
        case
    }

    /// The remark for the report when calls work only in this form.
    pub(crate) fn note(self) -> Option<Message> {
        match self {
            Self::Plain => None,
            Self::Numbers => Some(message!("grade-note-numbers")),
            Self::OneLine => Some(message!("grade-note-one-line")),
        }
    }
}

fn has_tiles(of: &Type) -> bool {
    match of {
        Type::Tile => true,
        Type::List(of) => has_tiles(of),
        Type::Either(types) => types.iter().any(has_tiles),
        _ => false,
    }
}

/// The value with each tile as a two-digit number.
fn numbered(of: &Type, value: &Json) -> Json {
    match (of, value) {
        (Type::Tile, Json::Array(halves)) => {
            let half = |index: usize| halves.get(index).and_then(Json::as_u64).unwrap_or(0);
            json!(10 * half(0) + half(1))
        }
        (Type::List(of), Json::Array(items)) => items.iter().map(|it| numbered(of, it)).collect(),
        (Type::Either(types), _) => {
            let fits = types.iter().find(|of| of.admits(value));
            fits.map_or_else(|| value.clone(), |of| numbered(of, value))
        }
        _ => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use games::subject;

    use super::*;

    #[test]
    fn tiles_become_numbers_and_other_numbers_do_not_change() {
        let dominos = subject("dominos").expect("the subject exists");
        let function = dominos
            .function("possibilites")
            .expect("the function exists");
        let case = Case::new(vec![json!([[6, 1], [0, 0]]), json!(5), json!(0)]);
        let put = CallForm::Numbers.put(function, &case);
        assert_eq!(put.args, [json!([61, 0]), json!(5), json!(0)]);
    }

    #[test]
    fn several_answers_are_typed_on_one_line() {
        let calls = subject("421").expect("the subject exists");
        let function = calls.function("test_calcul").expect("the function exists");
        let case = Case::answered(vec![], [4, 5, 3]);
        assert_eq!(CallForm::OneLine.put(function, &case).input, "4 5 3\n");
    }
}
