//! The strategies of this table. To add one: write it here, name it in [`STRATEGIES`].

use table::{Game, Named, NoMove, Remark, Seat, Sight, Strategy};

use crate::expert::Exact;
use crate::grid::{Column, Line};
use crate::rules::{Cheat, Move, Puissance4};

/// Every strategy that plays by itself; `humain` is whoever answers from outside.
pub const STRATEGIES: &[Named<Puissance4>] = &[
    Named {
        name: "naif",
        make: || Box::new(Naive),
    },
    Named {
        name: "glouton",
        make: || Box::new(Greedy),
    },
    Named {
        name: "expert",
        make: || Box::new(Exact::default()),
    },
    Named {
        name: "tricheur",
        make: || Box::new(Tricheur),
    },
];

/// *Naïf*: any playable column.
#[derive(Clone, Copy, Debug)]
pub struct Naive;

/// *Glouton*: the column that gives the longest row.
#[derive(Clone, Copy, Debug)]
pub struct Greedy;

/// *Tricheur*: makes a disc of the other colour its own when that lets it win at once, and plays
/// like the greedy one otherwise.
#[derive(Clone, Copy, Debug)]
pub struct Tricheur;

impl Strategy<Puissance4> for Naive {
    fn choose(&mut self, seat: &mut Seat<'_, Puissance4>) -> Result<Move, NoMove> {
        let Sight { view, luck, .. } = seat.sight();
        let column = view.grid().random_advice(luck);
        Ok(column
            .expect("a game in progress has a playable column")
            .into())
    }
}

impl Strategy<Puissance4> for Greedy {
    fn choose(&mut self, seat: &mut Seat<'_, Puissance4>) -> Result<Move, NoMove> {
        let Sight {
            view: game, luck, ..
        } = seat.sight();
        let column = game.grid().advice(game.to_move(), luck);
        Ok(column
            .expect("a game in progress has a playable column")
            .into())
    }
}

impl Strategy<Puissance4> for Tricheur {
    fn choose(&mut self, seat: &mut Seat<'_, Puissance4>) -> Result<Move, NoMove> {
        if !can_win(seat.view())
            && let Some(cheat) = winning_cheat(seat.view())
        {
            seat.say(Remark::Cheating);
            // A shut door changes nothing here: the referee has noticed.
            let _ = seat.tamper(cheat);
        }
        Greedy.choose(seat)
    }
}

/// Whether the side to move can align four at once.
fn can_win(game: &Puissance4) -> bool {
    Column::all().any(|column| game.board().wins_at(column))
}

/// A disc to recolour so that the next one wins.
fn winning_cheat(game: &Puissance4) -> Option<Cheat> {
    let cells = Column::all().flat_map(|column| Line::all().map(move |line| Cheat(column, line)));
    cells.into_iter().find(|&cheat| {
        let mut after = game.clone();
        after.tamper(cheat).is_ok() && can_win(&after)
    })
}
