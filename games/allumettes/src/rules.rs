//! The rules (*Jeu*): heaps of matches, how many may be taken, and what the last one means.

use std::num::NonZeroU32;

use table::{Explain, Message, Side};

/// The subject's largest take, *`PRISE_MAX`*; the default with one heap.
#[doc(alias = "PRISE_MAX")]
pub const MAX_TAKE: u32 = 3;

/// The most matches a game may begin with, so that its moves can be listed.
pub const MAX_MATCHES: u32 = 1_000_000;

/// The most heaps.
pub const MAX_HEAPS: usize = 100;

/// What taking the last match means.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum LastMatch {
    /// Whoever takes it loses: the subject's rule, misère nim.
    #[default]
    Loses,
    /// Whoever takes it wins: normal nim.
    Wins,
}

/// A move: so many matches from one heap. Any number can be said; the rules refuse some.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Take {
    /// Which heap, from 0.
    pub heap: usize,
    /// How many matches.
    pub count: i64,
}

impl Take {
    /// `count` matches from the first heap.
    pub const fn of(count: i64) -> Self {
        Self { heap: 0, count }
    }
}

/// What a move did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Taken {
    /// The move.
    pub take: Take,
    /// Matches left in all heaps together.
    pub left: u32,
}

/// What a cheat takes behind the referee's back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cheat {
    /// One match, of the largest heap.
    One,
    /// All matches but this many.
    Leave(u32),
}

/// Why a move or a cheat cannot be (*`CoupInvalideException`*).
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[doc(alias = "CoupInvalideException")]
pub enum Refusal {
    /// At least one match must be taken.
    #[error("{count} is fewer than 1 match")]
    TooFew {
        /// The number asked for.
        count: i64,
    },
    /// The maximum, or what is left, is smaller.
    #[error("{count} is more than {most}, the most that can be taken here")]
    TooMany {
        /// The number asked for.
        count: i64,
        /// The most that can be taken.
        most: u32,
    },
    /// There are not that many heaps.
    #[error("heap {heap} does not exist: choose 1 to {heaps}")]
    NoSuchHeap {
        /// The heap asked for, from 1.
        heap: usize,
        /// How many there are.
        heaps: usize,
    },
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// A cheat that would gain nothing.
    #[error("nothing to gain by cheating with {left} left")]
    NothingToGain {
        /// Matches left in all.
        left: u32,
    },
}

impl Explain for Refusal {
    fn explain(&self) -> Message {
        match self {
            Self::TooFew { count } => Message::new("allumettes-too-few").with("count", *count),
            Self::TooMany { count, most } => Message::new("allumettes-too-many")
                .with("count", *count)
                .with("most", *most),
            Self::NoSuchHeap { heap, heaps } => Message::new("allumettes-no-such-heap")
                .with("heap", *heap)
                .with("heaps", *heaps),
            Self::Over => Message::new("game-over"),
            Self::NothingToGain { left } => {
                Message::new("allumettes-nothing-to-gain").with("left", *left)
            }
        }
    }
}

/// Why `count` matches cannot be taken where `most` can.
pub fn refusal(count: i64, most: u32) -> Option<Refusal> {
    if count < 1 {
        Some(Refusal::TooFew { count })
    } else if count > most.into() {
        Some(Refusal::TooMany { count, most })
    } else {
        None
    }
}

/// Why a game cannot begin like this.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// Nothing to take.
    #[error("there is no match to take: a game begins with at least 1")]
    Empty,
    /// Too many matches.
    #[error("{0} matches are too many: the most is {MAX_MATCHES}")]
    TooManyMatches(u64),
    /// Too many heaps.
    #[error("{0} heaps are too many: the most is {MAX_HEAPS}")]
    TooManyHeaps(usize),
}

impl Explain for SetupError {
    fn explain(&self) -> Message {
        match self {
            Self::Empty => Message::new("allumettes-empty"),
            Self::TooManyMatches(count) => Message::new("allumettes-too-many-matches")
                .with("count", count.to_string())
                .with("most", MAX_MATCHES),
            Self::TooManyHeaps(count) => Message::new("allumettes-too-many-heaps")
                .with("count", *count)
                .with("most", MAX_HEAPS),
        }
    }
}

