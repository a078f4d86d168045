//! What a game brings to the house that its rules and engines need: its name, its options, its
//! strategies, what it hides. Its words are in [`Voice`](crate::Voice).

use std::fmt::Display;

use table::{Event, Game, Named, Side};

use crate::{Analyst, Card, Database, OptionError, OptionSpec, Options, POSITION, Space, Viewer};

/// A game that the house can seat people at. One implementation a game, in `tables/`.
pub trait Hosted: Game {
    /// The subject's own word.
    const NAME: &'static str;
    /// English words for it.
    const ALIASES: &'static [&'static str];
    /// Every strategy that plays by itself.
    const STRATEGIES: &'static [Named<Self>];
    /// What may be chosen before a game.
    const OPTIONS: &'static [OptionSpec] = &[];
    /// Those of the options that tell what is hidden, or what luck will bring: nobody is shown
    /// them while the game goes on.
    const SECRETS: &'static [&'static str] = &[];
    /// What may be chosen before an analysis.
    const ANALYSIS_OPTIONS: &'static [OptionSpec] = &[];
    /// Its best play on a page.
    const CARD: Option<Card> = None;
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

    /// Whether an event shows this viewer something it may not know. The house is never asked.
    fn hides(_event: &Event<Self>, _from: Viewer) -> bool {
        false
    }

    /// What a viewer may see of the game. A game that hides something brings its own: a side sees
    /// its view, and spectators less.
    fn shown(&self, _viewer: Viewer) -> String {
        self.to_string()
    }

    /// The rules as a program is told them when a game begins: `matches=13 max=3`.
    fn rules(&self) -> String {
        String::new()
    }

    /// What a side sees, in lines of a word and whole numbers, its own first: a program that reads
    /// them need not read positions.
    fn plain(&self, _side: Side) -> Vec<String> {
        Vec::new()
    }

    /// What a program on the side `to` is told that nature did for `side`, after the fact; nothing
    /// while there is more of it to come.
    fn drawn(&self, side: Side, effect: &Self::Effect, to: Side) -> Option<String> {
        let own = side == to;
        Some(if own {
            format!("draws {effect}")
        } else {
            "draws ?".to_owned()
        })
    }
}

/// The items with a blank between any two.
pub fn spaced(items: impl IntoIterator<Item: Display>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    items.join(" ")
}
