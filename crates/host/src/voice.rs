//! The texts of a game for people: transcript, sentences, and the dialogue at the terminal.

use table::{
    Ending, Event, Explain, Forfeit, Key, Message, Player, Resource, Side, Who, key, message,
};

use crate::{Asked, Hosted, Margin, Viewer};
use text::Language;

/// A game with texts for people.
pub trait Voice: Hosted {
    /// Description of the game in a few words.
    const ABOUT: Key;
    /// Options that the terminal asks for if they were not given.
    const ASKED: &'static [Asked] = &[];

    /// How each strategy chooses, in a line, by its name.
    const STRATEGY_WORDS: &'static [(&'static str, Key)] = &[];

    /// Text of the transcript for an event, line ends included. `scene` shows the game after the
    /// event. Not called for a viewer from whom the move or the effect is hidden.
    fn transcript(scene: &Scene<'_, Self>, event: &Event<Self>) -> String;

    /// Sentence of the page for a move or a chance result, addressed to `you`. Not called for a
    /// viewer from whom the move or the effect is hidden.
    fn sentence(
        _scene: &Scene<'_, Self>,
        _event: &Event<Self>,
        _you: Option<Side>,
    ) -> Option<Message> {
        None
    }

    /// A move in a few words, without the player: *column 4*.
    fn briefly(_scene: &Scene<'_, Self>, _effect: &Self::Effect) -> Option<Message> {
        None
    }

    /// Sentence that gives the reason for the outcome of a game that ended by its rules.
    fn why(_scene: &Scene<'_, Self>, _you: Option<Side>) -> Option<Message> {
        None
    }

    /// Meaning of a proved score for the side to move, such as *in 7 moves*. `score` comes from
    /// [`Value::Exact`](table::Value::Exact).
    fn margin(&self, _score: i32) -> Option<Margin> {
        None
    }

    /// Question to the person to move, without line end.
    fn question(scene: &Scene<'_, Self>) -> String;

    /// Next step of the dialogue that leads to a move. `answers` are the answers so far.
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
    /// Ask this question, without line end.
    Question(String),
    /// The dialogue is complete: pass this answer to the referee.
    Answer(String),
    /// Print this text and restart the dialogue.
    Again(String),
    /// Print the first text, then pass the second to the referee as the answer.
    Despite(String, String),
}

/// A game, its players, and the reader of the text to write.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a, G> {
    /// The game after the event.
    pub game: &'a G,
    /// The first and the second player.
    pub players: &'a [Player; 2],
    /// Reader of the text.
    pub viewer: Viewer,
    /// Language of the text.
    pub language: Language,
}

impl<G: Hosted> Scene<'_, G> {
    /// Name of a player.
    pub fn name(&self, side: Side) -> &str {
        &self.players[side.index()].name
    }

    /// Whether a person plays this side.
    pub fn is_human(&self, side: Side) -> bool {
        self.players[side.index()].who == Who::Person
    }

    /// A message about `side` with its name. The argument `who` is `you` if the message is
    /// addressed to that side, otherwise `other`.
    pub fn about(&self, key: Key, side: Side, you: Option<Side>) -> Message {
        let who = if you == Some(side) { "you" } else { "other" };
        Message::new(key)
            .with("who", who)
            .with("name", self.name(side))
    }

    /// Text of a message.
    pub fn say(&self, message: &Message) -> String {
        self.language.say(message)
    }

    /// Text of a message, with a line end.
    pub fn line(&self, message: &Message) -> String {
        self.say(message) + "\n"
    }
}

/// Transcript text that is the same for every game: remarks, refusals, endings. Empty for other
/// events.
pub fn common_lines<G: Hosted>(scene: &Scene<'_, G>, event: &Event<G>) -> String {
    match event {
        Event::Said { .. } => scene.line(&message!("said-cheating")),
        Event::Refused { refusal, .. } | Event::Foiled { refusal, .. } => {
            scene.line(&refusal.explain())
        }
        Event::Over { ending } => ending_lines(scene, *ending),
        _ => String::new(),
    }
}

fn ending_lines<G: Hosted>(scene: &Scene<'_, G>, ending: Ending) -> String {
    let line = |key, side| scene.line(&Message::new(key).with("name", scene.name(side)));
    let wins = |side| line(key!("wins", name), side);
    match ending {
        Ending::Played(outcome) => match outcome.winner() {
            Some(side) => line(key!("loses", name), side.other()) + &wins(side),
            None => scene.line(&message!("draw")),
        },
        Ending::Forfeited(side, Forfeit::Cheating) => line(key!("caught", name), side),
        Ending::Forfeited(side, reason) => line(forfeit_key(reason), side) + &wins(side.other()),
    }
}

/// Sentence of the page for an event; may be empty. `you` is the side of the reader, `None` for a
/// spectator or for two people at one screen.
pub fn event_sentence<G: Voice>(
    scene: &Scene<'_, G>,
    event: &Event<G>,
    you: Option<Side>,
) -> String {
    let message = match event {
        Event::Played { .. } | Event::Chance { .. } => G::sentence(scene, event, you),
        Event::Said { side, .. } => Some(scene.about(key!("said-cheats", who, name), *side, you)),
        Event::Over { ending } => return ending_sentence(scene, *ending, you),
        _ => None,
    };
    message.map_or(String::new(), |message| scene.say(&message))
}

fn ending_sentence<G: Voice>(scene: &Scene<'_, G>, ending: Ending, you: Option<Side>) -> String {
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
            let forfeit = scene.say(&scene.about(key, side, you));
            match reason {
                Forfeit::Cheating => forfeit,
                _ => format!("{forfeit} {}", wins(side.other())),
            }
        }
    }
}

/// Message that says why the player `name` forfeited.
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
