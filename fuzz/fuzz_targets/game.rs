//! Fuzzes the replay of records: every text is refused, or replayed to a position whose text parses
//! to the same position.
#![no_main]

use libfuzzer_sys::fuzz_target;
use table::Record;

fuzz_target!(|text: &str| {
    let Ok(record) = text.parse::<Record>() else {
        return;
    };
    let Ok(game) = games::find(&record.header.game) else {
        return;
    };
    let Ok(table) = game.replay(&record, &mut |_| ()) else {
        return;
    };
    let mut reached = record;
    reached.header.position = table.position();
    reached.entries.clear();
    let again = game.replay(&reached, &mut |_| ());
    let again = again.expect("the text of a position parses").position();
    assert_eq!(again, reached.header.position);
});
