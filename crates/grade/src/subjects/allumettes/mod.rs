//! Homework of the subject 13 matches (allumettes): a Java program, judged as a whole.

mod java;

use serde_json::Value as Json;
use text::Language;

use super::subject_named;
use crate::picture::game_drawing;
use crate::{CodeLanguage, Homework, MainProgram};

pub(super) static HOMEWORK: Homework = Homework {
    subject: subject_named("allumettes"),
    language: CodeLanguage::Java {
        main_classes: &["Jouer", "Partie"],
    },
    scale: include_str!("scale.toml"),
    functions: &[],
    optional: &[],
    line_readers: &[],
    other_checks: java::CHECKS,
    judge: java::judge,
    main_program: MainProgram::NotJudged,
    picture: matches_left,
};

/// The matches that a line such as `Allumettes restantes : 7` says are left.
fn matches_left(value: &Json, language: Language) -> Option<String> {
    let (_, count) = value.as_str()?.split_once("llumettes restantes :")?;
    let count: u32 = count.trim().parse().ok()?;
    let position = (1..=13).contains(&count).then(|| count.to_string())?;
    game_drawing(HOMEWORK.subject.name, &position, language)
}
