//! Text forms. A position is the columns played, `@` when there are none, and `/yellow` when yellow
//! began: `4453`, `@/yellow`. A grid that cannot be told by moves is its lines from the top, `.` for
//! an empty cell, and the colour to move: `......./……/.*oo*../red`.

use std::fmt;
use std::str::FromStr;

use table::{Explain, Message};

use crate::grid::{COLUMNS, Colour, Column, Grid, LINES, Line};
use crate::rules::{Cell, Cheat, Dropped, Move, Puissance4, Refusal};

/// A text that is no position, move, effect or cheat of this game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotationError {
    /// A character that means nothing here.
    #[error("`{found}` at {index} is not a column: write digits from 1 to {COLUMNS}")]
    Character {
        /// Which character, from 1.
        index: usize,
        /// What stands there.
        found: char,
    },
    /// A disc too many in a column.
    #[error("the disc at {index} does not fit: column {column} is full")]
    Full {
        /// Which character, from 1.
        index: usize,
        /// The column.
        column: u8,
    },
    /// A disc dropped after the game was over.
    #[error("the disc at {index} comes after the end of the game")]
    AfterEnd {
        /// Which character, from 1.
        index: usize,
    },
    /// A suffix that means nothing.
    #[error("`{0}` is not a colour: write red or yellow")]
    Colour(String),
    /// Another number of lines or cells than a grid has.
    #[error("a grid has {LINES} lines of {COLUMNS} cells: line {line} from the top is wrong")]
    Shape {
        /// From the top, from 1.
        line: usize,
    },
    /// A disc over an empty cell.
    #[error("the disc in column {column}, line {line} hangs in the air")]
    Hanging {
        /// From the left, from 1.
        column: u8,
        /// From the bottom, from 1.
        line: u8,
    },
    /// Nobody said whose turn it is.
    #[error("a drawn grid needs the side to move: end it with a line `*` or `o`")]
    NobodyToMove,
    /// Not a column number.
    #[error("`{0}` is not a column number")]
    Number(String),
    /// Not `triche=COLUMN,LINE`.
    #[error("`{0}` is not a cheat: write triche=COLUMN,LINE")]
    Cheat(String),
}

impl Explain for NotationError {
    fn explain(&self) -> Message {
        match self {
            Self::Character { index, found } => Message::new("puissance4-character")
                .with("index", *index)
                .with("found", found.to_string()),
            Self::Full { index, column } => Message::new("puissance4-full-at")
                .with("index", *index)
                .with("column", *column),
            Self::AfterEnd { index } => Message::new("puissance4-after-end").with("index", *index),
            Self::Colour(text) => Message::new("puissance4-colour").with("text", text.as_str()),
            Self::Shape { line } => Message::new("puissance4-shape").with("line", *line),
            Self::Hanging { column, line } => Message::new("puissance4-hanging")
                .with("column", *column)
                .with("line", *line),
            Self::NobodyToMove => Message::new("puissance4-nobody-to-move"),
            Self::Number(text) => Message::new("puissance4-number").with("text", text.as_str()),
            Self::Cheat(text) => Message::new("unknown-cheat").with("text", text.as_str()),
        }
    }
}

const fn word(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "red",
        Colour::Yellow => "yellow",
    }
}

impl FromStr for Colour {
    type Err = NotationError;

    /// `red` or `rouge` or `*`, `yellow` or `jaune` or `o`.
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
                | Refusal::TooPlain(..) => unknown,
            })?;
    }
    Ok(game)
}

fn read_grid(text: &str) -> Result<Puissance4, NotationError> {
    let parts: Vec<&str> = text.split('/').collect();
    let (to_move, lines) = parts.split_last().ok_or(NotationError::NobodyToMove)?;
    let to_move = to_move.parse().map_err(|_| NotationError::NobodyToMove)?;
    let lines: Vec<Vec<char>> = lines.iter().map(|line| line.chars().collect()).collect();
    grid_of(&lines).map(|grid| Puissance4::drawn(grid, to_move))
}

/// A grid from its cells, the top line first.
fn grid_of(lines: &[Vec<char>]) -> Result<Grid, NotationError> {
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
    /// Reads a grid drawn as in the figures, or as lines of seven characters, the top line first,
    /// and after it a line that holds only the disc of the side to move, `*` or `o`.
    ///
    /// # Errors
    /// What is wrong with the drawing.
    pub fn from_drawing(text: &str) -> Result<Self, NotationError> {
        let lines = text
            .lines()
            .map(str::trim_end)
            .filter(|line| !line.is_empty());
        let mut lines: Vec<&str> = lines.filter(|line| !is_numbers(line)).collect();
        let to_move = lines
            .pop()
            .map(str::trim)
            .ok_or(NotationError::NobodyToMove)?;
        let to_move = to_move.parse().map_err(|_| NotationError::NobodyToMove)?;
        let cells: Vec<Vec<char>> = lines.into_iter().map(drawn_cells).collect();
        grid_of(&cells).map(|grid| Self::drawn(grid, to_move))
    }
}

/// Whether a line is the column numbers above and below a figure.
fn is_numbers(line: &str) -> bool {
    line.split_whitespace()
        .eq(["1", "2", "3", "4", "5", "6", "7"])
}

/// The cells of a line of a figure, whose fourth, sixth, … characters they are, or of a bare line.
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
    /// `5,3`, and ` row 4,3 7,3` after it when that wins.
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
    fn foreign_positions_are_refused_with_the_index_at_fault() {
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
                NotationError::NobodyToMove,
            ),
        ];
        for (text, error) in cases {
            assert_eq!(text.parse::<Puissance4>(), Err(error), "{text:?}");
        }
    }

    #[test]
    fn a_drawn_grid_takes_its_side_to_move_from_the_mark_below() {
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
            Err(NotationError::NobodyToMove)
        );
    }
}
