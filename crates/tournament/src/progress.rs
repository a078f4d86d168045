//! The progress of a tournament as JSON, which the web page reads from the store.

use serde::Serialize;
use table::Message;
use text::Language;

use super::{SprtState, Standings, StandingsRow, TournamentPlan, summary};

#[derive(Debug, Serialize)]
struct Progress<'a> {
    format: String,
    done: u64,
    /// Number of games expected in total.
    of: u64,
    rows: &'a [StandingsRow],
    /// The cross table, in the order of the rows.
    cross: Vec<Vec<String>>,
    remarks: Vec<Sentence>,
}

/// A sentence in both languages, because readers differ.
#[derive(Debug, Serialize)]
struct Sentence {
    fr: String,
    en: String,
}

impl Sentence {
    fn new(message: &Message) -> Self {
        Self {
            fr: Language::French.say(message),
            en: Language::English.say(message),
        }
    }
}

/// The progress after `done` of the games `scheduled` so far.
pub(crate) fn progress_json(
    plan: &TournamentPlan,
    standings: &Standings,
    test: Option<&SprtState>,
    done: u64,
    scheduled: u64,
) -> String {
    let against = |row: &StandingsRow| {
        let others = standings.rows.iter();
        let cells = others.map(|other| standings.against(row.player, other.player));
        cells.collect()
    };
    let remarks = summary(plan, standings, test);
    let progress = Progress {
        format: plan.format.to_string(),
        done,
        of: scheduled.max(plan.expected_games()),
        rows: &standings.rows,
        cross: standings.rows.iter().map(against).collect(),
        remarks: remarks.iter().map(Sentence::new).collect(),
    };
    // Texts and numbers always have a JSON form.
    serde_json::to_string(&progress).unwrap_or_default()
}
