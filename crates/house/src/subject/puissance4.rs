//! The operations of *Puissance 4*: a grid is its eight lines of nine cells, border included, from
//! line 0; a cell is `VIDE` 0, `ROUGE` 1 or `JAUNE` 2.

use puissance4::{COLUMNS, Colour, Column, Grid, LINES, Line};
use serde_json::{Value as Json, json};

use super::{Answer, Call, CallError, Function, Subject, function};

const fn constant(
    name: &'static str,
    body: fn(&mut Call<'_>) -> Result<Answer, CallError>,
) -> Function {
    function(name, &[], "entier", body)
}

pub(super) const SUBJECT: Subject = Subject {
    name: "puissance4",
    functions: &[
        constant("NB_LIGNES", |_| Ok(Answer::Return(json!(LINES)))),
        constant("NB_COLONNES", |_| Ok(Answer::Return(json!(COLUMNS)))),
        constant("VIDE", |_| Ok(Answer::Return(json!(0)))),
        constant("ROUGE", |_| Ok(Answer::Return(json!(1)))),
        constant("JAUNE", |_| Ok(Answer::Return(json!(2)))),
        function("vider", &["grille"], "rien (modifie grille)", |_| {
            Ok(Answer::Changed {
                returned: json!(null),
                args: vec![cells(&Grid::empty())],
            })
        }),
        function("afficher", &["grille"], "rien (affiche)", |call| {
            let grid = grid(call)?;
            write!(call.output, "{grid}")?;
            Ok(Answer::Return(json!(null)))
        }),
        function(
            "est_coup_possible",
            &["grille", "colonne"],
            "booléen",
            |call| {
                Ok(Answer::Return(json!(
                    grid(call)?.is_playable(column(call, 1)?)
                )))
            },
        ),
        function("ligne_de_chute", &["grille", "colonne"], "entier", |call| {
            let column = column(call, 1)?;
            let line = grid(call)?.landing(column).ok_or_else(|| full(column))?;
            Ok(Answer::Return(json!(line.number())))
        }),
        function(
            "lacher",
            &["grille", "colonne", "couleur"],
            "rien (modifie grille)",
            drop_disc,
        ),
        function(
            "nb_pions_dir",
            &["grille", "ligne", "colonne", "dir_x", "dir_y"],
            "entier",
            aligned_in,
        ),
        function(
            "nb_pions_alignes",
            &["grille", "ligne", "colonne"],
            "entier",
            |call| {
                Ok(Answer::Return(json!(
                    grid(call)?.aligned(column(call, 2)?, line(call, 1)?)
                )))
            },
        ),
        function(
            "colonne_conseillee_aleatoire",
            &["grille"],
            "entier",
            |call| advised(grid(call)?.random_advice(call.luck)),
        ),
        function(
            "colonne_conseillee",
            &["grille", "couleur"],
            "entier",
            |call| {
                let colour = colour(call, 1)?;
                advised(grid(call)?.advice(colour, call.luck))
            },
        ),
    ],
};

fn drop_disc(call: &mut Call<'_>) -> Result<Answer, CallError> {
    let (mut grid, column, colour) = (grid(call)?, column(call, 1)?, colour(call, 2)?);
    grid.drop_disc(column, colour).ok_or_else(|| full(column))?;
    Ok(Answer::Changed {
        returned: json!(null),
        args: vec![cells(&grid), call.args[1].clone(), call.args[2].clone()],
    })
}

fn aligned_in(call: &mut Call<'_>) -> Result<Answer, CallError> {
    let grid = grid(call)?;
    let (line, column) = (line(call, 1)?, column(call, 2)?);
    let direction: (i8, i8) = (call.arg(3)?, call.arg(4)?);
    if grid.disc(column, line).is_none() {
        return Err(CallError::Refused(
            "grille(ligne,colonne) != VIDE".to_owned(),
        ));
    }
    let one_step = |step: i8| (-1..=1).contains(&step);
    if direction == (0, 0) || !one_step(direction.0) || !one_step(direction.1) {
        return Err(CallError::Refused(
            "dir_x != 0 || dir_y != 0, de -1 à 1".to_owned(),
        ));
    }
    Ok(Answer::Return(json!(
        grid.aligned_in(column, line, direction)
    )))
}

fn advised(column: Option<Column>) -> Result<Answer, CallError> {
    let column = column.ok_or_else(|| CallError::Refused("la grille est pleine".to_owned()))?;
    Ok(Answer::Return(json!(column.number())))
}

fn full(column: Column) -> CallError {
    let column = column.number();
    CallError::Refused(format!("est_coup_possible(grille, {column}) ne tient pas"))
}

fn misfit(index: usize, reason: impl Into<String>) -> CallError {
    CallError::Argument {
        number: index + 1,
        reason: reason.into(),
    }
}

fn column(call: &Call<'_>, index: usize) -> Result<Column, CallError> {
    Column::new(call.arg(index)?).ok_or_else(|| misfit(index, "1 … 7"))
}

fn line(call: &Call<'_>, index: usize) -> Result<Line, CallError> {
    Line::new(call.arg(index)?).ok_or_else(|| misfit(index, "1 … 6"))
}

fn colour(call: &Call<'_>, index: usize) -> Result<Colour, CallError> {
    match call.arg(index)? {
        1u8 => Ok(Colour::Red),
        2 => Ok(Colour::Yellow),
        _ => Err(misfit(index, "ROUGE 1, JAUNE 2")),
    }
}

/// The first argument: its border must be empty.
fn grid(call: &Call<'_>) -> Result<Grid, CallError> {
    let cells: [[u8; COLUMNS as usize + 2]; LINES as usize + 2] = call.arg(0)?;
    let mut grid = Grid::empty();
    for (l, row) in (0u8..).zip(cells) {
        for (c, cell) in (0u8..).zip(row) {
            let disc = match cell {
                0 => continue,
                1 => Colour::Red,
                2 => Colour::Yellow,
                _ => return Err(misfit(0, "VIDE 0, ROUGE 1, JAUNE 2")),
            };
            let (Some(column), Some(line)) = (Column::new(c), Line::new(l)) else {
                return Err(misfit(0, format!("({l},{c}) : la bordure est vide")));
            };
            grid.set(column, line, Some(disc));
        }
    }
    Ok(grid)
}

fn cells(grid: &Grid) -> Json {
    let cell = |line: u8, column: u8| {
        let disc = Column::new(column).zip(Line::new(line));
        match disc.and_then(|(column, line)| grid.disc(column, line)) {
            None => 0,
            Some(Colour::Red) => 1,
            Some(Colour::Yellow) => 2,
        }
    };
    let row = |line| {
        (0..COLUMNS + 2)
            .map(|column| cell(line, column))
            .collect::<Vec<u8>>()
    };
    json!((0..LINES + 2).map(row).collect::<Vec<_>>())
}
