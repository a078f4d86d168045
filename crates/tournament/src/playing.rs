//! One game from its opening to its ending, wherever it is played, and the line that is kept of it.

use house::Moment;
use table::Ending;

use super::line::{Line, words};
use super::luck::Gauge;
use super::scribe::Scribe;
use super::stage::Stage;
use super::{Fixture, Plan, Task, Venue, VenueError};

/// A finished game, and what stands beside it.
pub(crate) struct Played {
    pub(crate) line: Line,
    /// How lucky the first side was, where that is known.
    pub(crate) luck: Option<f64>,
    /// A line a program: what it noted and how it fell.
    pub(crate) notes: Option<String>,
}

/// Plays a game between processes of its own; none if it was stopped before its end.
///
/// # Errors
/// Options that the game cannot take, or a venue that cannot be reached.
pub(crate) fn play(
    plan: &Plan,
    venue: &dyn Venue,
    fixture: &Fixture,
    gauge: &mut Gauge,
    stage: Option<&Stage<'_>>,
) -> Result<Option<Played>, VenueError> {
    let task = Task::of(plan, fixture);
    let mut table = task.open()?;
    gauge.begin(&table.position());
    let mut desk = Desk {
        scribe: Scribe::new(&*table),
        gauge,
        stage,
    };
    let over = venue.play(&task, &mut *table, &mut |moment| desk.hear(moment))?;
    Ok(over.map(|over| Played {
        line: line(plan, fixture, over.ending, desk.scribe),
        luck: desk.gauge.end(),
        notes: over.notes,
    }))
}

fn line(plan: &Plan, fixture: &Fixture, ending: Ending, scribe: Scribe) -> Line {
    let (result, word) = words(ending);
    let name = |player: usize| plan.players[player].name.clone();
    let names = [name(fixture.first), name(fixture.second)];
    let loser = match ending {
        Ending::Played(_) => None,
        Ending::Forfeited(side, _) => Some(names[side.index()].clone()),
    };
    let [first, second] = names;
    Line {
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
    }
}

/// Everybody of the tournament who hears what happens at the table.
struct Desk<'a> {
    scribe: Scribe,
    gauge: &'a mut Gauge,
    stage: Option<&'a Stage<'a>>,
}

impl Desk<'_> {
    fn hear(&mut self, moment: &dyn Moment) {
        self.scribe.hear(moment);
        self.gauge.hear(moment);
        if let Some(stage) = self.stage {
            stage.hear(moment);
        }
    }
}
