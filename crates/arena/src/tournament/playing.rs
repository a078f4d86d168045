//! One game from its opening to its ending, and the line that is kept of it.

use std::fmt::Write as _;

use house::{Kind, Moment, OptionError, Setup, Table};
use table::{Ending, Forfeit, Next, Record, Trust};

use super::line::{Line, words};
use super::luck::Gauge;
use super::{Fixture, Plan};

/// A finished game, and how lucky the first side was where that is known.
pub(crate) struct Played {
    pub(crate) line: Line,
    pub(crate) luck: Option<f64>,
}

/// Plays a game; none if it was stopped before its end.
///
/// # Errors
/// Options that the game cannot take.
pub(crate) fn play(
    plan: &Plan,
    fixture: &Fixture,
    gauge: &mut Gauge,
) -> Result<Option<Played>, OptionError> {
    let setup = Setup {
        options: plan.openings.options(plan, fixture.pair),
        players: fixture.players(plan),
        trust: Trust::Guarded,
        seed: fixture.seed,
    };
    let mut table = plan.game.open(&setup)?;
    let mut scribe = Scribe::new(&*table);
    gauge.begin(&table.position());
    let ending = loop {
        match step(&mut *table, plan, &mut scribe, gauge) {
            Step::Going => {}
            Step::Stopped => return Ok(None),
            Step::Over(ending) => break ending,
        }
    };
    let (result, word) = words(ending);
    let name = |player: usize| plan.players[player].name.clone();
    let names = [name(fixture.first), name(fixture.second)];
    let loser = match ending {
        Ending::Played(_) => None,
        Ending::Forfeited(side, _) => Some(names[side.index()].clone()),
    };
    let [first, second] = names;
    Ok(Some(Played {
        line: Line {
            number: fixture.number,
            pair: fixture.pair,
            first,
            second,
            seed: fixture.seed,
            result: result.to_owned(),
            ending: word,
            loser,
            plies: scribe.plies,
            record: scribe.record,
        },
        luck: gauge.end(),
    }))
}

enum Step {
    Going,
    Stopped,
    Over(Ending),
}

/// Lets whoever has the hand do what is theirs. Who answers from outside is seated by whoever
/// starts programs; a side that nobody answers for has not started.
fn step(table: &mut dyn Table, plan: &Plan, scribe: &mut Scribe, gauge: &mut Gauge) -> Step {
    let mut hear = |moment: &dyn Moment| {
        scribe.hear(moment);
        gauge.hear(moment);
    };
    match table.next(&mut hear) {
        Next::Over(ending) => return Step::Over(ending),
        Next::Answer(side) => {
            // The game is not over: that was just asked.
            let _ = table.forfeit(side, Forfeit::Start, &mut hear);
        }
        Next::Think(_) | Next::Draw { .. } => {
            // Whoever thinks or draws was just named.
            let _ = table.proceed(&plan.limits, &mut hear);
        }
    }
    if plan.limits.stop.pulled() {
        Step::Stopped
    } else {
        Step::Going
    }
}

/// Writes the record as the game goes.
struct Scribe {
    record: String,
    plies: u32,
}

impl Scribe {
    fn new(table: &dyn Table) -> Self {
        let record = Record::new(table.header().clone()).to_string();
        Self { record, plies: 0 }
    }

    fn hear(&mut self, moment: &dyn Moment) {
        self.plies += u32::from(moment.kind() == Kind::Played);
        if let Some(entry) = moment.entry() {
            // Writing to a String cannot fail.
            let _ = writeln!(self.record, "{entry}");
        }
    }
}
