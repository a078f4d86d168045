//! A game of awalé in progress: board, scores, turns played, and when it stops.

use table::{Explain, Message, Outcome, Side};

use crate::board::{Board, Pit, SEEDS, SIDE, TooManySeeds};

/// Turns of both players together after which the game stops (R20).
pub const MAX_TURNS: u8 = 100;

/// With more than half of the seeds a player has won: the game stops.
const MAJORITY: u8 = SEEDS / 2 + 1;

/// With this many seeds on the board or fewer the game stops: more than 45 of 48 are captured.
pub const FEW_SEEDS: u8 = 2;

/// What a turn did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sown {
    /// The pit played.
    pub pit: Pit,
    /// Where the last seed fell, on the board before it was turned.
    pub last: Pit,
    /// Seeds captured.
    pub captured: u8,
}

/// What a cheat takes behind the referee's back: so many of the opponent's seeds on the board, one
/// at a time from the fullest pit, into the cheat's own score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cheat(pub u8);

/// Why a move or a cheat cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The pit is the opponent's.
    #[error("pit {0} is not yours: choose 0 to 5")]
    NotYours(Pit),
    /// There is nothing to sow.
    #[error("pit {0} is empty")]
    Empty(Pit),
    /// The opponent would be left without a seed.
    #[error("pit {0} would starve the opponent")]
    Starves(Pit),
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// A cheat that would end the game, or find too few seeds.
    #[error("nothing to gain by taking {0} seeds")]
    NothingToGain(u8),
}

impl Explain for Refusal {
    fn explain(&self) -> Message {
        let about = |key, pit: Pit| Message::new(key).with("pit", pit.index());
        match self {
            Self::NotYours(pit) => about("awale-not-yours", *pit),
            Self::Empty(pit) => about("awale-empty", *pit),
            Self::Starves(pit) => about("awale-starves", *pit),
            Self::Over => Message::new("game-over"),
            Self::NothingToGain(count) => {
                Message::new("awale-nothing-to-gain").with("count", *count)
            }
        }
    }
}

/// A game of awalé in progress (*`etat_jeu`*). The default is the subject's start.
///
/// ```
/// use awale::{Awale, Pit};
/// let mut game = Awale::default();
/// game.play_turn(Pit::OWN[2])?;
/// assert_eq!((game.turns(), game.scores()), (1, [0, 0]));
/// # Ok::<(), awale::Refusal>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[doc(alias = "awale")]
#[doc(alias = "initialisation")]
pub struct Awale {
    board: Board,
    /// Seeds captured by the first player and by the second.
    scores: [u8; 2],
    turns: u8,
}

impl Awale {
    /// A game at any point: the board as the side to move sees it, the scores of the first player
    /// and of the second, the turns played (beyond the limit counts as at the limit). Seeds need not
    /// add up to 48.
    ///
    /// # Errors
    /// More than [`SEEDS`] on the board and in the scores together.
    pub fn new(board: Board, scores: [u8; 2], turns: u8) -> Result<Self, TooManySeeds> {
        let seeds = [board.seeds(), scores[0], scores[1]];
        let total = seeds.into_iter().map(u64::from).sum();
        if total > SEEDS.into() {
            return Err(TooManySeeds(total));
        }
        Ok(Self {
            board,
            scores,
            turns: turns.min(MAX_TURNS),
        })
    }

    /// The board as the side to move sees it.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Seeds captured by the first player and by the second.
    pub fn scores(&self) -> [u8; 2] {
        self.scores
    }

    /// Seeds captured by one side.
    pub fn score(&self, side: Side) -> u8 {
        self.scores[side.index()]
    }

    /// Turns played, of both players together.
    pub fn turns(&self) -> u8 {
        self.turns
    }

    /// Turns left until the limit stops the game.
    pub fn turns_left(&self) -> u8 {
        MAX_TURNS - self.turns
    }

    /// Whose turn it is: the first player's after an even number of turns.
    #[doc(alias = "tour_joueur1")]
    pub fn to_move(&self) -> Side {
        if self.turns.is_multiple_of(2) {
            Side::First
        } else {
            Side::Second
        }
    }

    /// Captured seeds of the side to move minus those of the opponent.
    pub fn lead(&self) -> i8 {
        let side = self.to_move();
        self.score(side).cast_signed() - self.score(side.other()).cast_signed()
    }

    /// Whether play can go on (R22). With fewer than 48 seeds in the game, what stops it is the
    /// number left on the board.
    #[doc(alias = "tour_termine")]
    pub fn goes_on(&self) -> bool {
        self.turns < MAX_TURNS
            && self.scores.iter().all(|&score| score < MAJORITY)
            && self.board.seeds() > FEW_SEEDS
            && self.board.acceptable_pits().next().is_some()
    }

    /// Plays a pit for the side to move, and turns the board.
    ///
    /// # Errors
    /// The pit is not acceptable or the game is over: the game is as it was.
    #[doc(alias = "tour_jeu")]
    pub fn play_turn(&mut self, pit: Pit) -> Result<Sown, Refusal> {
        self.refusal(pit).map_or(Ok(()), Err)?;
        let last = self.board.sow(pit);
        let captured = self.board.capture(last);
        self.scores[self.to_move().index()] += captured;
        self.turns += 1;
        self.board.turn();
        Ok(Sown {
            pit,
            last,
            captured,
        })
    }

