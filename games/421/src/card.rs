//! A strategy card: what to keep of each combination, for a person to read.

use crate::combination::Combination;
use crate::dice::Face;
use crate::lattice::LATTICE;
use crate::solution::Solution;

/// One line of a card.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// What was thrown.
    pub combination: Combination,
    /// What to keep of it after the first throw and after the second, largest face first; all three
    /// dice end the turn.
    pub keep: [Vec<Face>; 2],
    /// How likely its player wins with it after the first throw and after the second.
    pub winning: [f64; 2],
}

impl Solution {
    /// The card of the first player when it has `own` tokens, or of the second against a result;
    /// from the strongest combination to the weakest. Empty when the game is over.
    pub fn card(&self, own: i32, to_beat: Option<Combination>) -> Vec<Advice> {
        let in_play = usize::try_from(own)
            .ok()
            .filter(|own| (1..self.tokens()).contains(own));
        let Some(own) = in_play else {
            return Vec::new();
        };
        let round = self.round(own);
        let turn = round.turn(to_beat.map(|result| LATTICE.node(result.faces())));
        let advice = |(number, &combination): (usize, &Combination)| Advice {
            combination,
            keep: [1, 2].map(|throw| kept(combination, turn.choice(throw, number))),
            winning: [1, 2].map(|throw| match to_beat {
                None => turn.worth(throw, number),
                Some(_) => 1.0 + turn.worth(throw, number),
            }),
        };
        LATTICE
            .combinations
            .iter()
            .enumerate()
            .rev()
            .map(advice)
            .collect()
    }
}

/// The faces that a choice leaves on the table.
fn kept(combination: Combination, choice: u8) -> Vec<Face> {
    let faces = combination.faces().into_iter().enumerate();
    faces
        .filter(|(place, _)| choice & (4 >> place) == 0)
        .map(|(_, face)| face)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solution::Solver;

    fn text(faces: &[Face]) -> String {
        faces.iter().map(Face::to_string).collect()
    }

    #[test]
    fn a_card_names_all_56_combinations_and_keeps_421() {
        let card = Solver::new(20).work(|_| false).unwrap().card(10, None);
        assert_eq!(card.len(), 56);
        assert_eq!(card[0].combination, Combination::BEST);
        assert_eq!(
            card[0].keep.each_ref().map(|keep| text(keep)),
            ["421", "421"]
        );
    }

    #[test]
    fn against_421_the_second_player_throws_for_421() {
        let solution = Solver::new(20).work(|_| false).unwrap();
        let card = solution.card(10, Some(Combination::BEST));
        let keep = |number: &str| {
            let line = card
                .iter()
                .find(|line| line.combination.to_string() == number)
                .unwrap();
            line.keep.each_ref().map(|keep| text(keep))
        };
        assert_eq!(keep("421"), ["421", "421"]);
        assert_eq!(keep("642"), ["42", "42"]);
        assert_eq!(keep("411"), ["41", "41"]);
        assert_eq!(keep("666"), ["", ""]);
    }

    #[test]
    fn a_game_that_is_over_has_no_card() {
        let solution = Solver::new(4).work(|_| false).unwrap();
        assert!(
            [-1, 0, 4, 5]
                .into_iter()
                .all(|own| solution.card(own, None).is_empty())
        );
    }
}
