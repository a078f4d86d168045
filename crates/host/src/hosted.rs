//! What a game brings to the house that its rules and engines need: its name, its options, its
//! strategies, what it hides. Its words are in [`Voice`](crate::Voice).

use std::fmt::Display;

use table::{Game, Named, Side};

use crate::{Analyst, Database, OptionError, OptionSpec, Options, POSITION, Space, StrategyCard};

/// A game that the house can seat people at. One implementation a game, in `tables/`.
pub trait Hosted: Game {
    /// The subject's own word.
    const NAME: &'static str;
    /// English words for it.
    const ALIASES: &'static [&'static str];
    /// Every strategy that plays by itself.
    const STRATEGIES: &'static [Named<Self>];
    /// Whether one viewer may see what another may not. Two people at one screen then need a curtain,
    /// and luck is valued with all cards open.
    const HIDES: bool;
    /// What may be chosen before a game.
    const OPTIONS: &'static [OptionSpec] = &[];
    /// Those of the options that tell what is hidden, or what luck will bring: nobody is shown
    /// them while the game goes on.
    const SECRETS: &'static [&'static str] = &[];
    /// What may be chosen before an analysis.
    const ANALYSIS_OPTIONS: &'static [OptionSpec] = &[];
    /// Its best play on a page.
    const CARD: Option<StrategyCard> = None;
    /// What it can compute once and keep in files.
    const DATABASE: Option<Database> = None;
    /// Changes the options for the next game between the same players, so that the other begins;
    /// games without it are played one at a time.
    const REMATCH: Option<fn(&mut Options)> = None;
    /// Nodes or samples that an engine gets for a move when a run must repeat.
    const EFFORT: u64 = 100_000;
    /// Its moves and views as numbers, for programs that learn.
    const SPACE: Option<Space<Self>> = None;

    /// The game these options of its own ask for.
    ///
    /// # Errors
    /// Options that contradict one another or the rules.
    fn open(options: &Options) -> Result<Self, OptionError>;

    /// The game these options ask for, from `--position` where it is given.
    ///
    /// # Errors
    /// As [`open`](Self::open), or a text that is no position.
    fn begin(options: &Options) -> Result<Self, OptionError> {
        let Some(text) = options.get(POSITION.name) else {
            return Self::open(options);
        };
        text.parse()
            .map_err(|error| OptionError::new(POSITION.name, &error))
    }

    /// What nature draws first, in order, where the options script it.
    ///
    /// # Errors
    /// A script that cannot be read.
    fn script(_options: &Options) -> Result<Vec<u8>, OptionError> {
        Ok(Vec::new())
    }

    /// Whether its engines can begin at once. Where they need something computed first, asking
    /// begins it, on a thread of its own.
    fn ready() -> bool {
        true
    }

    /// The engine that says what positions are worth.
    ///
    /// # Errors
    /// Options that contradict one another or the rules.
    fn analyst(options: &Options) -> Result<Box<dyn Analyst>, OptionError>;

    /// The rules as a program is told them when a game begins: `matches=13 max=3`.
    fn rules(&self) -> String {
        String::new()
    }

    /// What a side sees, in lines of a word and whole numbers, its own first: a program that reads
    /// them need not read positions.
    fn plain(&self, _side: Side) -> Vec<String> {
        Vec::new()
    }

    /// The line that a program reads after a throw or draw of `side`: `draws 61`. `shown` is what
    /// [`Game::show`](table::Game::show) lets it see of the effect. `None` while more is to come.
    fn drawn(&self, _side: Side, _effect: &Self::Effect, shown: Option<String>) -> Option<String> {
        Some(format!("draws {}", shown.unwrap_or_else(|| "?".to_owned())))
    }
}

/// The items with a blank between any two.
pub fn spaced(items: impl IntoIterator<Item: Display>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    items.join(" ")
}
