//! Homework of the subject image compression: Python functions.

use super::subject_named;
use crate::{CodeLanguage, Homework, MainProgram, SubjectCheck, judge_python};

pub(super) static HOMEWORK: Homework = Homework {
    subject: subject_named("image"),
    language: CodeLanguage::Python { module: "" },
    scale: include_str!("scale.toml"),
    functions: FUNCTIONS,
    optional: &[],
    line_readers: &[],
    other_checks: &[],
    judge: judge_python,
    main_program: MainProgram::NotJudged,
    picture: |_, _| None,
};

const FUNCTIONS: &[SubjectCheck] = subject_checks! {
    "Q2", "creer_image", "grade-says-creer_image";
    "Q4", "noir_ou_blanc", "grade-says-noir_ou_blanc";
    "Q5", "passer_en_nb", "grade-says-passer_en_nb";
    "Q6", "passer_en_8_couleurs", "grade-says-passer_en_8_couleurs";
    "Q7", "image_vers_ligne", "grade-says-image_vers_ligne";
    "Q8", "ligne_vers_image", "grade-says-ligne_vers_image";
    "Q9", "compte_0_1", "grade-says-compte_0_1";
    "Q10", "decompresse_ligne", "grade-says-decompresse_ligne";
    "Q11", "compresse_image", "grade-says-compresse_image";
    "Q12", "decompresse_image", "grade-says-decompresse_image";
    "Q14", "dim_largeur_max", "grade-says-dim_largeur_max";
    "Q16", "rectangle_max", "grade-says-rectangle_max";
    "Q17", "compression_rectangle", "grade-says-compression_rectangle";
    "Q18", "decompression_rectangle", "grade-says-decompression_rectangle";
};
