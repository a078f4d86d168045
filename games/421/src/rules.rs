//! The rules: rounds of two turns, turns of one to three throws, and who gives tokens to whom.

use table::{Explain, Message, Side};

use crate::combination::Combination;
use crate::dice::{Again, Dice, Face};

/// A turn has at most three throws (R1).
pub const MOST_THROWS: u8 = 3;

/// The most tokens a player may begin with: the length of a game grows with their square.
pub const MAX_TOKENS: i32 = 10_000;

/// What a player may do with the dice on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// Keeps the combination: the turn is over.
    Keep,
    /// Throws some dice again; throwing none uses up a throw all the same (R6).
    Throw(Again),
}

/// Who won a round and by what, in the order of the subject's three cases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// *Match nul*: the same combination, nothing changes hands.
    Draw,
    /// The combination of more tokens wins.
    Tokens {
        /// Who gives.
        winner: Side,
        /// How many.
        given: u8,
    },
    /// As many tokens: the larger value wins.
    Value {
        /// Who gives.
        winner: Side,
        /// How many.
        given: u8,
    },
}

/// A round that is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settled {
    /// Who won it.
    pub verdict: Verdict,
    /// What each has afterwards, *njtot1* and *njtot2*.
    pub totals: [i32; 2],
}

/// What a move or a die did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// A die fell.
    Fell {
        /// Which, from 0.
        die: usize,
        /// What it shows.
        face: Face,
    },
    /// Dice were taken up to be thrown again.
    Threw(Again),
    /// A turn ended, and the second player's turn ends the round.
    Kept {
        /// As they lie, in the order thrown.
        faces: [Face; 3],
        /// What came of the round.
        round: Option<Settled>,
    },
}

/// Turns the dice on the table to these faces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cheat(pub [Face; 3]);

impl Default for Cheat {
    /// To the winning combination.
    fn default() -> Self {
        Self(Combination::BEST.faces())
    }
}

/// Why a move or a cheat cannot be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// Three throws are all there are.
    #[error("the dice were thrown {MOST_THROWS} times: the combination must be kept")]
    NoThrowLeft,
    /// Dice are in the air.
    #[error("the dice have not fallen yet")]
    InTheAir,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// A cheat that changes nothing.
    #[error("the dice show that already")]
    NothingToGain,
}

impl Explain for Refusal {
    fn explain(&self) -> Message {
        match self {
            Self::NoThrowLeft => Message::new("jeu421-no-throw-left").with("most", MOST_THROWS),
            Self::InTheAir => Message::new("jeu421-in-the-air"),
            Self::Over => Message::new("game-over"),
            Self::NothingToGain => Message::new("jeu421-nothing-to-gain"),
        }
    }
}

/// Why a game cannot begin like this.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// Nobody would have to give anything (R8).
    #[error("{0} tokens are too few: a player begins with at least 1")]
    TooFew(i32),
    /// A game would take too long.
    #[error("{0} tokens are too many: a player begins with at most {MAX_TOKENS}")]
    TooMany(i32),
}

impl Explain for SetupError {
    fn explain(&self) -> Message {
        match self {
            Self::TooFew(count) => Message::new("jeu421-too-few").with("count", *count),
            Self::TooMany(count) => Message::new("jeu421-too-many")
                .with("count", *count)
                .with("most", MAX_TOKENS),
        }
    }
}

/// The winner when the combinations give different numbers of tokens, and the totals afterwards.
/// They may go below zero (R7).
#[doc(alias = "traiterJetonsDiff")]
pub fn settle_different(given: [i32; 2], totals: [i64; 2]) -> (Side, [i64; 2]) {
    let winner = if given[0] > given[1] {
        Side::First
    } else {
        Side::Second
    };
    (winner, hand_over(winner, given[winner.index()], totals))
}

