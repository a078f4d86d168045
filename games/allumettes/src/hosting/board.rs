//! The matches in characters: a row or more for each heap, heads above sticks.

use crate::Matches;
use host::{DrawingContext, Ink, TextBoard};

use super::drawing::{MOST_HEAPS, heap_name, loose_in, name};

/// Columns of a match.
const STEP: u16 = 2;
/// Columns of the number of matches before a heap.
const LABEL: u16 = 6;
/// The lines of a match.
const MATCH: [(&str, Ink); 3] = [("o ", Ink::Fire), ("│ ", Ink::Wood), ("│ ", Ink::Wood)];

/// Draws the heaps, at most `width` columns wide. Matches that cannot be touched are bundles of ten.
pub(super) fn board(context: &DrawingContext<'_, Matches>, width: u16) -> TextBoard {
    let mut board = TextBoard::default();
    let heaps = context.sight.heaps();
    for (heap, count) in heaps.iter().enumerate().take(MOST_HEAPS) {
        put_heap(&mut board, context, (heap, *count), width);
    }
    if heaps.len() > MOST_HEAPS {
        board.line();
        let others: Vec<String> = heaps[MOST_HEAPS..].iter().map(u32::to_string).collect();
        board.put(Ink::Faint, format!("+ {}", others.join(", ")));
    }
    board
}

fn put_heap(
    board: &mut TextBoard,
    context: &DrawingContext<'_, Matches>,
    (heap, count): (usize, u32),
    width: u16,
) {
    let loose = loose_in(context.sight, heap);
    let per_row = u32::from(width.saturating_sub(LABEL) / STEP).max(1);
    let bundles = (count - loose) / 10;
    if bundles > 0 {
        board.line();
        board.put(Ink::Wood, format!("{:>4}  {bundles}×10 +", ""));
    }
    let mut last = loose;
    loop {
        let first = last.saturating_sub(per_row) + 1;
        let free = u32::from(width.saturating_sub(LABEL)).saturating_sub((last + 1 - first) * 2);
        let gap = taken_last(context, heap).filter(|gap| gap.chars().count() <= free as usize);
        for (row, (head, ink)) in MATCH.into_iter().enumerate() {
            board.line();
            let is_label = last == loose && row == 0;
            let label = if is_label {
                format!("{count:>4}  ")
            } else {
                " ".repeat(LABEL.into())
            };
            board.part(Ink::Plain, label, heap_name(heap));
            for place in (first..=last).rev() {
                board.part(ink, head, name(heap, place));
            }
            if let (true, 1, Some(gap)) = (first == 1, row, &gap) {
                board.put(Ink::Faint, gap);
            }
        }
        if first <= 1 {
            return;
        }
        last = first - 1;
    }
}

/// The gap that the last move left in this heap: a dot for each match, in brackets.
fn taken_last(context: &DrawingContext<'_, Matches>, heap: usize) -> Option<String> {
    let taken = context.effect().filter(|taken| taken.take.heap == heap)?;
    let count = usize::try_from(taken.take.count).ok()?;
    Some(format!("[{}]", "·".repeat(count.min(200))))
}
