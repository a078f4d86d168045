//! Any record of any game is refused or replayed; the position that is reached is written down and
//! read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use table::Record;

fuzz_target!(|text: &str| {
    let Ok(record) = text.parse::<Record>() else {
        return;
    };
    let Ok(game) = house::find(&record.header.game) else {
        return;
    };
    let Ok(table) = game.replay(&record, &mut |_| ()) else {
        return;
    };
    let mut reached = record;
    reached.header.position = table.position();
    reached.entries.clear();
    let again = game.replay(&reached, &mut |_| ());
    let again = again.expect("a position reads back").position();
    assert_eq!(again, reached.header.position);
});
