//! A strategy card: what to keep of each combination, for a person to read.

use crate::combination::Combination;
use crate::dice::{Again, Dice};
use crate::engine::lattice::{EMPTY, LATTICE};
use crate::engine::round::PlayerTurn;
use crate::engine::solution::Solution;

/// What a player does in one turn.
#[derive(Clone, PartialEq, Debug)]
pub struct Card {
    /// How likely the player wins the game, before the first throw.
    pub winning: f64,
    /// For each of the 56 combinations, from the strongest to the weakest.
    pub advice: Vec<Advice>,
}

/// What to do with a combination.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Advice {
    /// What was thrown.
    pub combination: Combination,
    /// The dice to throw again after the first throw and after the second, largest face first; none
    /// ends the turn.
    pub again: [Again; 2],
}

impl Advice {
    /// What stays on the table after throw 1 or 2, in the notation of positions.
    pub fn kept(&self, throws: usize) -> Dice {
        Dice::from(self.combination.faces()).without(self.again[throws - 1])
    }
}

impl Solution {
    /// The card of the first player when it has `own` tokens, or of the second against a result;
    /// none when the game is over.
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

fn advice(turn: PlayerTurn<'_>, combination: Combination) -> Advice {
    let faces = combination.faces();
    let number = LATTICE.node(faces);
    let again = [1, 2].map(|throws| LATTICE.again(turn.choice(throws, number), faces));
    Advice { combination, again }
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
    fn a_card_names_all_56_combinations_and_keeps_421() {
        let card = card(20, 10, None).unwrap();
        assert!((card.winning - 0.459_468_956_963_172).abs() < 1e-12);
        assert_eq!(card.advice.len(), 56);
        assert_eq!(card.advice[0].combination, Combination::BEST);
        assert_eq!(card.advice[0].again, [Again([false; 3]); 2]);
    }

    #[test]
    fn against_421_the_second_player_throws_for_421() {
        let card = card(20, 10, Some(Combination::BEST)).unwrap();
        let kept = |number: &str| {
            let named = |advice: &&Advice| advice.combination.to_string() == number;
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
