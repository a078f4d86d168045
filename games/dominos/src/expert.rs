//! An opponent that reasons about the tiles it cannot see.
//!
//! It solves the game as if every tile were seen, in worlds that agree with everything that was
//! done, and averages. Worlds weigh as much as they explain the opponent's choices: with equal
//! weights the same engine is the plain averaging it is measured against.

use std::time::Duration;

use table::{Budget, Chance, Evaluation, Expert, Game, Seat, Side, Stopped, Strategy, Value};

use crate::board::Board;
use crate::inference::Choices;
use crate::rules::{Dominos, Ends, Move, Rule};
use crate::solver::Solver;
use crate::tile::{Tile, Tiles};
use crate::view::{Step, View};
use crate::worlds::{Sampler, World, Worlds, one_of};

/// Thinking time when the caller sets none.
const TIME: Duration = Duration::from_millis(200);

/// What a world costs to draw and weigh, in nodes of the solver.
const WORLD_COST: u64 = 12;

/// The part of the effort or time that goes into worlds that are only weighed.
const WEIGHING: f64 = 0.4;

/// More worlds than this are never weighed.
const MOST_WEIGHED: usize = 20_000;

/// Orders of the boneyard that are tried when the hands are known.
const BONEYARD_ORDERS: usize = 100;

/// The engine.
#[derive(Clone, Debug)]
pub struct Reasoner {
    solver: Solver,
    explains: bool,
}

impl Default for Reasoner {
    fn default() -> Self {
        Self {
            solver: Solver::default(),
            explains: true,
        }
    }
}

impl Reasoner {
    /// Plain averaging: every world that is possible is as likely as the others.
    pub fn averaging() -> Self {
        Self {
            explains: false,
            ..Self::default()
        }
    }
}

impl Strategy<Dominos> for Reasoner {
    /// Where there is no choice it does not think.
    fn choose(
        &mut self,
        seat: &mut Seat<'_, Dominos>,
        luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Result<Move, Stopped> {
        let view = seat.view();
        match view.moves()[..] {
            [only] => Ok(only),
            _ => self.evaluate(view, luck, budget)?.best().ok_or(Stopped),
        }
    }
}

/// Where worlds come from.
enum Source<'a> {
    /// All there are, in random order, each with its weight.
    All(Vec<(World, f64)>),
    /// A sample to draw from again, in proportion to the weights added up so far.
    Weighed(Vec<(World, f64)>),
    /// As many as wanted.
    Fresh(Sampler<'a>),
}

impl Source<'_> {
    /// The `n`-th world and its weight, if there are that many.
    fn next(&mut self, n: usize, luck: &mut dyn Chance) -> Option<(World, f64)> {
        match self {
            Self::All(worlds) => worlds.get(n).cloned(),
            Self::Weighed(worlds) => {
                let total = worlds.last()?.1;
                let at = total * f64::from(luck.below(1 << 31)) / f64::from(1u32 << 31);
                let index = worlds.partition_point(|&(_, sum)| sum <= at);
                worlds.get(index).map(|(world, _)| (world.clone(), 1.0))
            }
            Self::Fresh(sampler) => Some((sampler.draw(luck), 1.0)),
        }
    }

    /// How sure an average is when no world is left.
    fn certainty(&self) -> Certainty {
        match self {
            Self::All(worlds) if worlds.len() == 1 => Certainty::Exact,
            Self::All(_) => Certainty::Complete,
            Self::Weighed(_) | Self::Fresh(_) => Certainty::Sampled,
        }
    }

    /// How many worlds were drawn when `solved` of them were solved.
    fn drawn(&self, solved: usize) -> usize {
        match self {
            Self::All(worlds) | Self::Weighed(worlds) => worlds.len(),
            Self::Fresh(_) => solved,
        }
    }
}

/// Wins, draws and losses added up, with their weights.
#[derive(Clone, Copy, Default, Debug)]
struct Tally {
    results: [f64; 3],
    squares: [f64; 3],
}

/// How sure the sum of a tally is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Certainty {
    /// Only this can be.
    Exact,
    /// Every world was counted.
    Complete,
    /// Some were.
    Sampled,
}

impl Tally {
    fn add(&mut self, value: i8, weight: f64) {
        let index = (value + 1) as usize;
        self.results[index] += weight;
        self.squares[index] += weight * weight;
    }

    fn is_empty(&self) -> bool {
        self.results.iter().sum::<f64>() <= 0.0
    }

