//! The engine: exact values in closed form.
//!
//! With at most m matches a turn, a heap of h counts as a nim heap of h mod (m + 1), in misère play
//! too, because the game of one heap is tame. With the last match winning, the side to move wins when
//! the exclusive-or of these nim heaps is not zero. With the last match losing, the same holds as long
//! as one of them exceeds 1; otherwise the side to move wins when the number of ones is even.

use table::{Budget, Chance, Evaluation, Expert, Game, Stopped, Value};

use crate::rules::{LastMatch, Matches, Take};

impl Matches {
    /// Size of the nim heap that a heap of `h` matches counts as.
    pub(crate) fn nimber(&self, h: u32) -> u32 {
        self.max
            .map_or(h, |max| max.checked_add(1).map_or(h, |modulus| h % modulus))
    }

    /// Returns whether the side to move wins when heap `changed` holds `count` matches instead.
    fn is_won_with(&self, changed: usize, count: u32) -> bool {
        let sizes = self.heaps.iter().enumerate();
        let nimbers =
            sizes.map(|(heap, &size)| self.nimber(if heap == changed { count } else { size }));
        let (xor, largest) = nimbers.fold((0, 0), |(xor, largest), n| (xor ^ n, n.max(largest)));
        match self.last {
            LastMatch::Loses if largest <= 1 => xor == 0,
            LastMatch::Loses | LastMatch::Wins => xor != 0,
        }
    }
}

/// Returns whether the side to move wins under best play.
///
/// ```
/// use allumettes::{Matches, is_won};
/// assert!(!is_won(&Matches::default()), "the player who begins with 13 loses");
/// ```
pub fn is_won(game: &Matches) -> bool {
    game.is_won_with(0, game.heaps[0])
}

/// A winning move, or one match of the largest heap when there is none. The time does not depend on
/// the size of the heaps.
pub fn best_take(game: &Matches) -> Take {
    let winning = (0..game.heaps.len()).find_map(|heap| winning_take(game, heap));
    let heap = game.largest_heap();
    winning.unwrap_or(Take { heap, count: 1 })
}

/// The winning move from this heap, if there is one. It leaves a nim heap equal to the exclusive-or of
/// the others, or to that with its lowest bit changed at the end of a misère game: only these two
/// sizes are tried.
fn winning_take(game: &Matches, heap: usize) -> Option<Take> {
    let size = game.heaps[heap];
    let all = game.heaps.iter().map(|&size| game.nimber(size));
    // The nim heap of this heap occurs twice and cancels out.
    let target = all.fold(game.nimber(size), |xor, nimber| xor ^ nimber);
    let counts = [target, target ^ 1].map(|nimber| {
        let count = match game.max.and_then(|max| max.checked_add(1)) {
            Some(modulus) => (size + modulus.get() - nimber % modulus) % modulus,
            None => size.checked_sub(nimber)?,
        };
        let legal = (1..=game.most(heap)).contains(&count);
        (legal && !game.is_won_with(heap, size - count)).then_some(count)
    });
    let count = counts.into_iter().flatten().min()?.into();
    Some(Take { heap, count })
}

/// The engine: evaluates every move by the closed form.
#[derive(Clone, Copy, Default, Debug)]
pub struct Engine;

impl Expert<Matches> for Engine {
    fn evaluate(
        &mut self,
        game: &Matches,
        _luck: &mut dyn Chance,
        _budget: &Budget<'_>,
    ) -> Result<Evaluation<Take>, Stopped> {
        Ok(evaluate(game, usize::MAX))
    }
}

/// Evaluates a position and its first `most` moves, and the best move if it comes later.
pub(crate) fn evaluate(game: &Matches, most: usize) -> Evaluation<Take> {
    let worth = |mv: Take| {
        let rest = game.heaps[mv.heap] - mv.count as u32;
        (mv, Value::of_win(!game.is_won_with(mv.heap, rest)))
    };
    let mut moves: Vec<_> = game.legal().take(most).map(worth).collect();
    let best = best_take(game);
    if moves.len() == most && moves.iter().all(|(mv, _)| *mv != best) {
        moves.push(worth(best));
    }
    Evaluation {
        side: game.to_move,
        value: Value::of_win(is_won(game)),
        moves,
        nodes: None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::num::NonZeroU32;

    use super::*;

    /// A move that takes `count` matches from the first heap.
    fn take(count: i64) -> Take {
        Take { heap: 0, count }
    }

    /// Returns whether the side to move wins, by trying every move.
    fn brute(game: &Matches, known: &mut HashMap<Vec<u32>, bool>) -> bool {
        if let Some(&won) = known.get(&game.heaps) {
            return won;
        }
        let mut won = game.left() == 0 && game.last == LastMatch::Loses;
        for mv in game.legal() {
            let mut after = game.clone();
            after.play(mv).unwrap();
            won |= !brute(&after, known);
        }
        known.insert(game.heaps.clone(), won);
        won
    }

    #[test]
    fn the_closed_form_equals_brute_force() {
        for last in [LastMatch::Loses, LastMatch::Wins] {
            for max in [None, Some(1), Some(2), Some(3), Some(4), Some(6)] {
                let mut known = HashMap::new();
                for size in 0..9u32.pow(3) {
                    let heaps = [size % 9, size / 9 % 9, size / 81];
                    let max = max.and_then(NonZeroU32::new);
                    let game = Matches {
                        heaps: heaps.to_vec(),
                        max,
                        last,
                        ..Matches::default()
                    };
                    let won = brute(&game, &mut known);
                    assert_eq!(is_won(&game), won, "{game}");
                    if game.left() > 0 {
                        let mut after = game.clone();
                        after.play(best_take(&game)).unwrap();
                        assert_eq!(brute(&after, &mut known), !won, "{game}");
                    }
                }
            }
        }
    }

    #[test]
    fn under_the_rules_of_the_subject_the_expert_leaves_one_more_than_a_multiple_of_four() {
        for left in 1..=100u32 {
            let expected = match (left - 1) % 4 {
                0 => 1,
                rest => i64::from(rest),
            };
            assert_eq!(best_take(&Matches::new(&[left]).unwrap()), take(expected));
        }
    }

    #[test]
    fn a_heap_of_a_million_matches_is_solved() {
        let game = Matches::new(&[999_999, 1]).unwrap();
        assert_eq!(
            best_take(&game),
            Take {
                heap: 0,
                count: 999_999
            }
        );
    }
}
