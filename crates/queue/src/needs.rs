//! What a game takes of the machine that plays it, and what a machine has.

use std::collections::BTreeSet;

use arena::{Need, Program, Rung};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::archive::hex;

/// The version of the house: strategies of another may choose differently.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Bytes of the text form, and things of a machine: two programs need two.
const LONGEST: usize = 2000;
const MOST: usize = 8;

/// What games of one kind take. Its text is JSON, and its digest the name of what the queue has for
/// them.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(crate) struct Needs {
    house: String,
    game: String,
    /// Every rung of a cage.
    cage: bool,
    machine: BTreeSet<String>,
}

impl Needs {
    /// What a game of the house takes where no program plays.
    pub(crate) fn of(game: &str) -> Self {
        Self {
            house: VERSION.to_owned(),
            game: game.to_owned(),
            cage: false,
            machine: BTreeSet::new(),
        }
    }

    /// What it takes beside that because of a program.
    pub(crate) fn with(&mut self, program: &Program, cage: bool) {
        self.cage |= cage;
        let needs = Need::of(program);
        self.machine.extend(needs.iter().map(Need::to_string));
    }

    /// Reads a text that came from elsewhere.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let needs: Self = (text.len() <= LONGEST)
            .then(|| serde_json::from_str(text).ok())
            .flatten()?;
        (needs.machine.len() <= MOST).then_some(needs)
    }

    pub(crate) fn text(&self) -> String {
        // Texts and a truth value: it has a JSON form.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Short enough for a part of a subject.
    pub(crate) fn digest(&self) -> String {
        hex(&Sha256::digest(self.text())[..8])
    }

    /// What it takes, in words that every language has.
    pub(crate) fn told(&self) -> String {
        let house = [format!("brelan {}", self.house), self.game.clone()];
        let cage = self.cage.then(|| "--cage required".to_owned());
        let all = house.into_iter().chain(cage);
        let all: Vec<String> = all.chain(self.machine.iter().cloned()).collect();
        all.join(", ")
    }

    /// Whether a machine with this cage, if it has one, can play them.
    pub(crate) fn are_here(&self, cage: Option<&arena::Cage>) -> bool {
        let whole = |cage: &arena::Cage| cage.missing().is_empty() && is_cage(cage.rungs());
        let has = |text: &String| text.parse().is_ok_and(|need: Need| need.is_here());
        self.house == VERSION
            && house::find(&self.game).is_ok()
            && (!self.cage || cage.is_some_and(whole))
            && self.machine.iter().all(has)
    }
}

/// A cage that was not asked for misses nothing and protects nobody.
fn is_cage(rungs: &[Rung]) -> bool {
    !rungs.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needs(machine: &[&str]) -> Needs {
        Needs {
            machine: machine.iter().map(ToString::to_string).collect(),
            ..Needs::of("421")
        }
    }

    #[test]
    fn needs_read_back_and_what_is_too_long_is_none() {
        let all = needs(&["java", "python3"]);
        assert_eq!(Needs::read(&all.text()), Some(all.clone()));
        assert_ne!(all.digest(), needs(&["java"]).digest());
        let words: Vec<String> = (0..9).map(|word| word.to_string()).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        assert_eq!(Needs::read(&needs(&words).text()), None);
        assert_eq!(Needs::read(&needs(&[&"x".repeat(LONGEST)]).text()), None);
        assert_eq!(Needs::read("{"), None);
    }

    #[test]
    fn a_machine_plays_what_it_has() {
        assert!(needs(&["sh"]).are_here(None));
        assert!(!needs(&["sh", "no such interpreter"]).are_here(None));
        let whole = Needs {
            cage: true,
            ..needs(&[])
        };
        assert!(!whole.are_here(None));
        let other = Needs {
            house: "0.0.0".to_owned(),
            ..needs(&[])
        };
        assert!(!other.are_here(None));
    }
}
