//! What browsers are told and what they may say, as JSON.

use std::collections::BTreeMap;

use house::{Kind, Language, Told};
use serde::{Deserialize, Serialize};
use table::{Message, Side};
use utoipa::ToSchema;

use crate::log::Happening;

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

/// Whose eyes look at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Viewer {
    Spectator,
    Player(Side),
    /// Both players share this browser.
    Both,
}

impl Viewer {
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

    fn eyes(self, told: &Told) -> Option<Side> {
        match self {
            Self::Spectator => None,
            Self::Player(side) => Some(side),
            Self::Both => told.side,
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

/// One numbered thing that happened, as one viewer may see it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Event {
    /// Counted from 0 without gaps, also across restarts.
    number: usize,
    /// `asked`, `played`, `refused`, `unreadable`, `chance`, `said`, `caught`, `over`, or `back`.
    kind: &'static str,
    /// To whom, or by whom.
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<&'static str>,
    /// The move, the answer, the outcome of chance, the ending.
    #[serde(skip_serializing_if = "String::is_empty")]
    text: String,
    /// What a move or a draw did, in the game's notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    effect: Option<String>,
    /// Why something was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<Sentence>,
    /// The legal moves of whoever was asked.
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

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Asked => "asked",
        Kind::Said => "said",
        Kind::Unreadable => "unreadable",
        Kind::Played => "played",
        Kind::Refused => "refused",
        Kind::Chance => "chance",
        Kind::Cheated => "cheated",
        Kind::Foiled => "foiled",
        Kind::Caught => "caught",
        Kind::Over => "over",
    }
}

impl Event {
    pub(crate) fn seen(number: usize, happening: &Happening, viewer: Viewer) -> Self {
        match happening {
            Happening::Told(told) => Self::told(number, told, viewer),
            Happening::Back(undone_from) => Self {
                number,
                kind: "back",
                side: None,
                text: String::new(),
                effect: None,
                refusal: None,
                legal: Vec::new(),
                view: String::new(),
                undone_from: Some(*undone_from),
            },
        }
    }

    fn told(number: usize, told: &Told, viewer: Viewer) -> Self {
        let eyes = viewer.eyes(told);
        let seen = told.seen_by(eyes);
        Self {
            number,
            kind: kind_name(seen.kind),
            side: seen.side.map(side_name),
            view: seen.view(eyes).to_owned(),
            text: seen.text,
            effect: seen.effect,
            refusal: seen.refusal.as_ref().map(Sentence::of),
            legal: seen.legal,
            undone_from: None,
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
    pub(crate) strategy: String,
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
    /// How many events there are.
    pub(crate) events: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ending: Option<String>,
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
    /// `here` for this browser, `invited` for whoever gets the invitation, or a strategy.
    pub(crate) who: String,
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

/// What the expert would play.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Hint {
    #[serde(rename = "move")]
    pub(crate) text: String,
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

/// A game of the house.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GameSeen {
    pub(crate) name: &'static str,
    pub(crate) about: Sentence,
    pub(crate) options: Vec<OptionSeen>,
    /// `humain` first.
    pub(crate) strategies: Vec<&'static str>,
    /// The position a game begins from.
    pub(crate) start: String,
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
