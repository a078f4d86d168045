//! Homework of the subject image compression: Python functions.

use super::subject_named;
use crate::{CodeLanguage, Homework, MainProgram, SubjectCheck, judge_python};

/// The homework of image compression.
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

const FUNCTIONS: &[SubjectCheck] = &[
    SubjectCheck::new("Q2", "creer_image", "grade-says-creer_image"),
    SubjectCheck::new("Q4", "noir_ou_blanc", "grade-says-noir_ou_blanc"),
    SubjectCheck::new("Q5", "passer_en_nb", "grade-says-passer_en_nb"),
    SubjectCheck::new(
        "Q6",
        "passer_en_8_couleurs",
        "grade-says-passer_en_8_couleurs",
    ),
    SubjectCheck::new("Q7", "image_vers_ligne", "grade-says-image_vers_ligne"),
    SubjectCheck::new("Q8", "ligne_vers_image", "grade-says-ligne_vers_image"),
    SubjectCheck::new("Q9", "compte_0_1", "grade-says-compte_0_1"),
    SubjectCheck::new("Q10", "decompresse_ligne", "grade-says-decompresse_ligne"),
    SubjectCheck::new("Q11", "compresse_image", "grade-says-compresse_image"),
    SubjectCheck::new("Q12", "decompresse_image", "grade-says-decompresse_image"),
    SubjectCheck::new("Q14", "dim_largeur_max", "grade-says-dim_largeur_max"),
    SubjectCheck::new("Q16", "rectangle_max", "grade-says-rectangle_max"),
    SubjectCheck::new(
        "Q17",
        "compression_rectangle",
        "grade-says-compression_rectangle",
    ),
    SubjectCheck::new(
        "Q18",
        "decompression_rectangle",
        "grade-says-decompression_rectangle",
    ),
];
