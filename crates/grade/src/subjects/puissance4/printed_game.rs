//! A game of Puissance 4 as its program shows it: grid after grid, each with one disc more.

use std::fmt::Write as _;

use serde_json::{Value as Json, json};

use super::story::{Fault, Story};
use crate::verdict::Verdict;

pub(super) const STORY: Story = Story {
    subject: "puissance4",
    aspects: &[
        ("affichage", "exercice 3", "grade-says-afficher"),
        ("chute", "exercice 5", "grade-says-partie-chute"),
        ("tours", "règle 2", "grade-says-partie-alternance"),
        ("alignement", "règle 3", "grade-says-partie-alignement"),
    ],
    ending: "alignement",
    typed,
    read,
};

const LINES: usize = 6;
const COLUMNS: usize = 7;
/// Columns typed by two people: rows of four in every direction, a full column, columns that are none.
const GAMES: [&str; 8] = [
    "1 2 1 2 1 2 1",
    "1 1 2 2 3 3 4",
    "7 7 6 6 5 5 4",
    "1 2 2 3 3 4 3 4 4 6 4",
    "7 6 6 5 5 4 5 4 4 2 4",
    "1 1 1 1 1 1 1 2 3 2 3 2 3 2",
    "0 8 -1 4 9 3 4 3 4 3 4",
    "1 2 3 4 5 6 7 2 1 4 3 6 5 7",
];
/// Typed when a game is longer, so that it comes to its end.
const FILLERS: usize = 84;

fn typed() -> Vec<String> {
    let game = |columns: &&str| {
        let filler = (0..FILLERS).map(|at| (1 + at % COLUMNS).to_string());
        let all = columns.split(' ').map(str::to_owned).chain(filler);
        all.map(|it| it + "\n").collect()
    };
    GAMES.iter().map(game).collect()
}

/// From line 1 upwards: 0 empty, 1 red, 2 yellow.
type Grid = [[u8; COLUMNS]; LINES];

/// A grid, and the lines that show it.
#[derive(Debug)]
struct Shown {
    grid: Grid,
    text: String,
}

fn read(shown: &str) -> Option<Vec<Fault>> {
    let grids = grids(shown);
    let first = grids.first()?;
    let mut faults = vec![];
    let laid_out = grids.iter().find(|it| it.text != drawn(&it.grid));
    if let Some(other) = laid_out {
        faults.push(Fault {
            aspect: "affichage",
            verdict: Verdict::Layout,
            position: None,
            expected: json!(drawn(&other.grid)),
            got: json!(other.text),
            told: 0,
        });
    }
    let mut before = first.grid;
    let mut last = None;
    for (told, Shown { grid, .. }) in grids.iter().enumerate().skip(1) {
        if let Some(fault) = step(&before, grid, &mut last) {
            faults.push(Fault { told, ..fault });
            break;
        }
        before = *grid;
    }
    Some(faults)
}

/// What is wrong when one grid follows another; `last` is who played last.
fn step(before: &Grid, grid: &Grid, last: &mut Option<u8>) -> Option<Fault> {
    let is_empty = |grid: &Grid| grid.iter().flatten().all(|cell| *cell == 0);
    if grid == before {
        return None;
    }
    // The next game.
    if is_empty(grid) {
        *last = None;
        return None;
    }
    let fault = |aspect, expected: Json| {
        Some(Fault {
            aspect,
            verdict: Verdict::Wrong,
            position: Some(json!(before)),
            expected,
            got: json!(grid),
            told: 0,
        })
    };
    if aligned(before) {
        return fault("alignement", json!(before));
    }
    let fallen: Vec<(usize, u8)> = (0..COLUMNS)
        .flat_map(|column| new(before, grid, column))
        .collect();
    let mut fell = *before;
    for (column, colour) in &fallen {
        if let Some(line) = (0..LINES).find(|line| fell[*line][*column] == 0) {
            fell[line][*column] = *colour;
        }
    }
    // One disc, or one and the answer to it.
    if fell != *grid || fallen.len() > 2 {
        return fault("chute", json!(fell));
    }
    let colours: Vec<u8> = fallen.iter().map(|(_, colour)| *colour).collect();
    let alternate = match colours.as_slice() {
        [one] => last.is_none_or(|last| last != *one),
        [one, other] => one != other,
        _ => true,
    };
    if !alternate {
        return fault("tours", Json::Null);
    }
    if let [one] = colours.as_slice() {
        *last = Some(*one);
    }
    None
}

/// The discs of a column that were not there before, from below.
fn new(before: &Grid, grid: &Grid, column: usize) -> Vec<(usize, u8)> {
    let cells = (0..LINES).filter(|line| grid[*line][column] != before[*line][column]);
    cells
        .map(|line| (column, grid[line][column]))
        .filter(|(_, colour)| *colour > 0)
        .collect()
}

/// Whether four of a colour are on a row.
fn aligned(grid: &Grid) -> bool {
    let at = |line: isize, column: isize| {
        let line = usize::try_from(line).ok()?;
        let column = usize::try_from(column).ok()?;
        grid.get(line)?
            .get(column)
            .copied()
            .filter(|cell| *cell > 0)
    };
    let row = |line: isize, column: isize, (up, right): (isize, isize)| {
        let cells: Vec<_> = (0..4)
            .map(|step| at(line + step * up, column + step * right))
            .collect();
        cells[0].is_some() && cells.iter().all(|cell| *cell == cells[0])
    };
    (0..6).any(|line| {
        (0..7).any(|column| {
            [(0, 1), (1, 0), (1, 1), (1, -1)]
                .into_iter()
                .any(|way| row(line, column, way))
        })
    })
}

