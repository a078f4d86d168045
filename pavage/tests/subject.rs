//! The examples and questions of the subject on image compression, with the values printed there.

use pavage::Bit::{self, Black, White};
use pavage::colours::{black_and_white, black_or_white, eight_colours};
use pavage::cover::{greedy_cover, largest_rectangle, run_width};
use pavage::runs::{
    Runs, compress, count_runs, decompress, expand_runs, image_to_line, line_to_image,
};
use pavage::{Cover, Image, Rect};

fn image<P: Clone, const N: usize>(rows: &[[P; N]]) -> Image<P> {
    Image::from_rows(rows.iter().map(|row| row.to_vec()).collect()).expect("rows of one length")
}

fn bits<const N: usize>(digits: [u8; N]) -> Vec<Bit> {
    digits
        .iter()
        .map(|&digit| if digit == 0 { Black } else { White })
        .collect()
}

fn black_white<const N: usize>(rows: &[[u8; N]]) -> Image<Bit> {
    Image::from_rows(rows.iter().map(|&row| bits(row)).collect()).expect("rows of one length")
}

fn img1() -> Image<u8> {
    image(&[[7, 7, 7, 1], [7, 7, 7, 1], [2, 2, 1, 1]])
}

fn rect(position: (usize, usize), colour: u8, height: usize, width: usize) -> Rect<u8> {
    Rect {
        position,
        colour,
        height,
        width,
    }
}

#[test]
fn question_1_img_b_has_4_rows_of_8_pixels() {
    let img_b = image(&[[0, 1, 2, 3, 4, 5, 6, 7]; 4]);
    assert_eq!((img_b.height(), img_b.row(0).len()), (4, 8));
}

#[test]
fn creer_image_example() {
    let created = Image::filled(2, 1, [0, 0, 200]).unwrap();
    assert_eq!(
        created.to_rows(),
        vec![vec![[0, 0, 200]], vec![[0, 0, 200]]]
    );
}

#[test]
fn question_3_a_white_image_a_red_corner_and_a_flag() {
    let (white, red, blue) = ([255, 255, 255], [255, 0, 0], [0, 0, 255]);
    let mut img_d = Image::filled(10, 30, white).unwrap();
    assert_eq!((img_d.height(), img_d.width()), (10, 30));

    assert_eq!(img_d.get((0, 30)), None);
    img_d[(0, 29)] = red;
    assert_eq!(img_d.row(0).last(), Some(&red));

    for (row, column) in img_d.positions() {
        img_d[(row, column)] = [blue, white, red][column / 10];
    }
    let stripe = |row: usize, column| rect_rgb((row, column), img_d[(row, column)]);
    assert_eq!(
        greedy_cover(&img_d).rects,
        vec![stripe(0, 0), stripe(0, 10), stripe(0, 20)]
    );
    assert_eq!(
        [img_d[(9, 0)], img_d[(9, 10)], img_d[(9, 29)]],
        [blue, white, red]
    );
}

fn rect_rgb(position: (usize, usize), colour: [u8; 3]) -> Rect<[u8; 3]> {
    Rect {
        position,
        colour,
        height: 10,
        width: 10,
    }
}

#[test]
fn question_4_strictly_below_128_is_black() {
    assert_eq!([127.9, 128.0].map(black_or_white), [Black, White]);
}

#[test]
fn question_5_img_c_in_black_and_white() {
    let img_c = image(&[[[255, 0, 0]; 3], [[255, 255, 255]; 3]]);
    assert_eq!(
        black_and_white(&img_c),
        black_white(&[[0, 0, 0], [1, 1, 1]])
    );
}

#[test]
fn passer_en_8_couleurs_example() {
    let img = image(&[[[255, 100, 129]]]);
    assert_eq!(eight_colours(&img), image(&[[[White, Black, White]]]));
}

#[test]
fn image_vers_ligne_examples() {
    assert_eq!(
        image_to_line(&black_white(&[[0, 1, 0], [1, 1, 1]])),
        (3, bits([0, 1, 0, 1, 1, 1]))
    );
    assert_eq!(
        image_to_line(&black_white(&[[0, 0, 0, 0], [1, 1, 1, 1]])),
        (4, bits([0, 0, 0, 0, 1, 1, 1, 1]))
    );
}

