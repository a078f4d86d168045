//! The games of the house. A new game is a line here.

use allumettes::Matches;
use awale::Awale;
use dominos::Dominos;
use jeu421::Game421;
use puissance4::Puissance4;
use table::{Explain, Message, Record, RecordError};

use crate::{
    Analyst, Asked, Card, Database, HUMAN, Hosted, Language, OptionError, OptionSpec, Options,
    Resumption, Seated, Setup, Table, Told,
};

/// Every game, in the order they are shown.
pub const GAMES: &[Entry] = &[
    Entry::of::<Game421>(),
    Entry::of::<Matches>(),
    Entry::of::<Dominos>(),
    Entry::of::<Puissance4>(),
    Entry::of::<Awale>(),
];

/// A game of the house, without its type.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The subject's own word.
    pub name: &'static str,
    /// English words for it.
    pub aliases: &'static [&'static str],
    /// What may be chosen before a game.
    pub options: &'static [OptionSpec],
    /// What may be chosen before an analysis.
    pub analysis_options: &'static [OptionSpec],
    /// Changes the options for the next game between the same players, so that the other begins.
    pub rematch: Option<fn(&mut Options)>,
    /// Nodes or samples that an engine gets for a move when a run must repeat.
    pub effort: u64,
    /// The options that are asked for at the terminal when they were not given.
    pub asked: &'static [Asked],
    /// Its best play on a page.
    pub card: Option<Card>,
    /// What it can compute once and keep in files.
    pub database: Option<Database>,
    about: &'static str,
    start: fn(&Options) -> Result<String, OptionError>,
    strategies: fn() -> Vec<&'static str>,
    open: fn(&Setup) -> Result<Box<dyn Table>, OptionError>,
    analyst: fn(&Options) -> Result<Box<dyn Analyst>, OptionError>,
    replay: Replay,
    resume: Resume,
}

type Replay = fn(&Record, Language, &mut dyn FnMut(Told)) -> Replayed;
type Resume = fn(&Record, &Resumption, &mut dyn FnMut(Told)) -> Replayed;
type Replayed = Result<Box<dyn Table>, RecordError>;

impl Entry {
    const fn of<G: Hosted>() -> Self {
        Self {
            name: G::NAME,
            aliases: G::ALIASES,
            options: G::OPTIONS,
            analysis_options: G::ANALYSIS_OPTIONS,
            rematch: G::REMATCH,
            effort: G::EFFORT,
            asked: G::ASKED,
            card: G::CARD,
            database: G::DATABASE,
            about: G::ABOUT,
            start: |options| Ok(G::open(options)?.to_string()),
            strategies: || G::STRATEGIES.iter().map(|named| named.name).collect(),
            open: |setup| Ok(Box::new(Seated::<G>::open(setup)?)),
            analyst: G::analyst,
            replay: |record, language, tell| {
                Ok(Box::new(Seated::<G>::replay(record, language, tell)?))
            },
            resume: |record, resumption, tell| {
                Ok(Box::new(Seated::<G>::resume(record, resumption, tell)?))
            },
        }
    }

    /// What it is, in a few words.
    pub fn about(&self, language: Language) -> String {
        language.word(self.about)
    }

    /// The position a game begins from.
    ///
    /// # Errors
    /// Options that the game cannot take.
    pub fn start(&self, options: &Options) -> Result<String, OptionError> {
        (self.start)(options)
    }

    /// The names of its strategies, `humain` first.
    pub fn strategies(&self) -> impl Iterator<Item = &'static str> {
        [HUMAN].into_iter().chain((self.strategies)())
    }

    /// Opens a table.
    ///
    /// # Errors
    /// Options that the game cannot take.
    pub fn open(&self, setup: &Setup) -> Result<Box<dyn Table>, OptionError> {
        (self.open)(setup)
    }

    /// The engine that says what positions are worth.
    ///
    /// # Errors
    /// Options that the game cannot take.
    pub fn analyst(&self, options: &Options) -> Result<Box<dyn Analyst>, OptionError> {
        (self.analyst)(options)
    }

    /// Plays a record again.
    ///
    /// # Errors
    /// The line at fault.
    pub fn replay(
        &self,
        record: &Record,
        language: Language,
        tell: &mut dyn FnMut(Told),
    ) -> Result<Box<dyn Table>, RecordError> {
        (self.replay)(record, language, tell)
    }

    /// Plays a record again and goes on where it broke off, with everybody back in their seats.
    ///
    /// # Errors
    /// The line at fault.
    pub fn resume(
        &self,
        record: &Record,
        resumption: &Resumption,
        tell: &mut dyn FnMut(Told),
    ) -> Result<Box<dyn Table>, RecordError> {
        (self.resume)(record, resumption, tell)
    }
}

/// A game that the house does not have.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not a game of the house")]
pub struct UnknownGame(pub String);

impl Explain for UnknownGame {
    fn explain(&self) -> Message {
        Message::new("unknown-game").with("text", self.0.as_str())
    }
}

/// The game of that name or alias.
///
/// # Errors
/// When there is none.
pub fn find(name: &str) -> Result<&'static Entry, UnknownGame> {
    GAMES
        .iter()
        .find(|game| game.name == name || game.aliases.contains(&name))
        .ok_or_else(|| UnknownGame(name.to_owned()))
}
