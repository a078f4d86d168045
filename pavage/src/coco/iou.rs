//! Intersection over union of masks and of boxes, as COCO's evaluation computes it.

use super::columns::ColumnSpan;
use super::merge::PixelSpan;
use super::{BoundingBox, CocoMask};

/// A mask prepared for comparison with many others.
#[derive(Clone, Debug)]
pub struct PreparedMask {
    size: (usize, usize),
    area: u32,
    bounds: BoundingBox,
    runs: Vec<PixelSpan>,
    /// The object as strips, or `None` if there would be too many.
    strips: Option<Vec<Strip>>,
}

/// One run in each of several consecutive columns.
#[derive(Clone, Debug)]
struct Strip {
    first: usize,
    tops: Vec<i16>,
    bottoms: Vec<i16>,
    /// The smallest of the tops and the largest of the bottoms.
    rows: (i16, i16),
}

/// Maximum number of runs in a column; objects with more are compared run by run.
const MOST_RUNS: usize = 8;
/// Minimum average number of columns of a strip; objects with shorter strips are compared run by
/// run.
const SHORT: usize = 8;

impl PreparedMask {
    /// Prepares a mask whose counts fill it: see [`CocoMask::check`].
    pub fn new(mask: &CocoMask) -> Self {
        let strips = strips(mask);
        Self {
            size: (mask.height, mask.width),
            area: mask.area(),
            bounds: strips.as_deref().map_or_else(|| mask.bounds(), around),
            runs: mask.object_spans().collect(),
            strips,
        }
    }

    /// Intersection over union, or intersection over the area of this mask if the other one is a
    /// crowd; −1 if the masks have different sizes and their bounding boxes intersect, as in
    /// pycocotools.
    pub fn iou(&self, other: &Self, other_is_crowd: bool) -> f64 {
        if !meet(self.bounds, other.bounds) {
            return 0.0;
        }
        if self.size != other.size {
            return -1.0;
        }
        let common = self.common(other);
        let all = if other_is_crowd {
            u64::from(self.area)
        } else {
            u64::from(self.area) + u64::from(other.area) - common
        };
        if common == 0 {
            0.0
        } else {
            common as f64 / all as f64
        }
    }

    fn common(&self, other: &Self) -> u64 {
        let (Some(these), Some(those)) = (&self.strips, &other.strips) else {
            return common_pixels(&self.runs, &other.runs);
        };
        let pairs = these.iter().flat_map(|this| {
            let until = those.partition_point(|that| that.first < this.end());
            let those = those[..until].iter().filter(|that| this.meets(that));
            those.map(|that| this.common(that))
        });
        pairs.sum()
    }
}

fn meet(a: BoundingBox, b: BoundingBox) -> bool {
    let overlap =
        |a: u32, a_length: u32, b: u32, b_length: u32| (a + a_length).min(b + b_length) > a.max(b);
    overlap(a.left, a.width, b.left, b.width) && overlap(a.top, a.height, b.top, b.height)
}

fn strips(mask: &CocoMask) -> Option<Vec<Strip>> {
    // Rows are compared as signed 16-bit numbers, eight at a time with the SSE2 of any x86-64.
    if mask.height > i16::MAX as usize {
        return None;
    }
    let most = mask.counts.len() / 2 / SHORT + MOST_RUNS;
    let mut strips: Vec<Strip> = Vec::new();
    // Strips that end in the previous column, and strips that have reached this one.
    let (mut open, mut here): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut column = 0;
    let mut fits = true;
    mask.for_each_column_span(|span| {
        if !fits {
            return;
        }
        if span.column > column {
            std::mem::swap(&mut open, &mut here);
            here.clear();
            if span.column > column + 1 {
                open.clear();
            }
            column = span.column;
        }
        let next = open.iter().position(|&strip| strips[strip].leads_to(span));
        let strip = next.map_or(strips.len(), |next| open.swap_remove(next));
        here.push(strip);
        match strips.get_mut(strip) {
            Some(strip) => strip.push(span),
            None => strips.push(Strip::new(span)),
        }
        fits = here.len() <= MOST_RUNS && strips.len() <= most;
    });
    fits.then_some(strips)
}

/// The bounding box of all strips.
fn around(strips: &[Strip]) -> BoundingBox {
    let Some(left) = strips.iter().map(|strip| strip.first).min() else {
        return BoundingBox::default();
    };
    let right = strips.iter().map(Strip::end).max().unwrap_or(left);
    let rows = strips.iter().map(|strip| strip.rows);
    let (top, bottom) = rows.fold((i16::MAX, 0), |all, rows| {
        (all.0.min(rows.0), all.1.max(rows.1))
    });
    BoundingBox {
        left: left as u32,
        top: u32::from(top.cast_unsigned()),
        width: (right - left) as u32,
        height: u32::from((bottom - top).cast_unsigned()),
    }
}

