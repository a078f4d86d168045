//! The board in characters: two rows of pits with their numbers, and the seeds captured by each side.

use crate::{Awale, SIDE};
use table::{Message, Side, key};

use super::drawing::{name, seeds, store_name};
use host::{DrawingContext, Ink, TextBoard};
use text::counted;

/// Draws the board, 31 columns wide, the near side below.
pub(super) fn board(context: &DrawingContext<'_, Awale>) -> TextBoard {
    let near = context.style.near;
    let mut board = TextBoard::default();
    put_store(&mut board, context, near.other());
    put_numbers(&mut board, false);
    rule(&mut board, ["┌", "┬", "┐"]);
    put_pits(&mut board, context, near.other());
    rule(&mut board, ["├", "┼", "┤"]);
    put_pits(&mut board, context, near);
    rule(&mut board, ["└", "┴", "┘"]);
    put_numbers(&mut board, true);
    put_store(&mut board, context, near);
    board
}

const fn ink(side: Side) -> Ink {
    match side {
        Side::First => Ink::First,
        Side::Second => Ink::Second,
    }
}

/// Pit numbers of a side from the left of the board: the far side sows towards the left.
fn row(near: bool) -> Vec<usize> {
    if near {
        (0..SIDE).collect()
    } else {
        (0..SIDE).rev().collect()
    }
}

fn rule(board: &mut TextBoard, [left, between, right]: [&str; 3]) {
    board.line();
    let cells = ["────"; SIDE];
    board.put(Ink::Frame, format!("{left}{}{right}", cells.join(between)));
}

fn put_pits(board: &mut TextBoard, context: &DrawingContext<'_, Awale>, side: Side) {
    board.line();
    for pit in row(side == context.style.near) {
        board.put(Ink::Frame, "│");
        let (count, name) = (seeds(context.sight, side, pit), name(side, pit));
        let emptied = context
            .played
            .is_some_and(|(by, sown)| by == side && sown.pit.index() == pit);
        let text = if emptied {
            format!("[{count:>2}]")
        } else {
            format!(" {count:>2} ")
        };
        let ink = if count == 0 { Ink::Faint } else { ink(side) };
        board.part(ink, text, name);
    }
    board.put(Ink::Frame, "│");
}

fn put_numbers(board: &mut TextBoard, near: bool) {
    board.line();
    let numbers: Vec<String> = row(near)
        .into_iter()
        .map(|pit| format!("  {pit:>2} "))
        .collect();
    board.put(Ink::Faint, numbers.concat());
}

fn put_store(board: &mut TextBoard, context: &DrawingContext<'_, Awale>, side: Side) {
    let key = if side == context.style.near {
        key!("awale-own-store", count, form)
    } else {
        key!("awale-other-store", count, form)
    };
    let count = context.sight.score(side);
    let label = counted(Message::new(key), "count", count.into());
    board.line();
    board.part(
        ink(side),
        format!(" {}", context.say(&label)),
        store_name(side),
    );
}
