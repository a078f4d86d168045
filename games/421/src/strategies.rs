//! The strategies of 421. To add one, write it here and list it in [`STRATEGIES`].

use table::{Named, NoMove, Remark, Seat, SeatView, Strategy};

use crate::combination::Combination;
use crate::dice::Rethrow;
use crate::expert::{Engine, greedy_move};
use crate::rules::{Cheat, Game421, MOST_THROWS, Move};

/// Every strategy of this game, by name.
pub const STRATEGIES: &[Named<Game421>] = &[
    Named::new("naif", || Box::new(Naive)),
    Named::new("glouton", || Box::new(Greedy)),
    Named::new("expert", || Box::new(Optimal::default())),
    Named::new("tricheur", || Box::new(Cheater)),
];

/// *Naïf*: keeps or throws again each die at random.
#[derive(Clone, Copy, Debug)]
struct Naive;

/// *Glouton*: gives away the most tokens in this round on average; ignores both totals.
#[derive(Clone, Copy, Debug)]
struct Greedy;

/// *Expert*: maximises its probability of winning the game.
#[derive(Default, Debug)]
pub struct Optimal(Engine);

/// *Tricheur*: turns its dice to 421 and keeps them.
#[derive(Clone, Copy, Debug)]
struct Cheater;

impl Strategy<Game421> for Naive {
    fn choose(&mut self, seat: &mut Seat<'_, Game421>) -> Result<Move, NoMove> {
        let SeatView { view, luck, .. } = seat.sight();
        if view.throws == MOST_THROWS {
            return Ok(Move::Keep);
        }
        Ok(match Rethrow::ALL[luck.below(8) as usize] {
            Rethrow([false, false, false]) => Move::Keep,
            again => Move::Throw(again),
        })
    }
}

impl Strategy<Game421> for Greedy {
    fn choose(&mut self, seat: &mut Seat<'_, Game421>) -> Result<Move, NoMove> {
        Ok(greedy_move(seat.view()))
    }
}

impl Strategy<Game421> for Optimal {
    /// Plays as `Greedy` until the game is solved; with little time, solving goes on from move to
    /// move.
    fn choose(&mut self, seat: &mut Seat<'_, Game421>) -> Result<Move, NoMove> {
        let SeatView {
            view: game, budget, ..
        } = seat.sight();
        let solution = self.0.solution(game, &budget)?;
        Ok(solution.map_or_else(|| greedy_move(game), |solution| solution.best(game)))
    }
}

impl Strategy<Game421> for Cheater {
    fn choose(&mut self, seat: &mut Seat<'_, Game421>) -> Result<Move, NoMove> {
        let faces = seat.view().dice.faces();
        if faces.map(Combination::from_faces) != Some(Combination::BEST) {
            seat.say(Remark::Cheating);
            // A refusal needs no reaction: the referee has recorded the attempt.
            let _ = seat.tamper(Cheat::default());
        }
        Ok(Move::Keep)
    }
}

#[cfg(test)]
mod tests {
    use table::{
        Chance as _, Ending, Forfeit, Game, Limits, Mind, Next, Outcome, Referee, Seeded, Side,
        Trust, Turn,
    };

    use super::*;
    use crate::engine::solver::Solver;

    fn play(players: [Mind<Game421>; 2], trust: Trust, tokens: i32, seed: u64) -> Ending {
        let mut luck = Seeded::new(seed);
        let mut referee = Referee::new(Game421::new(tokens).unwrap(), players, trust);
        loop {
            match referee.next(|_, _| ()) {
                Next::Over(ending) => return ending,
                Next::Draw { outcomes, .. } => {
                    let outcome = luck.below(outcomes.into()) as u8;
                    referee.draw(outcome, |_, _| ()).unwrap();
                }
                Next::Think(_) => {
                    referee
                        .think(&mut luck, &Limits::default(), |_, _| ())
                        .unwrap();
                }
                Next::Answer(_) => unreachable!("both players are strategies"),
            }
        }
    }

    #[test]
    fn experts_win_as_often_as_the_solution_says() {
        const GAMES: u32 = 20_000;
        let solution = Solver::new(20).work(|_| false).unwrap();
        let mut luck = Seeded::new(421);
        let mut wins = 0;
        for _ in 0..GAMES {
            let mut game = Game421::new(10).unwrap();
            wins += loop {
                match game.turn() {
                    Turn::Over(outcome) => break u32::from(outcome == Outcome::Win(Side::First)),
                    Turn::Chance { .. } => drop(game.draw(luck.below(6) as u8)),
                    Turn::Player(_) => drop(game.play(solution.best(&game)).unwrap()),
                }
            };
        }
        let expected = solution.winning(10);
        let error = (expected * (1.0 - expected) / f64::from(GAMES)).sqrt();
        let share = f64::from(wins) / f64::from(GAMES);
        assert!(
            (share - expected).abs() < 4.0 * error,
            "{share} for {expected}"
        );
    }

    #[test]
    fn expert_beats_glouton_and_glouton_beats_naif() {
        let names = ["naif", "glouton", "expert"];
        for pair in names.windows(2) {
            let mut ahead = 0;
            for seed in 0..600 {
                let seat = |name: &str| {
                    let named = STRATEGIES.iter().find(|named| named.name == name).unwrap();
                    Mind::Strategy((named.make)())
                };
                let first = Side::BOTH[(seed % 2) as usize];
                let players = if first == Side::First {
                    [seat(pair[1]), seat(pair[0])]
                } else {
                    [seat(pair[0]), seat(pair[1])]
                };
                let ending = play(players, Trust::Guarded, 5, seed);
                ahead += if ending.winner() == Some(first) {
                    1
                } else {
                    -1
                };
            }
            assert!(ahead > 0, "{} against {}: {ahead}", pair[1], pair[0]);
        }
    }

    #[test]
    fn tricheur_wins_under_a_trusting_referee_and_is_caught_by_a_guarded_one() {
        let players = || [Mind::strategy(Greedy), Mind::strategy(Cheater)];
        for seed in 0..20 {
            let trusting = play(players(), Trust::Trusting, 30, seed);
            assert_eq!(trusting, Ending::Played(Outcome::Win(Side::Second)));
            let guarded = play(players(), Trust::Guarded, 30, seed);
            assert_eq!(guarded, Ending::Forfeited(Side::Second, Forfeit::Cheating));
        }
    }
}
