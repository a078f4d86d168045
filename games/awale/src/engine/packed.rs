//! Boards for engines: a byte a pit, six to a word, so that a turn is two additions and a few masks.

use crate::board::{Board, PITS, SEEDS, SIDE};

/// The lowest bit of each of six bytes.
const ONES: u64 = 0x0101_0101_0101;

/// What sowing so many seeds from an own pit adds to each half, and where the last one falls.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Sowing {
    own: u64,
    other: u64,
    /// The bytes of the opponent's half up to the last seed; none when it falls on one's own side.
    reach: u64,
}

/// What every sowing does, by pit and by seeds sown.
static SOWINGS: [[Sowing; SEEDS as usize + 1]; SIDE] = sowings();

const fn sowings() -> [[Sowing; SEEDS as usize + 1]; SIDE] {
    let nothing = Sowing {
        own: 0,
        other: 0,
        reach: 0,
    };
    let mut table = [[nothing; SEEDS as usize + 1]; SIDE];
    let mut pit = 0;
    while pit < SIDE {
        let mut seeds = 1;
        let mut at = pit;
        while seeds <= SEEDS as usize {
            at = (at + 1) % PITS;
            if at == pit {
                at = (at + 1) % PITS;
            }
            table[pit][seeds] = table[pit][seeds - 1].one_more(at);
            seeds += 1;
        }
        pit += 1;
    }
    table
}

impl Sowing {
    /// What it adds to the opponent's half.
    pub(crate) const fn other(&self) -> u64 {
        self.other
    }

    /// Whether it does the same to every opponent's half as another.
    pub(crate) const fn lands_like(&self, same: &Self) -> bool {
        self.other == same.other && self.reach == same.reach
    }

    /// The mover's half once the seeds of `pit` are sown.
    #[inline]
    pub(crate) const fn leave(&self, own: u64, pit: usize) -> u64 {
        (own & !(0xff << (8 * pit))) + self.own
    }

    /// The opponent's half after sowing and capture, and the seeds captured.
    #[inline]
    pub(crate) const fn land(&self, other: u64) -> (u64, u8) {
        let sown = other + self.other;
        let taken = sown & captured_bytes(sown, self.reach);
        (sown ^ taken, seeds_of(taken))
    }

    const fn one_more(self, at: usize) -> Self {
        if at < SIDE {
            Self {
                own: self.own + (1 << (8 * at)),
                other: self.other,
                reach: 0,
            }
        } else {
            let at = at - SIDE;
            Self {
                own: self.own,
                other: self.other + (1 << (8 * at)),
                reach: (1 << (8 * (at + 1))) - 1,
            }
        }
    }
}

/// A board of one half for each player: pit 0 of its owner in the lowest byte.
///
/// ```
/// use awale::{Board, Packed};
/// let (after, captured) = Packed::from(&Board::default()).after(5).expect("feeds the opponent");
/// assert_eq!((Board::from(after).pits()[0], captured), (5, 0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Packed {
    /// The half of the player to move.
    pub own: u64,
    /// The half of the opponent.
    pub other: u64,
}

/// Seeds in a half; exact up to 255.
#[inline]
pub(crate) const fn seeds_of(half: u64) -> u8 {
    (half.wrapping_mul(ONES) >> 40) as u8
}

impl Packed {
    /// Seeds in one of the player's own pits, 0 to 5.
    #[inline]
    pub const fn seeds_in(self, pit: usize) -> u8 {
        (self.own >> (8 * pit)) as u8
    }

    /// Seeds on the whole board.
    #[inline]
    pub const fn seeds(self) -> u8 {
        seeds_of(self.own + self.other)
    }

    /// Seeds of the player to move minus those of the opponent.
    #[inline]
    pub const fn difference(self) -> i8 {
        seeds_of(self.own).cast_signed() - seeds_of(self.other).cast_signed()
    }

    /// The board turned after playing own pit `pit`, and the seeds captured; `None` when the pit is
    /// empty or would starve the opponent.
    #[inline]
    pub fn after(self, pit: usize) -> Option<(Self, u8)> {
        let sowing = self.sowing(pit);
        let (left, captured) = sowing.land(self.other);
        let after = Self {
            own: left,
            other: sowing.leave(self.own, pit),
        };
        (self.seeds_in(pit) > 0 && left > 0).then_some((after, captured))
    }

