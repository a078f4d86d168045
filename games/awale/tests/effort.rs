//! Earlier questions to the engine do not change its answers.

use awale::{Awale, Engine, Oracles, STRATEGIES};
use table::contract::repeats;

/// An engine without the table of exact values, which takes seconds to compute.
fn engine() -> Engine {
    Engine::new(Oracles::none())
}

#[test]
fn evaluations_do_not_depend_on_earlier_questions() {
    repeats::check_evaluations(engine, &repeats::positions(Awale::default(), 9));
}

#[test]
fn choices_do_not_depend_on_earlier_questions() {
    let games = repeats::positions(Awale::default(), 9);
    repeats::check_choices(|| Box::new(engine()), &games);
    for named in STRATEGIES.iter().filter(|named| named.name != "expert") {
        repeats::check_choices(named.make, &games);
    }
}
