//! A game on its way to a worker, and the programs that play it.

use std::collections::BTreeMap;
use std::time::Duration;

use arena::tournament::Task;
use house::{Options, Setup};
use serde::{Deserialize, Serialize};
use table::{Limits, Player, Stop, Trust, Who};

use crate::job::BadJob;

/// One game, whole.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Game {
    name: String,
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

impl Game {
    pub(crate) fn of(task: &Task, programs: [Option<Baggage>; 2]) -> Self {
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

    /// The digests of what the programs need.
    pub(crate) fn archives(&self) -> impl Iterator<Item = &str> {
        let programs = self.programs.iter().flatten();
        programs.map(|baggage| &*baggage.archive)
    }

    /// What a house here would play. Whatever a stranger could have put into it is looked at as at the
    /// page: the game and its options by the game, players by what the game offers.
    pub(crate) fn task(&self, number: u64, stop: Stop) -> Result<Task, BadJob> {
        let bad = |error: &dyn std::error::Error| BadJob(error.to_string());
        let game = house::find(&self.name).map_err(|error| bad(&error))?;
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

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::job::written;

    pub(crate) fn sample(players: [&str; 2]) -> Game {
        let baggage = |text: &str| {
            let player: Player = text.parse().expect("a player");
            match &player.who {
                Who::Program(program) => Some(Baggage::new(&"0".repeat(64), program)),
                _ => None,
            }
        };
        Game {
            name: "allumettes".to_owned(),
            options: [("matches".to_owned(), "9".to_owned())].into(),
            players: players.map(str::to_owned),
            seed: 5,
            luck: 6,
            time_ms: None,
            effort: Some(7),
            restarts: 1,
            language: "en".to_owned(),
            programs: players.map(baggage),
        }
    }

    #[test]
    fn a_job_is_the_same_game_there() {
        let game = sample(["A@seed=1,naif", "B@memory=64M,bots/bot.py:choose"]);
        let there = game.task(3, Stop::default()).expect("a game");
        let again = Game::of(&there, game.programs.clone());
        assert_eq!(written(&again), written(&game));
        assert_eq!(there.setup.options.get("matches"), Some("9"));
    }

    #[test]
    fn a_game_that_no_house_would_send_is_refused() {
        let is_one = |game: &Game| game.task(3, Stop::default()).is_ok();
        assert!(!is_one(&sample(["A@humain", "B@naif"])));
        let mut bare = sample(["A@./bot", "B@naif"]);
        assert!(is_one(&bare));
        bare.programs = [None, None];
        assert!(!is_one(&bare));
        let mut game = sample(["A@naif", "B@naif"]);
        "chess".clone_into(&mut game.name);
        assert!(!is_one(&game));
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
}
