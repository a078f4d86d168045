//! Fuzzes the text form of players: every text is refused, or parses to a player whose own text parses
//! to the same player.
#![no_main]

use libfuzzer_sys::fuzz_target;
use table::Player;

fuzz_target!(|text: &str| {
    if let Ok(player) = text.parse::<Player>() {
        let again: Player = player.to_string().parse().expect("the text of a player parses");
        assert_eq!(again, player);
    }
});
