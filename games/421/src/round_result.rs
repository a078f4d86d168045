//! The result of a round: its winner, the tokens given, and the totals afterwards.

use table::Side;

use crate::combination::Combination;

/// The result of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoundResult {
    /// *Match nul*: both have the same combination and no token changes hands.
    Draw,
    /// The combination that gives away more tokens wins, or else the larger number.
    Won {
        /// Winner of the round, who gives tokens to the opponent.
        winner: Side,
        /// Number of tokens the winner gives.
        given: u8,
        /// Whether the numbers decided, because both combinations give away equally many tokens.
        by_value: bool,
    },
}

/// A finished round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settled {
    /// Combination of the first player; the second player's dice are in the effect.
    pub first: Combination,
    /// Winner of the round and tokens given.
    pub result: RoundResult,
    /// Tokens of both players after the round, *njtot1* and *njtot2*.
    pub totals: [i32; 2],
}

/// The winner of a round in which the combinations give different numbers of tokens, and the totals
/// after it, which may be below zero (R7).
#[doc(alias = "traiterJetonsDiff")]
pub fn settle_different(given: [i32; 2], totals: [i64; 2]) -> (Side, [i64; 2]) {
    let winner = larger(given);
    (winner, hand_over(winner, given[winner.index()], totals))
}

/// The winner of a round in which the combinations give equally many tokens but differ in value, and
/// the totals after it, which may be below zero (R7).
#[doc(alias = "traiterJetonsEgaux")]
pub fn settle_equal(given: i32, values: [i64; 2], totals: [i64; 2]) -> (Side, [i64; 2]) {
    let winner = larger(values);
    (winner, hand_over(winner, given, totals))
}

/// The side that has the larger of two different numbers.
fn larger<T: PartialOrd>([first, second]: [T; 2]) -> Side {
    if first > second {
        Side::First
    } else {
        Side::Second
    }
}

/// The totals after the winner has given `given` tokens to the opponent.
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

impl RoundResult {
    /// Compares the first player's combination with the second's.
    pub fn new(first: Combination, second: Combination) -> Self {
        if first == second {
            return Self::Draw;
        }
        let given = [first, second].map(Combination::tokens);
        let by_value = given[0] == given[1];
        let winner = if by_value {
            larger([first, second].map(Combination::value))
        } else {
            larger(given)
        };
        Self::Won {
            winner,
            given: given[winner.index()],
            by_value,
        }
    }

    /// The winner of the round and the number of tokens it gives; `None` for a draw.
    pub(crate) const fn given(self) -> Option<(Side, u8)> {
        match self {
            Self::Draw => None,
            Self::Won { winner, given, .. } => Some((winner, given)),
        }
    }

    /// Number of tokens that go from the first player to the second; negative in the other direction.
    pub(crate) fn to_second(self) -> i32 {
        match self.given() {
            None => 0,
            Some((Side::First, given)) => given.into(),
            Some((Side::Second, given)) => -i32::from(given),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_compare_as_in_the_subject() {
        let cases = [
            ("444", "666", "second gives 5 by value"),
            ("123", "564", "second gives 2 by value"),
            ("426", "316", "first gives 1 by value"),
            ("124", "164", "first gives 8 by tokens"),
            ("655", "111", "second gives 5 by tokens"),
            ("146", "641", "draw"),
        ];
        for (first, second, expected) in cases {
            let found = RoundResult::new(first.parse().unwrap(), second.parse().unwrap());
            assert_eq!(found.to_string(), expected);
        }
    }

    #[test]
    fn totals_may_go_below_zero() {
        assert_eq!(settle_different([8, 1], [10, 10]), (Side::First, [2, 18]));
        assert_eq!(settle_different([1, 8], [15, 5]), (Side::Second, [23, -3]));
        assert_eq!(
            settle_equal(5, [444, 666], [10, 10]),
            (Side::Second, [15, 5])
        );
        assert_eq!(settle_equal(2, [654, 321], [1, 3]), (Side::First, [-1, 5]));
    }
}
