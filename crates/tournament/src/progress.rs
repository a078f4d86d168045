//! The progress of a tournament as JSON, which the web page reads from the store.

use std::collections::BTreeMap;

use serde::Serialize;
use table::Message;
use text::Language;

use super::{Standings, StandingsRow, TournamentPlan};

#[derive(Debug, Serialize)]
struct Progress<'a> {
    format: String,
    done: u64,
    /// Number of games expected in total.
    of: u64,
    rows: &'a [StandingsRow],
    /// Points and games of each player against each other, such as `5.5/10`, in the order of `rows`.
    cross: Vec<Vec<String>>,
    /// The sentences below the standings, each by language (`fr`, `en`).
    remarks: Vec<BTreeMap<String, String>>,
}

/// The progress as JSON with the sentences `remarks` when `done` of the `scheduled` games are counted.
pub(crate) fn progress_json(
    plan: &TournamentPlan,
    standings: &Standings,
    remarks: &[Message],
    done: u64,
    scheduled: u64,
) -> String {
    let against = |row: &StandingsRow| {
        let others = standings.rows.iter();
        let cells = others.map(|other| standings.against(row.player, other.player));
        cells.collect()
    };
    let in_all_languages = |message: &Message| {
        let languages = Language::ALL.into_iter();
        let said = languages.map(|language| (language.to_string(), language.say(message)));
        said.collect()
    };
    let progress = Progress {
        format: plan.format.to_string(),
        done,
        of: scheduled.max(plan.expected_games()),
        rows: &standings.rows,
        cross: standings.rows.iter().map(against).collect(),
        remarks: remarks.iter().map(in_all_languages).collect(),
    };
    // Texts and numbers always have a JSON form.
    serde_json::to_string(&progress).unwrap_or_default()
}
