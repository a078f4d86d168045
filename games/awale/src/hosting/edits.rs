//! A board set up by touch: seeds put into pits and stores, and taken out again.

use crate::{Awale, Board, MAX_TURNS, PITS};
use table::{Key, Side, key};

use super::drawing::{name, store_name};
use host::Edit;

/// The effect of a tool on a number of seeds, if it has one.
type Change = fn(u8) -> Option<u8>;

const TOOLS: [(Key, Change); 2] = [
    (key!("awale-edit-more"), |seeds| seeds.checked_add(1)),
    (key!("awale-edit-fewer"), |seeds| seeds.checked_sub(1)),
];

pub(super) fn edits(game: &Awale) -> Vec<Edit> {
    let (pits, scores) = (game.board().pits(), game.scores());
    let touches = TOOLS.into_iter().flat_map(|(tool, change)| {
        let touch = move |part, pits, scores| {
            Edit::touch::<Awale>(tool, [part], &written(pits, scores, game.turns())?)
        };
        let in_pit = (0..PITS).map(move |pit| {
            let mut pits = pits;
            pits[pit] = change(pits[pit])?;
            touch(name(game.to_move(), pit), pits, scores)
        });
        let in_store = Side::BOTH.into_iter().map(move |side| {
            let mut scores = scores;
            scores[side.index()] = change(scores[side.index()])?;
            touch(store_name(side), pits, scores)
        });
        in_pit.chain(in_store)
    });
    let mut turned = *game.board();
    turned.turn();
    // The number of turns played decides the side to move.
    let turns = match game.turns() {
        MAX_TURNS => MAX_TURNS - 1,
        turns => turns + 1,
    };
    let button =
        |key, pits, scores, turns| Edit::button::<Awale>(key, &written(pits, scores, turns)?);
    let others = [
        button(key!("awale-edit-other"), turned.pits(), scores, turns),
        button(key!("awale-edit-empty"), [0; PITS], [0; 2], game.turns()),
    ];
    touches.chain(others).flatten().collect()
}

fn written(pits: [u8; PITS], scores: [u8; 2], turns: u8) -> Option<String> {
    let board = Board::new(pits).ok()?;
    Some(Awale::new(board, scores, turns).ok()?.to_string())
}
