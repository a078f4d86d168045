//! Homework of the subject 421: Python functions and the whole game.

use serde_json::Value as Json;
use text::Language;

use super::subject_named;
use crate::picture::{numbers, pip_square, svg};
use crate::{CodeLanguage, Homework, MainProgram, SubjectCheck, judge_python};

/// The homework of 421.
pub(super) static HOMEWORK: Homework = Homework {
    subject: subject_named("421"),
    language: CodeLanguage::Python { module: "Jeu421" },
    scale: include_str!("scale.toml"),
    functions: FUNCTIONS,
    optional: &["test_calcul0"],
    line_readers: &["relancer"],
    other_checks: &[],
    judge: judge_python,
    main_program: MainProgram::Function("test_jeu"),
    picture: dice,
};

const FUNCTIONS: &[SubjectCheck] = &[
    SubjectCheck::new("2.1", "permuter2i", "grade-says-permuter2i"),
    SubjectCheck::new("2.1", "decroitre2i", "grade-says-decroitre2i"),
    SubjectCheck::new("2.1", "decroitre3i", "grade-says-decroitre3i"),
    SubjectCheck::new("2.1", "test_calcul0", "grade-says-test_calcul0"),
    SubjectCheck::new("2.2", "tierce", "grade-says-tierce"),
    SubjectCheck::new("2.2", "brelan", "grade-says-brelan"),
    SubjectCheck::new("2.2", "est421", "grade-says-est421"),
    SubjectCheck::new("2.2", "njetons", "grade-says-njetons"),
    SubjectCheck::new("2.2", "evalcmb", "grade-says-evalcmb"),
    SubjectCheck::new("2.2", "test_calcul", "grade-says-test_calcul"),
    SubjectCheck::new("2.3", "jetDe", "grade-says-jetDe"),
    SubjectCheck::new("2.3", "relancer", "grade-says-relancer"),
    SubjectCheck::new("2.3", "jouerTour", "grade-says-jouerTour"),
    SubjectCheck::new("2.3", "test_tour", "grade-says-test_tour"),
    SubjectCheck::new("2.4", "traiterJetonsDiff", "grade-says-traiterJetonsDiff"),
    SubjectCheck::new("2.4", "traiterJetonsEgaux", "grade-says-traiterJetonsEgaux"),
    SubjectCheck::new("2.5", "test_jeu", "grade-says-test_jeu"),
];

/// Three dice side by side.
fn dice(value: &Json, _: Language) -> Option<String> {
    let faces = numbers(value).filter(|it| it.len() == 3)?;
    let valid = faces.iter().all(|it| (1..=6).contains(it));
    let die = |(at, face): (usize, &u64)| pip_square(50 * at + 2, *face);
    let dice: String = faces.iter().enumerate().map(die).collect();
    valid.then(|| svg(3 * 50, 50, &dice))
}
