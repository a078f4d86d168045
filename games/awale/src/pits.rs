//! Sowing and capturing on twelve pits with seeds counted in any integer type: the game's board uses
//! bytes, and the subject's functions accept larger counts (R23b).

use std::iter::Sum;
use std::ops::AddAssign;

use crate::board::{PITS, Pit, SIDE};

/// An integer type that seeds are counted in.
pub trait SeedCount: Copy + PartialEq + Sum + AddAssign + From<u8> + Into<u64> {}

impl SeedCount for u8 {}
impl SeedCount for u32 {}

/// Number of seeds in each pit, as the player to move sees them.
pub type Pits<N> = [N; PITS];

/// Number of seeds in the pits from `n` to `p`, both included; 0 when `n` comes after `p`.
#[doc(alias = "somme")]
pub fn sum<N: SeedCount>(pits: &Pits<N>, n: Pit, p: Pit) -> N {
    (n.index()..=p.index()).map(|pit| pits[pit]).sum()
}

/// Exchanges the two sides of the board, so that the opponent is to move.
#[doc(alias = "tourner_plateau")]
pub fn turn<N: SeedCount>(pits: &mut Pits<N>) {
    pits.rotate_left(SIDE);
}

/// Sows the seeds of a pit one by one counter-clockwise, never into the pit they came from. Returns
/// the pit of the last seed, or `pit` when it was empty. Takes time in proportion to the seeds.
#[doc(alias = "semer_graines")]
pub fn sow<N: SeedCount>(pits: &mut Pits<N>, pit: Pit) -> Pit {
    let hand = std::mem::replace(&mut pits[pit.index()], N::from(0));
    let mut last = pit;
    for _ in 0..hand.into() {
        last = last.next();
        if last == pit {
            last = last.next();
        }
        pits[last.index()] += N::from(1);
    }
    last
}

/// Returns whether the player to move may capture this pit: an opponent's pit with 2 or 3 seeds.
#[doc(alias = "case_ramassable")]
pub fn is_capturable<N: SeedCount>(pits: &Pits<N>, pit: Pit) -> bool {
    !pit.is_own() && matches!(pits[pit.index()].into(), 2 | 3)
}

/// Empties the capturable pits clockwise from the last one sown, up to the first that is not
/// capturable. Returns the number of seeds captured.
#[doc(alias = "ramasser_graines")]
pub fn capture<N: SeedCount>(pits: &mut Pits<N>, last: Pit) -> N {
    let mut captured = N::from(0);
    for pit in (0..=last.index()).rev().map(Pit::at) {
        if !is_capturable(pits, pit) {
            break;
        }
        captured += std::mem::replace(&mut pits[pit.index()], N::from(0));
    }
    captured
}

/// Returns whether playing `pit` leaves the opponent without a seed, with or without a capture (R21).
#[doc(alias = "test_famine")]
pub fn starves<N: SeedCount>(pits: &Pits<N>, pit: Pit) -> bool {
    // Sowing never takes seeds from another pit, and a pit of four or more is never captured.
    if (SIDE..PITS).any(|other| other != pit.index() && pits[other].into() > 3) {
        return false;
    }
    let mut after = *pits;
    let last = sow(&mut after, pit);
    capture(&mut after, last);
    after[SIDE..].iter().all(|&seeds| seeds.into() == 0)
}

/// Returns whether the player to move may play `pit`: it is their own, it is not empty, and the
/// opponent keeps a seed.
#[doc(alias = "test_case")]
pub fn is_acceptable<N: SeedCount>(pits: &Pits<N>, pit: Pit) -> bool {
    pit.is_own() && pits[pit.index()].into() > 0 && !starves(pits, pit)
}

/// The pits the player to move may play, in order.
#[doc(alias = "cases_possibles")]
pub fn acceptable<N: SeedCount>(pits: &Pits<N>) -> impl Iterator<Item = Pit> {
    Pit::OWN.into_iter().filter(|pit| is_acceptable(pits, *pit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_counts_can_be_sown() {
        // 300 seeds are 27 laps of 11 pits and 3 more.
        let mut pits: Pits<u32> = [0; PITS];
        pits[2] = 300;
        assert_eq!(sow(&mut pits, Pit::at(2)), Pit::at(5));
        assert_eq!(pits, [27, 27, 0, 28, 28, 28, 27, 27, 27, 27, 27, 27]);
        assert_eq!(sum(&pits, Pit::at(0), Pit::at(11)), 300);
    }
}
