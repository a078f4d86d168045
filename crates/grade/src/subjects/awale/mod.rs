//! Homework of the subject awalé: Python functions and the end of a whole game.

use serde_json::Value as Json;
use text::Language;

use super::subject_named;
use crate::picture::{game_drawing, numbers};
use crate::{CodeLanguage, Homework, MainProgram, SubjectCheck, judge_python};

/// The homework of awalé.
pub(super) static HOMEWORK: Homework = Homework {
    subject: subject_named("awale"),
    language: CodeLanguage::Python { module: "" },
    scale: include_str!("scale.toml"),
    functions: FUNCTIONS,
    optional: &["initialisation"],
    line_readers: &[],
    other_checks: &[],
    judge: judge_python,
    main_program: MainProgram::Function("awale"),
    picture: board,
};

const FUNCTIONS: &[SubjectCheck] = &[
    SubjectCheck::new("Q1", "initialisation", "grade-says-initialisation"),
    SubjectCheck::new("Q2", "tour_joueur1", "grade-says-tour_joueur1"),
    SubjectCheck::new("Q3", "somme", "grade-says-somme"),
    SubjectCheck::new("Q4", "tourner_plateau", "grade-says-tourner_plateau"),
    SubjectCheck::new("Q5", "semer_graines", "grade-says-semer_graines"),
    SubjectCheck::new("Q6", "case_ramassable", "grade-says-case_ramassable"),
    SubjectCheck::new("Q7", "ramasser_graines", "grade-says-ramasser_graines"),
    SubjectCheck::new("Q8", "test_famine", "grade-says-test_famine"),
    SubjectCheck::new("Q9", "test_case", "grade-says-test_case"),
    SubjectCheck::new("Q10", "cases_possibles", "grade-says-cases_possibles"),
    SubjectCheck::new("Q11", "tour_termine", "grade-says-tour_termine"),
    SubjectCheck::new("Q12", "tour_jeu", "grade-says-tour_jeu"),
    SubjectCheck::new("Q13", "gagnant", "grade-says-gagnant"),
    SubjectCheck::new("Q14", "awale", "grade-says-awale"),
];

/// A board: a list of twelve pits, or a dictionary with the key `plateau`.
fn board(value: &Json, language: Language) -> Option<String> {
    let pits = numbers(value.get("plateau").unwrap_or(value)).filter(|it| it.len() == 12)?;
    let field = |name: &str| value.get(name).and_then(Json::as_u64).unwrap_or(0);
    let [first, second, turns] = ["score_j1", "score_j2", "nb_tours"].map(field);
    let pits: Vec<String> = pits.iter().map(u64::to_string).collect();
    let position = format!("{}/{first}-{second}/{turns}", pits.join(","));
    game_drawing(HOMEWORK.subject.name, &position, language)
}
