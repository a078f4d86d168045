//! Boards drawn once: from what a viewer's text shows to a picture with named parts, the moves as
//! touches of those parts, and the rules of a game in words and pictures.
//!
//! Whatever is drawn is read from the text that a viewer was given, so that a drawing cannot show
//! more than its viewer may see.

mod edit;

use std::str::FromStr;

use table::{Explain, Key, Message, Side, key};

use draw::Svg;

use crate::{GameInfo, Voice};
use text::Language;

pub(crate) use edit::edits;
pub use edit::{Edit, Edits};

/// The most moves a drawing lists; whoever has more to choose from types.
pub const MOST_TOUCHES: usize = 200;

/// A game that can be drawn. One implementation a game, in `tables/NAME/drawing.rs`.
pub trait Drawn: Voice {
    /// What a viewer's text reads back to: the game itself where nothing is hidden.
    type Sight: FromStr<Err: Explain>;
    /// A view that looks like the game.
    const SAMPLE: &'static str;
    /// What a newcomer is told, in order.
    const RULES: &'static [RuleSentence];
    /// What may be chosen on the page before a game; an option without a field is not offered.
    const FIELDS: &'static [Field] = &[];
    /// The message that says who begins.
    const BEGINS: Key = key!("begins-first");
    /// What may be changed of a position by touch, where one can be set up.
    const EDITS: Option<Edits<Self>> = None;

    /// What is played, from what was seen at its start.
    fn title(_sight: &Self::Sight, language: Language) -> String {
        language.word(Self::ABOUT)
    }

    /// The board. At most 16 KB, in at most 50 µs.
    fn picture(pose: &DrawingContext<'_, Self>) -> Svg;

    /// The first `most` legal moves of whoever has the hand, as far as the viewer knows them.
    fn moves(sight: &Self::Sight, most: usize) -> Vec<Self::Move>;

    /// The parts that a person touches for a move, the one that settles it last; none for a move
    /// that is only typed.
    fn touches(pose: &DrawingContext<'_, Self>, mv: Self::Move) -> Vec<String>;

    /// The move in words, as advice: *column 4*.
    fn words(pose: &DrawingContext<'_, Self>, mv: Self::Move) -> Message;

    /// What nature did, in few characters: the face of a die, a tile.
    fn fell(effect: &Self::Effect) -> String {
        effect.to_string()
    }

    /// The parts that an effect changed, in the order it changed them: a part is drawn anew when
    /// it is named for the last time.
    fn changed(pose: &DrawingContext<'_, Self>) -> Vec<String>;
}

impl<'a> DrawingRequest<'a> {
    /// A view on its own.
    pub const fn still(view: &'a str, easel: DrawingStyle) -> Self {
        Self {
            view,
            last: None,
            played: None,
            easel,
        }
    }
}

/// What is drawn, and for whom.
#[derive(Debug)]
pub struct DrawingContext<'a, G: Drawn> {
    /// What the viewer sees.
    pub sight: &'a G::Sight,
    /// What happened last, and to whom.
    pub last: Option<(Side, G::Effect)>,
    /// What a player did last, and who.
    pub played: Option<(Side, G::Effect)>,
    /// How it is looked at.
    pub easel: DrawingStyle,
}

impl<G: Drawn> DrawingContext<'_, G> {
    /// A message in the language of the drawing.
    pub fn say(&self, message: &Message) -> String {
        self.easel.language.say(message)
    }

    /// What happened last.
    pub fn effect(&self) -> Option<&G::Effect> {
        self.last.as_ref().map(|(_, effect)| effect)
    }
}

/// How a board is looked at.
#[derive(Clone, Copy, Debug)]
pub struct DrawingStyle {
    /// Whose side is near.
    pub near: Side,
    /// What labels are written in.
    pub language: Language,
    /// Whether it is higher than wide, as on a telephone.
    pub tall: bool,
}

impl DrawingStyle {
    /// As the first side looks at a wide board.
    pub const fn wide(language: Language) -> Self {
        Self {
            near: Side::First,
            language,
            tall: false,
        }
    }
}

/// A sentence of the rules, and a view that shows it.
#[derive(Clone, Copy, Debug)]
pub struct RuleSentence {
    /// The message.
    pub words: Key,
    /// What is drawn beside it.
    pub view: Option<&'static str>,
}

/// What a person may choose before a game, in words.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The option it sets.
    pub option: &'static str,
    /// The message that asks.
    pub label: Key,
    /// What may be answered.
    pub answer: FieldAnswer,
}

/// What may be answered to a [`Field`].
#[derive(Clone, Copy, Debug)]
pub enum FieldAnswer {
    /// A whole number.
    Number {
        /// The smallest that is offered.
        least: u32,
        /// The largest that is offered.
        most: u32,
        /// The game's own; none where it depends on other fields.
        usual: Option<u32>,
    },
    /// One of these, the game's own first: values and the messages that name them.
    One(&'static [(&'static str, Key)]),
    /// Free text, with an example.
    Text(&'static str),
    /// Yes or no.
    Flag,
}

