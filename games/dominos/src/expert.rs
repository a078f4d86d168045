//! The engine: averages over determinizations of the hidden tiles.
//!
//! It samples worlds that agree with all moves, each with an importance weight: the likelihood of the
//! opponent's choices in that world. In each world it solves the game with all tiles visible, or, as
//! far as the opponent seems careless, plays it out against a careless opponent. The value of a move
//! is the weighted average. With equal weights and solving only, it is the plain averaging that it is
//! measured against.
//!
//! The time of a choice would tell the opponent how many tiles fit, so it depends on public facts alone:
//! laying a tile always takes the whole budget.

use std::time::Duration;

use table::{
    Budget, Chance, Evaluation, Expert, Game, NoMove, Seat, SeatView, Side, Stopped, Strategy,
    Value,
};

use crate::engine::board::Board;
use crate::engine::inference::OpponentChoices;
use crate::engine::playout::Playout;
use crate::engine::solver::Solver;
use crate::engine::tally::{Certainty, Tally};
use crate::engine::world_source::{EvaluationPurpose, WorldSample, WorldSource};
use crate::engine::worlds::{World, Worlds, one_of};
use crate::rules::{Dominos, Ends, Move, Rule};
use crate::strategies::skilful;
use crate::tile::{Tile, Tiles};
use crate::view::View;

/// Time for one answer when the caller sets no limit.
const TIME: Duration = Duration::from_millis(200);

/// Cost of one move of a playout, in nodes of the solver.
const PLAYOUT_COST: u64 = 2;

/// Share of the game that is added to a move's value for each point of [`skilful`]: it decides between
/// moves that a few worlds cannot tell apart.
const HEURISTIC_WEIGHT: f64 = 0.003;

/// Number of orders of the boneyard that are sampled when both hands are known.
const BONEYARD_ORDERS: usize = 100;

/// The engine: values moves by the average over sampled worlds.
#[derive(Clone, Default, Debug)]
pub struct Engine {
    pub(crate) solver: Solver,
    /// Whether all worlds have equal weights, whatever the opponent chose.
    averages: bool,
}

impl Engine {
    /// An engine for comparison that gives every possible world the same weight and only solves.
    pub fn averaging() -> Self {
        Self {
            averages: true,
            ..Self::default()
        }
    }
}

impl Strategy<Dominos> for Engine {
    /// Plays a move that is publicly the only one at once; otherwise the move with the best value, after
    /// the whole budget.
    fn choose(&mut self, seat: &mut Seat<'_, Dominos>) -> Result<Move, NoMove> {
        let SeatView { view, luck, budget } = seat.sight();
        if let Some(forced) = publicly_forced(&view) {
            return Ok(forced);
        }
        let mut evaluation = self.think(&view, EvaluationPurpose::Play, luck, &budget)?;
        if !self.averages {
            add_heuristic(&view, &mut evaluation);
        }
        evaluation.best().ok_or(NoMove::Fault)
    }
}

/// The only legal move, when the opponent sees that it is the only one: the opening, a draw or a pass.
pub(crate) fn publicly_forced(view: &View<'_>) -> Option<Move> {
    match view.moves()[..] {
        [only] if only.tile().is_none() || view.ends().is_none() => Some(only),
        _ => None,
    }
}

/// Adds the weighted rating of [`skilful`] to the value of each move.
fn add_heuristic(view: &View<'_>, evaluation: &mut Evaluation<Move>) {
    for (mv, value) in &mut evaluation.moves {
        let score = value.merit() + HEURISTIC_WEIGHT * skilful(view, *mv);
        *value = Value::Estimate { score };
    }
}

impl Expert<Dominos> for Engine {
    fn evaluate(
        &mut self,
        view: View<'_>,
        luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Result<Evaluation<Move>, Stopped> {
        self.think(&view, EvaluationPurpose::Analysis, luck, budget)
    }
}

fn evaluation(view: &View<'_>, value: Value, moves: Vec<(Move, Value)>) -> Evaluation<Move> {
    Evaluation {
        side: view.next(),
        value,
        moves,
        nodes: None,
    }
}

impl Engine {
    /// Removes the boneyard of the previous position from the solver; under a limit of effort also
    /// clears its table.
    pub(crate) fn prepare(&mut self, budget: &Budget<'_>) {
        if budget.effort().is_some() {
            // The same effort gives the same answer only from the same table.
            self.solver.clear();
        } else {
            self.solver.clear_yard();
        }
    }

