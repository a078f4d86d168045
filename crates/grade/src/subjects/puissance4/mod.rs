//! Homework of the subject Puissance 4: Fortran routines and the game that a main program prints.

mod fortran;
mod printed_game;

use std::fmt::Write as _;

use serde_json::Value as Json;
use text::Language;

use super::subject_named;
use crate::picture::{numbers, svg};
use crate::{CodeLanguage, Homework, MainProgram, SubjectCheck};

pub(super) static HOMEWORK: Homework = Homework {
    subject: subject_named("puissance4"),
    language: CodeLanguage::Fortran,
    scale: include_str!("scale.toml"),
    functions: FUNCTIONS,
    optional: &[
        "symbole_case",
        "afficher_case",
        "afficher_numeros_colonnes",
        "ligne_de_chute",
        "nb_pions_dir",
    ],
    line_readers: &[],
    other_checks: &[fortran::BOUNDS_CHECK],
    judge: fortran::judge,
    main_program: MainProgram::PrintedGame(&printed_game::RULES),
    picture: grid,
};

const FUNCTIONS: &[SubjectCheck] = subject_checks! {
    "exercice 2", "vider", "grade-says-vider";
    "exercice 3", "symbole_case", "grade-says-symbole_case";
    "exercice 3", "afficher_case", "grade-says-afficher_case";
    "exercice 3", "afficher_numeros_colonnes", "grade-says-afficher_numeros_colonnes";
    "exercice 3", "afficher", "grade-says-afficher";
    "exercice 4", "est_coup_possible", "grade-says-est_coup_possible";
    "exercice 5", "ligne_de_chute", "grade-says-ligne_de_chute";
    "exercice 5", "lacher", "grade-says-lacher";
    "exercice 6", "nb_pions_dir", "grade-says-nb_pions_dir";
    "exercice 6", "nb_pions_alignes", "grade-says-nb_pions_alignes";
    "exercice 7", "colonne_conseillee_aleatoire", "grade-says-colonne_conseillee_aleatoire";
    "exercice 8", "colonne_conseillee", "grade-says-colonne_conseillee";
};

/// A grid with or without its border, line 1 at the bottom. It is not drawn as a position of the
/// game, because a wrong answer may hold discs with no disc below them.
fn grid(value: &Json, _: Language) -> Option<String> {
    let rows: Option<Vec<Vec<u64>>> = value.as_array()?.iter().map(numbers).collect();
    let rows = rows?;
    let wide = |columns: usize| rows.iter().all(|row| row.len() == columns);
    let border = match rows.len() {
        8 if wide(9) => 1,
        6 if wide(7) => 0,
        _ => return None,
    };
    let mut all = "<rect width=\"228\" height=\"196\" rx=\"8\" fill=\"#2f5f92\"/>".to_owned();
    for (line, column) in (0..6).flat_map(|line| (0..7).map(move |column| (line, column))) {
        let colour = match rows[line + border][column + border] {
            0 => "#c3d2dd",
            1 => "#b8402c",
            2 => "#d39a1e",
            _ => return None,
        };
        let (x, y) = (18 + 32 * column, 178 - 32 * line);
        let _ = write!(
            all,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"13\" fill=\"{colour}\"/>"
        );
    }
    Some(svg(228, 196, &all))
}
