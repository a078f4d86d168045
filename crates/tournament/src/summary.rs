//! Sentences below the standings: certainty of the order, forfeits, repeated games, the test's decision.

use table::Message;

use super::ratings::superiority;
use super::{SprtDecision, SprtState, Standings, StandingsRow, TournamentPlan};

/// The sentences below the standings, in the order in which they are printed.
pub fn summary(
    plan: &TournamentPlan,
    standings: &Standings,
    test: Option<&SprtState>,
) -> Vec<Message> {
    let missing = standings.ratings.missing;
    let missing = (missing > 0).then(|| Message::new("tournament-missing").with("games", missing));
    let gain = standings.luck_removal_gain();
    let gain =
        gain.map(|gain| Message::new("tournament-worth").with("times", format!("{gain:.1}")));
    likelihoods(standings)
        .into_iter()
        .chain(missing)
        .chain(gain)
        .chain(forfeits(plan, standings))
        .chain(repeated(standings))
        .chain(test.map(test_result))
        .collect()
}

/// For each neighbouring pair of rows, the likelihood that the first player is better.
fn likelihoods(standings: &Standings) -> Vec<Message> {
    let likelihood = |pair: &[StandingsRow]| {
        let likelihood = superiority(&standings.ratings, pair[0].player, pair[1].player)?;
        let message = Message::new("tournament-los")
            .with("one", pair[0].name.as_str())
            .with("other", pair[1].name.as_str());
        Some(message.with("percent", format!("{:.1}", 100.0 * likelihood)))
    };
    standings.rows.windows(2).filter_map(likelihood).collect()
}

fn forfeits(plan: &TournamentPlan, standings: &Standings) -> Vec<Message> {
    let forfeit = |((player, reason), count): (&(usize, String), &u64)| {
        Message::new("tournament-forfeit")
            .with("name", plan.players[*player].name.as_str())
            .with("reason", reason.as_str())
            .with("count", count.to_string())
    };
    standings.forfeits.iter().map(forfeit).collect()
}

fn repeated(standings: &Standings) -> Option<Message> {
    let (number, original) = standings.repeated.first()?;
    let repeated = Message::new("tournament-repeated")
        .with("count", standings.repeated.len())
        .with("number", number.to_string());
    Some(repeated.with("original", original.to_string()))
}

fn test_result(test: &SprtState) -> Message {
    let key = match test.decision {
        Some(SprtDecision::H0) => "tournament-sprt-h0",
        Some(SprtDecision::H1) => "tournament-sprt-h1",
        None => "tournament-sprt-open",
    };
    Message::new(key)
        .with("llr", format!("{:.2}", test.llr))
        .with("low", format!("{:.2}", test.bounds[0]))
        .with("high", format!("{:.2}", test.bounds[1]))
        .with("pairs", format!("{:?}", test.pairs))
}
