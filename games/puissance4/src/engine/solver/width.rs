//! Selection of the vector instruction set. Only this file makes a [`RegisterWidth`]: one that the
//! machine lacks would make safe code undefined behaviour.
#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "calls functions compiled for wider registers; see docs/laboratory/puissance4.md"
    )
)]

use super::children::Children;
use super::lanes;
use super::node::Node;
use super::ordering::OrderingContext;

/// A vector instruction set that this machine has, which was detected when the value was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RegisterWidth(Registers);

/// The instruction sets that the lanes are compiled for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Registers {
    /// The instruction set that the whole program is compiled for.
    Usual,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl RegisterWidth {
    /// The widest instruction set of this machine.
    pub(super) fn detect() -> Self {
        Self::available().next().unwrap_or(Self(Registers::Usual))
    }

    /// All instruction sets of this machine, the widest first.
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

    #[inline]
    pub(super) fn weigh(self, node: &Node, moves: u64, context: &OrderingContext) -> Children {
        match self.0 {
            Registers::Usual => lanes::weigh(node, moves, context),
            // SAFETY: only `available` makes a `RegisterWidth`, after detecting these features.
            #[cfg(target_arch = "x86_64")]
            Registers::Avx2 => unsafe { weigh_avx2(node, moves, context) },
            // SAFETY: only `available` makes a `RegisterWidth`, after detecting these features.
            #[cfg(target_arch = "x86_64")]
            Registers::Avx512 => unsafe { weigh_avx512(node, moves, context) },
        }
    }

    #[inline]
    pub(super) fn any_decisive(self, node: &Node, moves: u64) -> bool {
        match self.0 {
            Registers::Usual => lanes::any_decisive(node, moves),
            // SAFETY: only `available` makes a `RegisterWidth`, after detecting these features.
            #[cfg(target_arch = "x86_64")]
            Registers::Avx2 => unsafe { any_decisive_avx2(node, moves) },
            // SAFETY: only `available` makes a `RegisterWidth`, after detecting these features.
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
fn weigh_avx2(node: &Node, moves: u64, context: &OrderingContext) -> Children {
    lanes::weigh(node, moves, context)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vpopcntdq,bmi1,popcnt")]
fn weigh_avx512(node: &Node, moves: u64, context: &OrderingContext) -> Children {
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
    fn every_instruction_set_gives_the_same_results() {
        let mut luck = Seeded::new(8);
        for _ in 0..200 {
            let mut board = Board::EMPTY;
            while !board.is_full() && !board.is_lost() {
                check_widths(&Node::new(board));
                let cells = lanes::COLUMN.map(|column| landings(board.all()) & column);
                let playable: Vec<u64> = cells.into_iter().filter(|&cell| cell != 0).collect();
                board = board.with(playable[luck.below(playable.len() as u32) as usize]);
            }
        }
    }

    fn check_widths(node: &Node) {
        let (moves, context) = (node.safe_moves(), OrderingContext::new(node, 0));
        let children = RegisterWidth::available().map(|width| {
            let children = width.weigh(node, moves, &context);
            assert_eq!(width.any_decisive(node, moves), children.is_decisive());
            children
        });
        assert!(children.is_sorted_by(|one, other| one == other));
    }
}
