//! What travels: a game to be played, what came of it, and who is there. All of it is JSON, bounded
//! before it is read.

use std::collections::BTreeMap;
use std::time::Duration;

use arena::tournament::Task;
use house::{Options, Setup};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use table::{Limits, Player, Stop, Trust, Who};

/// Bytes of a job, of a record, of notes beside it, and of an answer: NATS carries a megabyte.
pub(crate) const MOST_JOB: usize = 64 << 10;
pub(crate) const MOST_RECORD: usize = 384 << 10;
pub(crate) const MOST_NOTES: usize = 128 << 10;
const MOST_ANSWER: usize = 960 << 10;
const MOST_PRESENCE: usize = 16 << 10;
/// Letters of a name, and of what a worker says of its troubles.
const LONGEST_NAME: usize = 64;
const LONGEST_REASON: usize = 300;
/// Letters of a digest.
const DIGEST: usize = 64;

/// One game, whole.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Job {
    pub(crate) tournament: String,
    pub(crate) number: u64,
    game: String,
    options: BTreeMap<String, String>,
    players: [String; 2],
    seed: u64,
    luck: u64,
    time_ms: Option<u64>,
    effort: Option<u64>,
    restarts: u32,
    language: String,
    /// What the programs among the players are.
    pub(crate) programs: [Option<Baggage>; 2],
    /// Workers that have played it.
    pub(crate) not: Vec<String>,
}

/// A program on its way.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Baggage {
    /// The digest of its folder's archive.
    pub(crate) archive: String,
    /// What to run in it: a player's text after the `@`.
    run: String,
}

/// A job that no house would have sent.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct BadJob(pub(crate) String);

impl Job {
    pub(crate) fn of(task: &Task, tournament: &str, programs: [Option<Baggage>; 2]) -> Self {
        let Setup {
            options,
            players,
            seed,
            trust: _,
        } = &task.setup;
        let option = |name: &str| Some((name.to_owned(), options.get(name)?.to_owned()));
        Self {
            tournament: tournament.to_owned(),
            number: task.number,
            game: task.game.name.to_owned(),
            options: options.names().filter_map(option).collect(),
            players: players.each_ref().map(Player::to_string),
            seed: *seed,
            luck: task.luck,
            time_ms: task.limits.time.map(|time| time.as_millis() as u64),
            effort: task.limits.effort,
            restarts: task.restarts,
            language: task.language.to_string(),
            programs,
            not: Vec::new(),
        }
    }

    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let job: Self = read(bytes, MOST_JOB)?;
        let baggage = job.programs.iter().flatten();
        let named = baggage.clone().all(|baggage| is_digest(&baggage.archive));
        (named && is_name(&job.tournament)).then_some(job)
    }

    /// What a house here would play. Whatever a stranger could have put into it is looked at as at the
    /// page: the game and its options by the game, players by what the game offers.
    pub(crate) fn task(&self, stop: Stop) -> Result<Task, BadJob> {
        let bad = |error: &dyn std::error::Error| BadJob(error.to_string());
        let game = house::find(&self.game).map_err(|error| bad(&error))?;
        let seat = |text: &String| house::seat(text, game).map_err(|error| bad(&error));
        let players = [seat(&self.players[0])?, seat(&self.players[1])?];
        for (player, program) in players.iter().zip(&self.programs) {
            if matches!(player.who, Who::Person)
                || matches!(player.who, Who::Program(_)) != program.is_some()
            {
                return Err(BadJob(format!("{player} cannot play here")));
            }
        }
        let mut options = Options::default();
        for (name, value) in &self.options {
            options.set(name, value);
        }
        Ok(Task {
            number: self.number,
            game,
            setup: Setup {
                options,
                players,
                trust: Trust::Guarded,
                seed: self.seed,
            },
            luck: self.luck,
            limits: Limits {
                time: self.time_ms.map(Duration::from_millis),
                effort: self.effort,
                threads: 1,
                stop,
            },
            restarts: self.restarts,
            language: self.language.parse().map_err(|error| bad(&error))?,
        })
    }
}