    fn refusal(&self, pit: Pit) -> Option<Refusal> {
        if !self.goes_on() {
            Some(Refusal::Over)
        } else if !pit.is_own() {
            Some(Refusal::NotYours(pit))
        } else if self.board.seeds_in(pit) == 0 {
            Some(Refusal::Empty(pit))
        } else if self.board.starves(pit) {
            Some(Refusal::Starves(pit))
        } else {
            None
        }
    }

    /// Final score of the side to move minus the opponent's, if the game stops here: each side takes
    /// the seeds in its own pits.
    pub fn margin(&self) -> i8 {
        self.lead() + self.board.difference()
    }

    /// Who has more seeds once each side has taken those in its own pits.
    #[doc(alias = "gagnant")]
    pub fn outcome(&self) -> Outcome {
        match self.margin() {
            0 => Outcome::Draw,
            1.. => Outcome::Win(self.to_move()),
            _ => Outcome::Win(self.to_move().other()),
        }
    }

    /// Takes seeds from the opponent's pits without losing the turn. The game must go on afterwards.
    pub(crate) fn filch(&mut self, cheat: Cheat) -> Result<(), Refusal> {
        let refused = Err(Refusal::NothingToGain(cheat.0));
        let mut pits = self.board.pits();
        for _ in 0..cheat.0 {
            let fullest = pits[SIDE..].iter_mut().max().expect("a side has pits");
            let Some(fewer) = fullest.checked_sub(1) else {
                return refused;
            };
            *fullest = fewer;
        }
        let mut scores = self.scores;
        scores[self.to_move().index()] += cheat.0;
        let board = Board::new(pits).expect("seeds were only taken away");
        let robbed = Self {
            board,
            scores,
            turns: self.turns,
        };
        if cheat.0 == 0 || !robbed.goes_on() {
            return refused;
        }
        *self = robbed;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(pits: [u8; 12], scores: [u8; 2], turns: u8) -> Awale {
        Awale::new(Board::new(pits).unwrap(), scores, turns).unwrap()
    }

    fn sequences(board: Board, turns: u32) -> u64 {
        if turns == 0 {
            return 1;
        }
        let played = board.acceptable_pits().map(|pit| {
            let mut after = board;
            let last = after.sow(pit);
            after.capture(last);
            after.turn();
            sequences(after, turns - 1)
        });
        played.sum()
    }

    #[test]
    fn move_sequences_from_the_start_are_as_many_as_counted_elsewhere() {
        let expected = [6, 36, 190, 1014, 5219, 27332, 139_157];
        let counted = (1..=7).map(|turns| sequences(Board::default(), turns));
        assert_eq!(counted.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn each_of_the_four_conditions_stops_the_game() {
        let pits = [1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0];
        assert!(game(pits, [24, 20], 99).goes_on());
        assert!(!game(pits, [24, 20], 100).goes_on(), "turns");
        assert!(!game(pits, [19, 25], 99).goes_on(), "majority");
        let few = [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0];
        assert!(!game(few, [23, 23], 50).goes_on(), "more than 45 captured");
        let starving = [1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0];
        assert!(!game(starving, [20, 23], 50).goes_on(), "no acceptable pit");
    }

    #[test]
    fn captures_go_to_the_side_that_played() {
        let mut even = game([0, 0, 0, 0, 0, 2, 1, 2, 4, 0, 0, 0], [20, 19], 10);
        let sown = Sown {
            pit: Pit::OWN[5],
            last: Pit::new(7).unwrap(),
            captured: 5,
        };
        let mut odd = Awale {
            turns: 11,
            ..even.clone()
        };
        assert_eq!(even.play_turn(sown.pit), Ok(sown));
        assert_eq!((even.scores(), even.turns()), ([25, 19], 11));
        assert_eq!(even.board().pits(), [0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(odd.play_turn(sown.pit), Ok(sown));
        assert_eq!(odd.scores(), [20, 24]);
    }

    #[test]
    fn the_winner_is_whoever_has_more_after_the_last_harvest() {
        let pits = [1, 0, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0];
        assert_eq!(game(pits, [23, 20], 100).outcome(), Outcome::Draw);
        assert_eq!(
            game(pits, [24, 19], 100).outcome(),
            Outcome::Win(Side::First)
        );
        assert_eq!(
            game(pits, [24, 19], 99).outcome(),
            Outcome::Win(Side::First),
            "24 + 4 against 19 + 1"
        );
    }

    #[test]
    fn a_cheat_robs_the_fullest_pits_and_never_ends_the_game() {
        let mut robbed = game([4, 4, 4, 4, 4, 4, 1, 3, 2, 0, 0, 0], [0, 0], 3);
        assert_eq!(robbed.filch(Cheat(3)), Ok(()));
        assert_eq!(robbed.board().pits(), [4, 4, 4, 4, 4, 4, 1, 1, 1, 0, 0, 0]);
        assert_eq!(robbed.scores(), [0, 3]);
        for count in [0, 9, 250] {
            assert_eq!(
                robbed.filch(Cheat(count)),
                Err(Refusal::NothingToGain(count))
            );
        }
    }
}
