//! The book: the score of every position of a few discs, made by the solver.
//!
//! A file is `P4BK`, a version, the number of discs, the number of positions (four bytes, lowest
//! first), then one signed byte a position: its score; then the CRC-32 of all that, lowest byte
//! first. The positions themselves are not stored: they are those of that many discs up to mirror
//! image, not over, in the order of their keys. A file that ends earlier is a book in the making.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, mpsc};

use table::{Budget, Explain, Message};

use crate::engine::board::Board;
use crate::engine::solver::Solver;
use crate::grid::Column;

const MAGIC: &[u8; 4] = b"P4BK";
const VERSION: u8 = 2;
const HEADER: usize = 10;
const SUM: usize = 4;
/// The deepest book: beyond it the list of positions itself is too long.
pub const MOST_PLIES: u8 = 12;
/// Neighbours solved in a row by one thread, because their searches meet the same positions.
const CHUNK: usize = 8;

/// Every score of positions with up to so many discs.
#[derive(Debug)]
pub struct Book {
    plies: u8,
    /// By number of discs, sorted by key.
    scores: Vec<Vec<(u64, i8)>>,
}

/// A file that is no book.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BookError {
    /// It does not begin as a book of this version does.
    #[error("not a book of this version")]
    Format,
    /// More discs than a book may have.
    #[error("a book of {0} discs: the most is {MOST_PLIES}")]
    Plies(u8),
    /// Another number of positions than there are.
    #[error("{found} positions where {expected} exist")]
    Count {
        /// The number in the file.
        found: usize,
        /// The number that exists.
        expected: usize,
    },
    /// Fewer scores than positions: not finished, or cut off.
    #[error("{found} scores for {expected} positions")]
    Unfinished {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// All scores, but not yet their sum.
    #[error("the checksum is missing")]
    Unsummed,
    /// Some byte is not what was written.
    #[error("the checksum does not match: a byte was changed")]
    Damaged,
}

impl Explain for BookError {
    fn explain(&self) -> Message {
        let counted = |key, found: usize, expected: usize| {
            let message = Message::new(key).with("found", found.to_string());
            message.with("expected", expected.to_string())
        };
        match *self {
            Self::Format => Message::new("puissance4-book-format"),
            Self::Plies(plies) => Message::new("puissance4-book-plies")
                .with("plies", plies)
                .with("most", MOST_PLIES),
            Self::Count { found, expected } => counted("puissance4-book-count", found, expected),
            Self::Unfinished { found, expected } => {
                counted("puissance4-book-unfinished", found, expected)
            }
            Self::Unsummed => Message::new("puissance4-book-unsummed"),
            Self::Damaged => Message::new("puissance4-book-damaged"),
        }
    }
}

/// A book that need not be finished.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// How many discs its positions have.
    pub plies: u8,
    /// The scores found so far.
    pub scores: Vec<i8>,
    /// Whether it ends with its checksum, which is right.
    pub whole: bool,
}

impl Part {
    /// How long the file is up to the last score.
    pub fn bytes(&self) -> usize {
        HEADER + self.scores.len()
    }
}

impl Book {
    /// The book inside the program.
    pub fn shipped() -> &'static Self {
        static SHIPPED: LazyLock<Book> = LazyLock::new(|| {
            Book::read(include_bytes!("../../book.p4")).expect("the shipped book is whole")
        });
        &SHIPPED
    }

    /// Reads a finished book.
    ///
    /// # Errors
    /// See [`BookError`].
    pub fn read(bytes: &[u8]) -> Result<Self, BookError> {
        let Part {
            plies,
            scores,
            whole,
        } = read_part(bytes)?;
        let levels = levels(plies);
        let last = levels.last().expect("the empty board is a level");
        if scores.len() != last.len() {
            return Err(BookError::Unfinished {
                found: scores.len(),
                expected: last.len(),
            });
        }
        if !whole {
            return Err(BookError::Unsummed);
        }
        let known = last.iter().map(|board| board.symmetric_key());
        let mut book = Self {
            plies,
            scores: vec![known.zip(scores.iter().copied()).collect()],
        };
        levels
            .iter()
            .rev()
            .skip(1)
            .for_each(|level| book.back_up(level));
        Ok(book)
    }

    /// Adds the positions with one disc fewer than those known.
    fn back_up(&mut self, level: &[Board]) {
        let score = |board: &Board| (board.symmetric_key(), self.backed_up(*board) as i8);
        let scores = level.iter().map(score).collect();
        self.scores.insert(0, scores);
    }

    fn backed_up(&self, board: Board) -> i32 {
        let after = Column::all().filter_map(|column| board.after(column));
        let score = |after: Board| {
            let over = crate::engine::solver::score_when_over(after);
            -over.unwrap_or_else(|| find(&self.scores[0], after).expect("listed"))
        };
        after
            .map(score)
            .max()
            .expect("a position of the book is not full")
    }

    /// How many discs its last positions have.
    pub const fn plies(&self) -> u8 {
        self.plies
    }

    /// The score of a position, if it is in the book: reached by play, not over, of few discs.
    pub fn score(&self, board: Board) -> Option<i32> {
        let level = self.scores.get(board.discs() as usize)?;
        find(level, board)
    }
}

fn find(level: &[(u64, i8)], board: Board) -> Option<i32> {
    let index = level
        .binary_search_by_key(&board.symmetric_key(), |&(key, _)| key)
        .ok()?;
    Some(level[index].1.into())
}

