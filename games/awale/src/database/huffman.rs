//! Code lengths of a Huffman code with a limited depth.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Longest code word in bits: one table lookup decodes it.
pub(crate) const LONGEST: u32 = 12;

/// Huffman code lengths of at most [`LONGEST`] bits: small weights are raised until the tree is low
/// enough.
pub(crate) fn limited_huffman(weights: &[u64]) -> Vec<u32> {
    let mut floor = 1;
    loop {
        let raised: Vec<u64> = weights.iter().map(|&weight| weight.max(floor)).collect();
        let lengths = huffman(&raised);
        if lengths.iter().all(|&length| length <= LONGEST) {
            return lengths;
        }
        floor *= 2;
    }
}

/// Depth of each weight's leaf in a Huffman tree.
fn huffman(weights: &[u64]) -> Vec<u32> {
    let leaves = weights.iter().enumerate();
    let mut heap: BinaryHeap<_> = leaves
        .map(|(node, &weight)| Reverse((weight, node)))
        .collect();
    let mut parents = vec![0; weights.len()];
    while let (Some(Reverse((light, a))), Some(Reverse((heavy, b)))) = (heap.pop(), heap.pop()) {
        let node = parents.len();
        parents.push(0);
        (parents[a], parents[b]) = (node, node);
        heap.push(Reverse((light + heavy, node)));
        if heap.len() == 1 {
            break;
        }
    }
    let mut depths = vec![0; parents.len()];
    for node in (0..parents.len() - 1).rev() {
        depths[node] = depths[parents[node]] + 1;
    }
    depths.truncate(weights.len());
    depths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn huffman_lengths_are_those_of_a_hand_made_tree() {
        assert_eq!(huffman(&[1, 1, 2, 4]), [3, 3, 2, 1]);
    }

    #[test]
    fn lengths_stay_below_the_limit() {
        let powers: Vec<u64> = (0..30).map(|n| 1 << n).collect();
        let lengths = limited_huffman(&powers);
        assert!(lengths.iter().all(|&length| length <= LONGEST));
        let share: u64 = lengths.iter().map(|length| 1 << (LONGEST - length)).sum();
        assert_eq!(share, 1 << LONGEST);
    }
}
