//! The rules: who begins, what fits, who passes or draws, and who has won.

use std::cmp::Ordering;
use std::collections::VecDeque;

use table::{Explain, Message, Outcome, Side, Slot};

use crate::subject::Pair;
use crate::tile::{TILES, Tile, Tiles};
use crate::view::steps;

/// Which of the subject's rules is played (*règle*).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Rule {
    /// *Règle 1*: the highest double begins; whoever cannot play passes; fewest points wins.
    #[default]
    One,
    /// *Règle 2*: the highest tile begins; whoever cannot play draws and passes.
    Two,
}

impl Rule {
    /// The tiles dealt to each side unless said otherwise (R11).
    pub const fn usual_size(self) -> u8 {
        match self {
            Self::One => 10,
            Self::Two => 7,
        }
    }

    /// The most tiles that can be dealt to each side: Rule 2 leaves a boneyard.
    pub const fn largest_size(self) -> u8 {
        match self {
            Self::One => TILES / 2,
            Self::Two => TILES / 2 - 1,
        }
    }

    /// The tile that must open a game between these hands (R10).
    pub fn opening(self, hands: [Tiles; 2]) -> Option<Tile> {
        let all = hands[0] | hands[1];
        let doubles = match self {
            Self::One => all & Tiles::DOUBLES,
            Self::Two => Tiles::NONE,
        };
        doubles.highest().or_else(|| all.highest())
    }
}

/// One of the two ends of the line (*bouts*).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The left one, where the subject's strategy lays first.
    Left,
    /// The right one.
    Right,
}

/// The numbers at both ends of the line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ends {
    /// At the left.
    pub left: u8,
    /// At the right.
    pub right: u8,
}

impl Ends {
    /// The ends of a line of one tile.
    pub const fn of(tile: Tile) -> Self {
        let [left, right] = tile.halves();
        Self { left, right }
    }

    /// Whether both show the same numbers, whichever is at the left.
    pub fn same(self, other: Self) -> bool {
        let Self { left, right } = other;
        self == other
            || self
                == Self {
                    left: right,
                    right: left,
                }
    }

    /// The tiles that fit one end at least.
    pub fn fitting(self) -> Tiles {
        Tiles::with(self.left) | Tiles::with(self.right)
    }

    /// The tiles that fit either end, so that there is a choice.
    pub fn fitting_both(self) -> Tiles {
        Tiles::with(self.left) & Tiles::with(self.right)
    }

    /// Where a move of this kind puts `tile`, and the ends afterwards: the subject's
    /// *`positionne`* tries the left end first.
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

/// What a player may do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Lays a tile at the left end if it fits there, else at the right.
    Lay(Tile),
    /// Lays a tile that fits both ends at the right one.
    LayRight(Tile),
    /// Draws from the boneyard and passes (Rule 2).
    Draw,
    /// Passes.
    Pass,
}

/// What a move or nature did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// A tile was laid at this end; the opening tile counts as laid at the left.
    Laid(Tile, End),
    /// The side asked for a tile of the boneyard.
    Asked,
    /// The side received a tile, in the deal or from the boneyard; only that side may see which.
    Received(Tile),
    /// The side passed.
    Passed,
}

/// The rows of places that tiles come from.
const DEAL: u32 = 0;
const DRAWS: u32 = 1;

/// A look at the other hand and the boneyard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cheat;

/// Why a move cannot be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// A tile is being dealt or drawn.
    #[error("a tile is being dealt")]
    Dealing,
    /// The tile is not in the hand.
    #[error("{0} is not in the hand")]
    NotHeld(Tile),
    /// The game opens with another tile.
    #[error("the game opens with {0}")]
    MustOpen(Tile),
    /// The tile fits neither end.
    #[error("{tile} fits neither {} nor {}", .ends.left, .ends.right)]
    DoesNotFit {
        /// The tile.
        tile: Tile,
        /// The ends of the line.
        ends: Ends,
    },
    /// There is no choice between the ends.
    #[error("{0} does not fit both ends: write {0} alone")]
    NoChoice(Tile),
    /// Passing or drawing with a tile that fits.
    #[error("{0} can be played")]
    CanPlay(Tile),
    /// Passing while there is a boneyard to draw from.
    #[error("the boneyard is not empty: draw")]
    MustDraw,
    /// Drawing where nothing can be drawn.
    #[error("there is nothing to draw: pass")]
    NothingToDraw,
}

