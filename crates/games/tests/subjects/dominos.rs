//! Naive version of the dominos, after the Python of the subject.

use super::*;

pub(super) const NAIVE: &[(&str, Naive)] = &[
    ("creation_jeu", |sheet| {
        let max = sheet.int(0);
        let mut tiles = Vec::new();
        for low in 0..=max {
            for high in low..=max {
                tiles.push(json!([high, low]));
            }
        }
        json!(tiles)
    }),
    ("distribue", |sheet| {
        let (mut tiles, mut hand) = (sheet.rows(0), Vec::new());
        for _ in 0..sheet.int(1) {
            hand.push(tiles.remove(sheet.luck.below(tiles.len() as u32) as usize));
        }
        sheet.args[0] = json!(tiles);
        json!(hand)
    }),
    ("est_avant", |sheet| {
        let (d, e) = (sheet.ints(0), sheet.ints(1));
        json!(100 * d[0] + d[1] > 100 * e[0] + e[1])
    }),
    ("tri_decr", |sheet| {
        let mut tiles = sheet.rows(0);
        for _ in 0..tiles.len() {
            for at in 1..tiles.len() {
                if 100 * tiles[at - 1][0] + tiles[at - 1][1] < 100 * tiles[at][0] + tiles[at][1] {
                    tiles.swap(at - 1, at);
                }
            }
        }
        json!(tiles)
    }),
    ("doubles", |sheet| {
        columns(&sheet.rows(0), |tile| tile[0] == tile[1])
    }),
    ("histogramme", |sheet| {
        let mut counts = [0; 7];
        for half in sheet.rows(0).concat() {
            counts[half as usize] += 1;
        }
        json!(counts)
    }),
    ("max_presence", |sheet| {
        let halves = sheet.rows(0).concat();
        let count = |pips: i64| halves.iter().filter(|&&half| half == pips).count();
        let beaten = |pips: i64| (0..=6).any(|other| count(other) > count(pips));
        json!((0..=6).filter(|&pips| !beaten(pips)).collect::<Vec<_>>())
    }),
    ("possibilites", |sheet| {
        if sheet.args.len() == 3 {
            let (left, right) = (sheet.int(1), sheet.int(2));
            return columns(&sheet.rows(0), |tile| {
                tile.contains(&left) || tile.contains(&right)
            });
        }
        json!(possible(&sheet.rows(0), &sheet.rows(1)))
    }),
    ("is_player1_first", |sheet| {
        json!(sheet.rows(0)[0] > sheet.rows(1)[0])
    }),
    ("positionne", |sheet| {
        json!(laid(&sheet.ints(0), sheet.rows(1)))
    }),
    ("un_tour_de_jeu", |sheet| {
        let (table, mut hand) = (sheet.rows(0), sheet.rows(1));
        // The last possible tile: the subject does not say which one to play.
        let Some(&place) = possible(&table, &hand).last() else {
            return json!([table, hand, sheet.int(2) + 1]);
        };
        let tile = hand.remove(place);
        sheet.args[1] = json!(hand);
        json!([laid(&tile, table), hand, 0])
    }),
];

pub(super) fn possible(table: &[Vec<i64>], hand: &[Vec<i64>]) -> Vec<usize> {
    let ends = [table[0][0], table[table.len() - 1][1]];
    let fits = |tile: &Vec<i64>| tile.iter().any(|half| ends.contains(half));
    (0..hand.len())
        .filter(|&place| fits(&hand[place]))
        .collect()
}

/// Lays a tile, at the right end if it fits both ends; the function of the subject prefers the left
/// end.
pub(super) fn laid(tile: &[i64], mut table: Vec<Vec<i64>>) -> Vec<Vec<i64>> {
    let (left, right) = (table[0][0], table[table.len() - 1][1]);
    let turned = vec![tile[1], tile[0]];
    if tile[0] == right {
        table.push(tile.to_vec());
    } else if tile[1] == right {
        table.push(turned);
    } else if tile[1] == left {
        table.insert(0, tile.to_vec());
    } else {
        table.insert(0, turned);
    }
    table
}

fn columns(tiles: &[Vec<i64>], keep: impl Fn(&Vec<i64>) -> bool) -> Json {
    let mut rows = [vec![], vec![], vec![]];
    for (place, tile) in (1..).zip(tiles) {
        if keep(tile) {
            rows[0].push(tile[0]);
            rows[1].push(tile[1]);
            rows[2].push(place);
        }
    }
    json!(rows)
}

#[test]
fn the_dominos_equal_the_naive_version() {
    check_subject("dominos", NAIVE);
}

/// The tile `[6, 1]` of one form is `61` in the other.
#[test]
fn both_forms_of_tiles_give_equal_results() {
    let number = |value: &Json| -> Json {
        match value.as_array().map(Vec::as_slice) {
            Some([Json::Number(a), Json::Number(b)]) => {
                json!(10 * a.as_i64().unwrap() + b.as_i64().unwrap())
            }
            _ => value.clone(),
        }
    };
    let numbers = |value: &Json| -> Json {
        match value {
            Json::Array(items) if items.iter().all(Json::is_array) => {
                items.iter().map(number).collect()
            }
            other => number(other),
        }
    };
    for name in [
        "tri_decr",
        "distribue",
        "positionne",
        "est_avant",
        "histogramme",
    ] {
        let function = subject("dominos").unwrap().function(name).unwrap();
        for input in function.inputs(11).take(50) {
            let case = input.case();
            let as_numbers = Case::new(case.args.iter().map(numbers).collect());
            let call = |case: &Case| function.call(case, &mut Seeded::new(1)).unwrap();
            let (pairs, digits) = (call(&case), call(&as_numbers));
            let expected = match name {
                "histogramme" => pairs.returned,
                _ => numbers(&pairs.returned),
            };
            assert_eq!(digits.returned, expected, "{name} {as_numbers:?}");
            assert_eq!(digits.args[0], numbers(&pairs.args[0]), "{name}");
        }
    }
}
