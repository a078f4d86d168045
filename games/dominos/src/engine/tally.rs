//! Wins, draws and losses added up, and how sure their average is.

use table::Value;

/// Wins, draws and losses added up, with their weights.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Tally {
    results: [f64; 3],
    squares: [f64; 3],
}

/// How sure the sum of a tally is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Certainty {
    /// There is one world only: what was added is proved.
    Exact,
    /// Every world was counted.
    Complete,
    /// Some worlds were counted.
    Sampled,
}

impl Tally {
    /// Adds a win (1), a draw (0) or a loss (−1).
    pub(crate) fn add(&mut self, value: i8, weight: f64) {
        let index = (value + 1) as usize;
        self.results[index] += weight;
        self.squares[index] += weight * weight;
    }

    /// Whether nothing was added.
    pub(crate) fn is_empty(&self) -> bool {
        self.total() <= 0.0
    }

    fn total(&self) -> f64 {
        self.results.iter().sum()
    }

    /// The average.
    pub(crate) fn value(&self, certainty: Certainty) -> Value {
        let [loss, draw, win] = self.results.map(|weight| weight / self.total());
        let error = match certainty {
            Certainty::Exact => return exact(win, draw, loss),
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

    /// The standard error of `score`, the average of what was added.
    fn error(&self, score: f64) -> f64 {
        let far = [0.0, 0.5, 1.0].map(|result: f64| (result - score).powi(2));
        let squares = self.squares.iter().zip(far);
        let variance: f64 = squares.map(|(square, far)| square * far).sum();
        variance.sqrt() / self.total()
    }
}

/// A value that is proved.
pub(crate) fn exact(win: f64, draw: f64, loss: f64) -> Value {
    Value::Exact {
        win,
        draw,
        loss,
        score: None,
    }
}
