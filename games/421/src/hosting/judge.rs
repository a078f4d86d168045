//! Values of throws and their reasons: the tokens of the dice, and the odds that a throw improves them.

use crate::{Combination, Dice, Effect, Engine, Face, Game421, Move, Rethrow, RoundResult};
use table::{Evaluation, Explain, Key, Message, key, message};

use super::words;
use review::{Judge, LossScale};

impl Judge<Game421> for Engine {
    fn why(
        &mut self,
        game: &Game421,
        found: &Evaluation<Move>,
        chosen: Option<Move>,
    ) -> Vec<Message> {
        let reasons = reasons(game, found.best(), chosen);
        reasons.iter().map(Explain::explain).collect()
    }

    fn place(&mut self, _game: &Game421, best: Move) -> Message {
        let again = match best {
            Move::Keep => 0,
            Move::Throw(again) => again.dice().count(),
        };
        message!("jeu421-advice-dice", kept = 3 - again)
    }

    fn drawn(&self, after: &Game421, _effects: &[Effect]) -> String {
        after.dice.to_string()
    }

    fn scale(&self) -> LossScale {
        LossScale::Chances
    }

    /// One solution of the game values all its positions.
    fn learns_all_at_once(&self) -> bool {
        true
    }
}

/// A fact about the dice on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// The tokens that the combination gives away when it wins the round.
    Pays(Combination),
    /// The results of a throw that are better than the dice on the table.
    Improves(Odds),
    /// The results of a move that beat the first player's result.
    Beats(Combination, Odds),
    /// The most valuable result of a move, and how often it falls.
    Aims(Combination, Odds),
}

/// The number of equally likely results of a move that are better than the dice, or beat the first
/// player's result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Odds {
    /// The dice before the move.
    dice: Dice,
    mv: Move,
    count: u32,
    /// Number of all results.
    of: u32,
}

/// Facts about the best move, and about the chosen one if it is another.
pub(super) fn reasons(game: &Game421, best: Option<Move>, chosen: Option<Move>) -> Vec<Reason> {
    let Some(faces) = game.dice.faces() else {
        return Vec::new();
    };
    let lies = Combination::from_faces(faces);
    let other = chosen.filter(|chosen| Some(*chosen) != best);
    let [for_best, for_other] = [best, other].map(|mv| {
        let told = mv.map(|mv| about(game, faces, mv).collect::<Vec<_>>());
        told.unwrap_or_default()
    });
    let aim = best.filter(|_| other.is_some());
    let aim = aim.and_then(|mv| aim_of(game, faces, mv));
    let mut told = vec![Reason::Pays(lies)];
    if for_other
        .iter()
        .any(|one| for_best.iter().any(|best| one.speaks_against(best)))
    {
        // The better move improves less often, and for more tokens.
        told.extend(aim);
    } else {
        told.extend(for_best.into_iter().chain(for_other));
    }
    told
}

/// The most valuable result of a throw, if it is worth more than the dice on the table.
fn aim_of(game: &Game421, faces: [Face; 3], mv: Move) -> Option<Reason> {
    let results = results(faces, mv);
    let most = results.iter().copied().max_by_key(|one| one.tokens())?;
    let odds = Odds {
        dice: game.dice,
        mv,
        count: results
            .iter()
            .filter(|one| one.tokens() == most.tokens())
            .count() as u32,
        of: results.len() as u32,
    };
    (most.tokens() > Combination::from_faces(faces).tokens()).then_some(Reason::Aims(most, odds))
}

impl Reason {
    /// Whether this fact about another move makes it look better than `best` says of the best move.
    fn speaks_against(&self, best: &Self) -> bool {
        match (self, best) {
            (Self::Improves(own), Self::Improves(best))
            | (Self::Beats(_, own), Self::Beats(_, best)) => own.share() > best.share(),
            _ => false,
        }
    }
}

fn about(game: &Game421, faces: [Face; 3], mv: Move) -> impl Iterator<Item = Reason> {
    let results = results(faces, mv);
    let beating = |result: Combination| {
        let wins = |own: &&Combination| RoundResult::new(result, **own).to_second() < 0;
        Odds {
            dice: game.dice,
            mv,
            count: results.iter().filter(wins).count() as u32,
            of: results.len() as u32,
        }
    };
    let improves = beating(Combination::from_faces(faces));
    let improves = (mv != Move::Keep).then_some(Reason::Improves(improves));
    let beats = game
        .to_beat
        .map(|result| Reason::Beats(result, beating(result)));
    improves.into_iter().chain(beats)
}

