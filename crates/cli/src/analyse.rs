//! `brelan analyse`: what every move of a position is worth.

use std::io::{self, BufRead, BufWriter, Write};
use std::process::ExitCode;
use std::time::Instant;

use clap::ArgMatches;
use house::{Analyst, Entry, Language, Options, Report, describe};
use table::{Budget, Explain, Limits, Message, Monotonic, Seeded};

use crate::failure::{Failure, told};
use crate::play;

/// How the answers are given.
struct Session {
    game: &'static Entry,
    analyst: Box<dyn Analyst>,
    luck: Seeded,
    limits: Limits,
    language: Language,
    json: bool,
    value_only: bool,
}

/// Analyses the positions of the command line, or those of standard input. One that cannot be read
/// is told on standard error; the others are still answered.
pub(crate) fn run(given: &ArgMatches, language: Language) -> Result<ExitCode, Failure> {
    let (name, given) = given.subcommand().expect("clap requires a game");
    let game = house::find(name)?;
    let mut options = play::options(game.analysis_options, given);
    if given.get_flag("value-only") {
        options.set("value-only", "");
    }
    let analyst = game
        .analyst(&options)
        .map_err(|error| Failure::error(error.explain()))?;
    let mut session = Session {
        game,
        analyst,
        luck: Seeded::new(play::seed(given)),
        limits: play::limits(game, given),
        language,
        json: given.get_flag("json"),
        value_only: given.get_flag("value-only"),
    };
    let positions: Vec<String> = given
        .get_many("positions")
        .into_iter()
        .flatten()
        .cloned()
        .collect();
    let all_read = match &positions[..] {
        [] => session.answer_all(
            [Ok(game.start(&Options::default())?)].into_iter(),
            Place::Argument,
        ),
        [only] if only == "-" => session.answer_all(io::stdin().lock().lines(), Place::Line),
        _ => session.answer_all(positions.into_iter().map(Ok), Place::Argument),
    }?;
    if all_read {
        Ok(ExitCode::SUCCESS)
    } else {
        Err(Failure::Told)
    }
}

/// Where positions come from, for the errors.
#[derive(Clone, Copy)]
enum Place {
    Argument,
    Line,
}

impl Session {
    fn answer_all(
        &mut self,
        positions: impl Iterator<Item = io::Result<String>>,
        place: Place,
    ) -> Result<bool, Failure> {
        let mut out = BufWriter::new(io::stdout().lock());
        let mut all_read = true;
        for (index, position) in positions.enumerate() {
            let position = position?;
            if let Err(message) = self.answer(position.trim(), &mut out)? {
                out.flush()?;
                let text = self.language.say(&message);
                let message = match place {
                    Place::Line => Message::new("cli-bad-line").with("line", index + 1),
                    Place::Argument => Message::new("cli-bad-position").with("position", position),
                };
                let text = told(self.language, &message.with("text", text), None);
                io::stderr().write_all(text.as_bytes())?;
                all_read = false;
            }
        }
        out.flush()?;
        Ok(all_read)
    }

    fn answer(&mut self, position: &str, out: &mut impl Write) -> io::Result<Result<(), Message>> {
        let start = Instant::now();
        let clock = Monotonic::start();
        let budget = Budget::new(&self.limits, &clock);
        let report = match self.analyst.analyse(position, &mut self.luck, &budget) {
            Ok(report) => report,
            Err(message) => return Ok(Err(message)),
        };
        let micros = u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.show(report, micros, out).map(Ok)
    }

    fn show(&self, mut report: Report, micros: u64, out: &mut impl Write) -> io::Result<()> {
        if self.value_only {
            report.moves.clear();
        }
        if self.json {
            return writeln!(out, "{}", report.json(self.game.name, Some(micros)));
        }
        let heading = Message::new("analysis-heading")
            .with("position", report.position.as_str())
            .with("player", report.to_move.number())
            .with("value", describe(report.value, self.language));
        writeln!(out, "{}", self.language.say(&heading))?;
        report.moves.iter().try_for_each(|(mv, value)| {
            writeln!(out, "  {mv:>6}  {}", describe(*value, self.language))
        })
    }
}
