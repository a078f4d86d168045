//! `brelan tournament`: plays the games of a tournament and prints the standings.

mod progress;
mod summary;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;
use std::time::Duration;

use clap::ArgMatches;
use games::RegisteredGame;
use host::Options;
use queue::{QueueAccess, QueueVenue};
use store::Address;
use table::{Explain, Limits, Player, message};
use text::Language;
use tournament::{
    Openings, OutputFolder, Sprt, TournamentError, TournamentEvent, TournamentFormat,
    TournamentOutcome, TournamentPlan, TournamentSecret, TournamentStore, run as play, run_with,
};

use self::progress::TournamentProgress;
use self::summary::summary;
use crate::command_error::{CommandError, cannot_read};
use crate::interrupt::{INTERRUPTED, stop_on_interrupt};
use crate::play::{seed, start_options};
use crate::shell::quoted;
use crate::worker::queue_access;
use crate::{program_seats, serve};

/// Default number of jobs that wait in a queue at a time: enough for a room full of workers.
pub(crate) const QUEUED_JOBS: u16 = 64;
/// Maximum size in bytes of a file of players or openings; a longer one is refused.
const LONGEST_FILE: u64 = 16 << 20;

/// Plays the tournament of the arguments, here or over a queue, and prints its standings. A
/// tournament that was interrupted continues where it stopped.
pub(crate) fn run(given: &ArgMatches, language: Language) -> Result<ExitCode, CommandError> {
    let (name, given) = given.subcommand().expect("clap requires a game");
    let game = games::find(name)?;
    let mut plan = plan(game, given, language)?;
    plan.check().map_err(CommandError::explain)?;
    let url = given.get_one::<String>("queue");
    if url.is_none() {
        build_sandbox(&mut plan, language)?;
    }
    let output = given.get_one::<String>("output").map(Path::new);
    let mut keeper = keeper(&mut plan, output, given)?;
    let access = url.map(|url| queue_access(url.clone(), given));
    let queue = access.map(|access| queue(&access, &plan, output));
    let queue = queue.transpose()?;
    let folder = output.map(|path| OutputFolder::create(path, &plan));
    let mut folder = folder.transpose()?;
    let results = results(output, given)?;
    plan.sandbox.hide(results, &plan.players);
    stop_on_interrupt(plan.limits.stop.clone())?;
    let mut progress = TournamentProgress::new(&plan, language);
    let mut show = |news: TournamentEvent<'_>| progress.show(news);
    let outcome = match &queue {
        None => play(&plan, &mut keeper, folder.as_mut(), &mut show),
        Some(queue) => run_with(queue, &plan, &mut keeper, folder.as_mut(), &mut show),
    };
    drop(queue);
    progress.close();
    let outcome = outcome.map_err(|error| failed(&error))?;
    if let Some(folder) = &mut folder {
        let stand = folder.write_standings(&outcome.standings, event(game, given), language);
        let published = outcome.secret.as_ref();
        let published = published.map_or(Ok(()), |secret| folder.publish_secret(secret));
        stand
            .and(published)
            .map_err(|error| failed(&error.into()))?;
    }
    finish(&plan, &outcome, given, language)
}

/// Prints the summary and, when the tournament was interrupted, the command that continues it.
fn finish(
    plan: &TournamentPlan,
    outcome: &TournamentOutcome,
    given: &ArgMatches,
    language: Language,
) -> Result<ExitCode, CommandError> {
    let mut out = io::stdout().lock();
    out.write_all(summary(plan, outcome, language).as_bytes())?;
    let Some(games) = outcome.interrupted else {
        return Ok(ExitCode::SUCCESS);
    };
    let kept = message!("cli-tournament-interrupted", games);
    writeln!(out, "{}", language.say(&kept))?;
    let seeded = given.get_one::<u64>("seed").is_some();
    writeln!(out, "{}", resume_command(plan.seed, seeded))?;
    Ok(ExitCode::from(INTERRUPTED))
}

fn failed(error: &TournamentError) -> CommandError {
    CommandError::with_hint(error.explain(), message!("cli-tournament-kept-hint"))
}

