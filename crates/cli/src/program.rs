//! `brelan program`: a starter, a check, a talk by hand and a ladder for programs that play.

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use clap::ArgMatches;
use house::{Kind, Language, Offer, Options};
use sandbox::ladder::{Ladder, LadderScore};
use sandbox::protocol_check::{CheckStep, StepStatus};
use sandbox::{ProgramFailure, ProgramLine, SeatedPrograms, starter};
use table::{Ending, Entry, Explain, Limits, Message, Player, Record, RecordError, Side, Who};

use crate::company::{Loss, admission, level, quoted};
use crate::failure::Failure;
use crate::{play, replay};

/// Runs the verb that was given.
pub(crate) fn run(given: &ArgMatches, language: Language) -> Result<ExitCode, Failure> {
    let (verb, given) = given.subcommand().expect("clap requires a verb");
    let game: &String = given.get_one("game").expect("clap requires a game");
    let game = house::find(game)?;
    match verb {
        "new" => new(game, given, language),
        "check" => check(game, given, language),
        "try" => talk(game, given, language),
        _ => ladder(game, given, language),
    }
}

fn program(given: &ArgMatches) -> Result<Player, Failure> {
    let text: &String = given.get_one("program").expect("clap requires a program");
    named(text)
}

/// The program that a text names: a player, or what follows the name of one.
pub(crate) fn named(text: &str) -> Result<Player, Failure> {
    let stem = Path::new(text).file_stem().unwrap_or_default();
    let name = stem.to_string_lossy().replace('@', "");
    let mut candidates = vec![text.to_owned(), format!("{name}@{text}")];
    if Path::new(text).is_file() {
        candidates.push(format!("{name}@./{text}"));
    }
    let players = candidates.iter().flat_map(|text| text.parse::<Player>());
    let mut programs = players.filter(|player| matches!(player.who, Who::Program(_)));
    let message = || Message::new("program-not-a-program").with("text", text);
    programs.next().ok_or_else(|| Failure::error(message()))
}

