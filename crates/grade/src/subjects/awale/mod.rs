//! Homework of the subject awalé: Python functions and the end of a whole game.

use serde_json::Value as Json;
use text::Language;

use super::subject_named;
use crate::picture::{game_drawing, numbers};
use crate::{CodeLanguage, Homework, MainProgram, SubjectCheck, judge_python};

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

const FUNCTIONS: &[SubjectCheck] = subject_checks! {
    "Q1", "initialisation", "grade-says-initialisation";
    "Q2", "tour_joueur1", "grade-says-tour_joueur1";
    "Q3", "somme", "grade-says-somme";
    "Q4", "tourner_plateau", "grade-says-tourner_plateau";
    "Q5", "semer_graines", "grade-says-semer_graines";
    "Q6", "case_ramassable", "grade-says-case_ramassable";
    "Q7", "ramasser_graines", "grade-says-ramasser_graines";
    "Q8", "test_famine", "grade-says-test_famine";
    "Q9", "test_case", "grade-says-test_case";
    "Q10", "cases_possibles", "grade-says-cases_possibles";
    "Q11", "tour_termine", "grade-says-tour_termine";
    "Q12", "tour_jeu", "grade-says-tour_jeu";
    "Q13", "gagnant", "grade-says-gagnant";
    "Q14", "awale", "grade-says-awale";
};

/// A board: a list of twelve pits, or a dictionary with the key `plateau`.
fn board(value: &Json, language: Language) -> Option<String> {
    let pits = numbers(value.get("plateau").unwrap_or(value)).filter(|it| it.len() == 12)?;
    let field = |name: &str| value.get(name).and_then(Json::as_u64).unwrap_or(0);
    let [first, second, turns] = ["score_j1", "score_j2", "nb_tours"].map(field);
    let pits: Vec<String> = pits.iter().map(u64::to_string).collect();
    let position = format!("{}/{first}-{second}/{turns}", pits.join(","));
    game_drawing(HOMEWORK.subject.name, &position, language)
}
