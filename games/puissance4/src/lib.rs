//! Puissance 4 (Connect Four): the subject's readable rules, and an exact solver on a packed board.

mod board;
pub mod book;
mod expert;
mod game;
mod grid;
mod notation;
mod playout;
mod rules;
mod solver;
mod strategies;

pub use board::Board;
pub use book::Book;
pub use expert::{Exact, TABLE_BYTES};
pub use grid::{ALIGNED, COLUMNS, Colour, Column, DIRECTIONS, Direction, Grid, LINES, Line};
pub use notation::PositionError;
pub use playout::{Outcome, random_game};
pub use rules::{Cell, Drop, Dropped, Puissance4, Recolour, Refusal, side_of};
pub use solver::{Bounds, Solved, Solver};
pub use strategies::{Greedy, Naive, STRATEGIES, Tricheur};
