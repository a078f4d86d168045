//! Which questions to ask: the order of null windows that pins a score down.

use super::node::Node;
use super::score::Bounds;
use super::search::Search;

/// Scores farther from 0 than this are quick wins or losses, cheap to find or to exclude.
const FAR: i32 = 10;

/// Asks until the score is known or the search is told to end; the bounds hold either way.
pub(super) fn narrow(search: &mut Search<'_>, node: Node, mut bounds: Bounds) -> Bounds {
    while bounds.low < bounds.high {
        let alpha = question(bounds);
        match search.probe(node, alpha) {
            Ok(bound) if bound > alpha => bounds.at_least(bound),
            Ok(bound) => bounds.at_most(bound),
            Err(_) => break,
        }
    }
    bounds
}

/// The score to ask about. Far scores are excluded first, from the farther end; then comes who wins;
/// then how soon, step by step from the draw because long games are the rule.
const fn question(Bounds { low, high }: Bounds) -> i32 {
    if low < 0 && high > 0 {
        return if -low > FAR && -low >= high {
            low / 2
        } else if high > FAR {
            high / 2
        } else {
            0
        };
    }
    let width = high - low;
    let step = if width > FAR { width / 2 } else { 1 };
    if low >= 0 {
        low + step - 1
    } else {
        high - step
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_has_two_possible_answers() {
        for low in -21..=21 {
            for high in low + 1..=21 {
                let alpha = question(Bounds { low, high });
                assert!((low..high).contains(&alpha), "{low}..{high}: {alpha}");
            }
        }
    }
}
