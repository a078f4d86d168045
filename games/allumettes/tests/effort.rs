//! Earlier questions to the engine do not change its answers.

use allumettes::{Engine, Matches, STRATEGIES};
use table::contract::repeats;

#[test]
fn evaluations_do_not_depend_on_earlier_questions() {
    repeats::check_evaluations(Engine::default, &repeats::positions(Matches::default(), 1));
}

#[test]
fn choices_do_not_depend_on_earlier_questions() {
    for named in STRATEGIES {
        repeats::check_choices(named.make, &repeats::positions(Matches::default(), 1));
    }
}