impl Explain for Refusal {
    fn explain(&self) -> Message {
        let about = |key, tile: &Tile| Message::new(key).with("tile", tile.to_string());
        match self {
            Self::Over => Message::new("game-over"),
            Self::Dealing => Message::new("dominos-dealing"),
            Self::NotHeld(tile) => about("dominos-not-held", tile),
            Self::MustOpen(tile) => about("dominos-must-open", tile),
            Self::DoesNotFit { tile, ends } => about("dominos-does-not-fit", tile)
                .with("left", ends.left)
                .with("right", ends.right),
            Self::NoChoice(tile) => about("dominos-no-choice", tile),
            Self::CanPlay(tile) => about("dominos-can-play", tile),
            Self::MustDraw => Message::new("dominos-must-draw"),
            Self::NothingToDraw => Message::new("dominos-nothing-to-draw"),
        }
    }
}

/// Why a game cannot begin like this.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// Too few or too many tiles a hand.
    #[error("{size} tiles each cannot be dealt: choose 1 to {most}")]
    Size {
        /// What was asked for.
        size: usize,
        /// The most there can be.
        most: u8,
    },
    /// Hands of different sizes.
    #[error("both hands must have as many tiles: {0} and {1}")]
    Uneven(u8, u8),
    /// A tile in two places.
    #[error("{0} is dealt twice")]
    Twice(Tile),
}

impl Explain for SetupError {
    fn explain(&self) -> Message {
        match self {
            Self::Size { size, most } => Message::new("dominos-size")
                .with("size", *size)
                .with("most", *most),
            Self::Uneven(first, second) => Message::new("dominos-uneven")
                .with("first", *first)
                .with("second", *second),
            Self::Twice(tile) => Message::new("dominos-twice").with("tile", tile.to_string()),
        }
    }
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
    pub(crate) size: u8,
    pub(crate) hands: [Tiles; 2],
    pub(crate) boneyard: Tiles,
    pub(crate) to_move: Side,
    pub(crate) ends: Option<Ends>,
    pub(crate) history: Vec<Move>,
    /// What was drawn from the boneyard after the deal, in order.
    pub(crate) drawn: Vec<Tile>,
    pub(crate) awaits_tile: bool,
}

impl Default for Dominos {
    /// Rule 1, nothing dealt yet.
    fn default() -> Self {
        Self::undealt(Rule::One, Rule::One.usual_size())
    }
}

