//! Any position and any moves, in the notation of any game, are refused or replayed; the position
//! that is reached is written down and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use table::Record;

fn record(game: &str, position: &str, entries: &str) -> Option<Record> {
    let header = format!("brelan record 1\ngame {game}\nposition {position}\nreferee trusting");
    let text = format!("{header}\nfirst A@humain\nsecond B@humain\n\n{entries}");
    text.parse().ok()
}

fuzz_target!(|input: (u8, &str, &str)| {
    let (number, position, entries) = input;
    let chosen = usize::from(number) % house::games().count();
    let game = house::games().nth(chosen).expect("below their number");
    let Some(given) = record(game.name, position, entries) else {
        return;
    };
    let Ok(table) = game.replay(&given, &mut |_| ()) else {
        return;
    };
    let reached = table.position();
    let again = record(game.name, &reached, "").expect("a position is one line");
    let again = game.replay(&again, &mut |_| ());
    assert_eq!(again.expect("a position reads back").position(), reached);
});