    fn think(
        &mut self,
        view: &View<'_>,
        purpose: EvaluationPurpose,
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
            // One hand is empty: the side that would move next has lost.
            evaluation(view, Value::of_win(false), Vec::new())
        } else if let Some(question) = Question::from_view(*view) {
            let choices = if self.averages {
                OpponentChoices::ignored()
            } else {
                OpponentChoices::from_view(view)
            };
            let worlds = Worlds::from_view(view);
            let source = WorldSource::new(view, &worlds, choices, purpose, luck, &budget);
            self.average(&question, source, purpose, luck, &budget)
        } else {
            self.before_opening(view, luck, &budget)
        };
        if purpose == EvaluationPurpose::Analysis {
            evaluation.nodes = Some(self.solver.nodes() - start);
        }
        Ok(evaluation)
    }

    /// The best move of the side to move when it sees the opponent's hand.
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
        let orders = match game.rule {
            Rule::One => 1,
            Rule::Two => BONEYARD_ORDERS,
        };
        let source = WorldSource::repeated(world, orders);
        let question = Question::from_view(view)?;
        let purpose = EvaluationPurpose::Play;
        self.average(&question, source, purpose, luck, &budget)
            .best()
    }

    /// Evaluates world after world until the budget or the worlds are used up; the value of a move is
    /// the weighted average. To choose a move, worlds are evaluated again until the budget is used up.
    /// The number of nodes counts all work.
    fn average(
        &mut self,
        question: &Question<'_>,
        mut source: WorldSource<'_>,
        purpose: EvaluationPurpose,
        luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Evaluation<Move> {
        let mut tallies = vec![Tally::default(); question.options.len().max(1)];
        let start = self.solver.nodes();
        let (mut judged, mut moves) = (0, 0);
        let mut answer = None;
        let mut spent = 0;
        while spent == 0 || !budget.exhausted(spent) {
            let case = source.next(judged, luck).or_else(|| {
                answer.get_or_insert_with(|| settle(question, &tallies, source.certainty()));
                (purpose == EvaluationPurpose::Play).then_some(())?;
                // From an empty table, so that the work is that of the first time.
                self.solver.clear();
                source.again(judged)
            });
            let Some(case) = case else {
                break;
            };
            judged += 1;
            if case.solved > 0.0 {
                self.solve(question, &case, &mut tallies, luck);
            }
            if case.played > 0.0 {
                moves += question.play_out(&case, source.playouts(), &mut tallies, luck);
            }
            spent = self.solver.nodes() - start + source.cost(judged) + PLAYOUT_COST * moves;
        }
        let sampled = || settle(question, &tallies, Certainty::Sampled);
        Evaluation {
            nodes: Some(spent),
            ..answer.unwrap_or_else(sampled)
        }
    }

    /// Solves every move, or the position if the side has no move, with all tiles visible.
    fn solve(
        &mut self,
        question: &Question<'_>,
        case: &WorldSample,
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

    /// Evaluates a view before the opening: samples deals in which the side that begins in the view
    /// opens.
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
            let starter = Side::BOTH[usize::from(hands[1].contains(opening))];
            if view.is_dealt() && starter != view.starter {
                continue;
            }
            let board = Board {
                own: hands[starter.index()],
                other: hands[starter.other().index()],
                ends: Ends::from_tile(opening),
            };
            if view.rule == Rule::Two {
                self.solver.set_yard(&yard);
            }
            let reply = self.solver.solve(&board.after(opening, board.ends));
            let value = if starter == view.next() {
                -reply
            } else {
                reply
            };
            tally.add(value, 1.0);
        }
        let value = tally.value(Certainty::Sampled);
        let moves = view.moves().into_iter().map(|mv| (mv, value)).collect();
        evaluation(view, value, moves)
    }
}

/// The position to evaluate: all moves of the side that looks, or the position itself if it has none.
struct Question<'a> {
    view: View<'a>,
    ends: Ends,
    /// Moves of the side that looks, each with the ends of the line after it.
    options: Vec<(Move, Ends)>,
}

impl<'a> Question<'a> {
    /// The question of a view; `None` before the opening.
    fn from_view(view: View<'a>) -> Option<Self> {
        let after = |mv| Some((mv, view.ends_after(mv)?));
        Some(Self {
            view,
            ends: view.ends()?,
            options: view.moves().into_iter().filter_map(after).collect(),
        })
    }

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

