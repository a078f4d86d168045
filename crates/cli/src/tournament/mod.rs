//! `brelan tournament`: from arguments to standings, and how to go on.

mod board;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;
use std::thread;
use std::time::Duration;

use clap::ArgMatches;
use house::{Language, Offer, Options};
use queue::QueueVenue;
use store::Address;
use table::{Explain, Limits, Message, Player, Stop};
use tournament::{
    OpeningError, Openings, OutputFolder, Sprt, TournamentError, TournamentEvent, TournamentFormat,
    TournamentOutcome, TournamentPlan, TournamentStore, TournamentStoreError, run as play,
    run_with,
};

use self::board::{Board, report};
use crate::company::{self, quoted};
use crate::failure::Failure;
use crate::play::{options, seed};
use crate::serve::{self, interruption};

/// Interrupted with everything saved.
pub(crate) const INTERRUPTED: u8 = 130;
/// What is handed out at a time: enough for a room full of workers.
pub(crate) const HANDED_OUT: u16 = 64;
/// The longest file of players or openings.
const LONGEST_FILE: u64 = 16 << 20;

/// Holds the tournament that the arguments ask for.
pub(crate) fn run(given: &ArgMatches, language: Language) -> Result<ExitCode, Failure> {
    let (name, given) = given.subcommand().ok_or(Failure::Told)?;
    let game = house::find(name)?;
    let mut plan = plan(game, given, language)?;
    plan.check()
        .map_err(|error| Failure::error(error.explain()))?;
    let url = given.get_one::<String>("queue");
    if url.is_none() {
        admit(&mut plan, language)?;
    }
    let output = given.get_one::<String>("output").map(PathBuf::from);
    let mut keeper = keeper(&mut plan, output.as_deref(), given)?;
    let queue = url.map(|url| queue(url, &plan, output.as_deref()));
    let queue = queue.transpose()?;
    let folder = output
        .as_deref()
        .map(|path| OutputFolder::create(path, &plan));
    let mut folder = folder.transpose()?;
    watch(plan.limits.stop.clone())?;
    let mut board = Board::new(&plan, language);
    let mut tell = |news: TournamentEvent<'_>| board.hear(news);
    let outcome = match &queue {
        None => play(&plan, &mut keeper, folder.as_mut(), &mut tell),
        Some(queue) => run_with(queue, &plan, &mut keeper, folder.as_mut(), &mut tell),
    };
    drop(queue);
    board.close();
    let outcome = outcome.map_err(|error| failed(&error))?;
    if let Some(folder) = &mut folder {
        let stand = folder.write_standings(&outcome.standings, event(game, given), language);
        stand.map_err(|error| failed(&error.into()))?;
    }
    finish(&plan, &outcome, given, language)
}

/// Tells what came out, and last of all the command that goes on with what was interrupted.
fn finish(
    plan: &TournamentPlan,
    outcome: &TournamentOutcome,
    given: &ArgMatches,
    language: Language,
) -> Result<ExitCode, Failure> {
    let mut out = io::stdout().lock();
    out.write_all(report(plan, outcome, language).as_bytes())?;
    let Some(interrupted) = outcome.interrupted else {
        return Ok(ExitCode::SUCCESS);
    };
    let kept = Message::new("tournament-interrupted").with("games", interrupted.games.to_string());
    writeln!(out, "{}", language.say(&kept))?;
    let seeded = given.get_one::<u64>("seed").is_some();
    writeln!(out, "{}", again(plan.seed, seeded))?;
    Ok(ExitCode::from(INTERRUPTED))
}

fn failed(error: &TournamentError) -> Failure {
    Failure::with_hint(error.explain(), Message::new("tournament-kept-hint"))
}

fn event<'a>(game: &Offer, given: &'a ArgMatches) -> &'a str {
    let named = given.get_one::<String>("event");
    named.map_or(game.name, String::as_str)
}

/// Builds the cage where there are programs, and says what it is made of.
fn admit(plan: &mut TournamentPlan, language: Language) -> Result<(), Failure> {
    let cage = plan.sandbox.build_cage(&plan.players);
    plan.cage = cage.map_err(|error| Failure::error(error.explain()))?;
    if let Some(cage) = &plan.cage {
        io::stderr().write_all(company::level(cage, language).as_bytes())?;
    }
    Ok(())
}

/// Where the games are handed out. What the tournament writes is no part of a program.
fn queue(url: &str, plan: &TournamentPlan, output: Option<&Path>) -> Result<QueueVenue, Failure> {
    let output = output.map(Path::canonicalize).transpose()?;
    Ok(QueueVenue::open(url, plan, &Vec::from_iter(output))?)
}

/// The tournament as the store has it. A folder with games that the store does not know is left
/// alone.
fn keeper(
    plan: &mut TournamentPlan,
    output: Option<&Path>,
    given: &ArgMatches,
) -> Result<TournamentStore, Failure> {
    let told = |error: TournamentStoreError| Failure::error(error.explain());
    if let Some(folder) = output {
        fs::create_dir_all(folder)?;
    }
    let store = serve::store(Some(given))?;
    if let Address::File(file) = &store
        && let Some(folder) = file.parent()
    {
        fs::create_dir_all(folder)?;
    }
    let (seeded, fresh) = (
        given.get_one::<u64>("seed").is_some(),
        given.get_flag("fresh"),
    );
    let name = kept_name(output, plan)?;
    let event = event(plan.game, given);
    let mut keeper =
        TournamentStore::open(&store, &name, event, plan, seeded, fresh).map_err(told)?;
    let foreign = output.filter(|folder| !fresh && OutputFolder::is_occupied(folder));
    match foreign {
        Some(folder) if keeper.is_empty().map_err(told)? => {
            let folder = folder.to_string_lossy().into_owned();
            let occupied = Message::new("tournament-occupied").with("folder", folder);
            Err(Failure::error(occupied))
        }
        _ => Ok(keeper),
    }
}