    fn value(&self, certainty: Certainty) -> Value {
        let total: f64 = self.results.iter().sum();
        let [loss, draw, win] = self.results.map(|weight| weight / total);
        let score = win + draw / 2.0;
        let far = [0.0, 0.5, 1.0].map(|result: f64| (result - score).powi(2));
        let variance: f64 = self
            .squares
            .iter()
            .zip(far)
            .map(|(square, far)| square * far)
            .sum();
        let error = match certainty {
            Certainty::Exact => return exact(win, draw, loss),
            Certainty::Complete => 0.0,
            Certainty::Sampled => variance.sqrt() / total,
        };
        Value::Sampled {
            win,
            draw,
            loss,
            error,
        }
    }
}

fn exact(win: f64, draw: f64, loss: f64) -> Value {
    Value::Exact {
        win,
        draw,
        loss,
        score: None,
    }
}

impl Expert<Dominos> for Reasoner {
    fn evaluate(
        &mut self,
        view: View<'_>,
        luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Result<Evaluation<Move>, Stopped> {
        if budget.stopped() {
            return Err(Stopped);
        }
        let budget = budget.or_time(TIME);
        let start = self.solver.nodes();
        let mut evaluation = if view.is_out() {
            lost(&view)
        } else if let Some(ends) = view.ends() {
            let worlds = Worlds::of(&view);
            let source = self.source(&view, &worlds, luck, &budget);
            self.average(&view, ends, source, luck, &budget)
        } else {
            self.before_opening(&view, luck, &budget)
        };
        evaluation.nodes = Some(self.solver.nodes() - start);
        Ok(evaluation)
    }
}

/// Whoever is next when a hand is empty has lost.
fn lost(view: &View<'_>) -> Evaluation<Move> {
    evaluation(view, exact(0.0, 0.0, 1.0), Vec::new())
}

fn evaluation(view: &View<'_>, value: Value, moves: Vec<(Move, Value)>) -> Evaluation<Move> {
    Evaluation {
        side: view.next(),
        value,
        moves,
        nodes: None,
    }
}

impl Reasoner {
    fn source<'a>(
        &self,
        view: &View<'_>,
        worlds: &'a Worlds,
        luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Source<'a> {
        let choices = if self.explains {
            Choices::of(view)
        } else {
            Choices::default()
        };
        let effort = budget.effort().unwrap_or(u64::MAX);
        let most = (effort as f64 * WEIGHING) as u64 / WORLD_COST;
        let most = most.clamp(16, MOST_WEIGHED as u64) as usize;
        let nothing_to_draw = view.rule == Rule::One || view.boneyard == 0;
        let few = worlds.count().is_some_and(|count| count <= most as f64);
        if nothing_to_draw && few {
            let weigh = |world| {
                let weight = choices.likelihood(&world);
                (world, weight)
            };
            let mut all: Vec<_> = worlds.all().into_iter().map(weigh).collect();
            shuffle(&mut all, luck);
            Source::All(all)
        } else if choices.is_empty() {
            Source::Fresh(worlds.sampler())
        } else {
            Source::Weighed(weighed(worlds, &choices, most, luck, budget))
        }
    }

