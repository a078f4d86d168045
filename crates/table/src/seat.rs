//! What a strategy is handed: its view of the game, and the door a cheat would try.

use crate::{Event, Game, Remark, Side};

/// A chair at the table, for one choice. Its door is shut by a distrustful referee, which is the
/// subject's *procuration*: the same strategy code runs in both cases.
#[derive(Debug)]
pub struct Seat<'a, G: Game> {
    side: Side,
    door: Door<'a, G>,
    notes: &'a mut Vec<Event<G>>,
}

#[derive(Debug)]
enum Door<'a, G> {
    Shut(&'a G),
    Open(&'a mut G),
}

/// Why a cheat did not work.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TamperError<R> {
    /// The door is shut; the referee knows.
    #[error("operation forbidden")]
    Forbidden,
    /// The door is open, but this changes nothing to one's advantage.
    #[error(transparent)]
    Refused(R),
}

impl<'a, G: Game> Seat<'a, G> {
    pub(crate) fn guarded(side: Side, game: &'a G, notes: &'a mut Vec<Event<G>>) -> Self {
        Self {
            side,
            door: Door::Shut(game),
            notes,
        }
    }

    pub(crate) fn open(side: Side, game: &'a mut G, notes: &'a mut Vec<Event<G>>) -> Self {
        Self {
            side,
            door: Door::Open(game),
            notes,
        }
    }

    /// Whose seat it is.
    pub fn side(&self) -> Side {
        self.side
    }

    /// What this side may see.
    pub fn view(&self) -> G::View<'_> {
        let game = match &self.door {
            Door::Shut(game) => *game,
            Door::Open(game) => &**game,
        };
        game.view(self.side)
    }

    /// Says something aloud.
    pub fn say(&mut self, remark: Remark) {
        self.notes.push(Event::Said {
            side: self.side,
            remark,
        });
    }

    /// Tries the door: changes the game behind the rules' back and shows it whole.
    ///
    /// # Errors
    /// `Forbidden` under a guard: the attempt is noted and ends the game whatever the strategy does
    /// afterwards. `Refused` when there is nothing to gain; the game is then as it was.
    pub fn tamper(&mut self, cheat: G::Cheat) -> Result<&G, TamperError<G::Refusal>> {
        let side = self.side;
        match &mut self.door {
            Door::Shut(_) => {
                self.notes.push(Event::Caught { side, cheat });
                Err(TamperError::Forbidden)
            }
            Door::Open(game) => match game.tamper(cheat) {
                Ok(()) => {
                    self.notes.push(Event::Cheated { side, cheat });
                    Ok(game)
                }
                Err(refusal) => {
                    let foiled = Event::Foiled {
                        side,
                        cheat,
                        refusal: refusal.clone(),
                    };
                    self.notes.push(foiled);
                    Err(TamperError::Refused(refusal))
                }
            },
        }
    }
}
