//! The input of a strategy for one choice: its view of the game, random numbers and budget, and a
//! way to cheat.

use crate::{Budget, Chance, Event, Game, Remark, Side, Trust};

/// The interface between a strategy and the referee for one choice. Under [`Trust::Guarded`] it
/// gives no write access to the game: it is the *procuration* of the subject. Strategies run
/// unchanged under both kinds of referee.
#[derive(Debug)]
pub struct Seat<'a, G: Game> {
    side: Side,
    access: Access<'a, G>,
    luck: &'a mut dyn Chance,
    budget: &'a Budget<'a>,
    notes: &'a mut Vec<Event<G>>,
}

/// The view, random numbers and budget of a seat, borrowed together.
#[derive(Debug)]
pub struct SeatView<'s, G: Game + 's> {
    /// The game as this side sees it.
    pub view: G::View<'s>,
    /// Random numbers of the strategy.
    pub luck: &'s mut dyn Chance,
    /// Time and effort allowed for the choice.
    pub budget: Budget<'s>,
}

/// Access of a seat to the game: cheats need write access.
#[derive(Debug)]
pub(crate) enum Access<'a, G> {
    ReadOnly(&'a G),
    Writable(&'a mut G),
}

/// Error of a cheat that did not change the game.
#[doc(alias = "OperationInterditeException")]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TamperError<R> {
    /// The referee forbids cheats and has recorded the attempt.
    #[error("operation forbidden")]
    Forbidden,
    /// The referee allows cheats, but this one gains nothing.
    #[error(transparent)]
    Refused(R),
}

impl<'a, G: Game> Access<'a, G> {
    /// Access to `game`: writable under [`Trust::Trusting`] only.
    pub(crate) fn new(trust: Trust, game: &'a mut G) -> Self {
        match trust {
            Trust::Guarded => Self::ReadOnly(game),
            Trust::Trusting => Self::Writable(game),
        }
    }

    fn game(&self) -> &G {
        match self {
            Self::ReadOnly(game) => game,
            Self::Writable(game) => game,
        }
    }

    /// Tries a cheat of `side`, and adds its event to `notes`.
    pub(crate) fn tamper(
        &mut self,
        side: Side,
        cheat: G::Cheat,
        notes: &mut Vec<Event<G>>,
    ) -> Result<&G, TamperError<G::Refusal>> {
        let Self::Writable(game) = self else {
            notes.push(Event::Caught { side, cheat });
            return Err(TamperError::Forbidden);
        };
        match game.tamper(cheat) {
            Ok(()) => {
                notes.push(Event::Cheated { side, cheat });
                Ok(game)
            }
            Err(refusal) => {
                let foiled = Event::Foiled {
                    side,
                    cheat,
                    refusal: refusal.clone(),
                };
                notes.push(foiled);
                Err(TamperError::Refused(refusal))
            }
        }
    }
}

impl<'a, G: Game> Seat<'a, G> {
    pub(crate) fn new(
        side: Side,
        access: Access<'a, G>,
        luck: &'a mut dyn Chance,
        budget: &'a Budget<'a>,
        notes: &'a mut Vec<Event<G>>,
    ) -> Self {
        Self {
            side,
            access,
            luck,
            budget,
            notes,
        }
    }

    /// The side of this seat.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The game as this side sees it.
    pub fn view(&self) -> G::View<'_> {
        self.access.game().view(self.side)
    }

    /// The view together with the random numbers and the budget.
    pub fn sight(&mut self) -> SeatView<'_, G> {
        SeatView {
            view: self.access.game().view(self.side),
            luck: self.luck,
            budget: *self.budget,
        }
    }

    /// Makes a public remark.
    pub fn say(&mut self, remark: Remark) {
        self.notes.push(Event::Said {
            side: self.side,
            remark,
        });
    }

    /// Tries a cheat. If it works, returns the whole game, hidden facts included, with the random
    /// numbers and the budget. It fails with `Forbidden` under [`Trust::Guarded`]: the attempt ends the game, whatever the strategy does
    /// next. `Refused` when the cheat gains nothing; the game is then unchanged.
    pub fn tamper(
        &mut self,
        cheat: G::Cheat,
    ) -> Result<(&G, &mut dyn Chance, Budget<'_>), TamperError<G::Refusal>> {
        let game = self.access.tamper(self.side, cheat, self.notes)?;
        Ok((game, self.luck, *self.budget))
    }
}
