//! The opening book: the scores of all positions with few discs, computed by the solver.
//!
//! A file is `P4BK`, a version, the number of discs, the number of positions (four bytes,
//! little-endian), then the score of each position in one signed byte, then the CRC-32 of all these
//! bytes, little-endian. The positions themselves are not stored: they are all positions with that
//! many discs up to mirror image that are not over, sorted by key. A file that ends earlier is an
//! unfinished book.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, mpsc};

use table::{Budget, Explain};

use crate::engine::board::Board;
use crate::engine::solver::Solver;
use crate::grid::Column;

/// First bytes of every book.
const MAGIC: &[u8; 4] = b"P4BK";
const VERSION: u8 = 2;
/// Lengths in bytes of the header and of the checksum.
const HEADER: usize = 10;
const SUM: usize = 4;
/// Most discs of the positions of a book: with more, the list of positions is too long.
pub const MOST_PLIES: u8 = 12;
/// Number of neighbouring positions that one thread solves in a row: their searches share positions.
const CHUNK: usize = 8;

/// The scores of all positions with up to `plies` discs.
#[derive(Debug)]
pub struct Book {
    plies: u8,
    /// Keys and scores by number of discs, sorted by key.
    scores: Vec<Vec<(u64, i8)>>,
}

/// The reason why a file is not a finished book.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
pub enum BookError {
    /// The file does not begin with the header of this version.
    #[message("puissance4-book-format")]
    Format,
    /// The positions have more discs than a book may have.
    #[message("puissance4-book-plies", plies = _0, most = MOST_PLIES)]
    Plies(u8),
    /// More bytes follow the header, the first number, than the scores of its positions, the second
    /// number, and a checksum take.
    #[message("puissance4-book-count", found = _0, expected = _1)]
    Count(usize, usize),
    /// The book has fewer scores, the first number, than positions, the second: the build was
    /// stopped, or the file was cut.
    #[message("puissance4-book-unfinished", found = _0, expected = _1)]
    Unfinished(usize, usize),
    /// The book has all scores but no checksum.
    #[message("puissance4-book-no-checksum")]
    NoChecksum,
    /// The checksum does not match the bytes before it.
    #[message("puissance4-book-damaged")]
    Damaged,
}

/// The contents of a book file that may be unfinished.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartialBook {
    /// Number of discs of its positions.
    pub plies: u8,
    /// Scores of the first positions, in the order of keys.
    pub scores: Vec<i8>,
    /// Whether the file ends with a matching checksum.
    pub whole: bool,
}

impl PartialBook {
    /// Length of the file in bytes up to the last score.
    pub fn bytes(&self) -> usize {
        HEADER + self.scores.len()
    }
}

impl Book {
    /// The book of 8 discs that is part of the program.
    pub fn shipped() -> &'static Self {
        static SHIPPED: LazyLock<Book> = LazyLock::new(|| {
            Book::read(include_bytes!("../../book.p4")).expect("the shipped book is finished")
        });
        &SHIPPED
    }

    /// Parses a finished book.
    pub fn read(bytes: &[u8]) -> Result<Self, BookError> {
        let part = read_part(bytes)?;
        let (plies, scores) = (part.plies, part.scores);
        let levels = levels(plies);
        let last = levels.last().expect("the empty board is a level");
        if scores.len() != last.len() {
            return Err(BookError::Unfinished(scores.len(), last.len()));
        }
        if !part.whole {
            return Err(BookError::NoChecksum);
        }
        let known = last.iter().map(|board| board.symmetric_key());
        let mut book = Self {
            plies,
            scores: vec![known.zip(scores.iter().copied()).collect()],
        };
        let earlier = levels.iter().rev().skip(1);
        earlier.for_each(|level| book.back_up(level));
        Ok(book)
    }

    /// Adds a level with one disc fewer than the first known one: the score of a position is the
    /// best of its moves.
    fn back_up(&mut self, level: &[Board]) {
        let score = |after: Board| {
            let over = crate::engine::solver::score_when_over(after);
            let known = || find(&self.scores[0], after);
            -over
                .or_else(known)
                .expect("every position of the next level has a score")
        };
        let best = |board: &Board| {
            let scores = moves(*board).map(score);
            let best = scores.max().expect("a position of the book is not full");
            (board.symmetric_key(), best as i8)
        };
        let scores = level.iter().map(best).collect();
        self.scores.insert(0, scores);
    }

    /// Most discs of a position in the book.
    pub const fn plies(&self) -> u8 {
        self.plies
    }

    /// The score of a position; `None` unless it has few enough discs, can be reached by play and is
    /// not over.
    pub fn score(&self, board: Board) -> Option<i32> {
        let level = self.scores.get(board.discs() as usize)?;
        find(level, board)
    }
}

