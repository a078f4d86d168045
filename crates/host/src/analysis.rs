//! What positions are worth, of any game, as text and as JSON.

use std::cmp::Ordering;
use std::marker::PhantomData;

use serde_json::{Map, Value as Json, json};
use table::{Budget, Chance, Expert, Explain, Game, Key, Message, Side, Turn, Value, key, message};
use text::Language;

/// The worth of one position.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// As it was given.
    pub position: String,
    /// Who is to move, or whose throw or draw it is.
    pub to_move: Side,
    /// For that side.
    pub value: Value,
    /// Every move with its worth for the side that makes it.
    pub moves: Vec<(String, Value)>,
    /// Positions searched, where the engine counts them.
    pub nodes: Option<u64>,
}

impl Analysis {
    /// The first of the moves that no other beats.
    pub fn best(&self) -> Option<&str> {
        let mut best: Option<&(String, Value)> = None;
        for known in &self.moves {
            if best.is_none_or(|best| known.1.merit() > best.1.merit()) {
                best = Some(known);
            }
        }
        best.map(|(mv, _)| &**mv)
    }

    /// The object that `analyse --json` prints, the same for every game.
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

/// What a person reads of a value.
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

/// What is sure of win, draw and loss: a loss of 1 beside a win too small to change it is not.
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
    Json::Object(
        fields
            .into_iter()
            .map(|(name, json)| (name.to_owned(), json))
            .collect::<Map<_, _>>(),
    )
}

fn shares(kind: &str, win: f64, draw: f64, loss: f64) -> Vec<(&'static str, Json)> {
    vec![
        ("kind", json!(kind)),
        ("win", json!(win)),
        ("draw", json!(draw)),
        ("loss", json!(loss)),
    ]
}

/// An engine that reads positions as text. It may keep what it learns from one to the next.
pub trait Analyst: Send {
    /// What the position is worth.
    ///
    /// # Errors
    /// A text that is no position, or that this engine cannot evaluate: what to say about it.
    fn analyse(
        &mut self,
        text: &str,
        luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Result<Analysis, Message>;
}

/// The analyst of a game whose positions are wholly visible: an expert, and how texts are read.
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
    /// An analyst that reads with `read` and asks `expert`.
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
        let moves = evaluation
            .moves
            .iter()
            .map(|(mv, value)| (mv.to_string(), *value));
        Ok(Analysis {
            position: text.to_owned(),
            to_move: evaluation.side,
            value: evaluation.value,
            moves: moves.collect(),
            nodes: evaluation.nodes,
        })
    }
}
