//! Fuzzes the text form of records: every text is refused, or parses to a record whose own text parses
//! to a record with the same header.
#![no_main]

use libfuzzer_sys::fuzz_target;
use table::Record;

fuzz_target!(|text: &str| {
    if let Ok(record) = text.parse::<Record>() {
        let again: Record = record.to_string().parse().expect("the text of a record parses");
        assert_eq!(again.header, record.header);
    }
});
