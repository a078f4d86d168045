//! Is it better? A sequential test on pairs, whose points are one of five.
//!
//! The generalised likelihood ratio: under each hypothesis the five shares are the likeliest ones
//! with that mean, found by tilting what was observed.

use std::fmt;
use std::str::FromStr;

/// What is tested, and how often it may be wrong.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// Not better than this.
    pub elo0: f64,
    /// At least this.
    pub elo1: f64,
    /// How often the second is accepted where the first holds.
    pub alpha: f64,
    /// The other way round.
    pub beta: f64,
}

/// Which hypothesis was accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Not better than `elo0`.
    H0,
    /// At least `elo1` better.
    H1,
}

/// Where a test stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Standing {
    /// Pairs with 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
    /// The logarithm of the ratio.
    pub llr: f64,
    /// Below the first the test accepts `elo0`, above the second `elo1`.
    pub bounds: [f64; 2],
    /// What was decided.
    pub decision: Option<Decision>,
}

/// A test that cannot be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "`{0}` is no test: write elo0=0,elo1=10,alpha=0.05,beta=0.05 with elo0 below elo1 and both errors between 0 and 0.5"
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

/// Beyond it every game is won.
const MOST_ELO: f64 = 2000.0;

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            elo0,
            elo1,
            alpha,
            beta,
        } = self;
        write!(f, "elo0={elo0},elo1={elo1},alpha={alpha},beta={beta}")
    }
}

impl Sprt {
    /// Where the test stands after these pairs.
    pub fn standing(&self, pairs: [u64; 5]) -> Standing {
        let bounds = [
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        ];
        let llr = self.ratio(pairs);
        let decision = if llr >= bounds[1] {
            Some(Decision::H1)
        } else if llr <= bounds[0] {
            Some(Decision::H0)
        } else {
            None
        };
        Standing {
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
        // An outcome that has not come yet may come: without it the first pairs would decide.
        let counts = pairs.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / total);
        let [low, high] = [self.elo0, self.elo1].map(|elo| tilted(&shares, expected(elo)));
        let term = |place: usize| counts[place] * (high[place] / low[place]).ln();
        (0..5).map(term).sum()
    }
}

/// The weight of an outcome that has not come yet.
const UNSEEN: f64 = 1e-3;

/// The share of the points that an advantage in Elo brings.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The likeliest shares whose mean is `mean`: `p / (1 + t·(x − mean))` for the one `t` that gives it.
fn tilted(shares: &[f64; 5], mean: f64) -> [f64; 5] {
    let points = [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| share - mean);
    let weight = |tilt: f64, place: usize| shares[place] / tilt.mul_add(points[place], 1.0);
    let surplus = |tilt: f64| -> f64 {
        (0..5)
            .map(|place| points[place] * weight(tilt, place))
            .sum()
    };
    // Every weight is positive between these, and the surplus falls from one to the other.
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
    fn tests_read_back_and_impossible_ones_are_refused() {
        let text = "elo0=0,elo1=10,alpha=0.05,beta=0.1";
        assert_eq!(text.parse::<Sprt>().unwrap().to_string(), text);
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
    fn tilted_shares_have_the_mean_and_sum_to_one() {
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

    /// A pair drawn from shares that are tilted to have just this mean.
    fn drawn(shares: &[f64; 5], luck: &mut Seeded) -> usize {
        let mut left = f64::from(luck.below(1 << 30)) / f64::from(1u32 << 30);
        let past = |share: &f64| {
            left -= share;
            left < 0.0
        };
        shares.iter().position(past).unwrap_or(4)
    }

    fn wrong_decisions(sprt: &Sprt, elo: f64, wrong: Decision, matches: u32) -> u32 {
        let shares = tilted(&[0.08, 0.22, 0.4, 0.22, 0.08], expected(elo));
        let mut luck = Seeded::new(19);
        let decide = |_| {
            let mut pairs = [0; 5];
            loop {
                pairs[drawn(&shares, &mut luck)] += 1;
                if let Some(decision) = sprt.standing(pairs).decision {
                    break u32::from(decision == wrong);
                }
            }
        };
        (0..matches).map(decide).sum()
    }

    /// At most one in twenty, within three standard deviations.
    #[track_caller]
    fn check_wrong_decisions(matches: u32) {
        let sprt: Sprt = "elo0=0,elo1=60,alpha=0.05,beta=0.05".parse().unwrap();
        let allowed = 0.05 * f64::from(matches);
        let most = allowed + 3.0 * (allowed * 0.95).sqrt();
        for (elo, wrong) in [(sprt.elo0, Decision::H1), (sprt.elo1, Decision::H0)] {
            let count = f64::from(wrong_decisions(&sprt, elo, wrong, matches));
            assert!(count < most, "{wrong:?} {count} times of {matches}");
            assert!(
                count > allowed / 5.0,
                "{wrong:?} {count} times: nothing was tested"
            );
        }
    }

    #[test]
    fn decisions_are_wrong_no_oftener_than_was_allowed() {
        check_wrong_decisions(1000);
    }

    #[test]
    #[ignore = "half a minute: the full count of matches"]
    fn decisions_of_ten_thousand_matches_are_wrong_no_oftener_than_was_allowed() {
        check_wrong_decisions(10_000);
    }
}
