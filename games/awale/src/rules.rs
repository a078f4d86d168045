//! The rules of awalé: a game in progress with its board, scores and turns played, and the four
//! conditions that stop it.

use table::{Explain, Outcome, Side};

use crate::board::{Board, Pit, SEEDS, SIDE, TooManySeeds};

/// Number of turns, of both players together, after which the game stops (R20).
pub const MAX_TURNS: u8 = 100;

/// Number of captured seeds that stops the game: more than half, so that their owner has won.
pub(crate) const MAJORITY: u8 = SEEDS / 2 + 1;

/// The game stops with this many seeds on the board or fewer: more than 45 of 48 are captured.
pub const FEW_SEEDS: u8 = 2;

/// The effect of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sown {
    /// Pit that was played.
    pub pit: Pit,
    /// Pit of the last seed sown, as the player who sowed it sees the board.
    pub last: Pit,
    /// Number of seeds captured.
    pub captured: u8,
}

/// A cheat: moves this many seeds from the opponent's pits to the cheater's score, one at a time from
/// the fullest pit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cheat(pub u8);

/// The reason why a move or a cheat is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Explain)]
pub enum Refusal {
    /// The pit belongs to the opponent.
    #[message("awale-not-yours", pit = _0.index())]
    NotYours(Pit),
    /// The pit has no seeds to sow.
    #[message("awale-empty", pit = _0.index())]
    Empty(Pit),
    /// The move would leave the opponent without a seed.
    #[message("awale-starves", pit = _0.index())]
    Starves(Pit),
    /// The game is over.
    #[message("awale-over")]
    Over,
    /// The cheat takes no seed, takes more than the opponent has, or would end the game.
    #[message("awale-nothing-to-gain")]
    NothingToGain(u8),
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
    scores: [u8; 2],
    turns: u8,
}

impl Awale {
    /// Makes a game at any point: the board as the side to move sees it, the seeds captured by the
    /// first player and by the second, and the turns played, cut to [`MAX_TURNS`]. The seeds may add
    /// up to less than 48, but not to more.
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

    /// Number of turns played by both players together.
    pub fn turns(&self) -> u8 {
        self.turns
    }

    /// Number of turns left until the limit of [`MAX_TURNS`] stops the game.
    pub fn turns_left(&self) -> u8 {
        MAX_TURNS - self.turns
    }

    /// The side to move: the first player after an even number of turns.
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

    /// Returns whether none of the four stop conditions holds (R22): turns, majority, few seeds, no
    /// acceptable pit.
    #[doc(alias = "tour_termine")]
    pub fn goes_on(&self) -> bool {
        self.turns < MAX_TURNS
            && self.scores.iter().all(|&score| score < MAJORITY)
            && self.board.seeds() > FEW_SEEDS
            && self.board.acceptable_pits().next().is_some()
    }

    /// Plays a pit for the side to move and turns the board to the opponent. A refused move leaves the
    /// game unchanged.
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

    /// The reason why the side to move may not play this pit, if there is one.
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

    /// Final score of the side to move minus the opponent's if the game stops here, where each side
    /// also takes the seeds in its own pits.
    pub fn margin(&self) -> i8 {
        self.lead() + self.board.difference()
    }

    /// The outcome if the game stops here: the side with more seeds wins once each has taken those in
    /// its own pits.
    #[doc(alias = "gagnant")]
    pub fn outcome(&self) -> Outcome {
        match self.margin() {
            0 => Outcome::Draw,
            1.. => Outcome::Win(self.to_move()),
            _ => Outcome::Win(self.to_move().other()),
        }
    }

    /// Carries out a cheat without using up the turn; it is refused if it would end the game.
    pub(crate) fn apply_cheat(&mut self, cheat: Cheat) -> Result<(), Refusal> {
        let refused = Err(Refusal::NothingToGain(cheat.0));
        let mut pits = self.board.pits();
        for _ in 0..cheat.0 {
            let fullest = pits[SIDE..].iter_mut().max().expect("a side has six pits");
            let Some(fewer) = fullest.checked_sub(1) else {
                return refused;
            };
            *fullest = fewer;
        }
        let mut scores = self.scores;
        scores[self.to_move().index()] += cheat.0;
        let board = Board::new(pits).expect("seeds were only taken away");
        let turns = self.turns;
        let robbed = Self {
            board,
            scores,
            turns,
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

    /// Number of sequences of legal moves of this length (perft).
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
    fn numbers_of_move_sequences_from_the_start_equal_published_counts() {
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
    fn captures_count_for_the_side_that_played() {
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
    fn each_side_takes_its_own_pits_before_the_scores_are_compared() {
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
        assert_eq!(robbed.apply_cheat(Cheat(3)), Ok(()));
        assert_eq!(robbed.board().pits(), [4, 4, 4, 4, 4, 4, 1, 1, 1, 0, 0, 0]);
        assert_eq!(robbed.scores(), [0, 3]);
        for count in [0, 9, 250] {
            assert_eq!(
                robbed.apply_cheat(Cheat(count)),
                Err(Refusal::NothingToGain(count))
            );
        }
    }
}
