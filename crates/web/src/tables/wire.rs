//! What browsers are told and what they may say, as JSON.

use std::collections::BTreeMap;

use house::drawing::{Answer, Field};
use house::review::Advice;
use house::{Language, Moment, Offer, Viewer};
use serde::{Deserialize, Serialize};
use table::{Message, Side};
use utoipa::ToSchema;

use crate::log::Back;

/// How many legal moves a browser is told; whoever has more to choose from types.
const MOST_LEGAL: usize = 200;

/// The same sentence in every language of the house, so that a page can switch at once.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Sentence {
    fr: String,
    en: String,
}

impl Sentence {
    pub(crate) fn of(message: &Message) -> Self {
        Self::told(|language| language.say(message))
    }

    pub(crate) fn told(say: impl Fn(Language) -> String) -> Self {
        Self {
            fr: say(Language::French),
            en: say(Language::English),
        }
    }
}

impl Sentence {
    fn has_words(&self) -> bool {
        !self.fr.is_empty()
    }
}

/// What a browser is at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    Spectator,
    Player(Side),
    /// Both players share this browser.
    Both,
}

impl Role {
    pub(crate) fn of(holds: [bool; 2]) -> Self {
        match holds {
            [true, true] => Self::Both,
            [true, false] => Self::Player(Side::First),
            [false, true] => Self::Player(Side::Second),
            [false, false] => Self::Spectator,
        }
    }

    pub(crate) fn holds(self, side: Side) -> bool {
        self == Self::Both || self == Self::Player(side)
    }

    /// Whom a sentence may call *you*: two people at one screen are called by their names.
    fn alone(self) -> Option<Side> {
        match self {
            Self::Player(side) => Some(side),
            Self::Both | Self::Spectator => None,
        }
    }

    /// Whose eyes it has for something that concerns `side`.
    fn eyes(self, side: Option<Side>) -> Viewer {
        match (self, side) {
            (Self::Player(own), _) => Viewer::Player(own),
            (Self::Both, Some(side)) => Viewer::Player(side),
            (Self::Both, None) | (Self::Spectator, _) => Viewer::Spectator,
        }
    }
}

/// A message over the socket.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum News {
    /// Who sits where and how the game stands: first, and whenever that changes.
    Table(Description),
    /// Something happened.
    Event(Event),
    /// What the clocks show, where there are any: after every move.
    Clocks(Clocks),
    /// The same players begin another game.
    Again {
        /// Which table.
        id: String,
    },
    /// The table cannot go on for a moment.
    Trouble {
        /// For programs.
        code: &'static str,
        /// For people.
        message: Sentence,
    },
}

impl News {
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers only")
    }
}

/// What the clocks show, in milliseconds; null for a side without one.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Clocks {
    pub(crate) first: Option<u64>,
    pub(crate) second: Option<u64>,
    /// Whose runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) running: Option<&'static str>,
}

/// One numbered thing that happened, as one viewer may see it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Event {
    /// Counted from 0, also across restarts; what was taken back leaves a gap.
    number: usize,
    /// `asked`, `played`, `refused`, `unreadable`, `chance`, `said`, `caught`, `over`, or `back`.
    kind: &'static str,
    /// To whom, or by whom.
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<&'static str>,
    /// The move, the answer, the ending.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// What a move or a draw did, in the game's notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    effect: Option<String>,
    /// What happened, in a sentence that speaks to whoever reads it.
    #[serde(skip_serializing_if = "Option::is_none")]
    told: Option<Sentence>,
    /// What a move did, in a few words for a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    brief: Option<Sentence>,
    /// Why something was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<Sentence>,
    /// The first legal moves of whoever was asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    legal: Vec<String>,
    /// The game after the event.
    #[serde(skip_serializing_if = "String::is_empty")]
    view: String,
    /// Events from this number on, up to this event, no longer stand.
    #[serde(skip_serializing_if = "Option::is_none")]
    undone_from: Option<usize>,
}

