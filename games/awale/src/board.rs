//! The board (*plateau*) as the player to move sees it, with sowing and capturing as the subject
//! describes them. The engine's packed boards are tested against this one.

use std::iter::Sum;
use std::ops::AddAssign;

use table::Explain;

/// Number of pits on the board.
pub const PITS: usize = 12;

/// Number of pits of one player.
pub const SIDE: usize = 6;

/// Number of seeds at the start; no position has more.
pub const SEEDS: u8 = 48;

/// A pit (*case*), 0 to 11: the player to move owns 0 to 5, the opponent 6 to 11.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pit(u8);

impl Pit {
    /// The six pits of the player to move, in order.
    pub const OWN: [Self; SIDE] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// The pit with this number; `None` above 11.
    pub const fn new(number: u8) -> Option<Self> {
        if (number as usize) < PITS {
            Some(Self(number))
        } else {
            None
        }
    }

    /// Returns whether the player to move owns this pit.
    pub const fn is_own(self) -> bool {
        self.index() < SIDE
    }

    /// The number of the pit, 0 to 11.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The pit with this number, which the caller guarantees to be below 12.
    pub(crate) const fn at(index: usize) -> Self {
        Self(index as u8)
    }

    /// The next pit counter-clockwise.
    pub(crate) const fn next(self) -> Self {
        Self((self.0 + 1) % PITS as u8)
    }
}

/// Error for a position with more than [`SEEDS`] seeds; holds their number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Explain)]
#[message("awale-too-many-seeds", count = _0, most = SEEDS)]
pub struct TooManySeeds(pub u64);

/// An integer type that seeds are counted in: bytes in the game, larger counts in the subject's
/// functions (R23b).
pub trait SeedCount: Copy + PartialEq + Sum + AddAssign + From<u8> + Into<u64> {}

impl SeedCount for u8 {}
impl SeedCount for u32 {}

/// The seeds in the twelve pits as the player to move sees them. A board of bytes has at most
/// [`SEEDS`] in all.
///
/// ```
/// use awale::{Board, Pit};
/// let mut board = Board::default();
/// let last = board.sow(Pit::OWN[5]);
/// assert_eq!(board.pits(), [4, 4, 4, 4, 4, 0, 5, 5, 5, 5, 4, 4]);
/// assert_eq!((last.index(), board.capture(last)), (9, 0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "subject", derive(serde::Serialize))]
pub struct Board<N = u8>([N; PITS]);

impl Default for Board {
    /// Four seeds in every pit.
    fn default() -> Self {
        Self([4; PITS])
    }
}

impl Board {
    /// Makes a board with this many seeds in each pit, unless they are more than [`SEEDS`] in all.
    pub fn new(pits: [u8; PITS]) -> Result<Self, TooManySeeds> {
        let total = pits.iter().copied().map(u64::from).sum();
        if total > SEEDS.into() {
            return Err(TooManySeeds(total));
        }
        Ok(Self(pits))
    }

    /// Seeds in the pits of the player to move minus seeds in the opponent's: the value of the board
    /// when the game stops here.
    pub fn difference(&self) -> i8 {
        let [own, other] = self.halves();
        own.cast_signed() - other.cast_signed()
    }
}

impl Board<u32> {
    /// Makes a board with any number of seeds in each pit.
    #[cfg(any(test, feature = "subject"))]
    pub(crate) fn with_any(pits: [u32; PITS]) -> Self {
        Self(pits)
    }
}

impl<N: SeedCount> Board<N> {
    /// Number of seeds in each pit.
    pub fn pits(&self) -> [N; PITS] {
        self.0
    }

    /// Number of seeds in one pit.
    pub fn seeds_in(&self, pit: Pit) -> N {
        self.0[pit.index()]
    }

    /// Number of seeds in the pits from `n` to `p`, both included; 0 when `n` comes after `p`.
    #[doc(alias = "somme")]
    pub fn sum(&self, n: Pit, p: Pit) -> N {
        (n.index()..=p.index()).map(|pit| self.0[pit]).sum()
    }

    /// Number of seeds on the whole board.
    pub fn seeds(&self) -> N {
        self.0.into_iter().sum()
    }

