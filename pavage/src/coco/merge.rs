//! Union and intersection of masks, computed on their runs.

use super::CocoMask;
use super::columns::ColumnSpan;
use crate::bits::{BLOCK, next_set};

/// An object run as start and end index in column-major order; the end is excluded.
pub(super) type PixelSpan = (u32, u32);

/// Average number of runs a column above which masks are merged as bitmaps.
const FEW: usize = 4;

/// The union of masks of one size; of no masks, a mask of 0 × 0.
///
/// # Panics
/// If the counts exceed the size of their mask: see [`CocoMask::check`].
///
/// # Examples
/// ```
/// use pavage::coco::{CocoMask, union};
///
/// let masks = [b"2111".as_slice(), b"051"].map(|counts| CocoMask::parse(2, 3, counts).unwrap());
/// assert_eq!(union(&masks).counts, [0, 6]);
/// ```
pub fn union(masks: &[CocoMask]) -> CocoMask {
    let Some(first) = masks.first() else {
        return from_spans(0, 0, std::iter::empty());
    };
    let (height, width) = (first.height, first.width);
    let runs: usize = masks.iter().map(|mask| mask.counts.len() / 2).sum();
    if runs > FEW * width * masks.len() {
        let mut bits = Bits::new(height * width);
        let runs = masks.iter().flat_map(CocoMask::object_spans);
        runs.for_each(|(start, end)| bits.set(start as usize, end as usize));
        return from_spans(height, width, bits.runs());
    }
    let mut columns = Columns::new(height, width);
    for (number, mask) in masks.iter().enumerate() {
        mask.for_each_column_span(|span| columns.add(span));
        // Sorting that many spans would take longer than merging the runs mask by mask.
        if columns.others.len() > width {
            let rest = masks[number + 1..].iter();
            let runs = rest.fold(columns.runs().collect(), |runs: Vec<PixelSpan>, mask| {
                either(&runs, mask.object_spans())
            });
            return from_spans(height, width, runs.into_iter());
        }
    }
    from_spans(height, width, columns.runs())
}

/// The intersection of masks of one size; of no masks, a mask of 0 × 0.
///
/// # Panics
/// If the counts exceed the size of their mask: see [`CocoMask::check`].
pub fn intersection(masks: &[CocoMask]) -> CocoMask {
    let Some((first, others)) = masks.split_first() else {
        return from_spans(0, 0, std::iter::empty());
    };
    let mut runs: Vec<PixelSpan> = first.object_spans().collect();
    for mask in others {
        runs = common(&runs, mask.object_spans());
    }
    from_spans(first.height, first.width, runs.into_iter())
}

/// Makes a mask from spans sorted by start; spans that touch or overlap are joined.
fn from_spans(height: usize, width: usize, runs: impl Iterator<Item = PixelSpan>) -> CocoMask {
    let mut ends: Vec<u32> = Vec::new();
    for (start, end) in runs.filter(|(start, end)| start < end) {
        match ends.last_mut() {
            Some(last) if *last >= start => *last = end.max(*last),
            _ => ends.extend([start, end]),
        }
    }
    // The last run is implicit: its end is the end of the mask.
    if ends.last() == Some(&((height * width) as u32)) {
        ends.pop();
    }
    CocoMask::from_ends(height, width, ends)
}

/// The union of two sorted lists of spans; spans that touch or overlap are joined.
fn either(runs: &[PixelSpan], others: impl Iterator<Item = PixelSpan>) -> Vec<PixelSpan> {
    let mut either: Vec<PixelSpan> = Vec::with_capacity(runs.len());
    let mut add = |(start, end): PixelSpan| match either.last_mut() {
        Some(last) if last.1 >= start => last.1 = end.max(last.1),
        _ => either.push((start, end)),
    };
    let mut rest = runs.iter().copied().peekable();
    for other in others {
        while let Some(run) = rest.next_if(|run| run.0 < other.0) {
            add(run);
        }
        add(other);
    }
    rest.for_each(add);
    either
}

/// The intersection of two sorted lists of spans.
fn common(runs: &[PixelSpan], others: impl Iterator<Item = PixelSpan>) -> Vec<PixelSpan> {
    let mut common = Vec::with_capacity(runs.len());
    let mut at = 0;
    for (start, end) in others {
        while let Some(&(left, right)) = runs.get(at)
            && left < end
        {
            if right > start {
                common.push((left.max(start), right.min(end)));
            }
            if right > end {
                break;
            }
            at += 1;
        }
    }
    common
}

/// One span for each column, extended by spans that touch it, and a list of all others; most
/// objects have one span a column.
struct Columns {
    height: u32,
    /// For each column, the first row and the row after the last; (0, 0) if the column is empty.
    runs: Vec<PixelSpan>,
    others: Vec<PixelSpan>,
}

impl Columns {
    fn new(height: usize, width: usize) -> Self {
        Self {
            height: height as u32,
            runs: vec![(0, 0); width],
            others: Vec::new(),
        }
    }

    #[inline]
    fn add(&mut self, span: ColumnSpan) {
        let (top, bottom) = (span.top, span.bottom);
        let (first, last) = &mut self.runs[span.column as usize];
        if *last == 0 {
            (*first, *last) = (top, bottom);
        } else if top <= *last && bottom >= *first {
            (*first, *last) = (top.min(*first), bottom.max(*last));
        } else {
            let start = span.column * self.height;
            self.others.push((start + top, start + bottom));
        }
    }

    /// All spans sorted by start.
    fn runs(mut self) -> impl Iterator<Item = PixelSpan> {
        self.others.sort_unstable();
        let mut others = self.others.into_iter().peekable();
        let columns = (0..).step_by(self.height.max(1) as usize);
        let mut runs = columns
            .zip(self.runs)
            .map(|(start, (top, bottom)): (u32, _)| (start + top, start + bottom))
            .peekable();
        std::iter::from_fn(move || match (runs.peek(), others.peek()) {
            (Some(run), Some(other)) if other < run => others.next(),
            (Some(_), _) => runs.next(),
            (None, _) => others.next(),
        })
    }
}

/// A bitmap with one bit a pixel.
struct Bits(Vec<u64>);

impl Bits {
    fn new(pixels: usize) -> Self {
        // One more word, so that the search for the end of the last run stays inside.
        Self(vec![0; pixels / BLOCK + 1])
    }

    fn set(&mut self, start: usize, end: usize) {
        if start == end {
            return;
        }
        let (first, last) = (start / BLOCK, (end - 1) / BLOCK);
        let from_start = !0 << (start % BLOCK);
        let to_end = !0 >> (BLOCK - 1 - (end - 1) % BLOCK);
        if first == last {
            self.0[first] |= from_start & to_end;
        } else {
            self.0[first] |= from_start;
            self.0[first + 1..last].fill(!0);
            self.0[last] |= to_end;
        }
    }

    fn runs(&self) -> impl Iterator<Item = PixelSpan> {
        let mut at = 0;
        std::iter::from_fn(move || {
            let start = next_set(&self.0, at, 0)?;
            let end = next_set(&self.0, start, !0).unwrap_or(self.0.len() * BLOCK);
            at = end;
            Some((start as u32, end as u32))
        })
    }
}
