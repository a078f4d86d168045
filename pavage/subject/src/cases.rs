//! Generated cases for the functions on images, and the check of answers where several are right.

use pavage::image::Image;
use pavage::{Cover, Rect, cover};
use proptest::array::uniform3;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value as Json, json};

use super::{compressed, covering, image as image_of, place};
use subject::CallError;
use subject::{Args, CallOutcome, Case};

/// Maximum height and width of a generated image.
const LONGEST: usize = 6;

type Rows<P> = Vec<Vec<P>>;

/// Rows of one length: the width is generated apart and cuts them, so that both sizes shrink.
fn rows<S: Strategy>(pixel: S) -> impl Strategy<Value = Rows<S::Value>>
where
    S::Value: Clone,
{
    let full = vec(vec(pixel, LONGEST), 1..=LONGEST);
    (1..=LONGEST, full).prop_map(|(width, mut rows)| {
        for row in &mut rows {
            row.truncate(width);
        }
        rows
    })
}

/// Rows of few colours, so that there are rectangles.
fn patches() -> impl Strategy<Value = Rows<u8>> {
    prop_oneof![rows(0u8..=1), rows(0u8..=2)]
}

/// Levels near the threshold as often as others.
fn level() -> impl Strategy<Value = u8> {
    prop_oneof![126u8..=129, 0u8..=255]
}

fn case(args: impl IntoIterator<Item = Json>) -> Case {
    Case::new(args.into_iter().collect())
}

pub(super) fn size_and_colour() -> BoxedStrategy<Case> {
    let grey = (0u8..=7).prop_map(Json::from);
    let colour = uniform3(any::<u8>()).prop_map(|levels| json!(levels));
    (1..=LONGEST, 1..=LONGEST, prop_oneof![grey, colour])
        .prop_map(|(n, m, c)| case([json!(n), json!(m), c]))
        .boxed()
}

/// Means of three levels, which are thirds.
pub(super) fn mean() -> BoxedStrategy<Case> {
    prop_oneof![381u16..=387, 0u16..=765]
        .prop_map(|sum| case([json!(f64::from(sum) / 3.0)]))
        .boxed()
}

pub(super) fn coloured() -> BoxedStrategy<Case> {
    rows(uniform3(level()))
        .prop_map(|rows| case([json!(rows)]))
        .boxed()
}

pub(super) fn black_and_white() -> BoxedStrategy<Case> {
    rows(0u8..=1).prop_map(|rows| case([json!(rows)])).boxed()
}

pub(super) fn few_colours() -> BoxedStrategy<Case> {
    patches().prop_map(|rows| case([json!(rows)])).boxed()
}

pub(super) fn columns_and_line() -> BoxedStrategy<Case> {
    rows(0u8..=1)
        .prop_map(|rows| case([json!(rows[0].len()), json!(rows.concat())]))
        .boxed()
}

pub(super) fn line() -> BoxedStrategy<Case> {
    vec(0u8..=1, 1..=12)
        .prop_map(|line| case([json!(line)]))
        .boxed()
}

/// Run counts, of which only the first may be 0.
pub(super) fn counts() -> BoxedStrategy<Case> {
    (0u8..=4, vec(1u8..=4, 0..=6))
        .prop_map(|(zeros, counts)| {
            let counts: Vec<u8> = [zeros].into_iter().chain(counts).collect();
            case([json!(counts)])
        })
        .boxed()
}

pub(super) fn columns_and_counts() -> BoxedStrategy<Case> {
    rows(0u8..=1)
        .prop_map(|rows| {
            let line = rows.concat();
            let mut counts: Vec<usize> = line.chunk_by(PartialEq::eq).map(<[u8]>::len).collect();
            if line[0] == 1 {
                counts.insert(0, 0);
            }
            case([json!(rows[0].len()), json!(counts)])
        })
        .boxed()
}

fn rows_and_position() -> impl Strategy<Value = (Rows<u8>, [usize; 2])> {
    (patches(), any::<[Index; 2]>()).prop_map(|(rows, [row, column])| {
        let position = [row.index(rows.len()), column.index(rows[0].len())];
        (rows, position)
    })
}

pub(super) fn image_and_position() -> BoxedStrategy<Case> {
    rows_and_position()
        .prop_map(|(rows, position)| case([json!(rows), json!(position)]))
        .boxed()
}