/// A game of matches in progress.
///
/// ```
/// use allumettes::{Matches, Take};
/// let mut game = Matches::default();
/// game.take(Take::of(3))?;
/// assert_eq!(game.left(), 10);
/// # Ok::<(), allumettes::Refusal>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[doc(alias = "Jeu")]
pub struct Matches {
    pub(crate) heaps: Vec<u32>,
    pub(crate) max: Option<NonZeroU32>,
    pub(crate) last: LastMatch,
    pub(crate) to_move: Side,
}

impl Default for Matches {
    /// The subject's: 13 matches, at most 3 a turn, the last one loses.
    fn default() -> Self {
        Self {
            heaps: vec![13],
            max: default_max(1),
            last: LastMatch::Loses,
            to_move: Side::First,
        }
    }
}

/// The subject's 3 with one heap; with several, as many as the heap has (Marienbad).
pub(crate) fn default_max(heaps: usize) -> Option<NonZeroU32> {
    if heaps == 1 {
        NonZeroU32::new(MAX_TAKE)
    } else {
        None
    }
}

impl Matches {
    /// A game that begins with these heaps and the usual largest take.
    ///
    /// # Errors
    /// Without a match, or with more than [`MAX_MATCHES`] or [`MAX_HEAPS`].
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

    /// The same with another largest take; `None` for the whole heap.
    #[must_use]
    pub fn with_max(self, max: Option<NonZeroU32>) -> Self {
        Self { max, ..self }
    }

    /// The same with another meaning of the last match.
    #[must_use]
    pub fn with_last(self, last: LastMatch) -> Self {
        Self { last, ..self }
    }

    /// Matches left in all heaps together.
    #[doc(alias = "getNombreAllumettes")]
    pub fn left(&self) -> u32 {
        self.heaps.iter().sum()
    }

    /// The heaps, empty ones included.
    pub fn heaps(&self) -> &[u32] {
        &self.heaps
    }

    /// The largest take, if there is one.
    pub fn max(&self) -> Option<NonZeroU32> {
        self.max
    }

    /// What the last match means.
    pub fn last(&self) -> LastMatch {
        self.last
    }

    /// The most that can be taken from a heap now.
    pub fn most(&self, heap: usize) -> u32 {
        self.max
            .map_or(self.heaps[heap], |max| self.heaps[heap].min(max.get()))
    }

    /// The first of the largest heaps.
    pub(crate) fn largest_heap(&self) -> usize {
        let largest = self.heaps.iter().max();
        self.heaps
            .iter()
            .position(|heap| Some(heap) == largest)
            .unwrap_or(0)
    }

    /// Takes matches for the side to move.
    ///
    /// # Errors
    /// Fewer than 1, more than the maximum or than there are: the game is as it was.
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
        if let Some(refusal) = refusal(count, self.most(heap)) {
            return Err(refusal);
        }
        self.heaps[heap] -= count as u32;
        self.to_move = self.to_move.other();
        Ok(Taken {
            take,
            left: self.left(),
        })
    }

    /// Makes matches disappear without losing the turn.
    pub(crate) fn filch(&mut self, cheat: Cheat) -> Result<(), Refusal> {
        let left = self.left();
        let keep = match cheat {
            Cheat::One => left.saturating_sub(1),
            Cheat::Leave(keep) => keep,
        };
        if keep == 0 || keep >= left {
            return Err(Refusal::NothingToGain { left });
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
    fn the_subject_s_refusals_name_the_number_and_the_bound() {
        let mut game = Matches::new(&[2]).unwrap();
        let cases = [
            (0, Refusal::TooFew { count: 0 }),
            (-4, Refusal::TooFew { count: -4 }),
            (3, Refusal::TooMany { count: 3, most: 2 }),
        ];
        for (count, refusal) in cases {
            assert_eq!(game.take(Take::of(count)), Err(refusal));
            assert_eq!(game.left(), 2);
        }
    }

    #[test]
    fn any_initial_number_is_possible() {
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
        assert_eq!(game.filch(Cheat::Leave(2)), Ok(()));
        assert_eq!(game.heaps(), [1, 1, 0, 0]);
        assert_eq!(
            game.filch(Cheat::Leave(2)),
            Err(Refusal::NothingToGain { left: 2 })
        );
    }
}
