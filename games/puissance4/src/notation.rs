//! Text forms of positions, moves, effects and cheats.
//!
//! A position is the columns played, `@` when there are none, and `/yellow` when yellow began:
//! `4453`, `@/yellow`. A grid without known moves is written as its lines from the top, `.` for an
//! empty cell, and the colour to move: `......./……/.*oo*../red`.

use std::fmt;
use std::str::FromStr;

use table::Explain;

use crate::grid::{COLUMNS, Colour, Column, Grid, LINES, Line};
use crate::rules::{Cell, Cheat, Dropped, Move, Puissance4, Refusal};

/// Error for a text that is not a position, move, effect or cheat of this game.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
pub enum NotationError {
    /// A character of the list of columns is not a digit from 1 to 7.
    #[message("puissance4-character", found = found.to_string())]
    Character {
        /// Position of the character, from 1.
        index: usize,
        /// The character itself.
        found: char,
    },
    /// A disc was dropped into a full column.
    #[message("puissance4-full-at")]
    Full {
        /// Number of the disc, from 1.
        index: usize,
        /// Number of the full column.
        column: u8,
    },
    /// A disc was dropped after the end of the game.
    #[message("puissance4-after-end")]
    AfterEnd {
        /// Number of the disc, from 1.
        index: usize,
    },
    /// The text after `/` is not a colour.
    #[message("puissance4-colour", text = _0)]
    Colour(String),
    /// A drawn grid has a wrong number of lines, or a line is not seven cells.
    #[message("puissance4-shape")]
    Shape {
        /// Number of the wrong line from the top, from 1.
        line: usize,
    },
    /// A disc lies above an empty cell.
    #[message("puissance4-hanging")]
    Hanging {
        /// Column of the disc from the left, from 1.
        column: u8,
        /// Line of the disc from the bottom, from 1.
        line: u8,
    },
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

const fn word(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "red",
        Colour::Yellow => "yellow",
    }
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
    f.write_str(word(game.to_move()))
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
        let unknown = NotationError::Character { index, found };
        let number = found.to_digit(10).ok_or(unknown.clone())?;
        game.drop_disc(Move(number.into()))
            .map_err(|refusal| match refusal {
                Refusal::Full(column) => NotationError::Full { index, column },
                Refusal::Over => NotationError::AfterEnd { index },
                Refusal::NoSuchColumn(_)
                | Refusal::NothingToRecolour(..)
                | Refusal::TooObvious(..) => unknown,
            })?;
    }
    Ok(game)
}

/// Parses a grid in one line, such as `......./……/.*oo*../red`.
fn read_grid(text: &str) -> Result<Puissance4, NotationError> {
    let parts: Vec<&str> = text.split('/').collect();
    let (to_move, lines) = parts.split_last().ok_or(NotationError::NoSideToMove)?;
    let to_move = to_move.parse().map_err(|_| NotationError::NoSideToMove)?;
    let lines: Vec<Vec<char>> = lines.iter().map(|line| line.chars().collect()).collect();
    grid_from_cells(&lines).map(|grid| Puissance4::from_grid(grid, to_move))
}

/// Makes a grid from the characters of its cells, the top line first.
fn grid_from_cells(lines: &[Vec<char>]) -> Result<Grid, NotationError> {
    if lines.len() != usize::from(LINES) {
        return Err(NotationError::Shape { line: lines.len() });
    }
    let mut grid = Grid::empty();
    for ((top, cells), line) in (1..).zip(lines).zip(Line::all().rev()) {
        if cells.len() != usize::from(COLUMNS) {
            return Err(NotationError::Shape { line: top });
        }
        for (column, &cell) in Column::all().zip(cells) {
            let disc = match cell {
                '.' | ' ' => None,
                '*' => Some(Colour::Red),
                'o' => Some(Colour::Yellow),
                _ => return Err(NotationError::Shape { line: top }),
            };
            grid.set(column, line, disc);
        }
    }
    check_gravity(&grid).map(|()| grid)
}

/// Refuses a grid with a disc above an empty cell.
fn check_gravity(grid: &Grid) -> Result<(), NotationError> {
    for column in Column::all() {
        let height = grid.landing(column).map_or(LINES, |line| line.number() - 1);
        let above = Line::all().filter(|line| line.number() > height);
        if let Some(line) = above
            .into_iter()
            .find(|&line| grid.disc(column, line).is_some())
        {
            return Err(NotationError::Hanging {
                column: column.number(),
                line: line.number(),
            });
        }
    }
    Ok(())
}

impl Puissance4 {
    /// Parses a grid drawn as in the subject's figures or as six lines of seven characters, the top
    /// line first, followed by a line with the disc of the side to move, `*` or `o`.
    ///
    /// # Errors
    /// The drawing has a wrong shape, a hanging disc or no side to move.
    pub fn from_drawing(text: &str) -> Result<Self, NotationError> {
        let lines = text
            .lines()
            .map(str::trim_end)
            .filter(|line| !line.is_empty());
        let mut lines: Vec<&str> = lines.filter(|line| !is_numbers(line)).collect();
        let to_move = lines
            .pop()
            .map(str::trim)
            .ok_or(NotationError::NoSideToMove)?;
        let to_move = to_move.parse().map_err(|_| NotationError::NoSideToMove)?;
        let cells: Vec<Vec<char>> = lines.into_iter().map(drawn_cells).collect();
        grid_from_cells(&cells).map(|grid| Self::from_grid(grid, to_move))
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

/// Writes a cell as `COLUMN,LINE`.
struct Shown(Cell);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (column, line) = self.0;
        write!(f, "{},{}", column.number(), line.number())
    }
}

fn read_cell(text: &str) -> Option<Cell> {
    let (column, line) = text.split_once(',')?;
    let column = Column::new(column.parse().ok()?)?;
    Some((column, Line::new(line.parse().ok()?)?))
}

impl fmt::Display for Dropped {
    /// Writes the cell, `5,3`, followed by ` row 4,3 7,3` when the move wins.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Shown(self.cell))?;
        match self.row {
            Some([from, to]) => write!(f, " row {} {}", Shown(from), Shown(to)),
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
        write!(f, "triche={}", Shown((self.0, self.1)))
    }
}

impl FromStr for Cheat {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let cell = text
            .strip_prefix("triche=")
            .or_else(|| text.strip_prefix("cheat="));
        let cell = cell
            .and_then(read_cell)
            .map(|(column, line)| Self(column, line));
        cell.ok_or_else(|| NotationError::Cheat(text.to_owned()))
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
            (
                "4458",
                NotationError::Character {
                    index: 4,
                    found: '8',
                },
            ),
            (
                "40",
                NotationError::Character {
                    index: 2,
                    found: '0',
                },
            ),
            (
                "4 5",
                NotationError::Character {
                    index: 2,
                    found: ' ',
                },
            ),
            (
                "é",
                NotationError::Character {
                    index: 1,
                    found: 'é',
                },
            ),
            (
                "4@",
                NotationError::Character {
                    index: 2,
                    found: '@',
                },
            ),
            (
                "4444444",
                NotationError::Full {
                    index: 7,
                    column: 4,
                },
            ),
            ("12121212", NotationError::AfterEnd { index: 8 }),
            ("44/green", NotationError::Colour("green".to_owned())),
            ("......./red", NotationError::Shape { line: 1 }),
            (
                "......./......./......./..*..../......./......./red",
                NotationError::Hanging { column: 3, line: 3 },
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
