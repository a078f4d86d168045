//! What the engine remembers does not change its answer.

use puissance4::{Exact, Puissance4, STRATEGIES, Solver};
use table::contract::repeats;

/// Without the book, so that early positions are searched too.
fn engine() -> Exact {
    Exact::new(Solver::new(4 << 20))
}

fn games() -> Vec<Puissance4> {
    repeats::positions(Puissance4::default(), 3)
}

#[test]
fn evaluations_repeat_whatever_was_asked_before() {
    repeats::check_evaluations(engine, &games());
}

#[test]
fn choices_repeat_whatever_was_asked_before() {
    repeats::check_choices(|| Box::new(engine()), &games());
    for named in STRATEGIES {
        repeats::check_choices(named.make, &games());
    }
}
