//! Text forms of positions, moves, effects and cheats.
//!
//! A position is the columns played, `@` when there are none, and `/yellow` when yellow began:
//! `4453`, `@/yellow`. A grid without known moves is written as its lines from the top, `.` for an
//! empty cell, and the colour to move: `......./……/.*oo*../red`.

use std::fmt;
use std::str::FromStr;

use table::Explain;

use crate::grid::{COLUMNS, Cell, Colour, Column, Grid, LINES, Line};
use crate::rules::{Cheat, Dropped, Move, Puissance4, Refusal};

/// Error for a text that is not a position, move, effect or cheat of this game.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
pub enum NotationError {
    /// A character of the list of columns, at this place from 1, is not a digit from 1 to 7.
    #[message("puissance4-character", index = _0, found = _1.to_string())]
    Character(usize, char),
    /// The disc with this number, from 1, was dropped into this full column.
    #[message("puissance4-full-at", index = _0, column = _1)]
    Full(usize, u8),
    /// The disc with this number, from 1, was dropped after the end of the game.
    #[message("puissance4-after-end", index = _0)]
    AfterEnd(usize),
    /// The text after `/` is not a colour.
    #[message("puissance4-colour", text = _0)]
    Colour(String),
    /// A drawn grid has a wrong number of lines, or this line from the top, from 1, is not seven
    /// cells.
    #[message("puissance4-shape", line = _0)]
    Shape(usize),
    /// The disc in this column and line lies above an empty cell.
    #[message("puissance4-hanging", column = _0, line = _1)]
    Hanging(u8, u8),
    /// A drawn grid does not end with the side to move.
    #[message("puissance4-no-side-to-move")]
    NoSideToMove,
    /// A move or a cell is not made of numbers.
    #[message("puissance4-number", text = _0)]
    Number(String),
    /// A cheat is not of the form `triche=COLUMN,LINE`.
    #[message("puissance4-unknown-cheat", text = _0)]
    Cheat(String),
}

impl FromStr for Colour {
    type Err = NotationError;

    /// Parses `red`, `rouge` or `*`, and `yellow`, `jaune` or `o`.
    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text {
            "red" | "rouge" | "*" => Ok(Self::Red),
            "yellow" | "jaune" | "o" => Ok(Self::Yellow),
            _ => Err(NotationError::Colour(text.to_owned())),
        }
    }
}

impl fmt::Display for Puissance4 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(played) = self.played() else {
            return write_grid(self, f);
        };
        if played.is_empty() {
            f.write_str("@")?;
        }
        played
            .iter()
            .try_for_each(|column| write!(f, "{}", column.number()))?;
        match self.beginner() {
            Colour::Red => Ok(()),
            Colour::Yellow => f.write_str("/yellow"),
        }
    }
}

fn write_grid(game: &Puissance4, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for line in Line::all().rev() {
        let disc = |column| game.grid().disc(column, line).map_or('.', Colour::symbol);
        let cells: String = Column::all().map(disc).collect();
        write!(f, "{cells}/")?;
    }
    f.write_str(game.to_move().word())
}

impl FromStr for Puissance4 {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let is_grid = text.matches('/').count() > 1 || text.starts_with(['.', '*', 'o']);
        if is_grid {
            read_grid(text)
        } else {
            read_columns(text)
        }
    }
}

/// Parses a list of columns played, such as `4453/yellow`.
fn read_columns(text: &str) -> Result<Puissance4, NotationError> {
    let (columns, beginner) = match text.split_once('/') {
        Some((columns, colour)) => (columns, colour.parse()?),
        None => (text, Colour::Red),
    };
    let mut game = Puissance4::begun_by(beginner);
    if columns == "@" {
        return Ok(game);
    }
    for (index, found) in (1..).zip(columns.chars()) {
        let unknown = NotationError::Character(index, found);
        let number = found.to_digit(10).ok_or(unknown.clone())?;
        game.drop_disc(Move(number.into()))
            .map_err(|refusal| match refusal {
                Refusal::Full(column) => NotationError::Full(index, column),
                Refusal::Over => NotationError::AfterEnd(index),
                _ => unknown,
            })?;
    }
    Ok(game)
}

/// Parses a grid in one line, such as `......./……/.*oo*../red`.
fn read_grid(text: &str) -> Result<Puissance4, NotationError> {
    let parts: Vec<&str> = text.split('/').collect();
    let (to_move, lines) = parts.split_last().ok_or(NotationError::NoSideToMove)?;
    let lines: Vec<Vec<char>> = lines.iter().map(|line| line.chars().collect()).collect();
    game_from_cells(&lines, to_move)
}

/// Makes a game from the characters of the cells of its grid, the top line first, and the colour to
/// move.
fn game_from_cells(lines: &[Vec<char>], to_move: &str) -> Result<Puissance4, NotationError> {
    let to_move = to_move.parse().map_err(|_| NotationError::NoSideToMove)?;
    if lines.len() != usize::from(LINES) {
        return Err(NotationError::Shape(lines.len()));
    }
    let mut grid = Grid::empty();
    for ((top, cells), line) in (1..).zip(lines).zip(Line::all().rev()) {
        if cells.len() != usize::from(COLUMNS) {
            return Err(NotationError::Shape(top));
        }
        for (column, &cell) in Column::all().zip(cells) {
            let disc = match cell {
                '.' | ' ' => None,
                '*' => Some(Colour::Red),
                'o' => Some(Colour::Yellow),
                _ => return Err(NotationError::Shape(top)),
            };
            grid.set(column, line, disc);
        }
    }
    match grid.hanging_disc() {
        Some((column, line)) => Err(NotationError::Hanging(column.number(), line.number())),
        None => Ok(Puissance4::from_grid(grid, to_move)),
    }
}