/// The name of `--event`, or of the game.
fn event<'a>(game: &host::GameInfo, given: &'a ArgMatches) -> &'a str {
    let named = given.get_one::<String>("event");
    named.map_or(game.name, String::as_str)
}

/// Builds the sandbox when programs take part, and prints its level.
fn build_sandbox(plan: &mut TournamentPlan, language: Language) -> Result<(), CommandError> {
    let cage = plan.sandbox.build_cage(&plan.players);
    plan.cage = cage.map_err(CommandError::explain)?;
    program_seats::print_sandbox(plan.cage.as_deref(), language)?;
    Ok(())
}

/// Opens the queue of the games. The output folder is left out of the files that travel with a
/// program.
fn queue(
    access: &QueueAccess,
    plan: &TournamentPlan,
    output: Option<&Path>,
) -> Result<QueueVenue, CommandError> {
    let output = output.map(Path::canonicalize).transpose()?;
    Ok(QueueVenue::open(access, plan, &Vec::from_iter(output))?)
}

/// The files that would tell programs the results so far or the secret of their luck.
fn results(output: Option<&Path>, given: &ArgMatches) -> Result<Vec<PathBuf>, CommandError> {
    let mut files: Vec<PathBuf> = output.into_iter().flat_map(OutputFolder::files).collect();
    files.extend(given.get_one::<String>("secret").map(PathBuf::from));
    if let Address::File(file) = serve::store(given)? {
        // Beside its file SQLite has a log and an index of the log.
        let beside = ["", "-wal", "-shm"].map(|suffix| {
            let mut path = file.clone().into_os_string();
            path.push(suffix);
            PathBuf::from(path)
        });
        files.extend(beside);
    }
    Ok(files)
}

/// Opens the saved state of the tournament in the store. Refuses an output folder with games that the
/// store does not have.
fn keeper(
    plan: &mut TournamentPlan,
    output: Option<&Path>,
    given: &ArgMatches,
) -> Result<TournamentStore, CommandError> {
    if let Some(folder) = output {
        fs::create_dir_all(folder)?;
    }
    let store = serve::store(given)?;
    store
        .own_folder(host::data_folder().as_deref())
        .map_err(CommandError::explain)?;
    let seeded = given.get_one::<u64>("seed").is_some();
    let fresh = given.get_flag("fresh");
    let name = stored_name(output, plan)?;
    let event = event(plan.game, given);
    let mut keeper = TournamentStore::open(&store, &name, event, plan, seeded, fresh)
        .map_err(CommandError::explain)?;
    let foreign = output.filter(|folder| !fresh && OutputFolder::is_occupied(folder));
    match foreign {
        Some(folder) if keeper.is_empty().map_err(CommandError::explain)? => {
            let folder = folder.to_string_lossy().into_owned();
            Err(message!("cli-tournament-occupied", folder).into())
        }
        _ => Ok(keeper),
    }
}

/// Name of the tournament in the store: its output folder, or without one its settings and seed.
fn stored_name(output: Option<&Path>, plan: &TournamentPlan) -> io::Result<String> {
    match output {
        Some(folder) => Ok(folder.canonicalize()?.to_string_lossy().into_owned()),
        None => Ok(format!("{} {}", plan.fingerprint(), plan.seed)),
    }
}

fn plan(
    game: &'static RegisteredGame,
    given: &ArgMatches,
    language: Language,
) -> Result<TournamentPlan, CommandError> {
    let options = start_options(game, given);
    game.start(&options)?;
    let players = players(game, given)?;
    let usual = if players.len() == 2 {
        TournamentFormat::Series
    } else {
        TournamentFormat::RoundRobin
    };
    let concurrency: Option<&u16> = given.get_one("concurrency");
    let queued = given.get_one::<String>("queue").map(|_| QUEUED_JOBS);
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
        secret: secret(given)?,
        sprt: parsed::<Sprt>("sprt", given)?,
        concurrency: concurrency.copied().or(queued).unwrap_or(1).into(),
        sandbox: program_seats::sandbox_config(given, language),
        cage: None,
    })
}

