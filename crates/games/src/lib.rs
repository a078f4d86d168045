//! The list of the games. Only this crate names them: a new game is one line in `GAMES`.
//!
//! With the feature `subject` it also lists the course subjects.

#[cfg(feature = "subject")]
mod subjects;

use std::ops::Deref;
use std::sync::OnceLock;

use allumettes::Matches;
use awale::Awale;
use dominos::Dominos;
use host::{GameInfo, OptionError, Options, UnknownGame};
use jeu421::Game421;
use puissance4::Puissance4;
use review::{Reviewed, Reviewer, reviewer};

#[cfg(feature = "subject")]
pub use subjects::{SUBJECTS, subject};

/// The built-in games, in display order.
const GAMES: &[RegisteredGame] = &[
    RegisteredGame::new::<Game421>(),
    RegisteredGame::new::<Matches>(),
    RegisteredGame::new::<Dominos>(),
    RegisteredGame::new::<Puissance4>(),
    RegisteredGame::new::<Awale>(),
];

/// Games added by [`register`].
static ADDED: OnceLock<Vec<RegisteredGame>> = OnceLock::new();

/// A game in the list: its [`GameInfo`] and its reviewer.
#[derive(Clone, Copy, Debug)]
pub struct RegisteredGame {
    info: GameInfo,
    reviewer: fn(&Options) -> Result<Box<dyn Reviewer>, OptionError>,
}

impl RegisteredGame {
    /// The list entry of `G`.
    pub const fn new<G: Reviewed>() -> Self {
        Self {
            info: GameInfo::new::<G>(),
            reviewer: |options| Ok(reviewer(G::judge(options)?)),
        }
    }

    /// Makes a reviewer, which reviews records of this game and gives advice. `options` are those
    /// of an analysis.
    pub fn reviewer(&self, options: &Options) -> Result<Box<dyn Reviewer>, OptionError> {
        (self.reviewer)(options)
    }
}

impl Deref for RegisteredGame {
    type Target = GameInfo;

    fn deref(&self) -> &GameInfo {
        &self.info
    }
}

/// Adds games to the list, after the built-in ones. It can be called once.
pub fn register(games: &[RegisteredGame]) -> Result<(), AlreadyRegistered> {
    ADDED.set(games.to_vec()).map_err(|_| AlreadyRegistered)
}

/// Error of the second call of [`register`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("games were registered before")]
pub struct AlreadyRegistered;

/// Every game, in display order.
pub fn games() -> impl Iterator<Item = &'static RegisteredGame> + Clone {
    GAMES.iter().chain(ADDED.get().into_iter().flatten())
}

/// Finds a game by its name or an alias.
pub fn find(name: &str) -> Result<&'static RegisteredGame, UnknownGame> {
    games()
        .find(|game| game.name == name || game.aliases.contains(&name))
        .ok_or_else(|| UnknownGame(name.to_owned()))
}
