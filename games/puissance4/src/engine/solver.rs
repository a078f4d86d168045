//! The exact solver: alpha-beta with null windows on the packed board.
//!
//! Each question put to the search is whether a score exceeds a given one; a few answers pin the
//! score down. How each part helps is measured in `docs/puissance4.md`.

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

use self::control::Control;
use self::node::Node;
use self::search::Search;
use self::transpositions::Transpositions;
use crate::engine::board::{Board, landings, winning_cells};
use crate::engine::book::Book;
use crate::grid::{COLUMNS, Column};

/// Nodes one thread spends in the small table before the large one and the other threads are used.
const QUICK: u64 = 1 << 15;
/// What fits the cache of one core: most positions need no more, and the last discs of long searches
/// are kept there too.
const SMALL_TABLE: usize = 1 << 20;

/// What a search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solved {
    /// What is known of the score; exact unless the budget was spent.
    pub bounds: Bounds,
    /// Nodes searched by all threads.
    pub nodes: u64,
}

/// The solver and its memory, which serves one question after another.
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
    small: Transpositions,
    bytes: usize,
    large: Arc<OnceLock<Transpositions>>,
}

impl Solver {
    /// A solver without book whose table takes at most `bytes`, and at least 256 KiB.
    pub fn new(bytes: usize) -> Self {
        Self {
            book: None,
            small: Transpositions::new(SMALL_TABLE.min(bytes)),
            bytes,
            large: Arc::default(),
        }
    }

    /// The same with a book to look openings up in.
    #[must_use]
    pub fn with_book(self, book: &'static Book) -> Self {
        Self {
            book: Some(book),
            ..self
        }
    }

    /// Another that shares the large table: for a thread of its own.
    #[must_use]
    pub(crate) fn beside(&self) -> Self {
        Self {
            book: self.book,
            small: Transpositions::new(SMALL_TABLE.min(self.bytes)),
            bytes: self.bytes,
            large: Arc::clone(&self.large),
        }
    }

    /// Forgets every position, so that the next answer owes nothing to earlier ones.
    pub fn forget(&mut self) {
        self.small.forget();
        match Arc::get_mut(&mut self.large) {
            Some(large) => large.get_mut().map_or((), Transpositions::forget),
            None => self.large = Arc::default(),
        }
    }

    /// The score of a position, or bounds when the budget is spent first.
    pub fn solve(&self, board: Board, budget: &Budget<'_>) -> Solved {
        let bounds = Bounds::of_discs(board.discs());
        self.narrow(board, bounds, budget, threads(budget), 0)
    }

    /// The same with one thread, whatever the budget allows.
    pub(crate) fn solve_alone(&self, board: Board, budget: &Budget<'_>) -> Solved {
        let bounds = Bounds::of_discs(board.discs());
        self.narrow(board, bounds, budget, 1, 0)
    }

    /// What each column is worth to the side that drops a disc there, and the nodes that took; none
    /// for full columns. With the budget spent the last ones are bounds.
    pub fn columns(
        &self,
        board: Board,
        budget: &Budget<'_>,
    ) -> ([Option<Bounds>; COLUMNS as usize], u64) {
        let mut nodes = 0;
        let best = self.known(board);
        let scores = Column::all().map(|column| {
            let after = board.after(column)?;
            let mut bounds = Bounds::of_discs(after.discs());
            if let Some(best) = best {
                bounds.at_least(-best);
            }
            let solved = self.narrow(after, bounds, budget, threads(budget), nodes);
            nodes = solved.nodes;
            Some(solved.bounds.turned())
        });
        let mut columns = [None; COLUMNS as usize];
        for (slot, score) in columns.iter_mut().zip(scores) {
            *slot = score;
        }
        (columns, nodes)
    }

    /// A column that keeps the score of the position, found without solving the others; with the
    /// budget spent, one that does not lose at once if there is any. None when the game is over.
    pub fn best(&self, board: Board, budget: &Budget<'_>) -> Option<Column> {
        if score_when_over(board).is_some() {
            return None;
        }
        let columns = || {
            ordering::FROM_THE_MIDDLE
                .into_iter()
                .filter_map(Column::from_index)
        };
        let playable = || columns().filter_map(|column| Some((column, board.after(column)?)));
        let solved = self.solve(board, budget);
        let score = solved.bounds.exact();
        let keeps =
            |(_, after): &(Column, Board)| self.is_at_most(*after, score.map(|s| -s), budget);
        let sane = |(_, after): &(Column, Board)| !can_win_at_once(*after);
        let wins = columns().find(|&column| board.wins_at(column));
        let best = wins.or_else(|| Some(playable().find(keeps)?.0));
        let best = best.or_else(|| Some(playable().find(sane)?.0));
        best.or_else(|| Some(playable().next()?.0))
    }

    /// Whether the score of a position is known not to exceed `most` before the budget is spent.
    fn is_at_most(&self, board: Board, most: Option<i32>, budget: &Budget<'_>) -> bool {
        let Some(most) = most else { return false };
        if let Some(score) = self.known(board) {
            return score <= most;
        }
        let control = Control::alone(*budget, 0, u64::MAX);
        let large = self.large.get().filter(|large| large.has_absorbed());
        let table = large.unwrap_or(&self.small);
        let bound = Search::new(table, &self.small, &control).probe(Node::of(board), most);
        bound.is_ok_and(|bound| bound <= most)
    }

    /// The score of a position that needs no search.
    fn known(&self, board: Board) -> Option<i32> {
        settled(board).or_else(|| self.book?.score(board))
    }

    /// Narrows the bounds of a score until the budget is spent, of which `spent` nodes already are.
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
        let quick = Control::alone(*budget, spent, QUICK);
        let bounds = narrow_alone(&self.small, &self.small, board, bounds, &quick);
        if bounds.exact().is_some() || budget.exhausted(quick.nodes()) {
            return Solved {
                bounds,
                nodes: quick.nodes(),
            };
        }
        let large = self.large.get_or_init(|| Transpositions::new(self.bytes));
        large.absorb(&self.small);
        let control = Control::shared(*budget, quick.nodes(), threads);
        let bounds = narrow_together(large, &self.small, board, bounds, &control);
        Solved {
            bounds,
            nodes: control.nodes(),
        }
    }
}

/// Threads that race to the end of an effort would give another answer every time.
fn threads(budget: &Budget<'_>) -> usize {
    budget.effort().map_or_else(|| budget.threads(), |_| 1)
}

fn narrow_alone(
    table: &Transpositions,
    near: &Transpositions,
    board: Board,
    bounds: Bounds,
    control: &Control<'_>,
) -> Bounds {
    let mut search = Search::new(table, near, control);
    let bounds = probing::narrow(&mut search, Node::of(board), bounds);
    control.close(search.unreported());
    bounds
}

/// Every thread asks the same questions; answers reach the others through the table, and the
/// first to know the score sends the rest home.
fn narrow_together(
    table: &Transpositions,
    near: &Transpositions,
    board: Board,
    bounds: Bounds,
    control: &Control<'_>,
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

/// The score of a position that is over: the winning disc is on the board already.
pub(crate) fn score_when_over(board: Board) -> Option<i32> {
    if board.is_lost() {
        return Some(-score::win_now(board.discs() - 1));
    }
    board.is_full().then_some(0)
}

/// The score of a position that is over, or won with the next disc.
fn settled(board: Board) -> Option<i32> {
    let win = || can_win_at_once(board).then(|| score::win_now(board.discs()));
    score_when_over(board).or_else(win)
}

const fn can_win_at_once(board: Board) -> bool {
    winning_cells(board.own(), board.all()) & landings(board.all()) != 0
}
