//! Analyses of positions of any game, as text and as JSON.

use std::cmp::Ordering;
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
    /// The evaluation of a position, which the caller wrote as `text`.
    pub fn new<M: ToString>(text: &str, found: &Evaluation<M>) -> Self {
        let moves = found.moves.iter();
        Self {
            position: text.to_owned(),
            to_move: found.side,
            value: found.value,
            moves: moves.map(|(mv, value)| (mv.to_string(), *value)).collect(),
            nodes: found.nodes,
        }
    }

    /// The best move; the first one among equals, `None` without moves.
    pub fn best(&self) -> Option<&str> {
        let mut best: Option<&(String, Value)> = None;
        for candidate in &self.moves {
            if best.is_none_or(|best| candidate.1.merit() > best.1.merit()) {
                best = Some(candidate);
            }
        }
        best.map(|(mv, _)| &**mv)
    }

    /// The object that `analyse --json` prints. It has the same fields for every game.
    pub fn json(&self, game: &str, micros: Option<u64>) -> Json {
        let moves = self
            .moves
            .iter()
            .map(|(mv, value)| json!({"move": mv, "value": object(*value)}));
        let mut report = json!({
            "game": game,
            "position": self.position,
            "to_move": self.to_move.to_string(),
            "value": object(self.value),
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
    let shares = |key: Key, win, draw, loss| {
        let message = Message::new(key).with("win", percent(win));
        message
            .with("draw", percent(draw))
            .with("loss", percent(loss))
    };
    language.say(&match value {
        Value::Exact {
            win,
            draw,
            loss,
            score,
        } => match (certain([win, draw, loss]).map(result_key), score) {
            (Some(key), None) => Message::new(key),
            (Some(key), Some(score)) => message!(
                "value-score",
                result = Message::new(key),
                score = format!("{score:+}")
            ),
            (None, _) => shares(key!("value-shares", win, draw, loss), win, draw, loss),
        },
        Value::Sampled {
            win,
            draw,
            loss,
            error,
        } => shares(
            key!("value-sampled", win, draw, loss, error),
            win,
            draw,
            loss,
        )
        .with("error", percent(error)),
        Value::Bounded { low, high } => message!("value-bounded", low, high),
        Value::Estimate { score } => {
            message!("value-estimate", score = format!("{score:+.2}"))
        }
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

fn object(value: Value) -> Json {
    let fields: Vec<(&str, Json)> = match value {
        Value::Exact {
            win,
            draw,
            loss,
            score,
        } => {
            let mut fields = shares("exact", win, draw, loss);
            fields.extend(score.map(|score| ("score", json!(score))));
            fields
        }
        Value::Sampled {
            win,
            draw,
            loss,
            error,
        } => {
            let mut fields = shares("sampled", win, draw, loss);
            fields.push(("error", json!(error)));
            fields
        }
        Value::Bounded { low, high } => {
            vec![("kind", json!("bounded")), ("bounds", json!([low, high]))]
        }
        Value::Estimate { score } => vec![("kind", json!("estimate")), ("score", json!(score))],
    };
    let named = fields
        .into_iter()
        .map(|(name, json)| (name.to_owned(), json));
    Json::Object(named.collect())
}

fn shares(kind: &str, win: f64, draw: f64, loss: f64) -> Vec<(&'static str, Json)> {
    vec![
        ("kind", json!(kind)),
        ("win", json!(win)),
        ("draw", json!(draw)),
        ("loss", json!(loss)),
    ]
}

/// An engine that reads positions as text. It may keep a cache from one position to the next.
pub trait Analyst: Send {
    /// Values the position and its moves.
    ///
    /// # Errors
    /// The message to show when the text is not a position, this engine cannot evaluate it, or it
    /// was stopped.
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
