//! The width of this machine's registers, and the lanes compiled for it. No other file may make a
//! [`Width`] that the machine lacks: that would be undefined behaviour out of safe code.
#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "functions compiled for wider registers are called; see docs/puissance4.md"
    )
)]

use super::children::Children;
use super::lanes;
use super::node::Node;
use super::ordering::Context;

/// How wide the registers are that the lanes go through. Whoever holds one may use them: it is only
/// made after this machine was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Width(Registers);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Registers {
    Usual,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Width {
    /// The widest that this machine has.
    pub(super) fn detect() -> Self {
        Self::available().next().unwrap_or(Self(Registers::Usual))
    }

    /// All that this machine has, the widest first.
    fn available() -> impl Iterator<Item = Self> {
        #[cfg(target_arch = "x86_64")]
        let wide = [
            (Registers::Avx512, has_avx512()),
            (Registers::Avx2, has_avx2()),
        ];
        #[cfg(not(target_arch = "x86_64"))]
        let wide: [(Registers, bool); 0] = [];
        let wide = wide
            .into_iter()
            .filter_map(|(width, has)| has.then_some(width));
        wide.chain([Registers::Usual]).map(Self)
    }

    /// Everything about each of `moves`.
    #[inline]
    pub(super) fn weigh(self, node: &Node, moves: u64, context: &Context) -> Children {
        match self.0 {
            Registers::Usual => lanes::weigh(node, moves, context),
            // SAFETY: `available`, which alone makes a `Width`, asked for these features.
            #[cfg(target_arch = "x86_64")]
            Registers::Avx2 => unsafe { weigh_avx2(node, moves, context) },
            // SAFETY: `available`, which alone makes a `Width`, asked for these features.
            #[cfg(target_arch = "x86_64")]
            Registers::Avx512 => unsafe { weigh_avx512(node, moves, context) },
        }
    }

    /// Whether one of `moves` is decisive.
    #[inline]
    pub(super) fn any_decisive(self, node: &Node, moves: u64) -> bool {
        match self.0 {
            Registers::Usual => lanes::any_decisive(node, moves),
            // SAFETY: `available`, which alone makes a `Width`, asked for these features.
            #[cfg(target_arch = "x86_64")]
            Registers::Avx2 => unsafe { any_decisive_avx2(node, moves) },
            // SAFETY: `available`, which alone makes a `Width`, asked for these features.
            #[cfg(target_arch = "x86_64")]
            Registers::Avx512 => unsafe { any_decisive_avx512(node, moves) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
fn has_avx512() -> bool {
    let has_popcount = is_x86_feature_detected!("avx512vpopcntdq");
    has_avx2() && has_popcount && is_x86_feature_detected!("avx512f")
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    let has_bits = is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("popcnt");
    has_bits && is_x86_feature_detected!("avx2")
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,popcnt")]
fn weigh_avx2(node: &Node, moves: u64, context: &Context) -> Children {
    lanes::weigh(node, moves, context)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vpopcntdq,bmi1,popcnt")]
fn weigh_avx512(node: &Node, moves: u64, context: &Context) -> Children {
    lanes::weigh(node, moves, context)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,popcnt")]
fn any_decisive_avx2(node: &Node, moves: u64) -> bool {
    lanes::any_decisive(node, moves)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vpopcntdq,bmi1,popcnt")]
fn any_decisive_avx512(node: &Node, moves: u64) -> bool {
    lanes::any_decisive(node, moves)
}

#[cfg(test)]
mod tests {
    use table::{Chance, Seeded};

    use super::*;
    use crate::engine::board::{Board, landings};

    #[test]
    fn every_width_gives_the_same_answers() {
        let mut luck = Seeded::new(8);
        for _ in 0..200 {
            let mut board = Board::EMPTY;
            while !board.is_full() && !board.is_lost() {
                check_widths(&Node::of(board));
                let cells = lanes::COLUMN.map(|column| landings(board.all()) & column);
                let playable: Vec<u64> = cells.into_iter().filter(|&cell| cell != 0).collect();
                board = board.with(playable[luck.below(playable.len() as u32) as usize]);
            }
        }
    }

    fn check_widths(node: &Node) {
        let (moves, context) = (node.safe_moves(), Context::of(node, 0));
        let children = Width::available().map(|width| {
            let children = width.weigh(node, moves, &context);
            assert_eq!(width.any_decisive(node, moves), children.is_decisive());
            children
        });
        assert!(children.is_sorted_by(|one, other| one == other));
    }
}
