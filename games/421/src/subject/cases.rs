//! Generated cases for the functions of 421, and the check of answers where several are right.

use crate::{decreasing3, value};
use proptest::array::uniform3;
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value as Json, json};

use subject::{CallOutcome, Case, Law, Relation};

/// Number of rounds that is enough for any game of two tokens each.
const ROUNDS: usize = 200;

fn face() -> std::ops::RangeInclusive<i32> {
    1..=6
}

/// A number that is mostly the face of a die.
fn integer() -> impl Strategy<Value = i32> {
    prop_oneof![3 => face(), 1 => -1000..=1000]
}

fn case<const N: usize>(args: [i64; N]) -> Case {
    Case::new(args.into_iter().map(Json::from).collect())
}

pub(super) fn two_integers() -> BoxedStrategy<Case> {
    [integer(), integer()]
        .prop_map(|pair| case(pair.map(i64::from)))
        .boxed()
}

pub(super) fn three_integers() -> BoxedStrategy<Case> {
    uniform3(integer())
        .prop_map(|three| case(three.map(i64::from)))
        .boxed()
}

pub(super) fn three_answers() -> BoxedStrategy<Case> {
    uniform3(face())
        .prop_map(|faces| Case::answered(vec![], faces))
        .boxed()
}

pub(super) fn combination() -> BoxedStrategy<Case> {
    uniform3(face())
        .prop_map(|[a, b, c]| {
            let (a, b, c) = decreasing3(a, b, c);
            case([a, b, c].map(i64::from))
        })
        .boxed()
}

pub(super) fn die_and_answer() -> BoxedStrategy<Case> {
    (face(), 1i32..=3, 0i32..=2)
        .prop_map(|(die, number, answer)| Case::answered(vec![json!(die), json!(number)], [answer]))
        .boxed()
}

/// Turns with at most two further throws, because the subject does not define a fourth throw.
pub(super) fn turn() -> BoxedStrategy<Case> {
    vec(uniform3(0i32..=1), 0..=2)
        .prop_map(|again| {
            let throws = again.iter().flat_map(|[a, b, c]| [1, *a, *b, *c]);
            Case::answered(vec![], throws.chain([0]))
        })
        .boxed()
}

/// Games in which every combination is kept as it falls.
pub(super) fn game() -> BoxedStrategy<Case> {
    (1i32..=2)
        .prop_map(|tokens| {
            let kept = std::iter::repeat_n(0, 2 * ROUNDS);
            Case::answered(vec![], [tokens].into_iter().chain(kept))
        })
        .boxed()
}

pub(super) fn different_tokens() -> BoxedStrategy<Case> {
    let pairs: Vec<[i64; 2]> = [1, 2, 5, 8]
        .into_iter()
        .flat_map(|one| [1, 2, 5, 8].map(|other| [one, other]))
        .filter(|[one, other]| one != other)
        .collect();
    (proptest::sample::select(pairs), 1i64..=30, 1i64..=30)
        .prop_map(|([one, other], first, second)| case([one, other, first, second]))
        .boxed()
}

pub(super) fn different_values() -> BoxedStrategy<Case> {
    let values = || {
        uniform3(face()).prop_map(|[a, b, c]| {
            let (a, b, c) = decreasing3(a, b, c);
            value(a, b, c)
        })
    };
    let tokens = proptest::sample::select(vec![1i64, 2, 5]);
    (tokens, values(), values(), 1i64..=30, 1i64..=30)
        .prop_map(|(tokens, one, other, first, second)| {
            let other = if one == other { other + 1 } else { other };
            case([tokens, one, other, first, second])
        })
        .boxed()
}

/// The fall of one die: each of its six faces is equally likely.
pub(super) const DIE: Law = Law {
    possible: |_, got| Ok((1..=6).any(|face| got.returned == json!(face))),
    class: |got| got.returned.clone(),
    shares: |_| Ok(Some((1..=6).map(|face| (json!(face), 1.0 / 6.0)).collect())),
};

/// The die is random after the answer 1 and stays the same after any other answer.
pub(super) fn thrown_if_asked(case: &Case) -> Relation {
    if case.input.trim() == "1" {
        Relation::Drawn(DIE)
    } else {
        Relation::Equal
    }
}

