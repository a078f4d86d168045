//! A game at the terminal.

use std::collections::hash_map::RandomState;
use std::fs::File;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use std::time::Duration;

use clap::ArgMatches;
use house::{Answers, Entry, GAMES, Language, Options, Setup, Table, Told};
use table::{Explain, Limits, Message, Seating, Trust};

use crate::failure::Failure;

/// Opens the table that the arguments ask for, and plays one game.
pub(crate) fn run(
    game: &'static Entry,
    given: &ArgMatches,
    language: Language,
) -> Result<ExitCode, Failure> {
    let misused = |message| Failure::Usage { message, game };
    let setup = Setup {
        options: options(game.options, given),
        players: players(game, given).map_err(misused)?,
        trust: if given.get_flag("trusting") {
            Trust::Trusting
        } else {
            Trust::Guarded
        },
        seed: seed(given),
        limits: limits(game, given),
        language,
    };
    let table = game.open(&setup).map_err(|error| {
        let option = format!("--{}", error.option);
        let text = language.say(&error.explain());
        misused(
            Message::new("cli-bad-option")
                .with("option", option)
                .with("text", text),
        )
    })?;
    let file = given
        .get_one::<String>("record")
        .map(|name| create(name))
        .transpose()?;
    play(table, file)
}

/// The game's own options, as they were given.
pub(crate) fn options(specs: &[house::OptionSpec], given: &ArgMatches) -> Options {
    let mut options = Options::default();
    for option in specs {
        match option.value {
            None if given.get_flag(option.name) => options.set(option.name, ""),
            None => {}
            Some(_) => {
                if let Some(value) = given.get_one::<String>(option.name) {
                    options.set(option.name, value.as_str());
                }
            }
        }
    }
    options
}

fn players(game: &Entry, given: &ArgMatches) -> Result<[Seating; 2], Message> {
    let names: Vec<&String> = given.get_many("players").into_iter().flatten().collect();
    let [first, second] = names[..] else {
        return Err(Message::new("cli-two-players").with("given", names.len()));
    };
    let seat = |text: &String| house::seating(text, game).map_err(|error| error.explain());
    Ok([seat(first)?, seat(second)?])
}

/// The seed that was given, or a new one.
pub(crate) fn seed(given: &ArgMatches) -> u64 {
    let fresh = || RandomState::new().build_hasher().finish();
    given.get_one("seed").copied().unwrap_or_else(fresh)
}

/// How hard engines think: with a seed to a fixed effort on one thread, so that the run repeats.
pub(crate) fn limits(game: &Entry, given: &ArgMatches) -> Limits {
    let repeats = given.get_one::<u64>("seed").is_some();
    let time = given.get_one("time").copied().map(Duration::from_millis);
    let effort = given.get_one("effort").copied();
    let fixed = (repeats && time.is_none()).then_some(game.effort);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = given.get_one::<u16>("threads").copied().map(usize::from);
    Limits {
        time,
        effort: effort.or(fixed),
        threads: threads.unwrap_or(if repeats { 1 } else { cores }),
        ..Limits::default()
    }
}

/// A new file for a record; an existing one is never touched.
fn create(name: &str) -> Result<File, Failure> {
    File::create_new(name).map_err(|error| {
        let about = |key| Message::new(key).with("file", name);
        match error.kind() {
            io::ErrorKind::AlreadyExists => {
                Failure::with_hint(about("cli-exists"), Message::new("cli-exists-hint"))
            }
            _ => Failure::error(about("cli-cannot-write").with("reason", error.to_string())),
        }
    })
}

fn play(mut table: Box<dyn Table>, mut file: Option<File>) -> Result<ExitCode, Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut answers = Answers::new(io::stdin().lock());
    if let Some(file) = &mut file {
        write!(file, "{}", table.record())?;
    }
    let note = |told: &Told| match (&mut file, &told.entry) {
        (Some(file), Some(entry)) => writeln!(file, "{entry}"),
        _ => Ok(()),
    };
    let played = house::play(&mut *table, &mut answers, &mut out, note);
    // An unfinished line keeps the shell's prompt from sticking to the question.
    if matches!(played, Err(house::TerminalError::EndOfInput)) {
        writeln!(out)?;
    }
    out.flush()?;
    played?;
    Ok(ExitCode::SUCCESS)
}

/// Without arguments: a choice of tables, then a game against the expert.
pub(crate) fn offer(language: Language) -> Result<ExitCode, Failure> {
    let game = choose(language)?;
    let seat = |name: String, strategy: &str| Seating {
        name,
        strategy: strategy.to_owned(),
    };
    let setup = Setup {
        options: Options::default(),
        players: [
            seat(language.word("cli-you"), house::HUMAN),
            seat("Brelan".to_owned(), "expert"),
        ],
        trust: Trust::Guarded,
        seed: RandomState::new().build_hasher().finish(),
        limits: Limits::default(),
        language,
    };
    let table = game
        .open(&setup)
        .map_err(|error| Failure::error(error.explain()))?;
    play(table, None)
}

fn choose(language: Language) -> Result<&'static Entry, Failure> {
    let mut out = io::stdout().lock();
    writeln!(out, "{}", language.word("cli-offer"))?;
    for (index, game) in GAMES.iter().enumerate() {
        writeln!(
            out,
            "  {}  {:<12} {}",
            index + 1,
            game.name,
            game.about(language)
        )?;
    }
    let mut answers = Answers::new(io::stdin().lock());
    loop {
        write!(out, "{}", language.word("cli-offer-ask"))?;
        out.flush()?;
        let word = answers
            .next_word()?
            .ok_or(house::TerminalError::EndOfInput)?;
        let numbered = word
            .parse::<usize>()
            .ok()
            .and_then(|number| GAMES.get(number.wrapping_sub(1)));
        match numbered.map_or_else(|| house::find(&word), Ok) {
            Ok(game) => return Ok(game),
            Err(unknown) => writeln!(out, "{}", language.say(&unknown.explain()))?,
        }
    }
}