/// The positions of `plies` discs that can be reached and are not over, one of each mirror pair, in
/// the order of their keys.
pub fn positions(plies: u8) -> Vec<Board> {
    levels(plies).pop().expect("the empty board is a level")
}

/// The same for every number of discs up to `plies`.
fn levels(plies: u8) -> Vec<Vec<Board>> {
    let mut levels = vec![vec![Board::EMPTY]];
    for _ in 0..plies {
        let level = levels.last().expect("the empty board is a level");
        let after = |board: &Board| {
            let board = *board;
            Column::all().filter_map(move |column| board.after(column))
        };
        let going_on = level
            .iter()
            .flat_map(after)
            .filter(|board| !board.is_lost());
        let mut next: Vec<Board> = going_on.map(canonical).collect();
        next.sort_unstable_by_key(|board| board.key());
        next.dedup();
        levels.push(next);
    }
    levels
}

fn canonical(board: Board) -> Board {
    let mirrored = board.mirrored();
    if board.key() <= mirrored.key() {
        board
    } else {
        mirrored
    }
}

/// How a file of this many discs begins.
pub fn header(plies: u8, positions: usize) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend([VERSION, plies]);
    bytes.extend((positions as u32).to_le_bytes());
    bytes
}

/// What the file of a book ends with, once its header and all scores are there.
pub fn sum(bytes: &[u8]) -> [u8; SUM] {
    crc32fast::hash(bytes).to_le_bytes()
}

/// What there is of a book that need not be finished. Where a sum was being written, it is not
/// there yet.
///
/// # Errors
/// See [`BookError`].
pub fn read_part(bytes: &[u8]) -> Result<Part, BookError> {
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
        return Err(BookError::Count {
            found: rest.len(),
            expected: found,
        });
    }
    let whole = end.len() == SUM;
    if whole && sum(&bytes[..HEADER + found]) != *end {
        return Err(BookError::Damaged);
    }
    Ok(Part {
        plies,
        scores: scores.iter().map(|byte| byte.cast_signed()).collect(),
        whole,
    })
}

/// Solves `boards` and hands their scores to `each` in order, as they become known; stops early when
/// the budget is spent. Each of the budget's threads solves positions of its own; what they learn on
/// the way is shared, in a table of `table_bytes`.
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
            let (solver, next) = (solver.beside(), &next);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(chunk) = boards.chunks(CHUNK).nth(index) else {
                        break;
                    };
                    let Some(scores) = solve_chunk(&solver, chunk, budget) else {
                        break;
                    };
                    if results.send((index, scores)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(results);
        in_order(&found, each);
    });
}

/// The scores of a few positions; none when the budget is spent first.
fn solve_chunk(solver: &Solver, boards: &[Board], budget: &Budget<'_>) -> Option<Vec<i8>> {
    let score = |board: &Board| Some(solver.solve_alone(*board, budget).bounds.exact()? as i8);
    boards.iter().map(score).collect()
}

/// Passes results on in the order of their numbers, whatever order they come in.
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
    fn there_are_as_many_positions_as_are_known_to_exist() {
        // The known counts tell mirror images apart.
        for (plies, known) in (0..).zip([1, 7, 49, 238, 1120, 4263, 16422]) {
            let boards = positions(plies);
            let symmetric = boards.iter().filter(|board| board.mirrored() == **board);
            assert_eq!(2 * boards.len() - symmetric.count(), known, "{plies} discs");
        }
        assert_eq!(positions(6).len(), 8231);
    }

    #[test]
    fn the_shipped_book_knows_what_each_first_move_is_worth() {
        let book = Book::shipped();
        assert_eq!(book.plies(), 8);
        assert_eq!(book.score(Board::EMPTY), Some(1));
        // Published results: the middle wins, its neighbours draw, the rest lose.
        let after = |column| book.score(Board::EMPTY.after(column)?).map(|score| -score);
        let worth: Vec<Option<i32>> = Column::all().map(after).collect();
        assert_eq!(worth, [-2, -1, 0, 1, 0, -1, -2].map(Some));
    }

    #[test]
    fn scores_are_backed_up_to_the_empty_board_and_found_in_the_mirror() {
        // Invented scores: what counts is that each level takes the best of the next.
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
    fn files_that_are_no_book_are_refused() {
        let mut bytes = header(1, 4);
        assert_eq!(
            Book::read(&bytes).unwrap_err(),
            BookError::Unfinished {
                found: 0,
                expected: 4
            }
        );
        bytes[5] = 13;
        assert_eq!(read_part(&bytes), Err(BookError::Plies(13)));
        bytes[4] = 1;
        assert_eq!(read_part(&bytes), Err(BookError::Format));
        assert_eq!(read_part(b"P4BK"), Err(BookError::Format));
    }

    #[test]
    fn a_flipped_bit_and_a_missing_end_are_found_wherever_they_are() {
        let boards = positions(2);
        let mut bytes = header(2, boards.len());
        bytes.extend(vec![0; boards.len()]);
        bytes.extend(sum(&bytes));
        assert_eq!(Book::read(&bytes).map(|book| book.plies()), Ok(2));
        for place in 0..bytes.len() {
            assert!(Book::read(&bytes[..place]).is_err(), "cut at {place}");
            for bit in 0..8 {
                let mut flipped = bytes.clone();
                flipped[place] ^= 1 << bit;
                let read = Book::read(&flipped).map(|book| book.plies());
                assert!(read.is_err(), "bit {bit} of byte {place}");
            }
        }
    }

    #[test]
    fn scores_come_in_order_whatever_the_number_of_threads() {
        // Late positions, so that the test is quick.
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
