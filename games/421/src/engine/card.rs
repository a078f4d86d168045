//! A strategy card for a person to read: which dice to keep of each combination.

use crate::combination::Combination;
use crate::dice::{Dice, Rethrow};
use crate::engine::lattice::{EMPTY, LATTICE};
use crate::engine::round::PlayerTurn;
use crate::engine::solution::Solution;

/// The best play of one turn, for a person to read.
#[derive(Clone, PartialEq, Debug)]
pub struct Card {
    /// The player's probability of winning the game before the first throw.
    pub winning: f64,
    /// Best play for each of the 56 combinations, from the strongest to the weakest.
    pub advice: Vec<CombinationAdvice>,
}

/// The best play for one combination.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CombinationAdvice {
    /// Combination on the table.
    pub combination: Combination,
    /// Dice to throw again after the first and after the second throw, the largest face first; no die
    /// means that the combination is kept.
    pub again: [Rethrow; 2],
}

impl CombinationAdvice {
    /// The dice that stay on the table after throw 1 or 2; those to throw again are in the air.
    pub fn kept(&self, throws: usize) -> Dice {
        Dice::from(self.combination.faces()).without(self.again[throws - 1])
    }
}

impl Solution {
    /// The card for a round that begins when the first player has `own` tokens: of the first player,
    /// or of the second against the result `to_beat`; `None` when the game is over.
    pub fn card(&self, own: i32, to_beat: Option<Combination>) -> Option<Card> {
        let own = usize::try_from(own)
            .ok()
            .filter(|own| (1..self.tokens()).contains(own))?;
        let round = self.round(own);
        let turn = round.turn(to_beat.map(|result| LATTICE.node(result.faces())));
        let before = turn.worth(1, EMPTY);
        let winning = if to_beat.is_none() {
            before
        } else {
            1.0 + before
        };
        let combinations = LATTICE.combinations.iter().rev();
        Some(Card {
            winning,
            advice: combinations
                .map(|&combination| advice(turn, combination))
                .collect(),
        })
    }
}

fn advice(turn: PlayerTurn<'_>, combination: Combination) -> CombinationAdvice {
    let faces = combination.faces();
    let number = LATTICE.node(faces);
    let again = [1, 2].map(|throws| LATTICE.again(turn.choice(throws, number), faces));
    CombinationAdvice { combination, again }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::solver::Solver;

    fn card(tokens: usize, own: i32, to_beat: Option<Combination>) -> Option<Card> {
        Solver::new(tokens)
            .work(|_| false)
            .unwrap()
            .card(own, to_beat)
    }

    #[test]
    fn a_card_lists_all_56_combinations_and_keeps_421() {
        let card = card(20, 10, None).unwrap();
        assert!((card.winning - 0.459_468_956_963_172).abs() < 1e-12);
        assert_eq!(card.advice.len(), 56);
        assert_eq!(card.advice[0].combination, Combination::BEST);
        assert_eq!(card.advice[0].again, [Rethrow([false; 3]); 2]);
    }

    #[test]
    fn against_421_the_second_player_throws_for_421() {
        let card = card(20, 10, Some(Combination::BEST)).unwrap();
        let kept = |number: &str| {
            let named = |advice: &&CombinationAdvice| advice.combination.to_string() == number;
            let advice = card.advice.iter().find(named).unwrap();
            [1, 2].map(|throws| advice.kept(throws).to_string())
        };
        assert_eq!(kept("421"), ["421", "421"]);
        assert_eq!(kept("642"), ["-42", "-42"]);
        assert_eq!(kept("666"), ["---", "---"]);
    }

    #[test]
    fn a_game_that_is_over_has_no_card() {
        assert!(
            [-1, 0, 4, 5]
                .into_iter()
                .all(|own| card(4, own, None).is_none())
        );
    }
}
