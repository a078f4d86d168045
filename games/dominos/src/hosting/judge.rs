//! Values of moves and their reasons, from the mover's view: unseen tiles that fit each end, and points
//! left in the hand. For luck, the value with all tiles open.

use crate::{Dominos, Effect, Ends, Engine, Move, Rule, Side, Tile, Tiles, View};
use table::{Budget, Chance, Evaluation, Explain, Message, Share, Stopped, message};

use super::{seen_in, words};
use crate::engine::world_source::shuffle;
use review::{Advice, Judge, LossScale, advise};

/// Maximum size of a boneyard of which all orders are solved: 720 orders.
const FEW_TILES: u8 = 6;

/// Minimum number of solved orders of a larger boneyard, for a meaningful error estimate.
const FEWEST_ORDERS: u32 = 16;

impl Judge<Dominos> for Engine {
    /// The mean over orders of the boneyard, each solved with all tiles open: over all orders of a small
    /// boneyard, over a sample for a large one.
    fn open(
        &mut self,
        game: &Dominos,
        luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Result<Share, Stopped> {
        self.prepare(budget);
        let yard: Vec<Tile> = game.boneyard().into_iter().collect();
        if game.rule == Rule::One || yard.is_empty() {
            let solved = self.solved(game, &[]);
            return Ok(solved.map_or(Share::UNKNOWN, Share::exactly));
        }
        if self.solved(game, &yard).is_none() {
            return Ok(Share::UNKNOWN);
        }
        if game.boneyard().len() <= FEW_TILES {
            let mut mean = Mean::default();
            self.every_order(game, &mut Vec::new(), game.boneyard(), &mut mean);
            return Ok(Share::exactly(mean.value()));
        }
        self.some_orders(game, yard, luck, budget)
    }

    fn why(
        &mut self,
        view: View<'_>,
        found: &Evaluation<Move>,
        chosen: Option<Move>,
    ) -> Vec<Message> {
        let reasons = reasons(&view, found.best(), chosen);
        reasons.iter().map(Explain::explain).collect()
    }

    fn place(&mut self, view: View<'_>, best: Move) -> Message {
        let (Some(ends), Some(tile)) = (view.ends(), best.tile()) else {
            return message!("dominos-advice-nothing");
        };
        let right = matches!(best, Move::LayRight(_)) || !Tiles::with(ends.left).contains(tile);
        let end = if right { ends.right } else { ends.left };
        message!("dominos-advice-end", end)
    }

    fn drawn(&self, after: &Dominos, effects: &[Effect]) -> String {
        match effects {
            [Effect::Received(tile)] if !after.history().is_empty() => tile.to_string(),
            _ => after.hands.map(|hand| hand.to_string()).join("/"),
        }
    }

    fn scale(&self) -> LossScale {
        LossScale::Chances
    }

    fn advise(
        &mut self,
        text: &str,
        luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Result<Advice, Message> {
        let seen = seen_in(text)?;
        if seen.view().moves().is_empty() {
            return Err(message!("dominos-advice-no-turn"));
        }
        advise(self, seen.view(), luck, budget)
    }
}

impl Engine {
    /// The first side's share with all tiles open; `None` while tiles are dealt.
    fn solved(&mut self, game: &Dominos, yard: &[Tile]) -> Option<f64> {
        let outcome = self.solver.outcome(game, yard)?;
        Some(match outcome.winner() {
            Some(Side::First) => 1.0,
            None => 0.5,
            Some(Side::Second) => 0.0,
        })
    }

    fn every_order(&mut self, game: &Dominos, drawn: &mut Vec<Tile>, left: Tiles, mean: &mut Mean) {
        if left.is_empty() {
            mean.extend(self.solved(game, drawn));
        }
        for tile in left {
            drawn.push(tile);
            self.every_order(game, drawn, left.without(tile), mean);
            drawn.pop();
        }
    }

    fn some_orders(
        &mut self,
        game: &Dominos,
        mut yard: Vec<Tile>,
        luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Result<Share, Stopped> {
        let start = self.solver.nodes();
        let mut mean = Mean::default();
        while mean.count < FEWEST_ORDERS || !budget.exhausted(self.solver.nodes() - start) {
            if budget.stopped() {
                return Err(Stopped);
            }
            shuffle(&mut yard, luck);
            mean.extend(self.solved(game, &yard));
        }
        Ok(Share::measured(mean.value(), mean.error()))
    }
}

/// Sums of which the mean and its standard error are computed.
#[derive(Default)]
struct Mean {
    count: u32,
    sum: f64,
    squares: f64,
}

impl Mean {
    fn extend(&mut self, value: Option<f64>) {
        let value = value.unwrap_or(0.5);
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    fn value(&self) -> f64 {
        self.sum / f64::from(self.count)
    }

    /// The standard error of the mean; at least that of a sample with one different value.
    fn error(&self) -> f64 {
        let count = f64::from(self.count);
        let spread = self.squares / count - self.value().powi(2);
        (spread / count).max(0.0).sqrt().max(1.0 / count)
    }
}

/// A fact about a move, from the mover's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// The ends after the move, and the numbers of unseen tiles that fit each of them and either.
    Answers {
        mv: Move,
        ends: Ends,
        each: [u8; 2],
        either: u8,
    },
    /// Points left in the hand: they count if the opponent goes out or no side can play.
    AtRisk { mv: Move, points: u32 },
    /// The move empties the hand.
    GoesOut(Move),
}

/// Facts about the best move, and about the chosen one if it is another.
pub(super) fn reasons(view: &View<'_>, best: Option<Move>, chosen: Option<Move>) -> Vec<Reason> {
    let other = chosen.filter(|chosen| Some(*chosen) != best);
    let moves = [best, other].into_iter().flatten();
    moves.flat_map(|mv| about(view, mv)).collect()
}

fn about(view: &View<'_>, mv: Move) -> Vec<Reason> {
    let (Some(tile), Some(ends)) = (mv.tile(), view.ends_after(mv)) else {
        return Vec::new();
    };
    let hand = view.hand.without(tile);
    if hand.is_empty() {
        return vec![Reason::GoesOut(mv)];
    }
    let answers = |tiles: Tiles| (view.unseen() & tiles).len();
    vec![
        Reason::Answers {
            mv,
            ends,
            each: [ends.left, ends.right].map(|pips| answers(Tiles::with(pips))),
            either: answers(ends.fitting()),
        },
        Reason::AtRisk {
            mv,
            points: hand.points(),
        },
    ]
}

impl Explain for Reason {
    fn explain(&self) -> Message {
        match *self {
            Self::Answers {
                mv, ends, either, ..
            } if ends.left == ends.right => message!(
                "dominos-why-answers-both",
                move = words(mv),
                end = ends.left,
                either
            ),
            Self::Answers {
                mv,
                ends: Ends { left, right },
                each: [to_left, to_right],
                either,
            } => message!(
                "dominos-why-answers",
                move = words(mv),
                left,
                right,
                to_left,
                to_right,
                either
            ),
            Self::AtRisk { mv, points } => {
                message!("dominos-why-at-risk", move = words(mv), points)
            }
            Self::GoesOut(mv) => message!("dominos-why-goes-out", move = words(mv)),
        }
    }
}

#[cfg(test)]
mod tests {
    use table::{Expert, Game, Limits, Monotonic, Outcome, Seeded, Turn};

    use super::*;
    use review::loss;

    /// A game under Rule 2 with most of the boneyard left, where a side has several moves.
    fn in_mid_game(seed: u64) -> Dominos {
        let mut luck = Seeded::new(seed);
        let mut game = Dominos::new(Rule::Two, 7).unwrap();
        loop {
            match game.turn() {
                Turn::Over(_) => return in_mid_game(seed + 1_000),
                Turn::Chance { outcomes, .. } => {
                    game.draw(luck.below(outcomes.into()) as u8);
                }
                Turn::Player(_) => {
                    let moves: Vec<Move> = game.legal().collect();
                    if game.history().len() >= 5 && moves.len() > 1 && game.boneyard().len() > 6 {
                        return game;
                    }
                    let chosen = moves[luck.below(moves.len() as u32) as usize];
                    Game::play(&mut game, chosen).unwrap();
                }
            }
        }
    }

    /// The open value, and the loss of the last move, as a judge with this effort finds them.
    fn judged(game: &Dominos, effort: u64, seed: u64) -> [Share; 2] {
        let limits = Limits {
            effort: Some(effort),
            ..Limits::default()
        };
        let clock = Monotonic::start();
        let budget = Budget::new(&limits, &clock);
        let (mut judge, mut luck) = (Engine::default(), Seeded::new(seed));
        let open = judge.open(game, &mut luck, &budget).unwrap();
        let Turn::Player(side) = game.turn() else {
            panic!("a side is to move");
        };
        let found = judge.evaluate(game.view(side), &mut luck, &budget).unwrap();
        let chosen = found.moves.last().unwrap().0;
        [open, loss(&found, chosen, Share::UNKNOWN)]
    }

    /// Two standard errors cover 95 % of a normal distribution; the bound of 93 % allows for small
    /// samples.
    #[test]
    fn errors_cover_repeated_runs_as_often_as_they_say() {
        let (mut covered, mut runs) = ([0; 2], 0);
        for seed in 0..6 {
            let game = in_mid_game(seed);
            let truth = judged(&game, 600_000, 1);
            for run in 0..40 {
                let found = judged(&game, 15_000, 100 + run);
                for kind in 0..2 {
                    let far = (found[kind].value() - truth[kind].value()).abs();
                    let error = found[kind].error.hypot(truth[kind].error);
                    covered[kind] += u32::from(far <= 2.0 * error);
                }
                runs += 1;
            }
        }
        assert!(
            covered.iter().all(|count| 100 * count >= 93 * runs),
            "{covered:?} of {runs}"
        );
    }

    /// Checks a reason by counting tiles in the whole game: unseen tiles are neither in the mover's
    /// hand nor laid.
    fn check(game: &Dominos, reason: Reason) {
        let Turn::Player(side) = game.turn() else {
            panic!("a side is to move");
        };
        let unseen = game.hand(side.other()) | game.boneyard();
        let after = |mv| {
            let mut after = game.clone();
            Game::play(&mut after, mv).unwrap();
            after
        };
        let fits = |pips: u8| move |tile: &Tile| tile.halves().contains(&pips);
        match reason {
            Reason::Answers {
                mv,
                ends,
                each,
                either,
            } => {
                let Ends { left, right } = ends;
                assert_eq!(after(mv).ends(), Some(ends), "{game}: {mv}");
                let count = |pips| unseen.into_iter().filter(fits(pips)).count();
                assert_eq!(each.map(usize::from), [count(left), count(right)]);
                let both = unseen
                    .into_iter()
                    .filter(|tile| fits(left)(tile) || fits(right)(tile));
                assert_eq!(usize::from(either), both.count());
            }
            Reason::AtRisk { mv, points } => {
                let left = after(mv).hand(side);
                let sum = left.into_iter().flat_map(Tile::halves);
                assert_eq!(sum.map(u32::from).sum::<u32>(), points, "{game}: {mv}");
            }
            Reason::GoesOut(mv) => {
                assert_eq!(
                    after(mv).turn(),
                    Turn::Over(Outcome::Win(side)),
                    "{game}: {mv}"
                );
            }
        }
    }

    #[test]
    fn every_reason_equals_counting_tile_by_tile() {
        let mut luck = Seeded::new(66);
        let mut told = [0; 3];
        for deal in 0..400 {
            let (rule, size) = [(Rule::One, 10), (Rule::Two, 7)][deal % 2];
            let mut game = Dominos::new(rule, size).unwrap();
            loop {
                match game.turn() {
                    Turn::Over(_) => break,
                    Turn::Chance { outcomes, .. } => {
                        game.draw(luck.below(outcomes.into()) as u8);
                    }
                    Turn::Player(side) => {
                        let moves: Vec<Move> = game.legal().collect();
                        let chosen = moves[luck.below(moves.len() as u32) as usize];
                        for reason in
                            reasons(&game.view(side), moves.first().copied(), Some(chosen))
                        {
                            check(&game, reason);
                            told[match reason {
                                Reason::Answers { .. } => 0,
                                Reason::AtRisk { .. } => 1,
                                Reason::GoesOut(_) => 2,
                            }] += 1;
                        }
                        Game::play(&mut game, chosen).unwrap();
                    }
                }
            }
        }
        assert!(told[0] > 2_000 && told[2] > 50, "{told:?}");
    }
}
