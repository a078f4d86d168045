//! A game as a job: options, players, chance, limits, and the programs that play it.

use std::collections::BTreeMap;
use std::time::Duration;

use host::{Options, Setup};
use serde::{Deserialize, Serialize};
use table::{Limits, Player, Stop, Trust, Who};
use tournament::GameSpec;

use crate::job::InvalidJob;

/// One game of a tournament in a form that can be sent.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameJob {
    /// Name of the game, such as `421`.
    name: String,
    /// Options of the game that differ from their defaults.
    options: BTreeMap<String, String>,
    players: [String; 2],
    /// Seed of the game's chance.
    seed: u64,
    /// Seed of the random numbers that programs and strategies get.
    luck: u64,
    /// Milliseconds that a strategy may think about one move.
    time_ms: Option<u64>,
    /// Number of nodes that a strategy may search for one move.
    effort: Option<u64>,
    restarts: u32,
    /// Code of the language for messages to programs.
    language: String,
    /// Programs of the players; none for a strategy.
    pub(crate) programs: [Option<PackedProgram>; 2],
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PackedProgram {
    /// Digest of the archive of the program's folder.
    pub(crate) archive: String,
    /// File, function or command to run in the folder, in the form that stands after a player's `@`.
    run: String,
}

impl GameJob {
    pub(crate) fn new(task: &GameSpec, programs: [Option<PackedProgram>; 2]) -> Self {
        let Setup {
            options,
            players,
            seed,
            trust: _,
        } = &task.setup;
        let option = |name: &str| Some((name.to_owned(), options.get(name)?.to_owned()));
        Self {
            name: task.game.name.to_owned(),
            options: options.names().filter_map(option).collect(),
            players: players.each_ref().map(Player::to_string),
            seed: *seed,
            luck: task.luck,
            time_ms: task.limits.time.map(|time| time.as_millis() as u64),
            effort: task.limits.effort,
            restarts: task.restarts,
            language: task.language.to_string(),
            programs,
        }
    }

    pub(crate) fn archives(&self) -> impl Iterator<Item = &str> {
        let programs = self.programs.iter().flatten();
        programs.map(|program| &*program.archive)
    }

    /// The game to play on this machine, with every value checked as for a player of the web page.
    pub(crate) fn task(&self, number: u64, stop: Stop) -> Result<GameSpec, InvalidJob> {
        let bad = |error: &dyn std::error::Error| InvalidJob(error.to_string());
        let game = games::find(&self.name).map_err(|error| bad(&error))?;
        let seat = |text: &String| host::seat(text, game).map_err(|error| bad(&error));
        let players = [seat(&self.players[0])?, seat(&self.players[1])?];
        for (player, program) in players.iter().zip(&self.programs) {
            if matches!(player.who, Who::Person)
                || matches!(player.who, Who::Program(_)) != program.is_some()
            {
                let reason = format!("player {player} cannot play on a worker");
                return Err(InvalidJob(reason));
            }
        }
        let mut options = Options::default();
        for (name, value) in &self.options {
            options.set(name, value);
        }
        Ok(GameSpec {
            number,
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
                stop,
                ..Limits::default()
            },
            restarts: self.restarts,
            language: self.language.parse().map_err(|error| bad(&error))?,
        })
    }
}

impl PackedProgram {
    /// A program whose folder was packed; its path is shortened to the file in that folder.
    pub(crate) fn new(archive: &str, program: &table::Program) -> Self {
        let last = |file: &str| file.rsplit('/').next().unwrap_or_default().to_owned();
        let packed = match program {
            table::Program::File(file) => table::Program::File(format!("./{}", last(file))),
            table::Program::Function { file, function } => table::Program::Function {
                file: last(file),
                function: function.clone(),
            },
            table::Program::Command(command) => table::Program::Command(command.clone()),
        };
        Self {
            archive: archive.to_owned(),
            run: Who::Program(packed).to_string(),
        }
    }

    pub(crate) fn program(&self) -> Result<table::Program, InvalidJob> {
        let bad = || InvalidJob(format!("{:?} is not a program of the archive", self.run));
        let player: Player = format!("x@{}", self.run).parse().map_err(|_| bad())?;
        match player.who {
            Who::Program(program) if is_in_folder(&program) => Ok(program),
            _ => Err(bad()),
        }
    }
}

/// Whether a program's file is in the folder itself. Commands are not checked: the cage confines them.
fn is_in_folder(program: &table::Program) -> bool {
    match program {
        table::Program::File(file) => {
            let name = file.strip_prefix("./").unwrap_or(file);
            !name.contains('/') && !["", ".", ".."].contains(&name)
        }
        table::Program::Function { file, .. } => !file.contains('/'),
        table::Program::Command(_) => true,
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::wire::encode;

    pub(crate) fn sample(players: [&str; 2]) -> GameJob {
        let packed = |text: &str| {
            let player: Player = text.parse().expect("the text is a player");
            match &player.who {
                Who::Program(program) => Some(PackedProgram::new(&"0".repeat(64), program)),
                _ => None,
            }
        };
        GameJob {
            name: "allumettes".to_owned(),
            options: [("matches".to_owned(), "9".to_owned())].into(),
            players: players.map(str::to_owned),
            seed: 5,
            luck: 6,
            time_ms: None,
            effort: Some(7),
            restarts: 1,
            language: "en".to_owned(),
            programs: players.map(packed),
        }
    }

    #[test]
    fn a_decoded_job_is_the_same_game() {
        let game = sample(["A@seed=1,naif", "B@memory=64M,bots/bot.py:choose"]);
        let task = game.task(3, Stop::default()).expect("the job is valid");
        let again = GameJob::new(&task, game.programs.clone());
        assert_eq!(encode(&again), encode(&game));
        assert_eq!(task.setup.options.get("matches"), Some("9"));
    }

    #[test]
    fn a_game_with_a_person_a_missing_program_or_an_unknown_name_is_refused() {
        let is_valid = |game: &GameJob| game.task(3, Stop::default()).is_ok();
        assert!(!is_valid(&sample(["A@humain", "B@naif"])));
        let mut bare = sample(["A@./bot", "B@naif"]);
        assert!(is_valid(&bare));
        bare.programs = [None, None];
        assert!(!is_valid(&bare));
        let mut game = sample(["A@naif", "B@naif"]);
        "chess".clone_into(&mut game.name);
        assert!(!is_valid(&game));
    }

    #[test]
    fn a_program_is_a_file_in_the_folder_of_its_archive() {
        let program = |run: &str| {
            let archive = "0".repeat(64);
            let run = run.to_owned();
            PackedProgram { archive, run }.program()
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
}