pub(super) fn image_position_and_column() -> BoxedStrategy<Case> {
    (rows_and_position(), any::<Index>())
        .prop_map(|((rows, position), last)| {
            let last = position[1] + last.index(rows[0].len() - position[1]);
            case([json!(rows), json!(position), json!(last)])
        })
        .boxed()
}

/// The greedy cover, some of its rectangles cut into rows, in any order.
pub(super) fn covers() -> BoxedStrategy<Case> {
    (
        patches(),
        vec(any::<bool>(), LONGEST * LONGEST),
        any::<Index>(),
    )
        .prop_map(|(rows, cuts, first)| {
            let pixels = rows
                .into_iter()
                .map(|row| row.into_iter().map(Json::from).collect());
            let image = Image::from_rows(pixels.collect()).expect("rows of one length");
            let Cover {
                height,
                width,
                rects,
            } = cover::greedy_cover(&image);
            let cut =
                |(rect, cut): (Rect<Json>, bool)| if cut { in_rows(&rect) } else { vec![rect] };
            let mut rects: Vec<_> = rects.into_iter().zip(cuts).flat_map(cut).collect();
            let first = first.index(rects.len());
            rects.rotate_left(first);
            case([compressed(Cover {
                height,
                width,
                rects,
            })])
        })
        .boxed()
}

fn in_rows(rect: &Rect<Json>) -> Vec<Rect<Json>> {
    let row = |below| Rect {
        position: (rect.position.0 + below, rect.position.1),
        height: 1,
        ..rect.clone()
    };
    (0..rect.height).map(row).collect()
}

/// Whether the pixels of a rectangle are in the image, free, and of the colour of its corner.
fn is_uniform(image: &Image<Json>, free: &[bool], rect: &Rect<Json>) -> bool {
    let (row, column) = rect.position;
    let inside = row + rect.height <= image.height() && column + rect.width <= image.width();
    inside
        && rect
            .positions()
            .all(|at| free[at.0 * image.width() + at.1] && image[at] == image[(row, column)])
}

/// The sizes of the largest rectangles of one colour at a position.
fn largest_at(image: &Image<Json>, free: &[bool], position: (usize, usize)) -> Vec<(usize, usize)> {
    let sizes =
        (1..=image.height()).flat_map(|height| (1..=image.width()).map(move |it| (height, it)));
    let rect = |(height, width)| Rect {
        position,
        colour: Json::Null,
        height,
        width,
    };
    let sizes: Vec<_> = sizes
        .filter(|&size| is_uniform(image, free, &rect(size)))
        .collect();
    let most = sizes.iter().map(|(height, width)| height * width).max();
    let largest = sizes
        .into_iter()
        .filter(|(height, width)| Some(height * width) == most);
    largest.collect()
}

/// The sizes of all largest rectangles: the subject asks for one of them.
pub(super) fn largest(case: &Case) -> Result<Vec<Json>, CallError> {
    let (image, position) = place(&Args(case.args.clone()))?;
    let free = vec![true; image.pixels().len()];
    let largest = largest_at(&image, &free, position);
    Ok(largest.into_iter().map(|size| json!(size)).collect())
}

/// Checks that, row by row, each pixel not yet covered begins one of its largest rectangles.
pub(super) fn is_greedy(case: &Case, got: &CallOutcome) -> Result<bool, CallError> {
    let image: Image<Json> = image_of(&Args(case.args.clone()), 0)?;
    if !super::COMPRESSED.admits(&got.returned) {
        return Ok(false);
    }
    let cover = covering(&Args(vec![got.returned.clone()]))?;
    let mut free = vec![true; image.pixels().len()];
    for rect in &cover.rects {
        let first = free.iter().position(|&free| free);
        let Some(position) = first.map(|at| (at / image.width(), at % image.width())) else {
            return Ok(false);
        };
        let is_largest = largest_at(&image, &free, position).contains(&(rect.height, rect.width));
        if rect.position != position || rect.colour != image[position] || !is_largest {
            return Ok(false);
        }
        for (row, column) in rect.positions() {
            free[row * image.width() + column] = false;
        }
    }
    let size = (cover.height, cover.width) == (image.height(), image.width());
    Ok(size && free.iter().all(|free| !free))
}
