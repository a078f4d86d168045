//! `brelan analyse`: what every move of a position, or of a whole record, is worth.

use std::io::{self, BufRead, BufWriter, Write};
use std::process::ExitCode;
use std::time::Instant;

use clap::ArgMatches;
use house::review::{Advice, Reviewer};
use house::{Analyst, Kind, Language, Offer, Options, Report, Viewer, describe};
use table::{Budget, Explain, Limits, Message, Monotonic, Record, Seeded};

use crate::failure::{Failure, told};
use crate::{play, replay};

/// How the answers are given.
struct Session {
    game: &'static Offer,
    analyst: Box<dyn Analyst>,
    /// Gives the advice, where it is asked for.
    adviser: Option<Box<dyn Reviewer>>,
    luck: Seeded,
    limits: Limits,
    language: Language,
    json: bool,
    value_only: bool,
}

/// A position to analyse, and the move that was made there, where that is known.
struct Choice {
    position: String,
    played: Option<String>,
}

impl Choice {
    fn open(position: String) -> Self {
        Self {
            position,
            played: None,
        }
    }
}

/// Analyses the positions of the command line, those of standard input, or every choice of a
/// record. One that cannot be read is told on standard error; the others are still answered.
pub(crate) fn run(given: &ArgMatches, language: Language) -> Result<ExitCode, Failure> {
    let (name, given) = given.subcommand().expect("clap requires a game");
    let game = house::find(name)?;
    let recorded = given
        .get_one::<String>("record")
        .map(|file| choices(&replay::read(file)?, game))
        .transpose()?;
    let mut options = play::options(game.analysis_options, given);
    if given.get_flag("value-only") {
        options.set("value-only", "");
    }
    let analyst = game
        .analyst(&options)
        .map_err(|error| Failure::error(error.explain()))?;
    let adviser = given.get_flag("why").then(|| game.reviewer(&options));
    let mut session = Session {
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
        Some(choices) => session.answer_all(choices.into_iter().map(Ok), Place::Argument),
        None => session.answer_positions(given),
    }?;
    if all_read {
        Ok(ExitCode::SUCCESS)
    } else {
        Err(Failure::Told)
    }
}

/// What the side that had the hand saw at every move of a record, and where the record breaks off.
fn choices(record: &Record, game: &'static Offer) -> Result<Vec<Choice>, Failure> {
    if house::find(&record.header.game)?.name != game.name {
        let message = Message::new("cli-other-game").with("game", record.header.game.as_str());
        return Err(Failure::error(message));
    }
    let (mut asked, mut choices) = (None, Vec::new());
    let replayed = game.replay(record, &mut |moment| match moment.kind() {
        Kind::Asked | Kind::Cheated => {
            let eyes = moment.side().map(Viewer::Player);
            asked = eyes.map(|eyes| moment.view(eyes));
        }
        Kind::Played => choices.extend(asked.take().map(|position| Choice {
            position,
            played: moment.text(Viewer::House),
        })),
        Kind::Over => asked = None,
        Kind::Said
        | Kind::Unreadable
        | Kind::Refused
        | Kind::Chance
        | Kind::Foiled
        | Kind::Caught => (),
    });
    replayed.map_err(|error| replay::refused(&error))?;
    choices.extend(asked.map(Choice::open));
    Ok(choices)
}

/// Where positions come from, for the errors.
#[derive(Clone, Copy)]
enum Place {
    Argument,
    Line,
}

impl Session {
    /// Without a position, the one that games begin from.
    fn answer_positions(&mut self, given: &ArgMatches) -> Result<bool, Failure> {
        let positions = given.get_many::<String>("positions").into_iter().flatten();
        let choices = |text: &String| Ok(Choice::open(text.clone()));
        match &positions.clone().map(String::as_str).collect::<Vec<_>>()[..] {
            [] => {
                let start = self.game.start(&Options::default())?;
                self.answer_all([Ok(Choice::open(start))].into_iter(), Place::Argument)
            }
            ["-"] => {
                let lines = io::stdin().lock().lines();
                self.answer_all(lines.map(|line| line.map(Choice::open)), Place::Line)
            }
            _ => self.answer_all(positions.map(choices), Place::Argument),
        }
    }

    fn answer_all(
        &mut self,
        choices: impl Iterator<Item = io::Result<Choice>>,
        place: Place,
    ) -> Result<bool, Failure> {
        let mut out = BufWriter::new(io::stdout().lock());
        let mut all_read = true;
        for (index, choice) in choices.enumerate() {
            let choice = choice?;
            if let Err(message) = self.answer(&choice, &mut out)? {
                out.flush()?;
                let text = self.language.say(&message);
                let message = match place {
                    Place::Line => Message::new("cli-bad-line").with("line", index + 1),
                    Place::Argument => {
                        Message::new("cli-bad-position").with("position", choice.position)
                    }
                };
                let text = told(self.language, &message.with("text", text), None);
                io::stderr().write_all(text.as_bytes())?;
                all_read = false;
            }
        }
        out.flush()?;
        Ok(all_read)
    }

    fn answer(&mut self, choice: &Choice, out: &mut impl Write) -> io::Result<Result<(), Message>> {
        let start = Instant::now();
        let clock = Monotonic::start();
        let budget = Budget::new(&self.limits, &clock);
        let position = choice.position.trim();
        let report = match self.analyst.analyse(position, &mut self.luck, &budget) {
            Ok(report) => report,
            Err(message) => return Ok(Err(message)),
        };
        let micros = u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX);
        let advice = self.advice(position);
        self.show(report, choice.played.as_deref(), advice, micros, out)
            .map(Ok)
    }

    /// Where nobody is to move there is nothing to advise.
    fn advice(&mut self, position: &str) -> Option<Advice> {
        let adviser = self.adviser.as_mut()?;
        adviser.advise(position, &self.limits).ok()
    }

    /// The move that was made is marked.
    fn show(
        &self,
        mut report: Report,
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
        let heading = Message::new("analysis-heading")
            .with("position", report.position.as_str())
            .with("player", report.to_move.number())
            .with("value", describe(report.value, self.language));
        writeln!(out, "{}", self.language.say(&heading))?;
        report.moves.iter().try_for_each(|(mv, value)| {
            let mark = if played == Some(mv) { '>' } else { ' ' };
            writeln!(out, "{mark} {mv:>6}  {}", describe(*value, self.language))
        })?;
        let advice = advice.map(|advice| advice.text(self.language));
        out.write_all(advice.unwrap_or_default().as_bytes())
    }
}
