//! Values of a subject as pictures, where they are positions of its game.

use std::fmt::Write as _;

use house::{Easel, Language, Wanted};
use serde_json::Value as Json;

/// Pictures of one value at most.
const MOST: usize = 3;
/// Tiles or dice in one picture at most.
const MOST_PIECES: usize = 28;

/// What of a value can be drawn: it, or what it lists.
pub(crate) fn pictures(subject: &str, value: &Json, language: Language) -> Vec<String> {
    // What is typed beside a position is no part of it.
    let value = value.get("args").unwrap_or(value);
    if let Some(picture) = picture(subject, value, language) {
        return vec![picture];
    }
    let inner: Vec<&Json> = match value {
        Json::Array(items) => items.iter().collect(),
        Json::Object(fields) => fields.values().collect(),
        _ => vec![],
    };
    let inner = inner
        .into_iter()
        .filter_map(|it| picture(subject, it, language));
    inner.take(MOST).collect()
}

fn picture(subject: &str, value: &Json, language: Language) -> Option<String> {
    match subject {
        "421" => dice(value),
        "dominos" => tiles(value),
        "puissance4" => grid(value),
        "awale" => drawn(subject, &seeds(value)?, language),
        "allumettes" => drawn(subject, &matches(value)?, language),
        _ => None,
    }
}

/// As the game itself is drawn; none for what is no position of it.
fn drawn(game: &str, view: &str, language: Language) -> Option<String> {
    let easel = Easel::wide(language);
    let drawing = house::find(game).ok()?.drawing(&Wanted::still(view, easel));
    drawing.ok().map(|it| it.svg)
}

fn numbers(value: &Json) -> Option<Vec<u64>> {
    value.as_array()?.iter().map(Json::as_u64).collect()
}

/// A grid with its border or without, line 1 below; discs may hang in the air, which no game has.
fn grid(value: &Json) -> Option<String> {
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
    Some(sheet(228, 196, &all))
}

/// Twelve pits, alone or in what the subject calls a game.
fn seeds(value: &Json) -> Option<String> {
    let pits = numbers(value.get("plateau").unwrap_or(value))?;
    let field = |name: &str| value.get(name).and_then(Json::as_u64).unwrap_or(0);
    let [first, second, turns] = ["score_j1", "score_j2", "nb_tours"].map(field);
    let pits = Some(pits).filter(|it| it.len() == 12)?;
    let pits: Vec<String> = pits.iter().map(u64::to_string).collect();
    Some(format!("{}/{first}-{second}/{turns}", pits.join(",")))
}

/// How many matches are left, as a line of a game says it.
fn matches(value: &Json) -> Option<String> {
    let (_, count) = value.as_str()?.split_once("llumettes restantes :")?;
    let count: u32 = count.trim().parse().ok()?;
    (1..=13).contains(&count).then(|| count.to_string())
}

/// Three dice.
fn dice(value: &Json) -> Option<String> {
    let faces = numbers(value).filter(|it| it.len() == 3)?;
    let faces = faces
        .iter()
        .all(|it| (1..=6).contains(it))
        .then_some(faces)?;
    let face = |(at, face): (usize, &u64)| piece(50 * at + 2, 2, *face);
    let all: String = faces.iter().enumerate().map(face).collect();
    Some(sheet(3 * 50, 50, &all))
}

/// Tiles as pairs or as numbers, side by side; a chain lies, a hand would stand.
fn tiles(value: &Json) -> Option<String> {
    let items = value
        .as_array()
        .filter(|it| !it.is_empty() && it.len() <= MOST_PIECES)?;
    let tiles: Option<Vec<[u64; 2]>> = items.iter().map(tile).collect();
    let tiles = tiles?;
    // Numbers below ten are no tiles but numbers.
    if items.iter().all(Json::is_number) && tiles.iter().all(|it| it[0] == 0) {
        return None;
    }
    let mut all = String::new();
    for (at, [left, right]) in tiles.iter().enumerate() {
        let x = 98 * at + 2;
        all += &(piece(x, 2, *left) + &piece(x + 46, 2, *right));
    }
    Some(sheet(98 * tiles.len(), 50, &all))
}

fn tile(value: &Json) -> Option<[u64; 2]> {
    let halves = match value {
        Json::Array(_) => <[u64; 2]>::try_from(numbers(value)?).ok()?,
        number => number.as_u64().map(|it| [it / 10, it % 10])?,
    };
    halves.iter().all(|it| *it <= 6).then_some(halves)
}

fn sheet(width: usize, height: usize, pieces: &str) -> String {
    let wide = width / 2;
    format!(
        "<svg class=\"drawing\" viewBox=\"0 0 {width} {height}\" width=\"{wide}\">{pieces}</svg>"
    )
}

/// Where pips are on a face, in thirds of its side.
const PIPS: [&[(usize, usize)]; 7] = [
    &[],
    &[(1, 1)],
    &[(0, 0), (2, 2)],
    &[(0, 0), (1, 1), (2, 2)],
    &[(0, 0), (0, 2), (2, 0), (2, 2)],
    &[(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)],
    &[(0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)],
];

/// A face with its pips: a die, or half of a tile.
fn piece(x: usize, y: usize, pips: u64) -> String {
    let mut text = format!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"46\" height=\"46\" rx=\"6\" fill=\"#fffdf6\" stroke=\"#a79f8c\" stroke-width=\"2\"/>"
    );
    for (column, line) in PIPS[pips.min(6) as usize] {
        let (x, y) = (x + 11 + 12 * column, y + 11 + 12 * line);
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

    #[track_caller]
    fn check(subject: &str, value: &Json, count: usize) {
        let pictures = pictures(subject, value, Language::French);
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
