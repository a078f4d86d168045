//! A round set up by touch: dice turned, tokens given and taken, who throws and against what.

use crate::{Dice, Face, Game421};
use table::{Side, key};

use super::drawing::die_name;
use host::Edit;

pub(super) fn edits(game: &Game421) -> Vec<Edit> {
    let dice = (0..3).map(|die| turned(game, die));
    let tokens = Side::BOTH.into_iter().flat_map(|side| {
        [
            (key!("jeu421-edit-more"), 1),
            (key!("jeu421-edit-fewer"), -1),
        ]
        .map(|(tool, change)| {
            let mut totals = game.totals();
            totals[side.index()] += change;
            let position = Round {
                totals,
                ..Round::from_game(game)
            }
            .written();
            Edit::touch::<Game421>(tool, [format!("tokens-{side}")], &position)
        })
    });
    let throws = Round {
        throws: game.throws() % 3 + 1,
        ..Round::from_game(game)
    };
    let first = Round {
        to_beat: None,
        ..Round::from_game(game)
    };
    let second = Round {
        to_beat: Some(game.dice()),
        throws: 1,
        ..Round::from_game(game)
    };
    let others = [
        Edit::button::<Game421>(key!("jeu421-edit-throws"), &throws.written()),
        Edit::button::<Game421>(key!("jeu421-edit-first"), &first.written()),
        Edit::button::<Game421>(key!("jeu421-edit-beat"), &second.written()),
    ];
    dice.chain(tokens).chain(others).flatten().collect()
}

/// A die shows its next face.
fn turned(game: &Game421, die: usize) -> Option<Edit> {
    let mut dice = game.dice();
    let pips = dice.0[die].map_or(0, Face::pips);
    dice.0[die] = Face::new(pips % 6 + 1);
    let position = Round {
        dice,
        ..Round::from_game(game)
    }
    .written();
    Edit::touch::<Game421>(key!("jeu421-edit-turn"), [die_name(die)], &position)
}

/// A round as it is written.
struct Round {
    totals: [i32; 2],
    dice: Dice,
    throws: u8,
    /// The first player's result, once it is the second's turn.
    to_beat: Option<Dice>,
    number: u32,
}

impl Round {
    fn from_game(game: &Game421) -> Self {
        Self {
            totals: game.totals(),
            dice: game.dice(),
            throws: game.throws(),
            to_beat: game.to_beat().map(|result| Dice::from(result.faces())),
            number: game.round(),
        }
    }

    fn written(&self) -> String {
        let [first, second] = self.totals;
        let (side, to_beat) = match self.to_beat {
            None => (Side::First, String::new()),
            Some(result) => (Side::Second, format!("/{result}")),
        };
        let (dice, throws) = (self.dice, self.throws.max(1));
        let number = match self.number {
            1 => String::new(),
            later => format!("#{later}"),
        };
        format!("{first}/{second}/{side}/{dice}/{throws}{to_beat}{number}")
    }
}