/// The winner when they give as many but differ in value, and the totals afterwards.
#[doc(alias = "traiterJetonsEgaux")]
pub fn settle_equal(given: i32, values: [i64; 2], totals: [i64; 2]) -> (Side, [i64; 2]) {
    let winner = if values[0] > values[1] {
        Side::First
    } else {
        Side::Second
    };
    (winner, hand_over(winner, given, totals))
}

/// Totals after `winner` gave.
fn hand_over(winner: Side, given: i32, totals: [i64; 2]) -> [i64; 2] {
    let to_second = match winner {
        Side::First => i64::from(given),
        Side::Second => -i64::from(given),
    };
    [
        totals[0].saturating_sub(to_second),
        totals[1].saturating_add(to_second),
    ]
}

impl Verdict {
    /// Compares the first player's combination with the second's.
    pub fn of(first: Combination, second: Combination) -> Self {
        let given = [first, second].map(|combination| i32::from(combination.tokens()));
        let values = [first, second].map(Combination::value);
        if first == second {
            Self::Draw
        } else if given[0] == given[1] {
            let (winner, _) = settle_equal(given[0], values, [0; 2]);
            Self::Value {
                winner,
                given: first.tokens(),
            }
        } else {
            let (winner, _) = settle_different(given, [0; 2]);
            Self::Tokens {
                winner,
                given: first.tokens().max(second.tokens()),
            }
        }
    }

    /// Tokens that go from the first player to the second; negative the other way.
    pub fn to_second(self) -> i32 {
        match self {
            Self::Draw => 0,
            Self::Tokens { winner, given } | Self::Value { winner, given } => match winner {
                Side::First => given.into(),
                Side::Second => -i32::from(given),
            },
        }
    }
}

/// A game of 421 in progress.
///
/// ```
/// use jeu421::{Game421, Move};
/// use table::Game;
/// let mut game = Game421::new(10)?;
/// for face in [4, 2, 1] {
///     game.draw(face - 1);
/// }
/// game.play(Move::Keep)?;
/// assert_eq!(game.to_beat().map(|result| result.tokens()), Some(8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game421 {
    pub(crate) totals: [i32; 2],
    pub(crate) to_beat: Option<Combination>,
    pub(crate) dice: Dice,
    pub(crate) throws: u8,
}

impl Game421 {
    /// A game that begins with so many tokens each.
    ///
    /// # Errors
    /// With fewer than 1 or more than [`MAX_TOKENS`].
    pub fn new(tokens: i32) -> Result<Self, SetupError> {
        match tokens {
            ..1 => Err(SetupError::TooFew(tokens)),
            1..=MAX_TOKENS => Ok(Self::round([tokens; 2])),
            _ => Err(SetupError::TooMany(tokens)),
        }
    }

    /// A round about to begin.
    pub(crate) const fn round(totals: [i32; 2]) -> Self {
        Self {
            totals,
            to_beat: None,
            dice: Dice::IN_THE_AIR,
            throws: 1,
        }
    }

    /// What each player has, *njtot1* and *njtot2*.
    pub fn totals(&self) -> [i32; 2] {
        self.totals
    }

    /// The first player's result, while the second plays.
    pub fn to_beat(&self) -> Option<Combination> {
        self.to_beat
    }

    /// The dice of the player whose turn it is.
    pub fn dice(&self) -> Dice {
        self.dice
    }

    /// How often the dice were thrown in this turn, 1 to 3, the throw in the air included.
    pub fn throws(&self) -> u8 {
        self.throws
    }

    /// Whose turn it is within the round; the first player begins every round (R9).
    pub fn side(&self) -> Side {
        if self.to_beat.is_some() {
            Side::Second
        } else {
            Side::First
        }
    }

