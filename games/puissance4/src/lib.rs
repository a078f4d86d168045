//! Puissance 4 (Connect Four): the subject's readable rules, and an exact solver on a packed board.

mod engine;
mod expert;
mod game;
mod grid;
mod notation;
mod rules;
mod strategies;

pub use engine::board::Board;
pub use engine::book::{self, Book};
pub use engine::playout::{Finish, random_game};
pub use engine::solver::{Bounds, Solved, Solver};
pub use expert::{Exact, MEMORY_BYTES};
pub use grid::{ALIGNED, COLUMNS, Colour, Column, DIRECTIONS, Direction, Grid, LINES, Line};
pub use notation::NotationError;
pub use rules::{Cell, Cheat, Dropped, Move, Puissance4, Refusal, side_of};
pub use strategies::{Greedy, Naive, STRATEGIES, Tricheur};
