//! What the page is told of a tournament, as JSON in the store.

use house::Language;
use serde::Serialize;
use table::Message;

use super::{Plan, Row, Standing, Standings, remarks};

/// How a tournament stands, for whoever watches.
#[derive(Debug, Serialize)]
struct Progress<'a> {
    format: String,
    /// Games that are counted.
    done: u64,
    /// Games that are to be played, as far as is known.
    of: u64,
    rows: &'a [Row],
    /// What each scored against each, in the order of the rows.
    cross: Vec<Vec<String>>,
    remarks: Vec<Sentence>,
}

/// The same in both languages, because nobody knows who reads it.
#[derive(Debug, Serialize)]
struct Sentence {
    fr: String,
    en: String,
}

impl Sentence {
    fn of(message: &Message) -> Self {
        Self {
            fr: Language::French.say(message),
            en: Language::English.say(message),
        }
    }
}

/// As many games as are known to come are `known`; a Swiss tournament plans more.
pub(crate) fn progress(
    plan: &Plan,
    standings: &Standings,
    test: Option<&Standing>,
    done: u64,
    known: u64,
) -> String {
    let against = |row: &Row| {
        let others = standings.rows.iter();
        let cells = others.map(|other| standings.against(row.player, other.player));
        cells.collect()
    };
    let remarks = remarks(plan, standings, test);
    let progress = Progress {
        format: plan.format.to_string(),
        done,
        of: known.max(plan.expected_games()),
        rows: &standings.rows,
        cross: standings.rows.iter().map(against).collect(),
        remarks: remarks.iter().map(Sentence::of).collect(),
    };
    // Texts and numbers: it has a JSON form.
    serde_json::to_string(&progress).unwrap_or_default()
}
