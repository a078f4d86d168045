//! The table in characters: the line of tiles between its two ends, both hands and the boneyard.

use std::collections::VecDeque;

use crate::{Dominos, End, Move, Tile};
use table::{Message, key};

use super::drawing::sight::{Hand, Sight};
use super::drawing::{button, end_name, tile_name};
use host::{DrawingContext, Ink, TextBoard};
use text::counted;

/// Columns of a tile and of the blank after it.
const TILE: usize = 6;

/// Draws the table, at most `width` columns wide.
pub(super) fn board(context: &DrawingContext<'_, Dominos>, width: u16) -> TextBoard {
    let near = context.style.near;
    let per_row = (usize::from(width) / TILE).max(1);
    let mut board = TextBoard::default();
    put_hand(
        &mut board,
        context,
        (context.sight.hand(near.other()), false),
        per_row,
    );
    let count = context.sight.boneyard;
    let label = Message::new(key!("dominos-boneyard", count, form));
    board.line();
    board.put(
        Ink::Faint,
        context.say(&counted(label, "count", count.into())),
    );
    board.line();
    put_line(&mut board, context, per_row.saturating_sub(1).max(1));
    board.line();
    put_hand(
        &mut board,
        context,
        (context.sight.hand(near), true),
        per_row,
    );
    for mv in [Move::Draw, Move::Pass] {
        if context.sight.moves.contains(&mv) {
            let (name, key) = button(mv);
            board.line();
            board.part(
                Ink::Plain,
                format!("[ {} ]", context.style.language.word(key)),
                name,
            );
        }
    }
    board
}

/// A tile as `6│1` between blanks.
fn face([left, right]: [u8; 2]) -> String {
    format!(" {left}│{right} ")
}

fn put_hand(
    board: &mut TextBoard,
    context: &DrawingContext<'_, Dominos>,
    (hand, near): (Hand, bool),
    per_row: usize,
) {
    let key = if near {
        key!("dominos-near-hand", count, form)
    } else {
        key!("dominos-far-hand", count, form)
    };
    let label = counted(Message::new(key), "count", hand.len().into());
    board.line();
    board.put(Ink::Plain, context.say(&label));
    match hand {
        Hand::Open(tiles) => {
            let tiles: Vec<Tile> = tiles.into_iter().collect();
            for row in tiles.chunks(per_row) {
                put_row(board, row.iter().map(|tile| (*tile, tile.halves())));
            }
        }
        Hand::Hidden(count) => {
            board.line();
            board.put(Ink::Faint, "▒▒ ".repeat(count.into()));
        }
    }
}

/// A row of tiles, with a line of blanks below so that the rows are apart.
fn put_row(board: &mut TextBoard, tiles: impl Iterator<Item = (Tile, [u8; 2])>) {
    board.line();
    for (tile, halves) in tiles {
        board.part(Ink::Bone, face(halves), tile_name(tile));
        board.put(Ink::Plain, " ");
    }
}

/// A tile with its halves as it lies in the line, from the left to the right.
type LaidTile = (Tile, [u8; 2]);

/// The tiles of the line from the left to the right, and the numbers at its ends.
fn chain(sight: &Sight) -> (VecDeque<LaidTile>, Option<[u8; 2]>) {
    let (mut line, mut ends) = (VecDeque::new(), None);
    for step in &sight.steps {
        let Some(tile) = step.mv.tile() else { continue };
        let Some(before) = step.ends else {
            line.push_back((tile, tile.halves()));
            ends = step.ends_after();
            continue;
        };
        let to_right = matches!(step.mv, Move::LayRight(_));
        let Some((end, after)) = before.after(tile, to_right) else {
            continue;
        };
        match end {
            End::Left => line.push_front((tile, [after.left, before.left])),
            End::Right => line.push_back((tile, [before.right, after.right])),
        }
        ends = Some(after);
    }
    (line, ends.map(|ends| [ends.left, ends.right]))
}

/// The line, broken into rows, with the number that each end takes.
fn put_line(board: &mut TextBoard, context: &DrawingContext<'_, Dominos>, per_row: usize) {
    let (mut line, ends) = chain(context.sight);
    let Some([left, right]) = ends else {
        return;
    };
    let last = context.played.as_ref().map(|(_, effect)| *effect);
    let tiles = line.make_contiguous();
    let rows = tiles.len().div_ceil(per_row);
    for (number, row) in tiles.chunks(per_row).enumerate() {
        board.line();
        if number == 0 {
            board.part(Ink::Second, format!("{left}◂ "), end_name(End::Left));
        } else {
            board.put(Ink::Plain, "   ");
        }
        for (tile, [one, other]) in row {
            let is_last = matches!(last, Some(crate::Effect::Laid(laid, _)) if laid == *tile);
            let text = if is_last {
                format!("[{one}│{other}]")
            } else {
                face([*one, *other])
            };
            board.part(Ink::Bone, text, tile_name(*tile));
            board.put(Ink::Plain, " ");
        }
        if number + 1 == rows {
            board.part(Ink::Second, format!("▸{right}"), end_name(End::Right));
        }
    }
}
