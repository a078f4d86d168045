//! Moves and views of the matches as numbers: matches taken from a heap, matches left in each.

use crate::{Matches, Take};

use host::{Space, counted};

/// Moves that take one match of each heap come first, then those that take two, so that the number
/// of a move does not depend on the matches left.
pub(super) const SPACE: Space<Matches> = Space {
    moves: |game| {
        let largest = game.heaps().iter().copied().max().unwrap_or(0);
        let most = game.max.map_or(largest, |max| max.get().min(largest));
        game.heaps().len() * most as usize
    },
    number: |game, take| game.heaps().len() * (take.count - 1) as usize + take.heap,
    mv: |game, number| {
        let heaps = game.heaps().len();
        let count = i64::try_from(number / heaps).ok()? + 1;
        let heap = number % heaps;
        Some(Take { heap, count })
    },
    shape: |game| vec![game.heaps().len()],
    range: |game| [0, counted(game.left())],
    show: |game, _, array| array.extend(game.heaps().iter().map(|heap| counted(*heap))),
};