impl Baggage {
    pub(crate) fn new(archive: &str, program: &table::Program) -> Self {
        let last = |file: &str| file.rsplit('/').next().unwrap_or_default().to_owned();
        let carried = match program {
            table::Program::File(file) => table::Program::File(format!("./{}", last(file))),
            table::Program::Function { file, function } => table::Program::Function {
                file: last(file),
                function: function.clone(),
            },
            table::Program::Command(command) => table::Program::Command(command.clone()),
        };
        Self {
            archive: archive.to_owned(),
            run: Who::Program(carried).to_string(),
        }
    }

    /// What to run, below the folder of the archive.
    pub(crate) fn program(&self) -> Result<table::Program, BadJob> {
        let bad = || BadJob(format!("{:?} is no program", self.run));
        let player: Player = format!("x@{}", self.run).parse().map_err(|_| bad())?;
        match player.who {
            Who::Program(program) if is_below(&program) => Ok(program),
            _ => Err(bad()),
        }
    }
}

/// Whether a file is one of the folder itself. A command's words are what the cage is for.
fn is_below(program: &table::Program) -> bool {
    match program {
        table::Program::File(file) => {
            let name = file.strip_prefix("./").unwrap_or(file);
            !name.contains('/') && !["", ".", ".."].contains(&name)
        }
        table::Program::Function { file, .. } => !file.contains('/'),
        table::Program::Command(_) => true,
    }
}

/// What a worker says of a job.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Answer {
    pub(crate) number: u64,
    pub(crate) worker: String,
    pub(crate) outcome: Outcome,
}

/// What came of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Outcome {
    Played {
        record: String,
        notes: Option<String>,
    },
    /// An archive that is not there, or not what its digest says.
    Damaged { archive: String },
    /// It cannot be played, there or anywhere.
    Refused { reason: String },
    /// Something of that machine failed.
    Failed { reason: String },
}

impl Answer {
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let mut answer: Self = read(bytes, MOST_ANSWER)?;
        let fits = match &mut answer.outcome {
            Outcome::Played { record, notes } => {
                let notes = notes.as_ref().map_or(0, String::len);
                record.len() <= MOST_RECORD && notes <= MOST_NOTES
            }
            Outcome::Damaged { archive } => is_digest(archive),
            Outcome::Refused { reason } | Outcome::Failed { reason } => {
                *reason = plain(reason);
                true
            }
        };
        (fits && is_name(&answer.worker)).then_some(answer)
    }
}

/// A worker is there, and takes these kinds of games.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Presence {
    pub(crate) worker: String,
    pub(crate) serves: Vec<String>,
}

impl Presence {
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        read(bytes, MOST_PRESENCE).filter(|presence: &Self| is_name(&presence.worker))
    }
}

/// What a tournament says to an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reply {
    /// Nobody waits for this game any more: it is in the store.
    Kept,
    /// It is to be played again, by whoever takes it.
    Again,
    /// Nothing counts that this worker sends.
    Aside,
}

impl Reply {
    const ALL: [(Self, &'static str); 3] = [
        (Self::Kept, "kept"),
        (Self::Again, "again"),
        (Self::Aside, "aside"),
    ];

    pub(crate) fn word(self) -> &'static str {
        let named = Self::ALL.iter().find(|(reply, _)| *reply == self);
        named.map_or("", |(_, word)| word)
    }

    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let named = Self::ALL.iter().find(|(_, word)| word.as_bytes() == bytes);
        named.map(|(reply, _)| *reply)
    }
}

/// As it travels.
pub(crate) fn written(it: &impl Serialize) -> Vec<u8> {
    // Texts, numbers and lists of them: it has a JSON form.
    serde_json::to_vec(it).unwrap_or_default()
}

fn read<T: DeserializeOwned>(bytes: &[u8], most: usize) -> Option<T> {
    (bytes.len() <= most)
        .then(|| serde_json::from_slice(bytes).ok())
        .flatten()
}

/// A name that is shown and is part of a subject.
pub(crate) fn is_name(text: &str) -> bool {
    let plain = |char: char| char.is_ascii_alphanumeric() || char == '-' || char == '_';
    (1..=LONGEST_NAME).contains(&text.len()) && text.chars().all(plain)
}

