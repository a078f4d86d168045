//! The text printed at the end of a tournament: standings, cross table and summary.

use table::key;
use text::Language;
use tournament::{Standings, StandingsRow, TournamentOutcome, TournamentPlan, rating_text};

/// The standings, the cross table when more than two players met, and the summary.
pub(super) fn summary(
    plan: &TournamentPlan,
    outcome: &TournamentOutcome,
    language: Language,
) -> String {
    let standings = &outcome.standings;
    let cross = (plan.players.len() > 2).then(|| cross_table(standings));
    let summary = tournament::summary(plan, standings, outcome.sprt.as_ref());
    let secret = outcome.secret.as_ref().map(tournament::published_secret);
    let remarks = summary.iter().chain(&secret);
    let summary = remarks.map(|remark| language.say(remark) + "\n");
    standings_table(standings, language) + &cross.unwrap_or_default() + &summary.collect::<String>()
}

/// The standings in columns, a line for each player.
pub(super) fn standings_table(standings: &Standings, language: Language) -> String {
    let lengths = standings.rows.iter().map(|row| row.name.chars().count());
    let width = lengths.max().unwrap_or(0);
    let head = language.word(key!("cli-tournament-table-head")) + "\n";
    let places = (1..).zip(&standings.rows);
    let lines = places.map(|(place, row)| format!("{place:>3}. {}\n", columns(row, width)));
    head + &lines.collect::<String>()
}

fn columns(row: &StandingsRow, width: usize) -> String {
    let StandingsRow {
        name,
        points,
        games,
        wins,
        draws,
        losses,
        ..
    } = row;
    let elo = rating_text(row.elo, row.error);
    let known = row.adjusted.is_some();
    let adjusted = known.then(|| format!("  [{}]", rating_text(row.adjusted, row.adjusted_error)));
    let adjusted = adjusted.unwrap_or_default();
    format!("{name:width$} {points:>8} {games:>7} +{wins} ={draws} -{losses}  {elo}{adjusted}")
}

/// For each player, in the order of the standings, the points against each other player and the
/// number of games.
fn cross_table(standings: &Standings) -> String {
    let line = |(place, row): (usize, &StandingsRow)| {
        let others = standings.rows.iter();
        let cells = others.map(|other| standings.against(row.player, other.player));
        let cells: Vec<String> = cells.map(|cell| format!("{cell:>7}")).collect();
        format!("{place:>3}. {}\n", cells.join(" "))
    };
    (1..).zip(&standings.rows).map(line).collect()
}
