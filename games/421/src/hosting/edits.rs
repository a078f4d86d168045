//! A round set up by touch: dice turned, tokens given and taken, who throws and against what.

use crate::{Combination, Face, Game421, MOST_THROWS};
use table::{Key, Side, key};

use super::drawing::die_name;
use host::Edit;

pub(super) fn edits(game: &Game421) -> Vec<Edit> {
    let dice = (0..3).map(|die| {
        let mut after = game.clone();
        let pips = game.dice.0[die].map_or(0, Face::pips);
        after.dice.0[die] = Face::new(pips % 6 + 1);
        edit(key!("jeu421-edit-turn"), Some(die_name(die)), &after)
    });
    let changes = [
        (key!("jeu421-edit-more"), 1),
        (key!("jeu421-edit-fewer"), -1),
    ];
    let tokens = Side::BOTH.into_iter().flat_map(|side| {
        changes.map(|(tool, change)| {
            let mut after = game.clone();
            after.totals[side.index()] += change;
            edit(tool, Some(format!("tokens-{side}")), &after)
        })
    });
    let throws = Game421 {
        throws: game.throws % MOST_THROWS + 1,
        ..game.clone()
    };
    let first = Game421 {
        to_beat: None,
        ..game.clone()
    };
    let second = game.dice.faces().map(|faces| Game421 {
        to_beat: Some(Combination::from_faces(faces)),
        throws: 1,
        ..game.clone()
    });
    let others = [
        edit(key!("jeu421-edit-throws"), None, &throws),
        edit(key!("jeu421-edit-first"), None, &first),
        second.and_then(|second| edit(key!("jeu421-edit-beat"), None, &second)),
    ];
    dice.chain(tokens).chain(others).flatten().collect()
}

/// The change of a round to `after`; `None` if the game would be over or impossible.
fn edit(tool: Key, part: Option<String>, after: &Game421) -> Option<Edit> {
    match after.winner() {
        None => Edit::touch::<Game421>(tool, part, &after.to_string()),
        Some(_) => None,
    }
}
