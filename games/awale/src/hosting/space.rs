//! Moves and views of awalé as numbers: the pits as a side sees them, both scores and the turns
//! left.

use crate::{Awale, MAX_TURNS, Pit, SIDE};

use host::Space;
use host::counted;

pub(super) const SPACE: Space<Awale> = Space {
    moves: |_| SIDE,
    number: |_, pit| pit.index(),
    mv: |_, number| Pit::OWN.get(number).copied(),
    shape: |_| vec![2 * SIDE + 3],
    range: |_| [0, counted(MAX_TURNS)],
    show: |game, side, array| {
        let pits = game.board().pits();
        let (own, other) = pits.split_at(SIDE);
        let halves = if side == game.to_move() {
            [own, other]
        } else {
            [other, own]
        };
        array.extend(halves.into_iter().flatten().map(|seeds| counted(*seeds)));
        array.extend([side, side.other()].map(|side| counted(game.score(side))));
        array.push(counted(game.turns_left()));
    },
};
