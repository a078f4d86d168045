//! One game to be played: its number, its players, its chance.

use table::{Player, Who};

use super::Plan;

/// A game that is to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// From 1.
    pub number: u64,
    /// Which pair it belongs to, from 1: games 1 and 2 are pair 1.
    pub pair: u64,
    /// Which player moves first.
    pub first: usize,
    /// Which moves second.
    pub second: usize,
    /// The pair's.
    pub seed: u64,
}

impl Fixture {
    /// Game `number` between these two: in every second game of a pair the seats are swapped.
    pub(crate) fn of(plan: &Plan, number: u64, home: usize, away: usize) -> Self {
        let pair = number.div_ceil(2);
        let (first, second) = if number % 2 == 1 {
            (home, away)
        } else {
            (away, home)
        };
        Self {
            number,
            pair,
            first,
            second,
            seed: mixed(plan.seed, pair),
        }
    }

    /// Both players, each with luck of its own unless it brought some: with luck that belongs to
    /// the seat, two players who choose alike would play one game twice.
    pub(crate) fn players(&self, plan: &Plan) -> [Player; 2] {
        [(self.first, 0), (self.second, 1)].map(|(player, side)| {
            let mut player = plan.players[player].clone();
            if matches!(player.who, Who::Strategy(_)) && player.terms.seed.is_none() {
                player.terms.seed = Some(mixed(self.luck(), side));
            }
            player
        })
    }

    /// Where the luck of this game's players begins; tells nothing of the pair's.
    pub(crate) fn luck(&self) -> u64 {
        mixed(self.seed, self.number)
    }
}

/// A seed that belongs to another and a number, of 53 bits so that every reader of JSON has it
/// whole. `SplitMix64`'s finisher (Steele, Lea, Flood 2014).
pub(crate) fn mixed(seed: u64, number: u64) -> u64 {
    let mut word = seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17);
    for factor in [0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb] {
        word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
        word = (word ^ (word >> 30)).wrapping_mul(factor);
    }
    (word ^ (word >> 31)) >> 11
}
