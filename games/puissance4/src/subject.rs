//! The operations of the subject *Puissance 4*. A grid is eight lines of nine cells from line 0, border
//! included, or the six lines of seven cells inside it. A cell is `VIDE` 0, `ROUGE` 1 or `JAUNE` 2.

mod cases;

use crate::{COLUMNS, Colour, Column, Grid, LINES, Line};
use serde_json::{Value as Json, json};
use subject::{
    After, Args, Call, CallError, Condition, Function, Parameter, Problem, Relation, Sample,
    Subject, Type, binding, constant, function, implied, stated,
};
use table::message;

const CELL: Type = Type::Integer(0, 2);
const COLUMN: Type = Type::Integer(1, COLUMNS as i64);
const LINE: Type = Type::Integer(1, LINES as i64);
const STEP: Type = Type::Integer(-1, 1);
const GRILLE: Parameter = Parameter::new("grille", Type::Grid(&CELL)).after(After::Kept);
const COLONNE: Parameter = Parameter::new("colonne", COLUMN);
const LIGNE: Parameter = Parameter::new("ligne", LINE);
const COULEUR: Parameter = Parameter::new("couleur", Type::Integer(1, 2));

/// The subject, with its functions and samples.
pub const SUBJECT: Subject = Subject {
    name: "puissance4",
    functions: FUNCTIONS,
    samples: &[
        Sample::new(
            "figure1",
            "[[0,0,0,0,0,0,0,0,0],[0,1,2,1,1,2,2,1,0],[0,0,1,2,1,0,2,1,0],\
             [0,0,0,1,2,0,2,2,0],[0,0,0,2,2,0,1,0,0],[0,0,0,0,2,0,0,0,0],\
             [0,0,0,0,1,0,0,0,0],[0,0,0,0,0,0,0,0,0]]",
        ),
        Sample::new(
            "figure2",
            "[[0,0,0,0,0,0,0,0,0],[0,1,2,1,1,2,2,1,0],[0,0,1,2,1,1,2,1,0],\
             [0,0,0,1,2,0,2,2,0],[0,0,0,2,2,0,1,0,0],[0,0,0,0,2,0,0,0,0],\
             [0,0,0,0,1,0,0,0,0],[0,0,0,0,0,0,0,0,0]]",
        ),
    ],
};