fn find(level: &[(u64, i8)], board: Board) -> Option<i32> {
    let index = level.binary_search_by_key(&board.symmetric_key(), |&(key, _)| key);
    Some(level[index.ok()?].1.into())
}

/// All positions of `plies` discs that can be reached and are not over, one of each mirror pair,
/// sorted by key.
pub fn positions(plies: u8) -> Vec<Board> {
    levels(plies).pop().expect("the empty board is a level")
}

/// The lists of [`positions`] for every number of discs up to `plies`.
fn levels(plies: u8) -> Vec<Vec<Board>> {
    let mut levels = vec![vec![Board::EMPTY]];
    for _ in 0..plies {
        let level = levels.last().expect("the empty board is a level");
        let after = level.iter().flat_map(|board| moves(*board));
        let going_on = after.filter(|board| !board.is_lost());
        let mut next: Vec<Board> = going_on.map(canonical).collect();
        next.sort_unstable_by_key(|board| board.key());
        next.dedup();
        levels.push(next);
    }
    levels
}

/// The boards after each move.
fn moves(board: Board) -> impl Iterator<Item = Board> {
    Column::all().filter_map(move |column| board.after(column))
}

/// The board or its mirror image, the one with the smaller key.
fn canonical(board: Board) -> Board {
    let mirrored = board.mirrored();
    if board.key() <= mirrored.key() {
        board
    } else {
        mirrored
    }
}

/// The header of a book with this many discs and positions.
pub fn header(plies: u8, positions: usize) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend([VERSION, plies]);
    bytes.extend((positions as u32).to_le_bytes());
    bytes
}

/// The checksum of a book, from its header and all its scores.
pub fn sum(bytes: &[u8]) -> [u8; SUM] {
    crc32fast::hash(bytes).to_le_bytes()
}

/// Parses a book that may be unfinished; an incomplete checksum counts as missing.
pub fn read_part(bytes: &[u8]) -> Result<PartialBook, BookError> {
    let (header, rest) = bytes.split_at_checked(HEADER).ok_or(BookError::Format)?;
    let (start, count) = header.split_at(MAGIC.len() + 2);
    let plies = start[MAGIC.len() + 1];
    if !start.starts_with(MAGIC) || start[MAGIC.len()] != VERSION {
        return Err(BookError::Format);
    }
    if plies > MOST_PLIES {
        return Err(BookError::Plies(plies));
    }
    let count = count.try_into().map_err(|_| BookError::Format)?;
    let found = u32::from_le_bytes(count) as usize;
    let (scores, end) = rest.split_at(found.min(rest.len()));
    if end.len() > SUM {
        return Err(BookError::Count(rest.len(), found));
    }
    let whole = end.len() == SUM;
    if whole && sum(&bytes[..HEADER + found]) != *end {
        return Err(BookError::Damaged);
    }
    Ok(PartialBook {
        plies,
        scores: scores.iter().map(|byte| byte.cast_signed()).collect(),
        whole,
    })
}

/// Solves `boards` on the threads of the budget and passes their scores to `each` in order; stops
/// early when the budget is used up. The threads share a transposition table of `table_bytes` bytes.
pub fn solve_all(
    boards: &[Board],
    table_bytes: usize,
    budget: &Budget<'_>,
    each: &mut dyn FnMut(&[i8]),
) {
    let solver = Solver::new(table_bytes);
    let next = AtomicUsize::new(0);
    let (results, found) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..budget.threads() {
            let results = results.clone();
            let (solver, next) = (solver.sharing_table(), &next);
            scope.spawn(move || {
                let indices = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
                let mut found = indices.map_while(|index| {
                    let chunk = boards.chunks(CHUNK).nth(index)?;
                    Some((index, solve_chunk(&solver, chunk, budget)?))
                });
                found.try_for_each(|scores| results.send(scores))
            });
        }
        drop(results);
        in_order(&found, each);
    });
}

/// The scores of a few positions; `None` when the budget is used up first.
fn solve_chunk(solver: &Solver, boards: &[Board], budget: &Budget<'_>) -> Option<Vec<i8>> {
    let score = |board: &Board| Some(solver.solve_alone(*board, budget).bounds.exact()? as i8);
    boards.iter().map(score).collect()
}

