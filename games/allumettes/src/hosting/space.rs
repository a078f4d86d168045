//! The matches as numbers: how many of which heap, and what is left in each.

use crate::{Matches, Take};

use host::{Space, counted};

/// One match of each heap first, then two, so that numbers do not depend on what is left.
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