impl Dominos {
    /// A game whose tiles nature is about to deal, `size` to each side.
    ///
    /// # Errors
    /// When that many cannot be dealt.
    pub fn new(rule: Rule, size: u8) -> Result<Self, SetupError> {
        check_size(rule, size.into())?;
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

    /// A game whose tiles are dealt; the boneyard is what the hands leave.
    ///
    /// # Errors
    /// When the hands are uneven, too small or too large, or share a tile.
    pub fn dealt(rule: Rule, hands: [Tiles; 2]) -> Result<Self, SetupError> {
        Self::dealt_with(rule, hands, Tiles::ALL - hands[0] - hands[1])
    }

    /// The same with a boneyard that may lack tiles: those are out of the game, and nobody knows
    /// which they are.
    ///
    /// # Errors
    /// As [`dealt`](Self::dealt), or when the boneyard has a tile that was dealt.
    pub fn dealt_with(rule: Rule, hands: [Tiles; 2], boneyard: Tiles) -> Result<Self, SetupError> {
        let [first, second] = hands.map(Tiles::len);
        if first != second {
            return Err(SetupError::Uneven(first, second));
        }
        Self::partly_dealt(rule, first, hands, boneyard)
    }

    /// A game with the deal under way: as many tiles as `size` go to each side.
    pub(crate) fn partly_dealt(
        rule: Rule,
        size: u8,
        hands: [Tiles; 2],
        boneyard: Tiles,
    ) -> Result<Self, SetupError> {
        check_size(rule, size.into())?;
        let shared = (hands[0] & hands[1]) | (boneyard & (hands[0] | hands[1]));
        if let Some(tile) = shared.highest() {
            return Err(SetupError::Twice(tile));
        }
        let mut game = Self {
            hands,
            boneyard,
            ..Self::undealt(rule, size)
        };
        game.name_starter();
        Ok(game)
    }

    /// Which rule is played.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// What a side holds.
    pub fn hand(&self, side: Side) -> Tiles {
        self.hands[side.index()]
    }

    /// What can still be drawn (*talon*); in Rule 1 it sleeps.
    pub fn boneyard(&self) -> Tiles {
        self.boneyard
    }

    /// The numbers at the ends of the line, once there is one.
    pub fn ends(&self) -> Option<Ends> {
        self.ends
    }

    /// Every move so far, the opening first.
    pub fn history(&self) -> &[Move] {
        &self.history
    }

    /// The line from left to right, each tile turned as it lies.
    pub fn line(&self) -> Vec<Pair> {
        let mut line = VecDeque::new();
        for step in steps(self.starter(), &self.history) {
            let Some(tile) = step.mv.tile() else { continue };
            let right = matches!(step.mv, Move::LayRight(_));
            match step
                .ends
                .and_then(|ends| Some((ends, ends.after(tile, right)?)))
            {
                None => line.push_back(tile.halves()),
                Some((ends, (End::Left, after))) => line.push_front([after.left, ends.left]),
                Some((ends, (End::Right, after))) => line.push_back([ends.right, after.right]),
            }
        }
        line.into()
    }

    /// Whether tiles of the first deal are still to come.
    pub(crate) fn is_dealing(&self) -> bool {
        self.hands[1].len() < self.size && self.history.is_empty()
    }

    /// The place of the next tile: so many of the deal, or of the boneyard, which both sides draw
    /// from. As tiles leave it in order, the same places give the same tiles whoever draws.
    pub(crate) fn place(&self) -> Slot {
        let dealt = u32::from(self.hands[0].len() + self.hands[1].len());
        if self.is_dealing() {
            Slot::shared(DEAL, dealt)
        } else {
            Slot::shared(DRAWS, self.drawn.len() as u32)
        }
    }

    /// Whose throw, draw or move is next; at the end, whose it would be.
    pub(crate) fn next_side(&self) -> Side {
        if self.is_dealing() && self.hands[0].len() == self.size {
            Side::Second
        } else {
            self.to_move
        }
    }

    /// Who opened, or is to; the first side while tiles are dealt.
    pub(crate) fn starter(&self) -> Side {
        let turns = self.history.len() - usize::from(self.awaits_tile);
        if turns.is_multiple_of(2) {
            self.to_move
        } else {
            self.to_move.other()
        }
    }

    fn name_starter(&mut self) {
        if self.is_dealing() {
            return;
        }
        let opening = self.rule.opening(self.hands);
        let second_has = opening.is_some_and(|tile| self.hands[1].contains(tile));
        self.to_move = if second_has {
            Side::Second
        } else {
            Side::First
        };
    }

    /// How the game ended, if it has (R12, R13).
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

    /// What the side to move can lay.
    pub fn playable(&self) -> Tiles {
        let hand = self.hand(self.to_move);
        match self.ends {
            Some(ends) => hand & ends.fitting(),
            None => self.rule.opening(self.hands).into_iter().collect(),
        }
    }

    fn can_draw(&self) -> bool {
        self.rule == Rule::Two && !self.boneyard.is_empty()
    }

    /// What the side to move does when nothing can be laid.
    pub(crate) fn way_out(&self) -> Move {
        if self.can_draw() {
            Move::Draw
        } else {
            Move::Pass
        }
    }

    /// Plays for the side to move.
    ///
    /// # Errors
    /// A move the rules forbid: the game is as it was.
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
            Move::Draw | Move::Pass => self.give_up(mv),
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
                .ok_or(Refusal::DoesNotFit { tile, ends })?,
        };
        self.hands[self.to_move.index()].remove(tile);
        self.ends = Some(ends);
        Ok(Effect::Laid(tile, end))
    }

    fn open(&self, tile: Tile, right: bool) -> Result<Ends, Refusal> {
        match self.rule.opening(self.hands) {
            Some(opening) if opening != tile => Err(Refusal::MustOpen(opening)),
            _ if right => Err(Refusal::NoChoice(tile)),
            _ => Ok(Ends::of(tile)),
        }
    }

    fn give_up(&mut self, mv: Move) -> Result<Effect, Refusal> {
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

    /// Gives the tile that `outcome` others of the boneyard precede to the side that waits for one.
    pub(crate) fn give(&mut self, outcome: u8) -> Effect {
        let tile = self.boneyard.nth(outcome);
        let side = self.next_side();
        self.boneyard.remove(tile);
        self.hands[side.index()].insert(tile);
        if self.awaits_tile {
            self.awaits_tile = false;
            self.drawn.push(tile);
            self.to_move = self.to_move.other();
        } else {
            self.name_starter();
        }
        Effect::Received(tile)
    }
}

fn check_size(rule: Rule, size: usize) -> Result<(), SetupError> {
    let most = rule.largest_size();
    if (1..=usize::from(most)).contains(&size) {
        Ok(())
    } else {
        Err(SetupError::Size { size, most })
    }
}

fn fewest_points(hands: [Tiles; 2]) -> Outcome {
    let [first, second] = hands.map(Tiles::points);
    match first.cmp(&second) {
        Ordering::Less => Outcome::Win(Side::First),
        Ordering::Equal => Outcome::Draw,
        Ordering::Greater => Outcome::Win(Side::Second),
    }
}
