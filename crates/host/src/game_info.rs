//! A game without its type: its name, options and texts as data, its operations as functions.

use table::{Chance, Explain, HUMAN, Key, Message, Record, RecordError, key};

use crate::drawing::{board, drawing, edits, words};
use crate::position::TypedPosition;
use crate::{
    Analysis, Analyst, Asked, Database, Drawing, DrawingRequest, Drawn, EventHandler, LEVEL,
    OptionError, OptionSpec, Options, Position, Setup, SideChoice, StrategyCard, Table, TextBoard,
    Tree, TreeError, TypedTable, Worths, tree, worth,
};
use crate::{Edit, Field, RuleSentence};
use text::Language;

/// A registered game, without its type.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// Unique name, as the subject spells it.
    pub name: &'static str,
    /// Other accepted names, in English.
    pub aliases: &'static [&'static str],
    /// Options of a new game.
    pub options: &'static [OptionSpec],
    /// Names of the options that are not shown to anyone during the game.
    pub secrets: &'static [&'static str],
    /// Options of an analysis.
    pub analysis_options: &'static [OptionSpec],
    /// Changes the options for a rematch, so that the other player begins; `None` if the game has
    /// no rematches.
    pub rematch: Option<fn(&mut Options)>,
    /// The option by which the first player takes the second side, if there is one.
    pub side_choice: Option<SideChoice>,
    /// Nodes or samples of an engine for one move, where runs must be reproducible.
    pub effort: u64,
    /// Options that the terminal asks for if they were not given.
    pub asked: &'static [Asked],
    /// Strategy card, if the game has one.
    pub card: Option<StrategyCard>,
    /// Database, if the game has one.
    pub database: Option<Database>,
    /// View used as a preview of the game.
    pub sample: &'static str,
    /// Message that says the aim of the game.
    pub goal: Key,
    /// The rules for a beginner, in reading order.
    pub rules: &'static [RuleSentence],
    /// Form fields of the page before a game.
    pub fields: &'static [Field],
    /// Whether a side may see what the other may not.
    pub hides: bool,
    /// Whether positions can be set up by touch.
    pub editable: bool,
    /// Message that says which side begins.
    pub begins: Key,
    pub(crate) draw: fn(&DrawingRequest<'_>) -> Result<Drawing, Message>,
    pub(crate) board: fn(&DrawingRequest<'_>, u16) -> Result<TextBoard, Message>,
    pub(crate) words: fn(&str, &str, Language) -> Option<String>,
    pub(crate) edits: fn(&str) -> Result<Vec<Edit>, Message>,
    about: Key,
    start: fn(&Options) -> Result<String, OptionError>,
    choices: fn(&str, usize) -> usize,
    ready: fn() -> bool,
    strategies: fn() -> Vec<&'static str>,
    strategy_words: &'static [(&'static str, Key)],
    open: fn(&Setup) -> Result<Box<dyn Table>, OptionError>,
    free: fn(&Options) -> Result<Box<dyn Position>, OptionError>,
    analyst: fn(&Options) -> Result<Box<dyn Analyst>, OptionError>,
    replay: fn(&Record, EventHandler<'_>) -> Replayed,
    pub(crate) worths: fn(&Analysis, Language) -> Worths,
    pub(crate) tree: fn(&str, &str, &mut dyn Chance, Language) -> Result<Tree, TreeError>,
    resume: fn(&Record, &Options, u64, EventHandler<'_>) -> Replayed,
}

/// Lines on the players that every game has.
const COMMON_STRATEGIES: &[(&str, Key)] = &[
    (HUMAN, key!("strategy-person")),
    (LEVEL, key!("strategy-level")),
];

type Replayed = Result<Box<dyn Table>, RecordError>;

impl PartialEq for GameInfo {
    /// Games are equal when their names are: names are unique in the list of games.
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl GameInfo {
    /// Describes the game `G`.
    pub const fn new<G: Drawn>() -> Self {
        Self {
            name: G::NAME,
            aliases: G::ALIASES,
            options: G::OPTIONS,
            secrets: G::SECRETS,
            analysis_options: G::ANALYSIS_OPTIONS,
            rematch: G::REMATCH,
            side_choice: G::SIDE_CHOICE,
            effort: G::EFFORT,
            asked: G::ASKED,
            card: G::CARD,
            database: G::DATABASE,
            sample: G::SAMPLE,
            goal: G::GOAL,
            rules: G::RULES,
            fields: G::FIELDS,
            hides: G::HIDES,
            begins: G::BEGINS,
            draw: drawing::<G>,
            board: board::<G>,
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
            strategy_words: G::STRATEGY_WORDS,
            strategies: || G::STRATEGIES.iter().map(|named| named.name).collect(),
            open: |setup| Ok(Box::new(TypedTable::<G>::open(setup)?)),
            free: |options| Ok(Box::new(TypedPosition(G::begin(options)?))),
            analyst: G::analyst,
            worths: worth::worths::<G>,
            tree: tree::read::<G>,
            replay: |record, on_event| Ok(Box::new(TypedTable::<G>::replay(record, on_event)?)),
            resume: |record, options, seed, on_event| {
                Ok(Box::new(TypedTable::<G>::resume(
                    record, options, seed, on_event,
                )?))
            },
        }
    }

    /// Description of the game in a few words.
    pub fn about(&self, language: Language) -> String {
        language.word(self.about)
    }

    /// Starting position for these options.
    pub fn start(&self, options: &Options) -> Result<String, OptionError> {
        (self.start)(options)
    }

    /// Number of legal moves, counted up to `most`; 0 if the text is not a position.
    pub fn choices(&self, position: &str, most: usize) -> usize {
        (self.choices)(position, most)
    }

    /// Whether the engines can start at once. If not, the call starts their preparation.
    pub fn is_ready(&self) -> bool {
        (self.ready)()
    }

    /// Names of the strategies, `humain` first.
    pub fn strategies(&self) -> impl Iterator<Item = &'static str> {
        [HUMAN].into_iter().chain((self.strategies)())
    }

    /// How a strategy chooses, in a line; empty if the game does not say.
    pub fn strategy_words(&self, name: &str, language: Language) -> String {
        let known = self.strategy_words.iter().chain(COMMON_STRATEGIES);
        let mut found = known.filter(|(known, _)| *known == name);
        found
            .next()
            .map_or_else(String::new, |(_, key)| language.word(*key))
    }

    /// Opens a table for a new game.
    pub fn open(&self, setup: &Setup) -> Result<Box<dyn Table>, OptionError> {
        (self.open)(setup)
    }

    /// Opens a position without a referee.
    pub fn free(&self, options: &Options) -> Result<Box<dyn Position>, OptionError> {
        (self.free)(options)
    }

    /// Creates the engine that analyses positions.
    pub fn analyst(&self, options: &Options) -> Result<Box<dyn Analyst>, OptionError> {
        (self.analyst)(options)
    }

    /// Replays a record.
    pub fn replay(&self, record: &Record, on_event: EventHandler<'_>) -> Replayed {
        (self.replay)(record, on_event)
    }

    /// Replays a record and continues the game after its last line, with its players and with
    /// chance from `seed`.
    pub fn resume(
        &self,
        record: &Record,
        options: &Options,
        seed: u64,
        on_event: EventHandler<'_>,
    ) -> Replayed {
        (self.resume)(record, options, seed, on_event)
    }
}

/// Error for a name that is not the name of a game.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
#[message("unknown-game", text = _0)]
pub struct UnknownGame(pub String);
