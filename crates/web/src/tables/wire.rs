//! The JSON of tables: what browsers send, and what they receive.

use std::collections::BTreeMap;

use games::RegisteredGame;
use host::{Drawing, EventKind, EventView};
use host::{Field, FieldAnswer};
use serde::{Deserialize, Serialize};
use table::Side;
use text::Language;
use utoipa::ToSchema;

use super::role::TableRole;
use super::trail::EffectTrail;
use crate::error::ErrorBody;

/// Largest number of legal moves in an event; a player with more of them types.
const MOST_LEGAL: usize = 200;

/// The role, language and format in which one browser reads a table. Browsers with the same view
/// are sent the same bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ReaderView {
    pub(crate) role: TableRole,
    pub(crate) language: Language,
    /// Boards are drawn higher than wide.
    pub(crate) tall: bool,
}

/// One message of the server over a table's socket.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum SocketMessage {
    /// The players and the state of the game: sent first, and after every change.
    Table(TableInfo),
    /// All events sent before are void: those that stand follow.
    Reset,
    /// An event of the game.
    Event(Box<TableEvent>),
    /// The clocks, after every move of a game that has some.
    Clocks(ClockTimes),
    /// The same players opened another table.
    Again {
        /// Id of the new table.
        id: String,
    },
    /// The table cannot go on for the moment.
    Trouble(ErrorBody),
}

impl SocketMessage {
    /// The message as JSON.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers are JSON")
    }
}

/// Milliseconds left on the clocks; null for a side without a clock.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct ClockTimes {
    pub(crate) first: Option<u64>,
    pub(crate) second: Option<u64>,
    /// The side whose clock runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub(crate) running: Option<Side>,
}

/// One numbered event, as one reader may see it and in that reader's language.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TableEvent {
    /// Grows with every event and is the same after a restart; some numbers are never given.
    number: usize,
    /// `asked`, `played`, `refused`, `unreadable`, `chance`, `said`, `caught` or `over`.
    kind: &'static str,
    /// The side that was asked, moved, threw or drew.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    side: Option<Side>,
    /// The move, the answer or the ending, in the game's notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// What a move or a draw changed, in the game's notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    effect: Option<String>,
    /// The event in a sentence that addresses the reader.
    #[serde(skip_serializing_if = "String::is_empty")]
    told: String,
    /// The effect of a move in a few words, for a list.
    #[serde(skip_serializing_if = "String::is_empty")]
    brief: String,
    /// The reason why an answer was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<String>,
    /// The first legal moves of the side that was asked, for that side alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    legal: Vec<String>,
    /// The game after the event, in the notation of a viewer.
    view: String,
    /// The board after the event. Left out where it is the board of the event before, and in all but
    /// the last of the events that are sent after a connection.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object)]
    drawing: Option<Drawing>,
}

impl TableEvent {
    /// An event for one reader, without a drawing.
    pub(crate) fn new(number: usize, event: &dyn EventView, reader: ReaderView) -> Self {
        let ReaderView { role, language, .. } = reader;
        let viewer = role.viewer(event.side());
        let refusal = event.refusal(viewer);
        Self {
            number,
            kind: event.kind().name(),
            side: event.side(),
            text: event.text(viewer),
            effect: event.effect(viewer),
            told: event.sentence(viewer, role.addressed(), language),
            brief: event.briefly(viewer, language),
            refusal: refusal.map(|message| language.say(&message)),
            legal: event.legal(viewer, MOST_LEGAL),
            view: event.view(viewer),
            drawing: None,
        }
    }

    /// Adds the drawing of the board, if the event can have changed it.
    pub(crate) fn drawn_if_changed(
        self,
        event: &dyn EventView,
        offer: &RegisteredGame,
        trail: &EffectTrail,
        reader: ReaderView,
    ) -> Self {
        // Two people at one screen see another hand when the other side is asked.
        let turns = reader.role == TableRole::Both && offer.hides;
        match event.kind() {
            EventKind::Asked if turns => self.drawn(offer, trail, reader),
            EventKind::Asked
            | EventKind::Refused
            | EventKind::Unreadable
            | EventKind::Said
            | EventKind::Over => self,
            _ => self.drawn(offer, trail, reader),
        }
    }

    /// Adds the drawing of the board after the event.
    pub(crate) fn drawn(
        self,
        offer: &RegisteredGame,
        trail: &EffectTrail,
        reader: ReaderView,
    ) -> Self {
        Self {
            drawing: trail.draw(offer, &self.view, reader.language, reader.tall),
            ..self
        }
    }
}

/// The kind of player that has a seat.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SeatState {
    /// A strategy or a program has the seat.
    Engine,
    /// A person has the seat.
    Taken,
    /// The invited person has not taken the seat yet.
    Open,
}

/// One player of a table.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlayerInfo {
    pub(crate) name: String,
    /// A strategy, `humain`, or a program with an `@` before its name.
    pub(crate) strategy: String,
    /// The player's own clock and time for a move, as players are written.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) terms: String,
    pub(crate) chair: SeatState,
    /// Whether the browser that asks plays this side.
    pub(crate) you: bool,
}

