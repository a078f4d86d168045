//! Nothing that a game hides is sent to a viewer, on any path.

use games::games;
use host::contract::check_hiding;

#[test]
fn nothing_hidden_is_sent_at_any_table() {
    for game in games() {
        check_hiding(game);
    }
}