    /// Number of seeds of the player to move and of the opponent.
    pub(crate) fn halves(&self) -> [N; 2] {
        let (own, other) = self.0.split_at(SIDE);
        [own, other].map(|half| half.iter().copied().sum())
    }

    /// Exchanges the two sides of the board, so that the opponent is to move.
    #[doc(alias = "tourner_plateau")]
    pub fn turn(&mut self) {
        self.0.rotate_left(SIDE);
    }

    /// Sows the seeds of a pit one by one counter-clockwise, never into the pit they came from.
    /// Returns the pit of the last seed, or `pit` when it was empty. Takes time in proportion to the
    /// seeds.
    #[doc(alias = "semer_graines")]
    pub fn sow(&mut self, pit: Pit) -> Pit {
        let hand = std::mem::replace(&mut self.0[pit.index()], N::from(0));
        let mut last = pit;
        for _ in 0..hand.into() {
            last = last.next();
            if last == pit {
                last = last.next();
            }
            self.0[last.index()] += N::from(1);
        }
        last
    }

    /// Returns whether the player to move may capture this pit: an opponent's pit with 2 or 3 seeds.
    #[doc(alias = "case_ramassable")]
    pub fn is_capturable(&self, pit: Pit) -> bool {
        !pit.is_own() && matches!(self.seeds_in(pit).into(), 2 | 3)
    }

    /// Empties the capturable pits clockwise from the last one sown, up to the first that is not
    /// capturable. Returns the number of seeds captured.
    #[doc(alias = "ramasser_graines")]
    pub fn capture(&mut self, last: Pit) -> N {
        let mut captured = N::from(0);
        for pit in (0..=last.index()).rev().map(Pit::at) {
            if !self.is_capturable(pit) {
                break;
            }
            captured += std::mem::replace(&mut self.0[pit.index()], N::from(0));
        }
        captured
    }

    /// Returns whether playing `pit` leaves the opponent without a seed, with or without a capture
    /// (R21).
    #[doc(alias = "test_famine")]
    pub fn starves(&self, pit: Pit) -> bool {
        // Sowing never takes seeds from another pit, and a pit of four or more is never captured.
        if (SIDE..PITS).any(|other| other != pit.index() && self.0[other].into() > 3) {
            return false;
        }
        let mut after = *self;
        let last = after.sow(pit);
        after.capture(last);
        after.halves()[1].into() == 0
    }

    /// Returns whether the player to move may play `pit`: it is their own, it is not empty, and the
    /// opponent keeps a seed.
    #[doc(alias = "test_case")]
    pub fn is_acceptable(&self, pit: Pit) -> bool {
        pit.is_own() && self.seeds_in(pit).into() > 0 && !self.starves(pit)
    }

