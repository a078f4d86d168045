//! A board set up by touch: seeds put into pits and stores, and taken out again.

use crate::{Awale, Board, MAX_TURNS, PITS, SIDE};
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
        let in_pit = (0..PITS).map(move |pit| {
            let mut pits = pits;
            pits[pit] = change(pits[pit])?;
            // Pits are numbered from the side to move.
            let side = if pit < SIDE {
                game.to_move()
            } else {
                game.to_move().other()
            };
            Edit::touch::<Awale>(
                tool,
                [name(side, pit % SIDE)],
                &written(pits, scores, game.turns())?,
            )
        });
        let in_store = Side::BOTH.into_iter().map(move |side| {
            let mut scores = scores;
            scores[side.index()] = change(scores[side.index()])?;
            Edit::touch::<Awale>(
                tool,
                [store_name(side)],
                &written(pits, scores, game.turns())?,
            )
        });
        in_pit.chain(in_store)
    });
    let others = [other_side(game), empty(game)];
    touches.chain(others).flatten().collect()
}

fn written(pits: [u8; PITS], scores: [u8; 2], turns: u8) -> Option<String> {
    let board = Board::new(pits).ok()?;
    Some(Awale::new(board, scores, turns).ok()?.to_string())
}

/// The other side to move, with one more turn played: the number of turns decides the side to move.
fn other_side(game: &Awale) -> Option<Edit> {
    let turns = match game.turns() {
        MAX_TURNS => MAX_TURNS - 1,
        turns => turns + 1,
    };
    let mut board = *game.board();
    board.turn();
    let position = written(board.pits(), game.scores(), turns)?;
    Edit::button::<Awale>(key!("awale-edit-other"), &position)
}

fn empty(game: &Awale) -> Option<Edit> {
    let position = written([0; PITS], [0; 2], game.turns())?;
    Edit::button::<Awale>(key!("awale-edit-empty"), &position)
}
