//! The lattice of the 84 multisets of at most three faces that can lie on the table. An edge is the
//! fall of one die, and every expectation over throws is a sum along the edges.
//!
//! The 56 combinations come first, from the weakest to the strongest, then pairs, single dice and
//! the empty table, so that each node comes after the nodes its edges lead to.

use std::array::from_fn;
use std::cmp::Reverse;
use std::sync::LazyLock;

use crate::combination::Combination;
use crate::dice::{Face, Rethrow};

/// Number of combinations of three faces.
pub(crate) const COMBINATIONS: usize = 56;

/// Number of multisets of at most three faces.
pub(crate) const NODES: usize = 84;

/// Number of the node with no die on the table.
pub(crate) const EMPTY: usize = NODES - 1;

/// Number of choices of dice to take up, as bits: 4, 2 and 1 for the first, second and third die.
pub(crate) const CHOICES: usize = 8;

/// The lattice, built on first use and shared by all games.
pub(crate) static LATTICE: LazyLock<Lattice> = LazyLock::new(Lattice::build);

/// Nodes and edges of the lattice, by number.
#[derive(Debug)]
pub(crate) struct Lattice {
    /// The combinations, from the weakest to the strongest.
    pub(crate) combinations: [Combination; COMBINATIONS],
    /// Edges: for each node with fewer than three dice (minus [`COMBINATIONS`]) and each face of the
    /// next die, the node reached.
    pub(crate) next: [[u8; 6]; NODES - COMBINATIONS],
    /// The node reached when the dice of a choice are taken up from a combination, whose largest face
    /// is the first die.
    pub(crate) kept: [[u8; CHOICES]; COMBINATIONS],
    /// The probability of each combination when three dice are thrown.
    pub(crate) first_throw: [f64; COMBINATIONS],
    /// The node of some faces in any order, by their [`key`].
    nodes: [u8; 343],
    /// By the [`key`] of three dice and a choice among their faces in decreasing order: the same
    /// choice among the dice in the order thrown.
    again: [[Rethrow; CHOICES]; 343],
}

/// At most three faces as a number in base 7 whose digits are their pips.
fn key(faces: impl IntoIterator<Item = Face>) -> usize {
    faces
        .into_iter()
        .fold(0, |key, face| 7 * key + usize::from(face.pips()))
}

/// The faces of a [`key`], largest first.
fn sorted(key: usize) -> Vec<Face> {
    let digits = [key / 49, key / 7 % 7, key % 7];
    let faces = digits.into_iter();
    let mut faces: Vec<Face> = faces.filter_map(|pips| Face::new(pips as u8)).collect();
    faces.sort_by_key(|&face| Reverse(face));
    faces
}

/// Converts a choice among the faces in decreasing order into one among the dice in the order thrown.
fn unsorted(key: usize, choice: usize) -> Rethrow {
    let pips = [key / 49, key / 7 % 7, key % 7];
    let mut order = [0, 1, 2];
    order.sort_by_key(|&die| Reverse(pips[die]));
    let mut again = Rethrow([false; 3]);
    for (rank, die) in order.into_iter().enumerate() {
        again.0[die] = choice & (4 >> rank) != 0;
    }
    again
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

/// The faces of all nodes, by number.
fn nodes() -> Vec<Vec<Face>> {
    let mut nodes: Vec<Vec<Face>> = (0..=3).rev().flat_map(multisets).collect();
    nodes[..COMBINATIONS].sort_by_key(|faces| {
        let combination = combination(faces);
        (combination.tokens(), combination.value())
    });
    nodes
}

fn combination(faces: &[Face]) -> Combination {
    Combination::from_faces([faces[0], faces[1], faces[2]])
}

impl Lattice {
    fn build() -> Self {
        let all = nodes();
        let number = |faces: &[Face]| all.iter().position(|node| node == faces);
        let nodes = from_fn(|key| number(&sorted(key)).expect("every multiset is a node") as u8);
        let with = |faces: &[Face], face| nodes[key([faces, &[face]].concat())];
        let without = |faces: &[Face], choice: usize| {
            let kept = (0..3).filter(|die| choice & (4 >> die) == 0);
            nodes[key(kept.map(|die| faces[die]))]
        };
        let mut lattice = Self {
            combinations: from_fn(|c| combination(&all[c])),
            next: from_fn(|open| Face::ALL.map(|face| with(&all[COMBINATIONS + open], face))),
            kept: from_fn(|c| from_fn(|choice| without(&all[c], choice))),
            first_throw: [0.0; COMBINATIONS],
            nodes,
            again: from_fn(|key| from_fn(|choice| unsorted(key, choice))),
        };
        let mut mass = [[0.0]; NODES];
        mass[EMPTY] = [1.0];
        lattice.throw(&mut mass);
        lattice.first_throw = from_fn(|c| mass[c][0]);
        lattice
    }

    /// The number of the node with these faces on the table.
    pub(crate) fn node(&self, faces: impl IntoIterator<Item = Face>) -> usize {
        self.nodes[key(faces)].into()
    }

    /// The dice to throw again for a choice that was made among the faces in decreasing order.
    pub(crate) fn again(&self, choice: u8, faces: [Face; 3]) -> Rethrow {
        self.again[key(faces)][usize::from(choice)]
    }

    /// Lets all missing dice fall: moves the probability of each node along the edges to the
    /// combinations.
    pub(crate) fn throw<const L: usize>(&self, mass: &mut [[f64; L]; NODES]) {
        for node in (COMBINATIONS..NODES).rev() {
            let share = mass[node].map(|mass| mass / 6.0);
            for &next in &self.next[node - COMBINATIONS] {
                let next = mass[usize::from(next)].iter_mut();
                next.zip(share).for_each(|(next, share)| *next += share);
            }
        }
    }

    /// Backward induction over falling dice: the value of a node with missing dice is the average over
    /// the next die.
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
    fn the_first_throw_has_the_probabilities_of_216_equal_throws() {
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
        let tokens = LATTICE.combinations.map(Combination::tokens);
        assert_eq!(
            tokens[44..46],
            [1, 2],
            "45 of one token, 4 sequences, 6 triples and 421"
        );
        assert_eq!(tokens[48..50], [2, 5]);
    }

    #[test]
    fn taking_up_dice_leaves_the_node_of_the_others() {
        let face = |pips| Face::new(pips).unwrap();
        let number = LATTICE.node([face(1), face(6), face(4)]);
        assert_eq!(LATTICE.combinations[number].to_string(), "641");
        let kept = LATTICE.kept[number];
        assert_eq!(usize::from(kept[0b010]), LATTICE.node([face(1), face(6)]));
        assert_eq!(usize::from(kept[0b000]), number);
        assert_eq!(usize::from(kept[0b111]), EMPTY);
    }

    #[test]
    fn a_choice_takes_up_the_same_faces_in_any_order() {
        use Face::{Five, Four, One, Six, Two};
        assert_eq!(
            LATTICE.again(0b100, [Two, Six, Four]),
            Rethrow([false, true, false])
        );
        assert_eq!(
            LATTICE.again(0b011, [Two, Six, Four]),
            Rethrow([true, false, true])
        );
        assert_eq!(
            LATTICE.again(0b011, [One, One, Five]),
            Rethrow([true, true, false])
        );
    }
}
