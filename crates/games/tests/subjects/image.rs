//! Naive version of the image functions: an image is a list of rows, and every rectangle is tried.

use super::*;

pub(super) const NAIVE: &[(&str, Naive)] = &[
    ("creer_image", |sheet| {
        let row = vec![sheet.args[2].clone(); sheet.int(1) as usize];
        json!(vec![row; sheet.int(0) as usize])
    }),
    ("noir_ou_blanc", |sheet| {
        json!(i32::from(sheet.args[0].as_f64().unwrap() >= 128.0))
    }),
    ("passer_en_nb", |sheet| {
        let white = |pixel: &Json| i32::from(ints(pixel).iter().sum::<i64>() >= 3 * 128);
        each_pixel(&sheet.args[0], |pixel| json!(white(pixel)))
    }),
    ("passer_en_8_couleurs", |sheet| {
        each_pixel(&sheet.args[0], |pixel| {
            json!(
                ints(pixel)
                    .iter()
                    .map(|level| level / 128)
                    .collect::<Vec<_>>()
            )
        })
    }),
    ("image_vers_ligne", |sheet| {
        let rows = sheet.rows(0);
        json!([rows[0].len(), rows.concat()])
    }),
    ("ligne_vers_image", |sheet| {
        let columns = sheet.int(0) as usize;
        json!(sheet.ints(1).chunks(columns).collect::<Vec<_>>())
    }),
    ("compte_0_1", |sheet| json!(counts(&sheet.ints(0)))),
    ("decompresse_ligne", |sheet| json!(line(&sheet.ints(0)))),
    ("compresse_image", |sheet| {
        let rows = sheet.rows(0);
        json!([rows[0].len(), counts(&rows.concat())])
    }),
    ("decompresse_image", |sheet| {
        let columns = sheet.int(0) as usize;
        json!(line(&sheet.ints(1)).chunks(columns).collect::<Vec<_>>())
    }),
    ("dim_largeur_max", |sheet| {
        let (rows, pos) = (sheet.rows(0), sheet.ints(1));
        let row = &rows[pos[0] as usize];
        let mut width = 0;
        for column in pos[1]..=sheet.int(2) {
            if row[column as usize] != row[pos[1] as usize] {
                break;
            }
            width += 1;
        }
        json!(width)
    }),
    ("rectangle_max", |sheet| {
        let (rows, pos) = (sheet.rows(0), sheet.ints(1));
        let free = vec![vec![true; rows[0].len()]; rows.len()];
        json!(largest(&rows, &free, pos[0] as usize, pos[1] as usize))
    }),
    ("compression_rectangle", |sheet| {
        let rows = sheet.rows(0);
        let (height, width) = (rows.len(), rows[0].len());
        let mut free = vec![vec![true; width]; height];
        let mut rects = Vec::new();
        for i in 0..height {
            for j in 0..width {
                if free[i][j] {
                    let (ha, la) = largest(&rows, &free, i, j);
                    rects.push(json!({"pos": [i, j], "coul": rows[i][j], "ha": ha, "la": la}));
                    for row in &mut free[i..i + ha] {
                        row[j..j + la].fill(false);
                    }
                }
            }
        }
        json!([height, width, rects])
    }),
    ("decompression_rectangle", |sheet| {
        let (height, width) = (&sheet.args[0][0], &sheet.args[0][1]);
        let (height, width) = (height.as_u64().unwrap(), width.as_u64().unwrap());
        let rects = sheet.args[0][2].as_array().unwrap();
        let colour = |i: u64, j: u64| {
            let inside = |rect: &&Json| {
                let within = |at: u64, from: &Json, size: &Json| {
                    let from = from.as_u64().unwrap();
                    at >= from && at < from + size.as_u64().unwrap()
                };
                within(i, &rect["pos"][0], &rect["ha"]) && within(j, &rect["pos"][1], &rect["la"])
            };
            rects.iter().find(inside).unwrap()["coul"].clone()
        };
        let row = |i| (0..width).map(|j| colour(i, j)).collect::<Vec<_>>();
        json!((0..height).map(row).collect::<Vec<_>>())
    }),
];

fn each_pixel(image: &Json, pixel: impl Fn(&Json) -> Json) -> Json {
    let row = |row: &Json| row.as_array().unwrap().iter().map(&pixel).collect::<Json>();
    image.as_array().unwrap().iter().map(row).collect()
}

fn counts(line: &[i64]) -> Vec<i64> {
    let mut counts = vec![0];
    let mut colour = 0;
    for &pixel in line {
        if pixel != colour {
            counts.push(0);
            colour = pixel;
        }
        *counts.last_mut().unwrap() += 1;
    }
    counts
}

fn line(counts: &[i64]) -> Vec<i64> {
    let mut line = Vec::new();
    for (at, &count) in counts.iter().enumerate() {
        line.extend(vec![at as i64 % 2; count as usize]);
    }
    line
}

/// The tallest of the largest rectangles; the reference breaks ties in another way.
pub(super) fn largest(rows: &[Vec<i64>], free: &[Vec<bool>], i: usize, j: usize) -> (usize, usize) {
    let mut best = (0, 0);
    for ha in 1..=rows.len() - i {
        for la in 1..=rows[0].len() - j {
            let mut uniform = true;
            for row in i..i + ha {
                for column in j..j + la {
                    uniform &= rows[row][column] == rows[i][j] && free[row][column];
                }
            }
            if uniform && ha * la >= best.0 * best.1 {
                best = (ha, la);
            }
        }
    }
    best
}

#[test]
fn the_image_functions_equal_the_naive_version() {
    check_subject("image", NAIVE);
}

#[test]
fn a_valid_cover_that_is_not_greedy_is_wrong() {
    let subject = subject("image").unwrap();
    let sample =
        |name: &str| serde_json::from_str::<Json>(subject.sample(name).unwrap().json).unwrap();
    let function = subject.function("compression_rectangle").unwrap();
    let case = Case::new(vec![sample("img1")]);
    let judged = |cover: &str| {
        let got = CallOutcome {
            returned: sample(cover),
            args: case.args.clone(),
            printed: String::new(),
            raised: None,
        };
        function.judge(&case, &got).unwrap()
    };
    assert_eq!(judged("ic1"), Judgement::Right);
    assert!(matches!(judged("ic2"), Judgement::Wrong(_)));
}
