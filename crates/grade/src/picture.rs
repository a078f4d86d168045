//! SVG pictures of values in a report, where they are positions of a game.

use std::fmt::Write as _;

use host::{DrawingRequest, DrawingStyle};
use serde_json::Value as Json;
use text::Language;

use crate::homework::Homework;

const MOST_PICTURES: usize = 3;

/// Pictures of a value: of the value itself, or of the items of a list or object.
pub(crate) fn pictures(homework: &Homework, value: &Json, language: Language) -> Vec<String> {
    let picture = |value: &Json| (homework.picture)(value, language);
    // Typed lines beside the arguments are not part of a position.
    let value = value.get("args").unwrap_or(value);
    if let Some(picture) = picture(value) {
        return vec![picture];
    }
    let inner: Vec<&Json> = match value {
        Json::Array(items) => items.iter().collect(),
        Json::Object(fields) => fields.values().collect(),
        _ => vec![],
    };
    let inner = inner.into_iter().filter_map(picture);
    inner.take(MOST_PICTURES).collect()
}

/// The drawing of a position as the game's own table shows it; `None` if it is not a position.
pub(crate) fn game_drawing(game: &str, position: &str, language: Language) -> Option<String> {
    let style = DrawingStyle::wide(language);
    let game = games::find(game).ok()?;
    let drawing = game.drawing(&DrawingRequest::still(position, style));
    drawing.ok().map(|it| it.svg)
}

/// The numbers of a JSON list; `None` if it is another value or holds another value.
pub(crate) fn numbers(value: &Json) -> Option<Vec<u64>> {
    value.as_array()?.iter().map(Json::as_u64).collect()
}

/// An SVG picture of a width and height in its own units, shown at half a pixel per unit.
pub(crate) fn svg(width: usize, height: usize, content: &str) -> String {
    let pixels = width / 2;
    format!(
        "<svg class=\"drawing\" viewBox=\"0 0 {width} {height}\" width=\"{pixels}\">{content}</svg>"
    )
}

/// Column and row of each pip on a face, from 0 to 2.
const PIPS: [&[(usize, usize)]; 7] = [
    &[],
    &[(1, 1)],
    &[(0, 0), (2, 2)],
    &[(0, 0), (1, 1), (2, 2)],
    &[(0, 0), (0, 2), (2, 0), (2, 2)],
    &[(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)],
    &[(0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)],
];

/// A square of side 46 with zero to six pips, its top left corner at `(x, 2)`: a die or half a tile.
pub(crate) fn pip_square(x: usize, pips: u64) -> String {
    let mut text = format!(
        "<rect x=\"{x}\" y=\"2\" width=\"46\" height=\"46\" rx=\"6\" fill=\"#fffdf6\" stroke=\"#a79f8c\" stroke-width=\"2\"/>"
    );
    for (column, row) in PIPS[pips.min(6) as usize] {
        let (x, y) = (x + 11 + 12 * column, 13 + 12 * row);
        let _ = write!(
            text,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"4.5\" fill=\"#1c2a29\"/>"
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::subjects::homework_named;

    #[track_caller]
    fn check(subject: &str, value: &Json, count: usize) {
        let homework = homework_named(subject).expect("the subject is graded");
        let pictures = pictures(homework, value, Language::French);
        assert_eq!(pictures.len(), count, "{subject} {value}");
    }

    #[test]
    fn positions_of_each_game_are_drawn_and_other_values_are_not() {
        let empty = vec![vec![0; 9]; 8];
        check("puissance4", &json!([empty, 3]), 1);
        check("puissance4", &json!(vec![vec![0; 7]; 6]), 1);
        check("puissance4", &json!([4, 3]), 0);
        check(
            "awale",
            &json!([[4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4], 3]),
            1,
        );
        check("awale", &json!([4, 4]), 0);
        check("dominos", &json!([[[6, 1], [5, 4]], 5, 0]), 1);
        check("dominos", &json!([61, 54]), 1);
        check("dominos", &json!([2, 4, 0, 4, 1, 2, 1]), 0);
        check("421", &json!([4, 2, 1]), 1);
        check("421", &json!([4, 2, 9]), 0);
        check("allumettes", &json!("Allumettes restantes : 7"), 1);
        check("allumettes", &json!(["Xavier@rapide"]), 0);
        check("image", &json!([[0, 1]]), 0);
    }
}
