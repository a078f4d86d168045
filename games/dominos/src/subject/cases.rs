//! Generated cases for the functions of dominos, and the check of answers where several are right.

use crate::{Pair, lay, possible_on, sorted_down};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value as Json, json};

use super::{distinct, many, one};
use subject::{Args, CallError, CallOutcome, Case, Law, Relation, same};

/// Maximum number of sets of tiles that are counted one by one.
const MOST_CLASSES: usize = 64;

fn pair() -> impl Strategy<Value = Pair> {
    [0u8..=6, 0u8..=6]
}

/// The tiles without repetition; `[2, 3]` and `[3, 2]` are the same.
fn once(tiles: impl IntoIterator<Item = Pair>) -> Vec<Pair> {
    let mut kept = Vec::new();
    for tile in tiles {
        kept.push(tile);
        if !distinct(&kept) {
            kept.pop();
        }
    }
    kept
}

fn tiles(fewest: usize, most: usize) -> impl Strategy<Value = Vec<Pair>> {
    vec(pair(), fewest..=most).prop_map(once)
}

/// A line whose halves match, and a hand of other tiles.
fn line_and_hand() -> impl Strategy<Value = (Vec<Pair>, Vec<Pair>)> {
    (vec(0u8..=6, 2..8), vec(pair(), 0..10)).prop_map(|(ends, drawn)| {
        let mut line = vec![[ends[0], ends[1]]];
        for &end in &ends[2..] {
            line.push([line[line.len() - 1][1], end]);
            if !distinct(&line) {
                line.pop();
            }
        }
        let hand = once(line.iter().copied().chain(drawn)).split_off(line.len());
        (line, hand)
    })
}

fn case(args: impl IntoIterator<Item = Json>) -> Case {
    Case::new(args.into_iter().collect())
}

pub(super) fn largest_half() -> BoxedStrategy<Case> {
    (0u8..=9).prop_map(|max| case([json!(max)])).boxed()
}

/// Boxes of few tiles, so that every hand can be counted, or the subject's deal of 10 tiles.
pub(super) fn box_and_number() -> BoxedStrategy<Case> {
    let few = (tiles(1, 6), any::<Index>()).prop_map(|(tiles, number)| {
        let number = number.index(tiles.len() + 1);
        case([json!(tiles), json!(number)])
    });
    let whole = Just(case([json!(crate::full_box(6)), json!(10)]));
    prop_oneof![4 => few, 1 => whole].boxed()
}

pub(super) fn two_tiles() -> BoxedStrategy<Case> {
    let different = |(d, e): (Pair, Pair)| {
        let same = !distinct(&[d, e]);
        let e = if same { [e[0], (e[1] + 1) % 7] } else { e };
        case([json!(d), json!(e)])
    };
    (pair(), pair()).prop_map(different).boxed()
}

pub(super) fn hand() -> BoxedStrategy<Case> {
    tiles(0, 12).prop_map(|hand| case([json!(hand)])).boxed()
}

pub(super) fn some_hand() -> BoxedStrategy<Case> {
    tiles(1, 12).prop_map(|hand| case([json!(hand)])).boxed()
}

pub(super) fn two_hands() -> BoxedStrategy<Case> {
    let cut = |(tiles, place): (Vec<Pair>, Index)| {
        let (one, other) = tiles.split_at(1 + place.index(tiles.len() - 1));
        case([json!(sorted_down(one)), json!(sorted_down(other))])
    };
    // Two different tiles come first, so that both hands have one.
    let drawn = ([0u8..=6, 0u8..=6], vec(pair(), 0..10)).prop_map(|([a, b], drawn)| {
        once(
            [[a, b], [b, (a + 1) % 7], [a, (b + 1) % 7]]
                .into_iter()
                .chain(drawn),
        )
    });
    (drawn, any::<Index>()).prop_map(cut).boxed()
}

pub(super) fn both_forms() -> BoxedStrategy<Case> {
    let on_a_line = line_and_hand().prop_map(|(line, hand)| case([json!(line), json!(hand)]));
    let at_two_ends = (tiles(0, 12), 0u8..=6, 0u8..=6)
        .prop_map(|(hand, left, right)| case([json!(hand), json!(left), json!(right)]));
    prop_oneof![on_a_line, at_two_ends].boxed()
}

pub(super) fn tile_and_line() -> BoxedStrategy<Case> {
    (line_and_hand(), 0u8..=6, any::<[bool; 2]>())
        .prop_map(|((line, _), half, [left, turned])| {
            let end = if left {
                line[0][0]
            } else {
                line[line.len() - 1][1]
            };
            let tile = if turned { [half, end] } else { [end, half] };
            case([json!(tile), json!(line)])
        })
        .boxed()
}

pub(super) fn line_hand_passes() -> BoxedStrategy<Case> {
    (line_and_hand(), 0u8..=1)
        .prop_map(|((line, hand), passes)| case([json!(line), json!(hand), json!(passes)]))
        .boxed()
}

