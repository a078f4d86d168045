//! The rules of dominos: opening, laying, drawing, passing, and the end of the game.

use std::cmp::Ordering;
use std::collections::VecDeque;

use table::{Explain, Outcome, Side, Slot};

use crate::pairs::Pair;
use crate::tile::{TILES, Tile, Tiles};
use crate::view::steps;

/// The subject's rule that is played (*règle*).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Rule {
    /// *Règle 1*: the highest double opens; a player who cannot play passes; a blocked game is won by
    /// the side with fewer points.
    #[default]
    One,
    /// *Règle 2*: the highest tile opens; a player who cannot play draws a tile and passes.
    Two,
}

impl Rule {
    /// Default number of tiles dealt to each side (R11).
    pub const fn usual_size(self) -> u8 {
        match self {
            Self::One => 10,
            Self::Two => 7,
        }
    }

    /// Most tiles that can be dealt to each side; Rule 2 needs a boneyard.
    pub const fn largest_size(self) -> u8 {
        match self {
            Self::One => TILES / 2,
            Self::Two => TILES / 2 - 1,
        }
    }

    /// The tile that must open a game between these hands (R10); `None` when both are empty.
    pub fn opening(self, hands: [Tiles; 2]) -> Option<Tile> {
        let all = hands[0] | hands[1];
        let doubles = match self {
            Self::One => all & Tiles::DOUBLES,
            Self::Two => Tiles::NONE,
        };
        doubles.highest().or_else(|| all.highest())
    }
}

/// An end of the line (*bouts*).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The left end, where the subject's strategy lays first.
    Left,
    /// The right end.
    Right,
}

/// The numbers at both ends of the line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ends {
    /// Number at the left end.
    pub left: u8,
    /// Number at the right end.
    pub right: u8,
}

impl Ends {
    /// The ends of a line of one tile.
    pub const fn from_tile(tile: Tile) -> Self {
        let [left, right] = tile.halves();
        Self { left, right }
    }

    /// Returns whether both have the same numbers in either order.
    pub fn same(self, other: Self) -> bool {
        self == other || (self.left, self.right) == (other.right, other.left)
    }

    /// The tiles that fit at least one end.
    pub fn fitting(self) -> Tiles {
        Tiles::with(self.left) | Tiles::with(self.right)
    }

    /// The tiles that fit both ends, so that the player has a choice.
    pub fn fitting_both(self) -> Tiles {
        Tiles::with(self.left) & Tiles::with(self.right)
    }

    /// The end at which `tile` is laid and the ends after it; `None` when it does not fit. It is laid
    /// at the left if it fits there, unless `right` is set, as the subject's *`positionne`* does.
    pub fn after(self, tile: Tile, right: bool) -> Option<(End, Self)> {
        let Self { left, right: far } = self;
        match tile.beyond(left) {
            Some(left) if !right => Some((End::Left, Self { left, right: far })),
            _ => tile
                .beyond(far)
                .map(|right| (End::Right, Self { left, right })),
        }
    }
}

/// A move of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Lays a tile at the left end if it fits there, otherwise at the right end.
    Lay(Tile),
    /// Lays a tile that fits both ends at the right end.
    LayRight(Tile),
    /// Draws from the boneyard and passes (Rule 2).
    Draw,
    /// Passes.
    Pass,
}

/// The effect of a move, or of dealing or drawing a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// A tile was laid at this end; the opening tile counts as laid at the left.
    Laid(Tile, End),
    /// The side drew from the boneyard; the tile follows as a chance event.
    Asked,
    /// The side received this tile in the deal or from the boneyard; only that side may see it.
    Received(Tile),
    /// The side passed.
    Passed,
}

/// Row of the chance slots of the deal.
const DEAL: u32 = 0;
/// Row of the chance slots of draws from the boneyard.
const DRAWS: u32 = 1;

/// A cheat: looks at the opponent's hand and the boneyard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cheat;

