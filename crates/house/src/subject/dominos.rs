//! The functions of *Dossier : jeu de dominos*, on tiles as they are written: `[2, 3]`.

use dominos::{
    MAX_PIPS, Pair, SubjectError, deal, doubles, first_begins, full_box, histogram, is_before, lay,
    most_present, possible_at, possible_on, sorted_down, take_turn,
};
use serde_json::{Value as Json, json};

use super::{Answer, Call, CallError, Subject, function};

pub(super) const SUBJECT: Subject = Subject {
    name: "dominos",
    functions: &[
        function("creation_jeu", &["max=6"], "jeu", |call| {
            let max = call.arg::<Option<u8>>(0)?.unwrap_or(MAX_PIPS);
            Ok(Answer::Return(json!(full_box(max))))
        }),
        function("distribue", &["jeu", "n=10"], "main", |call| {
            let (mut tiles, n): (Vec<Pair>, Option<usize>) = (call.arg(0)?, call.arg(1)?);
            let n = n.unwrap_or(10);
            let hand = deal(&mut tiles, n, call.luck).map_err(|error| refused(&error))?;
            Ok(Answer::Changed {
                returned: json!(hand),
                args: vec![json!(tiles), json!(n)],
            })
        }),
        function("est_avant", &["d", "e"], "booléen", |call| {
            Ok(Answer::Return(json!(is_before(call.arg(0)?, call.arg(1)?))))
        }),
        function("tri_decr", &["player"], "main triée", |call| {
            Ok(Answer::Return(json!(sorted_down(
                &call.arg::<Vec<Pair>>(0)?
            ))))
        }),
        function("doubles", &["main"], "doubles et leur rang", |call| {
            Ok(Answer::Return(columns(&doubles(
                &call.arg::<Vec<Pair>>(0)?,
            ))))
        }),
        function("histogramme", &["jeu"], "effectifs", |call| {
            Ok(Answer::Return(json!(histogram(&call.arg::<Vec<Pair>>(0)?))))
        }),
        function("max_presence", &["jeu"], "nombres", |call| {
            Ok(Answer::Return(json!(most_present(
                &call.arg::<Vec<Pair>>(0)?
            ))))
        }),
        function(
            "possibilites",
            &["table|main", "p1|bout", "bout="],
            "rangs depuis 0, ou dominos et rangs depuis 1",
            possible,
        ),
        function("is_player1_first", &["p1", "p2"], "booléen", |call| {
            let (first, second): (Vec<Pair>, Vec<Pair>) = (call.arg(0)?, call.arg(1)?);
            Ok(Answer::Return(json!(
                first_begins(&first, &second).map_err(|error| refused(&error))?
            )))
        }),
        function("positionne", &["domino", "table"], "table", |call| {
            let (tile, line): (Pair, Vec<Pair>) = (call.arg(0)?, call.arg(1)?);
            Ok(Answer::Return(json!(
                lay(tile, &line).map_err(|error| refused(&error))?
            )))
        }),
        function(
            "un_tour_de_jeu",
            &["table", "player", "passe"],
            "(table, player, passe)",
            turn,
        ),
    ],
};

fn refused(error: &SubjectError) -> CallError {
    CallError::Refused(error.to_string())
}

/// The subject's matrix: first halves, second halves, places from 1.
fn columns(placed: &[(Pair, usize)]) -> Json {
    let row = |of: fn(&(Pair, usize)) -> usize| placed.iter().map(of).collect::<Vec<_>>();
    json!([
        row(|(pair, _)| pair[0].into()),
        row(|(pair, _)| pair[1].into()),
        row(|(_, place)| *place),
    ])
}

/// Both forms of *`possibilites`*: of a line and a hand, or of a hand and two ends (R16).
fn possible(call: &mut Call<'_>) -> Result<Answer, CallError> {
    let tiles: Vec<Pair> = call.arg(0)?;
    let answer = if let Some(right) = call.arg(2)? {
        columns(&possible_at(&tiles, call.arg(1)?, right))
    } else {
        let hand: Vec<Pair> = call.arg(1)?;
        json!(possible_on(&tiles, &hand).map_err(|error| refused(&error))?)
    };
    Ok(Answer::Return(answer))
}

/// The printed function makes a new table and takes the tile out of the hand it was given.
fn turn(call: &mut Call<'_>) -> Result<Answer, CallError> {
    let (table, mut hand): (Vec<Pair>, Vec<Pair>) = (call.arg(0)?, call.arg(1)?);
    let given = call.arg(2)?;
    let mut line = table.clone();
    let passes = take_turn(&mut line, &mut hand, given).map_err(|error| refused(&error))?;
    Ok(Answer::Changed {
        returned: json!([line, hand, passes]),
        args: vec![json!(table), json!(hand), json!(given)],
    })
}
