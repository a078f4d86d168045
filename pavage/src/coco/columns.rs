//! Bounding boxes and per-column spans of masks, found without a division for each run.

use super::CocoMask;

/// The smallest rectangle that contains the object; all zero for an empty mask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoundingBox {
    /// First column.
    pub left: u32,
    /// First row.
    pub top: u32,
    /// Number of columns.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
}

/// The part of a run that lies in one column: rows from `top` up to but excluding `bottom`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ColumnSpan {
    pub(super) column: u32,
    pub(super) top: u32,
    pub(super) bottom: u32,
}

impl CocoMask {
    /// The smallest rectangle that contains the object.
    pub fn bounds(&self) -> BoundingBox {
        let height = self.height as u32;
        let (mut left, mut right) = (u32::MAX, 0);
        let (mut top, mut bottom) = (u32::MAX, 0);
        let mut place = ColumnCursor::new(height);
        for (start, end) in self.object_spans().filter(|(start, end)| start < end) {
            place.advance(start);
            left = left.min(place.column);
            if end - place.start > height {
                (top, bottom) = (0, height);
                place.advance(end - 1);
            } else {
                top = top.min(start - place.start);
                bottom = bottom.max(end - place.start);
            }
            right = right.max(place.column + 1);
        }
        if left == u32::MAX {
            return BoundingBox::default();
        }
        BoundingBox {
            left,
            top,
            width: right - left,
            height: bottom - top,
        }
    }

    /// Calls `each` with the object spans of every column, from left to right and from the top.
    pub(super) fn for_each_column_span(&self, mut each: impl FnMut(ColumnSpan)) {
        let height = self.height as u32;
        let mut place = ColumnCursor::new(height);
        for (mut start, end) in self.object_spans() {
            while start < end {
                place.advance(start);
                let stop = end.min(place.start.saturating_add(height));
                each(ColumnSpan {
                    column: place.column,
                    top: start - place.start,
                    bottom: stop - place.start,
                });
                start = stop;
            }
        }
    }
}

/// A column and the column-major index of its first pixel.
struct ColumnCursor {
    height: u32,
    column: u32,
    start: u32,
}

impl ColumnCursor {
    fn new(height: u32) -> Self {
        Self {
            height,
            column: 0,
            start: 0,
        }
    }

    /// Moves forward to the column of a pixel, which is in this column or further right.
    #[inline]
    fn advance(&mut self, pixel: u32) {
        let beyond = pixel - self.start;
        if beyond < self.height {
            return;
        }
        // Usually it is the next column, and a division takes longer.
        let columns = if beyond - self.height < self.height {
            1
        } else {
            beyond / self.height
        };
        self.column += columns;
        self.start += columns * self.height;
    }
}
