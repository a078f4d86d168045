//! The engine: exact winning probability of every move.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::{Arc, LazyLock};

use table::{Budget, Chance, Evaluation, Expert, Game, Side, Stopped, Value};

use crate::dice::Dice;
use crate::engine::lattice::LATTICE;
use crate::engine::round::{MOST_GIVEN, Round};
use crate::engine::solution::{Plans, Solution};
use crate::engine::solver::Solver;
use crate::rules::{Game421, MOST_THROWS, Move};

thread_local! {
    /// The latest solutions, shared by all engines of a thread, since every game makes new engines.
    static RECENT: RefCell<VecDeque<Arc<Solution>>> = const { RefCell::new(VecDeque::new()) };
}

/// Maximum number of solutions kept for a thread: few numbers of tokens are in play at a time.
const MOST_RECENT: usize = 4;

/// The round in which both players maximise the tokens they give away on average.
static GREEDY: LazyLock<Round> = LazyLock::new(|| {
    Round::solve(&std::array::from_fn(|index| {
        index as f64 - MOST_GIVEN as f64
    }))
});

/// The engine: solves the game by policy iteration, once for each sum of tokens.
#[derive(Default, Debug)]
pub struct Engine {
    /// Solution for the sum of tokens asked for last.
    solution: Option<Arc<Solution>>,
    /// Unfinished computation, which the next call continues.
    solver: Option<Solver>,
    /// Solved rounds with the first player's tokens at their start, the most recently used first.
    rounds: VecDeque<(usize, Box<Round>)>,
}

/// Maximum number of rounds an engine keeps, 140 kB each: all rounds of a usual game.
const MOST_ROUNDS: usize = 24;

impl Engine {
    /// The solution for this game; `None` if the budget ends before it is found, and the next call
    /// continues the computation. Effort is counted in rounds computed: a budget that is too small to
    /// find the solution gets `None` even when the solution is known already.
    pub fn solution(
        &mut self,
        game: &Game421,
        budget: &Budget<'_>,
    ) -> Result<Option<&Solution>, Stopped> {
        let tokens = (game.totals()[0] + game.totals()[1]) as usize;
        let known = self.solution.as_ref().map(|known| known.tokens());
        if known != Some(tokens) {
            self.rounds.clear();
            self.solution = match recall(tokens) {
                None => self.search(tokens, budget)?.map(remember),
                known => known,
            };
        }
        let effort = budget.effort().unwrap_or(u64::MAX);
        let affordable = |solution: &&Solution| solution.rounds() <= effort;
        Ok(self.solution.as_deref().filter(affordable))
    }

    /// The solved round that begins when the first player has `own` tokens.
    fn round(&mut self, own: usize) -> Option<&Round> {
        let known = self.rounds.iter().position(|(tokens, _)| *tokens == own);
        let round = match known {
            Some(index) => self.rounds.remove(index)?,
            None => (own, Box::new(self.solution.as_ref()?.round(own))),
        };
        self.rounds.truncate(MOST_ROUNDS - 1);
        self.rounds.push_front(round);
        self.rounds.front().map(|(_, round)| &**round)
    }

    fn search(&mut self, tokens: usize, budget: &Budget<'_>) -> Result<Option<Solution>, Stopped> {
        let begun = self.solver.take().filter(|begun| begun.tokens() == tokens);
        let mut solver = begun.unwrap_or_else(|| Solver::new(tokens));
        let found = solver.work(|rounds| budget.exhausted(rounds));
        if found.is_none() {
            self.solver = Some(solver);
            if budget.stopped() {
                return Err(Stopped);
            }
        }
        Ok(found)
    }
}

/// The solution for this sum of tokens, if this thread has found it recently.
fn recall(tokens: usize) -> Option<Arc<Solution>> {
    let is_known = |known: &&Arc<Solution>| known.tokens() == tokens;
    RECENT.with_borrow(|recent| recent.iter().find(is_known).cloned())
}

/// Stores a solution for the other engines of this thread.
fn remember(solution: Solution) -> Arc<Solution> {
    let solution = Arc::new(solution);
    RECENT.with_borrow_mut(|recent| {
        recent.push_front(Arc::clone(&solution));
        recent.truncate(MOST_RECENT);
    });
    solution
}

/// The move that gives away the most tokens in this round on average.
pub(crate) fn greedy_move(game: &Game421) -> Move {
    static PLANS: LazyLock<Plans> = LazyLock::new(|| Plans::from_round(&GREEDY));
    PLANS.best(game)
}

