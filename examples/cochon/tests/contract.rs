//! The generic checks of every game, run on Pig.

use cochon::{Cochon, Exact, Move, STRATEGIES, TARGET};
use table::Side;
use table::contract::{Contract, check, repeats};

#[test]
fn cochon_passes_the_checks_of_every_game() {
    let starts = ["1 0/0 -", "4 9/7 352", "6 9/15 2-", "7 18/18 6"];
    check(&Contract {
        starts: starts.map(|text| text.parse().unwrap()).to_vec(),
        moves: vec![Move::Throw, Move::Keep],
        cheats: Vec::new(),
        redeal: None,
        invariant: |game: &Cochon| {
            assert!(Side::BOTH.iter().all(|side| game.total(*side) < TARGET));
        },
        games: 20,
    });
}

#[test]
fn the_same_effort_gives_the_same_answer() {
    let games = repeats::positions(Cochon::default(), 3);
    repeats::check_evaluations(|| Exact, &games);
    for named in STRATEGIES {
        repeats::check_choices(named.make, &games);
    }
}

#[test]
fn impossible_positions_are_refused() {
    for text in [
        "0 0/0 -",
        "1 20/0 -",
        "1 0/0 1",
        "1 0/0 ",
        "1 18/0 22",
        "1 18/0 2-",
        "1 0/0 - -",
    ] {
        assert!(text.parse::<Cochon>().is_err(), "{text}");
    }
}

#[test]
fn nothing_hidden_is_sent() {
    host::contract::check_hiding(&host::GameInfo::new::<Cochon>());
}
