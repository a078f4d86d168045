//! Heaps set up by touch: matches laid down and taken away.

use crate::Matches;
use table::{Key, key};

use super::drawing::{MOST_HEAPS, heap_name, loose_in, name};
use host::Edit;

const FEWER: Key = key!("allumettes-edit-fewer");

pub(super) fn edits(game: &Matches) -> Vec<Edit> {
    let touches = (0..game.heaps().len().min(MOST_HEAPS)).flat_map(|heap| of_heap(game, heap));
    let others = [another_heap(game), other_side(game)];
    touches.chain(others.into_iter().flatten()).collect()
}

fn of_heap(game: &Matches, heap: usize) -> Vec<Edit> {
    let count = game.heaps()[heap];
    // A board without matches has no heaps to touch.
    let plate = (game.left() > 0).then(|| heap_name(heap));
    let with = |(tool, change): (Key, i32), part: Option<String>| {
        let mut heaps = game.heaps().to_vec();
        heaps[heap] = count.checked_add_signed(change)?;
        Edit::touch::<Matches>(tool, part, &written(game, &heaps))
    };
    let tools = [
        (key!("allumettes-edit-more"), 1),
        (key!("allumettes-edit-ten"), 10),
        (FEWER, -1),
    ];
    let edits = tools.into_iter().map(|tool| with(tool, plate.clone()));
    // A match is touched to be taken away with those after it.
    let taken = 1..=loose_in(game, heap).min(game.most(heap));
    let taken = taken.map(|taken| with((FEWER, -taken.cast_signed()), Some(name(heap, taken))));
    edits.chain(taken).flatten().collect()
}

/// The text of a position with these heaps and the rules of `game`.
fn written(game: &Matches, heaps: &[u32]) -> String {
    let text = game.to_string();
    let rules = text.find('/').map_or("", |at| &text[at..]);
    let heaps: Vec<String> = heaps.iter().map(u32::to_string).collect();
    heaps.join(",") + rules
}

fn another_heap(game: &Matches) -> Option<Edit> {
    if game.heaps().len() >= MOST_HEAPS {
        return None;
    }
    let heaps = [game.heaps(), &[1]].concat();
    Edit::button::<Matches>(key!("allumettes-edit-heap"), &written(game, &heaps))
}

fn other_side(game: &Matches) -> Option<Edit> {
    let other = Matches {
        to_move: game.to_move.other(),
        ..game.clone()
    };
    Edit::button::<Matches>(key!("allumettes-edit-other"), &other.to_string())
}
