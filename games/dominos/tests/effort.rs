//! Earlier questions to the engine do not change its answers.

use std::time::Duration;
use table::contract::repeats;

use dominos::{Dominos, Engine, Move, Rule, STRATEGIES};
use table::{Budget, Evaluation, Expert, Game, Limits, Monotonic, Seeded, Side};

fn start(rule: Rule) -> Dominos {
    Dominos::new(rule, rule.usual_size()).expect("the usual size can be dealt")
}

/// Positions of both rules, so that one engine evaluates games with and without draws.
fn games() -> Vec<Dominos> {
    [Rule::Two, Rule::One]
        .map(|rule| repeats::positions(start(rule), 6))
        .concat()
}

fn evaluate(engine: &mut Engine, game: &Dominos, time: Duration) -> Evaluation<Move> {
    let limits = Limits {
        time: Some(time),
        ..Limits::default()
    };
    let clock = Monotonic::start();
    let (view, budget) = (game.view(Side::First), Budget::new(&limits, &clock));
    let evaluation = engine.evaluate(view, &mut Seeded::new(1), &budget);
    evaluation.expect("the budget is not stopped")
}

#[test]
fn an_evaluation_under_rule_2_does_not_change_one_under_rule_1() {
    // Late in a game all worlds are solved within this time.
    const ENOUGH: Duration = Duration::from_mins(1);
    let drawn_from = repeats::positions(start(Rule::Two), 20).swap_remove(1);
    for late in repeats::positions(start(Rule::One), 1).iter().rev().take(6) {
        let mut used = Engine::default();
        evaluate(&mut used, &drawn_from, Duration::from_millis(5));
        let found = evaluate(&mut used, late, ENOUGH);
        let alone = evaluate(&mut Engine::default(), late, ENOUGH);
        let values = (found.value, found.moves);
        assert_eq!(values, (alone.value, alone.moves), "{late}");
    }
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
