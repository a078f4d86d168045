//! What the engine remembers does not change its answer.

use jeu421::{Exact, Game421, STRATEGIES};
use table::contract::repeats;

fn games() -> Vec<Game421> {
    let mut games = repeats::positions(Game421::new(4).expect("tokens"), 17);
    games.extend(repeats::positions(Game421::new(2).expect("tokens"), 7));
    games
}

#[test]
fn evaluations_repeat_whatever_was_asked_before() {
    repeats::check_evaluations(Exact::default, &games());
}

#[test]
fn choices_repeat_whatever_was_asked_before() {
    for named in STRATEGIES {
        repeats::check_choices(named.make, &games());
    }
}
