//! Inference from the opponent's choices: their likelihood in a world, which is its importance weight,
//! for three kinds of player.
//!
//! A careless player lays a random tile that fits, each as likely. An orderly one lays the first
//! fitting tile of its sorted hand, as the subject's strategy does, with rare exceptions. A careful
//! one chooses by softmax: the likelihood of a move grows exponentially with its [`Heuristic`] rating.
//! No hand gets likelihood 0.

use table::Side;

use crate::engine::board::Board;
use crate::engine::heuristic::Heuristic;
use crate::engine::worlds::World;
use crate::rules::{Ends, Move};
use crate::tile::{Tile, Tiles};
use crate::view::{Step, View};

/// Temperature of the softmax: a move rated this many points better is e times as likely. The best of
/// 4, 8 and 16 in matches against plain averaging.
const TEMPERATURE: f64 = 4.0;

/// Probability that an orderly player makes a careless choice.
const SLIP: f64 = 0.1;

/// Joint probabilities of an observation and each kind of opponent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Likelihood {
    careless: f64,
    orderly: f64,
    careful: f64,
}

/// Prior probabilities of the kinds of opponent.
const PRIOR: Likelihood = Likelihood {
    careless: 0.4,
    orderly: 0.1,
    careful: 0.5,
};

impl Likelihood {
    /// The probability of the observation over all kinds of opponent.
    pub(crate) fn total(self) -> f64 {
        self.careless + self.orderly + self.careful
    }

    /// The probability that the opponent is careless given the observation.
    pub(crate) fn careless_share(self) -> f64 {
        self.careless / self.total()
    }

    /// The product with another, independent observation.
    fn and(self, other: Self) -> Self {
        Self {
            careless: self.careless * other.careless,
            orderly: self.orderly * other.orderly,
            careful: self.careful * other.careful,
        }
    }
}

/// A choice of the opponent with the public information at that time.
#[derive(Clone, Copy, Debug)]
struct Choice {
    tile: Tile,
    /// Whether the tile was laid at the right although it also fitted the left end.
    right: bool,
    ends: Ends,
    ends_after: Ends,
    /// Tiles that the opponent laid from then on, including this one.
    laid_since: Tiles,
    /// Tiles that the opponent could not expect in the other hand: laid before, or known to be missing
    /// there.
    gone: Tiles,
    /// Number of tiles in the other hand.
    held: u8,
    /// Number of tiles that the opponent had drawn.
    draws: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct OpponentChoices {
    made: Vec<Choice>,
    prior: Likelihood,
}

/// Public information at one point of the history.
struct PublicState {
    opponent: Side,
    laid: Tiles,
    /// Tiles that the opponent lays from here on.
    laid_since: Tiles,
    /// Tiles that this side is known not to hold.
    lacked: Tiles,
    /// Number of tiles in this side's hand.
    held: u8,
    /// Number of tiles that the opponent has drawn.
    draws: usize,
}

impl OpponentChoices {
    /// All choices of the opponent after the opening.
    pub(crate) fn from_view(view: &View<'_>) -> Self {
        let opponent = view.side.other();
        let by_opponent = view.steps().filter(|step| step.side == opponent);
        let mut state = PublicState {
            opponent,
            laid: Tiles::NONE,
            laid_since: by_opponent.filter_map(|step| step.mv.tile()).collect(),
            lacked: Tiles::NONE,
            held: view.size,
            draws: 0,
        };
        Self {
            made: view.steps().filter_map(|step| state.choice(step)).collect(),
            prior: PRIOR,
        }
    }

    /// No choices, of an opponent assumed to be careful, so that all worlds have the same weight.
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

    pub(crate) fn is_empty(&self) -> bool {
        self.made.is_empty()
    }

    pub(crate) fn likelihood(&self, world: &World) -> Likelihood {
        let each = self.made.iter().map(|choice| choice.likelihood(world));
        each.fold(self.prior, Likelihood::and)
    }
}

impl PublicState {
    /// Advances by one move; returns it as a choice if the opponent laid a tile after the opening.
    fn choice(&mut self, step: Step) -> Option<Choice> {
        let Some(tile) = step.mv.tile() else {
            self.note_stuck(step);
            return None;
        };
        let choice = (step.side == self.opponent)
            .then(|| self.opponent_choice(tile, step))
            .flatten();
        self.laid.insert(tile);
        self.laid_since.remove(tile);
        self.held -= u8::from(step.side != self.opponent);
        choice
    }

    fn opponent_choice(&self, tile: Tile, step: Step) -> Option<Choice> {
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

    /// Updates the state for a draw or a pass.
    fn note_stuck(&mut self, step: Step) {
        let drew = step.mv == Move::Draw;
        if step.side == self.opponent {
            self.draws += usize::from(drew);
            return;
        }
        let fitting = step.ends.map_or(Tiles::NONE, Ends::fitting);
        // The drawn tile is unknown, so that only the tiles missing at this draw are kept.
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
        let heuristic = Heuristic::new(own, Tiles::ALL - own - self.gone, self.held);
        let (mut count, mut all, mut chosen) = (0.0, 0.0, 0.0);
        board.lays(|tile, ends, _| {
            let weight = (heuristic.rate(tile, ends) / TEMPERATURE).exp();
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

    /// The likelihood of laying 6-1 next to 6-6 with these other tiles in hand.
    fn likelihood(held: &str) -> Likelihood {
        let seen: Seen = "1x3 first 30,10 2/22 : first 66 61".parse().unwrap();
        let view = seen.view();
        let other: Tiles = held.parse().unwrap();
        let world = World {
            other,
            elsewhere: view.unseen() - other,
            drawn: Vec::new(),
        };
        OpponentChoices::from_view(&view).likelihood(&world)
    }

    #[test]
    fn a_forced_move_does_not_change_the_weight_of_a_hand() {
        let forced = likelihood("54,21");
        assert!((forced.total() - 1.0).abs() < 1e-9, "{forced:?}");
        assert!((forced.careless_share() - PRIOR.careless).abs() < 1e-9);
    }

    #[test]
    fn keeping_a_higher_tile_lowers_the_weight_and_suggests_a_careless_player() {
        let kept_back = likelihood("64,21");
        assert!(kept_back.total() < 0.5, "{kept_back:?}");
        assert!(kept_back.careless_share() > PRIOR.careless);
    }

    #[test]
    fn laying_the_highest_tile_suggests_an_orderly_or_careful_player() {
        let in_order = likelihood("60,21");
        assert!(in_order.careless_share() < PRIOR.careless);
    }

    #[test]
    fn without_inference_every_hand_has_the_same_weight() {
        let seen: Seen = "1x3 first 30,10 2/22 : first 66 61".parse().unwrap();
        let other: Tiles = "64,21".parse().unwrap();
        let world = World {
            other,
            elsewhere: seen.view().unseen() - other,
            drawn: Vec::new(),
        };
        let ignored = OpponentChoices::ignored().likelihood(&world);
        assert!((ignored.total() - 1.0).abs() < 1e-9);
        assert!(ignored.careless_share().abs() < 1e-9);
    }
}