const FUNCTIONS: &[Function] = &[
    constant("NB_LIGNES", Type::INT, |_| Ok(json!(LINES))),
    constant("NB_COLONNES", Type::INT, |_| Ok(json!(COLUMNS))),
    constant("VIDE", CELL, |_| Ok(json!(0))),
    constant("ROUGE", CELL, |_| Ok(json!(1))),
    constant("JAUNE", CELL, |_| Ok(json!(2))),
    function(
        "vider",
        &[GRILLE.after(After::Changed)],
        Type::Nothing,
        |call| {
            let form = grid_and_form(&call.args)?.1;
            call.args.0[0] = form.cells(&Grid::empty());
            Ok(Json::Null)
        },
    )
    .from(cases::grid),
    function(
        "symbole_case",
        &[Parameter::new("case", CELL)],
        Type::Text,
        |call| Ok(json!(symbol(&call.args)?.to_string())),
    )
    .from(cases::cell),
    function(
        "afficher_case",
        &[Parameter::new("case", CELL)],
        Type::Nothing,
        |call| {
            write!(call.output, "{:>2}", symbol(&call.args)?)?;
            Ok(Json::Null)
        },
    )
    .printing()
    .from(cases::cell),
    function("afficher_numeros_colonnes", &[], Type::Nothing, |call| {
        writeln!(call.output, "{}", Grid::NUMBERS)?;
        Ok(Json::Null)
    })
    .printing(),
    function("afficher", &[GRILLE], Type::Nothing, |call| {
        write!(call.output, "{}", grid(&call.args)?)?;
        Ok(Json::Null)
    })
    .printing()
    .requires(&[RESTING])
    .from(cases::grid),
    function(
        "est_coup_possible",
        &[GRILLE, COLONNE],
        Type::Boolean,
        |call| Ok(json!(grid(&call.args)?.is_playable(column(&call.args, 1)?))),
    )
    .requires(&[RESTING])
    .from(cases::grid_and_column),
    function("ligne_de_chute", &[GRILLE, COLONNE], LINE, |call| {
        let line = grid(&call.args)?.landing(column(&call.args, 1)?);
        Ok(json!(line.expect(REQUIRED).number()))
    })
    .requires(&[PLAYABLE, RESTING])
    .from(cases::grid_and_playable_column),
    function(
        "lacher",
        &[GRILLE.after(After::Changed), COLONNE, COULEUR],
        Type::Nothing,
        drop_disc,
    )
    .also(&["lâcher"])
    .requires(&[PLAYABLE, RESTING])
    .from(cases::grid_playable_column_and_colour),
    function(
        "nb_pions_dir",
        &[
            GRILLE,
            LIGNE,
            COLONNE,
            Parameter::new("dir_x", STEP),
            Parameter::new("dir_y", STEP),
        ],
        Type::INT,
        |call| {
            let direction = (call.args.get(3)?, call.args.get(4)?);
            let (line, column) = (line(&call.args, 1)?, column(&call.args, 2)?);
            Ok(json!(grid(&call.args)?.aligned_in(column, line, direction)))
        },
    )
    .requires(&[OCCUPIED, A_DIRECTION, RESTING])
    .from(cases::grid_disc_and_direction),
    function(
        "nb_pions_alignes",
        &[GRILLE, LIGNE, COLONNE],
        Type::INT,
        |call| {
            let (line, column) = (line(&call.args, 1)?, column(&call.args, 2)?);
            Ok(json!(grid(&call.args)?.aligned(column, line)))
        },
    )
    .also(&["nb_pions_alignés"])
    .requires(&[A_DISC, RESTING])
    .from(cases::grid_and_disc),
    function(
        "colonne_conseillee_aleatoire",
        &[
            GRILLE,
            Parameter::new("couleur", Type::Either(&[COULEUR.of, Type::Nothing])).or("null"),
        ],
        COLUMN,
        |call| {
            let column = grid(&call.args)?.random_advice(call.luck);
            Ok(json!(column.expect(REQUIRED).number()))
        },
    )
    .also(&["colonne_conseillée_aléatoire"])
    .drawing()
    .requires(&[NOT_FULL, RESTING, NO_WINNER])
    .judged(Relation::Drawn(cases::ANY_PLAYABLE))
    .from(cases::open_grid),
    function("colonne_conseillee", &[GRILLE, COULEUR], COLUMN, |call| {
        let column = grid(&call.args)?.advice(colour(&call.args, 1)?, call.luck);
        Ok(json!(column.expect(REQUIRED).number()))
    })
    .also(&["colonne_conseilee", "colonne_conseillée"])
    .drawing()
    .requires(&[NOT_FULL, RESTING, NO_WINNER])
    .judged(Relation::OneOf(cases::longest))
    .from(cases::open_grid_and_colour),
];

const REQUIRED: &str = "the conditions of the function were checked";

const PLAYABLE: Condition = binding("est_coup_possible(grille, colonne)", |args| {
    Ok(grid(args)?.is_playable(column(args, 1)?))
});
const OCCUPIED: Condition = binding(DISC_THERE, is_occupied);
/// Condition that the subject's algorithm states although its printed function answers 0 without
/// it.
const A_DISC: Condition = stated(DISC_THERE, is_occupied);
const DISC_THERE: &str = "grille(ligne, colonne) != VIDE";
const A_DIRECTION: Condition = binding("dir_x != 0 || dir_y != 0", |args| {
    Ok((args.get::<i8>(3)?, args.get::<i8>(4)?) != (0, 0))
});
const NOT_FULL: Condition = binding(
    "est_coup_possible(grille, 1) || … || est_coup_possible(grille, 7)",
    |args| {
        let grid = grid(args)?;
        Ok(Column::all().any(|column| grid.is_playable(column)))
    },
);
const NO_WINNER: Condition = stated("nb_pions_alignes(grille, ligne, colonne) < 4", |args| {
    let grid = grid(args)?;
    let mut colours = Colour::BOTH.into_iter();
    Ok(colours.all(|colour| grid.alignment(colour).is_none()))
});
const RESTING: Condition = implied(
    "grille(ligne, colonne) != VIDE => grille(ligne - 1, colonne) != VIDE",
    |args| Ok(grid(args)?.hanging_disc().is_none()),
);

