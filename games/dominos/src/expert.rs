//! An opponent that reasons about the tiles it cannot see.
//!
//! In worlds that agree with everything that was done, each weighing as much as it explains the
//! opponent's choices, it solves the game as if every tile were seen, or plays it out against a
//! careless opponent where the choices look like one's; and it averages. With equal weights and
//! nothing but solving, the same engine is the plain averaging it is measured against.

use std::time::Duration;

use table::{
    Budget, Chance, Evaluation, Expert, Game, NoMove, Seat, Side, Sight, Stopped, Strategy, Value,
};

use crate::engine::board::Board;
use crate::engine::inference::Choices;
use crate::engine::playout::Playout;
use crate::engine::solver::Solver;
use crate::engine::source::{Case, Purpose, Source};
use crate::engine::tally::{Certainty, Tally, exact};
use crate::engine::worlds::{World, Worlds, one_of};
use crate::rules::{Dominos, Ends, Move, Rule};
use crate::strategies::skilful;
use crate::tile::{Tile, Tiles};
use crate::view::{Step, View};

/// Thinking time when the caller sets none.
const TIME: Duration = Duration::from_millis(200);

/// What a move of a playout costs, in nodes of the solver.
const PLAYOUT_COST: u64 = 2;

/// What a point of [`skilful`] is worth, in shares of the game, when moves are compared: it decides
/// between moves that a few worlds cannot tell apart.
const LEANING: f64 = 0.003;

/// Orders of the boneyard that are tried when the hands are known.
const BONEYARD_ORDERS: usize = 100;

/// The engine: what a move is worth on average over the worlds that explain what was done.
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
    fn choose(&mut self, seat: &mut Seat<'_, Dominos>) -> Result<Move, NoMove> {
        let Sight { view, luck, budget } = seat.sight();
        if let [only] = view.moves()[..] {
            return Ok(only);
        }
        let mut evaluation = self.think(&view, Purpose::Play, luck, &budget)?;
        if self.explains {
            lean(&view, &mut evaluation);
        }
        evaluation.best().ok_or(NoMove::Fault)
    }
}

/// Adds what the moves look worth without any search.
fn lean(view: &View<'_>, evaluation: &mut Evaluation<Move>) {
    for (mv, value) in &mut evaluation.moves {
        let score = value.merit() + LEANING * skilful(view, *mv);
        *value = Value::Estimate { score };
    }
}

