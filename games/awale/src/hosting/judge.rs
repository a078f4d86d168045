//! Values of pits and their reasons: captured and exposed seeds, starving, and the final margin.

use crate::{Awale, Engine, Pit};
use table::{
    Budget, Chance, Evaluation, Expert, Explain, Game as _, Message, Stopped, Value, message,
};

use review::Judge;

pub(super) struct Searched(pub(super) Engine);

impl Expert<Awale> for Searched {
    fn evaluate(
        &mut self,
        game: &Awale,
        luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Result<Evaluation<Pit>, Stopped> {
        let mut found = self.0.evaluate(game, luck, budget)?;
        for (pit, value) in &mut found.moves {
            if let (Value::Estimate { .. }, Some(bounds)) = (*value, decided(game, *pit)) {
                *value = bounds;
            }
        }
        Ok(found)
    }
}

impl Judge<Awale> for Searched {
    fn why(&mut self, game: &Awale, found: &Evaluation<Pit>, chosen: Option<Pit>) -> Vec<Message> {
        let reasons = reasons(game, found, chosen);
        reasons.iter().map(Explain::explain).collect()
    }

    fn place(&mut self, _game: &Awale, best: Pit) -> Message {
        if best.index() < 3 {
            message!("awale-advice-left")
        } else {
            message!("awale-advice-right")
        }
    }
}

/// Bounds on the score after a pit, from the seeds left on the board, if they decide which side does
/// not lose.
fn decided(game: &Awale, pit: Pit) -> Option<Value> {
    let mut after = game.clone();
    after.play_turn(pit).ok()?;
    let (lead, seeds) = (-i32::from(after.lead()), i32::from(after.board().seeds()));
    let (low, high) = (lead - seeds, lead + seeds);
    (low >= 0 || high <= 0).then_some(Value::Bounded { low, high })
}

/// A fact about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Explain)]
pub(super) enum Reason {
    /// This pit captures `own` seeds; the opponent can then capture `then` at once.
    #[message("awale-why-captures", pit = pit.index())]
    Captures { pit: Pit, own: u8, then: u8 },
    /// After this pit the opponent has no pit to play: each side takes its own seeds.
    #[message("awale-why-ends", pit = _0.index())]
    Ends(Pit),
    /// This pit may not be played: the opponent would be left without a seed.
    #[message("awale-why-starves", pit = _0.index())]
    Starves(Pit),
    /// The final difference in seeds with best play after this pit.
    #[message("awale-why-margin", pit = pit.index(), seeds = format!("{seeds:+}"))]
    Margin { pit: Pit, seeds: i32 },
    /// The value of this pit is estimated, not proved.
    #[message("awale-why-estimated", pit = _0.index())]
    Estimated(Pit),
}

/// Facts about the best pit, and about the chosen one if it is another.
pub(super) fn reasons(game: &Awale, found: &Evaluation<Pit>, chosen: Option<Pit>) -> Vec<Reason> {
    let best = found.best();
    let other = chosen.filter(|chosen| Some(*chosen) != best);
    let board = game.board();
    let forbidden = Pit::OWN
        .into_iter()
        .filter(|pit| board.seeds_in(*pit) > 0 && board.starves(*pit));
    let told = [best, other].into_iter().flatten();
    let told = told.flat_map(|pit| about(game, pit, found));
    told.chain(forbidden.map(Reason::Starves)).collect()
}

fn about(game: &Awale, pit: Pit, found: &Evaluation<Pit>) -> Vec<Reason> {
    let mut after = game.clone();
    let Ok(sown) = after.play_turn(pit) else {
        return Vec::new();
    };
    let board = after.board();
    let replies = after.legal().map(|reply| {
        let mut then = after.clone();
        then.play_turn(reply).map_or(0, |sown| sown.captured)
    });
    let captures = Reason::Captures {
        pit,
        own: sown.captured,
        then: replies.max().unwrap_or(0),
    };
    let ends = board.acceptable_pits().next().is_none();
    let worth = found.moves.iter().find(|(known, _)| *known == pit);
    let worth = worth.map(|(_, value)| match value {
        Value::Exact {
            score: Some(seeds), ..
        } => Reason::Margin { pit, seeds: *seeds },
        _ => Reason::Estimated(pit),
    });
    let ends = ends.then_some(Reason::Ends(pit));
    let reasons = [Some(captures), ends, worth];
    reasons.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use crate::{Board, FEW_SEEDS, Oracles, PITS};
    use table::{Entry, Game, Header, Limits, Player, Record, Seeded, Side, Trust, Turn};

    use super::*;
    use review::{Choice, PlyKind, reviewer};

    /// The definition R24 as it is written: the seeds that the side to move gains in the rest of
    /// the game, minus those of the opponent.
    fn brute(board: Board, turns: u8, known: &mut HashMap<(Board, u8), i8>) -> i8 {
        if let Some(&value) = known.get(&(board, turns)) {
            return value;
        }
        let mut best = None;
        if turns > 0 && board.seeds() > FEW_SEEDS {
            for pit in board.acceptable_pits() {
                let mut after = board;
                let last = after.sow(pit);
                let captured = after.capture(last);
                after.turn();
                let value = captured.cast_signed() - brute(after, turns - 1, known);
                best = best.max(Some(value));
            }
        }
        let value = best.unwrap_or(board.difference());
        known.insert((board, turns), value);
        value
    }

    fn random(luck: &mut dyn Chance) -> Awale {
        let seeds = 3 + luck.below(10);
        let mut pits = [0; PITS];
        for _ in 0..seeds {
            pits[luck.below(PITS as u32) as usize] += 1;
        }
        let lead = luck.below(5) as u8;
        Awale::new(Board::new(pits).unwrap(), [15 + lead, 15], 100 - 8).unwrap()
    }

    /// Below 13 seeds everything is proved: sentence by sentence against the rules and against
    /// brute force.
    #[test]
    fn every_reason_holds_below_13_seeds() {
        let (mut luck, mut known) = (Seeded::new(48), HashMap::new());
        let mut judge = Searched(Engine::new(Oracles::with(None)));
        let mut told = [0; 4];
        for _ in 0..3_000 {
            let game = random(&mut luck);
            let moves: Vec<Pit> = game.legal().collect();
            if moves.is_empty() {
                continue;
            }
            let chosen = moves[luck.below(moves.len() as u32) as usize];
            let found = judge.evaluate(&game, &mut Seeded::new(0), &Budget::unlimited());
            let found = found.unwrap();
            for reason in reasons(&game, &found, Some(chosen)) {
                check(&game, reason, &mut known, &mut told);
            }
        }
        assert!(told.iter().all(|count| *count > 20), "{told:?}");
    }

    /// The share of the side to move after a pit, by trying everything.
    fn tried(game: &Awale, pit: Pit, known: &mut HashMap<(Board, u8), i8>) -> f64 {
        let mut board = *game.board();
        let last = board.sow(pit);
        let captured = board.capture(last).cast_signed();
        board.turn();
        let margin = game.lead() + captured - brute(board, game.turns_left() - 1, known);
        f64::from(margin.signum()) / 2.0 + 0.5
    }

    fn check_choice(game: &Awale, pit: Pit, choice: &Choice, known: &mut HashMap<(Board, u8), i8>) {
        let Turn::Player(side) = game.turn() else {
            panic!("{game}: a side is to move");
        };
        let mut best: f64 = 0.0;
        assert_eq!(choice.values.len(), game.legal().count(), "{game}");
        for (text, share) in &choice.values {
            let own = tried(game, text.parse().unwrap(), known);
            let first = if side == Side::First { own } else { 1.0 - own };
            assert_eq!((share.value(), share.error), (first, 0.0), "{game}: {text}");
            best = best.max(own);
        }
        let loss = best - tried(game, pit, known);
        assert_eq!(
            (choice.loss.value(), choice.loss.error),
            (loss, 0.0),
            "{game}: {pit}"
        );
        assert_eq!(
            choice.name.unwrap().is_mistake(),
            loss > 0.0,
            "{game}: {pit}"
        );
    }

    /// Whole reviews of random games: every value, loss and name against brute force.
    #[test]
    fn reviews_below_13_seeds_equal_brute_force() {
        let (mut luck, mut known) = (Seeded::new(12), HashMap::new());
        let mut reviewer = reviewer(Box::new(Searched(Engine::new(Oracles::with(None)))));
        let mut lost = 0;
        for _ in 0..300 {
            let start = random(&mut luck);
            let mut record = Record::new(Header {
                game: "awale".to_owned(),
                position: start.to_string(),
                trust: Trust::Guarded,
                players: ["A", "B"].map(Player::person),
            });
            let (mut game, mut played) = (start, Vec::new());
            while let Turn::Player(side) = game.turn() {
                let pits: Vec<Pit> = game.legal().collect();
                let pit = pits[luck.below(pits.len() as u32) as usize];
                record.push(Entry::Plays(side, pit.to_string()));
                played.push((game.clone(), pit));
                Game::play(&mut game, pit).unwrap();
            }
            let review = reviewer
                .review(&record, &Limits::default(), &mut |_| ())
                .unwrap();
            assert_eq!(review.plies.len(), played.len());
            for (ply, (game, pit)) in review.plies.iter().zip(&played) {
                let PlyKind::Choice(choice) = &ply.kind else {
                    panic!("{game}: every ply is a choice");
                };
                check_choice(game, *pit, choice, &mut known);
                lost += u32::from(choice.loss.value() > 0.0);
            }
        }
        assert!(lost > 20, "{lost} losses seen");
    }

    fn check(
        game: &Awale,
        reason: Reason,
        known: &mut HashMap<(Board, u8), i8>,
        told: &mut [u32; 4],
    ) {
        let sown = |pit| {
            let mut board = *game.board();
            let last = board.sow(pit);
            let captured = board.capture(last);
            board.turn();
            (board, captured)
        };
        match reason {
            Reason::Captures { pit, own, then } => {
                let (board, captured) = sown(pit);
                assert_eq!(captured, own, "{game}: pit {pit}");
                let most = board.acceptable_pits().map(|reply| {
                    let mut after = board;
                    let last = after.sow(reply);
                    after.capture(last)
                });
                if board.seeds() > FEW_SEEDS {
                    assert_eq!(most.max().unwrap_or(0), then, "{game}: pit {pit}");
                }
                told[0] += 1;
            }
            Reason::Ends(pit) => {
                assert_eq!(
                    sown(pit).0.acceptable_pits().count(),
                    0,
                    "{game}: pit {pit}"
                );
                told[1] += 1;
            }
            Reason::Starves(pit) => {
                assert!(!game.board().is_acceptable(pit), "{game}: pit {pit}");
                assert_eq!(sown(pit).0.pits()[..6], [0; 6], "{game}: pit {pit}");
                told[2] += 1;
            }
            Reason::Margin { pit, seeds } => {
                let (board, captured) = sown(pit);
                let rest = brute(board, game.turns_left() - 1, known);
                let margin = game.lead() + captured.cast_signed() - rest;
                assert_eq!(i32::from(margin), seeds, "{game}: pit {pit}");
                told[3] += 1;
            }
            Reason::Estimated(pit) => panic!("{game}: pit {pit} is not proved"),
        }
    }
}
