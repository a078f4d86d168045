//! The exact solver: alpha-beta search with null windows on the packed board.
//!
//! Each search decides whether the score exceeds a given number; a few searches determine the score.
//! The gain of each part is measured in `docs/laboratory/puissance4.md`.

mod bounds;
mod children;
mod control;
mod lanes;
mod node;
mod ordering;
mod probing;
mod score;
mod search;
mod transpositions;
mod weights;
mod width;

use std::sync::{Arc, OnceLock};

use table::Budget;

pub use score::Bounds;

use self::control::SearchControl;
use self::node::Node;
use self::search::Search;
use self::transpositions::Transpositions;
use crate::engine::board::Board;
use crate::engine::book::Book;
use crate::grid::{COLUMNS, Column};

/// Number of nodes that one thread searches with the small table before the large table and the other
/// threads are used.
const QUICK: u64 = 1 << 15;
/// Size in bytes of the small transposition table, which fits the cache of one core. Most positions
/// need no more, and late positions of long searches are kept there too.
const SMALL_TABLE: usize = 1 << 20;

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solved {
    /// Bounds of the score, equal unless the budget was used up.
    pub bounds: Bounds,
    /// Number of nodes searched by all threads.
    pub nodes: u64,
}

/// The solver and its transposition tables, which are kept from one position to the next.
///
/// ```
/// use puissance4::{Board, Budget, Column, Solver};
///
/// let columns = [1, 2, 1, 2, 1, 2].map(|number| Column::new(number).unwrap());
/// let board = columns.iter().fold(Board::EMPTY, |board, &column| board.after(column).unwrap());
/// let solved = Solver::new(1 << 20).solve(board, &Budget::unlimited());
/// assert_eq!(solved.bounds.exact(), Some(22 - 4), "its fourth disc completes column 1");
/// ```
#[derive(Debug)]
pub struct Solver {
    book: Option<&'static Book>,
    /// Table for short searches and late positions.
    small: Transpositions,
    /// Most bytes of the large table.
    bytes: usize,
    /// Table for long searches, allocated on first use.
    large: Arc<OnceLock<Transpositions>>,
}

impl Solver {
    /// A solver without a book whose large table takes at most `bytes` bytes, and at least 256 KiB.
    pub fn new(bytes: usize) -> Self {
        Self {
            book: None,
            small: Transpositions::new(SMALL_TABLE.min(bytes)),
            bytes,
            large: Arc::default(),
        }
    }

    /// The same solver with an opening book.
    #[must_use]
    pub fn with_book(self, book: &'static Book) -> Self {
        Self {
            book: Some(book),
            ..self
        }
    }

    /// Another solver that shares the large table, for use in another thread.
    #[must_use]
    pub(crate) fn sharing_table(&self) -> Self {
        Self {
            small: Transpositions::new(SMALL_TABLE.min(self.bytes)),
            large: Arc::clone(&self.large),
            ..*self
        }
    }

    /// Empties both tables, so that the next answer does not depend on earlier ones.
    pub fn clear(&mut self) {
        self.small.clear();
        match Arc::get_mut(&mut self.large) {
            Some(large) => large.get_mut().map_or((), Transpositions::clear),
            None => self.large = Arc::default(),
        }
    }

    /// The score of a position, or bounds when the budget is used up first.
    pub fn solve(&self, board: Board, budget: &Budget<'_>) -> Solved {
        let bounds = Bounds::from_discs(board.discs());
        self.narrow(board, bounds, budget, threads(budget), 0)
    }

    /// The score of a position, searched by one thread even if the budget allows more.
    pub(crate) fn solve_alone(&self, board: Board, budget: &Budget<'_>) -> Solved {
        let bounds = Bounds::from_discs(board.discs());
        self.narrow(board, bounds, budget, 1, 0)
    }

    /// The score of each column for the side that drops a disc there, `None` for full columns, and the
    /// number of nodes searched. When the budget is used up, the last columns have only bounds.
    pub fn columns(
        &self,
        board: Board,
        budget: &Budget<'_>,
    ) -> ([Option<Bounds>; COLUMNS as usize], u64) {
        let (mut columns, mut nodes) = ([None; COLUMNS as usize], 0);
        let best = self.known(board);
        for (score, column) in columns.iter_mut().zip(Column::all()) {
            let Some(after) = board.after(column) else {
                continue;
            };
            let mut bounds = Bounds::from_discs(after.discs());
            if let Some(best) = best {
                bounds.at_least(-best);
            }
            let solved = self.narrow(after, bounds, budget, threads(budget), nodes);
            nodes = solved.nodes;
            *score = Some(solved.bounds.turned());
        }
        (columns, nodes)
    }