/// Relation of *`possibilites`*: neither the order of the places nor that of the columns matters.
pub(super) fn any_order(case: &Case) -> Relation {
    match case.args.get(2) {
        None | Some(Json::Null) => Relation::SameElements,
        Some(_) => Relation::SameColumns,
    }
}

/// The line with the tile at each end where it fits: the subject does not prescribe the end.
pub(super) fn either_end(case: &Case) -> Result<Vec<Json>, CallError> {
    let args = Args(case.args.clone());
    let ((line, form), tile) = (many(&args, 1)?, one(&args, 0)?);
    Ok(laid(tile, &line)
        .iter()
        .map(|line| form.tiles(line))
        .collect())
}

/// Every line that laying the tile can give.
fn laid(tile: Pair, line: &[Pair]) -> Vec<Vec<Pair>> {
    let backwards = |line: &[Pair]| -> Vec<Pair> {
        line.iter()
            .rev()
            .map(|&[one, other]| [other, one])
            .collect()
    };
    let at_left = lay(tile, line);
    let at_right = lay(tile, &backwards(line)).map(|line| backwards(&line));
    let both = at_left.into_iter().chain(at_right);
    both.filter(|laid| super::is_chain(laid)).collect()
}

/// Checks that a tile of the hand was laid where it fits, or that no tile fits and one more pass is
/// counted. The strategy may choose any tile.
pub(super) fn laid_or_passed(case: &Case, got: &CallOutcome) -> Result<bool, CallError> {
    let args = Args(case.args.clone());
    let ((line, form), (hand, _)) = (many(&args, 0)?, many(&args, 1)?);
    let Some([table, player, passes]) = got.returned.as_array().map(Vec::as_slice) else {
        return Ok(false);
    };
    let possible = possible_on(&line, &hand).unwrap_or_default();
    if possible.is_empty() {
        let one_more = json!(args.get::<u64>(2)? + 1);
        let same = same(table, args.json(0)) && same(player, args.json(1));
        return Ok(same && *passes == one_more);
    }
    let plays = possible.iter().any(|&place| {
        let mut rest = hand.clone();
        let tile = rest.remove(place);
        let fits = laid(tile, &line)
            .iter()
            .any(|line| same(table, &form.tiles(line)));
        fits && same(player, &form.tiles(&rest))
    });
    Ok(plays && *passes == json!(0))
}

/// A hand from the box, all sets equally likely. The subject asks for a draw without replacement: the box
/// keeps the rest in any order, or stays as it was.
pub(super) const DEALT: Law = Law {
    possible: |case, got| {
        let (before, n) = (Args(case.args.clone()), case.args.get(1));
        let after = Args(vec![
            got.returned.clone(),
            got.args.first().cloned().unwrap_or_default(),
        ]);
        let (box_before, form) = many(&before, 0)?;
        let Ok(((hand, _), (rest, _))) =
            many(&after, 0).and_then(|hand| Ok((hand, many(&after, 1)?)))
        else {
            return Ok(false);
        };
        let kept = box_before
            .iter()
            .filter(|tile| !hand.contains(tile))
            .copied();
        let (mut kept, mut rest, mut whole): (Vec<Pair>, _, _) =
            (kept.collect(), rest, box_before.clone());
        kept.sort_unstable();
        rest.sort_unstable();
        whole.sort_unstable();
        let given = got.returned.as_array();
        let as_many = n.is_none_or(|n| *n == json!(hand.len()));
        let in_form = same(&form.tiles(&hand), &got.returned) && given.is_some();
        let known = hand.iter().all(|tile| box_before.contains(tile)) && distinct(&hand);
        Ok(as_many && in_form && known && (kept == rest || whole == rest))
    },
    class: |got| {
        let mut hand = got.returned.as_array().cloned().unwrap_or_default();
        hand.sort_by_key(Json::to_string);
        Json::Array(hand)
    },
    shares: |case| {
        let args = Args(case.args.clone());
        let ((tiles, form), n) = (many(&args, 0)?, args.get::<Option<usize>>(1)?.unwrap_or(10));
        let Some(hands) = hands(&tiles, n) else {
            return Ok(None);
        };
        let share = 1.0 / hands.len() as f64;
        let class = |hand: Vec<Pair>| {
            let mut hand: Vec<Json> = hand.into_iter().map(|pair| form.tile(pair)).collect();
            hand.sort_by_key(Json::to_string);
            (Json::Array(hand), share)
        };
        Ok(Some(hands.into_iter().map(class).collect()))
    },
};

/// Every hand of `n` tiles, unless there are too many.
fn hands(tiles: &[Pair], n: usize) -> Option<Vec<Vec<Pair>>> {
    let most = MOST_CLASSES.ilog2() as usize;
    if tiles.len() > most {
        return None;
    }
    let picked = |bits: usize| {
        let tiles = tiles.iter().enumerate();
        tiles
            .filter(|(at, _)| bits >> at & 1 == 1)
            .map(|(_, &tile)| tile)
            .collect()
    };
    let of_n = |bits: &usize| bits.count_ones() as usize == n;
    Some((0..1 << tiles.len()).filter(of_n).map(picked).collect())
}
