//! A weighted count of wins, draws and losses, and the standard error of its average.

use table::Value;

#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Tally {
    /// Sum of the weights of losses, draws and wins.
    results: [f64; 3],
    /// Sums of the squares of the weights of losses, draws and wins.
    squares: [f64; 3],
}

/// The certainty of the average of a tally.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Certainty {
    /// There is only one possible world, and it was solved.
    Exact,
    /// Every possible world was counted.
    Complete,
    /// A sample of the worlds was counted.
    Sampled,
}

impl Tally {
    /// Adds a win (1), a draw (0) or a loss (−1) with its weight.
    pub(crate) fn add(&mut self, value: i8, weight: f64) {
        let index = (value + 1) as usize;
        self.results[index] += weight;
        self.squares[index] += weight * weight;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.total() <= 0.0
    }

    fn total(&self) -> f64 {
        self.results.iter().sum()
    }

    /// The weighted average of the results.
    pub(crate) fn value(&self, certainty: Certainty) -> Value {
        let [loss, draw, win] = self.results.map(|weight| weight / self.total());
        let error = match certainty {
            Certainty::Exact => {
                return Value::Exact {
                    win,
                    draw,
                    loss,
                    score: None,
                };
            }
            Certainty::Complete => 0.0,
            Certainty::Sampled => self.error(win + draw / 2.0),
        };
        Value::Sampled {
            win,
            draw,
            loss,
            error,
        }
    }

    /// The standard error of the average score.
    fn error(&self, score: f64) -> f64 {
        let far = [0.0, 0.5, 1.0].map(|result: f64| (result - score).powi(2));
        let squares = self.squares.iter().zip(far);
        let variance: f64 = squares.map(|(square, far)| square * far).sum();
        variance.sqrt() / self.total()
    }
}
