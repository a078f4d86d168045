//! The course subjects whose homework is graded, one folder per subject.

/// A table of [`SubjectCheck`](crate::SubjectCheck)s: number, name and key of the sentence of each.
macro_rules! subject_checks {
    ($($id:literal, $name:literal, $says:literal;)*) => {
        &[$($crate::SubjectCheck::new($id, $name, Some(table::key!($says))),)*]
    };
}

mod allumettes;
mod awale;
mod dominos;
mod image;
mod jeu421;
mod puissance4;

use games::SUBJECTS;
use subject::Subject;

use crate::grade::GradeError;
use crate::homework::Homework;

/// The homework of every subject.
pub(crate) static ALL: [&Homework; 6] = [
    &jeu421::HOMEWORK,
    &allumettes::HOMEWORK,
    &awale::HOMEWORK,
    &dominos::HOMEWORK,
    &puissance4::HOMEWORK,
    &image::HOMEWORK,
];

/// The homework of a subject; an error if it is not graded.
pub fn homework_for(subject: &Subject) -> Result<&'static Homework, GradeError> {
    homework_named(subject.name).ok_or(GradeError::Ungraded(subject.name))
}

/// The homework of the subject with this name.
pub(crate) fn homework_named(name: &str) -> Option<&'static Homework> {
    ALL.into_iter()
        .find(|homework| homework.subject.name == name)
}

/// The subject with this name, found at compile time: an unknown name does not compile.
const fn subject_named(name: &str) -> &'static Subject {
    let mut index = 0;
    while !same(SUBJECTS[index].name.as_bytes(), name.as_bytes()) {
        index += 1;
    }
    &SUBJECTS[index]
}

const fn same(mut one: &[u8], mut other: &[u8]) -> bool {
    while let ([first, rest @ ..], [second, others @ ..]) = (one, other) {
        if *first != *second {
            return false;
        }
        (one, other) = (rest, others);
    }
    one.is_empty() && other.is_empty()
}
