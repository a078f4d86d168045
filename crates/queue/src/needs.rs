//! What a piece of work takes of the machine that does it, and what a machine has.

use std::collections::BTreeSet;

use arena::{Cage, Need, Program, Rung};
use grade::homework_for;
use house::subject::{Subject, subject};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::archive::hex;
use crate::job::is_name;

/// The version of the house: strategies of another may choose differently.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Bytes of the text form, and things of a machine: two programs need two.
const LONGEST: usize = 2000;
const MOST: usize = 8;

/// What work of one kind takes. Its text is JSON, and its digest the name of what the queue has for
/// it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(crate) struct Needs {
    house: String,
    /// The game, or the subject that papers are judged against.
    of: What,
    /// Every rung of a cage.
    cage: bool,
    machine: BTreeSet<String>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum What {
    Game(String),
    Grade(String),
}

impl Needs {
    /// What a game of the house takes where no program plays.
    pub(crate) fn of(game: &str) -> Self {
        Self::new(What::Game(game.to_owned()))
    }

    /// What judging a subject takes.
    pub(crate) fn grading(subject: &Subject, run: Option<&str>) -> Self {
        let command = run.map(|run| run.split_whitespace().next().unwrap_or_default());
        let tools = homework_for(subject).map_or(&[][..], |homework| homework.language.tools());
        let tools = command.map_or_else(|| tools.to_vec(), |command| vec![command]);
        // What is more than a word is a shell's own business.
        let words = tools.into_iter().filter(|word| is_name(word));
        Self {
            machine: words.map(str::to_owned).collect(),
            ..Self::new(What::Grade(subject.name.to_owned()))
        }
    }

    fn new(of: What) -> Self {
        Self {
            house: VERSION.to_owned(),
            of,
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
        let of = match &self.of {
            What::Game(game) => game.clone(),
            What::Grade(subject) => format!("grade {subject}"),
        };
        let house = [format!("brelan {}", self.house), of];
        let cage = self.cage.then(|| "--cage required".to_owned());
        let all = house.into_iter().chain(cage);
        let all: Vec<String> = all.chain(self.machine.iter().cloned()).collect();
        all.join(", ")
    }

    /// Whether a machine with this cage, if it has one, can do it.
    pub(crate) fn are_here(&self, cage: Option<&Cage>) -> bool {
        let whole = |cage: &Cage| cage.missing().is_empty() && is_cage(cage.rungs());
        let has = |text: &String| text.parse().is_ok_and(|need: Need| need.is_here());
        self.house == VERSION
            && self.of.is_here(cage)
            && (!self.cage || cage.is_some_and(whole))
            && self.machine.iter().all(has)
    }
}

impl What {
    fn is_here(&self, cage: Option<&Cage>) -> bool {
        match self {
            Self::Game(game) => house::find(game).is_ok(),
            Self::Grade(name) => subject(name).is_ok() && cage.is_some(),
        }
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
    fn judging_takes_a_cage_and_the_tools_of_its_language() {
        let java = subject("allumettes").expect("a subject");
        let machine = |run: Option<&str>| Needs::grading(java, run).machine.into_iter().collect();
        let words: Vec<String> = machine(None);
        assert_eq!(words, ["java", "javac"]);
        let words: Vec<String> = machine(Some("ocaml jeu.ml"));
        assert_eq!(words, ["ocaml"]);
        let words: Vec<String> = machine(Some("./a.out; true"));
        assert!(words.is_empty());
        assert!(!Needs::grading(java, Some("sh x")).are_here(None));
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
