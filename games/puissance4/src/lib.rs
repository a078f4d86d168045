//! Puissance 4 (Connect Four): the subject's readable rules, and an exact solver on a packed board.

mod board;
mod grid;
mod solver;

pub use board::Board;
pub use grid::{ALIGNED, COLUMNS, Colour, Column, DIRECTIONS, Direction, Grid, LINES, Line};
pub use solver::{Bounds, Solved, Solver};
