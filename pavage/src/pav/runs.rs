//! The runs mode: run-length coding of the cells in row-major order.

use super::coder::RangeCoder;
use super::model::{AdaptiveNumber, Mixer, hash};
use super::run::{Run, push};
use super::symbol::ColourSymbol;
use super::{Damage, damage};

/// Codes the cells of a grid and calls `each` with the runs of every row; a decoder passes no
/// cells.
pub(super) fn code(
    coder: &mut impl RangeCoder,
    wanted: &[u16],
    (height, width): (usize, usize),
    colours: usize,
    each: &mut impl FnMut(&[Run]),
) -> Result<(), Damage> {
    let total = height * width;
    let symbol = ColourSymbol::new(colours);
    let mut mixer = Mixer::<2>::new(12, 1);
    let mut lengths = vec![AdaptiveNumber::new(); 16];
    let mut rows = RowSplitter::new(width);
    let (mut at, mut last, mut before) = (0, 0, 0);
    while at < total {
        let rest = wanted
            .get(at..)
            .filter(|rest| !rest.is_empty())
            .unwrap_or(&[0]);
        let contexts = [
            hash(&[u32::from(last)]),
            hash(&[u32::from(last), u32::from(before)]),
        ];
        let colour = symbol.code(coder, &mut mixer, &contexts, rest[0])?;
        let run = rest.iter().take_while(|&&cell| cell == rest[0]).count();
        let run = lengths[usize::from(colour) & 15].code(coder, run as u64 - 1) + 1;
        if run > (total - at) as u64 {
            return Err(damage("a run extends beyond the picture"));
        }
        if coder.is_exhausted() {
            return Err(Damage::Exhausted);
        }
        rows.add(colour, run as usize, each);
        at += run as usize;
        (last, before) = (colour, last);
    }
    Ok(())
}

/// Splits runs in row-major order at the ends of rows.
struct RowSplitter {
    width: usize,
    runs: Vec<Run>,
    filled: usize,
}

impl RowSplitter {
    fn new(width: usize) -> Self {
        Self {
            width,
            runs: Vec::new(),
            filled: 0,
        }
    }

    fn add(&mut self, colour: u16, length: usize, each: &mut impl FnMut(&[Run])) {
        let mut left = length;
        while left > 0 {
            let part = left.min(self.width - self.filled);
            self.filled += part;
            left -= part;
            push(&mut self.runs, self.filled, colour);
            if self.filled == self.width {
                each(&self.runs);
                self.runs.clear();
                self.filled = 0;
            }
        }
    }
}
