//! `brelan analyse`: the value of every move of a position, or of each position of a record.

use std::io::{self, BufRead, BufWriter, Write};
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

/// A position to analyse.
struct PositionInput {
    position: String,
    /// The move that was played there, when the position comes from a record.
    played: Option<String>,
}

impl PositionInput {
    fn without_move(position: String) -> Self {
        Self {
            position,
            played: None,
        }
    }
}

/// Analyses the positions of the command line, of standard input or of a record. A position that
/// cannot be read is reported on standard error, the others are still analysed, and the exit code
/// is 2.
pub(crate) fn run(given: &ArgMatches, language: Language) -> Result<ExitCode, CommandError> {
    let (name, given) = given.subcommand().expect("clap requires a game");
    let game = games::find(name)?;
    let recorded = given
        .get_one::<String>("record")
        .map(|file| recorded_positions(&replay::read(file)?, game))
        .transpose()?;
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
    let all_read = match recorded {
        Some(inputs) => session.analyse_all(inputs.into_iter().map(Ok), InputSource::Arguments),
        None => session.analyse_given(given),
    }?;
    if all_read {
        Ok(ExitCode::SUCCESS)
    } else {
        Err(CommandError::Printed)
    }
}

/// The positions of a record before each move, as the side to move saw them, and the last position
/// when the game has no end.
fn recorded_positions(
    record: &Record,
    game: &'static RegisteredGame,
) -> Result<Vec<PositionInput>, CommandError> {
    if games::find(&record.header.game)?.name != game.name {
        let message = message!("cli-other-game", game = record.header.game.as_str());
        return Err(CommandError::error(message));
    }
    let (mut asked, mut inputs) = (None, Vec::new());
    let replayed = game.replay(record, &mut |moment| match moment.kind() {
        EventKind::Asked | EventKind::Cheated => {
            let viewer = moment.side().map(Viewer::Player);
            asked = viewer.map(|viewer| moment.view(viewer));
        }
        EventKind::Played => inputs.extend(asked.take().map(|position| PositionInput {
            position,
            played: moment.text(Viewer::Referee),
        })),
        EventKind::Over => asked = None,
        EventKind::Said
        | EventKind::Unreadable
        | EventKind::Refused
        | EventKind::Chance
        | EventKind::Foiled
        | EventKind::Caught => (),
    });
    replayed.map_err(CommandError::explain)?;
    inputs.extend(asked.map(PositionInput::without_move));
    Ok(inputs)
}

/// Where the positions come from, which decides how an error names one.
#[derive(Clone, Copy)]
enum InputSource {
    Arguments,
    Lines,
}

impl AnalysisSession {
    /// Analyses the positions that were given, the lines of standard input for `-`, or without any
    /// the start of a game. Returns whether every position could be read.
    fn analyse_given(&mut self, given: &ArgMatches) -> Result<bool, CommandError> {
        let positions = given.get_many::<String>("positions").into_iter().flatten();
        let input = |text: &String| Ok(PositionInput::without_move(text.clone()));
        match &positions.clone().map(String::as_str).collect::<Vec<_>>()[..] {
            [] => {
                let start = self.game.start(&Options::default())?;
                let input = [Ok(PositionInput::without_move(start))].into_iter();
                self.analyse_all(input, InputSource::Arguments)
            }
            ["-"] => {
                let lines = io::stdin().lock().lines();
                let inputs = lines.map(|line| line.map(PositionInput::without_move));
                self.analyse_all(inputs, InputSource::Lines)
            }
            _ => self.analyse_all(positions.map(input), InputSource::Arguments),
        }
    }

    fn analyse_all(
        &mut self,
        inputs: impl Iterator<Item = io::Result<PositionInput>>,
        source: InputSource,
    ) -> Result<bool, CommandError> {
        let mut out = BufWriter::new(io::stdout().lock());
        let mut all_read = true;
        for (index, input) in inputs.enumerate() {
            let input = input?;
            if let Err(message) = self.analyse(&input, &mut out)? {
                out.flush()?;
                let message = match source {
                    InputSource::Lines => {
                        message!("cli-bad-line", line = index + 1, text = message)
                    }
                    InputSource::Arguments => {
                        message!(
                            "cli-bad-position",
                            position = input.position,
                            text = message
                        )
                    }
                };
                let text = error_text(self.language, &message, None);
                io::stderr().write_all(text.as_bytes())?;
                all_read = false;
            }
        }
        out.flush()?;
        Ok(all_read)
    }

    /// Analyses one position and prints it; the inner error says why the position cannot be read.
    fn analyse(
        &mut self,
        input: &PositionInput,
        out: &mut impl Write,
    ) -> io::Result<Result<(), Message>> {
        let start = Instant::now();
        let clock = Monotonic::start();
        let budget = Budget::new(&self.limits, &clock);
        let position = input.position.trim();
        let report = match self.analyst.analyse(position, &mut self.luck, &budget) {
            Ok(report) => report,
            Err(message) => return Ok(Err(message)),
        };
        let micros = u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX);
        let advice = self.advice(position);
        self.show(report, input.played.as_deref(), advice, micros, out)
            .map(Ok)
    }

    /// The advice of `--why`; `None` where no side is to move.
    fn advice(&mut self, position: &str) -> Option<Advice> {
        let adviser = self.adviser.as_mut()?;
        adviser.advise(position, &self.limits).ok()
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
