//! Model of the colours of runs in the outlines mode.

use super::step::StepKind;
use crate::pav::coder::RangeCoder;
use crate::pav::model::AdaptiveBit;
use crate::pav::symbol::ColourSymbol;
use crate::pav::{Damage, damage};

/// The context in which a run's colour is coded: the colours of its neighbours and the kind of the
/// last step.
#[derive(Clone, Copy)]
pub(super) struct ColourContext {
    /// Colour of the run to the left, which differs from it; `None` at the start of a row.
    left: Option<u16>,
    /// Colour of the reference run above, and of the run after that.
    north: u16,
    beyond: u16,
    /// The predicted colour that was already ruled out, if any.
    refused: Option<u16>,
    before: StepKind,
}

impl ColourContext {
    pub(super) fn new(left: u16, (north, beyond): (u16, u16), before: StepKind) -> Self {
        let left = Some(left);
        Self {
            left,
            before,
            ..Self::first((north, beyond))
        }
    }

    /// The context of the first colour of a row.
    pub(super) fn first((north, beyond): (u16, u16)) -> Self {
        Self {
            left: None,
            north,
            beyond,
            refused: None,
            before: StepKind::Straight,
        }
    }

    pub(super) fn without(self, refused: u16) -> Self {
        Self {
            refused: Some(refused),
            ..self
        }
    }
}

const GUESS_BITS: u32 = 10;

pub(super) struct ColourModel {
    symbol: ColourSymbol,
    /// For each hashed pair of left and upper colours, the colour that followed last.
    guesses: Vec<Option<u16>>,
    candidates: [AdaptiveBit; 3 * StepKind::COUNT],
    nodes: Vec<AdaptiveBit>,
}

impl ColourModel {
    pub(super) fn new(count: usize) -> Self {
        let symbol = ColourSymbol::new(count);
        Self {
            symbol,
            guesses: vec![None; 1 << GUESS_BITS],
            candidates: [AdaptiveBit::new(); 3 * StepKind::COUNT],
            nodes: vec![AdaptiveBit::new(); symbol.nodes()],
        }
    }

    /// Whether there are only two colours, so that the left one determines the next.
    #[inline]
    pub(super) fn is_pair(&self) -> bool {
        self.symbol.colours == 2
    }

    #[inline]
    pub(super) fn guess(&self, left: u16, north: u16) -> u16 {
        if self.is_pair() {
            return left ^ 1;
        }
        self.guesses[slot(left, north)].unwrap_or(north)
    }

    pub(super) fn code(
        &mut self,
        coder: &mut impl RangeCoder,
        around: &ColourContext,
        wanted: u16,
    ) -> Result<u16, Damage> {
        let Some(left) = around.left else {
            return self.code_any(coder, around, around.north, wanted);
        };
        if self.is_pair() {
            return Ok(left ^ 1);
        }
        let guess = self.guess(left, around.north);
        let colour = self.code_any(coder, around, guess, wanted)?;
        if colour == left {
            return Err(damage("a run has the colour of the run before it"));
        }
        self.guesses[slot(left, around.north)] = Some(colour);
        Ok(colour)
    }

    /// Codes whether the colour is one of three candidates, else its palette index.
    fn code_any(
        &mut self,
        coder: &mut impl RangeCoder,
        around: &ColourContext,
        guess: u16,
        wanted: u16,
    ) -> Result<u16, Damage> {
        let mut refused = [around.left, around.refused, None, None, None];
        let candidates = [guess, around.north, around.beyond];
        for (number, candidate) in candidates.into_iter().enumerate() {
            if refused.contains(&Some(candidate)) {
                continue;
            }
            let counter = &mut self.candidates[number * StepKind::COUNT + around.before as usize];
            if counter.code(coder, wanted == candidate) {
                return Ok(candidate);
            }
            refused[number + 2] = Some(candidate);
        }
        self.symbol.code_bits(wanted, |node, bit| {
            self.nodes[node as usize].code(coder, bit)
        })
    }
}

#[inline]
fn slot(left: u16, north: u16) -> usize {
    let left = u32::from(left).wrapping_mul(0x9E37_79B1);
    let north = u32::from(north).wrapping_mul(0x85EB_CA6B);
    ((left ^ north) >> (32 - GUESS_BITS)) as usize
}