impl Puissance4 {
    /// Parses a grid drawn as in the subject's figures or as six lines of seven characters, the top
    /// line first, followed by a line with the disc of the side to move, `*` or `o`.
    pub fn from_drawing(text: &str) -> Result<Self, NotationError> {
        let lines = text.lines().map(str::trim_end);
        let is_used = |line: &&str| !line.is_empty() && !is_numbers(line);
        let mut lines: Vec<&str> = lines.filter(is_used).collect();
        let to_move = lines.pop().ok_or(NotationError::NoSideToMove)?;
        let cells: Vec<Vec<char>> = lines.into_iter().map(drawn_cells).collect();
        game_from_cells(&cells, to_move.trim())
    }
}

/// Returns whether a line is the column numbers above or below a figure.
fn is_numbers(line: &str) -> bool {
    line.split_whitespace()
        .eq(["1", "2", "3", "4", "5", "6", "7"])
}

/// The cells of a line: in a figure, which begins with a space, every second character from the fifth
/// on; otherwise all characters.
fn drawn_cells(line: &str) -> Vec<char> {
    if !line.starts_with(' ') {
        return line.chars().collect();
    }
    let cells = line.chars().skip(4).step_by(2);
    cells.take(COLUMNS.into()).collect()
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Move {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let number = text.trim().parse();
        number
            .map(Self)
            .map_err(|_| NotationError::Number(text.to_owned()))
    }
}

/// The text of a cell, `COLUMN,LINE`.
fn cell_text((column, line): Cell) -> String {
    format!("{},{}", column.number(), line.number())
}

fn read_cell(text: &str) -> Option<Cell> {
    let (column, line) = text.split_once(',')?;
    let column = Column::new(column.parse().ok()?)?;
    Some((column, Line::new(line.parse().ok()?)?))
}

impl fmt::Display for Dropped {
    /// Writes the cell, `5,3`, followed by ` row 4,3 7,3` when the move wins.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&cell_text(self.cell))?;
        match self.row {
            Some([from, to]) => write!(f, " row {} {}", cell_text(from), cell_text(to)),
            None => Ok(()),
        }
    }
}

impl FromStr for Dropped {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let cell =
            |text: &str| read_cell(text).ok_or_else(|| NotationError::Number(text.to_owned()));
        let (at, row) = match text.split_once(" row ") {
            Some((at, row)) => (at, Some(row)),
            None => (text, None),
        };
        let ends = |row: &str| {
            let (from, to) = row.split_once(' ').unwrap_or((row, ""));
            Ok([cell(from)?, cell(to)?])
        };
        Ok(Self {
            cell: cell(at)?,
            row: row.map(ends).transpose()?,
        })
    }
}

impl fmt::Display for Cheat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "triche={}", cell_text((self.0, self.1)))
    }
}

impl FromStr for Cheat {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let cell = text
            .strip_prefix("triche=")
            .or_else(|| text.strip_prefix("cheat="));
        let (column, line) = cell
            .and_then(read_cell)
            .ok_or_else(|| NotationError::Cheat(text.to_owned()))?;
        Ok(Self(column, line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_read_back_as_they_are_written() {
        for text in [
            "@",
            "4453",
            "@/yellow",
            "44/yellow",
            "......./......./......./......./...o.../..*o.../red",
        ] {
            assert_eq!(text.parse::<Puissance4>().unwrap().to_string(), text);
        }
        assert_eq!("".parse::<Puissance4>().unwrap().to_string(), "@");
    }

    #[test]
    fn malformed_positions_are_refused_with_the_faulty_part() {
        let cases = [
            ("4458", NotationError::Character(4, '8')),
            ("40", NotationError::Character(2, '0')),
            ("4 5", NotationError::Character(2, ' ')),
            ("é", NotationError::Character(1, 'é')),
            ("4@", NotationError::Character(2, '@')),
            ("4444444", NotationError::Full(7, 4)),
            ("12121212", NotationError::AfterEnd(8)),
            ("44/green", NotationError::Colour("green".to_owned())),
            ("......./red", NotationError::Shape(1)),
            (
                "......./......./......./..*..../......./......./red",
                NotationError::Hanging(3, 3),
            ),
            (
                "......./......./......./......./......./.......",
                NotationError::NoSideToMove,
            ),
        ];
        for (text, error) in cases {
            assert_eq!(text.parse::<Puissance4>(), Err(error), "{text:?}");
        }
    }

    #[test]
    fn the_line_below_a_drawn_grid_gives_the_side_to_move() {
        let figure_2 = "    1 2 3 4 5 6 7
  6       *        6
  5       o        5
  4     o o   *    4
  3     * o   o o  3
  2   * o * * o *  2
  1 * o * * o o *  1
    1 2 3 4 5 6 7
o
";
        let game = Puissance4::from_drawing(figure_2).unwrap();
        assert_eq!(
            figure_2.strip_suffix("o\n"),
            Some(&*game.grid().to_string())
        );
        assert_eq!(
            (game.to_move(), game.beginner()),
            (Colour::Yellow, Colour::Yellow)
        );
        let bare = ".......\n.......\n.......\n.......\n.......\n...*...\no\n";
        assert_eq!(
            Puissance4::from_drawing(bare).unwrap().to_move(),
            Colour::Yellow
        );
        assert_eq!(
            Puissance4::from_drawing(&figure_2[..figure_2.len() - 2]),
            Err(NotationError::NoSideToMove)
        );
    }
}
