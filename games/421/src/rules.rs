//! The rules of 421: a round is one turn of each player, a turn is one to three throws.

use table::{Explain, Side};

use crate::combination::Combination;
use crate::dice::{Dice, Face, Rethrow};
use crate::round_result::{RoundResult, Settled};

/// Most throws in a turn (R1).
pub const MOST_THROWS: u8 = 3;

/// Most tokens a player may begin with: the length of a game grows with their square.
pub const MAX_TOKENS: i32 = 10_000;

/// A move: keep the dice on the table or throw some again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// Keeps the combination and ends the turn.
    Keep,
    /// Throws some dice again; throwing none also uses up a throw (R6).
    Throw(Rethrow),
}

/// The effect of a move or of a falling die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// A die fell.
    Fell {
        /// Index of the die, 0 to 2.
        die: usize,
        /// Face it shows.
        face: Face,
    },
    /// These dice were taken up to be thrown again.
    Threw(Rethrow),
    /// The player kept the dice, which ended the turn.
    Kept {
        /// Faces of the dice in the order of the throw.
        faces: [Face; 3],
        /// Result of the round, after the second player's turn.
        round: Option<Settled>,
    },
}

/// A cheat: turns the dice on the table to these faces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cheat(pub [Face; 3]);

impl Default for Cheat {
    /// Turns the dice to 421, the best combination.
    fn default() -> Self {
        Self(Combination::BEST.faces())
    }
}

/// The reason why a move or a cheat is refused.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
pub enum Refusal {
    /// The turn has had its three throws.
    #[message("jeu421-no-throw-left", most = MOST_THROWS)]
    NoThrowLeft,
    /// A die is still in the air.
    #[message("jeu421-in-the-air")]
    InTheAir,
    /// The game is over.
    #[message("jeu421-over")]
    Over,
    /// The cheat would not change the dice.
    #[message("jeu421-nothing-to-gain")]
    NothingToGain,
}

/// The reason why a game cannot begin with this number of tokens.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
pub enum SetupError {
    /// The players would begin without tokens (R8).
    #[message("jeu421-too-few", count = _0)]
    TooFew(i32),
    /// The game would take too long.
    #[message("jeu421-too-many", count = _0, most = MAX_TOKENS)]
    TooMany(i32),
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
/// assert_eq!(game.to_string(), "10/10/second/---/1/421");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game421 {
    pub(crate) totals: [i32; 2],
    /// The first player's result while the second plays; `None` during the first player's turn.
    pub(crate) to_beat: Option<Combination>,
    /// Dice of the player to move.
    pub(crate) dice: Dice,
    /// Number of throws in this turn, 1 to 3, including dice in the air.
    pub(crate) throws: u8,
    /// Number of the round, from 1. It selects the dice of a seeded game and has no other effect.
    pub(crate) round: u32,
}

impl Game421 {
    /// A game that begins with `tokens` tokens for each player, 1 to [`MAX_TOKENS`].
    pub fn new(tokens: i32) -> Result<Self, SetupError> {
        match tokens {
            ..1 => Err(SetupError::TooFew(tokens)),
            1..=MAX_TOKENS => Ok(Self::at_round(1, [tokens; 2])),
            _ => Err(SetupError::TooMany(tokens)),
        }
    }

    /// A game at the beginning of a round.
    pub(crate) const fn at_round(round: u32, totals: [i32; 2]) -> Self {
        Self {
            totals,
            to_beat: None,
            dice: Dice::IN_THE_AIR,
            throws: 1,
            round,
        }
    }

    /// Tokens of both players, *njtot1* and *njtot2*.
    pub fn totals(&self) -> [i32; 2] {
        self.totals
    }

    /// The side to move; the first player begins every round (R9).
    pub fn side(&self) -> Side {
        if self.to_beat.is_some() {
            Side::Second
        } else {
            Side::First
        }
    }

    /// The side that has no tokens left, if the game is over.
    pub fn winner(&self) -> Option<Side> {
        let mut sides = Side::BOTH.into_iter();
        sides.find(|side| self.totals[side.index()] <= 0)
    }

    /// The faces on the table; refused when the game is over or a die is in the air.
    pub(crate) fn fallen(&self) -> Result<[Face; 3], Refusal> {
        match self.winner() {
            Some(_) => Err(Refusal::Over),
            None => self.dice.faces().ok_or(Refusal::InTheAir),
        }
    }

    /// Takes up dice for the next throw of the turn.
    pub(crate) fn throw(&mut self, again: Rethrow) -> Result<Effect, Refusal> {
        self.fallen()?;
        if self.throws == MOST_THROWS {
            return Err(Refusal::NoThrowLeft);
        }
        self.throws += 1;
        self.dice = self.dice.without(again);
        Ok(Effect::Threw(again))
    }

    /// Keeps the dice and ends the turn; the second player's turn also ends the round.
    #[doc(alias = "jouerTour")]
    pub(crate) fn keep(&mut self) -> Result<Effect, Refusal> {
        let faces = self.fallen()?;
        let result = Combination::from_faces(faces);
        let round = self
            .to_beat
            .map(|first| self.settle(first, RoundResult::new(first, result)));
        *self = if round.is_some() {
            Self::at_round(self.round.saturating_add(1), self.totals)
        } else {
            Self {
                to_beat: Some(result),
                ..Self::at_round(self.round, self.totals)
            }
        };
        Ok(Effect::Kept { faces, round })
    }

    /// Moves the tokens that the winner of the round gives.
    fn settle(&mut self, first: Combination, result: RoundResult) -> Settled {
        self.totals[0] -= result.to_second();
        self.totals[1] += result.to_second();
        Settled {
            first,
            result,
            totals: self.totals,
        }
    }

    /// Lets the next die in the air fall on `face`.
    pub(crate) fn fall(&mut self, face: Face) -> Effect {
        let die = self.dice.next_to_fall();
        let die = die.expect("a die falls only while one is in the air");
        self.dice.0[die] = Some(face);
        Effect::Fell { die, face }
    }

    /// Carries out a cheat: turns the dice on the table.
    pub(crate) fn apply_cheat(&mut self, Cheat(wanted): Cheat) -> Result<(), Refusal> {
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

    #[test]
    fn a_game_begins_with_1_to_10_000_tokens() {
        assert_eq!(Game421::new(0), Err(SetupError::TooFew(0)));
        assert_eq!(Game421::new(-3), Err(SetupError::TooFew(-3)));
        assert_eq!(Game421::new(10_001), Err(SetupError::TooMany(10_001)));
        assert_eq!(Game421::new(10_000).unwrap().totals(), [10_000; 2]);
    }
}
