//! Lists of values, each coded as its difference to the one before: the colours of a picture and the
//! labels of a slice, in the order of their first appearance.

use super::canvas::equal_cells;
use super::coder::RangeCoder;
use super::model::AdaptiveNumber;
use super::{Damage, damage};
use std::collections::HashMap;

/// The distinct values of cells in the order of their first appearance, and the cells as indices.
pub(super) struct Palette {
    pub(super) values: Vec<u64>,
    pub(super) places: Vec<u32>,
}

impl Palette {
    /// Numbers the cells of rows of a width; they are looked up only where they differ from the cells
    /// to the left and above.
    pub(super) fn new<P: Copy + PartialEq>(
        cells: &[P],
        width: usize,
        value: impl Fn(P) -> u64,
    ) -> Self {
        let mut known = HashMap::new();
        let mut values = Vec::new();
        let mut places: Vec<u32> = Vec::with_capacity(cells.len());
        while let Some(&cell) = cells.get(places.len()) {
            let at = places.len();
            let place = if at >= width && cells[at - width] == cell {
                places[at - width]
            } else {
                *known.entry(value(cell)).or_insert_with(|| {
                    values.push(value(cell));
                    values.len() as u32 - 1
                })
            };
            places.resize(at + equal_cells(&cells[at..], cell), place);
        }
        Self { values, places }
    }
}

/// Codes a list of at most `most` values, each of which `fits`; a decoder passes none.
pub(super) fn code(
    coder: &mut impl RangeCoder,
    values: &[u64],
    most: usize,
    fits: impl Fn(u64) -> bool,
) -> Result<Vec<u64>, Damage> {
    let count = AdaptiveNumber::new().code(coder, values.len() as u64);
    if count > most as u64 {
        return Err(damage("there are more colours than cells"));
    }
    let mut steps = AdaptiveNumber::new();
    let mut coded = Vec::with_capacity(count as usize);
    let mut last = 0;
    for at in 0..count as usize {
        last = code_step(
            coder,
            &mut steps,
            last,
            values.get(at).copied().unwrap_or(0),
        );
        if !fits(last) {
            return Err(damage("a colour does not fit into a pixel"));
        }
        if coder.is_exhausted() {
            return Err(Damage::Exhausted);
        }
        coded.push(last);
    }
    Ok(coded)
}

/// Codes a value as its difference to the last one, modulo 2⁶⁴: 0, −1, 1, −2, 2 … become 0, 1, 2, 3,
/// 4 ….
pub(super) fn code_step(
    coder: &mut impl RangeCoder,
    steps: &mut AdaptiveNumber,
    last: u64,
    value: u64,
) -> u64 {
    let step = value.wrapping_sub(last).cast_signed();
    let folded = (step << 1 ^ step >> 63).cast_unsigned();
    let folded = steps.code(coder, folded);
    let step = (folded >> 1) ^ (folded & 1).wrapping_neg();
    last.wrapping_add(step)
}
