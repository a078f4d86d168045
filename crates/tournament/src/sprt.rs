//! The sequential probability ratio test on pairs of games, each with one of five scores.
//!
//! It uses the generalised likelihood ratio: for each hypothesis, the most likely distribution of the
//! five scores with that mean, found by tilting the observed one.

use std::str::FromStr;

/// The two hypotheses of the test and its error rates.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// Elo advantage of the null hypothesis.
    pub elo0: f64,
    /// Elo advantage of the alternative hypothesis.
    pub elo1: f64,
    /// Probability of accepting `elo1` when `elo0` holds.
    pub alpha: f64,
    /// Probability of accepting `elo0` when `elo1` holds.
    pub beta: f64,
}

/// The accepted hypothesis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtDecision {
    /// The advantage is at most `elo0`.
    H0,
    /// The advantage is at least `elo1`.
    H1,
}

/// The state of a test after some pairs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SprtState {
    /// Number of pairs with 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
    /// The log-likelihood ratio.
    pub(crate) llr: f64,
    /// Bounds of `llr`: the test accepts `elo0` at or below the first, `elo1` at or above the second.
    pub(crate) bounds: [f64; 2],
    /// The decision; `None` while the test goes on.
    pub decision: Option<SprtDecision>,
}

/// Error when a text is not a valid test.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "`{0}` is not a valid test: write elo0=0,elo1=10,alpha=0.05,beta=0.05 with elo0 below elo1 and both errors between 0 and 0.5"
)]
pub struct SprtError(pub String);

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        let wrong = || SprtError(text.to_owned());
        let mut sprt = Self {
            elo0: 0.0,
            elo1: f64::NAN,
            alpha: 0.05,
            beta: 0.05,
        };
        for part in text.split(',') {
            let (key, value) = part.split_once('=').ok_or_else(wrong)?;
            let value: f64 = value.trim().parse().map_err(|_| wrong())?;
            *match key.trim() {
                "elo0" => &mut sprt.elo0,
                "elo1" => &mut sprt.elo1,
                "alpha" => &mut sprt.alpha,
                "beta" => &mut sprt.beta,
                _ => return Err(wrong()),
            } = value;
        }
        let possible = |error: f64| error > 0.0 && error < 0.5;
        let ordered = sprt.elo0.abs() <= MOST_ELO && sprt.elo1 <= MOST_ELO && sprt.elo0 < sprt.elo1;
        if ordered && possible(sprt.alpha) && possible(sprt.beta) {
            Ok(sprt)
        } else {
            Err(wrong())
        }
    }
}

/// Largest Elo advantage that can be tested.
const MOST_ELO: f64 = 2000.0;

impl Sprt {
    pub(crate) fn state(&self, pairs: [u64; 5]) -> SprtState {
        let bounds = [
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        ];
        let llr = self.ratio(pairs);
        let decision = if llr >= bounds[1] {
            Some(SprtDecision::H1)
        } else if llr <= bounds[0] {
            Some(SprtDecision::H0)
        } else {
            None
        };
        SprtState {
            pairs,
            llr,
            bounds,
            decision,
        }
    }

    fn ratio(&self, pairs: [u64; 5]) -> f64 {
        if pairs.iter().sum::<u64>() == 0 {
            return 0.0;
        }
        // A score that has not occurred yet gets a small weight; otherwise the first pairs would decide.
        let counts = pairs.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / total);
        let [low, high] = [self.elo0, self.elo1].map(|elo| tilted(&shares, expected(elo)));
        let term = |place: usize| counts[place] * (high[place] / low[place]).ln();
        (0..5).map(term).sum()
    }
}

/// Number of pairs assumed for a score that has not occurred yet.
const UNSEEN: f64 = 1e-3;

