//! One game of the schedule: its number, players and seed.

use table::{Player, Who};

use super::TournamentPlan;

/// A game of the schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// The game's number, from 1.
    pub number: u64,
    /// The pair's number, from 1: games 1 and 2 are pair 1.
    pub(crate) pair: u64,
    /// Index in the plan of the player who moves first.
    pub first: usize,
    /// Index in the plan of the player who moves second.
    pub second: usize,
    /// The seed of the pair.
    pub(crate) seed: u64,
}

impl ScheduledGame {
    /// Game `number` between two players. `home` moves first in games with odd numbers.
    pub(crate) fn new(plan: &TournamentPlan, number: u64, home: usize, away: usize) -> Self {
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
            seed: plan.pair_seed(pair),
        }
    }

    /// The players of this game, each strategy with its own seed. With seeds that depend only on the
    /// side, two equal strategies would play the same game twice.
    pub(crate) fn players(&self, plan: &TournamentPlan) -> [Player; 2] {
        [(self.first, 0), (self.second, 1)].map(|(player, side)| {
            let mut player = plan.players[player].clone();
            if matches!(player.who, Who::Strategy(_)) && player.terms.seed.is_none() {
                player.terms.seed = Some(mix_seed(self.luck(plan), side));
            }
            player
        })
    }

    /// The seed of the players' own chance. With a secret, the seed of no game can be computed from it.
    pub(crate) fn luck(&self, plan: &TournamentPlan) -> u64 {
        match &plan.secret {
            Some(secret) => secret.seed(plan.seed, "players", self.number),
            None => mix_seed(self.seed, self.number),
        }
    }
}

impl TournamentPlan {
    /// The seed of a pair's chance and opening.
    pub(crate) fn pair_seed(&self, pair: u64) -> u64 {
        match &self.secret {
            Some(secret) => secret.seed(self.seed, "pair", pair),
            None => mix_seed(self.seed, pair),
        }
    }
}

/// A seed derived from another seed and a number, of 53 bits, so that JSON readers with floating-point
/// numbers keep it exact. Uses the finisher of `SplitMix64` (Steele, Lea, Flood 2014).
pub(crate) fn mix_seed(seed: u64, number: u64) -> u64 {
    let mut word = seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17);
    for factor in [0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb] {
        word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
        word = (word ^ (word >> 30)).wrapping_mul(factor);
    }
    (word ^ (word >> 31)) >> 11
}
