//! Hidden facts of a game are not sent to any viewer, on any path.

use games::games;
use host::contract::check_hiding;

#[test]
fn no_game_sends_hidden_facts() {
    for game in games() {
        check_hiding(game);
    }
}
