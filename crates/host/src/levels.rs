//! Levels 1 to 8 of the strategy `niveau`: for every game, over the values of its engine.

use std::marker::PhantomData;

use table::{Budget, Chance, Game, NoMove, Seat, SeatView, Side, Strategy, Turn, Value};

use crate::{Analyst, Options, Voice};

/// The strategy of which there are eight levels.
pub const LEVEL: &str = "niveau";

/// The names of the levels as players have them, `Lea@niveau=3`, from the weakest to `expert`.
pub const LEVELS: [&str; 8] = [
    "niveau=1", "niveau=2", "niveau=3", "niveau=4", "niveau=5", "niveau=6", "niveau=7", "niveau=8",
];

/// The strategy that is level 8 of a game that has it.
pub(crate) const EXPERT: &str = "expert";

/// Level from which a move that wins at once is always played.
const SEES_WINS: usize = 3;

/// Largest number of moves that are valued; where there are more, the first is played.
const MOST_MOVES: usize = 10_000;

/// How the levels 1 to 7 of a game choose. Level 8 is its strategy `expert`, or the best move of
/// its engine.
///
/// A level values every move with little effort, and plays each with a probability that falls with
/// its loss beside the best: small losses, and those too far away to be seen, are made more often
/// than large ones.
#[derive(Clone, Copy, Debug)]
pub struct LevelScale {
    /// Nodes or samples for one move: how far a level looks.
    pub effort: u64,
    /// For each level the loss, in the units of [`Value::merit`], that makes a move e times less
    /// likely than the best.
    pub carelessness: [f64; 7],
}

impl LevelScale {
    /// For games whose levels were not measured, with values as shares of the game.
    pub const USUAL: Self = Self {
        effort: 10_000,
        carelessness: [0.5, 0.3, 0.2, 0.13, 0.08, 0.05, 0.02],
    };
}

/// A level below 8, or 8 where a game has no strategy `expert`.
pub(crate) struct LevelStrategy<G> {
    level: usize,
    /// Created at the first turn.
    analyst: Option<Box<dyn Analyst>>,
    game: PhantomData<fn() -> G>,
}

/// The number of a level by its name, from 1.
pub(crate) fn level_of(name: &str) -> Option<usize> {
    let place = LEVELS.iter().position(|known| *known == name);
    place.map(|place| place + 1)
}

impl<G> LevelStrategy<G> {
    pub(crate) const fn new(level: usize) -> Self {
        Self {
            level,
            analyst: None,
            game: PhantomData,
        }
    }
}

impl<G: Voice> Strategy<G> for LevelStrategy<G> {
    fn choose(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Move, NoMove> {
        let side = seat.side();
        let SeatView { view, luck, budget } = seat.sight();
        let text = view.to_string();
        // The view of a game with hidden facts is no game: there is no looking ahead without an engine.
        if let Ok(game) = text.parse::<G>() {
            if game.legal().nth(MOST_MOVES).is_some() {
                return game.legal().next().ok_or(NoMove::Fault);
            }
            let win = || game.legal().find(|mv| wins_at_once(&game, *mv, side));
            if let Some(win) = (self.level >= SEES_WINS).then(win).flatten() {
                return Ok(win);
            }
        }
        let carelessness = G::LEVELS.carelessness.get(self.level - 1).copied();
        let budget = match carelessness {
            Some(_) => budget.with_effort(G::LEVELS.effort),
            None => budget,
        };
        let moves = self.values(&text, luck, &budget)?;
        let chosen = draw_move(&moves, carelessness.unwrap_or_default(), luck);
        let chosen = chosen.and_then(|text| text.parse().ok());
        chosen.ok_or(NoMove::Fault)
    }
}

impl<G: Voice> LevelStrategy<G> {
    /// The moves of a position with their values.
    fn values(
        &mut self,
        position: &str,
        luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Result<Vec<(String, Value)>, NoMove> {
        let analyst = match &mut self.analyst {
            Some(analyst) => analyst,
            none => {
                let made = G::analyst(&Options::default()).map_err(|_| NoMove::Fault)?;
                none.insert(made)
            }
        };
        let analysis = analyst.analyse(position, luck, budget);
        if budget.stopped() {
            return Err(NoMove::Stopped);
        }
        analysis.map(|found| found.moves).map_err(|_| NoMove::Fault)
    }
}

/// Whether `side` has won after the move, or after the only reply to it.
fn wins_at_once<G: Game>(game: &G, mv: G::Move, side: Side) -> bool {
    let mut after = game.clone();
    if after.play(mv).is_err() {
        return false;
    }
    if matches!(after.turn(), Turn::Player(_)) {
        let mut replies = after.legal();
        let (reply, more) = (replies.next(), replies.next().is_some());
        drop(replies);
        match reply {
            Some(reply) if !more => drop(after.play(reply)),
            _ => return false,
        }
    }
    matches!(after.turn(), Turn::Over(outcome) if outcome.winner() == Some(side))
}

/// Draws a move: one that loses `carelessness` beside the best is e times less likely than it. The
/// best one without carelessness.
fn draw_move<'a>(
    moves: &'a [(String, Value)],
    carelessness: f64,
    luck: &mut dyn Chance,
) -> Option<&'a String> {
    /// Weight of the best move: 10,000 moves of this weight fit a `u32`.
    const UNIT: f64 = 262_144.0;
    let best = Value::best(moves)?;
    if carelessness <= 0.0 {
        return Some(best);
    }
    let merits = moves.iter().map(|(_, value)| value.merit());
    let most = merits.clone().fold(f64::NEG_INFINITY, f64::max);
    let weights = merits.map(|merit| (UNIT * ((merit - most) / carelessness).exp()) as u32);
    let total = weights.clone().fold(0u32, u32::saturating_add);
    let mut drawn = luck.below(total.max(1));
    let found = moves.iter().zip(weights).find(|(_, weight)| {
        let is_drawn = drawn < *weight;
        drawn = drawn.saturating_sub(*weight);
        is_drawn
    });
    Some(found.map_or(best, |((mv, _), _)| mv))
}
