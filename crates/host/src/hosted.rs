//! The trait of a registered game: name, options, strategies, engines, hidden information. Its
//! texts are in [`Voice`](crate::Voice).

use std::fmt::Display;

use table::{Game, Named, Side};

use crate::{
    Analyst, Database, LevelScale, OptionError, OptionSpec, Options, POSITION, Space, StrategyCard,
};

/// A game that can be registered and played at a table.
pub trait Hosted: Game {
    /// Unique name, as the subject spells it.
    const NAME: &'static str;
    /// Other accepted names, in English.
    const ALIASES: &'static [&'static str];
    /// Built-in strategies: at least one. The first opens the examples and the generic tests, so it
    /// is fast and does not cheat.
    const STRATEGIES: &'static [Named<Self>];
    /// Whether facts are hidden from the players and from spectators, from each of them at some time.
    /// If so, two people at one screen need a curtain between turns, and reviews value luck with
    /// everything visible.
    const HIDES: bool;
    /// Options of a new game.
    const OPTIONS: &'static [OptionSpec] = &[];
    /// Names of the options that reveal hidden information or future chance results. They are not
    /// shown to anyone during the game.
    const SECRETS: &'static [&'static str] = &[];
    /// Options of an analysis.
    const ANALYSIS_OPTIONS: &'static [OptionSpec] = &[];
    /// Strategy card, if the game has one.
    const CARD: Option<StrategyCard> = None;
    /// Database of the game in files, if it has one.
    const DATABASE: Option<Database> = None;
    /// Changes the options for a rematch, so that the other player begins; `None` if the game has
    /// no rematches.
    const REMATCH: Option<fn(&mut Options)> = None;
    /// The option by which the first player takes the second side; `None` if the game has none.
    const SIDE_CHOICE: Option<SideChoice> = None;
    /// Nodes or samples of an engine for one move, where runs must be reproducible.
    const EFFORT: u64 = 100_000;
    /// How the levels of the strategy `niveau` choose.
    const LEVELS: LevelScale = LevelScale::USUAL;
    /// Encoding of moves and views as numbers, for machine learning.
    const SPACE: Option<Space<Self>> = None;

    /// Creates the game from its own options, ignoring `--position`.
    fn open(options: &Options) -> Result<Self, OptionError>;

    /// Creates the game from `--position` if it is given, otherwise with [`open`](Self::open).
    fn begin(options: &Options) -> Result<Self, OptionError> {
        match options.parsed(POSITION.name)? {
            Some(game) => Ok(game),
            None => Self::open(options),
        }
    }

    /// The first chance results, in order, if the options fix them; empty otherwise.
    fn script(_options: &Options) -> Result<Vec<u8>, OptionError> {
        Ok(Vec::new())
    }

    /// Whether the engines can start at once. If they need precomputed data, the first call starts
    /// the computation on its own thread.
    fn ready() -> bool {
        true
    }

    /// Creates the engine that analyses positions.
    fn analyst(options: &Options) -> Result<Box<dyn Analyst>, OptionError>;

    /// The rules as sent to a program when a game begins: `matches=13 max=3`.
    fn rules(&self) -> String {
        String::new()
    }

    /// The side's view as lines of one word and whole numbers, its own numbers first. Programs may
    /// read these lines instead of the position.
    fn plain(&self, _side: Side) -> Vec<String> {
        Vec::new()
    }

    /// Line sent to a program after a throw or draw of `side`: `draws 61`. `shown` is the part of
    /// the effect that [`Game::show`](table::Game::show) allows. `None` while the throw or draw is
    /// incomplete.
    fn drawn(&self, _side: Side, _effect: &Self::Effect, shown: Option<String>) -> Option<String> {
        Some(format!("draws {}", shown.unwrap_or_else(|| "?".to_owned())))
    }
}

/// An option by which the first player may take the second side, such as its colour.
#[derive(Clone, Copy, Debug)]
pub struct SideChoice {
    /// The option, which is none of the game's own.
    pub option: OptionSpec,
    /// Whether these options give the second side to the first player.
    pub takes_second: fn(&Options) -> Result<bool, OptionError>,
}

/// Joins the items with single spaces.
pub fn spaced(items: impl IntoIterator<Item: Display>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    items.join(" ")
}