    /// What sowing own pit `pit` does.
    #[inline]
    pub(crate) fn sowing(self, pit: usize) -> &'static Sowing {
        &SOWINGS[pit][usize::from(self.seeds_in(pit))]
    }

    /// Every acceptable pit with the board turned after it and the seeds captured, in order.
    #[inline]
    pub fn moves(self) -> impl Iterator<Item = (usize, Self, u8)> {
        self.full_pits().filter_map(move |pit| {
            let (after, captured) = self.after(pit)?;
            Some((pit, after, captured))
        })
    }

    /// The player's own pits that are not empty, in order.
    #[inline]
    pub fn full_pits(self) -> FullPits {
        FullPits((self.own + 0x7f * ONES) & (0x80 * ONES))
    }
}

/// Pits with seeds, 0 to 5: the top bit of the byte of each.
#[derive(Clone, Debug)]
pub struct FullPits(u64);

impl Iterator for FullPits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let pit = self.0.trailing_zeros() as usize / 8;
        self.0 &= self.0.wrapping_sub(1);
        (pit < SIDE).then_some(pit)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for FullPits {}

/// The bytes of the run of pits with 2 or 3 seeds that ends with the last pit of `reach`.
#[inline]
const fn captured_bytes(sown: u64, reach: u64) -> u64 {
    // A byte of 2 or 3 differs from 2 in the lowest bit at most; the others carry into their top bit.
    let unlike = (sown ^ (2 * ONES)) & (0xfe * ONES);
    let safe = (unlike + 0x7f * ONES) & (0x80 * ONES) & reach;
    let kept = u64::MAX.checked_shr(safe.leading_zeros());
    match kept {
        Some(kept) => reach & !kept,
        None => reach,
    }
}

impl From<&Board> for Packed {
    fn from(board: &Board) -> Self {
        let pits = board.pits();
        let half = |pits: &[u8]| {
            pits.iter()
                .rev()
                .fold(0, |half, &seeds| half << 8 | u64::from(seeds))
        };
        Self {
            own: half(&pits[..SIDE]),
            other: half(&pits[SIDE..]),
        }
    }
}

impl From<Packed> for Board {
    fn from(packed: Packed) -> Self {
        let mut pits = [0; PITS];
        pits[..SIDE].copy_from_slice(&packed.own.to_le_bytes()[..SIDE]);
        pits[SIDE..].copy_from_slice(&packed.other.to_le_bytes()[..SIDE]);
        Self::new(pits).expect("a packed board is a board")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::Pit;

    fn check_turn(board: Board) {
        for pit in Pit::OWN {
            let mut expected = None;
            if board.is_acceptable(pit) {
                let mut after = board;
                let last = after.sow(pit);
                let captured = after.capture(last);
                after.turn();
                expected = Some((after, captured));
            }
            let turned = Packed::from(&board).after(pit.index());
            let unpacked = turned.map(|(after, captured)| (Board::from(after), captured));
            assert_eq!(unpacked, expected, "{board} pit {pit}");
        }
    }

    /// Up to 48 seeds thrown at random pits, so that captures of every length come about.
    fn boards() -> impl Strategy<Value = Board> {
        prop::collection::vec(0..PITS, 0..=SEEDS as usize).prop_map(|thrown| {
            let mut pits = [0; PITS];
            for pit in thrown {
                pits[pit] += 1;
            }
            Board::new(pits).unwrap()
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]

        #[test]
        fn packed_turns_equal_the_readable_rules(board in boards()) {
            check_turn(board);
            let packed = Packed::from(&board);
            prop_assert_eq!(Board::from(packed), board);
            prop_assert_eq!(packed.seeds(), board.seeds());
            prop_assert_eq!(packed.difference(), board.difference());
        }

        #[test]
        fn packed_turns_equal_the_readable_rules_with_many_seeds_in_a_pit(
            board in boards(),
            pit in 0..SIDE,
        ) {
            let mut pits = board.pits();
            pits[pit] += SEEDS - board.seeds();
            check_turn(Board::new(pits).unwrap());
        }
    }
}
