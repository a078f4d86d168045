//! Generated cases for the functions of awalé, and the check of answers where several are right.

use crate::{Board, MAX_TURNS, PITS, Pit, SEEDS, SIDE};
use proptest::array::uniform12;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value as Json, json};

use super::State;
use subject::{Args, CallError, CallOutcome, Case, same};
use table::key;
use text::Language;

/// Numbers of seeds in a pit: mostly small, sometimes enough for one or two laps.
fn count() -> impl Strategy<Value = u32> {
    prop_oneof![12 => 0u32..=4, 4 => 5u32..=12, 1 => 13u32..=30]
}

fn pits() -> impl Strategy<Value = [u32; PITS]> {
    prop_oneof![2 => uniform12(count()), 1 => hungry().prop_map(|(pits, _)| pits)]
}

/// A board whose opponent has one or two seeds in the first few pits, and a pit whose seeds reach them,
/// with one seed more or less: such a move may starve the opponent. Boards generated pit by pit almost
/// never have such moves.
fn hungry() -> impl Strategy<Value = ([u32; PITS], usize)> {
    let few = vec(1u32..=2, 0..=4);
    (uniform12(0u32..=3), few, 0..SIDE, 0u32..=2).prop_map(|(mut pits, few, pit, jitter)| {
        pits[SIDE..].fill(0);
        pits[SIDE..SIDE + few.len()].copy_from_slice(&few);
        let reach = (SIDE - 1 - pit + few.len()) as u32;
        pits[pit] = (reach + jitter).saturating_sub(1).max(1);
        (pits, pit)
    })
}

fn case(args: impl IntoIterator<Item = Json>) -> Case {
    Case::new(args.into_iter().collect())
}

/// The pit with seeds that `choice` selects below `end`; an empty one gets a seed if all are empty.
fn full_pit(mut pits: [u32; PITS], choice: Index, end: usize) -> ([u32; PITS], usize) {
    let full: Vec<usize> = (0..end).filter(|&pit| pits[pit] > 0).collect();
    if full.is_empty() {
        let pit = choice.index(end);
        pits[pit] = 1;
        return (pits, pit);
    }
    (pits, full[choice.index(full.len())])
}

pub(super) fn names() -> BoxedStrategy<Case> {
    ("[A-Z][a-z]{0,5}", "[A-Z][a-z]{0,5}")
        .prop_map(|(one, other)| case([json!(one), json!(other)]))
        .boxed()
}

pub(super) fn board() -> BoxedStrategy<Case> {
    pits().prop_map(|board| case([json!(board)])).boxed()
}

pub(super) fn board_and_pit() -> BoxedStrategy<Case> {
    prop_oneof![2 => (pits(), 0..PITS), 1 => hungry()]
        .prop_map(|(board, pit)| case([json!(board), json!(pit)]))
        .boxed()
}

pub(super) fn board_and_range() -> BoxedStrategy<Case> {
    (pits(), 0..PITS, 0..PITS)
        .prop_map(|(board, n, p)| case([json!(board), json!(n.min(p)), json!(n.max(p))]))
        .boxed()
}

pub(super) fn board_and_full_pit() -> BoxedStrategy<Case> {
    full_below(PITS)
}

pub(super) fn board_and_own_full_pit() -> BoxedStrategy<Case> {
    let near = hungry().prop_map(|(board, pit)| case([json!(board), json!(pit)]));
    prop_oneof![full_below(SIDE), near].boxed()
}

fn full_below(end: usize) -> BoxedStrategy<Case> {
    (pits(), any::<Index>())
        .prop_map(move |(board, choice)| {
            let (board, pit) = full_pit(board, choice, end);
            case([json!(board), json!(pit)])
        })
        .boxed()
}

/// A state with 48 seeds: those that are not on the board are captured.
fn any_state() -> impl Strategy<Value = State> {
    let turns = prop_oneof![6 => 0u32..12, 1 => 98u32..=101];
    let drawn = prop_oneof![uniform12(0u32..=6), hungry().prop_map(|(pits, _)| pits)];
    (drawn, 0..=u32::from(SEEDS), turns).prop_map(|(drawn, most, nb_tours)| {
        let mut left = u32::from(SEEDS);
        let plateau = drawn.map(|seeds| {
            let seeds = seeds.min(left);
            left -= seeds;
            seeds
        });
        let score_j1 = most.min(left);
        State {
            score_j1,
            score_j2: left - score_j1,
            nb_tours,
            plateau: Board::with_any(plateau),
            ..State::new("Alice".to_owned(), "Bob".to_owned())
        }
    })
}

pub(super) fn state() -> BoxedStrategy<Case> {
    any_state().prop_map(|state| case([json!(state)])).boxed()
}

