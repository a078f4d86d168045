//! The subject's own functions, on tiles as they are written: `[2, 3]` and `[3, 2]` differ here (R16).

use table::Chance;

/// A tile as written: which half comes first matters.
pub type Pair = [u8; 2];

/// Why one of these functions has no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SubjectError {
    /// Fewer tiles than were asked for.
    #[error("{wanted} tiles cannot be taken out of {left}")]
    TooFew {
        /// How many were asked for.
        wanted: usize,
        /// How many there are.
        left: usize,
    },
    /// A line or a hand without a tile, where one is needed.
    #[error("there is no tile")]
    Empty,
    /// The tile touches neither end of the line.
    #[error("{0:?} fits neither end")]
    DoesNotFit(Pair),
}

/// All tiles of a box, the highest first.
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

/// Takes `n` tiles out of `tiles`, each as likely as the others.
///
/// # Errors
/// When there are not that many; nothing is taken then.
#[doc(alias = "distribue")]
pub fn deal(
    tiles: &mut Vec<Pair>,
    n: usize,
    luck: &mut dyn Chance,
) -> Result<Vec<Pair>, SubjectError> {
    let left = tiles.len();
    if n > left {
        return Err(SubjectError::TooFew { wanted: n, left });
    }
    let mut take = || tiles.remove(luck.below(tiles.len() as u32) as usize);
    Ok((0..n).map(|_| take()).collect())
}

/// Whether `one` comes strictly before `other` in decreasing order, first halves first.
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

/// The tiles in decreasing order.
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

/// The doubles of a hand, each with its place counted from 1.
///
/// ```
/// let hand = [[6, 1], [5, 4], [5, 0], [3, 3], [3, 1], [3, 0], [1, 1]];
/// assert_eq!(dominos::doubles(&hand), [([3, 3], 4), ([1, 1], 7)]);
/// ```
pub fn doubles(hand: &[Pair]) -> Vec<(Pair, usize)> {
    placed(hand, |[one, other]| one == other)
}

/// How often each number is on the tiles of a hand; a double counts twice.
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

/// The numbers that are on a hand most often, in increasing order.
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

/// The tiles of a hand that fit one of two ends, each with its place counted from 1.
///
/// ```
/// let hand = [[6, 1], [5, 4], [5, 0], [3, 3], [3, 1], [3, 0], [1, 1]];
/// let possible = dominos::possible_at(&hand, 5, 0);
/// assert_eq!(possible, [([5, 4], 2), ([5, 0], 3), ([3, 0], 6)]);
/// ```
#[doc(alias = "possibilites")]
pub fn possible_at(hand: &[Pair], left: u8, right: u8) -> Vec<(Pair, usize)> {
    placed(hand, |pair| fits(pair, left) || fits(pair, right))
}

/// The places, from 0, of the tiles of a hand that fit a line.
///
/// ```
/// let possible = dominos::possible_on(&[[3, 4], [4, 4]], &[[2, 3], [1, 5], [4, 6]])?;
/// assert_eq!(possible, [0, 2]);
/// # Ok::<(), dominos::SubjectError>(())
/// ```
///
/// # Errors
/// When the line is empty.
#[doc(alias = "possibilites")]
pub fn possible_on(line: &[Pair], hand: &[Pair]) -> Result<Vec<usize>, SubjectError> {
    let [left, right] = ends_of(line)?;
    let possible = possible_at(hand, left, right);
    Ok(possible.into_iter().map(|(_, place)| place - 1).collect())
}

/// The line with a tile laid, turned so that it matches: at the left if it fits there, else at the
/// right.
///
/// ```
/// use dominos::lay;
/// assert_eq!(lay([4, 6], &[[3, 4], [4, 4]])?, [[3, 4], [4, 4], [4, 6]]);
/// assert_eq!(lay([3, 4], &[[3, 2], [2, 4]])?, [[4, 3], [3, 2], [2, 4]]);
/// # Ok::<(), dominos::SubjectError>(())
/// ```
///
/// # Errors
/// When the line is empty, or the tile fits neither end.
#[doc(alias = "positionne")]
pub fn lay(tile: Pair, line: &[Pair]) -> Result<Vec<Pair>, SubjectError> {
    let [left, right] = ends_of(line)?;
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
        return Err(SubjectError::DoesNotFit(tile));
    };
    Ok([at_left, line, at_right].concat())
}

