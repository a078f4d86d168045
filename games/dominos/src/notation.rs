//! Text forms of tiles, moves, positions, views, effects and cheats.
//!
//! A tile is `61`; `16`, `6-1` and `[6,1]` are parsed too. A move is a tile, laid at the left end if it
//! fits there and otherwise at the right end; `61d` lays a tile that fits both ends at the right
//! (*droite*); `pioche` draws, `passe` passes.
//!
//! A position is the rule and the size of the deal, both hands as they were dealt, and all moves:
//! `1x2 66,21/61,10 : 66 61`. A third set of tiles is the boneyard when it is not all other tiles.
//! After `pioche` comes the tile that was drawn: `2x2 66,21/53,10 : 66 pioche +60 passe`.
//!
//! A view is the rule and size, the side that looks, its current hand, the numbers of tiles of the
//! opponent and of the boneyard, the side that opened, and all moves:
//! `2x2 first 21 3/23 : first 66 pioche +?`.

use std::fmt;
use std::str::FromStr;

use table::{Explain, UnknownSide};

use crate::rules::{Cheat, Dominos, Effect, End, Move, Refusal, Rule, SetupError};
use crate::seen::ImpossibleView;
use crate::tile::{Tile, Tiles};
use crate::view::{View, steps};

/// Error for a text that is not a tile, move, position, view, effect or cheat of this game.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
pub enum NotationError {
    /// The text is not a tile.
    #[message("dominos-tile", text = _0)]
    Tile(String),
    /// The text is not a move.
    #[message("dominos-move", text = _0)]
    Move(String),
    /// The text is neither `1` nor `2`.
    #[message("dominos-not-a-rule", text = _0)]
    Rule(String),
    /// The text is not a rule and a hand size.
    #[message("dominos-rule", text = _0)]
    RuleAndSize(String),
    /// The deal is not two or three sets of tiles.
    #[message("dominos-deal", text = _0)]
    Deal(String),
    /// A game cannot begin with this deal.
    #[message(transparent)]
    Setup(#[from] SetupError),
    /// The rules forbid a move of the position.
    #[message(transparent)]
    Refused(#[from] Refusal),
    /// A drawn tile does not follow a draw or is not in the boneyard.
    #[message("dominos-drawn", text = _0)]
    Drawn(String),
    /// The text is not a view.
    #[message("dominos-no-view", text = _0)]
    NoView(String),
    /// No game can lead to this view.
    #[message(transparent)]
    Impossible(#[from] ImpossibleView),
    /// The text is not the effect of a move, a deal or a draw.
    #[message("dominos-effect", text = _0)]
    Effect(String),
    /// The text is not `triche`.
    #[message("dominos-unknown-cheat", text = _0)]
    Cheat(String),
    /// The text is neither `first` nor `second`.
    #[message(transparent)]
    Side(#[from] UnknownSide),
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [high, low] = self.halves();
        write!(f, "{high}{low}")
    }
}

impl FromStr for Tile {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let bare = text
            .strip_prefix('[')
            .and_then(|text| text.strip_suffix(']'));
        // A character before `0` becomes a large number, which is on no tile.
        let pips = |digit: u8| digit.wrapping_sub(b'0');
        let tile = match *bare.unwrap_or(text).as_bytes() {
            [one, other] | [one, b'-' | b',', other] => Self::new(pips(one), pips(other)),
            _ => None,
        };
        tile.ok_or_else(|| NotationError::Tile(text.to_owned()))
    }
}

impl fmt::Display for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        for (index, tile) in self.into_iter().enumerate() {
            write!(f, "{}{tile}", if index == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl FromStr for Tiles {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut tiles = Self::NONE;
        if text == "-" {
            return Ok(tiles);
        }
        for tile in text.split(',') {
            let tile = tile.trim().parse()?;
            if tiles.contains(tile) {
                return Err(SetupError::Twice(tile).into());
            }
            tiles.insert(tile);
        }
        Ok(tiles)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lay(tile) => write!(f, "{tile}"),
            Self::LayRight(tile) => write!(f, "{tile}d"),
            Self::Draw => f.write_str("pioche"),
            Self::Pass => f.write_str("passe"),
        }
    }
}

impl FromStr for Move {
    type Err = NotationError;

    /// Parses `61g` (*gauche*) and `61l` as `61`, and `61r` as `61d`.
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let tile = |text: &str| text.parse().ok();
        let mv = match text {
            "pioche" | "draw" => Some(Self::Draw),
            "passe" | "pass" => Some(Self::Pass),
            _ => match text.strip_suffix(['d', 'r']) {
                Some(text) => tile(text).map(Self::LayRight),
                None => tile(text.strip_suffix(['g', 'l']).unwrap_or(text)).map(Self::Lay),
            },
        };
        mv.ok_or_else(|| NotationError::Move(text.to_owned()))
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Laid(tile, End::Left) => write!(f, "laid {tile} left"),
            Self::Laid(tile, End::Right) => write!(f, "laid {tile} right"),
            Self::Asked => f.write_str("asked"),
            Self::Received(tile) => write!(f, "received {tile}"),
            Self::Passed => f.write_str("passed"),
        }
    }
}

impl FromStr for Effect {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let words: Vec<_> = text.split(' ').collect();
        match words[..] {
            ["laid", tile, "left"] => Ok(Self::Laid(tile.parse()?, End::Left)),
            ["laid", tile, "right"] => Ok(Self::Laid(tile.parse()?, End::Right)),
            ["asked"] => Ok(Self::Asked),
            ["received", tile] => Ok(Self::Received(tile.parse()?)),
            ["passed"] => Ok(Self::Passed),
            _ => Err(NotationError::Effect(text.to_owned())),
        }
    }
}

