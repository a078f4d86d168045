//! What the engine remembers does not change its answer.

use allumettes::{Closed, Matches, STRATEGIES};
use table::contract::repeats;

#[test]
fn evaluations_repeat_whatever_was_asked_before() {
    repeats::check_evaluations(Closed::default, &repeats::positions(Matches::default(), 1));
}

#[test]
fn choices_repeat_whatever_was_asked_before() {
    for named in STRATEGIES {
        repeats::check_choices(named.make, &repeats::positions(Matches::default(), 1));
    }
}
