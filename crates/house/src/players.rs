//! Who is to play, as written on a command line: `name@strategy`.

use table::{Explain, Message, Seating};

use crate::Entry;

/// The strategy of whoever answers from outside.
pub const HUMAN: &str = "humain";

/// The strategy that every game's advice comes from.
pub const EXPERT: &str = "expert";

/// English names of the subjects' strategies.
const ALIASES: &[(&str, &str)] = &[
    ("human", HUMAN),
    ("naive", "naif"),
    ("naïf", "naif"),
    ("fast", "rapide"),
    ("slow", "lente"),
    ("greedy", "glouton"),
    ("cheat", "tricheur"),
    ("first", "premier"),
    ("skilled", "habile"),
];

/// Why a player cannot be seated.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayerError {
    /// Not exactly one `@`.
    #[error("`{0}` is not a player: write name@strategy")]
    Form(String),
    /// Nothing before the `@`.
    #[error("`{0}` has no name: write name@strategy")]
    NoName(String),
    /// Nothing of that name plays this game.
    #[error("`{strategy}` is not a strategy of {game}: choose {known}")]
    UnknownStrategy {
        /// The game.
        game: &'static str,
        /// The name that was given.
        strategy: String,
        /// The names that exist.
        known: String,
    },
}

impl Explain for PlayerError {
    fn explain(&self) -> Message {
        match self {
            Self::Form(text) => Message::new("player-form").with("text", text.as_str()),
            Self::NoName(text) => Message::new("player-no-name").with("text", text.as_str()),
            Self::UnknownStrategy {
                game,
                strategy,
                known,
            } => Message::new("player-unknown-strategy")
                .with("game", *game)
                .with("strategy", strategy.as_str())
                .with("known", known.as_str()),
        }
    }
}

/// The subject's name of a strategy, from that or an English one.
pub fn strategy_name(text: &str) -> &str {
    ALIASES
        .iter()
        .find(|(alias, _)| *alias == text)
        .map_or(text, |(_, name)| name)
}

/// Reads `name@strategy` for a table of `game`.
///
/// # Errors
/// An empty name, no `@` or several, an unknown strategy (R32).
pub fn seating(text: &str, game: &Entry) -> Result<Seating, PlayerError> {
    let form = || PlayerError::Form(text.to_owned());
    let (name, strategy) = text.split_once('@').ok_or_else(form)?;
    if strategy.contains('@') || strategy.is_empty() || text.contains(['\n', '\r']) {
        return Err(form());
    }
    if name.is_empty() {
        return Err(PlayerError::NoName(text.to_owned()));
    }
    let strategy = strategy_name(strategy);
    if !game.strategies().any(|known| known == strategy) {
        let known: Vec<_> = game.strategies().collect();
        return Err(PlayerError::UnknownStrategy {
            game: game.name,
            strategy: strategy.to_owned(),
            known: known.join(", "),
        });
    }
    Ok(Seating {
        name: name.to_owned(),
        strategy: strategy.to_owned(),
    })
}
