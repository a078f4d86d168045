//! `brelan GAME PLAYER PLAYER`: a game line by line in the terminal.

use std::collections::hash_map::RandomState;
use std::fs::File;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, BufWriter, StdinLock, StdoutLock, Write};
use std::process::ExitCode;
use std::time::Duration;

use clap::ArgMatches;
use games::RegisteredGame;
use host::{Answers, Options, Setup, Table, TerminalError};
use sandbox::SeatedPrograms;
use table::{Ending, Explain, Limits, Message, Player, Record, Trust, message};
use text::Language;

use crate::command_error::{CommandError, cannot_write};
use crate::program_loss::ProgramLoss;
use crate::program_seats::{self, ProgramSeats};

/// Plays one game, or the number of `--games`, between the two players of the arguments.
pub(crate) fn run(
    game: &'static RegisteredGame,
    given: &ArgMatches,
    language: Language,
) -> Result<ExitCode, CommandError> {
    let usage = |message| CommandError::Usage { message, game };
    let mut options = start_options(game, given);
    let players = players(game, given).map_err(usage)?;
    let mut terminal = Terminal::open();
    terminal.ask_options(game, &mut options, language)?;
    let mut setup = Setup {
        options,
        players,
        trust: if given.get_flag("trusting") {
            Trust::Trusting
        } else {
            Trust::Guarded
        },
        seed: seed(given),
    };
    let limits = limits(game, given);
    let mut programs = program_seats::seat_programs(&setup.players, given, language)?;
    for number in 1..=games(game, given) {
        let table = game.open(&setup).map_err(|error| {
            let option = format!("--{}", error.option);
            usage(message!("cli-bad-option", option, text = error.explain()))
        })?;
        programs.start_game(&*table, setup.seed);
        let file = record_name(given, number);
        let record_file = file.as_deref().map(create).transpose()?;
        let played = terminal.play(table, &limits, language, &mut programs, record_file);
        save_notes(&setup.players, &mut programs, given, language)?;
        let (ending, record) = played?;
        if let Some(loser) = ending.loser() {
            let loss = ProgramLoss {
                game,
                loser,
                record: &record,
                file: file.as_deref(),
            };
            let line = loss.line(&limits, language).unwrap_or_default();
            io::stderr().write_all(line.as_bytes())?;
        }
        if let Some(rematch) = game.rematch {
            rematch(&mut setup.options);
            setup.seed = setup.seed.wrapping_add(1);
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn games(game: &RegisteredGame, given: &ArgMatches) -> u32 {
    let asked = game.rematch.and_then(|_| given.get_one("games").copied());
    asked.unwrap_or(1)
}

/// Name of the record file of a game: that of `--record`, with `.2`, `.3`… from the second game on.
fn record_name(given: &ArgMatches, number: u32) -> Option<String> {
    let name = given.get_one::<String>("record")?;
    Some(match number {
        1 => name.clone(),
        later => format!("{name}.{later}"),
    })
}

/// Appends the notes of the programs to the file of `--notes`, or prints them to standard error.
fn save_notes(
    players: &[Player; 2],
    programs: &mut SeatedPrograms,
    given: &ArgMatches,
    language: Language,
) -> Result<(), CommandError> {
    let text = program_seats::notes(players, programs, language);
    match given.get_one::<String>("notes") {
        Some(name) if !text.is_empty() => {
            let file = File::options().append(true).create(true).open(name);
            file.and_then(|mut file| file.write_all(text.as_bytes()))
                .map_err(|error| cannot_write(name, &error).into())
        }
        _ => Ok(io::stderr().write_all(text.as_bytes())?),
    }
}

/// Collects the options of a game, with `--position`.
pub(crate) fn start_options(game: &RegisteredGame, given: &ArgMatches) -> Options {
    options(game.options.iter().chain([&host::POSITION]), given)
}

/// Collects the values that the arguments give to the options of `specs`.
pub(crate) fn options<'a>(
    specs: impl IntoIterator<Item = &'a host::OptionSpec>,
    given: &ArgMatches,
) -> Options {
    let mut options = Options::default();
    for option in specs {
        let value = match option.value {
            None => given.get_flag(option.name).then_some(""),
            Some(_) => given.get_one::<String>(option.name).map(String::as_str),
        };
        if let Some(value) = value {
            options.set(option.name, value);
        }
    }
    options
}

fn players(game: &RegisteredGame, given: &ArgMatches) -> Result<[Player; 2], Message> {
    let names: Vec<&String> = given.get_many("players").into_iter().flatten().collect();
    let [first, second] = names[..] else {
        return Err(message!("cli-two-players", given = names.len()));
    };
    let seat = |text: &String| host::seat(text, game).map_err(|error| error.explain());
    Ok([seat(first)?, seat(second)?])
}

/// The seed of `--seed`, or a random one.
pub(crate) fn seed(given: &ArgMatches) -> u64 {
    let fresh = || RandomState::new().build_hasher().finish();
    given.get_one("seed").copied().unwrap_or_else(fresh)
}

/// Number of processor cores, 1 when it is unknown.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Limits of the engines. With `--seed` they get a fixed effort on one thread, so that the run
/// repeats.
pub(crate) fn limits(game: &RegisteredGame, given: &ArgMatches) -> Limits {
    let repeats = given.get_one::<u64>("seed").is_some();
    let time = given.get_one("time").copied().map(Duration::from_millis);
    let effort = given.get_one("effort").copied();
    let fixed = (repeats && time.is_none()).then_some(game.effort);
    let threads = given.get_one::<u16>("threads").copied().map(usize::from);
    Limits {
        time,
        effort: effort.or(fixed),
        threads: threads.unwrap_or(if repeats { 1 } else { cores() }),
        ..Limits::default()
    }
}

/// Creates a file; refuses a name that exists.
pub(crate) fn create(name: &str) -> Result<File, CommandError> {
    File::create_new(name).map_err(|error| {
        if error.kind() == io::ErrorKind::AlreadyExists {
            let exists = message!("cli-exists", file = name);
            return CommandError::with_hint(exists, message!("cli-exists-hint"));
        }
        cannot_write(name, &error).into()
    })
}

/// Standard input and output of the games of one call.
struct Terminal {
    answers: Answers<StdinLock<'static>>,
    out: BufWriter<StdoutLock<'static>>,
}

impl Terminal {
    fn open() -> Self {
        Self {
            answers: Answers::new(io::stdin().lock()),
            out: BufWriter::new(io::stdout().lock()),
        }
    }

    fn ask_options(
        &mut self,
        game: &RegisteredGame,
        options: &mut Options,
        language: Language,
    ) -> Result<(), CommandError> {
        let Self { answers, out } = self;
        let asked = host::ask_options(game, options, language, answers, out);
        self.finish(asked)
    }

    fn play(
        &mut self,
        mut table: Box<dyn Table>,
        limits: &Limits,
        language: Language,
        programs: &mut SeatedPrograms,
        mut file: Option<File>,
    ) -> Result<(Ending, Record), CommandError> {
        let record = Record::new(table.header().clone());
        if let Some(file) = &mut file {
            write!(file, "{record}")?;
        }
        let mut seats = ProgramSeats {
            file,
            record,
            programs,
        };
        let Self { answers, out } = self;
        let played = host::play(&mut *table, limits, language, answers, out, &mut seats);
        let ending = self.finish(played)?;
        Ok((ending, seats.record))
    }

    /// Flushes the output, after a line end when the input ended at a question: the shell's prompt
    /// then begins on a line of its own.
    fn finish<T>(&mut self, done: Result<T, TerminalError>) -> Result<T, CommandError> {
        if matches!(done, Err(TerminalError::EndOfInput)) {
            writeln!(self.out)?;
        }
        self.out.flush()?;
        Ok(done?)
    }
}
