//! Operations on run-length encoded masks compared with the same operations on pixels, and polygons
//! compared with pycocotools.

use pavage::coco::{BoundingBox, CocoMask, PreparedMask, intersection, polygon, rectangle, union};
use proptest::prelude::*;

const HEIGHT: usize = 7;

/// Masks of one size in column-major order, made of blocks or of noise.
fn masks() -> impl Strategy<Value = Vec<Vec<u8>>> {
    (1..30_usize, 1..8_usize).prop_flat_map(|(width, block)| {
        let size = HEIGHT * width;
        let cells = prop::collection::vec(0..2_u8, size.div_ceil(block));
        let mask = cells.prop_map(move |cells| (0..size).map(|at| cells[at / block]).collect());
        prop::collection::vec(mask, 1..5)
    })
}

fn coco(pixels: &[u8]) -> CocoMask {
    CocoMask::from_columns(HEIGHT, pixels.len() / HEIGHT, pixels).expect("a small mask")
}

fn ones(pixels: impl Iterator<Item = bool>) -> u32 {
    pixels.map(u32::from).sum()
}

proptest! {
    #[test]
    fn union_and_intersection_match_the_pixels(masks in masks()) {
        let cocos: Vec<CocoMask> = masks.iter().map(|mask| coco(mask)).collect();
        let merged = |join: fn(u8, u8) -> u8| {
            let pixel = |at: usize| masks.iter().map(|mask| mask[at]).reduce(join);
            coco(&(0..masks[0].len()).filter_map(pixel).collect::<Vec<_>>())
        };
        prop_assert_eq!(union(&cocos), merged(|a, b| a | b));
        prop_assert_eq!(intersection(&cocos), merged(|a, b| a & b));
    }

    #[test]
    fn iou_matches_the_pixels(masks in masks()) {
        for a in &masks {
            for b in &masks {
                let common = ones(a.iter().zip(b).map(|(a, b)| a & b == 1));
                let all = ones(a.iter().zip(b).map(|(a, b)| a | b == 1));
                let own = ones(a.iter().map(|&a| a == 1));
                let share = |of: u32| f64::from(common) / f64::from(of.max(1));
                let (a, b) = (PreparedMask::new(&coco(a)), PreparedMask::new(&coco(b)));
                prop_assert_eq!(a.iou(&b, false).to_bits(), share(all).to_bits());
                prop_assert_eq!(a.iou(&b, true).to_bits(), share(own).to_bits());
            }
        }
    }

    #[test]
    fn bounds_are_the_smallest_rectangle_around_the_pixels(masks in masks()) {
        for mask in &masks {
            let places = (0..mask.len()).filter(|&at| mask[at] == 1);
            let places: Vec<_> = places.map(|at| ((at / HEIGHT) as u32, (at % HEIGHT) as u32)).collect();
            let side = |of: fn(&(u32, u32)) -> u32| {
                let least = places.iter().map(of).min().unwrap_or(0);
                let most = places.iter().map(of).max().map_or(0, |most| most + 1);
                (least, most - least)
            };
            let ((left, width), (top, height)) = (side(|place| place.0), side(|place| place.1));
            prop_assert_eq!(coco(mask).bounds(), BoundingBox { left, top, width, height });
        }
    }

    #[test]
    fn any_finite_corners_make_a_valid_mask(corners in prop::collection::vec(-1e12..1e12_f64, 0..12)) {
        prop_assert_eq!(polygon(&corners, 9, 11).expect("numbers").check(), Ok(()));
    }
}

/// The expected values were printed by pycocotools 2.0.11.
#[test]
fn polygons_and_boxes_match_pycocotools() {
    let counts = |corners: &[f64]| polygon(corners, 3, 4).expect("numbers").to_string();
    assert_eq!(counts(&[0.0, 0.0, 2.0, 0.0, 2.0, 2.0, 0.0, 2.0]), "02106");
    assert_eq!(counts(&[0.0, 0.0, 2.0, 0.0, 2.0, 2.0, 0.0]), "318");
    let counts = rectangle([0.0, 0.0, 2.0, 2.0], 3, 4).map(|mask| mask.to_string());
    assert_eq!(counts.as_deref(), Ok("02106"));
}

#[test]
fn the_iou_of_masks_of_different_sizes_is_minus_one() {
    let full = |height| {
        PreparedMask::new(&CocoMask::from_columns(height, 4, &vec![1; 4 * height]).expect("small"))
    };
    assert!((full(3).iou(&full(4), false) + 1.0).abs() < f64::EPSILON);
}
