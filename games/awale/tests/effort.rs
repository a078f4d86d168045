//! What the engine remembers does not change its answer.

use awale::{Awale, CHEAT, Engine, GREEDY, NAIVE, Oracles};
use table::contract::repeats;

/// Without the values in memory, which take seconds to compute and never change.
fn engine() -> Engine {
    Engine::new(Oracles::none())
}

#[test]
fn evaluations_repeat_whatever_was_asked_before() {
    repeats::check_evaluations(engine, &repeats::positions(Awale::default(), 9));
}

#[test]
fn choices_repeat_whatever_was_asked_before() {
    let games = repeats::positions(Awale::default(), 9);
    repeats::check_choices(|| Box::new(engine()), &games);
    for named in [NAIVE, GREEDY, CHEAT] {
        repeats::check_choices(named.make, &games);
    }
}