fn new(game: &Offer, given: &ArgMatches, language: Language) -> Result<ExitCode, Failure> {
    let word: &String = given.get_one("in").expect("clap has a default");
    let folder: &String = given.get_one("to").expect("clap has a default");
    let starter = starter::find(word).map_err(|error| Failure::error(error.explain()))?;
    let text = starter.text(game, language)?;
    let name = Path::new(folder).join(starter.file).display().to_string();
    let mut file = play::create(&name)?;
    file.write_all(text.as_bytes())?;
    if starter.script {
        make_runnable(&file)?;
    }
    let mut out = io::stdout().lock();
    let written = Message::new("program-written").with("file", name);
    writeln!(out, "{}", language.say(&written))?;
    let mut show = |key, command: &str| writeln!(out, "{}\n  {command}", language.word(key));
    if let Some(build) = starter.build {
        show("program-build", build)?;
    }
    let player = quoted(&format!("Moi@{}", starter.seat));
    let seat = format!("brelan {} {player} Brelan@naif", game.name);
    show("program-seat", &seat)?;
    let verify = format!(
        "brelan program check {} {}",
        game.name,
        quoted(starter.seat)
    );
    show("program-verify", &verify)?;
    Ok(ExitCode::SUCCESS)
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

fn check(game: &Offer, given: &ArgMatches, language: Language) -> Result<ExitCode, Failure> {
    let program = program(given)?;
    let (mut number, mut passed) = (0_u32, 0_u32);
    let mut text = String::new();
    let kept = sandbox::protocol_check::check_program(
        game,
        &program,
        &admission(given, language),
        &mut |step| {
            number += 1;
            passed += u32::from(step.status == StepStatus::Passed);
            text.push_str(&told(number, step, language));
        },
    );
    let kept = kept.map_err(|error| Failure::error(error.explain()))?;
    let sum = Message::new("program-checked").with("passed", passed);
    text.push_str(&(language.say(&sum.with("total", number)) + "\n"));
    io::stdout().write_all(text.as_bytes())?;
    Ok(ExitCode::from(u8::from(!kept)))
}

/// A step with its remarks and the lines that were exchanged.
fn told(number: u32, step: &CheckStep, language: Language) -> String {
    let key = match step.status {
        StepStatus::Passed => "program-passed",
        StepStatus::Failed => "program-failed",
        StepStatus::Skipped => "program-skipped",
    };
    let heading = Message::new(key).with("number", number);
    let heading = language.say(&heading.with("step", language.word(step.name)));
    let remarks = step.remarks.iter().map(|remark| language.say(remark));
    let lines = remarks.chain(step.exchanged.iter().cloned());
    let lines = lines.map(|line| format!("   {line}\n"));
    format!("{heading}\n{}", lines.collect::<String>())
}

/// A program alone at a table, on the first side.
fn alone(
    program: &Player,
    given: &ArgMatches,
    language: Language,
) -> Result<SeatedPrograms, Failure> {
    let players = [program.clone(), Player::person("-")];
    let party = SeatedPrograms::new(&players, &admission(given, language));
    let party = party.map_err(|error| Failure::error(error.explain()))?;
    if let Some(cage) = party.cage() {
        io::stderr().write_all(level(cage, language).as_bytes())?;
    }
    Ok(party)
}

fn talk(game: &Offer, given: &ArgMatches, language: Language) -> Result<ExitCode, Failure> {
    let program = program(given)?;
    match given.get_one::<String>("record") {
        Some(file) => ask_again(&program, file, given, language),
        None => by_hand(game, &program, given, language),
    }
}

/// A person speaks as the house.
fn by_hand(
    game: &Offer,
    program: &Player,
    given: &ArgMatches,
    language: Language,
) -> Result<ExitCode, Failure> {
    let example = starter::example(game)?;
    let example = example.iter().map(|line| format!("  {line}\n"));
    let help = format!(
        "{}\n{}",
        language.word("program-try"),
        example.collect::<String>()
    );
    io::stderr().write_all(help.as_bytes())?;
    let mut party = alone(program, given, language)?;
    let guest = party.program(Side::First).expect("the program was let in");
    for line in io::stdin().lock().lines() {
        let line = line?;
        let process = guest.process().map_err(|misdeed| fell(&misdeed))?;
        if line.split(' ').next() == Some("play") {
            let answer = process.ask(&line, time(&line));
            let said = answer.map_err(|misdeed| fell(&misdeed))?.line;
            writeln!(io::stdout(), "{}", heard(said, language))?;
        } else {
            process.send(&line).map_err(|misdeed| fell(&misdeed))?;
            process.flush();
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn heard(said: ProgramLine, language: Language) -> String {
    match said {
        ProgramLine::Text(text) => text,
        ProgramLine::Unreadable { cause, text } => {
            format!("{text} ({})", language.say(&cause.explain()))
        }
    }
}

/// The time that a question grants.
fn time(line: &str) -> Duration {
    let millis = line.split(' ').nth(1).and_then(|text| text.parse().ok());
    millis.map_or(table::PROGRAM_MOVE, Duration::from_millis)
}

fn fell(misdeed: &ProgramFailure) -> Failure {
    Failure::error(misdeed.explain())
}

/// Asks the question of one move of a recorded game again, and shows the lines.
fn ask_again(
    program: &Player,
    file: &str,
    given: &ArgMatches,
    language: Language,
) -> Result<ExitCode, Failure> {
    let record = replay::read(file)?;
    let game = house::find(&record.header.game)?;
    let mut players = record.header.players.iter();
    let seat = players.position(|player| player.who == program.who);
    let side = Side::BOTH[seat.unwrap_or(0)];
    let before = up_to(game, &record, side, given)?;
    let mut party = alone(program, given, language)?;
    if side == Side::Second {
        party.swap();
    }
    let refused = |error| replay::refused(&error);
    let beginning = Record::new(record.header.clone());
    let beginning = game.replay(&beginning, &mut |_| ()).map_err(refused)?;
    party.start_game(&*beginning, 0);
    let hear = &mut |moment: &dyn house::Moment| party.observe(moment);
    let table = game.resume(&before, &Options::default(), 0, hear);
    party.reply(&mut *table.map_err(refused)?, side);
    let guest = party.program(side).expect("the program was let in");
    let mut out = io::stdout().lock();
    for line in &guest.log().exchanged {
        writeln!(out, "{line}")?;
    }
    match &guest.log().failure {
        Some(misdeed) => Err(fell(misdeed)),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// The game before a side's move of the number that was given, else before its last question.
fn up_to(game: &Offer, record: &Record, side: Side, given: &ArgMatches) -> Result<Record, Failure> {
    let places = questions(game, record, side).map_err(|error| replay::refused(&error))?;
    let asked: Option<&u32> = given.get_one("at");
    let number = asked.map_or(places.len(), |number| *number as usize);
    let Some(place) = number.checked_sub(1).and_then(|index| places.get(index)) else {
        let message = Message::new("program-again-line").with("number", number);
        return Err(Failure::error(message.with("most", places.len())));
    };
    let mut before = record.clone();
    before.entries.truncate(*place);
    Ok(before)
}

/// How much of a record stood before each question that a side answered with a move that stood, and
/// before the one over which it lost the game, if it did.
fn questions(game: &Offer, record: &Record, side: Side) -> Result<Vec<usize>, RecordError> {
    let (mut places, mut lines, mut standing) = (Vec::new(), 0, 0);
    game.replay(record, &mut |moment| {
        let kind = moment.kind();
        let fell = matches!(moment.ending(), Some(Ending::Forfeited(loser, _)) if loser == side);
        if kind == Kind::Played && moment.side() == Some(side) || fell {
            places.push(standing);
        }
        lines += usize::from(moment.entry().is_some());
        if matches!(kind, Kind::Played | Kind::Chance | Kind::Cheated) {
            standing = lines;
        }
    })?;
    Ok(places)
}

fn ladder(game: &Offer, given: &ArgMatches, language: Language) -> Result<ExitCode, Failure> {
    let program = program(given)?;
    let games = *given.get_one("games").expect("clap has a default");
    let limits = play::limits(game, given);
    let admission = admission(given, language);
    let told = |error: sandbox::protocol_check::CheckError| Failure::error(error.explain());
    let ladder = Ladder::new(
        game,
        &program,
        &admission,
        limits.clone(),
        play::seed(given),
    );
    let mut ladder = ladder.map_err(told)?;
    let (mut beaten, mut lost) = (Vec::new(), None);
    let mut out = io::stdout().lock();
    for opponent in sandbox::ladder::opponents(game) {
        let rung = ladder.climb(opponent, games).map_err(told)?;
        writeln!(out, "{}", language.say(&score(&rung)))?;
        let stands = rung.beaten();
        lost = shortest(lost, rung);
        if !stands {
            break;
        }
        beaten.push(opponent);
    }
    let got = if beaten.is_empty() {
        Message::new("program-got-nowhere")
    } else {
        Message::new("program-got").with("beaten", beaten.join(", "))
    };
    writeln!(
        out,
        "{}",
        language.say(&got.with("name", program.name.as_str()))
    )?;
    if let Some(lost) = lost {
        show_lost(&program, &lost, &limits, given, language, &mut out)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn score(rung: &LadderScore) -> Message {
    Message::new("program-rung")
        .with("opponent", rung.opponent)
        .with("wins", rung.wins)
        .with("draws", rung.draws)
        .with("losses", rung.losses)
}

/// A lost game, and against whom.
type Lost = (&'static str, Record);

fn shortest(lost: Option<Lost>, rung: LadderScore) -> Option<Lost> {
    let new = rung.shortest.map(|record| (rung.opponent, record));
    let both = [lost, new].into_iter().flatten();
    both.min_by_key(|(_, record)| record.entries.len())
}

/// The record of the shortest lost game, in the file that was asked for or as it is.
fn show_lost(
    program: &Player,
    (opponent, record): &Lost,
    limits: &Limits,
    given: &ArgMatches,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let played = |(_, entry): &&(usize, Entry)| matches!(entry, Entry::Plays(..));
    let moves = record.entries.iter().filter(played).count();
    let heading = Message::new("program-shortest").with("opponent", *opponent);
    writeln!(out, "{}", language.say(&heading.with("moves", moves)))?;
    let file = given.get_one::<String>("record");
    match file {
        None => write!(out, "{record}")?,
        Some(name) => {
            write!(play::create(name)?, "{record}")?;
            writeln!(out, "  brelan replay {}", quoted(name))?;
        }
    }
    let game = house::find(&record.header.game)?;
    let players = &record.header.players;
    let loser = Side::BOTH[usize::from(players[0].who != program.who)];
    let file = file.map(String::as_str);
    let loss = Loss {
        game,
        loser,
        record,
        file,
    };
    write!(out, "{}", loss.told(limits, language).unwrap_or_default())?;
    Ok(())
}
