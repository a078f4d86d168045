//! Drawings: a board as an SVG with named parts, its moves as touches of those parts, and the rules
//! in words and pictures.
//!
//! A drawing is made from the text of a viewer's view, so it cannot show more than the viewer may
//! see.

mod edit;

use std::str::FromStr;

use table::{Explain, Key, Message, Side, key};

use draw::Svg;

use crate::{GameInfo, TextBoard, Voice};
use text::Language;

pub(crate) use edit::edits;
pub use edit::{Edit, Edits};

/// Maximum number of moves that a drawing lists. A player with more moves types the others.
pub const MOST_TOUCHES: usize = 200;

/// A game that can be drawn.
pub trait Drawn: Voice {
    /// A parsed view: the game itself if nothing is hidden.
    type Sight: FromStr<Err: Explain>;
    /// View used as a preview of the game.
    const SAMPLE: &'static str;
    /// The aim of the game, in a sentence.
    const GOAL: Key;
    /// The rules for a beginner, in reading order.
    const RULES: &'static [RuleSentence];
    /// Form fields of the page before a game. An option without a field cannot be set there.
    const FIELDS: &'static [Field] = &[];
    /// Message that says which side begins.
    const BEGINS: Key = key!("begins-first");
    /// Lists the changes of a position by touch; `None` if positions cannot be set up.
    const EDITS: Option<Edits<Self>> = None;

    /// Title of the game, from the view at its start.
    fn title(_sight: &Self::Sight, language: Language) -> String {
        language.word(Self::ABOUT)
    }

    /// Draws the board: at most 16 KB, in at most 50 µs.
    fn picture(context: &DrawingContext<'_, Self>) -> Svg;

    /// Draws the board in characters, at most `width` columns wide, with the names of parts that
    /// [`touches`](Self::touches) uses; `None` shows the text of the view.
    fn board(_context: &DrawingContext<'_, Self>, _width: u16) -> Option<TextBoard> {
        None
    }

    /// The first `most` legal moves of the side to move that follow from the view.
    fn moves(sight: &Self::Sight, most: usize) -> Vec<Self::Move>;

    /// Parts to touch for a move, in order; empty for a move that can only be typed.
    fn touches(context: &DrawingContext<'_, Self>, mv: Self::Move) -> Vec<String>;

    /// The move in words: *column 4*.
    fn words(context: &DrawingContext<'_, Self>, mv: Self::Move) -> Message;

    /// A chance result in few characters: the face of a die, a tile.
    fn fell(effect: &Self::Effect) -> String {
        effect.to_string()
    }

    /// Parts changed by the last effect, in the order of the changes. A part listed twice is
    /// redrawn at its last mention.
    fn changed(context: &DrawingContext<'_, Self>) -> Vec<String>;
}

impl<'a> DrawingRequest<'a> {
    /// Request for a view without a last move.
    pub const fn still(view: &'a str, style: DrawingStyle) -> Self {
        Self {
            view,
            last: None,
            played: None,
            style,
        }
    }
}

/// Parsed input of a drawing.
#[derive(Debug)]
pub struct DrawingContext<'a, G: Drawn> {
    /// The viewer's view.
    pub sight: &'a G::Sight,
    /// The last effect, and the side that moved, threw or drew.
    pub last: Option<(Side, G::Effect)>,
    /// The effect of the last move, and the side that played it.
    pub played: Option<(Side, G::Effect)>,
    /// Orientation, language and format.
    pub style: DrawingStyle,
}

impl<G: Drawn> DrawingContext<'_, G> {
    /// Text of a message in the language of the drawing.
    pub fn say(&self, message: &Message) -> String {
        self.style.language.say(message)
    }

    /// Effect of the last move or chance result, if the drawing shows one.
    pub fn effect(&self) -> Option<&G::Effect> {
        self.last.as_ref().map(|(_, effect)| effect)
    }
}

/// Orientation, language and format of a drawing.
#[derive(Clone, Copy, Debug)]
pub struct DrawingStyle {
    /// Side drawn near the viewer, at the bottom.
    pub near: Side,
    /// Language of the labels.
    pub language: Language,
    /// Whether the board is taller than wide, as on a phone.
    pub tall: bool,
}

impl DrawingStyle {
    /// A wide board with the first side near.
    pub const fn wide(language: Language) -> Self {
        Self {
            near: Side::First,
            language,
            tall: false,
        }
    }
}

/// A sentence of the rules, with an optional picture.
#[derive(Clone, Copy, Debug)]
pub struct RuleSentence {
    /// Text of the sentence.
    pub words: Key,
    /// View drawn beside the sentence.
    pub view: Option<&'static str>,
    /// Whether the sentence explains the drawing of the page, which a terminal does not have.
    pub on_page: bool,
}

impl RuleSentence {
    /// A sentence without a picture.
    pub const fn new(words: Key) -> Self {
        Self {
            words,
            view: None,
            on_page: false,
        }
    }

    /// A sentence that explains the drawing of the page.
    pub const fn on_page(words: Key) -> Self {
        Self {
            on_page: true,
            ..Self::new(words)
        }
    }

    /// A sentence with the picture of a view beside it.
    pub const fn shown(words: Key, view: &'static str) -> Self {
        Self {
            view: Some(view),
            ..Self::new(words)
        }
    }
}

/// A form field that sets an option before a game.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Name of the option.
    pub option: &'static str,
    /// Label of the field.
    pub label: Key,
    /// Answers that the field accepts.
    pub answer: FieldAnswer,
}

impl Field {
    /// A field for `option`.
    pub const fn new(option: &'static str, label: Key, answer: FieldAnswer) -> Self {
        Self {
            option,
            label,
            answer,
        }
    }

