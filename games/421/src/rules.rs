//! The rules: rounds of two turns, turns of one to three throws.

use table::{Explain, Message, Side};

use crate::combination::Combination;
use crate::dice::{Again, Dice, Face};
use crate::verdict::{Settled, Verdict};

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
    /// Turns the dice to 421, the winning combination.
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
    pub(crate) round: u32,
}

impl Game421 {
    /// A game that begins with so many tokens each.
    ///
    /// # Errors
    /// With fewer than 1 or more than [`MAX_TOKENS`].
    pub fn new(tokens: i32) -> Result<Self, SetupError> {
        match tokens {
            ..1 => Err(SetupError::TooFew(tokens)),
            1..=MAX_TOKENS => Ok(Self::at_round(1, [tokens; 2])),
            _ => Err(SetupError::TooMany(tokens)),
        }
    }

    /// A round about to begin.
    pub(crate) const fn at_round(round: u32, totals: [i32; 2]) -> Self {
        Self {
            totals,
            to_beat: None,
            dice: Dice::IN_THE_AIR,
            throws: 1,
            round,
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

    /// Which round it is, counted from 1: it says which dice are thrown, and nothing else.
    pub fn round(&self) -> u32 {
        self.round
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

    #[test]
    fn a_game_begins_with_1_to_10_000_tokens() {
        assert_eq!(Game421::new(0), Err(SetupError::TooFew(0)));
        assert_eq!(Game421::new(-3), Err(SetupError::TooFew(-3)));
        assert_eq!(Game421::new(10_001), Err(SetupError::TooMany(10_001)));
        assert_eq!(Game421::new(10_000).unwrap().totals(), [10_000; 2]);
    }
}