    /// Whoever has no tokens left.
    pub fn winner(&self) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|side| self.totals[side.index()] <= 0)
    }

    /// The faces on the table, if a player may act on them.
    pub(crate) fn fallen(&self) -> Result<[Face; 3], Refusal> {
        match self.winner() {
            Some(_) => Err(Refusal::Over),
            None => self.dice.faces().ok_or(Refusal::InTheAir),
        }
    }

    /// Takes up dice for the next throw of the same turn.
    pub(crate) fn throw(&mut self, again: Again) -> Result<Effect, Refusal> {
        self.fallen()?;
        if self.throws == MOST_THROWS {
            return Err(Refusal::NoThrowLeft);
        }
        self.throws += 1;
        self.dice = self.dice.without(again);
        Ok(Effect::Threw(again))
    }

    /// Ends the turn, and with the second player's the round.
    #[doc(alias = "jouerTour")]
    pub(crate) fn keep(&mut self) -> Result<Effect, Refusal> {
        let faces = self.fallen()?;
        let result = Combination::of(faces);
        let round = self
            .to_beat
            .map(|first| self.settle(Verdict::of(first, result)));
        let to_beat = if round.is_some() { None } else { Some(result) };
        *self = Self {
            to_beat,
            ..Self::round(self.totals)
        };
        Ok(Effect::Kept { faces, round })
    }

    fn settle(&mut self, verdict: Verdict) -> Settled {
        self.totals[0] -= verdict.to_second();
        self.totals[1] += verdict.to_second();
        Settled {
            verdict,
            totals: self.totals,
        }
    }

    /// The next die in the air shows `face`.
    pub(crate) fn fall(&mut self, face: Face) -> Effect {
        let die = self
            .dice
            .next_to_fall()
            .expect("nature throws dice that are in the air");
        self.dice.0[die] = Some(face);
        Effect::Fell { die, face }
    }

    /// Turns the dice on the table.
    pub(crate) fn turn_dice(&mut self, Cheat(wanted): Cheat) -> Result<(), Refusal> {
        if self.fallen()? == wanted {
            return Err(Refusal::NothingToGain);
        }
        self.dice = wanted.into();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn combination(number: u16) -> Combination {
        let digits = [number / 100, number / 10 % 10, number % 10];
        Combination::of(digits.map(|digit| Face::new(digit as u8).unwrap()))
    }

    #[test]
    fn the_subject_s_comparisons_hold() {
        use Side::{First, Second};
        let cases = [
            (
                444,
                666,
                Verdict::Value {
                    winner: Second,
                    given: 5,
                },
            ),
            (
                123,
                564,
                Verdict::Value {
                    winner: Second,
                    given: 2,
                },
            ),
            (
                426,
                316,
                Verdict::Value {
                    winner: First,
                    given: 1,
                },
            ),
            (
                124,
                164,
                Verdict::Tokens {
                    winner: First,
                    given: 8,
                },
            ),
            (
                655,
                111,
                Verdict::Tokens {
                    winner: Second,
                    given: 5,
                },
            ),
            (146, 641, Verdict::Draw),
        ];
        for (first, second, verdict) in cases {
            assert_eq!(
                Verdict::of(combination(first), combination(second)),
                verdict
            );
        }
    }

    #[test]
    fn the_printed_functions_may_go_below_zero() {
        assert_eq!(settle_different([8, 1], [10, 10]), (Side::First, [2, 18]));
        assert_eq!(settle_different([1, 8], [15, 5]), (Side::Second, [23, -3]));
        assert_eq!(
            settle_equal(5, [444, 666], [10, 10]),
            (Side::Second, [15, 5])
        );
        assert_eq!(settle_equal(2, [654, 321], [1, 3]), (Side::First, [-1, 5]));
    }

    #[test]
    fn a_game_begins_with_1_to_10_000_tokens() {
        assert_eq!(Game421::new(0), Err(SetupError::TooFew(0)));
        assert_eq!(Game421::new(-3), Err(SetupError::TooFew(-3)));
        assert_eq!(Game421::new(10_001), Err(SetupError::TooMany(10_001)));
        assert_eq!(Game421::new(10_000).unwrap().totals(), [10_000; 2]);
    }
}
