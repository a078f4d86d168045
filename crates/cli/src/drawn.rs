//! `brelan play`: a game on a drawn board, with keys, in a terminal.

use std::fs::File;
use std::io::{self, IsTerminal, StdinLock, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ArgMatches;
use host::{Answers, EventView, GameInfo, ProgramAnswers, Reply, Setup, Table};
use sandbox::SeatedPrograms;
use table::{Ending, Player, Side, Stop, Trust, message};
use terminal::{
    Match, ProgramStarter, SeatPrograms, TableChoice, Wish, choose, choose_plain, on_full_screen,
    play_drawn, play_plain,
};
use text::Language;

use crate::arguments;
use crate::command_error::CommandError;
use crate::interrupt::{INTERRUPTED, stop_on_interrupt};
use crate::shell::quoted;
use crate::{play, program_seats};

/// Plays games until the person leaves. Asks for the game and the players that are not given.
pub(crate) fn run(given: &ArgMatches, language: Language) -> Result<ExitCode, CommandError> {
    // An option given after the game is unknown before it.
    let last = given.subcommand().map_or(given, |(_, given)| given);
    let plain = last.get_flag("plain");
    if !plain && !is_at_terminal() {
        let hint = message!("cli-play-terminal-hint");
        return Err(CommandError::with_hint(message!("cli-play-terminal"), hint));
    }
    let Some((name, given)) = given.subcommand() else {
        return run_without_game(plain, language);
    };
    let game = games::find(name)?;
    match play::players(game, given)? {
        players if plain => play_lines(game, players, given, language),
        Some(players) => play_games(game, players, given, language),
        None => Ok(offer(game, given, language)?.unwrap_or(ExitCode::SUCCESS)),
    }
}

/// Asks for the game and the players, and plays with the usual options of that game.
fn run_without_game(plain: bool, language: Language) -> Result<ExitCode, CommandError> {
    let mut answers = plain.then(|| Answers::new(io::stdin().lock()));
    let chosen = match &mut answers {
        Some(answers) => choose_plain(None, language, answers, &mut io::stdout())?,
        None => on_full_screen(|terminal| choose(terminal, None, language))?,
    };
    let Some(choice) = chosen else {
        return Ok(ExitCode::SUCCESS);
    };
    let words = ["brelan", "play", choice.game.name].map(Into::into);
    let matches = arguments::parse(&words, language)?;
    let given = matches
        .subcommand()
        .and_then(|(_, given)| given.subcommand());
    let (_, given) = given.expect("the words name a game");
    let TableChoice { game, players } = choice;
    match &mut answers {
        Some(answers) => play_lines_with(answers, game, players, given, language),
        None => play_games(game, players, given, language),
    }
}

/// Asks who plays a game whose command was typed without players; `None` when the person leaves.
pub(crate) fn offer(
    game: &'static GameInfo,
    given: &ArgMatches,
    language: Language,
) -> Result<Option<ExitCode>, CommandError> {
    let chosen = on_full_screen(|terminal| choose(terminal, Some(game), language))?;
    let Some(choice) = chosen else {
        return Ok(None);
    };
    play_games(choice.game, choice.players, given, language).map(Some)
}

/// Whether a person is at a terminal that can be drawn on: input and both outputs are terminals.
pub(crate) fn is_at_terminal() -> bool {
    let can_move_cursor = std::env::var_os("TERM").is_none_or(|name| name != "dumb");
    can_move_cursor
        && io::stdin().is_terminal()
        && io::stdout().is_terminal()
        && io::stderr().is_terminal()
}

fn setup(
    game: &'static GameInfo,
    players: [Player; 2],
    given: &ArgMatches,
) -> Result<Setup, CommandError> {
    let options = play::start_options(game, given);
    let mut setup = Setup {
        players,
        trust: Trust::Guarded,
        seed: play::seed(given),
        options,
    };
    if given.get_flag("trusting") {
        setup.trust = Trust::Trusting;
    }
    play::seat_by_choice(game, &mut setup)?;
    Ok(setup)
}

fn play_games(
    game: &'static GameInfo,
    players: [Player; 2],
    given: &ArgMatches,
    language: Language,
) -> Result<ExitCode, CommandError> {
    let mut setup = setup(game, players, given)?;
    let interrupted = Stop::default();
    stop_on_interrupt(interrupted.clone())?;
    let (mut score, mut kept) = ([0; 2], String::new());
    for number in 1.. {
        let of = prepared(game, &setup, number, given, language)?;
        let of = Match {
            interrupted: interrupted.clone(),
            ..of
        };
        let file = of.file.clone();
        let left = on_full_screen(|terminal| {
            play_drawn(terminal, of, score).map_err(CommandError::explain)
        });
        kept += &kept_record(file.as_deref(), language)?;
        let left = left?;
        if let Some(side) = left.ending.and_then(Ending::winner) {
            score[side.index()] += 1;
        }
        if left.next == Wish::Another {
            rematch(game, &mut setup, &mut score);
            continue;
        }
        io::stdout().write_all(kept.as_bytes())?;
        if left.next == Wish::Interrupt {
            return Ok(ExitCode::from(INTERRUPTED));
        }
        break;
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays a game as lines; asks for its players if they are not given.
fn play_lines(
    game: &'static GameInfo,
    players: Option<[Player; 2]>,
    given: &ArgMatches,
    language: Language,
) -> Result<ExitCode, CommandError> {
    let mut answers = Answers::new(io::stdin().lock());
    let players = match players {
        Some(players) => players,
        None => match choose_plain(Some(game), language, &mut answers, &mut io::stdout())? {
            Some(choice) => choice.players,
            None => return Ok(ExitCode::SUCCESS),
        },
    };
    play_lines_with(&mut answers, game, players, given, language)
}

fn play_lines_with(
    answers: &mut Answers<StdinLock<'_>>,
    game: &'static GameInfo,
    players: [Player; 2],
    given: &ArgMatches,
    language: Language,
) -> Result<ExitCode, CommandError> {
    let setup = setup(game, players, given)?;
    let of = prepared(game, &setup, 1, given, language)?;
    let file = of.file.clone();
    let mut out = io::stdout().lock();
    let played = play_plain(of, answers, &mut out).map_err(CommandError::explain);
    let kept = kept_record(file.as_deref(), language)?;
    played?;
    out.write_all(kept.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// The game of this number of a call, with its programs started and an empty file for its record.
fn prepared(
    game: &'static GameInfo,
    setup: &Setup,
    number: u32,
    given: &ArgMatches,
    language: Language,
) -> Result<Match, CommandError> {
    let programs = program_seats::seat_programs(&setup.players, given, language)?;
    let seed = setup.seed;
    let starter: ProgramStarter = Box::new(move |table| -> SeatPrograms {
        let mut programs = Seated(programs);
        programs.0.start_game(table, seed);
        Box::new(programs)
    });
    let is_program = |player: &Player| matches!(player.who, table::Who::Program(_));
    Ok(Match {
        game,
        setup: setup.clone(),
        limits: play::limits(game, given),
        programs: setup.players.iter().any(is_program).then_some(starter),
        interrupted: Stop::default(),
        file: record_file(game, number, given)?,
        language,
    })
}

/// The programs at the seats, as the terminal asks them.
struct Seated(SeatedPrograms);

impl ProgramAnswers for Seated {
    fn observe(&mut self, event: &dyn EventView) -> io::Result<()> {
        self.0.observe(event);
        Ok(())
    }

    fn answer(&mut self, table: &mut dyn Table, side: Side) -> Reply {
        self.0.reply(table, side)
    }
}

/// The other player begins: by the game's own rule, or by changing seats.
fn rematch(game: &GameInfo, setup: &mut Setup, score: &mut [u32; 2]) {
    if let Some(rematch) = game.rematch {
        rematch(&mut setup.options);
    } else {
        setup.players.reverse();
        score.reverse();
    }
    setup.seed = setup.seed.wrapping_add(1);
}

/// Creates the file of `--record`, or a new one in the data folder; `None` without such a folder.
fn record_file(
    game: &GameInfo,
    number: u32,
    given: &ArgMatches,
) -> Result<Option<PathBuf>, CommandError> {
    if let Some(name) = play::record_name(given, number) {
        play::create(&name)?;
        return Ok(Some(name.into()));
    }
    let Some(folder) = host::data_folder().map(|folder| folder.join("played")) else {
        return Ok(None);
    };
    if std::fs::create_dir_all(&folder).is_err() {
        return Ok(None);
    }
    let file = |number: u32| folder.join(format!("{}-{number}.txt", game.name));
    // Two terminals may play at the same time: the file is created at once.
    for file in (1..).map(file) {
        match File::create_new(&file) {
            Ok(_) => return Ok(Some(file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(_) => return Ok(None),
        }
    }
    Ok(None)
}

/// The lines that say where the record is and how to review it. An empty file, of a game without a move,
/// is removed.
fn kept_record(file: Option<&Path>, language: Language) -> io::Result<String> {
    let known = file.and_then(|file| Some((file, std::fs::metadata(file).ok()?.len())));
    let Some((file, length)) = known else {
        return Ok(String::new());
    };
    if length == 0 {
        std::fs::remove_file(file)?;
        return Ok(String::new());
    }
    let name = file.display().to_string();
    let review = format!("brelan review {}", quoted(&name));
    let kept = language.say(&message!("cli-play-kept", file = name.as_str()));
    let review = language.say(&message!("cli-play-review", review));
    Ok(format!("{kept}\n{review}\n"))
}
