//! Requirements of a job on the machine that does it, and the check whether this machine meets them.

use std::collections::BTreeSet;

use games::subject;
use grade::homework_for;
use sandbox::{Cage, MachineRequirement, ProgramCommand};
use serde::{Deserialize, Serialize};
use subject::Subject;

use crate::archive::sha256_hex;
use crate::wire::{decode, is_name};

/// Version of Brelan: strategies of another version may choose other moves.
const VERSION: &str = env!("CARGO_PKG_VERSION");
const MAX_TEXT_BYTES: usize = 2000;
const MAX_TOOLS: usize = 8;
const DIGEST_BYTES: usize = 8;

/// Requirements of one kind of work. The digest of their JSON names the consumer that hands it out.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(crate) struct Requirements {
    version: String,
    work: WorkKind,
    /// Whether the cage must have every level of protection.
    full_cage: bool,
    tools: BTreeSet<String>,
}

/// The kind of work, which the machine's version of Brelan must know.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum WorkKind {
    Game(String),
    Grade(String),
}

impl Requirements {
    /// Requirements of a game that strategies play.
    pub(crate) fn for_game(game: &str) -> Self {
        Self::new(WorkKind::Game(game.to_owned()))
    }

    /// Requirements of grading a subject; `run` is the command that runs submissions, if it is given.
    pub(crate) fn for_grading(subject: &Subject, run: Option<&str>) -> Self {
        let command = run.map(|run| run.split_whitespace().next().unwrap_or_default());
        let tools = homework_for(subject).map_or(&[][..], |homework| homework.language.tools());
        let tools = command.map_or_else(|| tools.to_vec(), |command| vec![command]);
        // A path or a shell expression is not an interpreter that could be looked for.
        let words = tools.into_iter().filter(|word| is_name(word));
        Self {
            tools: words.map(str::to_owned).collect(),
            ..Self::new(WorkKind::Grade(subject.name.to_owned()))
        }
    }

    fn new(work: WorkKind) -> Self {
        Self {
            version: VERSION.to_owned(),
            work,
            full_cage: false,
            tools: BTreeSet::new(),
        }
    }

    /// Adds the requirements of a program; `full_cage` is whether it must run in a full cage.
    pub(crate) fn add_program(&mut self, program: &ProgramCommand, full_cage: bool) {
        self.full_cage |= full_cage;
        let need = MachineRequirement::for_command(program);
        self.tools.extend(need.map(|need| need.to_string()));
    }

    /// Parses requirements from their text; none when it is malformed or too long.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let requirements: Self = decode(text.as_bytes(), MAX_TEXT_BYTES)?;
        (requirements.tools.len() <= MAX_TOOLS).then_some(requirements)
    }

    /// The requirements as text: JSON on one line.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).expect("requirements hold texts, which JSON can write")
    }

    /// The digest of the requirements' text, 16 hexadecimal digits, which may be part of a NATS subject.
    pub(crate) fn digest(&self) -> String {
        sha256_hex(self.text(), DIGEST_BYTES)
    }

    /// The requirements for people, in words that need no translation.
    pub(crate) fn describe(&self) -> String {
        let work = match &self.work {
            WorkKind::Game(game) => game.clone(),
            WorkKind::Grade(subject) => format!("grade {subject}"),
        };
        let first = [format!("brelan {}", self.version), work];
        let cage = self.full_cage.then(|| "--cage required".to_owned());
        let all = first.into_iter().chain(cage);
        let all: Vec<String> = all.chain(self.tools.iter().cloned()).collect();
        all.join(", ")
    }

    /// Whether this machine meets the requirements; `cage` is its cage, if it has one.
    pub(crate) fn are_met(&self, cage: Option<&Cage>) -> bool {
        // A cage that was not asked for misses no level, and has none.
        let is_full = |cage: &Cage| cage.missing().is_empty() && !cage.protections().is_empty();
        let has = |text: &String| MachineRequirement::parse(text).is_some_and(|need| need.is_met());
        self.version == VERSION
            && self.work.is_known(cage)
            && (!self.full_cage || cage.is_some_and(is_full))
            && self.tools.iter().all(has)
    }
}

impl WorkKind {
    /// Whether this version of Brelan has the game or subject; grading also needs a cage.
    fn is_known(&self, cage: Option<&Cage>) -> bool {
        match self {
            Self::Game(game) => games::find(game).is_ok(),
            Self::Grade(name) => subject(name).is_ok() && cage.is_some(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn requirements(tools: &[&str]) -> Requirements {
        Requirements {
            tools: tools.iter().map(ToString::to_string).collect(),
            ..Requirements::for_game("421")
        }
    }

    #[test]
    fn requirements_parse_back_unless_they_are_too_long() {
        let all = requirements(&["java", "python3"]);
        assert_eq!(Requirements::parse(&all.text()), Some(all.clone()));
        assert_ne!(all.digest(), requirements(&["java"]).digest());
        let words: Vec<String> = (0..9).map(|word| word.to_string()).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        assert_eq!(Requirements::parse(&requirements(&words).text()), None);
        assert_eq!(
            Requirements::parse(&requirements(&[&"x".repeat(MAX_TEXT_BYTES)]).text()),
            None
        );
        assert_eq!(Requirements::parse("{"), None);
    }

    #[test]
    fn grading_requires_a_cage_and_the_tools_of_its_language() {
        let java = subject("allumettes").expect("allumettes is a subject");
        let tools = |run: Option<&str>| {
            Requirements::for_grading(java, run)
                .tools
                .into_iter()
                .collect()
        };
        let words: Vec<String> = tools(None);
        assert_eq!(words, ["java", "javac"]);
        let words: Vec<String> = tools(Some("ocaml jeu.ml"));
        assert_eq!(words, ["ocaml"]);
        let words: Vec<String> = tools(Some("./a.out; true"));
        assert!(words.is_empty());
        assert!(!Requirements::for_grading(java, Some("sh x")).are_met(None));
    }

    #[test]
    fn a_machine_without_an_interpreter_a_cage_or_the_version_does_not_meet_requirements() {
        assert!(requirements(&["sh"]).are_met(None));
        assert!(!requirements(&["sh", "no such interpreter"]).are_met(None));
        let caged = Requirements {
            full_cage: true,
            ..requirements(&[])
        };
        assert!(!caged.are_met(None));
        let other = Requirements {
            version: "0.0.0".to_owned(),
            ..requirements(&[])
        };
        assert!(!other.are_met(None));
    }
}