fn is_occupied(args: &Args) -> Result<bool, CallError> {
    let (line, column) = (line(args, 1)?, column(args, 2)?);
    Ok(grid(args)?.disc(column, line).is_some())
}

fn drop_disc(call: &mut Call<'_>) -> Result<Json, CallError> {
    let (mut grid, form) = grid_and_form(&call.args)?;
    let (column, colour) = (column(&call.args, 1)?, colour(&call.args, 2)?);
    grid.drop_disc(column, colour).expect(REQUIRED);
    call.args.0[0] = form.cells(&grid);
    Ok(Json::Null)
}

fn column(args: &Args, index: usize) -> Result<Column, CallError> {
    Ok(Column::new(args.get(index)?).expect("its type has only columns that exist"))
}

fn line(args: &Args, index: usize) -> Result<Line, CallError> {
    Ok(Line::new(args.get(index)?).expect("its type has only lines that exist"))
}

fn colour(args: &Args, index: usize) -> Result<Colour, CallError> {
    Ok(disc(args.get(index)?).expect("its type has only colours"))
}

fn symbol(args: &Args) -> Result<char, CallError> {
    Ok(disc(args.get(0)?).map_or(' ', Colour::symbol))
}

fn disc(cell: u8) -> Option<Colour> {
    match cell {
        1 => Some(Colour::Red),
        2 => Some(Colour::Yellow),
        _ => None,
    }
}

/// The form of a grid: `border` empty cells around it, 0 or 1.
#[derive(Clone, Copy)]
struct Form {
    border: u8,
}

impl Form {
    const BORDERED: Self = Self { border: 1 };
    const PLAIN: Self = Self { border: 0 };

    fn lines(self) -> u8 {
        LINES + 2 * self.border
    }

    fn columns(self) -> u8 {
        COLUMNS + 2 * self.border
    }

    /// The cell with these indices; `None` in the border.
    fn place(self, line: u8, column: u8) -> Option<(Column, Line)> {
        Column::new(column + 1 - self.border).zip(Line::new(line + 1 - self.border))
    }

    fn cells(self, grid: &Grid) -> Json {
        let cell = |line, column| {
            let place = self.place(line, column);
            match place.and_then(|(column, line)| grid.disc(column, line)) {
                None => 0,
                Some(Colour::Red) => 1,
                Some(Colour::Yellow) => 2,
            }
        };
        let row = |line| {
            (0..self.columns())
                .map(|column| cell(line, column))
                .collect::<Vec<u8>>()
        };
        json!((0..self.lines()).map(row).collect::<Vec<_>>())
    }
}

fn grid(args: &Args) -> Result<Grid, CallError> {
    Ok(grid_and_form(args)?.0)
}

/// The first argument, with its border or without; the border must be empty.
fn grid_and_form(args: &Args) -> Result<(Grid, Form), CallError> {
    let cells: Vec<Vec<u8>> = args.get(0)?;
    let (lines, columns) = (cells.len(), cells.first().map_or(0, Vec::len));
    let size = |form: &Form| (form.lines().into(), form.columns().into()) == (lines, columns);
    let form = [Form::BORDERED, Form::PLAIN].into_iter().find(size);
    let form = form.ok_or_else(|| {
        Problem::Specific(message!("subject-grid-size", lines, columns)).of_argument(0)
    })?;
    let mut grid = Grid::empty();
    for (l, row) in (0u8..).zip(cells) {
        for (c, cell) in (0u8..).zip(row) {
            match (disc(cell), form.place(l, c)) {
                (None, _) => {}
                (Some(disc), Some((column, line))) => grid.set(column, line, Some(disc)),
                (Some(_), None) => {
                    let border = Problem::Specific(message!("subject-border"));
                    return Err(border.at(0, format!("[{l}][{c}]")));
                }
            }
        }
    }
    Ok((grid, form))
}
