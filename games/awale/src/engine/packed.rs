//! Packed boards for the engine: one byte per pit, six pits per word, so that a turn is two additions
//! and a few masks.

use crate::board::{Board, PITS, SEEDS, SIDE};

/// The lowest bit of each of six bytes.
const ONES: u64 = 0x0101_0101_0101;

/// The effect of sowing a given number of seeds from a given own pit.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Sowing {
    /// Seeds added to each own pit, one byte each.
    own: u64,
    /// Seeds added to each of the opponent's pits, one byte each.
    pub(crate) other: u64,
    /// Mask of the opponent's pits up to the last seed sown; 0 when that falls into an own pit.
    reach: u64,
}

/// The effect of every sowing, by own pit and by number of seeds sown.
static SOWINGS: [[Sowing; SEEDS as usize + 1]; SIDE] = sowings();

const fn sowings() -> [[Sowing; SEEDS as usize + 1]; SIDE] {
    let none = Sowing {
        own: 0,
        other: 0,
        reach: 0,
    };
    let mut table = [[none; SEEDS as usize + 1]; SIDE];
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
    /// Returns whether both sowings change every half board of the opponent in the same way.
    pub(crate) const fn lands_like(&self, other: &Self) -> bool {
        self.other == other.other && self.reach == other.reach
    }

    /// The mover's half once the seeds of `pit` are sown.
    #[inline]
    pub(crate) const fn leave(&self, own: u64, pit: usize) -> u64 {
        (own & !(0xff << (8 * pit))) + self.own
    }

    /// The opponent's half after sowing and capture, and the number of seeds captured.
    #[inline]
    pub(crate) const fn land(&self, other: u64) -> (u64, u8) {
        let sown = other + self.other;
        let taken = sown & captured_bytes(sown, self.reach);
        (sown ^ taken, seeds_in_half(taken))
    }

    /// The same sowing with one more seed, which falls into pit `at`.
    const fn one_more(self, at: usize) -> Self {
        if at < SIDE {
            Self {
                own: self.own + (1 << (8 * at)),
                reach: 0,
                ..self
            }
        } else {
            let at = at - SIDE;
            Self {
                other: self.other + (1 << (8 * at)),
                reach: (1 << (8 * (at + 1))) - 1,
                ..self
            }
        }
    }
}

/// A board as two half boards of six bytes, the owner's pit 0 in the lowest byte.
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

/// Number of seeds in a half board, at most 255.
#[inline]
pub(crate) const fn seeds_in_half(half: u64) -> u8 {
    (half.wrapping_mul(ONES) >> 40) as u8
}

impl Packed {
    /// Number of seeds in an own pit, 0 to 5.
    #[inline]
    pub const fn seeds_in(self, pit: usize) -> u8 {
        (self.own >> (8 * pit)) as u8
    }

    /// Number of seeds on the whole board.
    #[inline]
    pub const fn seeds(self) -> u8 {
        seeds_in_half(self.own + self.other)
    }

    /// Seeds of the player to move minus those of the opponent.
    #[inline]
    pub const fn difference(self) -> i8 {
        seeds_in_half(self.own).cast_signed() - seeds_in_half(self.other).cast_signed()
    }

    /// The board after own pit `pit` is played, as the opponent sees it, and the number of seeds
    /// captured; `None` when the pit is empty or playing it would starve the opponent.
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

    /// The effect of sowing own pit `pit`.
    #[inline]
    pub(crate) fn sowing(self, pit: usize) -> &'static Sowing {
        &SOWINGS[pit][usize::from(self.seeds_in(pit))]
    }

    /// Every acceptable pit, in order, with the board after it as the opponent sees it and the number
    /// of seeds captured.
    #[inline]
    pub fn moves(self) -> impl Iterator<Item = (usize, Self, u8)> {
        self.full_pits().filter_map(move |pit| {
            let (after, captured) = self.after(pit)?;
            Some((pit, after, captured))
        })
    }

    /// The own pits that are not empty, in order.
    #[inline]
    pub fn full_pits(self) -> FullPits {
        FullPits((self.own + 0x7f * ONES) & (0x80 * ONES))
    }
}

/// Iterator over the numbers, 0 to 5, of the own pits with seeds. It holds the top bit of each pit's
/// byte.
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

/// Mask of the captured pits: the run of pits with 2 or 3 seeds that ends at the last pit of `reach`.
#[inline]
const fn captured_bytes(sown: u64, reach: u64) -> u64 {
    // A byte of 2 or 3 differs from 2 at most in the lowest bit; adding 0x7f to any other difference
    // sets the top bit.
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
            let pits = pits.iter().rev();
            pits.fold(0, |half, &seeds| half << 8 | u64::from(seeds))
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
        Self::new(pits).expect("a packed board has at most 48 seeds")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::Pit;

    /// Compares a packed turn with the readable rules for every own pit.
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

    /// Boards of up to 48 seeds in random pits: captures of every length occur.
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
