//! The generic checks of every game, run on 421.

use jeu421::{Cheat, Face, Game421, Move, Rethrow};
use table::contract::{Contract, check};

#[test]
fn jeu421_passes_the_checks_of_every_game() {
    let starts = [
        "1/1",
        "3/2",
        "10/10",
        "5/5/first/113/1",
        "2/8/second/1-4/3/421",
        "0/20",
    ];
    let throws = Rethrow::ALL.map(Move::Throw);
    check(&Contract {
        starts: starts.iter().map(|text| text.parse().unwrap()).collect(),
        moves: throws.into_iter().chain([Move::Keep]).collect(),
        cheats: vec![Cheat::default(), Cheat([Face::Six; 3])],
        redeal: None,
        invariant: |game: &Game421| {
            let sum = game.totals()[0] + game.totals()[1];
            assert!([2, 5, 10, 20].contains(&sum), "{game}");
        },
        games: 20,
    });
}