/// Parses the value of an option; `None` when it was not given.
fn parsed<T: FromStr>(option: &str, given: &ArgMatches) -> Result<Option<T>, CommandError> {
    let Some(text) = given.get_one::<String>(option) else {
        return Ok(None);
    };
    let option = format!("--{option}");
    let bad = message!("cli-bad-value", option, text = text.as_str());
    text.parse().map(Some).map_err(|_| bad.into())
}

/// The secret in the file of `--secret`.
fn secret(given: &ArgMatches) -> Result<Option<TournamentSecret>, CommandError> {
    let Some(file) = given.get_one::<String>("secret") else {
        return Ok(None);
    };
    let secret = read(file)?.parse().map_err(CommandError::explain)?;
    Ok(Some(secret))
}

fn openings(
    game: &'static RegisteredGame,
    options: &Options,
    given: &ArgMatches,
) -> Result<Openings, CommandError> {
    let Some(text) = given.get_one::<String>("openings") else {
        return Ok(Openings::usual(game, options)?);
    };
    match Openings::parse_random(text).map_err(CommandError::explain)? {
        Some(random) => Ok(random),
        None => Openings::parse_positions(&read(text)?, game).map_err(CommandError::explain),
    }
}

/// The players of the command line, then those of `--players FILE`. A player without a clock of its
/// own gets that of `--clock`.
fn players(game: &'static RegisteredGame, given: &ArgMatches) -> Result<Vec<Player>, CommandError> {
    let named = given.get_many::<String>("players").into_iter().flatten();
    let mut texts: Vec<String> = named.cloned().collect();
    if let Some(file) = given.get_one::<String>("players-file") {
        texts.extend(listed(file)?);
    }
    let clock = given.get_one::<String>("clock");
    let seat = |text: &String| {
        let mut player = host::seat(text, game).map_err(CommandError::explain)?;
        if let Some(clock) = clock.filter(|_| player.terms.clock.is_none()) {
            let set = player.terms.set("clock", clock);
            set.map_err(CommandError::explain)?;
        }
        Ok(player)
    };
    texts.iter().map(seat).collect()
}

/// The players of a file, one a line; blank lines and lines that begin with `#` are ignored.
fn listed(file: &str) -> Result<Vec<String>, CommandError> {
    let text = read(file)?;
    let lines = text.lines().map(str::trim);
    let players = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let players: Vec<String> = players.map(str::to_owned).collect();
    if players.is_empty() {
        return Err(message!("cli-tournament-empty-file", file).into());
    }
    Ok(players)
}

fn read(file: &str) -> Result<String, CommandError> {
    let cannot = |error: io::Error| CommandError::from(cannot_read(file, &error));
    if fs::metadata(file).map_err(cannot)?.len() > LONGEST_FILE {
        return Err(cannot(io::ErrorKind::FileTooLarge.into()));
    }
    fs::read_to_string(file).map_err(cannot)
}

/// The command that continues this tournament: the one that was typed, without `--fresh`, and with
/// the seed when it was drawn at random.
fn resume_command(seed: u64, seeded: bool) -> String {
    let given = std::env::args().filter(|argument| argument != "--fresh");
    let given = given.map(|argument| quoted(&without_password(&argument)));
    let mut words: Vec<String> = given.collect();
    if !seeded {
        words.extend(["--seed".to_owned(), seed.to_string()]);
    }
    words.join(" ")
}

/// An argument with the words USER:PASSWORD in place of what stands before the host of an address.
fn without_password(argument: &str) -> String {
    let hidden = argument.split_once("://").and_then(|(scheme, rest)| {
        let (_, host) = rest.rsplit_once('@')?;
        Some(format!("{scheme}://USER:PASSWORD@{host}"))
    });
    hidden.unwrap_or_else(|| argument.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_that_continues_a_tournament_shows_no_password() {
        let shown = "--queue=nats://USER:PASSWORD@h:4222";
        assert_eq!(without_password("--queue=nats://ana:s@cret@h:4222"), shown);
        for plain in ["nats://h:4222", "A@./bot.py", "postgres://db/games"] {
            assert_eq!(without_password(plain), plain);
        }
    }
}
