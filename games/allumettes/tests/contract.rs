//! The generic checks of every game, run on the matches.

use allumettes::{Cheat, Matches, Take};
use table::contract::{Contract, check};

#[test]
fn allumettes_passes_the_checks_of_every_game() {
    let starts = vec![
        Matches::default(),
        Matches::new(&[1]).unwrap(),
        "20/max=4/last-wins".parse().unwrap(),
        Matches::new(&[1, 3, 5, 7]).unwrap(),
        "4,4/max=2".parse().unwrap(),
    ];
    let moves = (0..5).flat_map(|heap| (-1..9).map(move |count| Take { heap, count }));
    check(&Contract {
        starts,
        moves: moves.collect(),
        cheats: vec![
            Cheat::One,
            Cheat::Leave(2),
            Cheat::Leave(0),
            Cheat::Leave(99),
        ],
        redeal: None,
        invariant: |game| assert!(game.left() <= 20),
        games: 50,
    });
}
