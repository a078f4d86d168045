//! The rules of the matches (*Jeu*): heaps, the maximum for one turn, and whether the last match loses
//! or wins.

use std::num::NonZeroU32;

use table::{Explain, Side};

/// Most matches taken in one turn in the subject, *`PRISE_MAX`*; the default with one heap.
#[doc(alias = "PRISE_MAX")]
pub const MAX_TAKE: u32 = 3;

/// Most matches a game may begin with, so that its moves can be listed.
pub const MAX_MATCHES: u32 = 1_000_000;

/// Most heaps of a game.
pub const MAX_HEAPS: usize = 100;

/// Whether the player who takes the last match loses or wins.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum LastMatch {
    /// The player who takes the last match loses: the subject's rule, misère nim.
    #[default]
    Loses,
    /// The player who takes the last match wins: normal nim.
    Wins,
}

/// A move: a number of matches taken from one heap. It may be any number; [`Matches::take`] refuses
/// those that break the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Take {
    /// Index of the heap, from 0.
    pub heap: usize,
    /// Number of matches.
    pub count: i64,
}

/// The effect of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Taken {
    /// The move.
    pub take: Take,
    /// Number of matches left in all heaps together.
    pub left: u32,
}

/// A cheat: removes matches without using up the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cheat {
    /// Removes one match of the largest heap.
    One,
    /// Removes all matches but this many.
    Leave(u32),
}

/// The reason why a move or a cheat is refused (*`CoupInvalideException`*).
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
#[doc(alias = "CoupInvalideException")]
pub enum Refusal {
    /// The move takes this number of matches, less than 1.
    #[message("allumettes-too-few", count = _0)]
    TooFew(i64),
    /// The move takes more matches than allowed or than the heap has.
    #[message("allumettes-too-many")]
    TooMany {
        /// Number of matches of the move.
        count: i64,
        /// Most matches that can be taken from the heap.
        most: u32,
    },
    /// The heap does not exist.
    #[message("allumettes-no-such-heap")]
    NoSuchHeap {
        /// Number of the heap of the move, from 1.
        heap: usize,
        /// Number of heaps.
        heaps: usize,
    },
    /// The game is over.
    #[message("allumettes-over")]
    Over,
    /// The cheat would remove no match, or all of them.
    #[message("allumettes-nothing-to-gain")]
    NothingToGain,
}

/// Checks that `count` matches can be taken from a heap where at most `most` can.
pub(crate) fn check_count(count: i64, most: u32) -> Result<(), Refusal> {
    if count < 1 {
        Err(Refusal::TooFew(count))
    } else if count > most.into() {
        Err(Refusal::TooMany { count, most })
    } else {
        Ok(())
    }
}

/// The reason why a game cannot begin with these heaps.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
pub enum SetupError {
    /// The heaps are empty.
    #[message("allumettes-empty")]
    Empty,
    /// The heaps have more than [`MAX_MATCHES`] matches together.
    #[message("allumettes-too-many-matches", count = _0, most = MAX_MATCHES)]
    TooManyMatches(u64),
    /// The game has more than [`MAX_HEAPS`] heaps.
    #[message("allumettes-too-many-heaps", count = _0, most = MAX_HEAPS)]
    TooManyHeaps(usize),
}

/// A game of matches in progress.
///
/// ```
/// use allumettes::{Matches, Take};
/// let mut game = Matches::default();
/// game.take(Take { heap: 0, count: 3 })?;
/// assert_eq!(game.left(), 10);
/// # Ok::<(), allumettes::Refusal>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[doc(alias = "Jeu")]
pub struct Matches {
    pub(crate) heaps: Vec<u32>,
    /// Most matches taken in one turn; `None` for the whole heap.
    pub(crate) max: Option<NonZeroU32>,
    pub(crate) last: LastMatch,
    pub(crate) to_move: Side,
}

impl Default for Matches {
    /// The game of the subject: 13 matches, at most 3 a turn, the last one loses.
    fn default() -> Self {
        Self {
            heaps: vec![13],
            max: default_max(1),
            last: LastMatch::Loses,
            to_move: Side::First,
        }
    }
}

/// The default maximum for one turn: 3 with one heap, the whole heap with several (Marienbad).
pub(crate) fn default_max(heaps: usize) -> Option<NonZeroU32> {
    NonZeroU32::new(MAX_TAKE).filter(|_| heaps == 1)
}

