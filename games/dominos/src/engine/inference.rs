//! How well a hand explains what the opponent chose to lay, and what kind of player it then is.
//!
//! A careless player lays any tile that fits, each as likely as the others. An orderly one lays the
//! first that fits of its sorted hand, as the subject's strategy does, but for a slip now and then.
//! A careful one lays a tile with a likelihood that grows exponentially with what the move looks
//! worth to it ([`Outlook`]). No hand is ever ruled out by a choice.

use table::Side;

use crate::engine::board::Board;
use crate::engine::policy::Outlook;
use crate::engine::worlds::World;
use crate::rules::{Ends, Move};
use crate::tile::{Tile, Tiles};
use crate::view::{Step, View};

/// A move that looks this many points better is e times as likely. Of 4, 8 and 16 the best in
/// matches against plain averaging.
const TEMPERATURE: f64 = 4.0;

/// How often an orderly player is careless.
const SLIP: f64 = 0.1;

/// How likely something is together with each kind of opponent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Likelihood {
    careless: f64,
    orderly: f64,
    careful: f64,
}

/// What is thought of an opponent that has chosen nothing yet.
const STRANGER: Likelihood = Likelihood {
    careless: 0.4,
    orderly: 0.1,
    careful: 0.5,
};

impl Likelihood {
    /// How likely it is, whichever kind the opponent is of.
    pub(crate) fn total(self) -> f64 {
        self.careless + self.orderly + self.careful
    }

    /// How likely the opponent is careless, given this.
    pub(crate) fn careless_share(self) -> f64 {
        self.careless / self.total()
    }

    fn and(self, other: Self) -> Self {
        Self {
            careless: self.careless * other.careless,
            orderly: self.orderly * other.orderly,
            careful: self.careful * other.careful,
        }
    }
}

/// One choice of the opponent, and what was known when it was made.
#[derive(Clone, Copy, Debug)]
struct Choice {
    tile: Tile,
    /// Laid at the right, though it fitted the left too.
    right: bool,
    ends: Ends,
    ends_after: Ends,
    /// What the opponent has laid since, this tile included.
    laid_since: Tiles,
    /// The tiles the opponent could not expect in the other hand: laid before, or lacked.
    gone: Tiles,
    /// How many tiles the other hand had.
    held: u8,
    /// How many tiles the opponent had drawn.
    draws: usize,
}

/// The choices of the opponent, to be explained by a hand.
#[derive(Clone, Debug)]
pub(crate) struct Choices {
    made: Vec<Choice>,
    /// What is thought of the opponent before the first of them.
    prior: Likelihood,
}

/// What is publicly known on the way through a history.
struct Known {
    opponent: Side,
    laid: Tiles,
    laid_since: Tiles,
    lacked: Tiles,
    held: u8,
    draws: usize,
}

impl Choices {
    /// Everything the opponent laid after the opening.
    pub(crate) fn of(view: &View<'_>) -> Self {
        let opponent = view.side.other();
        let by_opponent = view.steps().filter(|step| step.side == opponent);
        let mut known = Known {
            opponent,
            laid: Tiles::NONE,
            laid_since: by_opponent.filter_map(|step| step.mv.tile()).collect(),
            lacked: Tiles::NONE,
            held: view.size,
            draws: 0,
        };
        Self {
            made: view.steps().filter_map(|step| known.choice(step)).collect(),
            prior: STRANGER,
        }
    }

    /// Choices that tell nothing, of an opponent taken to be careful.
    pub(crate) fn ignored() -> Self {
        Self {
            made: Vec::new(),
            prior: Likelihood {
                careless: 0.0,
                orderly: 0.0,
                careful: 1.0,
            },
        }
    }

    /// Whether there is nothing to explain.
    pub(crate) fn is_empty(&self) -> bool {
        self.made.is_empty()
    }

    /// How likely the choices were in this world.
    pub(crate) fn likelihood(&self, world: &World) -> Likelihood {
        let each = self.made.iter().map(|choice| choice.likelihood(world));
        each.fold(self.prior, Likelihood::and)
    }
}