/// The expected share of the points with an Elo advantage.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The most likely distribution with the given mean: `p / (1 + t·(x − mean))` for the `t` that yields it.
fn tilted(shares: &[f64; 5], mean: f64) -> [f64; 5] {
    let points = [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| share - mean);
    let weight = |tilt: f64, place: usize| shares[place] / tilt.mul_add(points[place], 1.0);
    let surplus = |tilt: f64| -> f64 {
        (0..5)
            .map(|place| points[place] * weight(tilt, place))
            .sum()
    };
    // Between these bounds every weight is positive and the surplus decreases.
    let [mut low, mut high] = [-1.0 / points[4], -1.0 / points[0]];
    for _ in 0..80 {
        let middle = f64::midpoint(low, high);
        if surplus(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
        if high - low < 1e-13 {
            break;
        }
    }
    std::array::from_fn(|place| weight(f64::midpoint(low, high), place))
}

#[cfg(test)]
mod tests {
    use table::{Chance, Seeded};

    use super::*;

    #[test]
    fn valid_tests_are_parsed_and_others_refused() {
        let expected = Sprt {
            elo0: 0.0,
            elo1: 10.0,
            alpha: 0.05,
            beta: 0.1,
        };
        assert_eq!("elo1=10,beta=0.1".parse(), Ok(expected));
        assert_eq!("elo0=0,elo1=10,alpha=0.05,beta=0.1".parse(), Ok(expected));
        for text in [
            "",
            "elo0=0",
            "elo0=5,elo1=5",
            "elo1=nan",
            "elo1=inf",
            "elo1=10,alpha=0",
            "elo1=10,x=1",
        ] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_tilted_distribution_has_the_mean_and_sums_to_one() {
        let shares = [0.1, 0.2, 0.4, 0.2, 0.1];
        let tilted = tilted(&shares, 0.55);
        let mean: f64 = tilted
            .iter()
            .zip([0.0, 0.25, 0.5, 0.75, 1.0])
            .map(|(p, x)| p * x)
            .sum();
        assert!((mean - 0.55).abs() < 1e-9);
        assert!((tilted.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }

    /// A random score drawn from a distribution.
    fn drawn(shares: &[f64; 5], luck: &mut Seeded) -> usize {
        let mut left = f64::from(luck.below(1 << 30)) / f64::from(1u32 << 30);
        let past = |share: &f64| {
            left -= share;
            left < 0.0
        };
        shares.iter().position(past).unwrap_or(4)
    }

    fn wrong_decisions(sprt: &Sprt, elo: f64, wrong: SprtDecision, matches: u32) -> u32 {
        let shares = tilted(&[0.08, 0.22, 0.4, 0.22, 0.08], expected(elo));
        let mut luck = Seeded::new(19);
        let decide = |_| {
            let mut pairs = [0; 5];
            loop {
                pairs[drawn(&shares, &mut luck)] += 1;
                if let Some(decision) = sprt.state(pairs).decision {
                    break u32::from(decision == wrong);
                }
            }
        };
        (0..matches).map(decide).sum()
    }

    /// Checks that at most one decision in twenty is wrong, within three standard deviations.
    #[track_caller]
    fn check_wrong_decisions(matches: u32) {
        let sprt: Sprt = "elo0=0,elo1=60,alpha=0.05,beta=0.05".parse().unwrap();
        let allowed = 0.05 * f64::from(matches);
        let most = allowed + 3.0 * (allowed * 0.95).sqrt();
        for (elo, wrong) in [(sprt.elo0, SprtDecision::H1), (sprt.elo1, SprtDecision::H0)] {
            let count = f64::from(wrong_decisions(&sprt, elo, wrong, matches));
            assert!(count < most, "{wrong:?} {count} times of {matches}");
            assert!(
                count > allowed / 5.0,
                "{wrong:?} only {count} times: the test is too strict"
            );
        }
    }

    #[test]
    fn decisions_are_wrong_no_more_often_than_allowed() {
        check_wrong_decisions(1000);
    }

    #[test]
    #[ignore = "half a minute: the full count of matches"]
    fn decisions_of_ten_thousand_matches_are_wrong_no_more_often_than_allowed() {
        check_wrong_decisions(10_000);
    }
}
