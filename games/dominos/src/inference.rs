//! How well a hand explains what the opponent chose to lay.
//!
//! A player is taken to lay a tile with a likelihood that grows exponentially with what the move
//! looks worth to it ([`Outlook`]), so that no hand is ever ruled out by a choice.

use table::Side;

use crate::board::Board;
use crate::policy::Outlook;
use crate::rules::{Ends, Move};
use crate::tile::{Tile, Tiles};
use crate::view::{Step, View};
use crate::worlds::World;

/// A move that looks this many points better is e times as likely. Of 4, 8 and 16 the best in
/// matches against plain averaging.
const TEMPERATURE: f64 = 4.0;

/// One choice of the opponent, and what was known when it was made.
#[derive(Clone, Copy, Debug)]
struct Choice {
    tile: Tile,
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
#[derive(Clone, Default, Debug)]
pub(crate) struct Choices(Vec<Choice>);

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
        Self(view.steps().filter_map(|step| known.choice(step)).collect())
    }

    /// Whether there is nothing to explain.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How likely the choices were in this world.
    pub(crate) fn likelihood(&self, world: &World) -> f64 {
        self.0
            .iter()
            .map(|choice| choice.likelihood(world))
            .product()
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
    fn likelihood(&self, world: &World) -> f64 {
        let drawn_later = world.drawn.iter().skip(self.draws).copied();
        let own = (world.other | self.laid_since) - drawn_later.collect();
        let board = Board {
            own,
            other: Tiles::NONE,
            ends: self.ends,
        };
        let outlook = Outlook::new(own, Tiles::ALL - own - self.gone, self.held);
        let (mut all, mut chosen) = (0.0, 0.0);
        board.lays(|tile, ends, _| {
            let weight = (outlook.rate(tile, ends) / TEMPERATURE).exp();
            all += weight;
            if tile == self.tile && ends.same(self.ends_after) {
                chosen += weight;
            }
        });
        chosen / all
    }
}
