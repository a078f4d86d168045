//! Any text is refused as a player, or is written again to one that reads the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use table::Player;

fuzz_target!(|text: &str| {
    if let Ok(player) = text.parse::<Player>() {
        let again: Player = player.to_string().parse().expect("a written player is well formed");
        assert_eq!(again, player);
    }
});
