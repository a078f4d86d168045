//! The subject's functions on tiles written as pairs of numbers, where `[2, 3]` and `[3, 2]` differ
//! (R16).

use table::Chance;

/// A tile written as its two numbers, whose order matters.
pub type Pair = [u8; 2];

/// All tiles of a box with numbers up to `max`, the highest first.
///
/// ```
/// let tiles = dominos::full_box(6);
/// assert_eq!((tiles.len(), tiles[0], tiles[7], tiles[27]), (28, [6, 6], [5, 5], [0, 0]));
/// ```
#[doc(alias = "creation_jeu")]
pub fn full_box(max: u8) -> Vec<Pair> {
    let down = |from: u8| (0..=from).rev();
    down(max)
        .flat_map(|high| down(high).map(move |low| [high, low]))
        .collect()
}

/// Removes `n` random tiles from `tiles`, each as likely, and returns them; `None` if there are fewer,
/// and `tiles` stays unchanged.
#[doc(alias = "distribue")]
pub fn deal<T>(tiles: &mut Vec<T>, n: usize, luck: &mut dyn Chance) -> Option<Vec<T>> {
    if n > tiles.len() {
        return None;
    }
    let mut take = || tiles.remove(luck.below(tiles.len() as u32) as usize);
    Some((0..n).map(|_| take()).collect())
}

/// Returns whether `one` comes strictly before `other` in decreasing order, compared by first numbers,
/// then by second numbers.
///
/// ```
/// use dominos::is_before;
/// assert!(is_before([6, 2], [5, 0]));
/// assert!(is_before([2, 3], [1, 2]) && !is_before([2, 3], [2, 4]));
/// ```
#[doc(alias = "est_avant")]
pub fn is_before(one: Pair, other: Pair) -> bool {
    one > other
}

/// The tiles of a hand in decreasing order.
///
/// ```
/// let hand = [[1, 2], [3, 4], [1, 3], [2, 0]];
/// assert_eq!(dominos::sorted_down(&hand), [[3, 4], [2, 0], [1, 3], [1, 2]]);
/// ```
#[doc(alias = "tri_decr")]
pub fn sorted_down(hand: &[Pair]) -> Vec<Pair> {
    let mut sorted = hand.to_vec();
    sorted.sort_by(|one, other| other.cmp(one));
    sorted
}

/// The doubles of a hand, each with its position from 1.
///
/// ```
/// let hand = [[6, 1], [5, 4], [5, 0], [3, 3], [3, 1], [3, 0], [1, 1]];
/// assert_eq!(dominos::doubles(&hand), [([3, 3], 4), ([1, 1], 7)]);
/// ```
pub fn doubles(hand: &[Pair]) -> Vec<(Pair, usize)> {
    with_positions(hand, |[one, other]| one == other)
}

/// Counts how often each number occurs on the tiles of a hand; a double counts twice.
///
/// ```
/// let hand = [[6, 1], [5, 4], [5, 0], [3, 3], [3, 1], [3, 0], [1, 1]];
/// assert_eq!(dominos::histogram(&hand), [2, 4, 0, 4, 1, 2, 1]);
/// ```
#[doc(alias = "histogramme")]
pub fn histogram(hand: &[Pair]) -> Vec<usize> {
    let halves = || hand.iter().flatten();
    let largest = halves().copied().max().unwrap_or(0).max(crate::MAX_PIPS);
    (0..=largest)
        .map(|pips| halves().filter(|&&half| half == pips).count())
        .collect()
}

/// The numbers that occur most often on the tiles of a hand, in increasing order.
///
/// ```
/// let hand = [[6, 1], [5, 4], [5, 0], [3, 3], [3, 1], [3, 0], [1, 1]];
/// assert_eq!(dominos::most_present(&hand), [1, 3]);
/// ```
#[doc(alias = "max_presence")]
#[doc(alias = "maxpresence")]
pub fn most_present(hand: &[Pair]) -> Vec<usize> {
    let counts = histogram(hand);
    let most = counts.iter().max();
    (0..counts.len())
        .filter(|&pips| counts.get(pips) == most)
        .collect()
}

/// The tiles of a hand that fit one of two ends, each with its position from 1.
///
/// ```
/// let hand = [[6, 1], [5, 4], [5, 0], [3, 3], [3, 1], [3, 0], [1, 1]];
/// let possible = dominos::possible_at(&hand, 5, 0);
/// assert_eq!(possible, [([5, 4], 2), ([5, 0], 3), ([3, 0], 6)]);
/// ```
#[doc(alias = "possibilites")]
pub fn possible_at(hand: &[Pair], left: u8, right: u8) -> Vec<(Pair, usize)> {
    with_positions(hand, |pair| fits(pair, left) || fits(pair, right))
}

