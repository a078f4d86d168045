//! The grid and its operations as the subject describes them. The packed board is tested against
//! this one.

use std::fmt;

use table::Chance;

/// Number of lines of the grid, *`NB_LIGNES`*.
#[doc(alias = "NB_LIGNES")]
pub const LINES: u8 = 6;

/// Number of columns of the grid, *`NB_COLONNES`*.
#[doc(alias = "NB_COLONNES")]
pub const COLUMNS: u8 = 7;

/// Number of discs in a row that wins.
pub const ALIGNED: u8 = 4;

/// A column of the grid, 1 to 7 from the left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Column(u8);

impl Column {
    /// The column with this number; `None` outside 1 to 7.
    pub const fn new(number: u8) -> Option<Self> {
        match number {
            1..=COLUMNS => Some(Self(number)),
            _ => None,
        }
    }

    /// The column with this index, 0 to 6.
    pub(crate) const fn from_index(index: u32) -> Option<Self> {
        Self::new(index as u8 + 1)
    }

    /// Every column, from the left.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..COLUMNS).map(|index| Self(index + 1))
    }

    /// The number of the column, 1 to 7.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The mirror image of the column: 1 for 7, 2 for 6 and so on.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self(COLUMNS + 1 - self.0)
    }
}

/// A line of the grid, 1 to 6 from the bottom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Line(u8);

impl Line {
    /// The line with this number; `None` outside 1 to 6.
    pub const fn new(number: u8) -> Option<Self> {
        match number {
            1..=LINES => Some(Self(number)),
            _ => None,
        }
    }

    /// Every line, from the bottom.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..LINES).map(|index| Self(index + 1))
    }

    /// The number of the line, 1 to 6.
    pub const fn number(self) -> u8 {
        self.0
    }
}

/// A cell of the grid, column first (R17).
pub type Cell = (Column, Line);

/// Every cell, column by column from the left, each from the bottom.
pub(crate) fn cells() -> impl Iterator<Item = Cell> {
    Column::all().flat_map(|column| Line::all().map(move |line| (column, line)))
}

/// The colour of a disc.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Colour {
    /// *`ROUGE`*, shown as `*`.
    Red,
    /// *`JAUNE`*, shown as `o`.
    Yellow,
}

impl Colour {
    pub(crate) const BOTH: [Self; 2] = [Self::Red, Self::Yellow];

    /// The opponent's colour.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Red => Self::Yellow,
            Self::Yellow => Self::Red,
        }
    }

    /// The character for a disc of this colour in the subject's figures.
    #[doc(alias = "symbole_case")]
    #[doc(alias = "afficher_case")]
    pub const fn symbol(self) -> char {
        match self {
            Self::Red => '*',
            Self::Yellow => 'o',
        }
    }

    /// The word for this colour in positions and drawings.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Yellow => "yellow",
        }
    }
}

/// A direction of alignments: columns to the right and lines up for each step.
pub type Direction = (i8, i8);

/// The four directions of alignments; each includes its opposite.
pub const DIRECTIONS: [Direction; 4] = [(1, 1), (1, 0), (1, -1), (0, 1)];

/// The grid with a border of empty cells, so that counting discs needs no test for the edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[doc(alias = "typ_grille")]
#[doc(alias = "afficher")]
pub struct Grid {
    cells: [[Option<Colour>; COLUMNS as usize + 2]; LINES as usize + 2],
}

impl Grid {
    /// The line of column numbers above and below a figure.
    #[doc(alias = "afficher_numeros_colonnes")]
    pub const NUMBERS: &str = "    1 2 3 4 5 6 7";

    /// A grid without discs (*vider*).
    #[doc(alias = "vider")]
    pub const fn empty() -> Self {
        Self {
            cells: [[None; COLUMNS as usize + 2]; LINES as usize + 2],
        }
    }