    /// A column that keeps the score of the position, found without solving the others. When the
    /// budget is used up, a column after which the opponent cannot win at once, if there is one.
    /// `None` when the game is over.
    pub fn best(&self, board: Board, budget: &Budget<'_>) -> Option<Column> {
        if score_when_over(board).is_some() {
            return None;
        }
        let playable = || {
            let columns = ordering::FROM_THE_MIDDLE.into_iter();
            let columns = columns.filter_map(Column::from_index);
            columns.filter_map(|column| Some((column, board.after(column)?)))
        };
        let score = self.solve(board, budget).bounds.exact();
        let most = score.map(|score| -score);
        let wins = playable().find(|(column, _)| board.wins_at(*column));
        let best = wins
            .or_else(|| playable().find(|(_, after)| self.is_at_most(*after, most, budget)))
            .or_else(|| playable().find(|(_, after)| !after.can_win_at_once()))
            .or_else(|| playable().next());
        best.map(|(column, _)| column)
    }

    /// Returns whether the score of a position is at most `most`; false when the budget is used up
    /// before that is known.
    fn is_at_most(&self, board: Board, most: Option<i32>, budget: &Budget<'_>) -> bool {
        let Some(most) = most else { return false };
        if let Some(score) = self.known(board) {
            return score <= most;
        }
        let control = SearchControl::new(*budget, 0, u64::MAX, 1);
        let large = self.large.get().filter(|large| large.has_absorbed());
        let table = large.unwrap_or(&self.small);
        let bound = Search::new(table, &self.small, &control).probe(Node::new(board), most);
        bound.is_ok_and(|bound| bound <= most)
    }

    /// The score of a position that is over, won with the next disc, or in the book.
    fn known(&self, board: Board) -> Option<i32> {
        settled(board).or_else(|| self.book?.score(board))
    }

    /// Searches until the bounds of the score are equal or the budget is used up; `spent` nodes of it
    /// were used before.
    fn narrow(
        &self,
        board: Board,
        bounds: Bounds,
        budget: &Budget<'_>,
        threads: usize,
        spent: u64,
    ) -> Solved {
        if let Some(score) = self.known(board) {
            return Solved {
                bounds: Bounds::exactly(score),
                nodes: spent,
            };
        }
        let quick = SearchControl::new(*budget, spent, QUICK, 1);
        let bounds = narrow_alone(&self.small, &self.small, board, bounds, &quick);
        if bounds.exact().is_some() || budget.exhausted(quick.nodes()) {
            return Solved {
                bounds,
                nodes: quick.nodes(),
            };
        }
        let large = self.large.get_or_init(|| Transpositions::new(self.bytes));
        large.absorb(&self.small);
        let control = SearchControl::new(*budget, quick.nodes(), u64::MAX, threads);
        let bounds = narrow_together(large, &self.small, board, bounds, &control);
        Solved {
            bounds,
            nodes: control.nodes(),
        }
    }
}

/// Number of threads to use: one under a limit of effort, since racing threads would give a different
/// answer every time.
fn threads(budget: &Budget<'_>) -> usize {
    budget.effort().map_or_else(|| budget.threads(), |_| 1)
}

/// Narrows the bounds of a score on the calling thread; `near` is the thread's own small table.
fn narrow_alone(
    table: &Transpositions,
    near: &Transpositions,
    board: Board,
    bounds: Bounds,
    control: &SearchControl<'_>,
) -> Bounds {
    let mut search = Search::new(table, near, control);
    let bounds = probing::narrow(&mut search, Node::new(board), bounds);
    control.close(search.unreported());
    bounds
}

/// Narrows the bounds of a score on several threads. All search the same null windows and share
/// results through the table; the first to find the score stops the others.
fn narrow_together(
    table: &Transpositions,
    near: &Transpositions,
    board: Board,
    bounds: Bounds,
    control: &SearchControl<'_>,
) -> Bounds {
    let work = |near: &Transpositions| {
        let found = narrow_alone(table, near, board, bounds, control);
        if found.exact().is_some() {
            control.halt();
        }
        found
    };
    let help = || work(&Transpositions::new(SMALL_TABLE));
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..control.threads()).map(|_| scope.spawn(help)).collect();
        let mut bounds = work(near);
        for other in others {
            let found = other.join().expect("a search does not panic");
            bounds.at_least(found.low);
            bounds.at_most(found.high);
        }
        bounds
    })
}

/// The score of a position that is over; `None` while the game goes on.
pub(crate) fn score_when_over(board: Board) -> Option<i32> {
    if board.is_lost() {
        return Some(-score::win_now(board.discs() - 1));
    }
    board.is_full().then_some(0)
}

/// The score of a position that is over or won with the next disc.
fn settled(board: Board) -> Option<i32> {
    let win = || {
        board
            .can_win_at_once()
            .then(|| score::win_now(board.discs()))
    };
    score_when_over(board).or_else(win)
}