/// The dice of one turn as printed: all three, then those thrown again. The last throw may be
/// printed only as the final combination.
pub(super) fn dice_of_a_turn(case: &Case, got: &CallOutcome) -> Option<Case> {
    let mut shown = combinations(&got.printed, CURRENT);
    let again: Vec<&str> = case.input.lines().collect();
    let again: Vec<&[&str]> = again.chunks_exact(4).map(|answers| &answers[1..]).collect();
    if shown.len() + 1 == THROWS && again.len() + 1 == THROWS {
        shown.extend(combinations(&got.printed, LAST));
    }
    let (first, later) = shown.split_first()?;
    let thrown = later.iter().zip(&again).flat_map(|(faces, again)| {
        let falls = faces.chars().zip(*again);
        falls
            .filter(|(_, answer)| **answer == "1")
            .map(|(face, _)| face)
    });
    let dice: String = first.chars().chain(thrown).collect();
    (later.len() == again.len()).then(|| with_dice(case, &dice))
}

/// The dice of a game in which every combination is kept.
pub(super) fn dice_of_a_game(case: &Case, got: &CallOutcome) -> Option<Case> {
    let shown = combinations(&got.printed, CURRENT);
    (!shown.is_empty()).then(|| with_dice(case, &shown.concat()))
}

fn with_dice(case: &Case, dice: &str) -> Case {
    Case {
        args: vec![json!(dice)],
        input: case.input.clone(),
    }
}

/// Printed words that come before the dice.
const CURRENT: &str = "Combinaison actuelle =";
const LAST: &str = "Combinaison finale =";
/// Maximum number of throws in a turn (R1).
const THROWS: usize = 3;

/// The three faces after each occurrence of `words`.
fn combinations(printed: &str, words: &str) -> Vec<String> {
    let faces = |text: &str| -> String {
        let digits = text.chars().filter(|c| *c != ' ');
        digits
            .take_while(|face| ('1'..='6').contains(face))
            .take(3)
            .collect()
    };
    let shown = printed.split(words).skip(1).map(faces);
    shown.filter(|faces| faces.len() == 3).collect()
}

/// The spelling that the subject's code and its two sample runs have in common: no accents, round
/// brackets, no number before a throw (R3, R4), predicates as 1 and 0 (R5).
pub(super) fn plain(text: &str) -> String {
    let text = text.replace(['é', 'è', 'ê'], "e").replace('à', "a");
    let text = text.replace('<', "(").replace('>', ")");
    let text = text.replace("True", "1").replace("False", "0");
    let text = (1..=4).fold(text, |text, throw| {
        text.replace(&format!("{throw}eme jet -- "), "")
    });
    let turns: Vec<String> = text.split(LAST).map(without_the_third).collect();
    turns.join(LAST)
}

/// The text of a turn without the lines after its third throw: no die can be thrown again, and the
/// final combination shows the same dice.
fn without_the_third(turn: &str) -> String {
    let thrown = turn.match_indices(CURRENT).nth(THROWS - 1);
    thrown.map_or(turn, |(third, _)| &turn[..third]).to_owned()
}

/// Whether a line says that a round is a tie: the subject's code prints such a line, its prose does
/// not.
fn is_tie(line: &str) -> bool {
    let line = line.to_lowercase();
    ["egalite", "nul", "recommence"]
        .iter()
        .any(|word| line.contains(word))
}

/// The text of [`plain`] with the last score alone, because the subject's code and its prose differ on
/// the others (R2). Lines about ties are removed, and our own lines after the last score (R8).
pub(super) fn up_to_the_last_score(text: &str) -> String {
    let text = plain(text);
    let score = text.rfind("njtot1").unwrap_or(0);
    let line = text[score..]
        .find('\n')
        .map_or(text.len(), |end| score + end + 1);
    let before = text[..score]
        .lines()
        .filter(|line| !line.starts_with("njtot1") && !is_tie(line));
    let before: String = before.flat_map(|line| [line, "\n"]).collect();
    before + &text[score..line]
}