/// Passes results to `each` in the order of their numbers; results that arrive early wait.
fn in_order(found: &mpsc::Receiver<(usize, Vec<i8>)>, each: &mut dyn FnMut(&[i8])) {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    for (index, scores) in found {
        waiting.insert(index, scores);
        while let Some(scores) = waiting.remove(&next) {
            each(&scores);
            next += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use table::{Limits, Monotonic};

    use super::*;

    #[test]
    fn the_numbers_of_positions_equal_published_counts() {
        // The published counts include both mirror images.
        for (plies, known) in (0..).zip([1, 7, 49, 238, 1120, 4263, 16422]) {
            let boards = positions(plies);
            let symmetric = boards.iter().filter(|board| board.mirrored() == **board);
            assert_eq!(2 * boards.len() - symmetric.count(), known, "{plies} discs");
        }
        assert_eq!(positions(6).len(), 8231);
    }

    #[test]
    fn the_shipped_book_has_the_published_scores_of_the_first_moves() {
        let book = Book::shipped();
        assert_eq!(book.plies(), 8);
        assert_eq!(book.score(Board::EMPTY), Some(1));
        // Published results: the middle column wins, its neighbours draw, the others lose.
        let after = |column| book.score(Board::EMPTY.after(column)?).map(|score| -score);
        let worth: Vec<Option<i32>> = Column::all().map(after).collect();
        assert_eq!(worth, [-2, -1, 0, 1, 0, -1, -2].map(Some));
    }

    #[test]
    fn scores_are_backed_up_to_the_empty_board_and_found_in_the_mirror() {
        // The scores are invented: the test is that each level takes the best of the next.
        let boards = positions(2);
        let mut bytes = header(2, boards.len());
        bytes.extend((0..boards.len()).map(|index| index as u8));
        bytes.extend(sum(&bytes));
        let book = Book::read(&bytes).unwrap();
        let after = |columns: &[u8]| {
            columns.iter().fold(Board::EMPTY, |board, &number| {
                board.after(Column::new(number).unwrap()).unwrap()
            })
        };
        let score = |columns: &[u8]| book.score(after(columns)).unwrap();
        for first in 1..=7 {
            let best = (1..=7).map(|second| -score(&[first, second])).max();
            assert_eq!(Some(score(&[first])), best);
            assert_eq!(score(&[first]), score(&[8 - first]));
        }
        assert_eq!(
            score(&[]),
            (1..=7).map(|first| -score(&[first])).max().unwrap()
        );
        assert_eq!(book.score(after(&[1, 1, 1])), None);
    }

    #[test]
    fn malformed_books_are_refused() {
        let mut bytes = header(1, 4);
        assert_eq!(Book::read(&bytes).unwrap_err(), BookError::Unfinished(0, 4));
        bytes[5] = 13;
        assert_eq!(read_part(&bytes), Err(BookError::Plies(13)));
        bytes[4] = 1;
        assert_eq!(read_part(&bytes), Err(BookError::Format));
        assert_eq!(read_part(b"P4BK"), Err(BookError::Format));
    }

    #[test]
    fn every_flipped_bit_and_every_truncation_is_detected() {
        let boards = positions(2);
        let mut bytes = header(2, boards.len());
        bytes.extend(vec![0; boards.len()]);
        bytes.extend(sum(&bytes));
        assert_eq!(Book::read(&bytes).map(|book| book.plies()), Ok(2));
        for index in 0..bytes.len() {
            assert!(Book::read(&bytes[..index]).is_err(), "cut at {index}");
            for bit in 0..8 {
                let mut flipped = bytes.clone();
                flipped[index] ^= 1 << bit;
                let read = Book::read(&flipped).map(|book| book.plies());
                assert!(read.is_err(), "bit {bit} of byte {index}");
            }
        }
    }

    #[test]
    fn scores_come_in_order_with_any_number_of_threads() {
        // Positions of 29 discs keep the test short.
        let late = |digits: &str| {
            digits.bytes().fold(Board::EMPTY, |board, digit| {
                board.after(Column::new(digit - b'0').unwrap()).unwrap()
            })
        };
        let start = late("5612622246411744226311757775");
        let boards: Vec<Board> = Column::all()
            .filter_map(|column| start.after(column))
            .collect();
        let boards = boards.repeat(9);
        let solve = |threads| {
            let limits = Limits {
                threads,
                ..Limits::default()
            };
            let clock = Monotonic::start();
            let mut scores = Vec::new();
            solve_all(&boards, 0, &Budget::new(&limits, &clock), &mut |found| {
                scores.extend_from_slice(found);
            });
            scores
        };
        assert_eq!(solve(1).len(), boards.len());
        assert_eq!(solve(1), solve(3));
    }
}