/// The reason why a move is refused.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
pub enum Refusal {
    /// The game is over.
    #[message("dominos-over")]
    Over,
    /// A tile is about to be dealt or drawn.
    #[message("dominos-dealing")]
    Dealing,
    /// The player does not hold the tile.
    #[message("dominos-not-held", tile = _0.to_string())]
    NotHeld(Tile),
    /// The game must open with this tile, not with another.
    #[message("dominos-must-open", tile = _0.to_string())]
    MustOpen(Tile),
    /// The tile fits neither of these ends.
    #[message("dominos-does-not-fit", tile = _0.to_string(), left = _1.left, right = _1.right)]
    DoesNotFit(Tile, Ends),
    /// The move chooses the right end, but the tile does not fit both.
    #[message("dominos-no-choice", tile = _0.to_string())]
    NoChoice(Tile),
    /// The player passes or draws but holds this tile, which fits.
    #[message("dominos-can-play", tile = _0.to_string())]
    CanPlay(Tile),
    /// The player passes under Rule 2 but the boneyard is not empty.
    #[message("dominos-must-draw")]
    MustDraw,
    /// The player draws under Rule 1 or from an empty boneyard.
    #[message("dominos-nothing-to-draw")]
    NothingToDraw,
}

/// The reason why a game cannot begin with this deal.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
pub enum SetupError {
    /// The hands are too small or too large.
    #[message("dominos-size")]
    Size {
        /// Number of tiles of each hand.
        size: u8,
        /// Most tiles of a hand under this rule.
        most: u8,
    },
    /// The hands have these different sizes.
    #[message("dominos-uneven", first = _0, second = _1)]
    Uneven(u8, u8),
    /// The tile is dealt twice.
    #[message("dominos-twice", tile = _0.to_string())]
    Twice(Tile),
}

/// A game of dominos in progress, from the first tile dealt.
///
/// ```
/// use dominos::Dominos;
/// let mut game: Dominos = "1x2 66,21/61,10".parse()?;
/// game.play("66".parse()?)?;
/// game.play("61".parse()?)?;
/// assert_eq!(game.to_string(), "1x2 66,21/61,10 : 66 61");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dominos {
    pub(crate) rule: Rule,
    /// Number of tiles dealt to each side.
    pub(crate) size: u8,
    pub(crate) hands: [Tiles; 2],
    pub(crate) boneyard: Tiles,
    pub(crate) to_move: Side,
    pub(crate) ends: Option<Ends>,
    pub(crate) history: Vec<Move>,
    /// Tiles drawn from the boneyard after the deal, in order.
    pub(crate) drawn: Vec<Tile>,
    /// Whether the side to move has drawn and is to receive a tile.
    pub(crate) awaits_tile: bool,
}

impl Default for Dominos {
    /// A game under Rule 1 before the deal.
    fn default() -> Self {
        Self::undealt(Rule::One, Rule::One.usual_size())
    }
}

impl Dominos {
    /// A game before the deal of `size` tiles to each side.
    pub fn new(rule: Rule, size: u8) -> Result<Self, SetupError> {
        let most = rule.largest_size();
        if !(1..=most).contains(&size) {
            return Err(SetupError::Size { size, most });
        }
        Ok(Self::undealt(rule, size))
    }

    fn undealt(rule: Rule, size: u8) -> Self {
        Self {
            rule,
            size,
            hands: [Tiles::NONE; 2],
            boneyard: Tiles::ALL,
            to_move: Side::First,
            ends: None,
            history: Vec::new(),
            drawn: Vec::new(),
            awaits_tile: false,
        }
    }

    /// A game after the deal; all tiles that are in neither hand nor the boneyard are out of the game,
    /// unknown to both sides.
    pub fn dealt(rule: Rule, hands: [Tiles; 2], boneyard: Tiles) -> Result<Self, SetupError> {
        let [first, second] = hands.map(Tiles::len);
        if first != second {
            return Err(SetupError::Uneven(first, second));
        }
        Self::partly_dealt(rule, first, hands, boneyard)
    }