    /// The pits the player to move may play, in order.
    #[doc(alias = "cases_possibles")]
    pub fn acceptable_pits(&self) -> impl Iterator<Item = Pit> + '_ {
        Pit::OWN.into_iter().filter(|pit| self.is_acceptable(*pit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(pits: [u8; PITS]) -> Board {
        Board::new(pits).unwrap()
    }

    fn pit(number: u8) -> Pit {
        Pit::new(number).unwrap()
    }

    /// The board of a figure in the subject: the top row lists pits 11 down to 6.
    fn figure(top: [u8; SIDE], bottom: [u8; SIDE]) -> Board {
        let mut pits = [0; PITS];
        pits[..SIDE].copy_from_slice(&bottom);
        pits[SIDE..].copy_from_slice(&top);
        pits[SIDE..].reverse();
        board(pits)
    }

    /// The board at the start of the subject's question 1.
    fn question_1() -> Board {
        figure([1, 0, 1, 0, 1, 2], [0, 0, 2, 0, 16, 5])
    }

    #[test]
    fn the_figure_of_question_1_is_the_list_of_question_4() {
        assert_eq!(question_1(), board([0, 0, 2, 0, 16, 5, 2, 1, 0, 1, 0, 1]));
    }

    #[test]
    fn sowing_pits_2_4_and_5_gives_the_boards_of_question_1() {
        let cases = [
            (2, [0, 0, 0, 1, 17, 5, 2, 1, 0, 1, 0, 1], 4),
            (4, [1, 1, 3, 1, 0, 7, 4, 3, 2, 3, 1, 2], 9),
            (5, [0, 0, 2, 0, 16, 0, 3, 2, 1, 2, 1, 1], 10),
        ];
        for (from, after, last) in cases {
            let mut sown = question_1();
            assert_eq!(sown.sow(pit(from)), pit(last));
            assert_eq!(sown, board(after), "pit {from}");
        }
    }

    #[test]
    fn sowing_skips_the_origin_on_every_lap() {
        let mut sown = board([0, 0, 0, 30, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(sown.sow(pit(3)), pit(11));
        assert_eq!(sown, board([2, 2, 2, 0, 3, 3, 3, 3, 3, 3, 3, 3]));
    }

    #[test]
    fn sums_include_both_ends() {
        assert_eq!(question_1().sum(pit(2), pit(5)), 23);
        assert_eq!(question_1().sum(pit(0), pit(11)), 28);
        assert_eq!(question_1().sum(pit(4), pit(4)), 16);
    }

    #[test]
    fn turning_figure_3_gives_figure_4() {
        let mut turned = question_1();
        turned.turn();
        assert_eq!(turned, board([2, 1, 0, 1, 0, 1, 0, 0, 2, 0, 16, 5]));
    }

    #[test]
    fn pits_6_and_7_of_question_6_are_capturable() {
        let sown = figure([1, 5, 4, 0, 2, 3], [3, 2, 0, 5, 4, 3]);
        let capturable = (0..12).filter(|&number| sown.is_capturable(pit(number)));
        assert_eq!(capturable.collect::<Vec<_>>(), [6, 7]);
    }

    #[test]
    fn eight_seeds_are_captured_in_question_7() {
        let mut sown = figure([5, 3, 2, 3, 1, 3], [7, 2, 9, 0, 4, 2]);
        assert_eq!(sown.capture(pit(10)), 8);
        assert_eq!(sown, figure([5, 0, 0, 0, 1, 3], [7, 2, 9, 0, 4, 2]));
    }

    #[test]
    fn a_last_seed_in_an_own_pit_captures_nothing() {
        let mut sown = board([0, 2, 3, 0, 0, 0, 2, 2, 2, 2, 2, 2]);
        assert_eq!(sown.capture(pit(2)), 0);
    }

    #[test]
    fn pit_2_starves_in_question_8_and_0_and_5_do_not() {
        let before = figure([2, 2, 1, 1, 2, 1], [19, 0, 9, 3, 0, 2]);
        let starving = [0, 2, 5].map(|number| before.starves(pit(number)));
        assert_eq!(starving, [false, true, false]);
    }

    #[test]
    fn acceptable_pits_are_own_full_and_feed_the_opponent() {
        let before = figure([2, 2, 1, 1, 2, 1], [19, 0, 9, 3, 0, 2]);
        assert_eq!(
            before.acceptable_pits().collect::<Vec<_>>(),
            [0, 3, 5].map(pit)
        );
        assert!(!before.is_acceptable(pit(6)));
        let hungry = board([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
        assert_eq!(hungry.acceptable_pits().collect::<Vec<_>>(), [pit(5)]);
    }

    #[test]
    fn any_counts_can_be_sown() {
        // 300 seeds are 27 laps of 11 pits and 3 more.
        let mut pits = [0; PITS];
        pits[2] = 300;
        let mut board = Board::with_any(pits);
        assert_eq!(board.sow(Pit::at(2)), Pit::at(5));
        assert_eq!(
            board.pits(),
            [27, 27, 0, 28, 28, 28, 27, 27, 27, 27, 27, 27]
        );
        assert_eq!(board.sum(Pit::at(0), Pit::at(11)), 300);
    }

    #[test]
    fn more_than_48_seeds_are_refused() {
        assert_eq!(Board::new([5; PITS]), Err(TooManySeeds(60)));
        assert_eq!(Board::new([255; PITS]), Err(TooManySeeds(3060)));
    }
}
