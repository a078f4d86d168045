//! Analyses of positions of any game, as text and as JSON.

use std::cmp::Ordering;
use std::fmt::Display;
use std::marker::PhantomData;

use serde_json::{Value as Json, json};
use table::{
    Budget, Chance, Evaluation, Expert, Explain, Game, Key, Message, Side, Turn, Value, key,
    message,
};
use text::Language;

/// The value of one position and of its moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// The position as the caller wrote it.
    pub position: String,
    /// The side that moves, throws or draws next.
    pub to_move: Side,
    /// Value for the side `to_move`.
    pub value: Value,
    /// Moves with their value for the side that makes them.
    pub moves: Vec<(String, Value)>,
    /// Number of positions searched; `None` if the engine does not count them.
    pub nodes: Option<u64>,
}

impl Analysis {
    /// An evaluation of `position`, with its moves as text.
    pub fn new<M: Display>(position: impl Into<String>, found: &Evaluation<M>) -> Self {
        let moves = found.moves.iter();
        Self {
            position: position.into(),
            to_move: found.side,
            value: found.value,
            moves: moves.map(|(mv, value)| (mv.to_string(), *value)).collect(),
            nodes: found.nodes,
        }
    }

    /// The best move; the first one among equals, `None` without moves.
    pub fn best(&self) -> Option<&str> {
        Value::best(&self.moves).map(String::as_str)
    }

    /// The object that `analyse --json` prints. It has the same fields for every game.
    pub fn json(&self, game: &str, micros: Option<u64>) -> Json {
        let moves = self
            .moves
            .iter()
            .map(|(mv, value)| json!({"move": mv, "value": value}));
        let mut report = json!({
            "game": game,
            "position": self.position,
            "to_move": self.to_move.to_string(),
            "value": self.value,
            "moves": moves.collect::<Vec<_>>(),
        });
        for (name, number) in [("nodes", self.nodes), ("micros", micros)] {
            if let Some(number) = number {
                report[name] = json!(number);
            }
        }
        report
    }
}

/// A value in words: `won, score +7`, or percentages with three decimals.
pub fn describe(value: Value, language: Language) -> String {
    let percent = |share: f64| format!("{:.3}", 100.0 * share);
    let shares = |key: Key, shares: [f64; 3]| {
        let [win, draw, loss] = shares.map(percent);
        let message = Message::new(key).with("win", win);
        message.with("draw", draw).with("loss", loss)
    };
    language.say(&match value {
        Value::Exact {
            win,
            draw,
            loss,
            score,
        } => match (certain([win, draw, loss]).map(result_key), score) {
            (Some(key), None) => Message::new(key),
            (Some(key), Some(score)) => {
                let result = Message::new(key);
                message!("value-score", result, score = format!("{score:+}"))
            }
            (None, _) => shares(key!("value-shares", win, draw, loss), [win, draw, loss]),
        },
        Value::Sampled {
            win,
            draw,
            loss,
            error,
        } => {
            let key = key!("value-sampled", win, draw, loss, error);
            shares(key, [win, draw, loss]).with("error", percent(error))
        }
        Value::Bounded { low, high } => message!("value-bounded", low, high),
        Value::Estimate { score } => message!("value-estimate", score = format!("{score:+.2}")),
    })
}

/// The result that has the only positive share of win, draw and loss; `None` if two are positive.
/// A loss of 1.0 beside a win of 1e-20 is not certain.
pub(crate) fn certain(shares: [f64; 3]) -> Option<Ordering> {
    match shares.map(|share| share > 0.0) {
        [true, false, false] => Some(Ordering::Greater),
        [false, true, false] => Some(Ordering::Equal),
        [false, false, true] => Some(Ordering::Less),
        _ => None,
    }
}

const fn result_key(result: Ordering) -> Key {
    match result {
        Ordering::Greater => key!("value-won"),
        Ordering::Equal => key!("value-drawn"),
        Ordering::Less => key!("value-lost"),
    }
}

/// An engine that reads positions as text. It may keep a cache from one position to the next.
pub trait Analyst: Send {
    /// Values the position and its moves. An error says that the text is not a position, that this
    /// engine cannot evaluate it, or that it was stopped.
    fn analyse(
        &mut self,
        text: &str,
        luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Result<Analysis, Message>;
}

/// Analyst built from an expert and a parser of positions.
#[derive(Debug)]
pub struct Positions<G: Game, E, R> {
    expert: E,
    read: R,
    game: PhantomData<fn() -> G>,
}

impl<G, E, R, F> Positions<G, E, R>
where
    G: Game,
    E: Expert<G>,
    R: Fn(&str) -> Result<G, F>,
    F: Explain,
{
    /// Creates an analyst that parses with `read` and evaluates with `expert`.
    pub fn new(expert: E, read: R) -> Self {
        Self {
            expert,
            read,
            game: PhantomData,
        }
    }
}

impl<G, E, R, F> Analyst for Positions<G, E, R>
where
    G: Game,
    E: Expert<G> + Send,
    R: Fn(&str) -> Result<G, F> + Send,
    F: Explain,
{
    fn analyse(
        &mut self,
        text: &str,
        luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Result<Analysis, Message> {
        let game = (self.read)(text).map_err(|error| error.explain())?;
        let side = match game.turn() {
            Turn::Player(side) | Turn::Chance { side, .. } => side,
            Turn::Over(_) => Side::First,
        };
        let evaluation = self.expert.evaluate(game.view(side), luck, budget);
        let evaluation = evaluation.map_err(|stopped| stopped.explain())?;
        Ok(Analysis::new(text, &evaluation))
    }
}
