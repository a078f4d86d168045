//! The generic checks of every game, run on the matches.

use std::num::NonZeroU32;

use allumettes::{Cheat, LastMatch, Matches, Take};
use table::contract::{Contract, check};

#[test]
fn allumettes_passes_the_checks_of_every_game() {
    let starts = vec![
        Matches::default(),
        Matches::new(&[1]).unwrap(),
        Matches::new(&[20])
            .unwrap()
            .with_max(NonZeroU32::new(4))
            .with_last(LastMatch::Wins),
        Matches::new(&[1, 3, 5, 7]).unwrap(),
        Matches::new(&[4, 4]).unwrap().with_max(NonZeroU32::new(2)),
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
