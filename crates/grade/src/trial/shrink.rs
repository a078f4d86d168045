//! Failing inputs made smaller, as long as they fail for the same kind of reason.

use std::time::Duration;

use serde_json::Value as Json;
use subject::{Case, FunctionKind, Input};

use super::{CRASHING_BUDGET, CallResults, FunctionTrial, Rating};
use crate::answer_form::AnswerForm;
use crate::callable::{CALL_LIMIT, SHORT_CALL_LIMIT};
use crate::crash::CodeCrash;
use crate::finding::Finding;

/// Number of failing inputs that are made smaller.
const SHRUNK_INPUTS: usize = 4;
/// Maximum number of calls to make one input smaller.
const TRIES: usize = 600;
const PROGRAM_TRIES: usize = 40;
const QUICK_TRIES: usize = 40;
const HANGING_TRIES: usize = 8;
/// Maximum number of calls when each of them ends the process.
const ENDING_TRIES: usize = 8;
/// Number of calls of a random function with one case; it fails if one of them fails.
const RANDOM_CALLS: usize = 24;

/// The finding for the smallest input that fails as the input at index `first` does.
pub(super) fn shrunk(
    trial: &mut FunctionTrial<'_>,
    inputs: Vec<Input>,
    results: &CallResults,
    first: usize,
) -> Finding {
    let (kind, form) = (results.ratings[first].clone(), results.answer_form);
    if kind == Rating::Hung {
        return shrunk_hanging(trial, inputs, first, form);
    }
    let like = inputs.into_iter().zip(&results.ratings);
    let mut like: Vec<Input> = like
        .filter(|(_, rating)| rating.is_like(&kind))
        .map(|(input, _)| input)
        .collect();
    like.sort_by_key(|input| case_size(&input.case()));
    let (tries, most) = match kind {
        _ if trial.function.kind == FunctionKind::Program => (PROGRAM_TRIES, 1),
        _ if trial.quick => (QUICK_TRIES, 1),
        Rating::Crashed(ref crash) if crash.is_costly() => {
            // A smaller input explains nothing about a reply that cannot be read.
            let may_end = trial.code.may_hang_again() && *crash != CodeCrash::Unreadable;
            (if may_end { ENDING_TRIES } else { 0 }, 1)
        }
        _ => (TRIES, SHRUNK_INPUTS),
    };
    let begun = trial.code.processor();
    let slow = matches!(kind, Rating::Crashed(_));
    let mut is_like = |case: &Case| {
        let late = slow && trial.code.processor().saturating_sub(begun) > CRASHING_BUDGET;
        !late && worst_rating(trial, case, form, CALL_LIMIT).is_like(&kind)
    };
    let smallest = like
        .into_iter()
        .take(most)
        .map(|input| input.shrink(tries, &mut is_like));
    let smallest = smallest.min_by_key(case_size).expect("one input fails");
    let rating = match worst_rating(trial, &smallest, form, CALL_LIMIT) {
        rating if rating.is_like(&kind) => rating,
        // A random function may pass this time.
        _ => kind,
    };
    trial.finding(trial.put(&smallest), rating)
}

/// Shrinks an input that hangs. Each try costs a whole time limit, so few are made, and the smallest
/// of all inputs is tried first.
fn shrunk_hanging(
    trial: &mut FunctionTrial<'_>,
    mut inputs: Vec<Input>,
    first: usize,
    form: AnswerForm,
) -> Finding {
    let may_hang = trial.code.may_hang_again();
    let tries = if may_hang { HANGING_TRIES } else { 0 };
    let mut hangs = |case: &Case| worst_rating(trial, case, form, SHORT_CALL_LIMIT) == Rating::Hung;
    let failing = inputs.swap_remove(first);
    let smallest = inputs
        .into_iter()
        .min_by_key(|input| case_size(&input.case()));
    let smallest = smallest.filter(|input| {
        let case = input.case();
        tries > 0 && case_size(&case) < case_size(&failing.case()) && hangs(&case)
    });
    let case = smallest.unwrap_or(failing).shrink(tries, hangs);
    trial.finding(trial.put(&case), Rating::Hung)
}

/// The rating of one case; for a random function, the worst of several calls.
fn worst_rating(
    trial: &mut FunctionTrial<'_>,
    case: &Case,
    form: AnswerForm,
    limit: Duration,
) -> Rating {
    let random = trial.function.effects.random && trial.function.kind == FunctionKind::Function;
    let calls = if random { RANDOM_CALLS } else { 1 };
    let case = &trial.put(case);
    // A case with another number of arguments would fail for another reason.
    if !trial.fits(case) {
        return Rating::Right;
    }
    let cases = vec![case.clone(); calls];
    let replies = trial.call(&cases, limit);
    let ratings = replies.iter().map(|reply| trial.rate(case, reply, form));
    let mut ratings: Vec<Rating> = ratings.collect();
    let worst = ratings.iter().position(Rating::fails).unwrap_or(0);
    if ratings.is_empty() {
        return Rating::Hung;
    }
    ratings.swap_remove(worst)
}

/// Size of a case: the length of its text, then the number of digits that are not zero.
pub(crate) fn case_size(case: &Case) -> (usize, usize) {
    let args = Json::from(case.args.clone()).to_string();
    let digits = args.chars().filter(char::is_ascii_digit);
    let weight = digits.filter(|digit| *digit != '0').count();
    (args.len() + case.input.len(), weight)
}
