//! Who may sit down: players as data, held against what a game offers.

use table::{Explain, HUMAN, Player, PlayerError, Who};

use crate::GameInfo;

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
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
pub enum SeatError {
    /// The text is not a player.
    #[message(transparent)]
    Player(#[from] PlayerError),
    /// The game has no strategy of this name.
    #[message("player-unknown-strategy")]
    UnknownStrategy {
        /// The name of the game.
        game: &'static str,
        /// The name that was given.
        strategy: String,
        /// The names of the game's strategies, with commas.
        known: String,
    },
}

/// The subject's name of a strategy, from that or an English one.
pub fn strategy_name(text: &str) -> &str {
    ALIASES
        .iter()
        .find(|(alias, _)| *alias == text)
        .map_or(text, |(_, name)| name)
}

/// Reads a player for a table of `game`, strategies under any of their names.
///
/// # Errors
/// A text that is no player, or an unknown strategy (R32).
pub fn seat(text: &str, game: &GameInfo) -> Result<Player, SeatError> {
    let mut player: Player = text.parse()?;
    let Who::Strategy(given) = &player.who else {
        return Ok(player);
    };
    player.who = match strategy_name(given) {
        HUMAN => Who::Person,
        name if game.strategies().any(|known| known == name) => Who::Strategy(name.to_owned()),
        name => {
            let known: Vec<_> = game.strategies().collect();
            return Err(SeatError::UnknownStrategy {
                game: game.name,
                strategy: name.to_owned(),
                known: known.join(", "),
            });
        }
    };
    Ok(player)
}
