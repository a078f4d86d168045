//! `brelan GAME PLAYER PLAYER`: a game line by line in the terminal.

use std::collections::hash_map::RandomState;
use std::fs::File;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, BufWriter, StdinLock, StdoutLock, Write};
use std::process::ExitCode;
use std::time::Duration;

use clap::ArgMatches;
use games::RegisteredGame;
use host::{Answers, OptionError, Options, Setup, Table, TerminalError};
use sandbox::SeatedPrograms;
use table::{Ending, Explain, Limits, Message, Player, Record, Trust, key, message};
use text::Language;

use crate::command_error::{CommandError, cannot_write};
use crate::drawn;
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
    let Some(players) = players(game, given)? else {
        let left = usage(message!("cli-two-players", given = 0));
        if !drawn::is_at_terminal() {
            return Err(left);
        }
        return drawn::offer(game, given, language)?.ok_or(left);
    };
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
    seat_by_choice(game, &mut setup).map_err(|error| match error {
        CommandError::Error { message, .. } => usage(message),
        other => other,
    })?;
    let limits = limits(game, given);
    let mut score = MatchScore::new(game, given, &setup.players);
    let mut programs = program_seats::seat_programs(&setup.players, given, language)?;
    for number in 1.. {
        terminal.print(&score.heading(number, language))?;
        let opened = game.open(&setup);
        let table = opened.map_err(|error| usage(bad_option(&error)))?;
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
        score.count(ending);
        terminal.print(&score.line(language))?;
        let another = match score.games {
            Games::Number(games) => number < games,
            Games::UntilNo => terminal.asks_for_another(language)?,
        };
        let Some(rematch) = game.rematch.filter(|_| another) else {
            break;
        };
        rematch(&mut setup.options);
        setup.seed = setup.seed.wrapping_add(1);
    }
    Ok(ExitCode::SUCCESS)
}

/// The message for an option that does not fit the game: the option, then the reason.
fn bad_option(error: &OptionError) -> Message {
    let option = format!("--{}", error.option);
    message!("cli-bad-option", option, text = error.explain())
}

/// How many games a match has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Games {
    Number(u32),
    /// Until a person answers no to *another game?*.
    UntilNo,
}

/// The games that each player of a match has won. A single game has neither heading nor score.
struct MatchScore {
    games: Games,
    names: [String; 2],
    wins: [u32; 2],
}

impl MatchScore {
    fn new(game: &RegisteredGame, given: &ArgMatches, players: &[Player; 2]) -> Self {
        let number = |_| given.get_one("games").copied();
        let number = game.rematch.and_then(number).unwrap_or(1);
        let until_no = game.rematch.is_some() && given.get_flag("match");
        Self {
            games: if until_no {
                Games::UntilNo
            } else {
                Games::Number(number)
            },
            names: players.each_ref().map(|player| player.name.clone()),
            wins: [0; 2],
        }
    }

    fn heading(&self, number: u32, language: Language) -> String {
        match self.games {
            Games::Number(1) => String::new(),
            Games::Number(games) => {
                language.say(&message!("cli-match-game-of", number, games)) + "\n"
            }
            Games::UntilNo => language.say(&message!("cli-match-game", number)) + "\n",
        }
    }

    fn count(&mut self, ending: Ending) {
        if let Some(side) = ending.winner() {
            self.wins[side.index()] += 1;
        }
    }

    fn line(&self, language: Language) -> String {
        if self.games == Games::Number(1) {
            return String::new();
        }
        let ([first, second], [one, two]) = (self.names.each_ref(), self.wins);
        language.say(&message!("cli-match-score", first, one, second, two)) + "\n"
    }
}

/// Changes the seats when the options give the first player the second side, such as a colour.
pub(crate) fn seat_by_choice(game: &host::GameInfo, setup: &mut Setup) -> Result<(), CommandError> {
    let Some(choice) = game.side_choice else {
        return Ok(());
    };
    let takes_second = (choice.takes_second)(&setup.options).map_err(|error| bad_option(&error))?;
    if takes_second {
        setup.players.reverse();
    }
    Ok(())
}

/// Name of the record file of a game: that of `--record`, with `.2`, `.3`… from the second game on.
pub(crate) fn record_name(given: &ArgMatches, number: u32) -> Option<String> {
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

/// Collects the options of one table: the game's, `--position` and the choice of a side.
pub(crate) fn start_options(game: &host::GameInfo, given: &ArgMatches) -> Options {
    let choice = game.side_choice.iter().map(|choice| &choice.option);
    options(
        game.options.iter().chain([&host::POSITION]).chain(choice),
        given,
    )
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

/// The two players of the arguments; `None` without any.
pub(crate) fn players(
    game: &'static RegisteredGame,
    given: &ArgMatches,
) -> Result<Option<[Player; 2]>, CommandError> {
    let usage = |message| CommandError::Usage { message, game };
    let names: Vec<&String> = given.get_many("players").into_iter().flatten().collect();
    let [first, second] = match names[..] {
        [] => return Ok(None),
        [first, second] => [first, second],
        _ => return Err(usage(message!("cli-two-players", given = names.len()))),
    };
    let seat = |text: &String| host::seat(text, game).map_err(|error| usage(error.explain()));
    Ok(Some([seat(first)?, seat(second)?]))
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
pub(crate) fn limits(game: &host::GameInfo, given: &ArgMatches) -> Limits {
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

    fn print(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())
    }

    /// Asks *another game?* until the answer is yes or no.
    fn asks_for_another(&mut self, language: Language) -> Result<bool, CommandError> {
        let question = language.word(key!("cli-match-another"));
        loop {
            let Self { answers, out } = self;
            let asked = answers.ask(&question, out);
            match &*self.finish(asked)?.to_lowercase() {
                "o" | "oui" | "y" | "yes" => return Ok(true),
                "n" | "non" | "no" => return Ok(false),
                _ => {}
            }
        }
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
