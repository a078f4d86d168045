//! What a strategy is handed: its view of the game, its luck and budget, and the door a cheat would
//! try.

use crate::{Budget, Chance, Event, Game, Remark, Side, Trust};

/// A chair at the table, for one choice. Its door is shut by a distrustful referee, which is the
/// subject's *procuration*: the same strategy code runs in both cases.
#[derive(Debug)]
pub struct Seat<'a, G: Game> {
    side: Side,
    door: Door<'a, G>,
    luck: &'a mut dyn Chance,
    budget: &'a Budget<'a>,
    notes: &'a mut Vec<Event<G>>,
}

/// What a choice is made from, all at once: the view, and what may be used up over it.
#[derive(Debug)]
pub struct SeatView<'s, G: Game + 's> {
    /// What this side may see.
    pub view: G::View<'s>,
    /// The coin in the strategy's pocket.
    pub luck: &'s mut dyn Chance,
    /// How long and how hard it may think.
    pub budget: Budget<'s>,
}

/// The way behind the rules' back.
#[derive(Debug)]
pub(crate) enum Door<'a, G> {
    Shut(&'a G),
    Open(&'a mut G),
}

/// Why a cheat did not work.
#[doc(alias = "OperationInterditeException")]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TamperError<R> {
    /// The door is shut; the referee knows.
    #[error("operation forbidden")]
    Forbidden,
    /// The door is open, but this changes nothing to one's advantage.
    #[error(transparent)]
    Refused(R),
}

impl<'a, G: Game> Door<'a, G> {
    /// Shut by a distrustful referee, open under a trusting one.
    pub(crate) fn new(trust: Trust, game: &'a mut G) -> Self {
        match trust {
            Trust::Guarded => Self::Shut(game),
            Trust::Trusting => Self::Open(game),
        }
    }

    fn game(&self) -> &G {
        match self {
            Self::Shut(game) => game,
            Self::Open(game) => game,
        }
    }

    /// Tries the door for `side`; what comes of it is noted.
    pub(crate) fn tamper(
        &mut self,
        side: Side,
        cheat: G::Cheat,
        notes: &mut Vec<Event<G>>,
    ) -> Result<&G, TamperError<G::Refusal>> {
        let Self::Open(game) = self else {
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
        door: Door<'a, G>,
        luck: &'a mut dyn Chance,
        budget: &'a Budget<'a>,
        notes: &'a mut Vec<Event<G>>,
    ) -> Self {
        Self {
            side,
            door,
            luck,
            budget,
            notes,
        }
    }

    /// Whose seat it is.
    pub fn side(&self) -> Side {
        self.side
    }

    /// What this side may see.
    pub fn view(&self) -> G::View<'_> {
        self.door.game().view(self.side)
    }

    /// What this side may see and use.
    pub fn sight(&mut self) -> SeatView<'_, G> {
        SeatView {
            view: self.door.game().view(self.side),
            luck: self.luck,
            budget: *self.budget,
        }
    }

    /// Says something aloud.
    pub fn say(&mut self, remark: Remark) {
        self.notes.push(Event::Said {
            side: self.side,
            remark,
        });
    }

    /// Tries the door: changes the game behind the rules' back and shows it whole, beside the luck
    /// and the budget to make use of it.
    ///
    /// # Errors
    /// `Forbidden` under a guard: the attempt is noted and ends the game whatever the strategy does
    /// afterwards. `Refused` when there is nothing to gain; the game is then as it was.
    pub fn tamper(
        &mut self,
        cheat: G::Cheat,
    ) -> Result<(&G, &mut dyn Chance, Budget<'_>), TamperError<G::Refusal>> {
        let game = self.door.tamper(self.side, cheat, self.notes)?;
        Ok((game, self.luck, *self.budget))
    }
}