    /// The colour of the disc in a cell; `None` when the cell is empty.
    pub const fn disc(&self, column: Column, line: Line) -> Option<Colour> {
        self.cells[line.0 as usize][column.0 as usize]
    }

    /// Every cell of one column, from the bottom.
    pub fn column(&self, column: Column) -> impl Iterator<Item = Option<Colour>> {
        Line::all().map(move |line| self.disc(column, line))
    }

    /// Number of discs on the grid.
    pub fn discs(&self) -> usize {
        self.cells.iter().flatten().flatten().count()
    }

    /// Returns whether a disc can be dropped into `column`: its top cell is empty.
    #[doc(alias = "est_coup_possible")]
    pub fn is_playable(&self, column: Column) -> bool {
        self.disc(column, Line(LINES)).is_none()
    }

    /// The line on which a disc dropped into `column` lands; `None` when the column is full.
    #[doc(alias = "ligne_de_chute")]
    pub fn landing(&self, column: Column) -> Option<Line> {
        Line::all().find(|&line| self.disc(column, line).is_none())
    }

    /// Drops a disc and returns the line on which it lands; `None`, without a change, when the column
    /// is full.
    #[doc(alias = "lacher")]
    #[doc(alias = "lâcher")]
    pub fn drop_disc(&mut self, column: Column, colour: Colour) -> Option<Line> {
        let line = self.landing(column)?;
        self.set(column, line, Some(colour));
        Some(line)
    }

    /// Sets or empties a cell without checking the rules, for cheats and drawn grids.
    pub fn set(&mut self, column: Column, line: Line, disc: Option<Colour>) {
        self.cells[usize::from(line.0)][usize::from(column.0)] = disc;
    }

    /// Length of the row of one colour through a cell in a direction and its opposite; 0 for an empty
    /// cell.
    #[doc(alias = "nb_pions_dir")]
    pub fn aligned_in(&self, column: Column, line: Line, (right, up): Direction) -> u8 {
        match self.disc(column, line) {
            Some(_) => {
                1 + self.run(column, line, (right, up)) + self.run(column, line, (-right, -up))
            }
            None => 0,
        }
    }

    /// Length of the longest row of one colour through a cell; 0 for an empty cell.
    #[doc(alias = "nb_pions_alignes")]
    #[doc(alias = "nb_pions_alignés")]
    pub fn aligned(&self, column: Column, line: Line) -> u8 {
        let lengths = DIRECTIONS.map(|direction| self.aligned_in(column, line, direction));
        lengths.into_iter().max().unwrap_or(0)
    }

    /// A random playable column, each as likely; `None` when the grid is full. Full columns are drawn
    /// again.
    #[doc(alias = "colonne_conseillee_aleatoire")]
    #[doc(alias = "colonne_conseillée_aléatoire")]
    pub fn random_advice(&self, luck: &mut dyn Chance) -> Option<Column> {
        Column::all().find(|&column| self.is_playable(column))?;
        loop {
            let column = Column(1 + luck.below(u32::from(COLUMNS)) as u8);
            if self.is_playable(column) {
                return Some(column);
            }
        }
    }

    /// The column where a disc of `colour` makes the longest row; of two equal columns the right one
    /// is taken with probability 1/2. `None` when the grid is full.
    #[doc(alias = "colonne_conseillee")]
    #[doc(alias = "colonne_conseilee")]
    pub fn advice(&self, colour: Colour, luck: &mut dyn Chance) -> Option<Column> {
        let mut best = None;
        for column in Column::all() {
            let mut after = *self;
            let Some(line) = after.drop_disc(column, colour) else {
                continue;
            };
            let length = after.aligned(column, line);
            best = match best {
                Some((_, longest)) if length < longest => best,
                Some((_, longest)) if length == longest && luck.below(2) == 0 => best,
                _ => Some((column, length)),
            };
        }
        best.map(|(column, _)| column)
    }

