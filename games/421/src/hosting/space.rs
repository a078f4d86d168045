//! Moves and views of 421 as numbers: tokens, throws, dice, and the dice to beat.

use crate::{Combination, Game421, MAX_TOKENS, Move, Rethrow};

use host::{Space, counted};

/// Move 0 keeps the dice; moves 1 to 8 throw some again, from all three down to none.
pub(super) const SPACE: Space<Game421> = Space {
    moves: |_| 1 + Rethrow::ALL.len(),
    number: |_, mv| match mv {
        Move::Keep => 0,
        Move::Throw(again) => Rethrow::ALL
            .iter()
            .position(|it| *it == again)
            .map_or(0, |at| 1 + at),
    },
    mv: |_, number| match number.checked_sub(1) {
        None => Some(Move::Keep),
        Some(at) => Rethrow::ALL.get(at).copied().map(Move::Throw),
    },
    shape: |_| vec![9],
    range: |_| {
        let most = counted(Combination::BEST.tokens());
        [-most, 2 * MAX_TOKENS + most]
    },
    show: |game, side, array| {
        array.extend([side, side.other()].map(|side| game.totals()[side.index()]));
        array.push(counted(game.throws));
        let down = game.dice.0;
        array.extend(down.map(|face| face.map_or(0, |face| counted(face.pips()))));
        let to_beat = game
            .to_beat
            .map(|it| it.faces().map(|face| counted(face.pips())));
        array.extend(to_beat.unwrap_or([0; 3]));
    },
};