    /// A game during the deal of `size` tiles to each side.
    pub(crate) fn partly_dealt(
        rule: Rule,
        size: u8,
        hands: [Tiles; 2],
        boneyard: Tiles,
    ) -> Result<Self, SetupError> {
        let undealt = Self::new(rule, size)?;
        let shared = (hands[0] & hands[1]) | (boneyard & (hands[0] | hands[1]));
        if let Some(tile) = shared.highest() {
            return Err(SetupError::Twice(tile));
        }
        let mut game = Self {
            hands,
            boneyard,
            ..undealt
        };
        game.set_starter();
        Ok(game)
    }

    /// The hand of a side.
    pub fn hand(&self, side: Side) -> Tiles {
        self.hands[side.index()]
    }

    /// The tiles of the boneyard (*talon*), from which no tile is drawn under Rule 1.
    pub fn boneyard(&self) -> Tiles {
        self.boneyard
    }

    /// The numbers at the ends of the line; `None` before the opening.
    pub fn ends(&self) -> Option<Ends> {
        self.ends
    }

    /// Every move so far, the opening first.
    pub fn history(&self) -> &[Move] {
        &self.history
    }

    /// The line from left to right, each tile with its numbers in that order.
    pub fn line(&self) -> Vec<Pair> {
        let mut line = VecDeque::new();
        for step in steps(self.starter(), &self.history) {
            let Some(tile) = step.mv.tile() else { continue };
            let right = matches!(step.mv, Move::LayRight(_));
            let before = step.ends;
            match before.and_then(|ends| Some((ends, ends.after(tile, right)?))) {
                None => line.push_back(tile.halves()),
                Some((ends, (End::Left, after))) => line.push_front([after.left, ends.left]),
                Some((ends, (End::Right, after))) => line.push_back([ends.right, after.right]),
            }
        }
        line.into()
    }

    /// Returns whether the deal is not complete.
    pub(crate) fn is_dealing(&self) -> bool {
        self.hands[1].len() < self.size && self.history.is_empty()
    }

    /// The chance slot of the next tile: its number in the deal, or among the draws of both sides. The
    /// same slot gives the same tile to either side.
    pub(crate) fn chance_slot(&self) -> Slot {
        let dealt = u32::from(self.hands[0].len() + self.hands[1].len());
        if self.is_dealing() {
            Slot::shared(DEAL, dealt)
        } else {
            Slot::shared(DRAWS, self.drawn.len() as u32)
        }
    }

    /// The side that is dealt to, draws or moves next, also after the end of the game.
    pub(crate) fn next_side(&self) -> Side {
        if self.is_dealing() && self.hands[0].len() == self.size {
            Side::Second
        } else {
            self.to_move
        }
    }

    /// The side that opened or must open; the first side during the deal.
    pub(crate) fn starter(&self) -> Side {
        let turns = self.history.len() - usize::from(self.awaits_tile);
        if turns.is_multiple_of(2) {
            self.to_move
        } else {
            self.to_move.other()
        }
    }

    /// Gives the turn to the side that must open, once the deal is complete.
    fn set_starter(&mut self) {
        if self.is_dealing() {
            return;
        }
        let opening = self.rule.opening(self.hands);
        let second_has = opening.is_some_and(|tile| self.hands[1].contains(tile));
        self.to_move = Side::BOTH[usize::from(second_has)];
    }

