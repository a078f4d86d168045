//! Which questions to ask: the order of null windows that pins a score down.

use super::node::Node;
use super::score::Bounds;
use super::search::Search;

/// Asks until the score is known or the search is told to end; the bounds hold either way.
///
/// Far windows come first: a quick win or loss is found there at little cost, and what they leave in
/// the table serves the costly questions in the middle.
pub(super) fn narrow(search: &mut Search<'_>, node: Node, mut bounds: Bounds) -> Bounds {
    while bounds.exact().is_none() {
        let alpha = question(bounds);
        match search.probe(node, alpha) {
            Ok(bound) if bound > alpha => bounds.at_least(bound),
            Ok(bound) => bounds.at_most(bound),
            Err(_) => break,
        }
    }
    bounds
}

/// The score to ask about: halfway between 0 and the farther end, or the middle when both are near.
const fn question(Bounds { low, high }: Bounds) -> i32 {
    const NEAR: i32 = 8;
    let middle = low + (high - low - 1) / 2;
    if high - low <= NEAR {
        middle
    } else if middle <= 0 && low / 2 < middle {
        low / 2
    } else if middle >= 0 && high / 2 > middle {
        high / 2
    } else {
        middle
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_halves_nothing_twice() {
        for low in -21..=21 {
            for high in low + 1..=21 {
                let alpha = question(Bounds { low, high });
                assert!((low..high).contains(&alpha), "{low}..{high}: {alpha}");
            }
        }
    }
}
