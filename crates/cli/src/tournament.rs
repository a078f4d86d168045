//! `brelan tournament`: from arguments to standings, and how to go on.

use std::collections::hash_map::RandomState;
use std::fs;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use arena::tournament::{
    Decision, Folder, Format, Keeper, News, Openings, Outcome, Plan, RunError, Sprt, Standings,
    run as play, superiority,
};
use clap::ArgMatches;
use house::{Language, Offer};
use indicatif::{ProgressBar, ProgressStyle};
use table::{Explain, Limits, Message, Player, Stop};

use crate::failure::Failure;
use crate::play::options;
use crate::serve::{data_folder, interruption};

/// Interrupted with everything saved.
const INTERRUPTED: u8 = 130;
/// The longest file of players or openings.
const LONGEST_FILE: u64 = 16 << 20;

/// Holds the tournament that the arguments ask for.
pub(crate) fn run(given: &ArgMatches, language: Language) -> Result<ExitCode, Failure> {
    let (name, given) = given.subcommand().ok_or(Failure::Told)?;
    let game = house::find(name)?;
    let mut plan = plan(game, given)?;
    plan.check()
        .map_err(|error| Failure::error(error.explain()))?;
    let output = given.get_one::<String>("output").map(PathBuf::from);
    if let Some(folder) = &output {
        fs::create_dir_all(folder)?;
    }
    let seeded = given.get_one::<u64>("seed").is_some();
    let event = given
        .get_one::<String>("event")
        .map_or(game.name, String::as_str);
    let data = given.get_one::<String>("data").map(PathBuf::from);
    let data = data.map_or_else(data_folder, Ok)?;
    fs::create_dir_all(&data)?;
    let name = kept_name(output.as_deref(), &plan)?;
    let fresh = given.get_flag("fresh");
    let mut keeper = Keeper::open(&data, &name, event, &mut plan, seeded, fresh)
        .map_err(|error| Failure::error(error.explain()))?;
    let mut folder = output.as_deref().map(Folder::begin).transpose()?;
    watch(plan.limits.stop.clone())?;
    let mut board = Board::new(&plan, language);
    let outcome = play(&plan, &mut keeper, folder.as_mut(), &mut |news| {
        board.hear(news)
    });
    board.close();
    let outcome = outcome.map_err(failed)?;
    if let Some(folder) = &mut folder {
        folder.stand(&outcome.standings, event, language)?;
    }
    let mut out = io::stdout().lock();
    out.write_all(report(&plan, &outcome, language).as_bytes())?;
    if let Some(interrupted) = outcome.interrupted {
        let kept =
            Message::new("tournament-interrupted").with("games", interrupted.games.to_string());
        writeln!(out, "{}", language.say(&kept))?;
        writeln!(out, "{}", again(plan.seed, seeded))?;
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

fn failed(error: RunError) -> Failure {
    Failure::with_hint(error.explain(), Message::new("tournament-kept-hint"))
}

/// A tournament is its folder, or where it has none all that decides it.
fn kept_name(output: Option<&Path>, plan: &Plan) -> io::Result<String> {
    match output {
        Some(folder) => Ok(folder.canonicalize()?.to_string_lossy().into_owned()),
        None => Ok(format!("{} {}", plan.settled(), plan.seed)),
    }
}

fn plan(game: &'static Offer, given: &ArgMatches) -> Result<Plan, Failure> {
    let explained = |message| Failure::error(message);
    let mut options = options(game.options, given);
    if let Some(position) = given.get_one::<String>(house::POSITION.name) {
        options.set(house::POSITION.name, position.as_str());
    }
    game.start(&options)?;
    let players = players(game, given)?;
    let wrong = |option: &str, text: &str| {
        let message = Message::new("cli-bad-value")
            .with("option", option)
            .with("text", text);
        explained(message)
    };
    let format = match given.get_one::<String>("format") {
        Some(text) => text.parse().map_err(|_| wrong("--format", text))?,
        None if players.len() == 2 => Format::Series,
        None => Format::RoundRobin,
    };
    let sprt = given.get_one::<String>("sprt");
    let sprt = sprt.map(|text| text.parse::<Sprt>().map_err(|_| wrong("--sprt", text)));
    let fresh = || RandomState::new().build_hasher().finish() >> 11;
    let time = given
        .get_one::<u64>("time")
        .copied()
        .map(Duration::from_millis);
    Ok(Plan {
        game,
        openings: openings(game, &options, given)?,
        options,
        players,
        format,
        games: given.get_one("games").copied().unwrap_or(2),
        rounds: given.get_one("rounds").copied(),
        limits: Limits {
            time,
            effort: given.get_one("effort").copied(),
            ..Limits::default()
        },
        seed: given.get_one("seed").copied().unwrap_or_else(fresh),
        sprt: sprt.transpose()?,
        concurrency: given
            .get_one::<u16>("concurrency")
            .copied()
            .unwrap_or(1)
            .into(),
    })
}

fn openings(
    game: &'static Offer,
    options: &house::Options,
    given: &ArgMatches,
) -> Result<Openings, Failure> {
    let told = |error: arena::tournament::OpeningError| Failure::error(error.explain());
    let Some(text) = given.get_one::<String>("openings") else {
        return Ok(Openings::usual(game, options)?);
    };
    match Openings::random(text).map_err(told)? {
        Some(random) => Ok(random),
        None => Openings::read(&read(text)?, game).map_err(told),
    }
}

/// The players of the command line and of `--players FILE`, each on the table's clock unless it has
/// its own.
fn players(game: &'static Offer, given: &ArgMatches) -> Result<Vec<Player>, Failure> {
    let named = given
        .get_many::<String>("players")
        .into_iter()
        .flatten()
        .cloned();
    let mut texts: Vec<String> = named.collect();
    if let Some(file) = given.get_one::<String>("players-file") {
        let text = read(file)?;
        let lines = text.lines().map(str::trim);
        let before = texts.len();
        let players = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        texts.extend(players.map(str::to_owned));
        if texts.len() == before {
            let empty = Message::new("tournament-empty-file").with("file", file.as_str());
            return Err(Failure::error(empty));
        }
    }
    let clock = given.get_one::<String>("clock");
    let seat = |text: &String| {
        let told = |message| Failure::error(message);
        let mut player = house::seat(text, game).map_err(|error| told(error.explain()))?;
        if let Some(clock) = clock.filter(|_| player.terms.clock.is_none()) {
            let set = player.terms.set("clock", clock);
            set.map_err(|error| told(error.explain()))?;
        }
        Ok(player)
    };
    texts.iter().map(seat).collect()
}

fn read(file: &str) -> Result<String, Failure> {
    let cannot = |error: io::Error| {
        let message = Message::new("tournament-cannot-read").with("file", file);
        Failure::error(message.with("reason", error.to_string()))
    };
    if fs::metadata(file).map_err(cannot)?.len() > LONGEST_FILE {
        return Err(cannot(io::ErrorKind::FileTooLarge.into()));
    }
    fs::read_to_string(file).map_err(cannot)
}

/// Pulls the switch at Ctrl-C.
fn watch(stop: Stop) -> io::Result<()> {
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

/// A word as a shell reads it back.
fn quoted(word: &str) -> String {
    let plain = |char: char| char.is_ascii_alphanumeric() || "-_./=@,:+".contains(char);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// What is shown while games are played: a table and a bar that redraw, or lines when piped.
struct Board<'a> {
    plan: &'a Plan,
    language: Language,
    bar: Option<ProgressBar>,
    drawn: std::time::Instant,
}

impl<'a> Board<'a> {
    fn new(plan: &'a Plan, language: Language) -> Self {
        let live = io::stdout().is_terminal() && io::stderr().is_terminal();
        let bar = live.then(|| ProgressBar::new(plan.expected_games()));
        let style = ProgressStyle::with_template("{msg}{bar:40} {pos}/{len} {eta}");
        if let (Some(bar), Ok(style)) = (&bar, style) {
            bar.set_style(style);
        }
        Self {
            plan,
            language,
            bar,
            drawn: std::time::Instant::now(),
        }
    }

    /// A reader of lines that has gone does not end the tournament.
    fn hear(&mut self, news: News<'_>) {
        let player = |player: usize| &self.plan.players[player].name;
        match (news, &self.bar) {
            (News::Started(game), None) => {
                let (first, second) = (player(game.first), player(game.second));
                let line = format!("Started game {} ({first} vs {second})", game.number);
                let _ = writeln!(io::stdout(), "{line}");
            }
            (News::Finished(game), None) => {
                let line = format!(
                    "Finished game {} ({} vs {}): {} {{{}}}",
                    game.number, game.first, game.second, game.result, game.ending
                );
                let _ = writeln!(io::stdout(), "{line}");
            }
            (
                News::Counted {
                    done,
                    of,
                    ledger,
                    schedule,
                },
                Some(bar),
            ) => {
                bar.set_length(of.max(self.plan.expected_games()));
                bar.set_position(done);
                if self.drawn.elapsed() > Duration::from_millis(500) {
                    let standings = Standings::of(self.plan, schedule, ledger);
                    bar.set_message(table(&standings, self.language));
                    self.drawn = std::time::Instant::now();
                }
            }
            (News::Started(_) | News::Finished(_), Some(_)) | (News::Counted { .. }, None) => {}
        }
    }

    fn close(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// The standings in columns.
fn table(standings: &Standings, language: Language) -> String {
    let width = standings
        .rows
        .iter()
        .map(|row| row.name.chars().count())
        .max();
    let width = width.unwrap_or(0).max(6);
    let mut text = format!("{}\n", language.word("tournament-table-head"));
    let rating = |elo: Option<f64>, error: Option<f64>| match (elo, error) {
        (Some(elo), Some(error)) => format!("{elo:+.1} ± {error:.1}"),
        (Some(elo), None) => format!("{elo:+.1} ± ?"),
        (None, _) => "–".to_owned(),
    };
    for (place, row) in (1..).zip(&standings.rows) {
        let mut line = format!(
            "{place:>3}. {:width$} {:>8} {:>7} +{} ={} -{}  {}",
            row.name,
            row.points,
            row.games,
            row.wins,
            row.draws,
            row.losses,
            rating(row.elo, row.error),
        );
        if row.adjusted.is_some() {
            line += &format!("  [{}]", rating(row.adjusted, row.adjusted_error));
        }
        text += &line;
        text.push('\n');
    }
    text
}

/// Everything that is told at the end.
fn report(plan: &Plan, outcome: &Outcome, language: Language) -> String {
    let standings = &outcome.standings;
    let mut text = table(standings, language);
    let mut say = |message: Message| {
        text += &language.say(&message);
        text.push('\n');
    };
    for pair in standings.rows.windows(2) {
        if let Some(likelihood) = superiority(&standings.ratings, pair[0].player, pair[1].player) {
            say(Message::new("tournament-los")
                .with("one", pair[0].name.as_str())
                .with("other", pair[1].name.as_str())
                .with("percent", format!("{:.1}", 100.0 * likelihood)));
        }
    }
    if standings.ratings.missing > 0 {
        say(Message::new("tournament-missing").with("games", standings.ratings.missing));
    }
    if let Some(worth) = standings.worth() {
        say(Message::new("tournament-worth").with("times", format!("{worth:.1}")));
    }
    for ((player, reason), count) in &standings.forfeits {
        say(Message::new("tournament-forfeit")
            .with("name", plan.players[*player].name.as_str())
            .with("reason", reason.as_str())
            .with("count", count.to_string()));
    }
    if let Some((number, original)) = standings.repeated.first() {
        say(Message::new("tournament-repeated")
            .with("count", standings.repeated.len())
            .with("number", number.to_string())
            .with("original", original.to_string()));
    }
    if let Some(test) = &outcome.sprt {
        let key = match test.decision {
            Some(Decision::H0) => "tournament-sprt-h0",
            Some(Decision::H1) => "tournament-sprt-h1",
            None => "tournament-sprt-open",
        };
        say(Message::new(key)
            .with("llr", format!("{:.2}", test.llr))
            .with("low", format!("{:.2}", test.bounds[0]))
            .with("high", format!("{:.2}", test.bounds[1]))
            .with("pairs", format!("{:?}", test.pairs)));
    }
    text
}
