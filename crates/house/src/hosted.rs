//! What a game brings to the house: its name, its options, its engine, its words.

use table::{
    Chance, Ending, Event, Explain, Forfeit, Game, Message, Named, Outcome, Seating, Seeded, Side,
};

use crate::{Analyst, Asked, Card, Database, HUMAN, Language, OptionError, OptionSpec, Options};

/// A game that the house offers. One implementation a game, in `tables/`.
pub trait Hosted: Game {
    /// The subject's own word.
    const NAME: &'static str;
    /// English words for it.
    const ALIASES: &'static [&'static str];
    /// The message that says what it is, in a few words.
    const ABOUT: &'static str;
    /// Every strategy that plays by itself.
    const STRATEGIES: &'static [Named<Self>];
    /// What may be chosen before a game.
    const OPTIONS: &'static [OptionSpec];
    /// What may be chosen before an analysis.
    const ANALYSIS_OPTIONS: &'static [OptionSpec];
    /// The options that are asked for at the terminal when they were not given.
    const ASKED: &'static [Asked] = &[];
    /// Its best play on a page.
    const CARD: Option<Card> = None;
    /// What it can compute once and keep in files.
    const DATABASE: Option<Database> = None;
    /// Changes the options for the next game between the same players, so that the other begins;
    /// games without it are played one at a time.
    const REMATCH: Option<fn(&mut Options)> = None;
    /// Nodes or samples that an engine gets for a move when a run must repeat.
    const EFFORT: u64 = 100_000;

    /// The game these options ask for.
    ///
    /// # Errors
    /// Options that contradict one another or the rules.
    fn open(options: &Options) -> Result<Self, OptionError>;

    /// Where chance comes from; games whose options script it bring their own.
    ///
    /// # Errors
    /// A script that cannot be read.
    fn nature(_options: &Options, seed: u64) -> Result<Box<dyn Chance>, OptionError> {
        Ok(Box::new(Seeded::stream(seed, 0)))
    }

    /// The engine that says what positions are worth.
    ///
    /// # Errors
    /// Options that contradict one another or the rules.
    fn analyst(options: &Options) -> Result<Box<dyn Analyst>, OptionError>;

    /// Whether an event shows this viewer something it may not see; `None` is a spectator.
    fn hides(_event: &Event<Self>, _from: Option<Side>) -> bool {
        false
    }

    /// What a viewer may see; `None` is a spectator. A game that hides something from a side says
    /// what spectators see instead.
    fn shown(&self, viewer: Option<Side>) -> String {
        self.view(viewer.unwrap_or(Side::First)).to_string()
    }

    /// What the transcript prints for an event, line ends included; `scene` is after the event.
    fn tell(scene: &Scene<'_, Self>, event: &Event<Self>) -> String;

    /// What a person who has the hand is asked, without line end.
    fn question(scene: &Scene<'_, Self>) -> String;

    /// The dialogue that leads to one answer: `answers` are those given so far.
    fn ask(scene: &Scene<'_, Self>, answers: &[String]) -> Ask {
        match answers {
            [] => Ask::Question(Self::question(scene)),
            [answer, ..] => Ask::Answer(answer.clone()),
        }
    }
}

/// A step of the dialogue with a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ask {
    /// Ask this, without line end.
    Question(String),
    /// Enough: this is the answer for the referee.
    Answer(String),
    /// Say this, and begin anew.
    Again(String),
    /// Say this, and give the referee that answer.
    Despite(String, String),
}

/// A game and who plays it, as whoever tells it needs them.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a, G> {
    /// As it stands after what is told.
    pub game: &'a G,
    /// Both players.
    pub players: &'a [Seating; 2],
    /// What to tell it in.
    pub language: Language,
}

impl<G: Hosted> Scene<'_, G> {
    /// A player's name.
    pub fn name(&self, side: Side) -> &str {
        &self.players[side.index()].name
    }

    /// Whether a person sits there.
    pub fn is_human(&self, side: Side) -> bool {
        self.players[side.index()].strategy == HUMAN
    }

    /// The text of a message.
    pub fn say(&self, message: &Message) -> String {
        self.language.say(message)
    }

    /// The text of a message and a line end.
    pub fn line(&self, message: &Message) -> String {
        self.say(message) + "\n"
    }
}

/// What every table tells in the same words: remarks, refusals, forfeits. Empty for the rest.
pub fn told_in_common<G: Hosted>(scene: &Scene<'_, G>, event: &Event<G>) -> String {
    match event {
        Event::Said { .. } => scene.line(&Message::new("said-cheating")),
        Event::Refused { refusal, .. } | Event::Foiled { refusal, .. } => {
            scene.line(&refusal.explain())
        }
        Event::Over { ending } => told_ending(scene, *ending),
        Event::Asked { .. }
        | Event::Unreadable { .. }
        | Event::Played { .. }
        | Event::Chance { .. }
        | Event::Cheated { .. }
        | Event::Caught { .. } => String::new(),
    }
}

fn told_ending<G: Hosted>(scene: &Scene<'_, G>, ending: Ending) -> String {
    let about = |key, side| Message::new(key).with("name", scene.name(side));
    match ending {
        Ending::Played(Outcome::Win(side)) => {
            scene.line(&about("loses", side.other())) + &scene.line(&about("wins", side))
        }
        Ending::Played(Outcome::Draw) => scene.line(&Message::new("draw")),
        Ending::Forfeited(side, Forfeit::Cheating) => scene.line(&about("caught", side)),
        Ending::Forfeited(side, reason) => {
            let key = match reason {
                Forfeit::Time => "out-of-time",
                Forfeit::Resignation => "resigns",
                Forfeit::Refusals | Forfeit::Cheating => "refused-too-often",
            };
            scene.line(&about(key, side)) + &scene.line(&about("wins", side.other()))
        }
    }
}
