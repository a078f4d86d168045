//! Codes a palette index as decisions down a binary tree.

use super::coder::RangeCoder;
use super::model::Mixer;
use super::{Damage, damage};

#[derive(Clone, Copy, Debug)]
pub(super) struct ColourSymbol {
    pub(super) colours: usize,
    bits: u32,
}

impl ColourSymbol {
    pub(super) fn new(colours: usize) -> Self {
        Self {
            colours,
            bits: usize::BITS - colours.saturating_sub(1).leading_zeros(),
        }
    }

    /// Size of an array indexed by the nodes of the tree, which are numbered from 1.
    pub(super) fn nodes(self) -> usize {
        1 << self.bits
    }

    /// Codes a palette index in the given contexts.
    pub(super) fn code<const N: usize>(
        self,
        coder: &mut impl RangeCoder,
        mixer: &mut Mixer<N>,
        contexts: &[u32; N],
        colour: u16,
    ) -> Result<u16, Damage> {
        self.code_bits(colour, |node, bit| {
            mixer.code(coder, contexts, FIRST_NODE + node, 0, bit)
        })
    }

    /// Codes the bits of a palette index from the top; `code_bit` gets the node of the tree, from 1
    /// on, and the bit.
    pub(super) fn code_bits(
        self,
        colour: u16,
        mut code_bit: impl FnMut(u32, bool) -> bool,
    ) -> Result<u16, Damage> {
        let mut node = 1_u32;
        for below in (0..self.bits).rev() {
            let bit = code_bit(node, colour >> below & 1 == 1);
            node = node << 1 | u32::from(bit);
        }
        let colour = node - (1 << self.bits);
        if colour as usize >= self.colours {
            return Err(damage("a colour index exceeds the palette"));
        }
        Ok(colour as u16)
    }
}

/// First salt of the tree nodes; smaller salts are used for other decisions in the same contexts.
pub(super) const FIRST_NODE: u32 = 16;