    /// The two ends of a row of four or more of `colour`, if there is one.
    pub fn alignment(&self, colour: Colour) -> Option<[Cell; 2]> {
        let mut own = cells().filter(|&(column, line)| self.disc(column, line) == Some(colour));
        own.find_map(|(column, line)| self.row_through(column, line))
    }

    /// The two ends of a row of four or more through a cell, if there is one.
    pub(crate) fn row_through(&self, column: Column, line: Line) -> Option<[Cell; 2]> {
        let wins = |&direction: &Direction| self.aligned_in(column, line, direction) >= ALIGNED;
        let (right, up) = DIRECTIONS.into_iter().find(wins)?;
        Some([-1, 1].map(|sign| {
            let length = self.run(column, line, (sign * right, sign * up));
            let steps = sign * length.cast_signed();
            let column = column.0.wrapping_add_signed(steps * right);
            (Column(column), Line(line.0.wrapping_add_signed(steps * up)))
        }))
    }

    /// A disc above an empty cell, if there is one.
    pub(crate) fn hanging_disc(&self) -> Option<Cell> {
        cells().find(|&(column, line)| {
            let hangs = self.landing(column).is_some_and(|free| free < line);
            hangs && self.disc(column, line).is_some()
        })
    }

    /// Number of discs of a cell's colour that follow it in one direction.
    fn run(&self, column: Column, line: Line, (right, up): Direction) -> u8 {
        let colour = self.disc(column, line);
        let (mut column, mut line) = (column.0, line.0);
        let mut length = 0;
        loop {
            column = column.wrapping_add_signed(right);
            line = line.wrapping_add_signed(up);
            if self.cells[usize::from(line)][usize::from(column)] != colour {
                return length;
            }
            length += 1;
        }
    }
}

/// Draws the figure of the subject (*afficher*), with the spacing of ruling R18; every line ends with
/// a newline.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", Self::NUMBERS)?;
        for line in Line::all().rev() {
            write!(f, "{:3}", line.0)?;
            for column in Column::all() {
                let symbol = self.disc(column, line).map_or(' ', Colour::symbol);
                write!(f, "{symbol:>2}")?;
            }
            writeln!(f, "{:3}", line.0)?;
        }
        writeln!(f, "{}", Self::NUMBERS)
    }
}

#[cfg(test)]
mod tests {
    use table::Seeded;

    use super::*;

    /// A source of chance that returns the given numbers in order.
    #[derive(Debug)]
    struct Coins(std::vec::IntoIter<u32>);

    impl Coins {
        fn new(coins: impl IntoIterator<Item = u32>) -> Self {
            Self(coins.into_iter().collect::<Vec<_>>().into_iter())
        }
    }

    impl Chance for Coins {
        fn below(&mut self, n: u32) -> u32 {
            self.0
                .next()
                .filter(|coin| *coin < n)
                .expect("the test gives enough numbers in range")
        }
    }

    const FIGURE_1: &str = "    1 2 3 4 5 6 7
  6       *        6
  5       o        5
  4     o o   *    4
  3     * o   o o  3
  2   * o *   o *  2
  1 * o * * o o *  1
    1 2 3 4 5 6 7
";
    const FIGURE_2: &str = "    1 2 3 4 5 6 7
  6       *        6
  5       o        5
  4     o o   *    4
  3     * o   o o  3
  2   * o * * o *  2
  1 * o * * o o *  1
    1 2 3 4 5 6 7
";

    fn column(number: u8) -> Column {
        Column::new(number).unwrap()
    }

    fn line(number: u8) -> Line {
        Line::new(number).unwrap()
    }

    /// The grid of figure 1, column by column from the bottom.
    fn figure_1() -> Grid {
        let mut grid = Grid::empty();
        for (index, discs) in ["*", "o*", "*o*o", "**ooo*", "o", "ooo*", "**o"]
            .iter()
            .enumerate()
        {
            for disc in discs.chars() {
                let colour = if disc == '*' {
                    Colour::Red
                } else {
                    Colour::Yellow
                };
                grid.drop_disc(column(index as u8 + 1), colour).unwrap();
            }
        }
        grid
    }