/// The combinations to which a move can lead, one for each equally likely fall of the dice.
fn results(faces: [Face; 3], mv: Move) -> Vec<Combination> {
    let again = match mv {
        Move::Keep => [false; 3],
        Move::Throw(Rethrow(again)) => again,
    };
    let falls = |die: usize| {
        let thrown = if again[die] { &Face::ALL[..] } else { &[] };
        let kept = (!again[die]).then_some(faces[die]);
        thrown.iter().copied().chain(kept)
    };
    let pairs = falls(0).flat_map(|a| falls(1).map(move |b| (a, b)));
    let all = pairs.flat_map(|(a, b)| falls(2).map(move |c| Combination::from_faces([a, b, c])));
    all.collect()
}

impl Explain for Reason {
    fn explain(&self) -> Message {
        match self {
            Self::Pays(combination) => message!(
                "jeu421-why-pays",
                dice = combination.to_string(),
                tokens = combination.tokens()
            ),
            Self::Improves(odds) => {
                odds.explain(key!("jeu421-why-improves", move, count, of, percent))
            }
            Self::Beats(result, odds) => {
                let key = key!("jeu421-why-beats", move, count, of, percent, result);
                odds.explain(key).with("result", result.to_string())
            }
            Self::Aims(result, odds) => {
                let key = key!("jeu421-why-aims", move, count, of, percent, tokens, form);
                let message = odds.explain(key);
                let form = if result.tokens() == 1 { "one" } else { "many" };
                message.with("tokens", result.tokens()).with("form", form)
            }
        }
    }
}

impl Odds {
    fn share(&self) -> f64 {
        f64::from(self.count) / f64::from(self.of)
    }

    fn explain(&self, key: Key) -> Message {
        let percent = 100.0 * self.share();
        Message::new(key)
            .with("move", words(self.dice, self.mv))
            .with("count", self.count)
            .with("of", self.of)
            .with("percent", format!("{percent:.0}"))
    }
}

#[cfg(test)]
mod tests {
    use table::{Chance as _, Game, Seeded, Turn};

    use super::*;

    /// The combinations to which a move can lead, found by playing it with the rules.
    fn played(game: &Game421, mv: Move) -> Vec<Combination> {
        let mut after = game.clone();
        after.play(mv).unwrap();
        let mut waiting = vec![after];
        let mut fallen = Vec::new();
        while let Some(game) = waiting.pop() {
            match game.turn() {
                Turn::Chance { outcomes, .. } => waiting.extend((0..outcomes).map(|outcome| {
                    let mut after = game.clone();
                    after.draw(outcome);
                    after
                })),
                Turn::Player(_) | Turn::Over(_) => {
                    fallen.push(Combination::from_faces(game.dice.faces().unwrap()));
                }
            }
        }
        fallen
    }

    /// The subject's order: more tokens, else the larger number.
    fn rank(combination: Combination) -> (u8, i64) {
        (combination.tokens(), combination.value())
    }

    #[test]
    fn every_reason_equals_counting_by_the_rules() {
        let mut luck = Seeded::new(421);
        let mut told = 0;
        while told < 5_000 {
            let mut game = Game421::new(10).unwrap();
            for _ in 0..200 {
                let moves: Vec<Move> = game.legal().collect();
                match game.turn() {
                    Turn::Over(_) => break,
                    Turn::Chance { outcomes, .. } => {
                        game.draw(luck.below(outcomes.into()) as u8);
                    }
                    Turn::Player(_) => {
                        let chosen = moves[luck.below(moves.len() as u32) as usize];
                        let best = moves[luck.below(moves.len() as u32) as usize];
                        for reason in reasons(&game, Some(best), Some(chosen)) {
                            check(&game, reason);
                            told += 1;
                        }
                        game.play(chosen).unwrap();
                    }
                }
            }
        }
    }

    fn check(game: &Game421, reason: Reason) {
        let lies = Combination::from_faces(game.dice.faces().unwrap());
        let counted = |mv, than: Combination| {
            let all = if mv == Move::Keep {
                vec![lies]
            } else {
                played(game, mv)
            };
            let better = all.iter().filter(|result| rank(**result) > rank(than));
            (better.count() as u32, all.len() as u32)
        };
        match reason {
            Reason::Pays(combination) => assert_eq!(combination, lies),
            Reason::Improves(Odds { mv, count, of, .. }) => {
                assert_eq!((count, of), counted(mv, lies), "{game}: {mv}");
            }
            Reason::Beats(result, Odds { mv, count, of, .. }) => {
                assert_eq!(Some(result), game.to_beat);
                assert_eq!((count, of), counted(mv, result), "{game}: {mv}");
            }
            Reason::Aims(result, Odds { mv, count, of, .. }) => {
                let results = played(game, mv);
                let most = results.iter().map(|one| one.tokens()).max();
                assert_eq!(Some(result.tokens()), most, "{game}: {mv}");
                assert!(result.tokens() > lies.tokens(), "{game}: {mv}");
                let falls = results.iter().filter(|one| Some(one.tokens()) == most);
                assert_eq!((count, of), (falls.count() as u32, results.len() as u32));
            }
        }
    }
}
