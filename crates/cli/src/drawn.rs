//! `brelan play`: a game on a drawn board, with keys, in a terminal.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ArgMatches;
use host::{EventView, GameInfo, ProgramAnswers, Reply, Setup, Table};
use sandbox::SeatedPrograms;
use table::{Ending, Player, Side, Trust, message};
use terminal::{Left, Match, ProgramStarter, SeatPrograms, Wish, choose, play_drawn, play_plain};
use text::Language;

use crate::arguments;
use crate::command_error::CommandError;
use crate::interrupt::INTERRUPTED;
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
        Some(players) if plain => play_lines(game, players, given, language),
        Some(players) => play_games(game, players, given, language),
        None if plain => Err(message!("cli-play-plain-players").into()),
        None => Ok(offer(game, given, language)?.unwrap_or(ExitCode::SUCCESS)),
    }
}

/// Asks for the game and the players, and plays with the usual options of that game.
fn run_without_game(plain: bool, language: Language) -> Result<ExitCode, CommandError> {
    if plain {
        return Err(message!("cli-play-plain-players").into());
    }
    let chosen = on_screen(|terminal| Ok(choose(terminal, None, language)?))?;
    let Some(choice) = chosen else {
        return Ok(ExitCode::SUCCESS);
    };
    let words = ["brelan", "play", choice.game.name].map(Into::into);
    let matches = arguments::parse(&words, language)?;
    let given = matches
        .subcommand()
        .and_then(|(_, given)| given.subcommand());
    let (_, given) = given.expect("the words name a game");
    play_games(choice.game, choice.players, given, language)
}

/// Asks who plays a game whose command was typed without players; `None` when the person leaves.
pub(crate) fn offer(
    game: &'static GameInfo,
    given: &ArgMatches,
    language: Language,
) -> Result<Option<ExitCode>, CommandError> {
    let chosen = on_screen(|terminal| Ok(choose(terminal, Some(game), language)?))?;
    let Some(choice) = chosen else {
        return Ok(None);
    };
    play_games(choice.game, choice.players, given, language).map(Some)
}

/// Whether a person is at the terminal: input and both outputs are terminals.
pub(crate) fn is_at_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal() && io::stderr().is_terminal()
}

/// Runs `call` with the whole screen, and gives it back afterwards.
fn on_screen<T>(
    call: impl FnOnce(&mut ratatui::DefaultTerminal) -> Result<T, CommandError>,
) -> Result<T, CommandError> {
    let mut terminal = ratatui::try_init()?;
    let done = call(&mut terminal);
    ratatui::try_restore()?;
    done
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
    let mut score = [0; 2];
    loop {
        let of = prepared(game, &setup, given, language)?;
        let file = of.file.clone();
        let left =
            on_screen(|terminal| play_drawn(terminal, of, score).map_err(CommandError::explain))?;
        let winner = left.ending.and_then(Ending::winner);
        if let Some(side) = winner {
            score[side.index()] += 1;
        }
        match left.next {
            Wish::Another => rematch(game, &mut setup, &mut score),
            Wish::Leave => return told(&left, file.as_deref(), language),
            Wish::Interrupt => {
                told(&left, file.as_deref(), language)?;
                return Ok(ExitCode::from(INTERRUPTED));
            }
        }
    }
}

fn play_lines(
    game: &'static GameInfo,
    players: [Player; 2],
    given: &ArgMatches,
    language: Language,
) -> Result<ExitCode, CommandError> {
    let setup = setup(game, players, given)?;
    let of = prepared(game, &setup, given, language)?;
    let file = of.file.clone();
    let (input, mut out) = (io::stdin().lock(), io::stdout().lock());
    let left = play_plain(of, input, &mut out).map_err(CommandError::explain)?;
    drop(out);
    told(&left, file.as_deref(), language)
}

/// The game of a setup, with its programs started and a file for its record.
fn prepared(
    game: &'static GameInfo,
    setup: &Setup,
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
        file: record_file(game, given)?,
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
    match game.rematch {
        Some(rematch) => rematch(&mut setup.options),
        None => {
            setup.players.reverse();
            score.reverse();
        }
    }
    setup.seed = setup.seed.wrapping_add(1);
}

/// The file of `--record`, or a new one in the data folder; `None` without such a folder.
fn record_file(game: &GameInfo, given: &ArgMatches) -> Result<Option<PathBuf>, CommandError> {
    if let Some(name) = given.get_one::<String>("record") {
        drop(play::create(name)?);
        return Ok(Some(PathBuf::from(name)));
    }
    let Some(folder) = host::data_folder().map(|folder| folder.join("played")) else {
        return Ok(None);
    };
    if std::fs::create_dir_all(&folder).is_err() {
        return Ok(None);
    }
    let file = |number: u32| folder.join(format!("{}-{number}.txt", game.name));
    Ok((1..).map(file).find(|file| !file.exists()))
}

/// Prints where the record is, and how to review it.
fn told(left: &Left, file: Option<&Path>, language: Language) -> Result<ExitCode, CommandError> {
    if let Some(file) = file.filter(|file| file.exists()) {
        let name = file.display().to_string();
        let mut text = language.say(&message!("cli-play-kept", file = name.as_str())) + "\n";
        if left.ending.is_some() {
            let review = format!("brelan review {}", quoted(&name));
            text += &(language.say(&message!("cli-play-review", review)) + "\n");
        }
        io::stdout().write_all(text.as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}