    /// The boneyard of one world in a random order of drawing; empty under Rule 1.
    fn yard(&self, world: &World, luck: &mut dyn Chance) -> Vec<Tile> {
        match self.view.rule {
            Rule::One => Vec::new(),
            Rule::Two => in_order(world.elsewhere, self.view.boneyard, luck),
        }
    }

    /// Plays out every move `times` times against a careless opponent; returns the number of moves
    /// played.
    fn play_out(
        &self,
        case: &WorldSample,
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

/// Samples the hidden tiles before the opening: both complete hands, and the boneyard in the order of
/// drawing.
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

/// The evaluation of a position from the results of its moves: its value is that of the best.
fn settle(question: &Question<'_>, tallies: &[Tally], certainty: Certainty) -> Evaluation<Move> {
    let values: Vec<Value> = tallies.iter().map(|tally| tally.value(certainty)).collect();
    let better = |best: Value, next: &Value| {
        if next.merit() > best.merit() {
            *next
        } else {
            best
        }
    };
    let best = values[1..].iter().fold(values[0], better);
    let options = question.options.iter().zip(&values);
    let moves = options.map(|((mv, _), value)| (*mv, *value)).collect();
    evaluation(&question.view, best, moves)
}

/// `n` random tiles of the set, in random order.
fn in_order(tiles: Tiles, n: u8, luck: &mut dyn Chance) -> Vec<Tile> {
    let mut left = tiles;
    let mut take = || {
        let tile = one_of(left, luck);
        left.remove(tile);
        tile
    };
    (0..n).map(|_| take()).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use table::{Clock, Game, Limits, Seeded, Turn};

    use super::*;

    /// A clock that shows one millisecond more each time it is read.
    #[derive(Debug, Default)]
    struct CountedClock(AtomicU32);

    impl Clock for CountedClock {
        fn now(&self) -> Duration {
            let before = self.0.fetch_add(1, Ordering::Relaxed);
            Duration::from_millis(u64::from(before) + 1)
        }
    }

    /// Calls `check` at every turn of random games at which several moves or one tile are possible.
    fn at_each_choice(mut check: impl FnMut(&Dominos, usize)) {
        let mut luck = Seeded::new(2);
        for rule in [Rule::One, Rule::Two].repeat(3) {
            let mut game = Dominos::new(rule, rule.usual_size()).unwrap();
            loop {
                match game.turn() {
                    Turn::Over(_) => break,
                    Turn::Chance { outcomes, .. } => {
                        game.draw(luck.below(outcomes.into()) as u8);
                    }
                    Turn::Player(side) => {
                        let view = game.view(side);
                        let moves = view.moves();
                        if publicly_forced(&view).is_none() {
                            check(&game, moves.len());
                        }
                        game.play(moves[luck.below(moves.len() as u32) as usize])
                            .unwrap();
                    }
                }
            }
        }
    }

    #[test]
    fn one_playable_tile_takes_the_time_of_several() {
        let limits = Limits {
            time: Some(Duration::from_millis(100)),
            ..Limits::default()
        };
        let mut choices = [0; 2];
        at_each_choice(|game, moves| {
            let clock = CountedClock::default();
            let budget = Budget::new(&limits, &clock);
            let (view, luck) = (game.view(game.to_move), &mut Seeded::new(1));
            let purpose = EvaluationPurpose::Play;
            let evaluation = Engine::default().think(&view, purpose, luck, &budget);
            assert_eq!(evaluation.unwrap().moves.len(), moves);
            // The first reading sets the deadline, and no reading follows the one that reaches it.
            assert_eq!(clock.0.into_inner(), 101, "{game}");
            choices[usize::from(moves > 1)] += 1;
        });
        assert!(choices.iter().all(|count| *count > 10), "{choices:?}");
    }

    #[test]
    fn one_playable_tile_takes_the_effort_of_several() {
        const EFFORT: u64 = 3000;
        let limits = Limits {
            effort: Some(EFFORT),
            ..Limits::default()
        };
        at_each_choice(|game, _| {
            let clock = CountedClock::default();
            let budget = Budget::new(&limits, &clock);
            let (view, luck) = (game.view(game.to_move), &mut Seeded::new(1));
            let purpose = EvaluationPurpose::Play;
            let evaluation = Engine::default().think(&view, purpose, luck, &budget);
            let spent = evaluation.unwrap().nodes;
            assert!(spent >= Some(EFFORT), "{spent:?} in {game}");
        });
    }
}