/// A board as a page needs it.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Drawing {
    /// What is played.
    pub title: String,
    /// The picture.
    pub svg: String,
    /// What may be played.
    pub moves: Vec<Touch>,
    /// The parts that the last effect changed, in order.
    pub changed: Vec<String>,
}

/// A move as touches of the board.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Touch {
    /// In the game's notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// The parts a person touches for it.
    pub parts: Vec<String>,
    /// What it is called.
    pub words: String,
}

/// What to draw: texts as viewers are given them.
#[derive(Clone, Copy, Debug)]
pub struct DrawingRequest<'a> {
    /// A viewer's view.
    pub view: &'a str,
    /// What happened last, and to whom.
    pub last: Option<(Side, &'a str)>,
    /// What a player did last, and who; nature may have had a hand since.
    pub played: Option<(Side, &'a str)>,
    /// How it is looked at.
    pub easel: DrawingStyle,
}

pub(crate) fn drawing<G: Drawn>(wanted: &DrawingRequest<'_>) -> Result<Drawing, Message> {
    let read: Result<G::Sight, _> = wanted.view.parse();
    let sight = read.map_err(|error| error.explain())?;
    let read = |(side, text): (Side, &str)| match text.parse::<G::Effect>() {
        Ok(effect) => Ok((side, effect)),
        Err(error) => Err(error.explain()),
    };
    let pose = DrawingContext::<G> {
        sight: &sight,
        last: wanted.last.map(read).transpose()?,
        played: wanted.played.map(read).transpose()?,
        easel: wanted.easel,
    };
    let touch = |mv: G::Move| Touch {
        mv: mv.to_string(),
        parts: G::touches(&pose, mv),
        words: pose.say(&G::words(&pose, mv)),
    };
    Ok(Drawing {
        title: G::title(&sight, wanted.easel.language),
        svg: G::picture(&pose).finish(),
        moves: G::moves(&sight, MOST_TOUCHES)
            .into_iter()
            .map(touch)
            .collect(),
        changed: G::changed(&pose),
    })
}

pub(crate) fn words<G: Drawn>(view: &str, mv: &str, language: Language) -> Option<String> {
    let sight: G::Sight = view.parse().ok()?;
    let pose = DrawingContext::<G> {
        sight: &sight,
        last: None,
        played: None,
        easel: DrawingStyle::wide(language),
    };
    Some(pose.say(&G::words(&pose, mv.parse().ok()?)))
}

impl GameInfo {
    /// A move of a view in words, or as it is written where neither can be read.
    pub fn words(&self, view: &str, mv: &str, language: Language) -> String {
        (self.words)(view, mv, language).unwrap_or_else(|| mv.to_owned())
    }

    /// The board of a view, and what may be touched on it.
    ///
    /// # Errors
    /// A view or an effect that cannot be read.
    pub fn drawing(&self, wanted: &DrawingRequest<'_>) -> Result<Drawing, Message> {
        (self.draw)(wanted)
    }
}
