//! The 84 multisets of at most three faces, which is what can lie on the table, joined by the die
//! that falls next: every average over throws is a sum along these joints.
//!
//! The 56 combinations come first, from the weakest to the strongest, then pairs, single dice and
//! the empty table, so that each node comes after those it leads to.

use std::cmp::Reverse;
use std::sync::LazyLock;

use crate::combination::Combination;
use crate::dice::Face;

/// How many combinations there are.
pub(crate) const COMBINATIONS: usize = 56;

/// How many multisets there are.
pub(crate) const NODES: usize = 84;

/// The empty table.
pub(crate) const EMPTY: usize = NODES - 1;

/// How many ways there are to take up some of three dice, as bits: 4, 2 and 1 for the first, the
/// second and the third.
pub(crate) const CHOICES: usize = 8;

/// The tables; the same for every game.
pub(crate) static LATTICE: LazyLock<Lattice> = LazyLock::new(Lattice::build);

/// The joints between multisets, by number.
#[derive(Debug)]
pub(crate) struct Lattice {
    /// The combinations, from the weakest to the strongest.
    pub(crate) combinations: [Combination; COMBINATIONS],
    /// How many tokens each gives.
    pub(crate) tokens: [u8; COMBINATIONS],
    /// Where each face leads from the nodes that wait for a die, which begin at [`COMBINATIONS`].
    pub(crate) next: [[u8; 6]; NODES - COMBINATIONS],
    /// What lies when the dice of a choice are taken up from a combination, largest face first.
    pub(crate) kept: [[u8; CHOICES]; COMBINATIONS],
    /// The probability of each combination when three dice are thrown.
    pub(crate) first_throw: [f64; COMBINATIONS],
    /// Nodes by their faces, as [`key`] numbers them.
    nodes: [u8; 343],
}

/// A multiset as a number: its pips as digits to base 7, the largest first.
fn key(faces: impl IntoIterator<Item = Face>) -> usize {
    let mut pips = [0; 3];
    let slots = pips.iter_mut();
    slots
        .zip(faces)
        .for_each(|(slot, face)| *slot = usize::from(face.pips()));
    pips.sort_unstable_by_key(|&pips| Reverse(pips));
    pips.into_iter().fold(0, |key, pips| 7 * key + pips)
}

/// Every multiset of `size` faces, largest face first.
fn multisets(size: usize) -> Vec<Vec<Face>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let grow = |smaller: Vec<Face>| {
        let largest = smaller.last().map_or(6, |last| last.pips());
        let faces = Face::ALL
            .into_iter()
            .filter(move |face| face.pips() <= largest);
        faces.map(move |face| [smaller.clone(), vec![face]].concat())
    };
    multisets(size - 1).into_iter().flat_map(grow).collect()
}

impl Lattice {
    fn build() -> Self {
        let mut nodes: Vec<Vec<Face>> = (0..=3).rev().flat_map(multisets).collect();
        let combination = |faces: &[Face]| Combination::of([faces[0], faces[1], faces[2]]);
        let strength = |c: Combination| (c.tokens(), c.value());
        nodes[..COMBINATIONS].sort_by_key(|faces| strength(combination(faces)));

        let mut numbers = [0; 343];
        for (node, faces) in nodes.iter().enumerate() {
            numbers[key(faces.iter().copied())] = node as u8;
        }
        let node = |faces: Vec<Face>| numbers[key(faces)];
        let with = |faces: &[Face], face| node([faces, &[face]].concat());
        let without = |faces: &[Face], choice: usize| {
            let kept = (0..3).filter(|die| choice & (4 >> die) == 0);
            node(kept.map(|die| faces[die]).collect())
        };
        let combinations = std::array::from_fn(|c| combination(&nodes[c]));
        let mut lattice = Self {
            combinations,
            tokens: combinations.map(Combination::tokens),
            next: std::array::from_fn(|n| {
                Face::ALL.map(|face| with(&nodes[COMBINATIONS + n], face))
            }),
            kept: std::array::from_fn(|c| std::array::from_fn(|choice| without(&nodes[c], choice))),
            first_throw: [0.0; COMBINATIONS],
            nodes: numbers,
        };
        let mut mass = [[0.0]; NODES];
        mass[EMPTY] = [1.0];
        lattice.throw(&mut mass);
        lattice.first_throw = std::array::from_fn(|c| mass[c][0]);
        lattice
    }

    /// The number of what lies on the table.
    pub(crate) fn node(&self, faces: impl IntoIterator<Item = Face>) -> usize {
        self.nodes[key(faces)].into()
    }

    /// Lets all dice fall: the probability at each node moves on to the combinations.
    pub(crate) fn throw<const L: usize>(&self, mass: &mut [[f64; L]; NODES]) {
        for node in (COMBINATIONS..NODES).rev() {
            let share = mass[node].map(|mass| mass / 6.0);
            for &next in &self.next[node - COMBINATIONS] {
                let next = mass[usize::from(next)].iter_mut();
                next.zip(share).for_each(|(next, share)| *next += share);
            }
        }
    }

    /// While dice fall, what lies is worth the average over the next die: from the combinations down
    /// to the empty table.
    pub(crate) fn average<const L: usize>(&self, worth: &mut [[f64; L]; NODES]) {
        for node in COMBINATIONS..NODES {
            let mut sum = [0.0; L];
            for &next in &self.next[node - COMBINATIONS] {
                let next = worth[usize::from(next)];
                sum.iter_mut()
                    .zip(next)
                    .for_each(|(sum, next)| *sum += next);
            }
            worth[node] = sum.map(|sum| sum / 6.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_throw_of_three_dice_has_the_probabilities_of_counting() {
        for (combination, probability) in LATTICE.combinations.iter().zip(LATTICE.first_throw) {
            let [a, b, c] = combination.faces();
            let ways = if a == b && b == c {
                1.0
            } else if a == b || b == c {
                3.0
            } else {
                6.0
            };
            assert!((probability - ways / 216.0).abs() < 1e-16, "{combination}");
        }
    }

    #[test]
    fn the_combinations_go_from_211_to_421() {
        let text = |number: usize| LATTICE.combinations[number].to_string();
        assert_eq!(
            [text(0), text(1), text(54), text(55)],
            ["211", "221", "666", "421"]
        );
        assert_eq!(
            LATTICE.tokens[44..46],
            [1, 2],
            "45 minor ones, 4 sequences, 6 triples and 421"
        );
        assert_eq!(LATTICE.tokens[48..50], [2, 5]);
    }

    #[test]
    fn what_is_kept_is_what_was_not_taken_up() {
        let face = |pips| Face::new(pips).unwrap();
        let number = LATTICE.node([face(1), face(6), face(4)]);
        assert_eq!(LATTICE.combinations[number].to_string(), "641");
        let kept = LATTICE.kept[number];
        assert_eq!(usize::from(kept[0b010]), LATTICE.node([face(1), face(6)]));
        assert_eq!(usize::from(kept[0b000]), number);
        assert_eq!(usize::from(kept[0b111]), EMPTY);
    }
}