/// The positions, from 0, of the tiles of a hand that fit a line; `None` if the line is empty.
///
/// ```
/// let possible = dominos::possible_on(&[[3, 4], [4, 4]], &[[2, 3], [1, 5], [4, 6]]);
/// assert_eq!(possible, Some(vec![0, 2]));
/// ```
#[doc(alias = "possibilites")]
pub fn possible_on(line: &[Pair], hand: &[Pair]) -> Option<Vec<usize>> {
    let [left, right] = line_ends(line)?;
    let possible = possible_at(hand, left, right).into_iter();
    Some(possible.map(|(_, position)| position - 1).collect())
}

/// The line after a tile is laid, turned so that it matches: at the left end if it fits there,
/// otherwise at the right end; `None` if it fits neither or the line is empty.
///
/// ```
/// use dominos::lay;
/// assert_eq!(lay([4, 6], &[[3, 4], [4, 4]]), Some(vec![[3, 4], [4, 4], [4, 6]]));
/// assert_eq!(lay([3, 4], &[[3, 2], [2, 4]]), Some(vec![[4, 3], [3, 2], [2, 4]]));
/// ```
#[doc(alias = "positionne")]
pub fn lay(tile: Pair, line: &[Pair]) -> Option<Vec<Pair>> {
    let [left, right] = line_ends(line)?;
    let [one, other] = tile;
    let (at_left, at_right): (&[Pair], &[Pair]) = if one == left {
        (&[[other, one]], &[])
    } else if other == left {
        (&[tile], &[])
    } else if one == right {
        (&[], &[tile])
    } else if other == right {
        (&[], &[[other, one]])
    } else {
        return None;
    };
    Some([at_left, line, at_right].concat())
}

/// Plays one turn of the subject's strategy: lays the first possible tile of the hand and returns 0,
/// or returns `passes + 1` when no tile is possible; `None` if the line is empty.
///
/// ```
/// let (mut line, mut hand) = (vec![[3, 4]], vec![[1, 5], [4, 6]]);
/// assert_eq!(dominos::take_turn(&mut line, &mut hand, 1), Some(0));
/// assert_eq!((&line[..], &hand[..]), (&[[3, 4], [4, 6]][..], &[[1, 5]][..]));
/// assert_eq!(dominos::take_turn(&mut line, &mut hand, 0), Some(1));
/// ```
#[doc(alias = "un_tour_de_jeu")]
pub fn take_turn(line: &mut Vec<Pair>, hand: &mut Vec<Pair>, passes: u32) -> Option<u32> {
    let possible = possible_on(line, hand)?;
    let Some(&position) = possible.first() else {
        return Some(passes + 1);
    };
    *line = lay(hand[position], line)?;
    hand.remove(position);
    Some(0)
}

/// Returns whether the first tile of the first hand comes before that of the second; `None` if a hand
/// is empty.
///
/// ```
/// assert_eq!(dominos::first_begins(&[[6, 5], [2, 1]], &[[6, 4]]), Some(true));
/// ```
#[doc(alias = "is_player1_first")]
pub fn first_begins(first: &[Pair], second: &[Pair]) -> Option<bool> {
    Some(is_before(*first.first()?, *second.first()?))
}

/// The tiles of a hand that satisfy `keep`, each with its position from 1.
fn with_positions(hand: &[Pair], keep: impl Fn(Pair) -> bool) -> Vec<(Pair, usize)> {
    let positions = hand.iter().copied().zip(1..);
    positions.filter(|&(pair, _)| keep(pair)).collect()
}

fn fits(pair: Pair, end: u8) -> bool {
    pair.contains(&end)
}

/// The numbers at the ends of a line.
fn line_ends(line: &[Pair]) -> Option<[u8; 2]> {
    let (&[left, _], &[_, right]) = (line.first()?, line.last()?);
    Some([left, right])
}

#[cfg(test)]
mod tests {
    use table::Seeded;

    use super::*;

    #[test]
    fn dealing_removes_tiles_from_the_box_and_never_more_than_there_are() {
        let mut tiles = full_box(6);
        let mut luck = Seeded::new(1);
        let hand = deal(&mut tiles, 10, &mut luck).unwrap();
        assert_eq!((hand.len(), tiles.len()), (10, 18));
        assert!(hand.iter().all(|tile| !tiles.contains(tile)));
        assert_eq!(deal(&mut tiles, 19, &mut luck), None);
        assert_eq!(tiles.len(), 18);
    }

    #[test]
    fn a_tile_that_fits_both_ends_is_laid_at_the_left() {
        let line = [[3, 2], [2, 4]];
        assert_eq!(lay([4, 3], &line).unwrap()[0], [4, 3]);
        assert_eq!(lay([3, 4], &line).unwrap()[0], [4, 3]);
    }

    #[test]
    fn a_tile_that_fits_neither_end_is_refused() {
        assert_eq!(lay([1, 5], &[[3, 4]]), None);
        assert_eq!(lay([1, 5], &[]), None);
    }
}
