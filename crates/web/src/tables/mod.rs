//! Tables while they are played: one actor for each, the registry that finds them, the sockets that
//! watch them, and the requests that change them.
//!
//! Nothing here knows TCP connections, analysis boards or tournaments.

pub(crate) mod actor;
mod clocks;
pub(crate) mod command;
mod description;
mod game;
mod hint;
pub(crate) mod http;
mod lease;
pub(crate) mod log;
pub(crate) mod named_table;
mod node_sync;
pub(crate) mod player_name;
pub(crate) mod programs;
pub(crate) mod registry;
mod role;
pub(crate) mod socket;
pub(crate) mod stored_line;
#[cfg(test)]
mod tests;
mod thinking;
mod trail;
mod watchers;
pub(crate) mod wire;

pub use game::replays;

use games::RegisteredGame;
use table::message;

use crate::error::RequestError;

/// The option of a table that was opened to study: its players may ask what moves are worth, also
/// against each other and against a clock.
pub(crate) const STUDY: &str = "study";
/// Milliseconds that a strategy thinks about a move unless the table says otherwise.
pub(crate) const DEFAULT_TIME_MS: u32 = 1000;
/// Longest time in milliseconds that a strategy or program of a visitor may think about a move.
pub(crate) const LONGEST_THINKING_MS: u32 = 10_000;
/// Largest number of bytes in a position.
pub(crate) const LONGEST_POSITION: usize = 4096;
/// Largest number of moves that a position of a visitor may offer: lists of them are sent and searched.
const MOST_CHOICES: usize = 1000;

/// The game of a name or alias; `unknown-game` is the error's code if there is none.
pub(crate) fn find_game(name: &str) -> Result<&'static RegisteredGame, RequestError> {
    games::find(name).map_err(|error| RequestError::setup("unknown-game", &error))
}

/// Refuses a position with more than 1,000 moves.
pub(crate) fn check_choices(offer: &RegisteredGame, position: &str) -> Result<(), RequestError> {
    if offer.choices(position, MOST_CHOICES + 1) <= MOST_CHOICES {
        return Ok(());
    }
    let message = message!("web-too-big");
    let text = "choices".to_owned();
    Err(RequestError::Setup("too-big", message, text))
}