#[test]
fn ligne_vers_image_example() {
    assert_eq!(
        line_to_image(3, bits([0, 1, 0, 1, 1, 1])),
        Ok(black_white(&[[0, 1, 0], [1, 1, 1]]))
    );
}

#[test]
fn lines_of_the_text_are_counted_as_it_says() {
    assert_eq!(count_runs(&bits([0; 8])), [8]);
    assert_eq!(count_runs(&bits([0, 0, 0, 0, 0, 0, 1, 1])), [6, 2]);
    assert_eq!(count_runs(&bits([0, 1, 0, 1, 0, 1, 0, 1])), [1; 8]);
}

#[test]
fn compte_0_1_examples() {
    assert_eq!(count_runs(&bits([0, 1, 0, 0, 0, 1, 1])), [1, 1, 3, 2]);
    assert_eq!(count_runs(&bits([1, 1, 1, 0, 1, 1])), [0, 3, 1, 2]);
}

#[test]
fn decompresse_ligne_examples() {
    assert_eq!(
        expand_runs(&[4, 2, 3, 1]),
        Ok(bits([0, 0, 0, 0, 1, 1, 0, 0, 0, 1]))
    );
    assert_eq!(expand_runs(&[0, 2, 2]), Ok(bits([1, 1, 0, 0])));
}

#[test]
fn compresse_image_and_decompresse_image_examples() {
    let img = black_white(&[[0, 1, 0], [1, 1, 1]]);
    let runs = Runs {
        columns: 3,
        counts: vec![1, 1, 1, 3],
    };
    assert_eq!(compress(&img), runs);
    assert_eq!(decompress(&runs), Ok(img));
}

#[test]
fn question_13_the_largest_rectangle_at_0_1_is_2_by_2_and_unique() {
    let img = image(&[[6, 3, 3, 3, 4], [6, 3, 3, 6, 4], [6, 3, 4, 6, 4]]);
    assert_eq!(largest_rectangle(&img, (0, 1)), (2, 2));
    assert_eq!(img[(0, 1)], 3);

    let uniform = |&(height, width): &(usize, usize)| {
        (0..height).all(|r| (1..=width).all(|c| img.get((r, c)) == Some(&3)))
    };
    let sizes = (1..=3).flat_map(|height| (1..=4).map(move |width| (height, width)));
    let largest: Vec<_> = sizes.filter(uniform).filter(|&(h, w)| h * w >= 4).collect();
    assert_eq!(largest, [(2, 2)]);
}

#[test]
fn dim_largeur_max_examples() {
    assert_eq!(run_width(&img1(), (0, 0), 3), 3);
    assert_eq!(run_width(&img1(), (2, 0), 3), 2);
    assert_eq!(run_width(&img1(), (2, 1), 3), 1);
}

#[test]
fn question_15_largest_rectangles_of_img1() {
    assert_eq!(
        largest_rectangle(&img1(), (0, 0)),
        (2, 3),
        "stops at both other colours"
    );
    assert_eq!(
        largest_rectangle(&img1(), (0, 2)),
        (2, 1),
        "looks only right and down"
    );
    assert_eq!(
        largest_rectangle(&img1(), (0, 3)),
        (3, 1),
        "reaches the last row and column"
    );
    assert_eq!(
        largest_rectangle(&img1(), (2, 3)),
        (1, 1),
        "starts at the last pixel"
    );
}

#[test]
fn compression_rectangle_example() {
    let ic1 = Cover {
        height: 3,
        width: 4,
        rects: vec![
            rect((0, 0), 7, 2, 3),
            rect((0, 3), 1, 3, 1),
            rect((2, 0), 2, 1, 2),
            rect((2, 2), 1, 1, 1),
        ],
    };
    assert_eq!(greedy_cover(&img1()), ic1);
    assert_eq!(ic1.paint(), Ok(img1()));
}

#[test]
fn ic2_is_valid_though_it_is_not_the_greedy_cover() {
    let ic2 = Cover {
        height: 3,
        width: 4,
        rects: vec![
            rect((0, 0), 7, 2, 3),
            rect((0, 3), 1, 2, 1),
            rect((2, 0), 2, 1, 2),
            rect((2, 2), 1, 1, 2),
        ],
    };
    assert_eq!(ic2.check(), Ok(()));
    assert_eq!(ic2.paint(), Ok(img1()));
    assert_ne!(greedy_cover(&img1()), ic2);
}