impl Expert<Dominos> for Reasoner {
    fn evaluate(
        &mut self,
        view: View<'_>,
        luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Result<Evaluation<Move>, Stopped> {
        self.think(&view, Purpose::Analysis, luck, budget)
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
    /// Puts the boneyard of an earlier question away.
    fn prepare(&mut self, budget: &Budget<'_>) {
        if budget.effort().is_some() {
            // The same effort gives the same answer only from the same memory.
            self.solver.forget();
        } else {
            self.solver.forget_yard();
        }
    }

    fn think(
        &mut self,
        view: &View<'_>,
        purpose: Purpose,
        luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Result<Evaluation<Move>, Stopped> {
        if budget.stopped() {
            return Err(Stopped);
        }
        let budget = budget.or_time(TIME);
        self.prepare(&budget);
        let start = self.solver.nodes();
        let mut evaluation = if view.is_out() {
            lost(view)
        } else if let Some(question) = Question::of(*view) {
            let choices = if self.explains {
                Choices::of(view)
            } else {
                Choices::ignored()
            };
            let worlds = Worlds::of(view);
            let source = Source::of(view, &worlds, choices, purpose, luck, &budget);
            self.average(&question, source, luck, &budget)
        } else {
            self.before_opening(view, luck, &budget)
        };
        evaluation.nodes = Some(self.solver.nodes() - start);
        Ok(evaluation)
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
        self.prepare(&budget);
        let orders = if game.rule == Rule::One {
            1
        } else {
            BONEYARD_ORDERS
        };
        let source = Source::repeated(world, orders);
        self.average(&Question::of(view)?, source, luck, &budget)
            .best()
    }

    /// Judges world after world; what a move is worth is the average.
    fn average(
        &mut self,
        question: &Question<'_>,
        mut source: Source<'_>,
        luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Evaluation<Move> {
        let mut tallies = vec![Tally::default(); question.options.len().max(1)];
        let start = self.solver.nodes();
        let (mut judged, mut moves) = (0, 0);
        let mut certainty = Certainty::Sampled;
        loop {
            let Some(case) = source.next(judged, luck) else {
                certainty = source.certainty();
                break;
            };
            judged += 1;
            if case.solved > 0.0 {
                self.solve(question, &case, &mut tallies, luck);
            }
            if case.played > 0.0 {
                moves += question.play_out(&case, source.playouts(), &mut tallies, luck);
            }
            let solving = self.solver.nodes() - start;
            if budget.exhausted(solving + source.cost(judged) + PLAYOUT_COST * moves) {
                break;
            }
        }
        let values: Vec<_> = tallies.iter().map(|tally| tally.value(certainty)).collect();
        settle(question, &values)
    }

    /// Solves every option, or else the position, as if all tiles were seen.
    fn solve(
        &mut self,
        question: &Question<'_>,
        case: &Case,
        tallies: &mut [Tally],
        luck: &mut dyn Chance,
    ) {
        if question.view.rule == Rule::Two {
            self.solver.set_yard(&question.yard(&case.world, luck));
        }
        let board = question.board(&case.world);
        if question.options.is_empty() {
            tallies[0].add(self.solver.solve(&board), case.solved);
        }
        for (&(mv, ends), tally) in question.options.iter().zip(tallies) {
            let value = match mv.tile() {
                Some(tile) => -self.solver.solve(&board.after(tile, ends)),
                None => self.solver.solve(&board),
            };
            tally.add(value, case.solved);
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

/// What is asked: the worth of every option, or of the position where there is none.
struct Question<'a> {
    view: View<'a>,
    ends: Ends,
    /// The moves of whoever looks, each with the ends it leaves.
    options: Vec<(Move, Ends)>,
}

impl<'a> Question<'a> {
    /// What a view asks; nothing before the opening.
    fn of(view: View<'a>) -> Option<Self> {
        let after = |mv| {
            let (side, ends) = (view.side, view.ends());
            let ends = Step { side, mv, ends }.ends_after()?;
            Some((mv, ends))
        };
        Some(Self {
            view,
            ends: view.ends()?,
            options: view.moves().into_iter().filter_map(after).collect(),
        })
    }

    /// The position in one world.
    fn board(&self, world: &World) -> Board {
        let board = Board {
            own: self.view.hand,
            other: world.other,
            ends: self.ends,
        };
        if self.view.next() == self.view.side {
            board
        } else {
            board.turned()
        }
    }

    /// What will be drawn in one world, in order; nothing under Rule 1.
    fn yard(&self, world: &World, luck: &mut dyn Chance) -> Vec<Tile> {
        match self.view.rule {
            Rule::One => Vec::new(),
            Rule::Two => in_order(world.elsewhere, self.view.boneyard, luck),
        }
    }

    /// Plays every option out against a careless opponent. Gives the number of moves.
    fn play_out(
        &self,
        case: &Case,
        times: usize,
        tallies: &mut [Tally],
        luck: &mut dyn Chance,
    ) -> u64 {
        let board = self.board(&case.world);
        let weight = case.played / times as f64;
        let mut moves = 0;
        for _ in 0..times {
            let yard = self.yard(&case.world, luck);
            for (&(mv, ends), tally) in self.options.iter().zip(&mut *tallies) {
                let mut playout = Playout::new(&yard, case.world.elsewhere, luck);
                let value = match mv.tile() {
                    Some(tile) => playout.result(board.after(tile, ends), true),
                    None => playout.result(board, false),
                };
                tally.add(value, weight);
                moves += playout.moves();
            }
        }
        moves
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

/// The position is worth its best move, where there is one.
fn settle(question: &Question<'_>, values: &[Value]) -> Evaluation<Move> {
    let better = |best: Value, next: &Value| {
        if next.merit() > best.merit() {
            *next
        } else {
            best
        }
    };
    let best = values[1..].iter().fold(values[0], better);
    let options = question.options.iter().zip(values);
    let moves = options.map(|((mv, _), value)| (*mv, *value)).collect();
    evaluation(&question.view, best, moves)
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
