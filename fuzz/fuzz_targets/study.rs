//! Fuzzes the analysis board: the input is a game, a position and moves, one line each. It is refused,
//! or played to a last position whose text parses to the same position and which can be drawn.
#![no_main]

use host::{DrawingRequest, DrawingStyle};
use libfuzzer_sys::fuzz_target;
use table::Seeded;
use text::Language;

fuzz_target!(|text: &str| {
    let mut lines = text.splitn(3, '\n');
    let mut line = || lines.next().unwrap_or_default();
    let [game, position, moves] = [line(), line(), line()];
    let Ok(offer) = games::find(game) else {
        return;
    };
    let read = |position, moves| {
        offer.tree(position, moves, &mut Seeded::new(0), Language::English)
    };
    let Ok(tree) = read(position, moves) else {
        return;
    };
    let last = tree.nodes.last().expect("a tree has a root");
    let again = read(&last.position, "").expect("the text of a position parses");
    assert_eq!(again.nodes[0].position, last.position);
    let wanted = DrawingRequest {
        view: &last.position,
        last: last.side.zip(last.effect.as_deref()),
        played: None,
        style: DrawingStyle::wide(Language::French),
    };
    offer.drawing(&wanted).expect("every position can be drawn");
});
