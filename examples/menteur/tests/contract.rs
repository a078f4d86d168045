//! The generic checks of every game, run on liar's dice, and the checks of what it hides.

use menteur::{Menteur, Move, Odds, STRATEGIES};
use table::contract::{Contract, check, repeats};
use table::{Chance, Fact, Game as _, Side, Viewer};

#[test]
fn menteur_passes_the_checks_of_every_game() {
    let starts = ["-/- first", "3/5 first", "3/5 second 1x4", "3/- first"];
    check(&Contract {
        starts: starts.map(|text| text.parse().unwrap()).to_vec(),
        moves: Move::all().collect(),
        cheats: Vec::new(),
        redeal: Some(redeal),
        invariant: |game| {
            let called = game.to_string().ends_with("menteur");
            assert_eq!(game.winner().is_some(), called, "{game}");
        },
        games: 20,
    });
}

/// Gives the other side's die another face, until the call. It changes the text of the whole game: a
/// redeal made from the view would not notice a view that shows too much.
fn redeal(game: &Menteur, side: Side, luck: &mut dyn Chance) -> Menteur {
    let mut text = game.to_string();
    let die = 2 * side.other().index();
    if game.winner().is_none() && &text[die..=die] != "-" {
        text.replace_range(die..=die, &(luck.below(6) + 1).to_string());
    }
    text.parse().expect("the same game with another face")
}

#[test]
fn the_same_effort_gives_the_same_answer() {
    let games = repeats::positions(Menteur::default(), 1);
    repeats::check_evaluations(|| Odds, &games);
    for named in STRATEGIES {
        repeats::check_choices(named.make, &games);
    }
}

#[test]
fn a_die_is_shown_to_its_side_alone_until_the_call() {
    let mut game: Menteur = "3/- first".parse().unwrap();
    let effect = game.draw(4);
    let seen = |game: &Menteur, viewer| {
        let position = game.show(Fact::Position, viewer);
        (
            position.unwrap(),
            game.show(Fact::ChanceEffect(Side::Second, &effect), viewer),
        )
    };
    let [first, second] = Side::BOTH.map(Viewer::Player);
    assert_eq!(seen(&game, first), ("3/? first".to_owned(), None));
    assert_eq!(
        seen(&game, second),
        ("?/5 first".to_owned(), Some("5".to_owned()))
    );
    assert_eq!(
        seen(&game, Viewer::Spectator),
        ("?/? first".to_owned(), None)
    );

    for mv in ["1x5", "menteur"] {
        game.play(mv.parse().unwrap()).unwrap();
    }
    assert_eq!(seen(&game, Viewer::Spectator).0, "3/5 second 1x5 menteur");
    assert_eq!(game.winner(), Some(Side::First), "one die shows 5");
}

#[test]
fn impossible_positions_are_refused() {
    for text in [
        "-/3 first",
        "3/5 second",
        "-/- first 1x1",
        "3/- first 1x1",
        "3/5 first menteur",
        "3/? first",
        "3/7 first",
    ] {
        assert!(text.parse::<Menteur>().is_err(), "{text}");
    }
}

#[test]
fn nothing_hidden_is_sent() {
    host::contract::check_hiding(&host::GameInfo::new::<Menteur>());
}