pub(crate) fn side_name(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

impl Event {
    /// A moment as a browser in this role may see it.
    pub(crate) fn seen(number: usize, moment: &dyn Moment, role: Role) -> Self {
        let side = moment.side();
        let eyes = role.eyes(side);
        let told = Sentence::told(|language| moment.sentence(eyes, role.alone(), language));
        let brief = Sentence::told(|language| moment.briefly(eyes, language));
        Self {
            number,
            kind: moment.kind().name(),
            side: side.map(side_name),
            text: moment.text(eyes),
            effect: moment.effect(eyes),
            told: told.has_words().then_some(told),
            brief: brief.has_words().then_some(brief),
            refusal: moment.refusal(eyes).as_ref().map(Sentence::of),
            legal: moment.legal(eyes, MOST_LEGAL),
            view: moment.view(eyes),
            undone_from: None,
        }
    }

    /// A step back, which everybody may know.
    pub(crate) fn back(back: Back) -> Self {
        Self {
            number: back.number,
            kind: "back",
            side: None,
            text: None,
            effect: None,
            told: None,
            brief: None,
            refusal: None,
            legal: Vec::new(),
            view: String::new(),
            undone_from: Some(back.undone_from),
        }
    }
}

/// Who sits somewhere.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Chair {
    /// A strategy.
    Engine,
    /// A person.
    Taken,
    /// Somebody who has not come yet.
    Open,
}

/// A player as everybody may know them.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlayerSeen {
    pub(crate) name: String,
    /// A strategy, `humain`, or a program with an `@` before its name.
    pub(crate) strategy: String,
    /// Its own clock and time, as players are written.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) terms: String,
    pub(crate) chair: Chair,
    /// Whether it is whoever asks.
    pub(crate) you: bool,
}

/// A table without its events.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Description {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) players: Vec<PlayerSeen>,
    pub(crate) options: BTreeMap<String, String>,
    pub(crate) time_ms: Option<i64>,
    pub(crate) created_ms: i64,
    /// How many events there were.
    pub(crate) events: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) clocks: Option<Clocks>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ending: Option<String>,
    /// Whether whoever plays here may ask what moves are worth: not against another person, nor
    /// against time, unless the table was opened to study.
    pub(crate) valued: bool,
    /// The whole position, once nothing is hidden any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) position: Option<String>,
}

/// Who is to sit on a side.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayerWanted {
    /// What to call them.
    pub(crate) name: String,
    /// `here` for this browser, `invited` for whoever gets the invitation, a strategy, or one of the
    /// programs on offer with an `@` before its name.
    pub(crate) who: String,
    /// `5m+3s`: for all its moves together.
    pub(crate) clock: Option<String>,
    /// For one move, in milliseconds; the table's for a strategy without.
    pub(crate) time_ms: Option<u32>,
}

/// A table to open.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TableWanted {
    pub(crate) game: String,
    /// The first player, then the second.
    pub(crate) players: [PlayerWanted; 2],
    /// The game's own options; a flag's value is empty.
    #[serde(default)]
    pub(crate) options: BTreeMap<String, String>,
    /// An engine's time for a move, in milliseconds.
    pub(crate) time_ms: Option<u32>,
    /// 32 hexadecimal digits that the browser drew: asking again with the same opens no second
    /// table.
    pub(crate) key: Option<String>,
}

/// A table that was opened.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Opened {
    pub(crate) id: String,
    /// One-time codes for the first and the second seat.
    pub(crate) invitations: [Option<String>; 2],
}

/// A move.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveWanted {
    /// In the game's notation.
    #[serde(rename = "move")]
    pub(crate) text: String,
    /// The number of the `asked` event that it answers.
    pub(crate) turn: usize,
}

/// How far a table has come.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Done {
    /// The number of the last event.
    pub(crate) number: usize,
}

/// Advice in three steps, each of which says more.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Hint {
    /// Where to look.
    #[serde(rename = "where")]
    place: Sentence,
    /// The best move.
    #[serde(rename = "move")]
    text: String,
    /// What that is worth.
    worth: Sentence,
    /// The best of those that are worth less; none where no move is.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<Other>,
    /// Whether every move is proved to lose.
    lost: bool,
    /// Why; each sentence is proved.
    why: Vec<Sentence>,
}

