//! The games of the house. A new game is a line in [`GAMES`]; a game of somebody else's program is
//! a guest.

use table::{Chance, Explain, HUMAN, Key, Message, Record, RecordError};

use crate::drawing::{drawing, edits, words};
use crate::position::TypedPosition;
use crate::{
    Analysis, Analyst, Asked, Database, Drawing, DrawingRequest, Drawn, EventHandler, OptionError,
    OptionSpec, Options, Position, Setup, StrategyCard, Table, Tree, TreeError, TypedTable, Worths,
    tree, worth,
};
use crate::{Edit, Field, RuleSentence};
use text::Language;

/// A game of the house, without its type.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The subject's own word.
    pub name: &'static str,
    /// English words for it.
    pub aliases: &'static [&'static str],
    /// What may be chosen before a game.
    pub options: &'static [OptionSpec],
    /// Those of the options that nobody is shown while the game goes on.
    pub secrets: &'static [&'static str],
    /// What may be chosen before an analysis.
    pub analysis_options: &'static [OptionSpec],
    /// Changes the options for the next game between the same players, so that the other begins.
    pub rematch: Option<fn(&mut Options)>,
    /// Nodes or samples that an engine gets for a move when a run must repeat.
    pub effort: u64,
    /// The options that are asked for at the terminal when they were not given.
    pub asked: &'static [Asked],
    /// Its best play on a page.
    pub card: Option<StrategyCard>,
    /// What it can compute once and keep in files.
    pub database: Option<Database>,
    /// A view that looks like the game.
    pub sample: &'static str,
    /// What a newcomer is told, in order.
    pub rules: &'static [RuleSentence],
    /// What may be chosen on the page before a game.
    pub fields: &'static [Field],
    /// Whether a side may see what the other may not.
    pub hides: bool,
    /// Whether a position can be set up by touch.
    pub editable: bool,
    /// The message that says who begins.
    pub begins: Key,
    pub(crate) draw: fn(&DrawingRequest<'_>) -> Result<Drawing, Message>,
    pub(crate) words: fn(&str, &str, Language) -> Option<String>,
    pub(crate) edits: fn(&str) -> Result<Vec<Edit>, Message>,
    about: Key,
    start: fn(&Options) -> Result<String, OptionError>,
    choices: fn(&str, usize) -> usize,
    ready: fn() -> bool,
    strategies: fn() -> Vec<&'static str>,
    open: fn(&Setup) -> Result<Box<dyn Table>, OptionError>,
    free: fn(&Options) -> Result<Box<dyn Position>, OptionError>,
    analyst: fn(&Options) -> Result<Box<dyn Analyst>, OptionError>,
    replay: fn(&Record, EventHandler<'_>) -> Replayed,
    pub(crate) worths: fn(&Analysis, Language) -> Worths,
    pub(crate) tree: fn(&str, &str, &mut dyn Chance, Language) -> Result<Tree, TreeError>,
    resume: fn(&Record, &Options, u64, EventHandler<'_>) -> Replayed,
}

type Replayed = Result<Box<dyn Table>, RecordError>;

impl PartialEq for GameInfo {
    /// Games are equal when their names are: names are unique in the list of games.
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl GameInfo {
    /// What the house offers of `G`.
    pub const fn new<G: Drawn>() -> Self {
        Self {
            name: G::NAME,
            aliases: G::ALIASES,
            options: G::OPTIONS,
            secrets: G::SECRETS,
            analysis_options: G::ANALYSIS_OPTIONS,
            rematch: G::REMATCH,
            effort: G::EFFORT,
            asked: G::ASKED,
            card: G::CARD,
            database: G::DATABASE,
            sample: G::SAMPLE,
            rules: G::RULES,
            fields: G::FIELDS,
            hides: G::HIDES,
            begins: G::BEGINS,
            draw: drawing::<G>,
            words: words::<G>,
            editable: G::EDITS.is_some(),
            edits: edits::<G>,
            about: G::ABOUT,
            start: |options| Ok(G::begin(options)?.to_string()),
            choices: |text, most| {
                text.parse::<G>()
                    .map_or(0, |game| game.legal().take(most).count())
            },
            ready: G::ready,
            strategies: || G::STRATEGIES.iter().map(|named| named.name).collect(),
            open: |setup| Ok(Box::new(TypedTable::<G>::open(setup)?)),
            free: |options| Ok(Box::new(TypedPosition(G::begin(options)?))),
            analyst: G::analyst,
            worths: worth::worths::<G>,
            tree: tree::read::<G>,
            replay: |record, tell| Ok(Box::new(TypedTable::<G>::replay(record, tell)?)),
            resume: |record, options, seed, tell| {
                Ok(Box::new(TypedTable::<G>::resume(
                    record, options, seed, tell,
                )?))
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

    /// How many moves a position offers, counted up to `most`; none where the text is no position.
    pub fn choices(&self, position: &str, most: usize) -> usize {
        (self.choices)(position, most)
    }

    /// Whether its engines can begin at once; asking makes sure that they soon can.
    pub fn is_ready(&self) -> bool {
        (self.ready)()
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

    /// The game these options ask for, without a referee.
    ///
    /// # Errors
    /// Options that the game cannot take.
    pub fn free(&self, options: &Options) -> Result<Box<dyn Position>, OptionError> {
        (self.free)(options)
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
    pub fn replay(&self, record: &Record, tell: EventHandler<'_>) -> Replayed {
        (self.replay)(record, tell)
    }

    /// Plays a record again and goes on where it broke off, with everybody back in their seats and
    /// the luck of `seed` from there on.
    ///
    /// # Errors
    /// The line at fault.
    pub fn resume(
        &self,
        record: &Record,
        options: &Options,
        seed: u64,
        tell: EventHandler<'_>,
    ) -> Replayed {
        (self.resume)(record, options, seed, tell)
    }
}

/// A name that no game has.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
#[message("unknown-game", text = _0)]
pub struct UnknownGame(pub String);