impl Known {
    /// The choice that this step was, if it was one of the opponent's.
    fn choice(&mut self, step: Step) -> Option<Choice> {
        let Some(tile) = step.mv.tile() else {
            self.note_stuck(step);
            return None;
        };
        let choice = (step.side == self.opponent)
            .then(|| self.choice_of(tile, step))
            .flatten();
        self.laid.insert(tile);
        self.laid_since.remove(tile);
        self.held -= u8::from(step.side != self.opponent);
        choice
    }

    fn choice_of(&self, tile: Tile, step: Step) -> Option<Choice> {
        Some(Choice {
            tile,
            right: matches!(step.mv, Move::LayRight(_)),
            ends: step.ends?,
            ends_after: step.ends_after()?,
            laid_since: self.laid_since,
            gone: self.laid | self.lacked,
            held: self.held,
            draws: self.draws,
        })
    }

    fn note_stuck(&mut self, step: Step) {
        let drew = step.mv == Move::Draw;
        if step.side == self.opponent {
            self.draws += usize::from(drew);
            return;
        }
        let fitting = step.ends.map_or(Tiles::NONE, Ends::fitting);
        // The tile drawn may be anything, so older knowledge is worth less than this.
        self.lacked = if drew { fitting } else { self.lacked | fitting };
        self.held += u8::from(drew);
    }
}

impl Choice {
    fn likelihood(&self, world: &World) -> Likelihood {
        let drawn_later = world.drawn.iter().skip(self.draws).copied();
        let own = (world.other | self.laid_since) - drawn_later.collect();
        let board = Board {
            own,
            other: Tiles::NONE,
            ends: self.ends,
        };
        let outlook = Outlook::new(own, Tiles::ALL - own - self.gone, self.held);
        let (mut count, mut all, mut chosen) = (0.0, 0.0, 0.0);
        board.lays(|tile, ends, _| {
            let weight = (outlook.rate(tile, ends) / TEMPERATURE).exp();
            count += 1.0;
            all += weight;
            if tile == self.tile && ends.same(self.ends_after) {
                chosen += weight;
            }
        });
        let first = !self.right && board.playable().highest() == Some(self.tile);
        let careless = 1.0 / count;
        Likelihood {
            careless,
            orderly: SLIP * careless + if first { 1.0 - SLIP } else { 0.0 },
            careful: chosen / all,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seen::Seen;

    /// 6-1 was laid next to 6-6 by a hand that also held these.
    fn likelihood(held: &str) -> Likelihood {
        let seen: Seen = "1x3 first 30,10 2/22 : first 66 61".parse().unwrap();
        let view = seen.view();
        let other: Tiles = held.parse().unwrap();
        let world = World {
            other,
            elsewhere: view.unseen() - other,
            drawn: Vec::new(),
        };
        Choices::of(&view).likelihood(&world)
    }

    #[test]
    fn a_move_without_a_choice_tells_nothing() {
        let forced = likelihood("54,21");
        assert!((forced.total() - 1.0).abs() < 1e-9, "{forced:?}");
        assert!((forced.careless_share() - STRANGER.careless).abs() < 1e-9);
    }

    #[test]
    fn a_higher_tile_kept_back_speaks_against_the_hand_and_for_carelessness() {
        let kept_back = likelihood("64,21");
        assert!(kept_back.total() < 0.5, "{kept_back:?}");
        assert!(kept_back.careless_share() > STRANGER.careless);
    }

    #[test]
    fn the_highest_tile_laid_first_speaks_against_carelessness() {
        let in_order = likelihood("60,21");
        assert!(in_order.careless_share() < STRANGER.careless);
    }

    #[test]
    fn ignored_choices_leave_every_hand_as_likely() {
        let seen: Seen = "1x3 first 30,10 2/22 : first 66 61".parse().unwrap();
        let other: Tiles = "64,21".parse().unwrap();
        let world = World {
            other,
            elsewhere: seen.view().unseen() - other,
            drawn: Vec::new(),
        };
        let ignored = Choices::ignored().likelihood(&world);
        assert!((ignored.total() - 1.0).abs() < 1e-9);
        assert!(ignored.careless_share().abs() < 1e-9);
    }
}