/// A table without its events.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TableInfo {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) players: Vec<PlayerInfo>,
    pub(crate) options: BTreeMap<String, String>,
    pub(crate) time_ms: Option<i64>,
    pub(crate) created_ms: i64,
    /// Number of the last event plus one: all events have smaller numbers.
    pub(crate) events: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) clocks: Option<ClockTimes>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ending: Option<String>,
    /// Whether the players may ask what moves are worth: not against another person or a clock,
    /// unless the table was opened to study.
    pub(crate) valued: bool,
    /// The whole position, once the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) position: Option<String>,
}

/// The player chosen for one side of a new table.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayerChoice {
    /// The player's name.
    pub(crate) name: String,
    /// `here` for the browser that asks, `invited` for a person with the invitation, a strategy, or a
    /// program of the server with an `@` before its name.
    pub(crate) who: String,
    /// Time for all moves together: `5m+3s`.
    pub(crate) clock: Option<String>,
    /// Milliseconds for one move; a strategy without has the table's.
    pub(crate) time_ms: Option<u32>,
}

/// A table to open.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTableRequest {
    pub(crate) game: String,
    /// The first player, then the second.
    pub(crate) players: [PlayerChoice; 2],
    /// The game's options; a flag's value is empty.
    #[serde(default)]
    pub(crate) options: BTreeMap<String, String>,
    /// Milliseconds that a strategy may think about a move.
    pub(crate) time_ms: Option<u32>,
    /// 32 random hexadecimal digits of the browser: a request repeated with the same key opens no
    /// second table.
    pub(crate) key: Option<String>,
}

/// A table that was opened.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OpenedTable {
    pub(crate) id: String,
    /// Invitations to the first and the second seat, each good for one person.
    pub(crate) invitations: [Option<String>; 2],
}

/// A move to play.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveRequest {
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub(crate) text: String,
    /// Number of the `asked` event that it answers.
    pub(crate) turn: usize,
}

/// The number of a table's last event.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LastEvent {
    pub(crate) number: usize,
}

/// An invitation to be exchanged for a seat.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct JoinRequest {
    /// The invitation.
    pub(crate) code: String,
}

/// The id of a table or a tournament.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TableId {
    pub(crate) id: String,
}

/// A game in the list of a browser's games.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PastGame {
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
pub(crate) struct OptionInfo {
    pub(crate) name: &'static str,
    /// The placeholder of its value; a flag has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) value: Option<&'static str>,
    pub(crate) help: String,
}

/// A field of the page's form for a new table.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FieldInfo {
    /// The option that it sets.
    option: &'static str,
    label: String,
    #[serde(flatten)]
    answer: FieldValues,
}

/// The values that a field takes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum FieldValues {
    /// A field for a whole number.
    Number {
        least: u32,
        most: u32,
        usual: Option<u32>,
    },
    /// A field for one of several values.
    One {
        /// Values and their names, the usual one first.
        choices: Vec<(&'static str, String)>,
    },
    /// A field for free text.
    Text { example: &'static str },
    /// A field for yes or no.
    Flag,
}

impl FieldInfo {
    /// A game's field in a language.
    pub(crate) fn new(field: &Field, language: Language) -> Self {
        Self {
            option: field.option,
            label: language.word(field.label),
            answer: match field.answer {
                FieldAnswer::Number { least, most, usual } => {
                    FieldValues::Number { least, most, usual }
                }
                FieldAnswer::One(choices) => FieldValues::One {
                    choices: choices
                        .iter()
                        .map(|(value, key)| (*value, language.word(*key)))
                        .collect(),
                },
                FieldAnswer::Text(example) => FieldValues::Text { example },
                FieldAnswer::Flag => FieldValues::Flag,
            },
        }
    }
}

/// A game that tables can be opened for.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GameDetails {
    pub(crate) name: &'static str,
    /// The game's name for people.
    pub(crate) about: String,
    /// The aim of the game, in a sentence.
    pub(crate) goal: String,
    pub(crate) options: Vec<OptionInfo>,
    /// `humain` first; programs have an `@` before their name.
    pub(crate) strategies: Vec<String>,
    /// The position a game begins from.
    pub(crate) start: String,
    /// A view for a picture of the game.
    pub(crate) sample: &'static str,
    /// Whether the game hides something from a player.
    pub(crate) hides: bool,
    /// Whether there is a card of its best play.
    pub(crate) card: bool,
    /// Whether a position can be set up by touch.
    pub(crate) edits: bool,
    /// A sentence about which side begins.
    pub(crate) begins: String,
    /// The fields of the page's form.
    pub(crate) fields: Vec<FieldInfo>,
}

/// A position to analyse.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnalysisRequest {
    pub(crate) game: String,
    /// The position; unusual rules are part of its notation.
    pub(crate) position: String,
    /// Milliseconds of the analysis, at most 10,000.
    pub(crate) time_ms: Option<u32>,
}
