//! The frequencies of a random function's answers, with the probability of so large a deviation.

use serde_json::Value as Json;

use crate::call::{CallOutcome, Case};
use crate::error::CallError;
use crate::function::Function;
use crate::relation::{Relation, same};

/// The answers of a random function to one case, counted.
#[derive(Clone, PartialEq, Debug)]
pub struct Frequencies {
    /// Number of counted answers.
    pub draws: usize,
    /// All classes of answers, those never seen included.
    pub classes: Vec<Frequency>,
    /// Upper bound on the probability that a right function deviates as much.
    pub chance: f64,
}

/// One class of answers.
#[derive(Clone, PartialEq, Debug)]
pub struct Frequency {
    /// The answer that stands for the class.
    pub class: Json,
    /// Probability of the class, from 0 to 1.
    pub share: f64,
    /// Number of answers in the class.
    pub seen: usize,
}

impl Function {
    /// Counts the outcomes of many calls with one case. `None` when the function is not random, or
    /// has too many classes to count. [`judge`](Self::judge) checks that each outcome is possible.
    pub fn frequencies(
        &self,
        case: &Case,
        outcomes: &[CallOutcome],
    ) -> Result<Option<Frequencies>, CallError> {
        let Relation::Drawn(law) = self.relation.resolved(case) else {
            return Ok(None);
        };
        let seen: Vec<Json> = outcomes.iter().map(law.class).collect();
        let count = |(class, share)| Frequency {
            seen: seen.iter().filter(|it| same(it, &class)).count(),
            class,
            share,
        };
        Ok((law.shares)(case)?.map(|shares| {
            let classes: Vec<_> = shares.into_iter().map(count).collect();
            let chance = chance(outcomes.len(), &classes);
            Frequencies {
                draws: outcomes.len(),
                classes,
                chance,
            }
        }))
    }
}

/// Upper bound on the probability that some class of a right function is as far off as the worst
/// class here.
///
/// Chernoff: of n draws with probability p, a share of q or further from p comes with probability
/// e^(−n·KL(q‖p)) at most, on each side; then the sum over classes and sides. It needs no table and
/// holds for every n, so a right function is rejected no more often than the bound says.
fn chance(draws: usize, classes: &[Frequency]) -> f64 {
    let n = draws as f64;
    let tail = |class: &Frequency| {
        let q = class.seen as f64 / n.max(1.0);
        (-n * divergence(q, class.share)).exp()
    };
    let worst = classes.iter().map(tail).fold(1.0, f64::min);
    (2.0 * classes.len() as f64 * worst).min(1.0)
}

/// Kullback–Leibler divergence of an event of probability `q` from one of probability `p`.
fn divergence(q: f64, p: f64) -> f64 {
    let term = |q: f64, p: f64| if q == 0.0 { 0.0 } else { q * (q / p).ln() };
    term(q, p) + term(1.0 - q, 1.0 - p)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn die(seen: [usize; 6]) -> f64 {
        let class = |(face, seen): (usize, usize)| Frequency {
            class: (face + 1).into(),
            share: 1.0 / 6.0,
            seen,
        };
        let classes: Vec<_> = seen.into_iter().enumerate().map(class).collect();
        chance(seen.iter().sum(), &classes)
    }

    #[test]
    fn an_even_die_is_not_suspect_and_one_without_a_six_is() {
        assert!(die([100; 6]) > 0.999);
        // Within three standard deviations, 9.1 each: nothing to blame.
        assert!(die([91, 109, 100, 82, 118, 100]) > 0.05);
        // (5/6)^600 is 3e-48: Chernoff's bound is exact at the edge.
        let none = die([120, 120, 120, 120, 120, 0]);
        assert!(
            (none / (12.0 * (5.0f64 / 6.0).powi(600)) - 1.0).abs() < 1e-6,
            "{none}"
        );
    }

    #[test]
    fn an_impossible_share_is_out_of_the_question() {
        let classes = [Frequency {
            class: 1.into(),
            share: 1.0,
            seen: 9,
        }];
        assert!(chance(10, &classes) < 1e-300);
        assert!(chance(9, &classes) > 0.999);
        assert!(chance(0, &classes) > 0.999);
    }
}
