//! What the engine remembers does not change its answer.

use std::time::Duration;
use table::contract::repeats;

use dominos::{Dominos, Move, Reasoner, Rule, STRATEGIES};
use table::{Budget, Evaluation, Expert, Game, Limits, Monotonic, Seeded, Side};

fn start(rule: Rule) -> Dominos {
    Dominos::new(rule, rule.usual_size()).expect("the usual size can be dealt")
}

/// Of both rules, so that one engine meets boneyards that are drawn from and such that are not.
fn games() -> Vec<Dominos> {
    [Rule::Two, Rule::One]
        .map(|rule| repeats::positions(start(rule), 6))
        .concat()
}

fn evaluate(engine: &mut Reasoner, game: &Dominos, time: Duration) -> Evaluation<Move> {
    let limits = Limits {
        time: Some(time),
        ..Limits::default()
    };
    let clock = Monotonic::start();
    let (view, budget) = (game.view(Side::First), Budget::new(&limits, &clock));
    let evaluation = engine.evaluate(view, &mut Seeded::new(1), &budget);
    evaluation.expect("nobody stops it")
}

#[test]
fn under_rule_1_nothing_is_drawn_after_a_question_about_rule_2() {
    // So late in a game all worlds are soon solved.
    const ENOUGH: Duration = Duration::from_mins(1);
    let drawn_from = repeats::positions(start(Rule::Two), 20).swap_remove(1);
    for late in repeats::positions(start(Rule::One), 1).iter().rev().take(6) {
        let mut used = Reasoner::default();
        evaluate(&mut used, &drawn_from, Duration::from_millis(5));
        let found = evaluate(&mut used, late, ENOUGH);
        let alone = evaluate(&mut Reasoner::default(), late, ENOUGH);
        let values = (found.value, found.moves);
        assert_eq!(values, (alone.value, alone.moves), "{late}");
    }
}

#[test]
fn evaluations_repeat_whatever_was_asked_before() {
    repeats::check_evaluations(Reasoner::default, &games());
}

#[test]
fn choices_repeat_whatever_was_asked_before() {
    for named in STRATEGIES {
        repeats::check_choices(named.make, &games());
    }
}
