//! Rules of a printed game of Puissance 4: one grid after another, each with one disc more.

use std::fmt::Write as _;

use serde_json::{Value as Json, json};

use crate::{PrintedGameRules, RuleViolation, Verdict};

pub(super) static RULES: PrintedGameRules = PrintedGameRules {
    checks: subject_checks! {
        "exercice 3", "affichage", "grade-says-afficher";
        "exercice 5", "chute", "grade-says-partie-chute";
        "règle 2", "tours", "grade-says-partie-alternance";
        "règle 3", "alignement", "grade-says-partie-alignement";
    },
    ending: "alignement",
    typed,
    violations,
};

const LINES: usize = 6;
const COLUMNS: usize = 7;
/// Columns typed for both players: alignments in every direction, a full column, invalid columns.
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
/// Number of further columns typed after each game, so that a longer game ends too.
const FILLERS: usize = 84;

/// The standard input of each run, one column per line.
fn typed() -> Vec<String> {
    let game = |columns: &&str| {
        let filler = (0..FILLERS).map(|at| (1 + at % COLUMNS).to_string());
        let all = columns.split(' ').map(str::to_owned).chain(filler);
        all.map(|it| it + "\n").collect()
    };
    GAMES.iter().map(game).collect()
}

/// The cells from line 1, the lowest, upwards: 0 empty, 1 red, 2 yellow.
type Cells = [[u8; COLUMNS]; LINES];

/// A grid with the printed lines that show it.
#[derive(Debug)]
struct PrintedGrid {
    cells: Cells,
    text: String,
}

/// At most one violation of layout and one of the rules; `None` without a grid.
fn violations(printed: &str) -> Option<Vec<RuleViolation>> {
    let grids = grids(printed);
    let first = grids.first()?;
    let mut violations = vec![];
    let laid_out = grids.iter().find(|it| it.text != drawn(&it.cells));
    if let Some(other) = laid_out {
        violations.push(RuleViolation {
            check: "affichage",
            verdict: Verdict::Layout,
            position: None,
            expected: json!(drawn(&other.cells)),
            got: json!(other.text),
            printed_before: 0,
        });
    }
    let mut before = first.cells;
    let mut last = None;
    for (printed_before, PrintedGrid { cells, .. }) in grids.iter().enumerate().skip(1) {
        if let Some(violation) = step(&before, cells, &mut last) {
            violations.push(RuleViolation {
                printed_before,
                ..violation
            });
            break;
        }
        before = *cells;
    }
    Some(violations)
}

/// The violation in the step from `before` to `grid`, if any; `last` is the colour that played last.
fn step(before: &Cells, grid: &Cells, last: &mut Option<u8>) -> Option<RuleViolation> {
    if grid == before {
        return None;
    }
    // An empty grid begins the next game.
    if *grid == Cells::default() {
        *last = None;
        return None;
    }
    let violation = |check, expected: Json| {
        Some(RuleViolation {
            check,
            verdict: Verdict::Wrong,
            position: Some(json!(before)),
            expected,
            got: json!(grid),
            printed_before: 0,
        })
    };
    if aligned(before) {
        return violation("alignement", json!(before));
    }
    let fallen = new_discs(before, grid);
    let mut fell = *before;
    for (column, colour) in &fallen {
        if let Some(line) = (0..LINES).find(|line| fell[*line][*column] == 0) {
            fell[line][*column] = *colour;
        }
    }
    // A grid may show one new disc, or a player's disc and the answer to it.
    if fell != *grid || fallen.len() > 2 {
        return violation("chute", json!(fell));
    }
    let colours: Vec<u8> = fallen.iter().map(|(_, colour)| *colour).collect();
    match colours.as_slice() {
        [one] if *last == Some(*one) => violation("tours", Json::Null),
        [one, other] if one == other => violation("tours", Json::Null),
        [one] => {
            *last = Some(*one);
            None
        }
        _ => None,
    }
}

/// Column and colour of the discs that were not there before, those of one column from the lowest.
fn new_discs(before: &Cells, grid: &Cells) -> Vec<(usize, u8)> {
    let cells = (0..COLUMNS).flat_map(|column| (0..LINES).map(move |line| (line, column)));
    let new = cells.filter(|(line, column)| {
        let cell = grid[*line][*column];
        cell != 0 && cell != before[*line][*column]
    });
    new.map(|(line, column)| (column, grid[line][column]))
        .collect()
}

/// Whether four discs of one colour are aligned.
fn aligned(grid: &Cells) -> bool {
    let from = |line: usize, column: usize, (up, right): (isize, isize)| {
        let first = grid[line][column];
        let cell = |step: isize| {
            let line = grid.get(line.checked_add_signed(step * up)?)?;
            line.get(column.checked_add_signed(step * right)?)
        };
        first > 0 && (1..4).all(|step| cell(step) == Some(&first))
    };
    let ways = [(0, 1), (1, 0), (1, 1), (1, -1)];
    let columns = |line| (0..COLUMNS).map(move |column| (line, column));
    let mut cells = (0..LINES).flat_map(columns);
    cells.any(|(line, column)| ways.into_iter().any(|way| from(line, column, way)))
}

