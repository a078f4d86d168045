//! Players read from text and checked against the strategies of a game.

use table::{Explain, HUMAN, Player, PlayerError, Who};

use crate::{GameInfo, LEVELS};

/// How a level is written, in the list of the strategies.
const LEVEL_FORM: &str = "niveau=1…8";

/// English names of strategies, each with the name that the subjects use.
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

/// Error for a text that is not a player of the game.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
#[expect(missing_docs, reason = "the fields are the variables of the messages")]
pub enum SeatError {
    /// The text is not a player.
    #[message(transparent)]
    Player(#[from] PlayerError),
    /// The game has no strategy of this name.
    #[message("player-unknown-strategy")]
    UnknownStrategy {
        game: &'static str,
        strategy: String,
        /// Names of the game's strategies, separated by commas.
        known: String,
    },
}

/// Translates an English strategy name to the subject's; other names are returned unchanged.
pub fn strategy_name(text: &str) -> &str {
    if let Some(number) = text.strip_prefix("level=") {
        let same = |name: &&&str| {
            name.split_once('=')
                .is_some_and(|(_, known)| known == number)
        };
        return LEVELS.iter().find(same).copied().unwrap_or(text);
    }
    ALIASES
        .iter()
        .find(|(alias, _)| *alias == text)
        .map_or(text, |(_, name)| name)
}

/// Reads a player of `game`. Strategies may have their English names; an unknown strategy is an
/// error.
pub fn seat(text: &str, game: &GameInfo) -> Result<Player, SeatError> {
    let mut player: Player = text.parse()?;
    let Who::Strategy(given) = &player.who else {
        return Ok(player);
    };
    player.who = match strategy_name(given) {
        HUMAN => Who::Person,
        name if game.strategies().chain(LEVELS).any(|known| known == name) => {
            Who::Strategy(name.to_owned())
        }
        name => {
            let known: Vec<_> = game.strategies().chain([LEVEL_FORM]).collect();
            return Err(SeatError::UnknownStrategy {
                game: game.name,
                strategy: name.to_owned(),
                known: known.join(", "),
            });
        }
    };
    Ok(player)
}
