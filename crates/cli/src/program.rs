//! `brelan program`: writes a starter for a program that plays, checks such a program, sends it lines
//! by hand, and lets it play stronger and stronger opponents.

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use clap::ArgMatches;
use games::RegisteredGame;
use host::{EventKind, Options};
use sandbox::ladder::{Ladder, LadderScore};
use sandbox::protocol_check::{CheckStep, StepStatus, check_program};
use sandbox::{ProgramLine, SeatedPrograms, starter};
use table::{
    Ending, Entry, Explain, Limits, Message, Player, Record, RecordError, Side, Who, key, message,
};
use text::Language;

use crate::command_error::CommandError;
use crate::program_loss::ProgramLoss;
use crate::program_seats::{sandbox_config, seat_programs};
use crate::shell::quoted;
use crate::{play, replay};

/// Runs `brelan program new`, `check`, `try` or `ladder`.
pub(crate) fn run(given: &ArgMatches, language: Language) -> Result<ExitCode, CommandError> {
    let (verb, given) = given.subcommand().expect("clap requires a verb");
    let game: &String = given.get_one("game").expect("clap requires a game");
    let game = games::find(game)?;
    match verb {
        "new" => new(game, given, language),
        "check" => check(game, given, language),
        "try" => try_program(game, given, language),
        _ => ladder(game, given, language),
    }
}

fn program(given: &ArgMatches) -> Result<Player, CommandError> {
    let text: &String = given.get_one("program").expect("clap requires a program");
    named(text)
}

/// Parses a program: a player such as `Bot@./bot.py`, or only the part after the `@`, with the name of
/// the file as the player's name.
pub(crate) fn named(text: &str) -> Result<Player, CommandError> {
    let stem = Path::new(text).file_stem().unwrap_or_default();
    let name = stem.to_string_lossy().replace('@', "");
    let mut candidates = vec![text.to_owned(), format!("{name}@{text}")];
    if Path::new(text).is_file() {
        candidates.push(format!("{name}@./{text}"));
    }
    let players = candidates.iter().flat_map(|text| text.parse::<Player>());
    let mut programs = players.filter(|player| matches!(player.who, Who::Program(_)));
    let program = programs.next();
    program.ok_or_else(|| message!("program-not-a-program", text).into())
}

/// Writes a starter to a new file and prints the commands that build, seat and check it.
fn new(
    game: &RegisteredGame,
    given: &ArgMatches,
    language: Language,
) -> Result<ExitCode, CommandError> {
    let word: &String = given.get_one("in").expect("clap has a default");
    let folder: &String = given.get_one("to").expect("clap has a default");
    let starter = starter::find(word).map_err(CommandError::explain)?;
    let text = starter.text(game, language)?;
    let name = Path::new(folder).join(starter.file).display().to_string();
    let mut file = play::create(&name)?;
    file.write_all(text.as_bytes())?;
    if starter.build.is_none() {
        make_runnable(&file)?;
    }
    let mut out = io::stdout().lock();
    let written = message!("program-written", file = name);
    writeln!(out, "{}", language.say(&written))?;
    let mut show = |key, command: &str| writeln!(out, "{}\n  {command}", language.word(key));
    if let Some(build) = starter.build {
        let prefix = match &**folder {
            "." => String::new(),
            folder => quoted(&format!("{folder}/")),
        };
        show(key!("program-build"), &build.replace("@DIR@", &prefix))?;
    }
    let (seat, allow) = seat_in(starter, folder);
    let player = quoted(&format!("Moi@{seat}"));
    let play = format!("brelan {}{allow} {player} Brelan@naif", game.name);
    show(key!("program-seat"), &play)?;
    let program = quoted(&seat);
    let verify = format!("brelan program check{allow} {} {program}", game.name);
    show(key!("program-verify"), &verify)?;
    Ok(ExitCode::SUCCESS)
}

/// The player text of a starter written to `folder`, and the option by which a command of several words
/// may read that folder.
fn seat_in(starter: &starter::Starter, folder: &str) -> (String, String) {
    if !starter.seat.starts_with("cmd:") {
        return (
            starter.seat.replace("@DIR@", &format!("{folder}/")),
            String::new(),
        );
    }
    if folder == "." {
        return (starter.seat.replace("@DIR@", ""), String::new());
    }
    let prefix = quoted(&format!("{folder}/"));
    let seat = starter.seat.replace("@DIR@", &prefix);
    (seat, format!(" --allow {}", quoted(folder)))
}

#[cfg(unix)]
fn make_runnable(file: &std::fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mut permissions = file.metadata()?.permissions();
    permissions.set_mode(permissions.mode() | 0o111);
    file.set_permissions(permissions)
}

#[cfg(not(unix))]
fn make_runnable(_: &std::fs::File) -> io::Result<()> {
    Ok(())
}

