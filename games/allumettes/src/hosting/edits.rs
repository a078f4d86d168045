//! Heaps set up by touch: matches laid down and taken away.

use crate::Matches;
use table::key;

use super::drawing::{MOST_HEAPS, heap_name, loose_in, name};
use host::Edit;

pub(super) fn edits(game: &Matches) -> Vec<Edit> {
    let touches = (0..game.heaps().len().min(MOST_HEAPS)).flat_map(|heap| of_heap(game, heap));
    let others = [another_heap(game), other_side(game)];
    touches.chain(others.into_iter().flatten()).collect()
}

fn of_heap(game: &Matches, heap: usize) -> Vec<Edit> {
    let count = game.heaps()[heap];
    // A board without matches has no heaps to touch.
    let plate = (game.left() > 0).then(|| heap_name(heap));
    let with = |tool, part: Option<String>, count: Option<u32>| {
        let mut heaps = game.heaps().to_vec();
        heaps[heap] = count?;
        Edit::touch::<Matches>(tool, part, &written(game, &heaps))
    };
    let edits = [
        with(
            key!("allumettes-edit-more"),
            plate.clone(),
            count.checked_add(1),
        ),
        with(
            key!("allumettes-edit-ten"),
            plate.clone(),
            count.checked_add(10),
        ),
        with(key!("allumettes-edit-fewer"), plate, count.checked_sub(1)),
    ];
    // A match is touched to be taken away with those after it.
    let taken = (1..=loose_in(game, heap).min(game.most(heap))).map(|taken| {
        let part = Some(name(heap, taken));
        with(
            key!("allumettes-edit-fewer"),
            part,
            count.checked_sub(taken),
        )
    });
    edits.into_iter().chain(taken).flatten().collect()
}

/// Other heaps under the same rules.
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
    let text = game.to_string();
    let other = match text.strip_suffix("/second") {
        Some(first) => first.to_owned(),
        None => format!("{text}/second"),
    };
    Edit::button::<Matches>(key!("allumettes-edit-other"), &other)
}