fn is_digest(text: &str) -> bool {
    text.len() == DIGEST && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// A text of others, as a terminal may show it.
pub(crate) fn plain(text: &str) -> String {
    let shown = text.chars().filter(|char| !char.is_control());
    shown.take(LONGEST_REASON).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(players: [&str; 2]) -> Job {
        let baggage = |text: &str| {
            let player: Player = text.parse().expect("a player");
            match &player.who {
                Who::Program(program) => Some(Baggage::new(&"0".repeat(64), program)),
                _ => None,
            }
        };
        Job {
            tournament: "t".to_owned(),
            number: 3,
            game: "allumettes".to_owned(),
            options: [("matches".to_owned(), "9".to_owned())].into(),
            players: players.map(str::to_owned),
            seed: 5,
            luck: 6,
            time_ms: None,
            effort: Some(7),
            restarts: 1,
            language: "en".to_owned(),
            programs: players.map(baggage),
            not: Vec::new(),
        }
    }

    #[test]
    fn a_job_is_the_same_game_there() {
        let job = sample(["A@seed=1,naif", "B@memory=64M,bots/bot.py:choose"]);
        let there = Job::read(&written(&job))
            .expect("small")
            .task(Stop::default());
        let there = there.expect("a game");
        let baggage = job.programs.clone();
        let again = Job::of(&there, "t", baggage);
        assert_eq!(written(&again), written(&job));
        assert_eq!(there.setup.options.get("matches"), Some("9"));
    }

    #[test]
    fn a_job_that_no_house_would_send_is_refused() {
        let person = sample(["A@humain", "B@naif"]);
        assert!(person.task(Stop::default()).is_err());
        let mut bare = sample(["A@./bot", "B@naif"]);
        assert!(bare.task(Stop::default()).is_ok());
        bare.programs = [None, None];
        assert!(bare.task(Stop::default()).is_err());
        let mut game = sample(["A@naif", "B@naif"]);
        "chess".clone_into(&mut game.game);
        assert!(game.task(Stop::default()).is_err());
        let mut large = sample(["A@naif", "B@naif"]);
        large.not = vec!["x".repeat(MOST_JOB)];
        assert!(Job::read(&written(&large)).is_none());
        let mut elsewhere = sample(["A@./bot", "B@naif"]);
        elsewhere.programs[0].as_mut().expect("a program").archive = "../../etc".to_owned();
        assert!(Job::read(&written(&elsewhere)).is_none());
    }

    #[test]
    fn a_program_is_a_file_of_its_own_folder() {
        let program = |run: &str| {
            let archive = "0".repeat(64);
            let run = run.to_owned();
            Baggage { archive, run }.program()
        };
        for run in ["./bot", "bot.py:choose", "cmd:java -cp bin Bot"] {
            assert!(program(run).is_ok(), "{run}");
        }
        for run in [
            "../bot",
            "/bin/sh",
            "./a/bot",
            "../x.py:f",
            "naif",
            "humain",
            "./..",
            "",
        ] {
            assert!(program(run).is_err(), "{run}");
        }
    }

    #[test]
    fn an_answer_beyond_its_bounds_is_none() {
        let played = |letters: usize, worker: &str| {
            let record = "x".repeat(letters);
            let outcome = Outcome::Played {
                record,
                notes: None,
            };
            let worker = worker.to_owned();
            let answer = Answer {
                number: 1,
                worker,
                outcome,
            };
            Answer::read(&written(&answer))
        };
        assert!(played(10, "w").is_some());
        assert!(played(MOST_RECORD + 1, "w").is_none());
        assert!(played(10, "w\u{1b}[2J").is_none());
        let failed = br#"{"number":1,"worker":"w","outcome":{"failed":{"reason":"a\u001bb"}}}"#;
        let reason = Answer::read(failed).map(|answer| answer.outcome);
        assert!(matches!(reason, Some(Outcome::Failed { reason }) if reason == "ab"));
    }

    #[test]
    fn replies_read_back() {
        for (reply, word) in Reply::ALL {
            assert_eq!(Reply::read(word.as_bytes()), Some(reply));
            assert_eq!(reply.word(), word);
        }
        assert_eq!(Reply::read(b"KEPT"), None);
    }
}
