//! Any text is refused as a record, or is written again to a record that reads the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use table::Record;

fuzz_target!(|text: &str| {
    if let Ok(record) = text.parse::<Record>() {
        let again: Record = record.to_string().parse().expect("a written record is well formed");
        assert_eq!(again.header, record.header);
    }
});
