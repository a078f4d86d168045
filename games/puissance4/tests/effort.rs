//! Earlier questions to the engine do not change its answers.

use puissance4::{Engine, Puissance4, STRATEGIES, Solver};
use table::contract::repeats;

/// An engine without a book, so that early positions are searched too.
fn engine() -> Engine {
    Engine::new(Solver::new(4 << 20))
}

fn games() -> Vec<Puissance4> {
    repeats::positions(Puissance4::default(), 3)
}

#[test]
fn evaluations_do_not_depend_on_earlier_questions() {
    repeats::check_evaluations(engine, &games());
}

#[test]
fn choices_do_not_depend_on_earlier_questions() {
    repeats::check_choices(|| Box::new(engine()), &games());
    for named in STRATEGIES {
        repeats::check_choices(named.make, &games());
    }
}
