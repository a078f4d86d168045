//! The generic checks of every game, run on Puissance 4.

use puissance4::{Cheat, Colour, Column, Line, Move, Puissance4};
use table::contract::{Contract, check};

#[test]
fn puissance4_passes_the_checks_of_every_game() {
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
        invariant: check_grid,
        games: 50,
    });
}

/// Checks that no disc hangs in the air and that the number of discs is right. Cheats recolour discs,
/// so that the numbers of both colours may differ by more than one.
fn check_grid(game: &Puissance4) {
    let mut discs = 0;
    for column in Column::all() {
        let cells: Vec<bool> = Line::all()
            .map(|line| game.grid().disc(column, line).is_some())
            .collect();
        let height = cells.iter().filter(|filled| **filled).count();
        assert!(cells[..height].iter().all(|filled| *filled), "{game}");
        discs += height;
    }
    assert_eq!(game.grid().discs(), discs, "{game}");
}
