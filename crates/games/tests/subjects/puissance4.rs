//! Naive version of Puissance 4: every run of cells is checked as a whole.

use super::*;

pub(super) const NAIVE: &[(&str, Naive)] = &[
    ("NB_LIGNES", |_| json!(6)),
    ("NB_COLONNES", |_| json!(7)),
    ("VIDE", |_| json!(0)),
    ("ROUGE", |_| json!(1)),
    ("JAUNE", |_| json!(2)),
    ("vider", |sheet| {
        sheet.args[0] = json!(vec![vec![0; 9]; 8]);
        Json::Null
    }),
    ("symbole_case", |sheet| json!(symbol(sheet.int(0)))),
    ("afficher_case", |sheet| {
        let cell = symbol(sheet.int(0));
        sheet.print(format!(" {cell}"));
        Json::Null
    }),
    ("afficher_numeros_colonnes", |sheet| {
        sheet.print("    1 2 3 4 5 6 7\n");
        Json::Null
    }),
    ("afficher", |sheet| {
        sheet.print("    1 2 3 4 5 6 7\n");
        for line in (1..=6).rev() {
            sheet.print(format!("  {line}"));
            for column in 1..=7 {
                let cell = symbol(sheet.rows(0)[line][column]);
                sheet.print(format!(" {cell}"));
            }
            sheet.print(format!("  {line}\n"));
        }
        sheet.print("    1 2 3 4 5 6 7\n");
        Json::Null
    }),
    ("est_coup_possible", |sheet| {
        let column = sheet.int(1) as usize;
        json!((1..=6).any(|line| sheet.rows(0)[line][column] == 0))
    }),
    ("ligne_de_chute", |sheet| {
        json!(fall(&sheet.rows(0), sheet.int(1) as usize).unwrap())
    }),
    ("lacher", |sheet| {
        let (mut grid, column) = (sheet.rows(0), sheet.int(1) as usize);
        let line = fall(&grid, column).unwrap();
        grid[line][column] = sheet.int(2);
        sheet.args[0] = json!(grid);
        Json::Null
    }),
    ("nb_pions_dir", |sheet| {
        let place = (sheet.int(1), sheet.int(2));
        json!(longest(&sheet.rows(0), place, (sheet.int(4), sheet.int(3))))
    }),
    ("nb_pions_alignes", |sheet| {
        json!(aligned(&sheet.rows(0), (sheet.int(1), sheet.int(2))))
    }),
    ("colonne_conseillee_aleatoire", |sheet| {
        let open: Vec<usize> = (1..=7)
            .filter(|&it| fall(&sheet.rows(0), it).is_some())
            .collect();
        json!(open[sheet.luck.below(open.len() as u32) as usize])
    }),
    // The last of the best columns: any of them is right.
    ("colonne_conseillee", |sheet| {
        let colour = sheet.int(1);
        let length = |column: &usize| {
            let mut grid = sheet.rows(0);
            let line = fall(&grid, *column)?;
            grid[line][*column] = colour;
            Some(aligned(&grid, (line as i64, *column as i64)))
        };
        json!((1..=7).max_by_key(length))
    }),
];

fn symbol(cell: i64) -> char {
    [' ', '*', 'o'][cell as usize]
}

pub(super) fn fall(grid: &[Vec<i64>], column: usize) -> Option<usize> {
    (1..=6).find(|&line| grid[line][column] == 0)
}

/// Length of the longest run of one colour through a cell in one direction.
pub(super) fn longest(grid: &[Vec<i64>], place: (i64, i64), (up, right): (i64, i64)) -> usize {
    let cell = |step: i64| {
        let (line, column) = (place.0 + step * up, place.1 + step * right);
        let inside = (1..=6).contains(&line) && (1..=7).contains(&column);
        if inside {
            grid[line as usize][column as usize]
        } else {
            0
        }
    };
    let colour = cell(0);
    let runs = (-6..=0).flat_map(|from| (0..=6).map(move |to| (from, to)));
    let of_one_colour = runs.filter(|&(from, to)| (from..=to).all(|step| cell(step) == colour));
    of_one_colour
        .map(|(from, to)| (to - from + 1) as usize)
        .max()
        .unwrap()
}

fn aligned(grid: &[Vec<i64>], place: (i64, i64)) -> usize {
    if grid[place.0 as usize][place.1 as usize] == 0 {
        return 0;
    }
    let directions = [(0, 1), (1, 0), (1, 1), (1, -1)];
    directions
        .iter()
        .map(|&direction| longest(grid, place, direction))
        .max()
        .unwrap()
}

#[test]
fn puissance_4_equals_the_naive_version() {
    check_subject("puissance4", NAIVE);
}

#[test]
fn a_grid_with_or_without_its_border_gives_equal_results() {
    let inside = |grid: &Json| -> Json {
        let lines = &grid.as_array().unwrap()[1..=6];
        lines
            .iter()
            .map(|line| json!(line.as_array().unwrap()[1..=7]))
            .collect()
    };
    for function in subject("puissance4").unwrap().functions {
        if function
            .parameters
            .first()
            .is_none_or(|it| it.name != "grille")
        {
            continue;
        }
        for input in function.inputs(2).take(30) {
            let case = input.case();
            let mut plain = case.clone();
            plain.args[0] = inside(&case.args[0]);
            let call = |case: &Case| function.call(case, &mut Seeded::new(3)).unwrap();
            let (bordered, plain) = (call(&case), call(&plain));
            assert_eq!(plain.returned, bordered.returned, "{}", function.name);
            assert_eq!(plain.printed, bordered.printed, "{}", function.name);
            assert_eq!(
                plain.args[0],
                inside(&bordered.args[0]),
                "{}",
                function.name
            );
        }
    }
}

#[test]
fn cases_include_grids_with_four_in_a_row_and_full_columns() {
    let function = subject("puissance4")
        .unwrap()
        .function("nb_pions_alignes")
        .unwrap();
    let lengths = function.inputs(1).take(2000).map(|input| {
        let got = function.call(&input.case(), &mut Seeded::new(0)).unwrap();
        got.returned.as_u64().unwrap()
    });
    let lengths: std::collections::BTreeSet<u64> = lengths.collect();
    assert!(
        (1..=4).all(|length| lengths.contains(&length)),
        "{lengths:?}"
    );
    let function = subject("puissance4")
        .unwrap()
        .function("est_coup_possible")
        .unwrap();
    let full = function.inputs(1).take(500).filter(|input| {
        let got = function.call(&input.case(), &mut Seeded::new(0)).unwrap();
        got.returned == json!(false)
    });
    assert!(full.count() > 5);
}