/// Every grid of a text: a line of the numbers 1 to 7, above which columns stand the cells of the
/// lines 6 to 1, each with its number before it.
fn grids(shown: &str) -> Vec<Shown> {
    let lines: Vec<&str> = shown.lines().collect();
    let Some(places) = lines.iter().find_map(|line| places(line)) else {
        return vec![];
    };
    let mut grids = vec![];
    let mut at = 0;
    while at < lines.len() {
        match grid(&lines[at..], &places) {
            Some((grid, used)) => {
                grids.push(grid);
                at += used;
            }
            None => at += 1,
        }
    }
    grids
}

/// Where the numbers 1 to 7 stand in a line of nothing else.
fn places(line: &str) -> Option<Vec<usize>> {
    let cells: Vec<char> = line.chars().collect();
    let is_digit = |at: &usize| cells[*at].is_ascii_digit();
    let digits: Vec<usize> = (0..cells.len()).filter(is_digit).collect();
    let plain = cells.iter().all(|it| "1234567 |".contains(*it));
    let numbers = digits.iter().map(|at| cells[*at]);
    (plain && numbers.eq("1234567".chars())).then_some(digits)
}

/// The numbers of a line: what is typed is not echoed, so that a question may stand before them.
fn numbers<'a>(line: &'a str, places: &[usize]) -> Option<&'a str> {
    let line = line.trim_end_matches([' ', '|']);
    let before = line.chars().count().checked_sub(places.last()? + 1)?;
    let (from, _) = line.char_indices().nth(before)?;
    let numbers = &line[from..];
    (self::places(numbers)? == places).then_some(numbers)
}

fn grid(lines: &[&str], places: &[usize]) -> Option<(Shown, usize)> {
    let mut grid = [[0; COLUMNS]; LINES];
    let mut text = vec![numbers(lines[0], places)?];
    let mut left = LINES;
    let mut used = 1;
    while left > 0 {
        let line = lines.get(used)?.trim_end();
        used += 1;
        // The printed subprogram has blank lines between, the figure has none.
        if line.is_empty() {
            continue;
        }
        text.push(line);
        let number = line.trim_start().chars().next()?.to_digit(10)?;
        if number as usize != left {
            return None;
        }
        let cells: Vec<char> = line.chars().collect();
        for (column, place) in places.iter().enumerate() {
            grid[left - 1][column] = match cells.get(*place).copied().unwrap_or(' ') {
                '*' => 1,
                'o' => 2,
                ' ' | '.' | '_' | '-' | '|' => 0,
                _ => return None,
            };
        }
        let discs = cells.iter().filter(|it| "*o".contains(**it)).count();
        if discs != grid[left - 1].iter().filter(|cell| **cell > 0).count() {
            return None;
        }
        left -= 1;
    }
    let blank = lines[used..]
        .iter()
        .take_while(|it| it.trim().is_empty())
        .count();
    let below = lines.get(used + blank);
    if let Some(below) = below.and_then(|it| numbers(it, places)) {
        text.push(below);
        used += blank + 1;
    }
    let text = text.join("\n") + "\n";
    Some((Shown { grid, text }, used))
}

/// As figure 1 has it, without blanks at the ends of lines.
fn drawn(grid: &Grid) -> String {
    let numbers = "    1 2 3 4 5 6 7\n";
    let mut text = numbers.to_owned();
    for (at, line) in grid.iter().enumerate().rev() {
        let number = at + 1;
        let _ = write!(text, "{number:>3}");
        for cell in line {
            text.extend([" ", [" ", "*", "o"][usize::from(*cell)]]);
        }
        let _ = writeln!(text, "{number:>3}");
    }
    text + numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The grids that follow one another when discs fall, red first, each as the figure shows it.
    fn told(columns: &[usize]) -> String {
        let mut grid = [[0; COLUMNS]; LINES];
        let mut text = drawn(&grid);
        for (turn, column) in columns.iter().enumerate() {
            let line = (0..LINES).find(|line| grid[*line][*column] == 0);
            grid[line.expect("the column is not full")][*column] = 1 + (turn % 2) as u8;
            text += &drawn(&grid);
        }
        text
    }

    #[track_caller]
    fn check(told: &str, aspect: Option<&str>) {
        let faults = read(told).expect("a story");
        let found = faults.first().map(|it| it.aspect);
        assert_eq!(found, aspect, "{faults:?}");
    }

    #[test]
    fn discs_that_fall_in_turn_until_four_are_aligned_are_right() {
        check(&told(&[0, 1, 0, 1, 0, 1, 0]), None);
        check(&told(&[0, 1, 0, 1, 0, 1, 0]).replace('\n', "\n\n"), None);
    }

    #[test]
    fn each_rule_that_is_broken_has_its_name() {
        check(&told(&[0, 1, 0, 1, 0, 1, 0, 1]), Some("alignement"));
        check(
            &(drawn(&[[0; COLUMNS]; LINES]) + &drawn(&floating())),
            Some("chute"),
        );
        let twice = told(&[0]) + &drawn(&two_reds());
        check(&twice, Some("tours"));
    }

    fn floating() -> Grid {
        let mut grid = [[0; COLUMNS]; LINES];
        grid[1][0] = 1;
        grid
    }

    fn two_reds() -> Grid {
        let mut grid = [[0; COLUMNS]; LINES];
        grid[0][..2].fill(1);
        grid
    }

    #[test]
    fn another_layout_is_layout_and_what_shows_no_grid_is_no_story() {
        let wide = told(&[3]).replace("    1 2 3 4 5 6 7", "   |1|2|3|4|5|6|7");
        let faults = read(&wide).expect("a story");
        assert_eq!(
            (faults[0].aspect, faults[0].verdict),
            ("affichage", Verdict::Layout)
        );
        assert_eq!(read("Joueur 1, quelle colonne ? "), None);
    }
}