/// A state in which the game goes on, and a pit. A state that is over is replaced by the start.
pub(super) fn state_and_pit() -> BoxedStrategy<Case> {
    let choice = prop_oneof![4 => 0..SIDE, 1 => SIDE..PITS];
    (any_state(), choice)
        .prop_map(|(mut state, pit)| {
            let most = u32::from(SEEDS / 2);
            let surplus = state.score_j1.max(state.score_j2).saturating_sub(most);
            if state.score_j1 > most {
                state.score_j1 -= surplus;
            } else {
                state.score_j2 -= surplus;
            }
            let mut pits = state.plateau.pits();
            pits[PITS - 1] += surplus;
            state.plateau = Board::with_any(pits);
            if !state.goes_on() {
                state = State::new(state.joueur1, state.joueur2);
            }
            case([json!(state), json!(pit)])
        })
        .boxed()
}

/// Whole games, in which a pit that cannot be played sometimes comes before one that can.
pub(super) fn game() -> BoxedStrategy<Case> {
    vec((0..SIDE, 0..=PITS), 0..=usize::from(MAX_TURNS))
        .prop_map(|choices| {
            let mut state = State::new("Alice".to_owned(), "Bob".to_owned());
            let mut choices = choices.into_iter();
            let mut pits = Vec::new();
            while state.goes_on() {
                let (choice, tried) = choices.next().unwrap_or((0, PITS));
                let refused = Pit::new(tried as u8)
                    .filter(|pit| pit.is_own() && !state.plateau.is_acceptable(*pit));
                let playable: Vec<Pit> = state.plateau.acceptable_pits().collect();
                let pit = playable[choice % playable.len()];
                pits.extend(refused.into_iter().chain([pit]));
                state.play(pit);
            }
            let answers = pits.into_iter().map(Pit::index);
            Case::answered(vec![json!("Alice"), json!("Bob")], answers)
        })
        .boxed()
}

/// Checks the winner and both scores. The subject does not define the board afterwards.
pub(super) fn settled(case: &Case, got: &CallOutcome) -> Result<bool, CallError> {
    let mut right: State = Args(case.args.clone()).get(0)?;
    let winner = right.settle();
    let mut after = got.args.first().cloned().unwrap_or(Json::Null);
    if let Some(board) = after.get_mut("plateau") {
        *board = json!(right.plateau);
    }
    Ok(got.returned == json!(winner) && same(&json!(right), &after))
}

/// Checks for the winner's name or *égalité* at the end, and for the prescribed sentence at most once a
/// refusal: a program may check a pit before it calls `tour_jeu`. Other text is free.
pub(super) fn same_end(case: &Case, got: &CallOutcome) -> Result<bool, CallError> {
    let mut state = State::new(
        Args(case.args.clone()).get(0)?,
        Args(case.args.clone()).get(1)?,
    );
    let mut refused = 0;
    for pit in case.input.lines().filter_map(|line| line.parse().ok()) {
        match Pit::new(pit).filter(|pit| state.plateau.is_acceptable(*pit)) {
            Some(pit) => state.play(pit),
            None => refused += 1,
        }
    }
    let sentence = plain(&Language::French.word(key!("awale-unacceptable")));
    let told = plain(&got.printed).matches(&sentence).count();
    let names = [state.joueur1.clone(), state.joueur2.clone()];
    let winner = state.settle();
    Ok(told <= refused && named_last(&got.printed, &names) == Some(winner))
}

/// Number of last lines in which the winner may be named.
const LAST_LINES: usize = 5;

/// The winner of the printed game: the player of the last line that names one player, or the word for
/// a draw.
fn named_last(printed: &str, names: &[String; 2]) -> Option<String> {
    let draw = Language::French.word(key!("awale-draw"));
    let lines = printed.lines().rev().filter(|it| !it.trim().is_empty());
    lines.take(LAST_LINES).find_map(|line| {
        let is_letter = |c: char| c.is_alphanumeric();
        let words: Vec<&str> = line.split(|c| !is_letter(c)).collect();
        let unaccented = |text: &str| text.to_lowercase().replace('é', "e");
        let drawn = words.iter().any(|it| unaccented(it) == unaccented(&draw));
        let named = names.each_ref().map(|name| words.contains(&name.as_str()));
        match named {
            _ if drawn => Some(draw.clone()),
            [true, false] => Some(names[0].clone()),
            [false, true] => Some(names[1].clone()),
            [true, true] | [false, false] => None,
        }
    })
}

/// The text with straight apostrophes.
pub(super) fn plain(text: &str) -> String {
    text.replace('’', "'")
}
