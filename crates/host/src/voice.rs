//! What a game brings to the house so that people can read it: its catalogues, its transcript, its
//! dialogue at the terminal.

use table::{
    Ending, Event, Explain, Forfeit, Key, Message, Player, Resource, Side, Who, key, message,
};

use crate::{Asked, Hosted, Margin, Viewer};
use text::Language;

/// A hosted game that speaks. One implementation a game, in `tables/`.
pub trait Voice: Hosted {
    /// The message that says what it is, in a few words.
    const ABOUT: Key;
    /// The options that are asked for at the terminal when they were not given.
    const ASKED: &'static [Asked] = &[];

    /// What the transcript prints for an event, line ends included; `scene` is after the event.
    fn tell(scene: &Scene<'_, Self>, event: &Event<Self>) -> String;

    /// What a move or a draw did, in a sentence for a page that speaks to `you`.
    fn sentence(
        _scene: &Scene<'_, Self>,
        _event: &Event<Self>,
        _you: Option<Side>,
    ) -> Option<Message> {
        None
    }

    /// What a move did, in a few words for a list that shows who it was: *column 4*.
    fn briefly(_scene: &Scene<'_, Self>, _effect: &Self::Effect) -> Option<Message> {
        None
    }

    /// Why a game that was played out ended as it did, in a sentence.
    fn why(_scene: &Scene<'_, Self>, _you: Option<Side>) -> Option<Message> {
        None
    }

    /// What a proved score says beyond who wins, for whoever has the hand; the score is that of a
    /// value.
    fn margin(&self, _score: i32) -> Option<Margin> {
        None
    }

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
    pub players: &'a [Player; 2],
    /// Who is told.
    pub viewer: Viewer,
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
        self.players[side.index()].who == Who::Person
    }

    /// A message about a side, whom it may speak to: its `who` is `you` or `other`.
    pub fn about(&self, key: Key, side: Side, you: Option<Side>) -> Message {
        let who = if you == Some(side) { "you" } else { "other" };
        Message::new(key)
            .with("who", who)
            .with("name", self.name(side))
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
        Event::Said { .. } => scene.line(&message!("said-cheating")),
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
        Ending::Played(outcome) => match outcome.winner() {
            Some(side) => {
                scene.line(&about(key!("loses", name), side.other()))
                    + &scene.line(&about(key!("wins", name), side))
            }
            None => scene.line(&message!("draw")),
        },
        Ending::Forfeited(side, Forfeit::Cheating) => {
            scene.line(&about(key!("caught", name), side))
        }
        Ending::Forfeited(side, reason) => {
            scene.line(&about(forfeit_key(reason), side))
                + &scene.line(&about(key!("wins", name), side.other()))
        }
    }
}

/// What a page says of an event to `you`, if you sit at this table and alone: empty where there is
/// nothing to say.
pub fn said<G: Voice>(scene: &Scene<'_, G>, event: &Event<G>, you: Option<Side>) -> String {
    let told = match event {
        Event::Played { .. } | Event::Chance { .. } => G::sentence(scene, event, you),
        Event::Said { side, .. } => Some(scene.about(key!("said-cheats", who, name), *side, you)),
        Event::Over { ending } => return said_ending(scene, *ending, you),
        Event::Asked { .. }
        | Event::Refused { .. }
        | Event::Foiled { .. }
        | Event::Unreadable { .. }
        | Event::Cheated { .. }
        | Event::Caught { .. } => None,
    };
    told.map_or(String::new(), |message| scene.say(&message))
}

fn said_ending<G: Voice>(scene: &Scene<'_, G>, ending: Ending, you: Option<Side>) -> String {
    let wins = |side| scene.say(&scene.about(key!("said-wins", who, name), side, you));
    match ending {
        Ending::Played(outcome) => {
            let result = match outcome.winner() {
                Some(side) => wins(side),
                None => scene.say(&message!("draw")),
            };
            match G::why(scene, you) {
                Some(reason) => format!("{result} {}", scene.say(&reason)),
                None => result,
            }
        }
        Ending::Forfeited(side, reason) => {
            let key = match reason {
                Forfeit::Resignation => key!("said-resigns", who, name),
                Forfeit::Time => key!("said-out-of-time", who, name),
                _ => forfeit_key(reason),
            };
            let told = scene.say(&scene.about(key, side, you));
            match reason {
                Forfeit::Cheating => told,
                _ => format!("{told} {}", wins(side.other())),
            }
        }
    }
}

/// The message, about a `name`, that says why a side forfeited.
pub const fn forfeit_key(reason: Forfeit) -> Key {
    match reason {
        Forfeit::Cheating => key!("caught", name),
        Forfeit::Time => key!("out-of-time", name),
        Forfeit::Resignation => key!("resigns", name),
        Forfeit::Refused => key!("refused-too-often", name),
        Forfeit::Unreadable => key!("unreadable-too-often", name),
        Forfeit::Crash => key!("crashed", name),
        Forfeit::Start => key!("did-not-start", name),
        Forfeit::Flood => key!("flooded", name),
        Forfeit::Limit(Resource::Memory) => key!("limit-memory", name),
        Forfeit::Limit(Resource::Processes) => key!("limit-processes", name),
        Forfeit::Limit(Resource::Files) => key!("limit-files", name),
        Forfeit::Limit(Resource::Disk) => key!("limit-disk", name),
        Forfeit::Limit(Resource::Processor) => key!("limit-processor", name),
        Forfeit::Fault => key!("found-no-move", name),
    }
}
