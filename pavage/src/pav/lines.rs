//! The runs mode: the cells of a grid as one line of colours and lengths.

use super::coder::Coder;
use super::model::{Mixer, Number, hash};
use super::symbol::Symbol;
use super::{Damage, damage};
use crate::image::Image;

/// Codes the cells of a grid of that size; reading starts from none.
pub(super) fn code(
    coder: &mut impl Coder,
    wanted: &[u16],
    (height, width): (usize, usize),
    colours: usize,
) -> Result<Image<u16>, Damage> {
    let total = height * width;
    let symbol = Symbol::new(colours);
    let mut mixer = Mixer::<2>::new(12, 1);
    let mut lengths = vec![Number::new(); 16];
    let mut line: Vec<u16> = Vec::with_capacity(total);
    let mut before = 0;
    while line.len() < total {
        let rest = wanted
            .get(line.len()..)
            .filter(|rest| !rest.is_empty())
            .unwrap_or(&[0]);
        let last = line.last().copied().unwrap_or(0);
        let contexts = [
            hash(&[u32::from(last)]),
            hash(&[u32::from(last), u32::from(before)]),
        ];
        let colour = symbol.code(coder, &mut mixer, &contexts, rest[0])?;
        let run = rest.iter().take_while(|&&pixel| pixel == rest[0]).count();
        let run = lengths[usize::from(colour) & 15].code(coder, run as u64 - 1) + 1;
        if run > (total - line.len()) as u64 {
            return Err(damage("a run past the end"));
        }
        if coder.is_exhausted() {
            return Err(Damage::Exhausted);
        }
        line.resize(line.len() + run as usize, colour);
        before = last;
    }
    Ok(Image::from_pixels(height, width, line).expect("runs fill the grid"))
}