/// One turn of the subject's strategy: lays the first possible tile of the hand and answers 0
/// passes, or one pass more than `passes` when none is possible.
///
/// ```
/// let (mut line, mut hand) = (vec![[3, 4]], vec![[1, 5], [4, 6]]);
/// assert_eq!(dominos::take_turn(&mut line, &mut hand, 1), Ok(0));
/// assert_eq!((&line[..], &hand[..]), (&[[3, 4], [4, 6]][..], &[[1, 5]][..]));
/// assert_eq!(dominos::take_turn(&mut line, &mut hand, 0), Ok(1));
/// ```
///
/// # Errors
/// When the line is empty.
#[doc(alias = "un_tour_de_jeu")]
pub fn take_turn(
    line: &mut Vec<Pair>,
    hand: &mut Vec<Pair>,
    passes: u32,
) -> Result<u32, SubjectError> {
    let possible = possible_on(line, hand)?;
    let Some(&place) = possible.first() else {
        return Ok(passes + 1);
    };
    *line = lay(hand[place], line)?;
    hand.remove(place);
    Ok(0)
}

/// Whether the first tile of the first hand comes before that of the second.
///
/// ```
/// assert_eq!(dominos::first_begins(&[[6, 5], [2, 1]], &[[6, 4]]), Ok(true));
/// ```
///
/// # Errors
/// When a hand is empty.
#[doc(alias = "is_player1_first")]
pub fn first_begins(first: &[Pair], second: &[Pair]) -> Result<bool, SubjectError> {
    match (first, second) {
        (&[one, ..], &[other, ..]) => Ok(is_before(one, other)),
        _ => Err(SubjectError::Empty),
    }
}

fn placed(hand: &[Pair], keep: impl Fn(Pair) -> bool) -> Vec<(Pair, usize)> {
    let places = hand.iter().copied().zip(1..);
    places.filter(|&(pair, _)| keep(pair)).collect()
}

fn fits(pair: Pair, end: u8) -> bool {
    pair.contains(&end)
}

fn ends_of(line: &[Pair]) -> Result<[u8; 2], SubjectError> {
    match (line.first(), line.last()) {
        (Some(&[left, _]), Some(&[_, right])) => Ok([left, right]),
        _ => Err(SubjectError::Empty),
    }
}

#[cfg(test)]
mod tests {
    use table::Seeded;

    use super::*;

    #[test]
    fn dealing_takes_tiles_out_of_the_box_and_never_more_than_there_are() {
        let mut tiles = full_box(6);
        let mut luck = Seeded::new(1);
        let hand = deal(&mut tiles, 10, &mut luck).unwrap();
        assert_eq!((hand.len(), tiles.len()), (10, 18));
        assert!(hand.iter().all(|tile| !tiles.contains(tile)));
        let too_few = SubjectError::TooFew {
            wanted: 19,
            left: 18,
        };
        assert_eq!(deal(&mut tiles, 19, &mut luck), Err(too_few));
        assert_eq!(tiles.len(), 18);
    }

    #[test]
    fn a_tile_that_fits_both_ends_goes_left_whichever_half_matches() {
        let line = [[3, 2], [2, 4]];
        assert_eq!(lay([4, 3], &line).unwrap()[0], [4, 3]);
        assert_eq!(lay([3, 4], &line).unwrap()[0], [4, 3]);
    }

    #[test]
    fn a_tile_that_fits_neither_end_is_refused() {
        assert_eq!(
            lay([1, 5], &[[3, 4]]),
            Err(SubjectError::DoesNotFit([1, 5]))
        );
        assert_eq!(lay([1, 5], &[]), Err(SubjectError::Empty));
    }
}
