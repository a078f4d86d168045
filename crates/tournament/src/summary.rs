//! Sentences below the standings: certainty of the order, forfeits, repeated games, the test's decision.

use table::{Message, key, message};

use super::ratings::superiority;
use super::{SprtDecision, SprtState, Standings, StandingsRow, TournamentPlan, TournamentSecret};

/// The sentences below the standings, in the order in which they are printed.
pub fn summary(
    plan: &TournamentPlan,
    standings: &Standings,
    test: Option<&SprtState>,
) -> Vec<Message> {
    let games = standings.ratings.missing;
    let missing = (games > 0).then(|| message!("tournament-missing", games));
    let gain = standings.luck_removal_gain();
    let gain = gain.map(|gain| message!("tournament-worth", times = format!("{gain:.1}")));
    likelihoods(standings)
        .into_iter()
        .chain(missing)
        .chain(gain)
        .chain(forfeits(plan, standings))
        .chain(repeated(standings))
        .chain(test.map(test_result))
        .collect()
}

/// The sentence that publishes the secret of a tournament after its last game.
pub fn published_secret(secret: &TournamentSecret) -> Message {
    message!("tournament-secret", secret = secret.reveal())
}

/// For each neighbouring pair of rows, the likelihood that the first player is better.
fn likelihoods(standings: &Standings) -> Vec<Message> {
    let likelihood = |pair: &[StandingsRow]| {
        let likelihood = superiority(&standings.ratings, pair[0].player, pair[1].player)?;
        Some(message!(
            "tournament-los",
            one = pair[0].name.as_str(),
            other = pair[1].name.as_str(),
            percent = format!("{:.1}", 100.0 * likelihood)
        ))
    };
    standings.rows.windows(2).filter_map(likelihood).collect()
}

fn forfeits(plan: &TournamentPlan, standings: &Standings) -> Vec<Message> {
    let forfeit = |((player, reason), count): (&(usize, String), &u64)| {
        let name = plan.players[*player].name.as_str();
        message!(
            "tournament-forfeit",
            name,
            reason = reason.as_str(),
            count = *count
        )
    };
    standings.forfeits.iter().map(forfeit).collect()
}

fn repeated(standings: &Standings) -> Option<Message> {
    let &(number, original) = standings.repeated.first()?;
    let count = standings.repeated.len();
    Some(message!("tournament-repeated", count, number, original))
}

fn test_result(test: &SprtState) -> Message {
    let key = match test.decision {
        Some(SprtDecision::H0) => key!("tournament-sprt-h0", llr, low, high, pairs),
        Some(SprtDecision::H1) => key!("tournament-sprt-h1", llr, low, high, pairs),
        None => key!("tournament-sprt-open", llr, low, high, pairs),
    };
    Message::new(key)
        .with("llr", format!("{:.2}", test.llr))
        .with("low", format!("{:.2}", test.bounds[0]))
        .with("high", format!("{:.2}", test.bounds[1]))
        .with("pairs", format!("{:?}", test.pairs))
}
