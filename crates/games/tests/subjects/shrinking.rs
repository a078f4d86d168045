//! Shrinking of failing cases: each result is as small as a case written by hand, in which the tile 0-0
//! and the number 0 do not stand where larger ones show the same.

use super::*;

/// Maximum number of cases generated to find a failing one.
const MAX_CASES: usize = 1000;
/// Maximum number of calls made to shrink it.
const MAX_CALLS: usize = 5000;

/// A shrunk case on which `wrong` fails.
fn smallest(subject_name: &str, name: &str, wrong: Naive) -> Case {
    let function = subject(subject_name).unwrap().function(name).unwrap();
    let fails = |case: &Case| {
        let judged = function.judge(case, &run(wrong, case, 0)).unwrap();
        matches!(judged, Judgement::Wrong(_))
    };
    let mut inputs = function.inputs(1).take(MAX_CASES);
    let failing = inputs.find(|input| fails(&input.case()));
    failing
        .unwrap_or_else(|| panic!("{name}: not caught"))
        .shrink(MAX_CALLS, fails)
}

/// Size of a value: the sum of its absolute integers and of the lengths of its lists.
fn size(value: &Json) -> u64 {
    match value {
        Json::Array(items) => items.iter().map(size).sum::<u64>() + items.len() as u64,
        Json::Object(fields) => fields.values().map(size).sum(),
        Json::Number(number) => number.as_i64().unwrap_or(0).unsigned_abs(),
        Json::Null | Json::Bool(_) | Json::String(_) => 0,
    }
}

#[track_caller]
fn check_shrinks(subject: &str, name: &str, wrong: Naive, by_hand: &Json) {
    let found = smallest(subject, name, wrong);
    let found_size: u64 = found.args.iter().map(size).sum();
    let args = by_hand.as_array().unwrap();
    let by_hand: u64 = args.iter().map(size).sum();
    assert!(
        found_size <= by_hand,
        "{name}: {found:?} has size {found_size}, by hand {by_hand}"
    );
}

#[test]
fn sorting_upwards_shrinks_to_two_tiles() {
    let wrong: Naive = |sheet| {
        let mut tiles = sheet.rows(0);
        tiles.sort();
        json!(tiles)
    };
    check_shrinks("dominos", "tri_decr", wrong, &json!([[[1, 2], [1, 1]]]));
}

#[test]
fn forgetting_ties_shrinks_to_one_tile() {
    let wrong: Naive = |sheet| {
        let halves = sheet.rows(0).concat();
        let count = |pips: &i64| halves.iter().filter(|half| *half == pips).count();
        json!([(0..=6).rev().max_by_key(count).unwrap()])
    };
    check_shrinks("dominos", "max_presence", wrong, &json!([[[1, 2]]]));
}

#[test]
fn sowing_into_the_first_pit_on_a_second_lap_shrinks_to_12_seeds() {
    let wrong: Naive = |sheet| {
        let (mut pits, from) = (sheet.ints(0), sheet.int(1) as usize);
        let hand = std::mem::take(&mut pits[from]) as usize;
        for step in 1..=hand {
            pits[(from + step) % 12] += 1;
        }
        sheet.args[0] = json!(pits);
        json!((from + hand) % 12)
    };
    let by_hand = json!([[12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 0]);
    check_shrinks("awale", "semer_graines", wrong, &by_hand);
}

#[test]
fn capturing_in_ones_own_row_shrinks_to_two_pits() {
    let wrong: Naive = |sheet| {
        let (mut pits, mut at) = (sheet.ints(0), sheet.int(1));
        let mut captured = 0;
        while at >= 0 && sheet.int(1) >= 6 && [2, 3].contains(&pits[at as usize]) {
            captured += std::mem::take(&mut pits[at as usize]);
            at -= 1;
        }
        sheet.args[0] = json!(pits);
        json!(captured)
    };
    let by_hand = json!([[0, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 0], 6]);
    check_shrinks("awale", "ramasser_graines", wrong, &by_hand);
}

#[test]
fn counts_that_begin_with_the_first_colour_shrink_to_one_pixel() {
    let wrong: Naive = |sheet| {
        let line = sheet.ints(0);
        let runs = line.chunk_by(PartialEq::eq).map(<[i64]>::len);
        json!(runs.collect::<Vec<_>>())
    };
    check_shrinks("image", "compte_0_1", wrong, &json!([[1]]));
}

#[test]
fn a_rectangle_as_wide_as_its_first_row_shrinks_to_six_pixels() {
    let wrong: Naive = |sheet| {
        let (rows, pos) = (sheet.rows(0), sheet.ints(1));
        let (i, j) = (pos[0] as usize, pos[1] as usize);
        let row = &rows[i][j..];
        let width = row.iter().take_while(|pixel| **pixel == row[0]).count();
        let same = |row: &&Vec<i64>| row[j..j + width].iter().all(|pixel| *pixel == rows[i][j]);
        json!([rows[i..].iter().take_while(same).count(), width])
    };
    let by_hand = json!([[[1, 1], [1, 0], [1, 0]], [0, 0]]);
    check_shrinks("image", "rectangle_max", wrong, &by_hand);
}

#[test]
fn an_alignment_that_counts_its_disc_twice_shrinks_to_one_disc() {
    let wrong: Naive = |sheet| {
        let (line, column) = (sheet.int(1) as usize, sheet.int(2) as usize);
        json!(if sheet.rows(0)[line][column] == 0 {
            0
        } else {
            2
        })
    };
    let found = smallest("puissance4", "nb_pions_alignes", wrong);
    let discs = found.args[0].as_array().unwrap().iter().flat_map(ints);
    assert_eq!(discs.filter(|cell| *cell != 0).count(), 1, "{found:?}");
}

#[test]
fn changing_an_argument_that_must_stay_the_same_is_wrong() {
    let wrong: Naive = |sheet| {
        let before = sheet.args[0].clone();
        sheet.args[0] = json!([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        let case = Case::new(vec![before, sheet.args[1].clone()]);
        let function = subject("awale").unwrap().function("test_famine").unwrap();
        function.call(&case, &mut Seeded::new(0)).unwrap().returned
    };
    let function = subject("awale").unwrap().function("test_famine").unwrap();
    let case = function.inputs(1).next().unwrap().case();
    let Judgement::Wrong(difference) = function.judge(&case, &run(wrong, &case, 0)).unwrap() else {
        panic!("emptying the board was accepted");
    };
    assert_eq!(difference.part, Part::Argument(0));
}

#[test]
fn shrinking_stops_at_its_maximum_number_of_calls() {
    let function = subject("dominos").unwrap().function("histogramme").unwrap();
    let mut calls = 0;
    let input = function
        .inputs(1)
        .find(|input| input.case().args[0] != json!([]))
        .unwrap();
    input.shrink(10, |_| {
        calls += 1;
        true
    });
    assert!(calls <= 10, "{calls}");
}