impl Strip {
    fn new(span: ColumnSpan) -> Self {
        let mut strip = Self {
            first: span.column as usize,
            tops: Vec::new(),
            bottoms: Vec::new(),
            rows: (i16::MAX, 0),
        };
        strip.push(span);
        strip
    }

    fn end(&self) -> usize {
        self.first + self.tops.len()
    }

    fn push(&mut self, span: ColumnSpan) {
        let [top, bottom] = [span.top, span.bottom].map(|row| (row as u16).cast_signed());
        self.tops.push(top);
        self.bottoms.push(bottom);
        self.rows = (self.rows.0.min(top), self.rows.1.max(bottom));
    }

    /// Whether the span touches the last span of the strip, in the next column.
    #[inline]
    fn leads_to(&self, span: ColumnSpan) -> bool {
        let last = self.tops.last().zip(self.bottoms.last());
        last.is_some_and(|(&top, &bottom)| {
            i32::from(top) < span.bottom.cast_signed() && span.top.cast_signed() < i32::from(bottom)
        })
    }

    #[inline]
    fn meets(&self, other: &Self) -> bool {
        self.first < other.end()
            && other.first < self.end()
            && self.rows.0 < other.rows.1
            && other.rows.0 < self.rows.1
    }

    /// The number of pixels in both strips, whose bounding boxes [intersect](Self::meets).
    fn common(&self, other: &Self) -> u64 {
        let (first, end) = (self.first.max(other.first), self.end().min(other.end()));
        let slice = |strip: &Self| (first - strip.first)..(end - strip.first);
        let (these, those) = (slice(self), slice(other));
        let (tops, bottoms) = (&self.tops[these.clone()], &self.bottoms[these]);
        let (other_tops, other_bottoms) = (&other.tops[those.clone()], &other.bottoms[those]);
        let part = |at: usize| PART * at..tops.len().min(PART * (at + 1));
        let lengths = (0..tops.len().div_ceil(PART)).map(|at| {
            common_lengths(
                (&tops[part(at)], &bottoms[part(at)]),
                (&other_tops[part(at)], &other_bottoms[part(at)]),
            )
        });
        lengths.sum()
    }
}

/// Number of columns whose span lengths, below 2¹⁵ each, add up within a signed 32-bit number.
const PART: usize = 1 << 16;

fn common_lengths(these: (&[i16], &[i16]), those: (&[i16], &[i16])) -> u64 {
    let tops = these.0.iter().zip(those.0);
    let bottoms = these.1.iter().zip(those.1);
    let lengths = tops
        .zip(bottoms)
        .map(|((a_top, b_top), (a_bottom, b_bottom))| {
            i32::from((a_bottom.min(b_bottom) - a_top.max(b_top)).max(0))
        });
    u64::from(lengths.sum::<i32>().cast_unsigned())
}

/// The number of pixels in both lists of runs.
fn common_pixels(a: &[PixelSpan], b: &[PixelSpan]) -> u64 {
    let (mut at_a, mut at_b, mut common) = (0, 0, 0);
    if let Some(&(start, _)) = b.first() {
        at_a = a.partition_point(|&(_, end)| end <= start);
    }
    if let Some(&(start, _)) = a.first() {
        at_b = b.partition_point(|&(_, end)| end <= start);
    }
    while at_a < a.len() && at_b < b.len() {
        let ((start_a, end_a), (start_b, end_b)) = (a[at_a], b[at_b]);
        let length = end_a.min(end_b).saturating_sub(start_a.max(start_b));
        common += u64::from(length);
        // A branch on which list to advance would often be mispredicted.
        at_a += usize::from(end_a <= end_b);
        at_b += usize::from(end_b <= end_a);
    }
    common
}

/// Intersection over union of two boxes given as left, top, width and height, or intersection over
/// the area of the first if the other one is a crowd.
pub fn box_iou(this: &[f64; 4], other: &[f64; 4], other_is_crowd: bool) -> f64 {
    let length = |at: usize| {
        let end = (this[at + 2] + this[at]).min(other[at + 2] + other[at]);
        end - this[at].max(other[at])
    };
    let (width, height) = (length(0), length(1));
    if width <= 0.0 || height <= 0.0 {
        return 0.0;
    }
    let common = width * height;
    let area = this[2] * this[3];
    let all = if other_is_crowd {
        area
    } else {
        area + other[2] * other[3] - common
    };
    common / all
}
