//! One game from its opening to its ending, and the line that is kept of it.

use std::fmt::Write as _;

use house::{Kind, Language, Moment, OptionError, Setup, Table};
use serde::Serialize;
use table::{Ending, Explain, Next, Record, Side, Trust};

use super::line::{Line, words};
use super::luck::Gauge;
use super::stage::Stage;
use super::{Fixture, Plan};
use crate::{Papers, Party};

/// Enough for the record of a quick game.
const ROOM: usize = 512;

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
/// Options that the game cannot take.
pub(crate) fn play(
    plan: &Plan,
    fixture: &Fixture,
    gauge: &mut Gauge,
    stage: Option<&Stage<'_>>,
) -> Result<Option<Played>, OptionError> {
    let setup = Setup {
        options: plan.openings.options(plan, fixture.pair),
        players: fixture.players(plan),
        trust: Trust::Guarded,
        seed: fixture.seed,
    };
    let mut table = plan.game.open(&setup)?;
    let party = Party::within(plan.cage.clone(), &setup.players, &plan.admission);
    let mut party = party.stopped_by(&plan.limits.stop);
    party.sit(&*table, fixture.luck());
    gauge.begin(&table.position());
    let mut desk = Desk {
        scribe: Scribe::new(&*table),
        party,
        gauge,
        stage,
    };
    let Some(ending) = desk.play(&mut *table, plan) else {
        return Ok(None);
    };
    Ok(Some(Played {
        line: line(plan, fixture, ending, desk.scribe),
        luck: desk.gauge.end(),
        notes: notes(plan, fixture, &mut desk.party),
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

/// What is kept beside a game for the owner of a program: a line of `programs.jsonl`.
#[derive(Serialize)]
struct Note<'a> {
    number: u64,
    player: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    fell: Option<String>,
    restarted: u32,
    slowest_ms: u64,
    notes: &'a [String],
    errors: &'a str,
}

fn notes(plan: &Plan, fixture: &Fixture, party: &mut Party) -> Option<String> {
    let seats = [(Side::First, fixture.first), (Side::Second, fixture.second)];
    let note = |(side, player): (Side, usize)| {
        let papers = party.guest(side)?.papers();
        let name = &plan.players[player].name;
        Some(noted(fixture.number, name, papers, plan.admission.language))
    };
    let lines: Vec<String> = seats.into_iter().filter_map(note).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

fn noted(number: u64, player: &str, papers: &Papers, language: Language) -> String {
    let explained = |misdeed: &crate::Misdeed| language.say(&misdeed.explain());
    let note = Note {
        number,
        player,
        fell: papers.misdeed.as_ref().map(explained),
        restarted: papers.restarted,
        slowest_ms: papers.slowest.as_millis() as u64,
        notes: &papers.notes,
        errors: &papers.errors,
    };
    // Texts and numbers: it has a JSON form.
    serde_json::to_string(&note).unwrap_or_default()
}

/// Everybody who hears what happens at the table.
struct Desk<'a> {
    scribe: Scribe,
    party: Party,
    gauge: &'a mut Gauge,
    stage: Option<&'a Stage<'a>>,
}

impl Desk<'_> {
    /// Lets whoever has the hand do what is theirs; none when the plan's switch is pulled.
    fn play(&mut self, table: &mut dyn Table, plan: &Plan) -> Option<Ending> {
        loop {
            let next = table.next(&mut |moment| self.hear(moment));
            let done = match next {
                Next::Over(ending) => return Some(ending),
                Next::Answer(side) => {
                    let reply = self.party.answer(table, side);
                    reply.give(table, side, &mut |moment| self.hear(moment))
                }
                Next::Think(_) | Next::Draw { .. } => {
                    table.proceed(&plan.limits, &mut |moment| self.hear(moment))
                }
            };
            if done.is_err() || plan.limits.stop.pulled() {
                return None;
            }
        }
    }

    fn hear(&mut self, moment: &dyn Moment) {
        self.scribe.hear(moment);
        self.gauge.hear(moment);
        self.party.hear(moment);
        if let Some(stage) = self.stage {
            stage.hear(moment);
        }
    }
}

/// Writes the record as the game goes.
struct Scribe {
    record: String,
    plies: u32,
}

impl Scribe {
    fn new(table: &dyn Table) -> Self {
        let mut record = String::with_capacity(ROOM);
        // Writing to a String cannot fail.
        let _ = write!(record, "{}", Record::new(table.header().clone()));
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