    /// The outcome (R12, R13); `None` while the game goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        let emptied = |side: &Side| self.hand(*side).is_empty();
        if self.history.is_empty() {
            return None;
        }
        if let Some(side) = Side::BOTH.into_iter().find(emptied) {
            return Some(Outcome::Win(side));
        }
        let blocked = self.history.ends_with(&[Move::Pass, Move::Pass]);
        blocked.then(|| fewest_points(self.hands))
    }

    /// The tiles that the side to move can lay.
    pub(crate) fn playable(&self) -> Tiles {
        let hand = self.hand(self.to_move);
        match self.ends {
            Some(ends) => hand & ends.fitting(),
            None => self.rule.opening(self.hands).into_iter().collect(),
        }
    }

    /// Returns whether a tile can be drawn from the boneyard.
    fn can_draw(&self) -> bool {
        self.rule == Rule::Two && !self.boneyard.is_empty()
    }

    /// The only move of a side that cannot lay a tile.
    pub(crate) fn forced_move(&self) -> Move {
        if self.can_draw() {
            Move::Draw
        } else {
            Move::Pass
        }
    }

    /// Plays a move for the side to move. A refused move leaves the game unchanged.
    pub fn play(&mut self, mv: Move) -> Result<Effect, Refusal> {
        if self.outcome().is_some() {
            return Err(Refusal::Over);
        }
        if self.awaits_tile || self.is_dealing() {
            return Err(Refusal::Dealing);
        }
        let effect = match mv {
            Move::Lay(tile) => self.lay(tile, false),
            Move::LayRight(tile) => self.lay(tile, true),
            Move::Draw | Move::Pass => self.draw_or_pass(mv),
        }?;
        self.history.push(mv);
        if mv != Move::Draw {
            self.to_move = self.to_move.other();
        }
        Ok(effect)
    }

    fn lay(&mut self, tile: Tile, right: bool) -> Result<Effect, Refusal> {
        if !self.hand(self.to_move).contains(tile) {
            return Err(Refusal::NotHeld(tile));
        }
        let (end, ends) = match self.ends {
            None => (End::Left, self.open(tile, right)?),
            Some(ends) if right && !ends.fitting_both().contains(tile) => {
                return Err(Refusal::NoChoice(tile));
            }
            Some(ends) => ends
                .after(tile, right)
                .ok_or(Refusal::DoesNotFit(tile, ends))?,
        };
        self.hands[self.to_move.index()].remove(tile);
        self.ends = Some(ends);
        Ok(Effect::Laid(tile, end))
    }

    /// Checks an opening move and returns the ends of the new line.
    fn open(&self, tile: Tile, right: bool) -> Result<Ends, Refusal> {
        match self.rule.opening(self.hands) {
            Some(opening) if opening != tile => Err(Refusal::MustOpen(opening)),
            _ if right => Err(Refusal::NoChoice(tile)),
            _ => Ok(Ends::from_tile(tile)),
        }
    }

    fn draw_or_pass(&mut self, mv: Move) -> Result<Effect, Refusal> {
        if let Some(tile) = self.playable().highest() {
            return Err(Refusal::CanPlay(tile));
        }
        match (mv, self.can_draw()) {
            (Move::Draw, true) => {
                self.awaits_tile = true;
                Ok(Effect::Asked)
            }
            (Move::Draw, false) => Err(Refusal::NothingToDraw),
            (_, true) => Err(Refusal::MustDraw),
            (_, false) => Ok(Effect::Passed),
        }
    }

    /// Deals the tile with index `outcome` in the boneyard to the side that is to receive one.
    pub(crate) fn deal_tile(&mut self, outcome: u8) -> Effect {
        let tile = self.boneyard.nth(outcome);
        let side = self.next_side();
        self.boneyard.remove(tile);
        self.hands[side.index()].insert(tile);
        if self.awaits_tile {
            self.awaits_tile = false;
            self.drawn.push(tile);
            self.to_move = self.to_move.other();
        } else {
            self.set_starter();
        }
        Effect::Received(tile)
    }
}

/// The outcome of a blocked game: the side with fewer points wins.
fn fewest_points(hands: [Tiles; 2]) -> Outcome {
    let [first, second] = hands.map(Tiles::points);
    match first.cmp(&second) {
        Ordering::Less => Outcome::Win(Side::First),
        Ordering::Equal => Outcome::Draw,
        Ordering::Greater => Outcome::Win(Side::Second),
    }
}
