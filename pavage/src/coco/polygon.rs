//! Rasterises polygons to masks, pixel for pixel like pycocotools.
//!
//! A corner is rounded to a fifth of a pixel and edges are walked in steps of that size. A pixel
//! belongs to the object if the edges cross the middle of its column an odd number of times above
//! it. Only the steps that cross the middle of a column are computed, from the start and the slope
//! of the edge.

use super::{CocoError, CocoMask, counted};

/// Steps a pixel.
const SCALE: i64 = 5;
/// Index of the step in the middle of a column.
const MIDDLE: i64 = 2;
/// Coordinates, in steps, are clamped to ± this value, which is beyond any mask.
const FAR: f64 = 1e9;

/// Rasterises a polygon given by its corners, `x` and `y` alternating.
///
/// # Examples
/// ```
/// use pavage::coco::polygon;
///
/// let square = polygon(&[1.0, 1.0, 3.0, 1.0, 3.0, 3.0, 1.0, 3.0], 4, 4)?;
/// assert_eq!(square.counts, [5, 2, 2, 2, 5]);
/// # Ok::<(), pavage::coco::CocoError>(())
/// ```
pub fn polygon(corners: &[f64], height: usize, width: usize) -> Result<CocoMask, CocoError> {
    let pixels = counted(height, width)?;
    if let Some(at) = corners.iter().position(|corner| !corner.is_finite()) {
        return Err(CocoError::Coordinate { at });
    }
    if pixels == 0 {
        return Ok(CocoMask::new(height, width, vec![0]));
    }
    let (columns, rows) = (i64::from(width as u32), i64::from(height as u32));
    let (corners, _) = corners.as_chunks::<2>();
    let steps = |coordinate: f64| (SCALE as f64 * coordinate + 0.5).clamp(-FAR, FAR) as i64;
    let corners: Vec<_> = corners.iter().map(|&[x, y]| (steps(x), steps(y))).collect();
    let mut crossings = Vec::new();
    for (at, &from) in corners.iter().enumerate() {
        let to = corners[(at + 1) % corners.len()];
        cross(from, to, columns, |column, step| {
            crossings.push((column * rows + row(step, rows)) as u32);
        });
    }
    crossings.push(pixels as u32);
    crossings.sort_unstable();
    Ok(CocoMask::new(height, width, between(&crossings)))
}

/// Rasterises a rectangle given by its left, top, width and height.
pub fn rectangle(
    [left, top, wide, high]: [f64; 4],
    height: usize,
    width: usize,
) -> Result<CocoMask, CocoError> {
    let (right, bottom) = (left + wide, top + high);
    let corners = [left, top, left, bottom, right, bottom, right, top];
    polygon(&corners, height, width)
}

/// Calls `each` with every column whose middle an edge crosses, and the vertical step of the
/// crossing.
fn cross(from: (i64, i64), to: (i64, i64), width: i64, mut each: impl FnMut(i64, i64)) {
    let (wide, high) = ((to.0 - from.0).abs(), (to.1 - from.1).abs());
    let is_flat = wide >= high;
    let is_turned = if is_flat {
        from.0 > to.0
    } else {
        from.1 > to.1
    };
    let (from, to) = if is_turned { (to, from) } else { (from, to) };
    if wide == 0 {
        return;
    }
    let (low, high_end) = (from.0.min(to.0), from.0.max(to.0));
    // The columns whose middle step and the step after it both lie on the edge.
    let first = (low - MIDDLE + SCALE - 1).div_euclid(SCALE).max(0);
    let last = (high_end - 1 - MIDDLE).div_euclid(SCALE).min(width - 1);
    if is_flat {
        let slope = (to.1 - from.1) as f64 / wide as f64;
        let y = |x: i64| truncated(from.1, slope, x - from.0);
        for column in first..=last {
            let x = SCALE * column + MIDDLE;
            each(column, y(x).min(y(x + 1)));
        }
    } else {
        let slope = (to.0 - from.0) as f64 / high as f64;
        for column in first..=last {
            let x = SCALE * column + MIDDLE;
            each(
                column,
                from.1 + last_before_crossing(from.0, slope, high, x),
            );
        }
    }
}

/// The last step of a steep edge before it crosses the border between `x` and the step to its
/// right.
fn last_before_crossing(start: i64, slope: f64, steps: i64, x: i64) -> i64 {
    let is_left = |step: i64| truncated(start, slope, step) <= x;
    let begins_left = slope > 0.0;
    let guess = ((x - start) as f64 + 0.5) / slope;
    let mut step = (guess as i64).clamp(0, steps - 1);
    while step > 0 && is_left(step) != begins_left {
        step -= 1;
    }
    while step + 1 < steps && is_left(step + 1) == begins_left {
        step += 1;
    }
    step
}

/// A coordinate after a number of steps, rounded like a C cast: towards zero.
#[inline]
fn truncated(start: i64, slope: f64, steps: i64) -> i64 {
    (start as f64 + slope * steps as f64 + 0.5) as i64
}

/// The first row whose centre is not above a step.
fn row(step: i64, rows: i64) -> i64 {
    let row = (step as f64 + 0.5) / SCALE as f64 - 0.5;
    row.clamp(0.0, rows as f64).ceil() as i64
}

/// The run lengths between sorted crossings; two equal crossings cancel.
fn between(places: &[u32]) -> Vec<u32> {
    let mut counts: Vec<u32> = Vec::with_capacity(places.len());
    let (mut last, mut joins) = (0, false);
    for (number, &place) in places.iter().enumerate() {
        let length = place - last;
        last = place;
        if joins {
            *counts.last_mut().expect("the first count is never joined") += length;
            joins = false;
        } else if length > 0 || number == 0 {
            counts.push(length);
        } else {
            joins = true;
        }
    }
    counts
}