/// A tournament is its folder, or where it has none all that decides it.
fn kept_name(output: Option<&Path>, plan: &TournamentPlan) -> io::Result<String> {
    match output {
        Some(folder) => Ok(folder.canonicalize()?.to_string_lossy().into_owned()),
        None => Ok(format!("{} {}", plan.fingerprint(), plan.seed)),
    }
}

fn plan(
    game: &'static Offer,
    given: &ArgMatches,
    language: Language,
) -> Result<TournamentPlan, Failure> {
    let mut options = options(game.options, given);
    if let Some(position) = given.get_one::<String>(house::POSITION.name) {
        options.set(house::POSITION.name, position.as_str());
    }
    game.start(&options)?;
    let players = players(game, given)?;
    let usual = if players.len() == 2 {
        TournamentFormat::Series
    } else {
        TournamentFormat::RoundRobin
    };
    let concurrency: Option<&u16> = given.get_one("concurrency");
    let queued = given.get_one::<String>("queue").map(|_| HANDED_OUT);
    Ok(TournamentPlan {
        game,
        openings: openings(game, &options, given)?,
        options,
        players,
        format: parsed("format", given)?.unwrap_or(usual),
        games: given.get_one("games").copied().unwrap_or(2),
        rounds: given.get_one("rounds").copied(),
        limits: Limits {
            time: given.get_one("time").copied().map(Duration::from_millis),
            effort: given.get_one("effort").copied(),
            ..Limits::default()
        },
        seed: seed(given),
        sprt: parsed::<Sprt>("sprt", given)?,
        concurrency: concurrency.copied().or(queued).unwrap_or(1).into(),
        sandbox: company::admission(given, language),
        cage: None,
    })
}

/// What an option says, where it was given.
fn parsed<T: FromStr>(option: &str, given: &ArgMatches) -> Result<Option<T>, Failure> {
    let Some(text) = given.get_one::<String>(option) else {
        return Ok(None);
    };
    let bad = Message::new("cli-bad-value")
        .with("option", format!("--{option}"))
        .with("text", text.as_str());
    text.parse().map(Some).map_err(|_| Failure::error(bad))
}

fn openings(
    game: &'static Offer,
    options: &Options,
    given: &ArgMatches,
) -> Result<Openings, Failure> {
    let told = |error: OpeningError| Failure::error(error.explain());
    let Some(text) = given.get_one::<String>("openings") else {
        return Ok(Openings::usual(game, options)?);
    };
    match Openings::parse_random(text).map_err(told)? {
        Some(random) => Ok(random),
        None => Openings::parse_positions(&read(text)?, game).map_err(told),
    }
}

/// The players of the command line and of `--players FILE`, each on the tournament's clock unless it
/// has its own.
fn players(game: &'static Offer, given: &ArgMatches) -> Result<Vec<Player>, Failure> {
    let named = given.get_many::<String>("players").into_iter().flatten();
    let mut texts: Vec<String> = named.cloned().collect();
    if let Some(file) = given.get_one::<String>("players-file") {
        texts.extend(listed(file)?);
    }
    let clock = given.get_one::<String>("clock");
    let seat = |text: &String| {
        let mut player =
            house::seat(text, game).map_err(|error| Failure::error(error.explain()))?;
        if let Some(clock) = clock.filter(|_| player.terms.clock.is_none()) {
            let set = player.terms.set("clock", clock);
            set.map_err(|error| Failure::error(error.explain()))?;
        }
        Ok(player)
    };
    texts.iter().map(seat).collect()
}

/// The players of a file, one a line; blank lines and those that begin with `#` are passed over.
fn listed(file: &str) -> Result<Vec<String>, Failure> {
    let text = read(file)?;
    let lines = text.lines().map(str::trim);
    let players = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let players: Vec<String> = players.map(str::to_owned).collect();
    if players.is_empty() {
        let empty = Message::new("tournament-empty-file").with("file", file);
        return Err(Failure::error(empty));
    }
    Ok(players)
}

fn read(file: &str) -> Result<String, Failure> {
    let cannot = |error: io::Error| {
        let message = Message::new("cli-cannot-read").with("file", file);
        Failure::error(message.with("reason", error.explain()))
    };
    if fs::metadata(file).map_err(cannot)?.len() > LONGEST_FILE {
        return Err(cannot(io::ErrorKind::FileTooLarge.into()));
    }
    fs::read_to_string(file).map_err(cannot)
}

/// Pulls the switch at Ctrl-C.
pub(crate) fn watch(stop: Stop) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let entered = runtime.enter();
    let interruption = interruption()?;
    drop(entered);
    thread::spawn(move || {
        runtime.block_on(interruption);
        stop.pull();
    });
    Ok(())
}

/// The command that goes on: this one, without beginning anew, and with the seed where nothing else
/// would find the tournament again.
fn again(seed: u64, seeded: bool) -> String {
    let given = std::env::args().filter(|argument| argument != "--fresh");
    let mut words: Vec<String> = given.map(|argument| quoted(&argument)).collect();
    if !seeded {
        words.extend(["--seed".to_owned(), seed.to_string()]);
    }
    words.join(" ")
}
