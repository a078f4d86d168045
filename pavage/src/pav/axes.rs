//! Codes the repeat counts of the rows and columns of a grid.

use super::coder::RangeCoder;
use super::model::{AdaptiveBit, AdaptiveNumber};
use super::{Damage, PavHeader, damage};

/// Codes the repeat counts of the rows, then those of the columns; a decoder passes no counts.
pub(super) fn code(
    coder: &mut impl RangeCoder,
    [heights, widths]: [&[u32]; 2],
    header: &PavHeader,
) -> Result<[Vec<u32>; 2], Damage> {
    let heights = code_axis(coder, heights, header.height)?;
    let widths = code_axis(coder, widths, header.width)?;
    if coder.is_exhausted() {
        return Err(Damage::Exhausted);
    }
    Ok([heights, widths])
}

/// Codes repeat counts that add up to `total`: their common value, or 0 and then each count.
fn code_axis(
    coder: &mut impl RangeCoder,
    lengths: &[u32],
    total: usize,
) -> Result<Vec<u32>, Damage> {
    let common = match lengths.split_first() {
        Some((&first, rest)) if rest.iter().all(|&length| length == first) => first,
        _ => 0,
    };
    match AdaptiveNumber::new().code(coder, u64::from(common)) as usize {
        0 => code_each(coder, lengths, total),
        common if total.is_multiple_of(common) => Ok(vec![common as u32; total / common]),
        _ => Err(damage(
            "the repeat count of rows or columns does not divide the size of the picture",
        )),
    }
}

fn code_each(
    coder: &mut impl RangeCoder,
    lengths: &[u32],
    total: usize,
) -> Result<Vec<u32>, Damage> {
    let too_long = damage("the repeat counts of rows or columns exceed the size of the picture");
    let mut again = [AdaptiveBit::new(); 4];
    let mut others = [AdaptiveNumber::new(), AdaptiveNumber::new()];
    let mut wanted = lengths.iter();
    let mut coded: Vec<u32> = Vec::new();
    let (mut left, mut last, mut history) = (total, 1, 0);
    while left > 0 {
        let length = wanted.next().copied().unwrap_or(1);
        let same = again[history & 3].code(coder, length == last);
        if !same {
            let other = others[usize::from(last == 1)].code(coder, u64::from(length) - 1) + 1;
            last = u32::try_from(other).map_err(|_| too_long)?;
        }
        history = history << 1 | usize::from(same);
        left = left.checked_sub(last as usize).ok_or(too_long)?;
        coded.push(last);
        if coder.is_exhausted() {
            return Err(Damage::Exhausted);
        }
    }
    Ok(coded)
}