/// Another move, and what it is worth.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Other {
    #[serde(rename = "move")]
    text: String,
    worth: Sentence,
}

impl Hint {
    pub(crate) fn of(offer: &Offer, advice: Advice) -> Self {
        let [french, english] =
            Language::ALL.map(|language| offer.worths(&advice.report, language));
        let sentence = |place: usize| Sentence {
            fr: french.moves[place].1.words.clone(),
            en: english.moves[place].1.words.clone(),
        };
        let moves = || english.moves.iter().enumerate();
        let best = moves().find(|(_, (text, ..))| *text == advice.what);
        let worse = moves().filter(|(_, (_, _, rank))| *rank > 0);
        let next = worse.min_by_key(|(_, (_, _, rank))| *rank);
        Self {
            place: Sentence::of(&advice.place),
            worth: sentence(best.map_or(0, |(place, _)| place)),
            next: next.map(|(place, (text, ..))| Other {
                text: text.clone(),
                worth: sentence(place),
            }),
            lost: moves().all(|(_, (_, worth, _))| worth.share.high <= 0.0),
            text: advice.what,
            why: advice.why.iter().map(Sentence::of).collect(),
        }
    }
}

/// An invitation to be exchanged for a seat.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Invitation {
    pub(crate) code: String,
}

/// A table's name.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TableId {
    pub(crate) id: String,
}

/// A game in a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Past {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) players: Vec<String>,
    pub(crate) created_ms: i64,
    pub(crate) touched_ms: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ending: Option<String>,
}

/// An option of a game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OptionSeen {
    pub(crate) name: &'static str,
    /// What stands for its value; a flag has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) value: Option<&'static str>,
    pub(crate) help: Sentence,
}

/// What may be chosen on the page before a game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FieldSeen {
    /// The option it sets.
    pub(crate) option: &'static str,
    pub(crate) label: Sentence,
    #[serde(flatten)]
    pub(crate) answer: AnswerSeen,
}

/// What may be answered.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum AnswerSeen {
    Number {
        least: u32,
        most: u32,
        usual: Option<u32>,
    },
    One {
        /// Values and what they are called, the game's own first.
        choices: Vec<(&'static str, Sentence)>,
    },
    Text {
        example: &'static str,
    },
    Flag,
}

impl FieldSeen {
    pub(crate) fn of(field: &Field) -> Self {
        let word = |key| Sentence::of(&Message::new(key));
        Self {
            option: field.option,
            label: word(field.label),
            answer: match field.answer {
                Answer::Number { least, most, usual } => AnswerSeen::Number { least, most, usual },
                Answer::One(choices) => AnswerSeen::One {
                    choices: choices
                        .iter()
                        .map(|(value, key)| (*value, word(key)))
                        .collect(),
                },
                Answer::Text(example) => AnswerSeen::Text { example },
                Answer::Flag => AnswerSeen::Flag,
            },
        }
    }
}

/// A game of the house.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GameSeen {
    pub(crate) name: &'static str,
    pub(crate) about: Sentence,
    pub(crate) options: Vec<OptionSeen>,
    /// `humain` first; programs have an `@` before their name.
    pub(crate) strategies: Vec<String>,
    /// The position a game begins from.
    pub(crate) start: String,
    /// A view that looks like the game.
    pub(crate) sample: &'static str,
    /// Whether a side may see what the other may not.
    pub(crate) hides: bool,
    /// Whether there is a card of its best play.
    pub(crate) card: bool,
    /// Whether a position can be set up by touch.
    pub(crate) edits: bool,
    /// Who begins.
    pub(crate) begins: Sentence,
    /// What may be chosen on the page, in words.
    pub(crate) fields: Vec<FieldSeen>,
}

/// Positions to be valued.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnalysisWanted {
    pub(crate) game: String,
    /// What differs from the usual rules is part of the notation.
    pub(crate) position: String,
    /// In milliseconds.
    pub(crate) time_ms: Option<u32>,
}