/// Every grid of a text: a line with the numbers 1 to 7, then the lines 6 to 1, each with its number
/// first and its cells under the numbers of the columns.
fn grids(printed: &str) -> Vec<PrintedGrid> {
    let lines: Vec<&str> = printed.lines().collect();
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

/// Positions of the numbers 1 to 7 in a line that holds nothing else.
fn places(line: &str) -> Option<Vec<usize>> {
    let cells: Vec<char> = line.chars().collect();
    let is_digit = |at: &usize| cells[*at].is_ascii_digit();
    let digits: Vec<usize> = (0..cells.len()).filter(is_digit).collect();
    let plain = cells.iter().all(|it| "1234567 |".contains(*it));
    let numbers = digits.iter().map(|at| cells[*at]);
    (plain && numbers.eq("1234567".chars())).then_some(digits)
}

/// The column numbers at the end of a line, maybe after a question: typed lines are not echoed.
fn numbers<'a>(line: &'a str, places: &[usize]) -> Option<&'a str> {
    let line = line.trim_end_matches([' ', '|']);
    let before = line.chars().count().checked_sub(places.last()? + 1)?;
    let (from, _) = line.char_indices().nth(before)?;
    let numbers = &line[from..];
    (self::places(numbers)? == places).then_some(numbers)
}

/// The grid at the beginning of `lines`, and the number of lines that show it.
fn grid(lines: &[&str], places: &[usize]) -> Option<(PrintedGrid, usize)> {
    let mut cells_of_grid = [[0; COLUMNS]; LINES];
    let mut text = vec![numbers(lines[0], places)?];
    let mut left = LINES;
    let mut used = 1;
    while left > 0 {
        let line = lines.get(used)?.trim_end();
        used += 1;
        // The subject's printed program has blank lines between the lines, its figure has none.
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
            cells_of_grid[left - 1][column] = match cells.get(*place).copied().unwrap_or(' ') {
                '*' => 1,
                'o' => 2,
                ' ' | '.' | '_' | '-' | '|' => 0,
                _ => return None,
            };
        }
        let discs = cells.iter().filter(|it| "*o".contains(**it)).count();
        let found = cells_of_grid[left - 1].iter().filter(|cell| **cell > 0);
        if discs != found.count() {
            return None;
        }
        left -= 1;
    }
    let below = lines[used..].iter();
    let blank = below.take_while(|it| it.trim().is_empty()).count();
    let below = lines.get(used + blank);
    if let Some(below) = below.and_then(|it| numbers(it, places)) {
        text.push(below);
        used += blank + 1;
    }
    let text = text.join("\n") + "\n";
    let grid = PrintedGrid {
        cells: cells_of_grid,
        text,
    };
    Some((grid, used))
}

/// The grid printed as in figure 1, without blanks at the ends of lines.
fn drawn(grid: &Cells) -> String {
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

    /// The printed grids of a game in which discs fall into these columns, red first.
    fn printed(columns: &[usize]) -> String {
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
    fn check(printed: &str, rule: Option<&str>) {
        let violations = violations(printed).expect("the output is a game");
        let found = violations.first().map(|it| it.check);
        assert_eq!(found, rule, "{violations:?}");
    }

    #[test]
    fn a_game_by_the_rules_has_no_violation() {
        check(&printed(&[0, 1, 0, 1, 0, 1, 0]), None);
        check(&printed(&[0, 1, 0, 1, 0, 1, 0]).replace('\n', "\n\n"), None);
    }

    #[test]
    fn each_broken_rule_is_named() {
        check(&printed(&[0, 1, 0, 1, 0, 1, 0, 1]), Some("alignement"));
        check(
            &(drawn(&[[0; COLUMNS]; LINES]) + &drawn(&floating())),
            Some("chute"),
        );
        let twice = printed(&[0]) + &drawn(&two_reds());
        check(&twice, Some("tours"));
    }

    fn floating() -> Cells {
        let mut grid = [[0; COLUMNS]; LINES];
        grid[1][0] = 1;
        grid
    }

    fn two_reds() -> Cells {
        let mut grid = [[0; COLUMNS]; LINES];
        grid[0][..2].fill(1);
        grid
    }

    #[test]
    fn another_layout_is_a_violation_of_layout_only_and_no_grid_is_not_judged() {
        let wide = printed(&[3]).replace("    1 2 3 4 5 6 7", "   |1|2|3|4|5|6|7");
        let violations = violations(&wide).expect("the output is a game");
        assert_eq!(
            (violations[0].check, violations[0].verdict),
            ("affichage", Verdict::Layout)
        );
        assert_eq!(super::violations("Joueur 1, quelle colonne ? "), None);
    }
}
