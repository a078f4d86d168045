//! Values of moves in words, as the page shows them.

use host::{Analysis, Tone, Worths};
use table::Value;
use text::Language;

fn worths(game: &str, position: &str, moves: &[(&str, Value)], language: Language) -> Worths {
    let moves = moves.iter().map(|(mv, value)| ((*mv).to_owned(), *value));
    let report = Analysis {
        position: position.to_owned(),
        to_move: table::Side::First,
        value: moves.clone().next().expect("the analysis has a move").1,
        moves: moves.collect(),
        nodes: None,
    };
    games::find(game)
        .expect("the game is registered")
        .worths(&report, language)
}

fn words(game: &str, position: &str, value: Value, language: Language) -> [String; 3] {
    let worths = worths(game, position, &[("1", value)], language);
    [worths.value.words, worths.value.short, worths.value.badge]
}

/// `121212` has three red discs in column 1 and red to move: its fourth disc wins, a score of 18.
#[test]
fn a_score_is_shown_as_a_number_of_moves_or_a_margin() {
    let (fr, en) = (Language::French, Language::English);
    let cases = [
        ("puissance4", "121212", 18, en, ["wins in 1 move", "+1"]),
        ("puissance4", "121212", -18, fr, ["perd en 1 coup", "−1"]),
        ("puissance4", "1212", -18, fr, ["perd en 2 coups", "−2"]),
        ("puissance4", "1212", 0, fr, ["nul", "="]),
        (
            "awale",
            "4,4,4,4,4,4,4,4,4,4,4,4",
            7,
            en,
            ["wins by 7 seeds", "+7"],
        ),
        (
            "awale",
            "4,4,4,4,4,4,4,4,4,4,4,4",
            -1,
            fr,
            ["perd de 1 graine", "−1"],
        ),
    ];
    for (game, position, score, language, [long, short]) in cases {
        let found = words(game, position, Value::of_score(score), language);
        assert_eq!(found, [long, short, "exact"], "{game} {position} {score}");
    }
}

#[test]
fn probabilities_are_shown_with_their_certainty() {
    let sampled = Value::Sampled {
        win: 0.6,
        draw: 0.026,
        loss: 0.374,
        error: 0.0123,
    };
    let cases = [
        (
            Value::of_chance(0.5),
            ["50.0 % chance to win", "50 %", "exact"],
        ),
        (sampled, ["61.3 % chance to win", "61 %", "± 1.2 %"]),
        (Value::of_win(true), ["wins", "+", "exact"]),
        (
            Value::Bounded { low: -3, high: 5 },
            ["not proved", "?", "bounds"],
        ),
        (
            Value::Bounded { low: 0, high: 5 },
            ["draw at least", "≥ =", "bounds"],
        ),
        (
            Value::Bounded { low: -2, high: 0 },
            ["draw at most", "≤ =", "bounds"],
        ),
        (Value::Bounded { low: 1, high: 5 }, ["wins", "+", "bounds"]),
        (
            Value::Bounded { low: -4, high: -1 },
            ["loses", "−", "bounds"],
        ),
        (
            Value::Estimate { score: -3.4 },
            ["about 3.4 behind", "≈-3.4", "estimate"],
        ),
    ];
    for (value, expected) in cases {
        assert_eq!(
            words("421", "10/10", value, Language::English),
            expected,
            "{value:?}"
        );
    }
    let french = words("421", "10/10", sampled, Language::French);
    assert_eq!(french, ["61,3 % de chances de gagner", "61 %", "± 1,2 %"]);
}

#[test]
fn all_moves_with_the_greatest_value_have_rank_0() {
    let chance = Value::of_chance;
    let moves = [
        ("0", chance(0.3)),
        ("1100", chance(0.4)),
        ("1010", chance(0.4)),
    ];
    let worths = worths("421", "10/10/first/113/1", &moves, Language::English);
    let ranks = worths.moves.iter().map(|ranked| ranked.rank);
    assert_eq!(ranks.collect::<Vec<_>>(), [2, 0, 0]);
    assert_eq!((worths.value.tone, worths.settled), (Tone::Bad, true));
}
