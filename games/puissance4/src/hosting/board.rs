//! The grid in characters: discs in a frame, the column numbers above, the last disc in brackets.

use crate::{Colour, Column, Line, Puissance4};
use host::{DrawingContext, Ink, TextBoard};

use super::drawing::{column_name, last};

/// Draws the grid, 29 columns wide.
pub(super) fn board(context: &DrawingContext<'_, Puissance4>) -> TextBoard {
    let mut board = TextBoard::default();
    board.line();
    for column in Column::all() {
        let open = context.sight.grid().is_playable(column);
        let ink = if open { Ink::Plain } else { Ink::Faint };
        let number = format!("  {} ", column.number());
        board.part(ink, number, column_name(column));
    }
    rule(&mut board, ["┌", "┬", "┐"]);
    for line in Line::all().rev() {
        if line.number() != crate::LINES {
            rule(&mut board, ["├", "┼", "┤"]);
        }
        board.line();
        for column in Column::all() {
            board.put(Ink::Frame, "│");
            put_cell(&mut board, context, column, line);
        }
        board.put(Ink::Frame, "│");
    }
    rule(&mut board, ["└", "┴", "┘"]);
    board
}

fn rule(board: &mut TextBoard, [left, between, right]: [&str; 3]) {
    let cells = vec!["───"; crate::COLUMNS.into()];
    board.line();
    board.put(Ink::Frame, format!("{left}{}{right}", cells.join(between)));
}

/// A cell: a disc, the place where a disc would land, or nothing.
fn put_cell(
    board: &mut TextBoard,
    context: &DrawingContext<'_, Puissance4>,
    column: Column,
    line: Line,
) {
    let grid = context.sight.grid();
    let Some(colour) = grid.disc(column, line) else {
        let lands = grid.landing(column) == Some(line) && context.sight.winner().is_none();
        let part = if lands {
            column_name(column)
        } else {
            String::new()
        };
        board.part(Ink::Faint, if lands { " · " } else { "   " }, part);
        return;
    };
    let (ink, disc) = match colour {
        Colour::Red => (Ink::First, '●'),
        Colour::Yellow => (Ink::Second, '○'),
    };
    let text = if is_in_row(context.sight, column, line) {
        format!("<{disc}>")
    } else if last(context) == Some((column, line)) {
        format!("[{disc}]")
    } else {
        format!(" {disc} ")
    };
    board.put(ink, text);
}

/// Whether a cell is in the row that won.
fn is_in_row(game: &Puissance4, column: Column, line: Line) -> bool {
    let row = |colour| game.grid().alignment(colour);
    let Some([from, to]) = game.winner().and_then(row) else {
        return false;
    };
    let at = |cell: (Column, Line)| (i32::from(cell.0.number()), i32::from(cell.1.number()));
    let ((x0, y0), (x1, y1), (x, y)) = (at(from), at(to), at((column, line)));
    let on_line = (x - x0) * (y1 - y0) == (y - y0) * (x1 - x0);
    on_line && (x0.min(x1)..=x0.max(x1)).contains(&x) && (y0.min(y1)..=y0.max(y1)).contains(&y)
}
