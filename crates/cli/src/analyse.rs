//! `brelan analyse`: the value of every move of a position, or of each position of a record.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use std::time::Instant;

use clap::ArgMatches;
use games::RegisteredGame;
use host::{Analysis, Analyst, EventKind, Options, Viewer, describe};
use review::{Advice, Reviewer};
use table::{Budget, Limits, Message, Monotonic, Record, Seeded, message};
use text::Language;

use crate::command_error::{CommandError, error_text};
use crate::{play, replay};

/// The engines of one call, and the form of its output.
struct AnalysisSession {
    game: &'static RegisteredGame,
    analyst: Box<dyn Analyst>,
    /// Engine that gives the advice of `--why`.
    adviser: Option<Box<dyn Reviewer>>,
    luck: Seeded,
    limits: Limits,
    language: Language,
    json: bool,
    value_only: bool,
}

/// A position to analyse, and the move that was played there when it comes from a record.
type PositionInput = (String, Option<String>);

/// Analyses the positions of the command line, of standard input or of a record. A position that
/// cannot be read is reported on standard error, the others are still analysed, and the exit code
/// is 2.
pub(crate) fn run(given: &ArgMatches, language: Language) -> Result<ExitCode, CommandError> {
    let (name, given) = given.subcommand().expect("clap requires a game");
    let game = games::find(name)?;
    let inputs = inputs(given, game)?;
    let mut options = play::options(game.analysis_options, given);
    if given.get_flag("value-only") {
        options.set("value-only", "");
    }
    let analyst = game.analyst(&options)?;
    let adviser = given.get_flag("why").then(|| game.reviewer(&options));
    let mut session = AnalysisSession {
        game,
        analyst,
        adviser: adviser.transpose()?,
        luck: Seeded::new(play::seed(given)),
        limits: play::limits(game, given),
        language,
        json: given.get_flag("json"),
        value_only: given.get_flag("value-only"),
    };
    session.analyse_all(inputs, reads_lines(given))
}

/// Whether the positions are the lines of standard input.
fn reads_lines(given: &ArgMatches) -> bool {
    let positions = given.get_many::<String>("positions").into_iter().flatten();
    positions.eq(["-"])
}

type PositionInputs = Box<dyn Iterator<Item = io::Result<PositionInput>>>;

/// The positions of the record, of standard input for `-`, or of the arguments; without any, the
/// start of a game.
fn inputs(
    given: &ArgMatches,
    game: &'static RegisteredGame,
) -> Result<PositionInputs, CommandError> {
    if let Some(file) = given.get_one::<String>("record") {
        let positions = recorded_positions(&replay::read(file)?, game)?;
        return Ok(Box::new(positions.into_iter().map(Ok)));
    }
    if reads_lines(given) {
        let lines = io::stdin().lines();
        return Ok(Box::new(lines.map(|line| Ok((line?, None)))));
    }
    let positions = given.get_many::<String>("positions").into_iter().flatten();
    let mut positions: Vec<String> = positions.cloned().collect();
    if positions.is_empty() {
        positions.push(game.start(&Options::default())?);
    }
    let positions = positions.into_iter();
    Ok(Box::new(positions.map(|position| Ok((position, None)))))
}

/// The positions of a record before each move, as the side to move saw them, and the last position
/// when the game has no end.
fn recorded_positions(
    record: &Record,
    game: &'static RegisteredGame,
) -> Result<Vec<PositionInput>, CommandError> {
    if games::find(&record.header.game)?.name != game.name {
        let message = message!("cli-other-game", game = record.header.game.as_str());
        return Err(message.into());
    }
    let (mut asked, mut inputs) = (None, Vec::new());
    let replayed = game.replay(record, &mut |event| match event.kind() {
        EventKind::Asked | EventKind::Cheated => {
            let viewer = event.side().map(Viewer::Player);
            asked = viewer.map(|viewer| event.view(viewer));
        }
        EventKind::Played => {
            let played = event.text(Viewer::Referee);
            inputs.extend(asked.take().map(|position| (position, played)));
        }
        EventKind::Over => asked = None,
        _ => {}
    });
    replayed.map_err(CommandError::explain)?;
    inputs.extend(asked.map(|position| (position, None)));
    Ok(inputs)
}

impl AnalysisSession {
    /// Analyses all positions. An error names a line by its number, a position by its text.
    fn analyse_all(
        &mut self,
        inputs: PositionInputs,
        are_lines: bool,
    ) -> Result<ExitCode, CommandError> {
        let mut out = BufWriter::new(io::stdout().lock());
        let mut all_read = true;
        for (input, line) in inputs.zip(1_usize..) {
            let (position, played) = input?;
            if let Err(text) = self.analyse(&position, played.as_deref(), &mut out)? {
                out.flush()?;
                let message = if are_lines {
                    message!("cli-bad-line", line, text)
                } else {
                    message!("cli-bad-position", position, text)
                };
                let text = error_text(self.language, &message, None);
                io::stderr().write_all(text.as_bytes())?;
                all_read = false;
            }
        }
        out.flush()?;
        if all_read {
            Ok(ExitCode::SUCCESS)
        } else {
            Err(CommandError::Printed)
        }
    }

    /// Analyses one position and prints it; the inner error says why the position cannot be read.
    fn analyse(
        &mut self,
        position: &str,
        played: Option<&str>,
        out: &mut impl Write,
    ) -> io::Result<Result<(), Message>> {
        let start = Instant::now();
        let clock = Monotonic::start();
        let budget = Budget::new(&self.limits, &clock);
        let position = position.trim();
        let report = match self.analyst.analyse(position, &mut self.luck, &budget) {
            Ok(report) => report,
            Err(message) => return Ok(Err(message)),
        };
        let micros = u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX);
        // There is no advice where no side is to move.
        let adviser = self.adviser.as_mut();
        let advice = adviser.and_then(|adviser| adviser.advise(position, &self.limits).ok());
        self.show(report, played, advice, micros, out).map(Ok)
    }

    /// Prints a report; the move that was played is marked with `>`.
    fn show(
        &self,
        mut report: Analysis,
        played: Option<&str>,
        advice: Option<Advice>,
        micros: u64,
        out: &mut impl Write,
    ) -> io::Result<()> {
        if self.value_only {
            report.moves.clear();
        }
        if self.json {
            let mut object = report.json(self.game.name, Some(micros));
            if let Some(played) = played {
                object["played"] = played.into();
            }
            if let Some(advice) = advice {
                object["advice"] = advice.json(self.language);
            }
            return writeln!(out, "{object}");
        }
        let heading = message!(
            "analysis-heading",
            position = report.position.as_str(),
            player = report.to_move.number(),
            value = describe(report.value, self.language)
        );
        writeln!(out, "{}", self.language.say(&heading))?;
        report.moves.iter().try_for_each(|(mv, value)| {
            let mark = if played == Some(mv) { '>' } else { ' ' };
            writeln!(out, "{mark} {mv:>6}  {}", describe(*value, self.language))
        })?;
        let advice = advice.map(|advice| advice.text(self.language));
        out.write_all(advice.unwrap_or_default().as_bytes())
    }
}
