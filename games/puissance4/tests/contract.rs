//! Puissance 4 keeps the contract of a game.

use puissance4::{Cheat, Colour, Column, Line, Move, Puissance4};
use table::contract::{Contract, check};

#[test]
fn puissance_4_keeps_the_contract() {
    let cells = Column::all().flat_map(|column| Line::all().map(move |line| (column, line)));
    check(&Contract {
        starts: vec![
            Puissance4::default(),
            Puissance4::begun_by(Colour::Yellow),
            "444444333".parse().unwrap(),
            "......./......./......./......./...o.../..*o.../red"
                .parse()
                .unwrap(),
        ],
        moves: (-1..10).map(Move).collect(),
        cheats: cells.map(|(column, line)| Cheat(column, line)).collect(),
        redeal: None,
        invariant: |game| assert!(game.grid().discs() <= 42),
        games: 50,
    });
}
