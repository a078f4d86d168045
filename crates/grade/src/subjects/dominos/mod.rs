//! Homework of the subject dominos: Python functions and the game that a main program prints.

mod printed_game;

use serde_json::Value as Json;
use text::Language;

use super::subject_named;
use crate::picture::{numbers, pip_square, svg};
use crate::{CodeLanguage, Homework, MainProgram, SubjectCheck, judge_python};

pub(super) static HOMEWORK: Homework = Homework {
    subject: subject_named("dominos"),
    language: CodeLanguage::Python { module: "" },
    scale: include_str!("scale.toml"),
    functions: FUNCTIONS,
    optional: &["is_player1_first", "positionne", "un_tour_de_jeu"],
    line_readers: &[],
    other_checks: &[],
    judge: judge_python,
    main_program: MainProgram::PrintedGame(&printed_game::RULES),
    picture: tiles,
};

const FUNCTIONS: &[SubjectCheck] = subject_checks! {
    "Q1", "creation_jeu", "grade-says-creation_jeu";
    "Q2", "distribue", "grade-says-distribue";
    "Q3", "est_avant", "grade-says-est_avant";
    "Q4", "tri_decr", "grade-says-tri_decr";
    "Q5", "doubles", "grade-says-doubles";
    "Q6", "histogramme", "grade-says-histogramme";
    "Q7", "max_presence", "grade-says-max_presence";
    "Q8", "possibilites", "grade-says-possibilites";
    "2.2", "is_player1_first", "grade-says-is_player1_first";
    "2.2", "positionne", "grade-says-positionne";
    "2.2", "un_tour_de_jeu", "grade-says-un_tour_de_jeu";
};

/// Maximum number of tiles in one picture: the whole set.
const MOST_TILES: usize = 28;

/// Tiles as pairs or as two-digit numbers, side by side.
fn tiles(value: &Json, _: Language) -> Option<String> {
    let items = value.as_array()?;
    if !(1..=MOST_TILES).contains(&items.len()) {
        return None;
    }
    let tiles: Vec<[u64; 2]> = items.iter().map(tile).collect::<Option<_>>()?;
    // A list of numbers below ten is a list of numbers, not of tiles.
    if items.iter().all(Json::is_number) && tiles.iter().all(|it| it[0] == 0) {
        return None;
    }
    let mut all = String::new();
    for (at, [left, right]) in tiles.iter().enumerate() {
        let x = 98 * at + 2;
        all += &(pip_square(x, *left) + &pip_square(x + 46, *right));
    }
    Some(svg(98 * tiles.len(), 50, &all))
}

fn tile(value: &Json) -> Option<[u64; 2]> {
    let halves = match value {
        Json::Array(_) => <[u64; 2]>::try_from(numbers(value)?).ok()?,
        number => number.as_u64().map(|it| [it / 10, it % 10])?,
    };
    halves.iter().all(|it| *it <= 6).then_some(halves)
}