    /// The best move of the side to move when it sees the other hand.
    pub(crate) fn best_seen(
        &mut self,
        game: &Dominos,
        luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Option<Move> {
        let view = game.view(game.to_move);
        let world = World {
            other: game.hand(game.to_move.other()),
            elsewhere: game.boneyard,
            drawn: Vec::new(),
        };
        let budget = budget.or_time(TIME);
        let orders = if game.rule == Rule::One {
            1
        } else {
            BONEYARD_ORDERS
        };
        let source = Source::All(vec![(world, 1.0); orders]);
        self.average(&view, game.ends?, source, luck, &budget)
            .best()
    }

    /// Solves world after world; what a move is worth is the average.
    fn average(
        &mut self,
        view: &View<'_>,
        ends: Ends,
        mut source: Source<'_>,
        luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Evaluation<Move> {
        let options = options(view);
        let mut tallies = vec![Tally::default(); options.len().max(1)];
        let start = self.solver.nodes();
        let mut count = 0;
        let mut certainty = Certainty::Sampled;
        loop {
            let Some((world, weight)) = source.next(count, luck) else {
                certainty = source.certainty();
                break;
            };
            count += 1;
            self.solve_world(view, ends, &world, &options, luck, |index, value| {
                tallies[index].add(value, weight);
            });
            let effort = self.solver.nodes() - start + WORLD_COST * source.drawn(count) as u64;
            if budget.exhausted(effort) {
                break;
            }
        }
        let values: Vec<_> = tallies.iter().map(|tally| tally.value(certainty)).collect();
        settle(view, &options, &values)
    }

    fn solve_world(
        &mut self,
        view: &View<'_>,
        ends: Ends,
        world: &World,
        options: &[(Move, Ends)],
        luck: &mut dyn Chance,
        mut each: impl FnMut(usize, i8),
    ) {
        if view.rule == Rule::Two {
            self.solver
                .set_yard(&in_order(world.elsewhere, view.boneyard, luck));
        }
        let mut board = Board {
            own: view.hand,
            other: world.other,
            ends,
        };
        if view.next() != view.side {
            board = board.turned();
        }
        if options.is_empty() {
            each(0, self.solver.solve(&board));
        }
        for (index, &(mv, ends)) in options.iter().enumerate() {
            let value = match mv.tile() {
                Some(tile) => -self.solver.solve(&board.after(tile, ends)),
                None => self.solver.solve(&board),
            };
            each(index, value);
        }
    }

    /// Deals what is not dealt or not seen, until somebody opens who may.
    fn before_opening(
        &mut self,
        view: &View<'_>,
        luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Evaluation<Move> {
        let mut tally = Tally::default();
        let start = self.solver.nodes();
        while !budget.exhausted(self.solver.nodes() - start) || tally.is_empty() {
            let (hands, yard) = deal_out(view, luck);
            let Some(opening) = view.rule.opening(hands) else {
                continue;
            };
            let starter = usize::from(hands[1].contains(opening));
            if view.is_dealt() && starter != view.starter.index() {
                continue;
            }
            let board = Board {
                own: hands[starter],
                other: hands[1 - starter],
                ends: Ends::of(opening),
            };
            if view.rule == Rule::Two {
                self.solver.set_yard(&yard);
            }
            let value = -self.solver.solve(&board.after(opening, board.ends));
            let sign = if starter == view.next().index() {
                1
            } else {
                -1
            };
            tally.add(sign * value, 1.0);
        }
        let value = tally.value(Certainty::Sampled);
        let moves = view.moves().into_iter().map(|mv| (mv, value)).collect();
        evaluation(view, value, moves)
    }
}

/// Both hands in full and the boneyard in the order it will be drawn.
fn deal_out(view: &View<'_>, luck: &mut dyn Chance) -> ([Tiles; 2], Vec<Tile>) {
    let mut rest = in_order(view.unseen(), view.unseen().len(), luck);
    let mut fill = |hand: Tiles| {
        let missing = usize::from(view.size - hand.len());
        rest.drain(..missing).collect::<Tiles>() | hand
    };
    let mut hands = [fill(view.hand), fill(Tiles::NONE)];
    if view.side == Side::Second {
        hands.swap(0, 1);
    }
    let drawable = usize::from(view.boneyard).min(rest.len());
    rest.truncate(drawable);
    (hands, rest)
}

/// The moves of whoever looks, each with the ends it leaves.
fn options(view: &View<'_>) -> Vec<(Move, Ends)> {
    let after = |mv| {
        let (side, ends) = (view.side, view.ends());
        let ends = Step { side, mv, ends }.ends_after()?;
        Some((mv, ends))
    };
    view.moves().into_iter().filter_map(after).collect()
}

/// The position is worth its best move, where there is one.
fn settle(view: &View<'_>, options: &[(Move, Ends)], values: &[Value]) -> Evaluation<Move> {
    let better = |best: Value, next: &Value| {
        if next.merit() > best.merit() {
            *next
        } else {
            best
        }
    };
    let best = values[1..].iter().fold(values[0], better);
    let moves = options
        .iter()
        .zip(values)
        .map(|((mv, _), value)| (*mv, *value))
        .collect();
    evaluation(view, best, moves)
}

/// Worlds drawn and weighed, with their weights added up.
fn weighed(
    worlds: &Worlds,
    choices: &Choices,
    most: usize,
    luck: &mut dyn Chance,
    budget: &Budget<'_>,
) -> Vec<(World, f64)> {
    let until = budget.time_left().map(|time| time.mul_f64(1.0 - WEIGHING));
    let late = || until.is_some_and(|until| budget.time_left().is_some_and(|left| left < until));
    let mut sampler = worlds.sampler();
    let mut sum = 0.0;
    let mut pool = Vec::with_capacity(most.min(1024));
    while pool.len() < most && !(pool.len() % 64 == 63 && late()) {
        let world = sampler.draw(luck);
        sum += choices.likelihood(&world);
        pool.push((world, sum));
    }
    pool
}

/// `n` of the tiles, in random order.
fn in_order(tiles: Tiles, n: u8, luck: &mut dyn Chance) -> Vec<Tile> {
    let mut left = tiles;
    let mut take = || {
        let tile = one_of(left, luck);
        left.remove(tile);
        tile
    };
    (0..n).map(|_| take()).collect()
}

fn shuffle<T>(items: &mut [T], luck: &mut dyn Chance) {
    for end in (1..items.len()).rev() {
        items.swap(end, luck.below(end as u32 + 1) as usize);
    }
}
