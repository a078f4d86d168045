//! What three dice are worth: the subject's functions on whole numbers, and the combination itself.

use crate::dice::Face;

/// Two numbers, the larger first.
#[doc(alias = "decroitre2i")]
#[doc(alias = "décroitre2i")]
#[doc(alias = "permuter2i")]
pub fn decreasing2(a: i32, b: i32) -> (i32, i32) {
    if a < b { (b, a) } else { (a, b) }
}

/// Three numbers, the largest first.
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

/// Whether a ≥ b ≥ c follow one another: a *tierce*.
#[doc(alias = "tierce")]
pub fn is_sequence(a: i32, b: i32, c: i32) -> bool {
    let follows = |high, low| i64::from(high) == i64::from(low) + 1;
    follows(a, b) && follows(b, c)
}

/// Whether all three are the same: a *brelan*.
#[doc(alias = "brelan")]
pub fn is_triple(a: i32, b: i32, c: i32) -> bool {
    a == b && b == c
}

/// Whether a ≥ b ≥ c are 4, 2 and 1, the winning combination.
#[doc(alias = "est421")]
pub fn is_421(a: i32, b: i32, c: i32) -> bool {
    (a, b, c) == (4, 2, 1)
}

/// How many tokens a ≥ b ≥ c give away: 8, 5, 2 or 1.
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

/// The number that a ≥ b ≥ c spell, which ranks combinations of as many tokens.
#[doc(alias = "evalcmb")]
pub fn value(a: i32, b: i32, c: i32) -> i64 {
    100 * i64::from(a) + 10 * i64::from(b) + i64::from(c)
}

/// Three faces whatever their order, kept in decreasing order: one of 56.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Combination([Face; 3]);

impl Combination {
    /// The best there is.
    pub const BEST: Self = Self([Face::Four, Face::Two, Face::One]);

    /// The combination that these faces make.
    pub fn of([a, b, c]: [Face; 3]) -> Self {
        let (a, b) = (a.max(b), a.min(b));
        let (b, c) = (b.max(c), b.min(c));
        Self([a.max(b), a.min(b), c])
    }

    /// The faces, the largest first.
    pub fn faces(self) -> [Face; 3] {
        self.0
    }

    /// Tokens that it gives away when it wins the round.
    pub fn tokens(self) -> u8 {
        let [a, b, c] = self.pips();
        tokens(a, b, c)
    }

    /// The number that it spells.
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
    fn the_subject_s_examples_hold() {
        assert_eq!(decreasing3(3, 2, 6), (6, 3, 2));
        assert_eq!(decreasing3(3, 2, 1), (3, 2, 1));
        assert!(is_sequence(3, 2, 1));
        assert!(!is_sequence(5, 3, 2));
        assert_eq!(value(6, 5, 1), 651);
    }

    #[test]
    fn test_calcul_s_sample_run_holds() {
        let (a, b, c) = decreasing3(4, 5, 3);
        assert_eq!((a, b, c), (5, 4, 3));
        assert!(is_sequence(a, b, c) && !is_triple(a, b, c) && !is_421(a, b, c));
        assert_eq!((tokens(a, b, c), value(a, b, c)), (2, 543));
    }

    #[test]
    fn each_kind_gives_the_subject_s_tokens() {
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
                    let combination = Combination::of([a, b, c]);
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