impl Expert<Game421> for Engine {
    /// Exact winning probabilities; if the budget ends before the game is solved, estimates: the
    /// tokens given away in this round on average.
    fn evaluate(
        &mut self,
        game: &Game421,
        _luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Result<Evaluation<Move>, Stopped> {
        if let Some(winner) = game.winner() {
            let value = Value::of_win(winner == game.side());
            return Ok(Evaluation {
                side: game.side(),
                value,
                moves: Vec::new(),
                nodes: None,
            });
        }
        let solved = self.solution(game, budget)?.is_some();
        let own = game.totals()[0] as usize;
        let round = if solved { self.round(own) } else { None };
        Ok(match round {
            Some(round) => evaluate(game, round, Value::of_chance),
            None => evaluate(game, &GREEDY, |score| Value::Estimate { score }),
        })
    }
}

/// Evaluates a position within a solved round; `value` converts the first player's expectation into
/// a [`Value`].
fn evaluate(game: &Game421, round: &Round, value: impl Fn(f64) -> Value) -> Evaluation<Move> {
    let side = game.side();
    let node = |dice: Dice| LATTICE.node(dice.0.into_iter().flatten());
    let turn = round.turn(game.to_beat.map(|result| LATTICE.node(result.faces())));
    let worth = |throws, dice| {
        let worth = turn.worth(throws, node(dice));
        match side {
            Side::First => value(worth),
            Side::Second => value(-worth).turned(),
        }
    };
    let valued = |mv| match mv {
        Move::Keep => (mv, worth(MOST_THROWS, game.dice)),
        Move::Throw(again) => (mv, worth(game.throws + 1, game.dice.without(again))),
    };
    let moves = game.legal().map(valued).collect();
    Evaluation {
        side,
        value: worth(game.throws, game.dice),
        moves,
        nodes: None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::time::Duration;

    use table::{Limits, Monotonic, Seeded, Turn};

    use super::*;

    fn analyse(game: &Game421, limits: &Limits) -> Evaluation<Move> {
        let clock = Monotonic::start();
        let budget = Budget::new(limits, &clock);
        Engine::default()
            .evaluate(game, &mut Seeded::new(0), &budget)
            .unwrap()
    }

    /// The first player's probability of winning, by trying every move and every die of the round with
    /// the rules; `winning` gives it for the positions between rounds.
    fn brute(
        game: &Game421,
        winning: &dyn Fn(&Game421) -> f64,
        known: &mut HashMap<String, f64>,
    ) -> f64 {
        let key = game.to_string();
        if let Some(&value) = known.get(&key) {
            return value;
        }
        let after = |game: Game421, known: &mut HashMap<String, f64>| {
            let settled = game == Game421::at_round(game.round, game.totals());
            if settled {
                winning(&game)
            } else {
                brute(&game, winning, known)
            }
        };
        let value = match game.turn() {
            Turn::Over(_) => unreachable!("the round is in progress"),
            Turn::Chance { .. } => {
                let fall = |face| {
                    let mut next = game.clone();
                    next.draw(face);
                    next
                };
                (0..6).map(|face| after(fall(face), known)).sum::<f64>() / 6.0
            }
            Turn::Player(side) => {
                let mut values = Vec::new();
                for mv in game.legal() {
                    let mut next = game.clone();
                    next.play(mv).unwrap();
                    values.push(after(next, known));
                }
                let best = if side == Side::First {
                    f64::max
                } else {
                    f64::min
                };
                values.into_iter().reduce(best).unwrap()
            }
        };
        known.insert(key, value);
        value
    }

    #[test]
    fn every_value_of_a_round_equals_brute_force_over_the_rules() {
        let start: Game421 = "2/3".parse().unwrap();
        let solution = Solver::new(5).work(|_| false).unwrap();
        let winning = |game: &Game421| solution.winning(game.totals()[0]);
        let mut known = HashMap::new();
        let found = brute(&start, &winning, &mut known);
        assert!((found - solution.winning(2)).abs() < 1e-14);
        let mut known: Vec<_> = known.into_iter().collect();
        known.sort_by(|one, other| one.0.cmp(&other.0));
        for (text, value) in known.into_iter().step_by(97) {
            let game: Game421 = text.parse().unwrap();
            let evaluation = analyse(&game, &Limits::default());
            let wins = match evaluation.side {
                Side::First => evaluation.value.merit(),
                Side::Second => 1.0 - evaluation.value.merit(),
            };
            assert!((wins - value).abs() < 1e-13, "{text}: {wins} for {value}");
        }
    }

    #[test]
    fn the_best_of_the_moves_is_the_value_of_the_position() {
        for text in [
            "10/10/first/113/1",
            "3/7/second/655/2/421",
            "1/1/second/622/1/622",
        ] {
            let evaluation = analyse(&text.parse().unwrap(), &Limits::default());
            let merits = evaluation.moves.iter().map(|(_, value)| value.merit());
            let loss = evaluation.value.merit() - merits.fold(0.0, f64::max);
            assert!(loss.abs() < f64::EPSILON, "{text}");
            assert_eq!(evaluation.moves.len(), 9);
        }
    }

    #[test]
    fn without_time_the_value_is_marked_as_an_estimate() {
        let limits = Limits {
            time: Some(Duration::ZERO),
            ..Limits::default()
        };
        let evaluation = analyse(&"51/52/first/421/1".parse().unwrap(), &limits);
        // 8 tokens, unless the second player also throws 421, which is rare.
        assert!(
            matches!(evaluation.value, Value::Estimate { score } if score > 6.0 && score < 8.0)
        );
        assert_eq!(evaluation.best(), Some(Move::Keep));
    }

    #[test]
    fn a_finished_game_is_worth_its_outcome() {
        let won = analyse(&"-3/23".parse().unwrap(), &Limits::default());
        assert_eq!((won.value, won.moves.len()), (Value::of_win(true), 0));
        assert_eq!(
            analyse(&"20/0".parse().unwrap(), &Limits::default()).value,
            Value::of_win(false)
        );
    }
}
