//! Who wins a round, and what the tokens are afterwards.

use table::Side;

use crate::combination::Combination;

/// Who won a round and by what, in the order of the subject's three cases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// *Match nul*: the same combination, nothing changes hands.
    Draw,
    /// The combination of more tokens wins.
    Tokens {
        /// Who won, and gives tokens.
        winner: Side,
        /// How many tokens the winner gives.
        given: u8,
    },
    /// As many tokens: the larger value wins.
    Value {
        /// Who won, and gives tokens.
        winner: Side,
        /// How many tokens the winner gives.
        given: u8,
    },
}

/// A round that is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settled {
    /// Who won it.
    pub verdict: Verdict,
    /// What each has afterwards, *njtot1* and *njtot2*.
    pub totals: [i32; 2],
}

/// The winner when the combinations give different numbers of tokens, and the totals afterwards.
/// They may go below zero (R7).
#[doc(alias = "traiterJetonsDiff")]
pub fn settle_different(given: [i32; 2], totals: [i64; 2]) -> (Side, [i64; 2]) {
    let winner = if given[0] > given[1] {
        Side::First
    } else {
        Side::Second
    };
    (winner, hand_over(winner, given[winner.index()], totals))
}

/// The winner when they give as many but differ in value, and the totals afterwards.
#[doc(alias = "traiterJetonsEgaux")]
pub fn settle_equal(given: i32, values: [i64; 2], totals: [i64; 2]) -> (Side, [i64; 2]) {
    let winner = if values[0] > values[1] {
        Side::First
    } else {
        Side::Second
    };
    (winner, hand_over(winner, given, totals))
}

/// Totals after `winner` gave.
fn hand_over(winner: Side, given: i32, totals: [i64; 2]) -> [i64; 2] {
    let to_second = match winner {
        Side::First => i64::from(given),
        Side::Second => -i64::from(given),
    };
    [
        totals[0].saturating_sub(to_second),
        totals[1].saturating_add(to_second),
    ]
}

impl Verdict {
    /// Compares the first player's combination with the second's.
    pub fn of(first: Combination, second: Combination) -> Self {
        let given = [first, second].map(|combination| i32::from(combination.tokens()));
        let values = [first, second].map(Combination::value);
        if first == second {
            Self::Draw
        } else if given[0] == given[1] {
            let (winner, _) = settle_equal(given[0], values, [0; 2]);
            Self::Value {
                winner,
                given: first.tokens(),
            }
        } else {
            let (winner, _) = settle_different(given, [0; 2]);
            Self::Tokens {
                winner,
                given: first.tokens().max(second.tokens()),
            }
        }
    }

    /// Tokens that go from the first player to the second; negative the other way.
    pub fn to_second(self) -> i32 {
        match self {
            Self::Draw => 0,
            Self::Tokens { winner, given } | Self::Value { winner, given } => match winner {
                Side::First => given.into(),
                Side::Second => -i32::from(given),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_subject_s_comparisons_hold() {
        let cases = [
            ("444", "666", "second gives 5 by value"),
            ("123", "564", "second gives 2 by value"),
            ("426", "316", "first gives 1 by value"),
            ("124", "164", "first gives 8 by tokens"),
            ("655", "111", "second gives 5 by tokens"),
            ("146", "641", "draw"),
        ];
        for (first, second, verdict) in cases {
            let found = Verdict::of(first.parse().unwrap(), second.parse().unwrap());
            assert_eq!(found.to_string(), verdict);
        }
    }

    #[test]
    fn the_printed_functions_may_go_below_zero() {
        assert_eq!(settle_different([8, 1], [10, 10]), (Side::First, [2, 18]));
        assert_eq!(settle_different([1, 8], [15, 5]), (Side::Second, [23, -3]));
        assert_eq!(
            settle_equal(5, [444, 666], [10, 10]),
            (Side::Second, [15, 5])
        );
        assert_eq!(settle_equal(2, [654, 321], [1, 3]), (Side::First, [-1, 5]));
    }
}