impl Matches {
    /// A game that begins with these heaps and the default maximum for one turn.
    pub fn new(heaps: &[u32]) -> Result<Self, SetupError> {
        let total = heaps.iter().copied().map(u64::from).sum();
        if heaps.len() > MAX_HEAPS {
            Err(SetupError::TooManyHeaps(heaps.len()))
        } else if total == 0 {
            Err(SetupError::Empty)
        } else if total > MAX_MATCHES.into() {
            Err(SetupError::TooManyMatches(total))
        } else {
            Ok(Self {
                heaps: heaps.to_vec(),
                max: default_max(heaps.len()),
                ..Self::default()
            })
        }
    }

    /// Number of matches left in all heaps together.
    #[doc(alias = "getNombreAllumettes")]
    pub fn left(&self) -> u32 {
        self.heaps.iter().sum()
    }

    /// Number of matches in each heap, empty ones included.
    pub fn heaps(&self) -> &[u32] {
        &self.heaps
    }

    /// Most matches that can be taken from a heap now.
    pub(crate) fn most(&self, heap: usize) -> u32 {
        self.max
            .map_or(self.heaps[heap], |max| self.heaps[heap].min(max.get()))
    }

    /// Index of the first of the largest heaps.
    pub(crate) fn largest_heap(&self) -> usize {
        // The first of equals is the last in reverse.
        let heaps = (0..self.heaps.len()).rev();
        heaps.max_by_key(|&heap| self.heaps[heap]).unwrap_or(0)
    }

    /// Takes matches for the side to move. A refused move leaves the game unchanged.
    #[doc(alias = "retirer")]
    pub fn take(&mut self, take: Take) -> Result<Taken, Refusal> {
        let Take { heap, count } = take;
        if self.left() == 0 {
            return Err(Refusal::Over);
        }
        if heap >= self.heaps.len() {
            return Err(Refusal::NoSuchHeap {
                heap: heap + 1,
                heaps: self.heaps.len(),
            });
        }
        check_count(count, self.most(heap))?;
        self.heaps[heap] -= count as u32;
        self.to_move = self.to_move.other();
        let left = self.left();
        Ok(Taken { take, left })
    }

    /// Carries out a cheat without using up the turn.
    pub(crate) fn apply_cheat(&mut self, cheat: Cheat) -> Result<(), Refusal> {
        let keep = match cheat {
            Cheat::One => self.left().saturating_sub(1),
            Cheat::Leave(keep) => keep,
        };
        if keep == 0 || keep >= self.left() {
            return Err(Refusal::NothingToGain);
        }
        match cheat {
            Cheat::One => {
                let heap = self.largest_heap();
                self.heaps[heap] -= 1;
            }
            Cheat::Leave(_) => self.keep_only(keep),
        }
        Ok(())
    }

    /// Empties the heaps, the last ones first, until `keep` matches are left.
    fn keep_only(&mut self, keep: u32) {
        let mut kept = keep;
        for heap in &mut self.heaps {
            *heap = kept.min(*heap);
            kept -= *heap;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_contain_the_number_and_the_limit() {
        let mut game = Matches::new(&[2]).unwrap();
        let cases = [
            (0, Refusal::TooFew(0)),
            (-4, Refusal::TooFew(-4)),
            (3, Refusal::TooMany { count: 3, most: 2 }),
        ];
        for (count, refusal) in cases {
            assert_eq!(game.take(Take { heap: 0, count }), Err(refusal));
            assert_eq!(game.left(), 2);
        }
    }

    #[test]
    fn a_game_begins_with_1_to_a_million_matches() {
        for count in [1, 2, 13, 14, 1000, MAX_MATCHES] {
            assert_eq!(Matches::new(&[count]).unwrap().left(), count);
        }
        assert_eq!(Matches::new(&[0]), Err(SetupError::Empty));
        assert_eq!(
            Matches::new(&[u32::MAX; 2]),
            Err(SetupError::TooManyMatches(8_589_934_590))
        );
    }

    #[test]
    fn leaving_two_matches_empties_the_last_heaps() {
        let mut game = Matches::new(&[1, 3, 5, 7]).unwrap();
        assert_eq!(game.apply_cheat(Cheat::Leave(2)), Ok(()));
        assert_eq!(game.heaps(), [1, 1, 0, 0]);
        assert_eq!(
            game.apply_cheat(Cheat::Leave(2)),
            Err(Refusal::NothingToGain)
        );
    }
}