/// Checks a program step by step; the exit code is 1 when a step fails.
fn check(
    game: &RegisteredGame,
    given: &ArgMatches,
    language: Language,
) -> Result<ExitCode, CommandError> {
    let program = program(given)?;
    let (mut number, mut passed) = (0_u32, 0_u32);
    let mut text = String::new();
    let all_passed = check_program(
        game,
        &program,
        &sandbox_config(given, language),
        &mut |step| {
            number += 1;
            passed += u32::from(step.status == StepStatus::Passed);
            text.push_str(&step_text(number, step, language));
        },
    );
    let all_passed = all_passed.map_err(CommandError::explain)?;
    let sum = message!("program-checked", passed, total = number);
    text.push_str(&(language.say(&sum) + "\n"));
    io::stdout().write_all(text.as_bytes())?;
    Ok(ExitCode::from(u8::from(!all_passed)))
}

/// The heading of a step, its remarks, and the lines exchanged with the program.
fn step_text(number: u32, step: &CheckStep, language: Language) -> String {
    let key = match step.status {
        StepStatus::Passed => key!("program-passed", number, step),
        StepStatus::Failed => key!("program-failed", number, step),
        StepStatus::Skipped => key!("program-skipped", number, step),
    };
    let heading = Message::new(key)
        .with("number", number)
        .with("step", language.word(step.name));
    let heading = language.say(&heading);
    let remarks = step.remarks.iter().map(|remark| language.say(remark));
    let lines = remarks.chain(step.exchanged.iter().cloned());
    let lines = lines.map(|line| format!("   {line}\n"));
    format!("{heading}\n{}", lines.collect::<String>())
}

/// Prepares a program on the first side of a table without an opponent.
fn seat_alone(
    program: &Player,
    given: &ArgMatches,
    language: Language,
) -> Result<SeatedPrograms, CommandError> {
    seat_programs(&[program.clone(), Player::person("-")], given, language)
}

/// Sends a program the question of a recorded game again, or the lines of standard input.
fn try_program(
    game: &RegisteredGame,
    given: &ArgMatches,
    language: Language,
) -> Result<ExitCode, CommandError> {
    let program = program(given)?;
    match given.get_one::<String>("record") {
        Some(file) => repeat_question(&program, file, given, language),
        None => send_lines(game, &program, given, language),
    }
}