impl fmt::Display for Cheat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("triche")
    }
}

impl FromStr for Cheat {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text {
            "triche" | "cheat" => Ok(Self),
            _ => Err(NotationError::Cheat(text.to_owned())),
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::One => "1",
            Self::Two => "2",
        })
    }
}

impl FromStr for Rule {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text {
            "1" => Ok(Self::One),
            "2" => Ok(Self::Two),
            _ => Err(NotationError::Rule(text.to_owned())),
        }
    }
}

impl fmt::Display for Dominos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (hands, boneyard) = self.as_dealt();
        write!(f, "{}x{} {}/{}", self.rule, self.size, hands[0], hands[1])?;
        if boneyard != Tiles::ALL - hands[0] - hands[1] {
            write!(f, "/{boneyard}")?;
        }
        let mut drawn = self.drawn.iter();
        for (index, mv) in self.history.iter().enumerate() {
            write!(f, "{}{mv}", if index == 0 { " : " } else { " " })?;
            if *mv == Move::Draw
                && let Some(tile) = drawn.next()
            {
                write!(f, " +{tile}")?;
            }
        }
        Ok(())
    }
}

impl Dominos {
    /// The hands and the boneyard at the end of the deal, or now if the deal is not complete.
    fn as_dealt(&self) -> ([Tiles; 2], Tiles) {
        let mut hands = self.hands;
        for step in steps(self.starter(), &self.history) {
            if let Some(tile) = step.mv.tile() {
                hands[step.side.index()].insert(tile);
            }
        }
        let boneyard = self.boneyard | self.drawn.iter().copied().collect();
        (hands.map(|hand| hand - boneyard), boneyard)
    }

    /// Plays the moves and draws of a position's text.
    fn read_moves(mut self, moves: &str) -> Result<Self, NotationError> {
        for text in moves.split_whitespace() {
            let Some(drawn) = text.strip_prefix('+') else {
                self.play(text.parse()?)?;
                continue;
            };
            let tile = drawn.parse()?;
            if !self.awaits_tile || !self.boneyard.contains(tile) {
                return Err(NotationError::Drawn(text.to_owned()));
            }
            self.deal_tile((self.boneyard & Tiles::above(tile)).len());
        }
        Ok(self)
    }
}

impl FromStr for Dominos {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let (setup, moves) = text.split_once(':').unwrap_or((text, ""));
        let words: Vec<_> = setup.split_whitespace().collect();
        let &[rule, deal] = &words[..] else {
            return Err(NotationError::Deal(setup.trim().to_owned()));
        };
        let (rule, size) = read_rule(rule)?;
        read_deal(rule, size, deal)?.read_moves(moves)
    }
}

/// Parses a rule and a hand size, such as `1x10`.
pub(crate) fn read_rule(text: &str) -> Result<(Rule, u8), NotationError> {
    let wrong = || NotationError::RuleAndSize(text.to_owned());
    let (rule, size) = text.split_once('x').ok_or_else(wrong)?;
    Ok((rule.parse()?, size.parse().map_err(|_| wrong())?))
}

/// Parses both hands and the boneyard, which is all other tiles if it is not given, such as
/// `66,21/61,10/53`.
pub(crate) fn read_sets(text: &str) -> Result<([Tiles; 2], Tiles), NotationError> {
    let sets: Vec<Tiles> = text.split('/').map(str::parse).collect::<Result<_, _>>()?;
    match sets[..] {
        [first, second] => Ok(([first, second], Tiles::ALL - first - second)),
        [first, second, boneyard] => Ok(([first, second], boneyard)),
        _ => Err(NotationError::Deal(text.to_owned())),
    }
}

fn read_deal(rule: Rule, size: u8, text: &str) -> Result<Dominos, NotationError> {
    let (hands, boneyard) = read_sets(text)?;
    let lengths = hands.map(Tiles::len);
    let in_turn = lengths[1] == 0 || lengths[0] == size;
    if !in_turn || lengths.iter().any(|&length| length > size) {
        return Err(SetupError::Uneven(lengths[0], lengths[1]).into());
    }
    Ok(Dominos::partly_dealt(rule, size, hands, boneyard)?)
}

impl fmt::Display for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            rule,
            size,
            side,
            hand,
            ..
        } = self;
        write!(
            f,
            "{rule}x{size} {side} {hand} {}/{}",
            self.opponent, self.boneyard
        )?;
        write!(f, " : {}", self.starter)?;
        let waiting = self.awaits_tile.then(|| self.history.len() - 1);
        for (index, mv) in self.history.iter().enumerate() {
            write!(f, " {mv}")?;
            if *mv == Move::Draw && Some(index) != waiting {
                f.write_str(" +?")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_parsed_in_every_form_of_the_subject() {
        for text in ["61", "16", "6-1", "1-6", "[6,1]", "[1,6]"] {
            assert_eq!(text.parse::<Tile>().unwrap().to_string(), "61");
        }
        assert_eq!("0-0".parse::<Tile>().unwrap().to_string(), "00");
        for text in ["", "6", "70", "661", "6 1", "[61", "é", "6-", "-61"] {
            assert_eq!(
                text.parse::<Tile>(),
                Err(NotationError::Tile(text.to_owned()))
            );
        }
    }
}