    fn figure_2() -> Grid {
        let mut grid = figure_1();
        assert_eq!(grid.drop_disc(column(5), Colour::Red), Some(line(2)));
        grid
    }

    #[test]
    fn figures_1_and_2_are_drawn_as_in_the_subject() {
        assert_eq!(figure_1().to_string(), FIGURE_1);
        assert_eq!(figure_2().to_string(), FIGURE_2);
    }

    #[test]
    fn in_figure_1_all_columns_but_the_fourth_are_playable() {
        let playable = Column::all().filter(|&c| figure_1().is_playable(c));
        assert_eq!(
            playable.map(Column::number).collect::<Vec<_>>(),
            [1, 2, 3, 5, 6, 7]
        );
    }

    #[test]
    fn a_full_column_takes_no_disc() {
        let mut grid = figure_1();
        assert_eq!(grid.landing(column(4)), None);
        assert_eq!(grid.drop_disc(column(4), Colour::Yellow), None);
        assert_eq!(grid, figure_1());
    }

    #[test]
    fn alignments_of_figure_2_are_those_of_the_subject() {
        for (c, l, length) in [(1, 1, 3), (7, 1, 2), (6, 2, 3)] {
            assert_eq!(figure_2().aligned(column(c), line(l)), length, "({c},{l})");
        }
        let vertical = figure_2().aligned_in(column(6), line(2), (0, 1));
        let diagonals = [(1, 1), (1, -1)].map(|d| figure_2().aligned_in(column(6), line(2), d));
        assert_eq!(vertical, 3);
        assert!(diagonals.contains(&3), "{diagonals:?}");
        assert_eq!(figure_2().aligned(column(1), line(6)), 0, "an empty cell");
    }

    #[test]
    fn yellow_is_advised_column_5_in_figure_2_and_wins_there() {
        for seed in 0..20 {
            let advice = figure_2().advice(Colour::Yellow, &mut Seeded::new(seed));
            assert_eq!(advice, Some(column(5)));
        }
        let mut grid = figure_2();
        grid.drop_disc(column(5), Colour::Yellow);
        let ends = [(column(4), line(3)), (column(7), line(3))];
        assert_eq!(grid.alignment(Colour::Yellow), Some(ends));
        assert_eq!(grid.alignment(Colour::Red), None);
    }

    #[test]
    fn among_equal_columns_the_coin_decides() {
        let advise = |coins: [u32; 6]| {
            let mut luck = Coins::new(coins);
            Grid::empty()
                .advice(Colour::Red, &mut luck)
                .map(Column::number)
        };
        assert_eq!(advise([0; 6]), Some(1), "never replaced");
        assert_eq!(advise([0, 0, 1, 0, 0, 0]), Some(4));
        assert_eq!(advise([1; 6]), Some(7), "always replaced");
    }

    #[test]
    fn random_advice_draws_again_until_a_column_is_playable() {
        let mut luck = Coins::new([3, 3, 6]);
        assert_eq!(figure_1().random_advice(&mut luck), Some(column(7)));
    }

    #[test]
    fn a_full_grid_has_no_advice() {
        let mut grid = Grid::empty();
        for column in Column::all() {
            while grid.drop_disc(column, Colour::Red).is_some() {}
        }
        assert_eq!(grid.advice(Colour::Red, &mut Seeded::new(0)), None);
        assert_eq!(grid.random_advice(&mut Seeded::new(0)), None);
    }

    #[test]
    fn mirrored_columns_are_in_reverse_order() {
        let mirrored = Column::all().map(|c| c.mirrored().number());
        assert_eq!(mirrored.collect::<Vec<_>>(), [7, 6, 5, 4, 3, 2, 1]);
    }
}
