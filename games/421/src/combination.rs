//! The value of three dice: the subject's functions on whole numbers, and the combination they make.

use crate::dice::Face;

/// Sorts two numbers, the larger first.
#[doc(alias = "decroitre2i")]
#[doc(alias = "décroitre2i")]
#[doc(alias = "permuter2i")]
pub fn decreasing2(a: i32, b: i32) -> (i32, i32) {
    if a < b { (b, a) } else { (a, b) }
}

/// Sorts three numbers, the largest first.
///
/// ```
/// assert_eq!(jeu421::decreasing3(3, 2, 6), (6, 3, 2));
/// ```
#[doc(alias = "decroitre3i")]
pub fn decreasing3(a: i32, b: i32, c: i32) -> (i32, i32, i32) {
    let (a, b) = decreasing2(a, b);
    let (b, c) = decreasing2(b, c);
    let (a, b) = decreasing2(a, b);
    (a, b, c)
}

/// Returns whether a ≥ b ≥ c are consecutive numbers, a *tierce*.
#[doc(alias = "tierce")]
pub fn is_sequence(a: i32, b: i32, c: i32) -> bool {
    let follows = |high, low| i64::from(high) == i64::from(low) + 1;
    follows(a, b) && follows(b, c)
}

/// Returns whether all three numbers are equal, a *brelan*.
#[doc(alias = "brelan")]
pub fn is_triple(a: i32, b: i32, c: i32) -> bool {
    a == b && b == c
}

/// Returns whether a ≥ b ≥ c are 4, 2 and 1, the best combination.
#[doc(alias = "est421")]
pub fn is_421(a: i32, b: i32, c: i32) -> bool {
    (a, b, c) == (4, 2, 1)
}

/// Number of tokens that the combination a ≥ b ≥ c gives away: 8, 5, 2 or 1.
#[doc(alias = "njetons")]
pub fn tokens(a: i32, b: i32, c: i32) -> u8 {
    if is_421(a, b, c) {
        8
    } else if is_triple(a, b, c) {
        5
    } else if is_sequence(a, b, c) {
        2
    } else {
        1
    }
}

/// The three-digit number abc, which ranks combinations that give away equally many tokens.
#[doc(alias = "evalcmb")]
pub fn value(a: i32, b: i32, c: i32) -> i64 {
    100 * i64::from(a) + 10 * i64::from(b) + i64::from(c)
}

/// One of the 56 combinations of three faces, stored in decreasing order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Combination([Face; 3]);

impl Combination {
    /// The best combination, 421.
    pub const BEST: Self = Self([Face::Four, Face::Two, Face::One]);

    /// The combination that these faces make in any order.
    pub fn from_faces([a, b, c]: [Face; 3]) -> Self {
        let (a, b) = (a.max(b), a.min(b));
        let (b, c) = (b.max(c), b.min(c));
        Self([a.max(b), a.min(b), c])
    }

    /// The faces, the largest first.
    pub fn faces(self) -> [Face; 3] {
        self.0
    }

    /// Number of tokens that its owner gives away after winning the round.
    pub fn tokens(self) -> u8 {
        let [a, b, c] = self.pips();
        tokens(a, b, c)
    }

    /// The three-digit number of its faces, largest first.
    pub fn value(self) -> i64 {
        let [a, b, c] = self.pips();
        value(a, b, c)
    }

    fn pips(self) -> [i32; 3] {
        self.0.map(|face| face.pips().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_functions_give_the_answers_of_the_subject() {
        assert_eq!(decreasing3(3, 2, 6), (6, 3, 2));
        assert_eq!(decreasing3(3, 2, 1), (3, 2, 1));
        assert!(is_sequence(3, 2, 1));
        assert!(!is_sequence(5, 3, 2));
        assert_eq!(value(6, 5, 1), 651);
    }

    #[test]
    fn the_sample_run_of_test_calcul_is_reproduced() {
        let (a, b, c) = decreasing3(4, 5, 3);
        assert_eq!((a, b, c), (5, 4, 3));
        assert!(is_sequence(a, b, c) && !is_triple(a, b, c) && !is_421(a, b, c));
        assert_eq!((tokens(a, b, c), value(a, b, c)), (2, 543));
    }

    #[test]
    fn each_kind_gives_the_tokens_of_the_subject() {
        let cases = [
            ((4, 2, 1), 8),
            ((6, 6, 6), 5),
            ((6, 5, 4), 2),
            ((6, 4, 2), 1),
            ((6, 6, 5), 1),
        ];
        for ((a, b, c), expected) in cases {
            assert_eq!(tokens(a, b, c), expected, "{a}{b}{c}");
        }
    }

    #[test]
    fn any_order_of_the_faces_is_the_same_combination() {
        for a in Face::ALL {
            for b in Face::ALL {
                for c in Face::ALL {
                    let combination = Combination::from_faces([a, b, c]);
                    let sorted = decreasing3(a.pips().into(), b.pips().into(), c.pips().into());
                    assert_eq!(combination.pips(), <[i32; 3]>::from(sorted));
                }
            }
        }
    }

    #[test]
    fn the_largest_numbers_do_not_overflow() {
        assert_eq!(
            value(i32::MAX, i32::MAX, i32::MAX),
            111 * i64::from(i32::MAX)
        );
        assert!(!is_sequence(i32::MIN, i32::MAX, i32::MAX));
    }
}
