//! Values of moves and their reasons: a remainder, or the nim-sum of the heaps.

use crate::expert::evaluate;
use crate::rules::LastMatch;
use crate::{Matches, Take, is_won};
use table::{Budget, Chance, Evaluation, Expert, Explain, Message, Stopped, message};

use super::{Variant, words};
use review::Judge;

/// Maximum number of moves whose values are listed: a heap may allow a million.
const MOST_MOVES: usize = 256;

pub(super) struct ClosedForm(pub(super) Variant);

impl Expert<Matches> for ClosedForm {
    fn evaluate(
        &mut self,
        game: &Matches,
        _luck: &mut dyn Chance,
        _budget: &Budget<'_>,
    ) -> Result<Evaluation<Take>, Stopped> {
        Ok(evaluate(game, MOST_MOVES))
    }
}

impl Judge<Matches> for ClosedForm {
    fn why(
        &mut self,
        game: &Matches,
        found: &Evaluation<Take>,
        chosen: Option<Take>,
    ) -> Vec<Message> {
        let reasons = reasons(game, found.best(), chosen);
        reasons.iter().map(Explain::explain).collect()
    }

    fn place(&mut self, game: &Matches, best: Take) -> Message {
        if let ([_], Some(max)) = (game.heaps(), game.max) {
            message!("allumettes-advice-rest", modulus = max.get() + 1)
        } else {
            message!("allumettes-advice-heap", heap = best.heap + 1)
        }
    }

    fn read(&self, text: &str) -> Result<Matches, Message> {
        let game = text.parse().map(|game| self.0.applied_to(game));
        game.map_err(|error: crate::NotationError| error.explain())
    }
}

/// A fact about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// One heap: the matches left after a move.
    Remainder {
        mv: Take,
        left: u32,
        modulus: u32,
        /// The remainder with which the side to move loses.
        lost: u32,
    },
    /// Several heaps: the nim-sum after a move. With 0 the side to move loses.
    NimSum { mv: Take, sum: u32 },
    /// All heaps count as 0 or 1 and the last match loses: the side to move loses if the number of
    /// ones is odd.
    Ones { mv: Take, ones: u32 },
    /// No move leaves a lost position.
    Hopeless,
}

/// Facts about the best move, and about the chosen one if it is another.
pub(super) fn reasons(game: &Matches, best: Option<Take>, chosen: Option<Take>) -> Vec<Reason> {
    let hopeless = (!is_won(game)).then_some(Reason::Hopeless);
    let other = chosen.filter(|chosen| Some(*chosen) != best);
    let told = [best, other].into_iter().flatten();
    let moves = told.filter_map(|mv| Reason::new(game, mv));
    hopeless.into_iter().chain(moves).collect()
}

impl Reason {
    fn new(game: &Matches, mv: Take) -> Option<Self> {
        let mut after = game.clone();
        after.take(mv).ok()?;
        let misere = after.last == LastMatch::Loses;
        if let ([left], Some(max)) = (after.heaps(), after.max) {
            return Some(Self::Remainder {
                mv,
                left: *left,
                modulus: max.get().saturating_add(1),
                lost: u32::from(misere),
            });
        }
        let nimbers = || after.heaps().iter().map(|&heap| after.nimber(heap));
        Some(if misere && nimbers().all(|nimber| nimber <= 1) {
            let ones = nimbers().sum();
            Self::Ones { mv, ones }
        } else {
            let sum = nimbers().fold(0, |sum, nimber| sum ^ nimber);
            Self::NimSum { mv, sum }
        })
    }

    /// Whether the move leaves the opponent a lost position, according to this fact.
    pub(super) fn wins(&self) -> bool {
        match self {
            Self::Remainder {
                left,
                modulus,
                lost,
                ..
            } => left % modulus == *lost,
            Self::NimSum { sum, .. } => *sum == 0,
            Self::Ones { ones, .. } => ones % 2 == 1,
            Self::Hopeless => false,
        }
    }
}

impl Explain for Reason {
    fn explain(&self) -> Message {
        let wins = if self.wins() { "yes" } else { "no" };
        match *self {
            Self::Remainder {
                mv,
                left,
                modulus,
                lost,
            } => message!(
                "allumettes-why-remainder",
                move = words(1, mv),
                left,
                modulus,
                rest = left % modulus,
                lost,
                wins
            ),
            Self::NimSum { mv, sum } => {
                message!("allumettes-why-nim-sum", move = words(2, mv), sum, wins)
            }
            Self::Ones { mv, ones } => {
                message!("allumettes-why-ones", move = words(2, mv), ones, wins)
            }
            Self::Hopeless => message!("allumettes-why-hopeless"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::num::NonZeroU32;

    use table::{Game as _, Seeded};

    use super::*;
    use crate::best_take;

    /// Whether the side to move wins, by trying everything.
    fn brute(game: &Matches, known: &mut HashMap<String, bool>) -> bool {
        let key = game.to_string();
        if let Some(&won) = known.get(&key) {
            return won;
        }
        let mut won = game.left() == 0 && game.last == LastMatch::Loses;
        for mv in game.legal() {
            let mut after = game.clone();
            after.take(mv).unwrap();
            won |= !brute(&after, known);
        }
        known.insert(key, won);
        won
    }

    fn random(luck: &mut dyn Chance) -> Matches {
        let mut below = |n| luck.below(n);
        let one = below(2) == 0;
        let heaps: Vec<u32> = if one {
            vec![1 + below(30)]
        } else {
            (0..2 + below(2)).map(|_| 1 + below(6)).collect()
        };
        let max = if one { 1 + below(6) } else { below(6) };
        let last = if below(2) == 0 {
            LastMatch::Wins
        } else {
            LastMatch::Loses
        };
        Matches {
            max: NonZeroU32::new(max),
            last,
            ..Matches::new(&heaps).unwrap()
        }
    }

    #[test]
    fn every_reason_agrees_with_trying_everything() {
        let (mut luck, mut known) = (Seeded::new(13), HashMap::new());
        let mut told = [0; 4];
        for _ in 0..4_000 {
            let game = random(&mut luck);
            let moves: Vec<Take> = game.legal().collect();
            let chosen = moves[luck.below(moves.len() as u32) as usize];
            for reason in reasons(&game, Some(best_take(&game)), Some(chosen)) {
                let (kind, mv) = match &reason {
                    Reason::Remainder { mv, left, .. } => {
                        let mut after = game.clone();
                        assert_eq!(after.take(*mv).unwrap().left, *left, "{game}");
                        (0, *mv)
                    }
                    Reason::NimSum { mv, .. } => (1, *mv),
                    Reason::Ones { mv, .. } => (2, *mv),
                    Reason::Hopeless => {
                        assert!(!brute(&game, &mut known), "{game}");
                        told[3] += 1;
                        continue;
                    }
                };
                told[kind] += 1;
                let mut after = game.clone();
                after.take(mv).unwrap();
                assert_eq!(
                    reason.wins(),
                    !brute(&after, &mut known),
                    "{game}: {reason:?}"
                );
            }
        }
        assert!(told.iter().all(|count| *count > 100), "{told:?}");
    }
}
