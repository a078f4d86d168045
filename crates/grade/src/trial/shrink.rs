//! A failing input made smaller, as long as it fails for the same reason.

use std::time::{Duration, Instant};

use house::subject::{Case, Input, Kind};
use serde_json::Value as Json;

use super::{ENOUGH, Finding, Rating, Trial};
use crate::session::{CALL, SHORT_CALL};
use crate::shape::Shape;

/// Failing inputs that are made smaller, and how often one is tried.
const SHRUNK: usize = 4;
const TRIES: usize = 600;
const PROGRAM_TRIES: usize = 40;
const HASTY_TRIES: usize = 40;
const HANGING_TRIES: usize = 12;
/// Draws in which a random function that can fail may show it.
const CHANCES: usize = 24;

impl Trial<'_> {
    /// The smallest of the failing inputs, made smaller.
    pub(super) fn shrunk(
        &mut self,
        inputs: Vec<Input>,
        ratings: &[Rating],
        first: usize,
        shape: Shape,
    ) -> Finding {
        let kind = ratings[first].clone();
        if kind == Rating::Hung {
            return self.shrunk_hanging(inputs, first, shape);
        }
        let like = inputs.into_iter().zip(ratings);
        let mut like: Vec<Input> = like
            .filter(|(_, rating)| rating.is_like(&kind))
            .map(|(input, _)| input)
            .collect();
        like.sort_by_key(|input| size(&input.case()));
        let (tries, most) = match kind {
            _ if self.function.kind == Kind::Program => (PROGRAM_TRIES, 1),
            _ if self.hasty => (HASTY_TRIES, 1),
            _ => (TRIES, SHRUNK),
        };
        let begun = Instant::now();
        let slow = matches!(kind, Rating::Crashed(_));
        let mut is_like = |case: &Case| {
            let late = slow && begun.elapsed() > ENOUGH;
            !late && self.one(case, shape, CALL).is_like(&kind)
        };
        let smallest = like
            .into_iter()
            .take(most)
            .map(|input| input.shrink(tries, &mut is_like));
        let smallest = smallest.min_by_key(size).expect("one input fails");
        let rating = match self.one(&smallest, shape, CALL) {
            rating if rating.is_like(&kind) => rating,
            // Chance may let it pass this once.
            _ => kind,
        };
        self.found(self.put(&smallest), rating)
    }

    /// An input that does not end costs its time: few are tried, the smallest of all first.
    fn shrunk_hanging(&mut self, inputs: Vec<Input>, first: usize, shape: Shape) -> Finding {
        let tries = if self.session.is_patient() {
            HANGING_TRIES
        } else {
            0
        };
        let mut hangs = |case: &Case| self.one(case, shape, SHORT_CALL) == Rating::Hung;
        let mut inputs: Vec<_> = inputs.into_iter().enumerate().collect();
        let at = inputs.iter().position(|(index, _)| *index == first);
        let (_, failing) = inputs.swap_remove(at.expect("it is one of them"));
        let smallest = inputs.into_iter().map(|(_, input)| input);
        let smallest = smallest.min_by_key(|input| size(&input.case()));
        let smallest = smallest.filter(|input| {
            let case = input.case();
            tries > 0 && size(&case) < size(&failing.case()) && hangs(&case)
        });
        let case = smallest.unwrap_or(failing).shrink(tries, hangs);
        self.found(self.put(&case), Rating::Hung)
    }

    /// What a case comes to; where chance decides, the worst of a few draws.
    fn one(&mut self, case: &Case, shape: Shape, limit: Duration) -> Rating {
        let draws = if self.function.effects.random && self.function.kind == Kind::Function {
            CHANCES
        } else {
            1
        };
        let case = &self.put(case);
        // Another number of arguments is another call.
        if !self.fits(case) {
            return Rating::Right;
        }
        let cases = vec![case.clone(); draws];
        let replies = self.session.call(self.name, self.function, &cases, limit);
        let ratings = replies.iter().map(|reply| self.rate(case, reply, shape));
        let mut ratings: Vec<Rating> = ratings.collect();
        let worst = ratings.iter().position(Rating::fails).unwrap_or(0);
        if ratings.is_empty() {
            return Rating::Hung;
        }
        ratings.swap_remove(worst)
    }
}

/// How much there is to read of a case: its length, then what of it is not zero.
pub(crate) fn size(case: &Case) -> (usize, usize) {
    let args = Json::from(case.args.clone()).to_string();
    let digits = args.chars().filter(char::is_ascii_digit);
    let weight = digits.filter(|digit| *digit != '0').count();
    (args.len() + case.input.len(), weight)
}
