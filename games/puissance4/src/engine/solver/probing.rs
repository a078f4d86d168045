//! The sequence of null windows that determines a score.

use super::node::Node;
use super::score::Bounds;
use super::search::Search;

/// Scores farther from 0 than this are quick wins or losses, which are cheap to find or to exclude.
const FAR: i32 = 10;

/// Searches null windows until the score is known or the search is stopped; the bounds are valid in
/// both cases.
pub(super) fn narrow(search: &mut Search<'_>, node: Node, mut bounds: Bounds) -> Bounds {
    while bounds.low < bounds.high {
        let alpha = next_window(bounds);
        match search.probe(node, alpha) {
            Ok(bound) if bound > alpha => bounds.at_least(bound),
            Ok(bound) => bounds.at_most(bound),
            Err(_) => break,
        }
    }
    bounds
}

/// The alpha of the next null window. Far scores are excluded first, from the farther end; the next
/// window decides who wins; then the windows move step by step away from the draw, because most games
/// are long.
const fn next_window(Bounds { low, high }: Bounds) -> i32 {
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
    fn every_null_window_lies_between_the_bounds() {
        for low in -21..=21 {
            for high in low + 1..=21 {
                let alpha = next_window(Bounds { low, high });
                assert!((low..high).contains(&alpha), "{low}..{high}: {alpha}");
            }
        }
    }
}