    /// A field for a whole number from `least` to `most`; `usual` is its default, `None` if that
    /// depends on other fields.
    pub const fn number(
        option: &'static str,
        label: Key,
        (least, most): (u32, u32),
        usual: Option<u32>,
    ) -> Self {
        let answer = FieldAnswer::Number { least, most, usual };
        Self::new(option, label, answer)
    }
}

/// Answers that a [`Field`] accepts.
#[derive(Clone, Copy, Debug)]
pub enum FieldAnswer {
    /// A whole number.
    Number {
        /// Smallest number that the field accepts.
        least: u32,
        /// Largest number that the field accepts.
        most: u32,
        /// Default; `None` if it depends on other fields.
        usual: Option<u32>,
    },
    /// One of these values, each with its label. The first is the default.
    One(&'static [(&'static str, Key)]),
    /// Free text, with an example.
    Text(&'static str),
    /// Yes or no, for an option without a value.
    Flag,
}

/// A drawn board and the moves that can be touched on it.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Drawing {
    /// Title of the game.
    pub title: String,
    /// The board as SVG.
    pub svg: String,
    /// Legal moves, at most [`MOST_TOUCHES`].
    pub moves: Vec<Touch>,
    /// Parts changed by the last effect, in order.
    pub changed: Vec<String>,
}

/// A move as touches of the board.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Touch {
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// Parts to touch for the move.
    pub parts: Vec<String>,
    /// The move in words.
    pub words: String,
}

/// Input of a drawing, as the texts that a viewer receives.
#[derive(Clone, Copy, Debug)]
pub struct DrawingRequest<'a> {
    /// The viewer's view.
    pub view: &'a str,
    /// The last effect, and the side that moved, threw or drew.
    pub last: Option<(Side, &'a str)>,
    /// The effect of the last move, and the side that played it. A chance result may have followed.
    pub played: Option<(Side, &'a str)>,
    /// Orientation, language and format.
    pub style: DrawingStyle,
}

/// Parses a request, and draws with it.
fn with_context<G: Drawn, T>(
    request: &DrawingRequest<'_>,
    draw: impl FnOnce(&DrawingContext<'_, G>) -> T,
) -> Result<T, Message> {
    let read: Result<G::Sight, _> = request.view.parse();
    let sight = read.map_err(|error| error.explain())?;
    let read = |(side, text): (Side, &str)| match text.parse::<G::Effect>() {
        Ok(effect) => Ok((side, effect)),
        Err(error) => Err(error.explain()),
    };
    Ok(draw(&DrawingContext {
        sight: &sight,
        last: request.last.map(read).transpose()?,
        played: request.played.map(read).transpose()?,
        style: request.style,
    }))
}

pub(crate) fn board<G: Drawn>(
    request: &DrawingRequest<'_>,
    width: u16,
) -> Result<TextBoard, Message> {
    let drawn = with_context::<G, _>(request, |context| G::board(context, width))?;
    Ok(drawn.unwrap_or_else(|| TextBoard::plain(request.view, width)))
}

pub(crate) fn drawing<G: Drawn>(request: &DrawingRequest<'_>) -> Result<Drawing, Message> {
    with_context::<G, _>(request, draw)
}

fn draw<G: Drawn>(context: &DrawingContext<'_, G>) -> Drawing {
    let touch = |mv: G::Move| Touch {
        mv: mv.to_string(),
        parts: G::touches(context, mv),
        words: context.say(&G::words(context, mv)),
    };
    Drawing {
        title: G::title(context.sight, context.style.language),
        svg: G::picture(context).finish(),
        moves: G::moves(context.sight, MOST_TOUCHES)
            .into_iter()
            .map(touch)
            .collect(),
        changed: G::changed(context),
    }
}

pub(crate) fn words<G: Drawn>(view: &str, mv: &str, language: Language) -> Option<String> {
    let sight: G::Sight = view.parse().ok()?;
    let context = DrawingContext::<G> {
        sight: &sight,
        last: None,
        played: None,
        style: DrawingStyle::wide(language),
    };
    Some(context.say(&G::words(&context, mv.parse().ok()?)))
}

impl GameInfo {
    /// A move of a view in words, or `mv` itself if the view or the move cannot be read.
    pub fn words(&self, view: &str, mv: &str, language: Language) -> String {
        (self.words)(view, mv, language).unwrap_or_else(|| mv.to_owned())
    }

    /// Draws the board of a view in characters, at most `width` columns wide.
    pub fn board(&self, request: &DrawingRequest<'_>, width: u16) -> Result<TextBoard, Message> {
        (self.board)(request, width)
    }

    /// Draws the board of a view and lists the moves that can be touched on it.
    pub fn drawing(&self, request: &DrawingRequest<'_>) -> Result<Drawing, Message> {
        (self.draw)(request)
    }
}
