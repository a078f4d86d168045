//! The generic checks of every game, run on awalé.

use awale::{Awale, Cheat, PITS, Pit, SEEDS};
use table::contract::{Contract, check};

#[test]
fn awale_passes_the_checks_of_every_game() {
    let starts = [
        "4,4,4,4,4,4,4,4,4,4,4,4",
        "1,1,1,1,1,1,1,1,1,1,1,1",
        "0,0,2,0,16,5,2,1,0,1,0,1/10-10/33",
        "30,0,0,0,0,0,0,0,0,0,0,3/0-15/90",
    ];
    check(&Contract {
        starts: starts.map(|text| text.parse::<Awale>().unwrap()).to_vec(),
        moves: (0..PITS as u8).filter_map(Pit::new).collect(),
        cheats: [0, 1, 3, 24, 250].map(Cheat).to_vec(),
        redeal: None,
        invariant: |game| {
            let [first, second] = game.scores();
            assert!(game.board().seeds() + first + second <= SEEDS);
        },
        games: 20,
    });
}
