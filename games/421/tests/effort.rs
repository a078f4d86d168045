//! Earlier questions to the engine do not change its answers.

use jeu421::{Engine, Game421, STRATEGIES};
use table::contract::repeats;

fn games() -> Vec<Game421> {
    let mut games = repeats::positions(
        Game421::new(4).expect("the number of tokens is allowed"),
        17,
    );
    games.extend(repeats::positions(
        Game421::new(2).expect("the number of tokens is allowed"),
        7,
    ));
    games
}

#[test]
fn evaluations_do_not_depend_on_earlier_questions() {
    repeats::check_evaluations(Engine::default, &games());
}

#[test]
fn choices_do_not_depend_on_earlier_questions() {
    for named in STRATEGIES {
        repeats::check_choices(named.make, &games());
    }
}