/// Sends each line of standard input to the program and prints its answer to each `play`.
fn send_lines(
    game: &RegisteredGame,
    program: &Player,
    given: &ArgMatches,
    language: Language,
) -> Result<ExitCode, CommandError> {
    let example = starter::example(game)?;
    let example = example.iter().map(|line| format!("  {line}\n"));
    let help = format!(
        "{}\n{}",
        language.word(key!("program-try")),
        example.collect::<String>()
    );
    io::stderr().write_all(help.as_bytes())?;
    let mut programs = seat_alone(program, given, language)?;
    let seated = programs
        .program(Side::First)
        .expect("the first side is the program");
    for line in io::stdin().lock().lines() {
        let line = line?;
        let process = seated.process().map_err(CommandError::explain)?;
        if line.split(' ').next() == Some("play") {
            let answer = process.ask(&line, time(&line));
            let said = answer.map_err(CommandError::explain)?.line;
            writeln!(io::stdout(), "{}", answer_text(said, language))?;
        } else {
            process.send(&line).map_err(CommandError::explain)?;
            process.flush();
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The program's line; an unreadable one is followed by the reason.
fn answer_text(said: ProgramLine, language: Language) -> String {
    match said {
        ProgramLine::Text(text) => text,
        ProgramLine::Unreadable { cause, text } => {
            format!("{text} ({})", language.say(&cause.explain()))
        }
    }
}

/// The time in `play MILLISECONDS`, or the default time of a move.
fn time(line: &str) -> Duration {
    let millis = line.split(' ').nth(1).and_then(|text| text.parse().ok());
    millis.map_or(table::PROGRAM_MOVE, Duration::from_millis)
}

/// Asks a program for one move of a recorded game again, and prints the lines exchanged.
fn repeat_question(
    program: &Player,
    file: &str,
    given: &ArgMatches,
    language: Language,
) -> Result<ExitCode, CommandError> {
    let record = replay::read(file)?;
    let game = games::find(&record.header.game)?;
    let mut players = record.header.players.iter();
    let seat = players.position(|player| player.who == program.who);
    let side = Side::BOTH[seat.unwrap_or(0)];
    let before = up_to(game, &record, side, given)?;
    let mut programs = seat_alone(program, given, language)?;
    if side == Side::Second {
        programs.swap();
    }
    let beginning = Record::new(record.header.clone());
    let beginning = game.replay(&beginning, &mut |_| ());
    let beginning = beginning.map_err(CommandError::explain)?;
    programs.start_game(&*beginning, 0);
    let on_event = &mut |event: &dyn host::EventView| programs.observe(event);
    let table = game.resume(&before, &Options::default(), 0, on_event);
    programs.reply(&mut *table.map_err(CommandError::explain)?, side);
    let seated = programs.program(side).expect("the side is the program");
    let mut out = io::stdout().lock();
    for line in &seated.log().exchanged {
        writeln!(out, "{line}")?;
    }
    match &seated.log().failure {
        Some(failure) => Err(failure.explain().into()),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// The record up to the question before move `--at` of a side, or up to its last question.
fn up_to(
    game: &RegisteredGame,
    record: &Record,
    side: Side,
    given: &ArgMatches,
) -> Result<Record, CommandError> {
    let places = questions(game, record, side).map_err(CommandError::explain)?;
    let asked: Option<&u32> = given.get_one("at");
    let number = asked.map_or(places.len(), |number| *number as usize);
    let Some(place) = number.checked_sub(1).and_then(|index| places.get(index)) else {
        return Err(message!("program-again-line", number, most = places.len()).into());
    };
    let mut before = record.clone();
    before.entries.truncate(*place);
    Ok(before)
}

/// Number of entries of a record before each question that a side answered with a legal move, and
/// before the question at which it forfeited.
fn questions(
    game: &RegisteredGame,
    record: &Record,
    side: Side,
) -> Result<Vec<usize>, RecordError> {
    let (mut places, mut lines, mut settled) = (Vec::new(), 0, 0);
    game.replay(record, &mut |event| {
        let kind = event.kind();
        let forfeited =
            matches!(event.ending(), Some(Ending::Forfeited(loser, _)) if loser == side);
        if kind == EventKind::Played && event.side() == Some(side) || forfeited {
            places.push(settled);
        }
        lines += usize::from(event.entry().is_some());
        if matches!(
            kind,
            EventKind::Played | EventKind::Chance | EventKind::Cheated
        ) {
            settled = lines;
        }
    })?;
    Ok(places)
}

/// Plays a program against stronger and stronger strategies until it no longer wins, and prints the
/// score of each match.
fn ladder(
    game: &RegisteredGame,
    given: &ArgMatches,
    language: Language,
) -> Result<ExitCode, CommandError> {
    let program = program(given)?;
    let games = *given.get_one("games").expect("clap has a default");
    let limits = play::limits(game, given);
    let sandbox_config = sandbox_config(given, language);
    let seed = play::seed(given);
    let ladder = Ladder::new(game, &program, &sandbox_config, limits.clone(), seed);
    let mut ladder = ladder.map_err(CommandError::explain)?;
    let (mut beaten, mut lost) = (Vec::new(), None);
    let mut out = io::stdout().lock();
    for opponent in sandbox::ladder::opponents(game) {
        let rung = ladder.climb(opponent, games);
        let rung = rung.map_err(CommandError::explain)?;
        writeln!(out, "{}", language.say(&score(&rung)))?;
        let won = rung.beaten();
        lost = shortest(lost, rung);
        if !won {
            break;
        }
        beaten.push(opponent);
    }
    let name = program.name.as_str();
    let got = if beaten.is_empty() {
        message!("program-got-nowhere", name)
    } else {
        message!("program-got", name, beaten = beaten.join(", "))
    };
    writeln!(out, "{}", language.say(&got))?;
    if let Some(lost) = lost {
        show_lost(&program, &lost, &limits, given, language, &mut out)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn score(rung: &LadderScore) -> Message {
    message!(
        "program-rung",
        opponent = rung.opponent,
        wins = rung.wins,
        draws = rung.draws,
        losses = rung.losses
    )
}

/// The opponent's strategy and the record of a game that the program lost.
type LostGame = (&'static str, Record);

/// The shorter of two lost games: the shortest so far, and that of one match.
fn shortest(lost: Option<LostGame>, rung: LadderScore) -> Option<LostGame> {
    let new = rung.shortest.map(|record| (rung.opponent, record));
    let both = [lost, new].into_iter().flatten();
    both.min_by_key(|(_, record)| record.entries.len())
}

/// Saves the record of the shortest lost game to the file of `--record` or prints it, then prints the
/// line about the move that lost it.
fn show_lost(
    program: &Player,
    (opponent, record): &LostGame,
    limits: &Limits,
    given: &ArgMatches,
    language: Language,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let played = |(_, entry): &&(usize, Entry)| matches!(entry, Entry::Plays(..));
    let moves = record.entries.iter().filter(played).count();
    let heading = message!("program-shortest", opponent = *opponent, moves);
    writeln!(out, "{}", language.say(&heading))?;
    let file = given.get_one::<String>("record");
    match file {
        None => write!(out, "{record}")?,
        Some(name) => {
            write!(play::create(name)?, "{record}")?;
            writeln!(out, "  brelan replay {}", quoted(name))?;
        }
    }
    let game = games::find(&record.header.game)?;
    let players = &record.header.players;
    let loser = Side::BOTH[usize::from(players[0].who != program.who)];
    let loss = ProgramLoss {
        game,
        loser,
        record,
        file: file.map(String::as_str),
    };
    write!(out, "{}", loss.line(limits, language).unwrap_or_default())?;
    Ok(())
}
