//! Homework of the subject 421: Python functions and the whole game.

use serde_json::Value as Json;
use text::Language;

use super::subject_named;
use crate::picture::{numbers, pip_square, svg};
use crate::{CodeLanguage, Homework, MainProgram, SubjectCheck, judge_python};

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

const FUNCTIONS: &[SubjectCheck] = subject_checks! {
    "2.1", "permuter2i", "grade-says-permuter2i";
    "2.1", "decroitre2i", "grade-says-decroitre2i";
    "2.1", "decroitre3i", "grade-says-decroitre3i";
    "2.1", "test_calcul0", "grade-says-test_calcul0";
    "2.2", "tierce", "grade-says-tierce";
    "2.2", "brelan", "grade-says-brelan";
    "2.2", "est421", "grade-says-est421";
    "2.2", "njetons", "grade-says-njetons";
    "2.2", "evalcmb", "grade-says-evalcmb";
    "2.2", "test_calcul", "grade-says-test_calcul";
    "2.3", "jetDe", "grade-says-jetDe";
    "2.3", "relancer", "grade-says-relancer";
    "2.3", "jouerTour", "grade-says-jouerTour";
    "2.3", "test_tour", "grade-says-test_tour";
    "2.4", "traiterJetonsDiff", "grade-says-traiterJetonsDiff";
    "2.4", "traiterJetonsEgaux", "grade-says-traiterJetonsEgaux";
    "2.5", "test_jeu", "grade-says-test_jeu";
};

/// Three dice side by side.
fn dice(value: &Json, _: Language) -> Option<String> {
    let faces = numbers(value).filter(|it| it.len() == 3)?;
    let valid = faces.iter().all(|it| (1..=6).contains(it));
    let die = |(at, face): (usize, &u64)| pip_square(50 * at + 2, *face);
    let dice: String = faces.iter().enumerate().map(die).collect();
    valid.then(|| svg(3 * 50, 50, &dice))
}
