//! Fast random games on the packed board.

use table::{Outcome, Side};

use crate::engine::board::{BOTTOM, Board, column_cells, has_four, landings};
use crate::grid::{COLUMNS, LINES};

const TOP: u64 = BOTTOM << (LINES - 1);

/// Plays random moves from `board` to the end, every playable column equally likely; each call of
/// `random` gives 32 uniform bits. Returns the result, in which [`Side::First`] is the side to move on
/// `board`, and the number of discs at the end.
///
/// ```
/// use puissance4::{Board, Outcome, Side, random_game};
/// // Zeros always choose the leftmost playable column: both fill it, and the fourth disc of the
/// // first player on line 1 is the 19th of the game.
/// let (outcome, discs) = random_game(Board::EMPTY, &mut || 0);
/// assert_eq!((outcome, discs), (Outcome::Win(Side::First), 19));
/// ```
pub fn random_game(board: Board, random: &mut impl FnMut() -> u32) -> (Outcome, u32) {
    let (mut mover, mut waiting) = (board.own(), board.other());
    let start = board.discs();
    let mut discs = start;
    if has_four(waiting) {
        return (Outcome::Win(Side::Second), discs);
    }
    loop {
        let Some(cell) = random_landing(mover | waiting, random()) else {
            return (Outcome::Draw, discs);
        };
        mover |= cell;
        discs += 1;
        if has_four(mover) {
            let winner = Side::BOTH[((discs - start + 1) % 2) as usize];
            return (Outcome::Win(winner), discs);
        }
        std::mem::swap(&mut mover, &mut waiting);
    }
}

/// The cell of a playable column chosen by 32 uniform bits.
#[inline]
fn random_landing(all: u64, random: u32) -> Option<u64> {
    let choose = |count: u32| ((u64::from(random) * u64::from(count)) >> 32) as u32;
    // While every column is open, which is most of a game, no loop is needed whose branch the
    // processor would mispredict.
    if all & TOP == 0 {
        let column = column_cells(choose(COLUMNS.into()));
        return Some((all + BOTTOM) & column);
    }
    let choices = landings(all);
    (choices != 0).then(|| nth(choices, choose(choices.count_ones())))
}

/// The set bit with index `n`, counted from the lowest as 0.
#[inline]
const fn nth(mut bits: u64, mut n: u32) -> u64 {
    while n > 0 {
        bits &= bits - 1;
        n -= 1;
    }
    bits & bits.wrapping_neg()
}
