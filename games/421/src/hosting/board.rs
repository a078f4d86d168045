//! The table in characters: three dice, each side's tokens, and the throws that were kept.

use crate::{Combination, Face, Game421, MOST_THROWS};
use table::{Message, Side, key, message};

use super::drawing::{before, die_name, kept, was_left};
use host::{DrawingContext, Ink, TextBoard};
use text::counted;

/// Maximum number of tokens drawn one by one.
const MOST_TOKENS: i32 = 20;
/// The lines of a die between its edges, by its number of pips.
const PIPS: [[&str; 3]; 7] = [
    ["     ", "     ", "     "],
    ["     ", "  ●  ", "     "],
    ["●    ", "     ", "    ●"],
    ["●    ", "  ●  ", "    ●"],
    ["●   ●", "     ", "●   ●"],
    ["●   ●", "  ●  ", "●   ●"],
    ["●   ●", "●   ●", "●   ●"],
];

/// Draws the table, at most 40 columns wide.
pub(super) fn board(context: &DrawingContext<'_, Game421>) -> TextBoard {
    let near = context.style.near;
    let mut board = TextBoard::default();
    put_tokens(&mut board, context, near.other());
    board.line();
    put_dice(&mut board, context);
    put_buttons(&mut board, context);
    board.line();
    put_tokens(&mut board, context, near);
    board
}

fn put_tokens(board: &mut TextBoard, context: &DrawingContext<'_, Game421>, side: Side) {
    let key = if side == context.style.near {
        key!("jeu421-near-tokens", count, form)
    } else {
        key!("jeu421-far-tokens", count, form)
    };
    let tokens = before(context, side);
    let label = counted(Message::new(key), "count", tokens.cast_unsigned());
    let ink = [Ink::First, Ink::Second][side.index()];
    board.line();
    board.put(Ink::Plain, context.say(&label));
    board.line();
    let drawn = "●".repeat(tokens.clamp(0, MOST_TOKENS) as usize);
    let more = if tokens > MOST_TOKENS { " …" } else { "" };
    board.part(ink, format!("{drawn}{more}"), format!("tokens-{side}"));
    board.line();
    let Some(faces) = kept(context, side) else {
        return;
    };
    let worth = Combination::from_faces(faces).tokens();
    let label = Message::new(key!("jeu421-result", dice, count, form))
        .with("dice", crate::Dice::from(faces).to_string());
    let label = context.say(&counted(label, "count", worth.into()));
    board.part(ink, label, format!("result-{side}"));
}

fn put_dice(board: &mut TextBoard, context: &DrawingContext<'_, Game421>) {
    let throw = context.sight.throws;
    board.line();
    board.put(
        Ink::Plain,
        context.say(&message!("jeu421-throw-number", throw)),
    );
    let faces = context.sight.dice.0.map(|die| die.map_or(0, Face::pips));
    let rows = faces.map(|face| {
        let [top, middle, bottom] = PIPS[usize::from(face)];
        [top, middle, bottom].map(|row| format!("│ {row} │"))
    });
    let mut line = |text: &dyn Fn(usize) -> String| {
        board.line();
        for die in 0..rows.len() {
            board.put(Ink::Plain, if die == 0 { "" } else { "  " });
            board.part(Ink::Bone, text(die), die_name(die));
        }
    };
    line(&|_| "╭───────╮".to_owned());
    line(&|die| rows[die][0].clone());
    line(&|die| rows[die][1].clone());
    line(&|die| rows[die][2].clone());
    line(&|_| "╰───────╯".to_owned());
    board.line();
    for die in 0..rows.len() {
        let mark = if was_left(context, die) { "=" } else { " " };
        board.put(Ink::Faint, format!("   {mark}{}{mark}     ", die + 1));
    }
}

fn put_buttons(board: &mut TextBoard, context: &DrawingContext<'_, Game421>) {
    board.line();
    if context.sight.dice.faces().is_none() {
        return;
    }
    let word = |key| format!("[ {} ]", context.style.language.word(key));
    board.part(Ink::Plain, word(key!("jeu421-keep")), "keep");
    if context.sight.throws < MOST_THROWS {
        board.put(Ink::Plain, "  ");
        board.part(Ink::Plain, word(key!("jeu421-throw")), "throw");
    }
}
