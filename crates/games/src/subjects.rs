//! The course subjects whose functions can be called and graded.

use subject::{CallError, Subject};

use crate::find;

/// Every subject: one for each game, and image compression.
pub const SUBJECTS: &[Subject] = &[
    jeu421::SUBJECT,
    allumettes::SUBJECT,
    awale::SUBJECT,
    dominos::SUBJECT,
    puissance4::SUBJECT,
    image_subject::SUBJECT,
];

/// Finds a subject by its name or by an alias of its game.
pub fn subject(name: &str) -> Result<&'static Subject, CallError> {
    let name = find(name).map_or(name, |game| game.name);
    let found = SUBJECTS.iter().find(|subject| subject.name == name);
    found.ok_or_else(|| CallError::UnknownSubject {
        text: name.to_owned(),
        known: known_names(),
    })
}

fn known_names() -> String {
    let names: Vec<_> = SUBJECTS.iter().map(|subject| subject.name).collect();
    names.join(", ")
}
