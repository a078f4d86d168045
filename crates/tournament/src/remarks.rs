//! What is said of standings besides the numbers: how sure they are, what is missing, who forfeited,
//! what did not count, what a test decided.

use table::Message;

use super::{Decision, Plan, Row, Standing, Standings, superiority};

/// Everything there is to say, in the order in which it is told.
pub fn remarks(plan: &Plan, standings: &Standings, test: Option<&Standing>) -> Vec<Message> {
    let missing = standings.ratings.missing;
    let missing = (missing > 0).then(|| Message::new("tournament-missing").with("games", missing));
    let worth = standings.worth();
    let worth =
        worth.map(|worth| Message::new("tournament-worth").with("times", format!("{worth:.1}")));
    likelihoods(standings)
        .into_iter()
        .chain(missing)
        .chain(worth)
        .chain(forfeits(plan, standings))
        .chain(repeated(standings))
        .chain(test.map(tested))
        .collect()
}

/// How sure it is that each is better than the next.
fn likelihoods(standings: &Standings) -> Vec<Message> {
    let likelihood = |pair: &[Row]| {
        let likelihood = superiority(&standings.ratings, pair[0].player, pair[1].player)?;
        let message = Message::new("tournament-los")
            .with("one", pair[0].name.as_str())
            .with("other", pair[1].name.as_str());
        Some(message.with("percent", format!("{:.1}", 100.0 * likelihood)))
    };
    standings.rows.windows(2).filter_map(likelihood).collect()
}

fn forfeits(plan: &Plan, standings: &Standings) -> Vec<Message> {
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

fn tested(test: &Standing) -> Message {
    let key = match test.decision {
        Some(Decision::H0) => "tournament-sprt-h0",
        Some(Decision::H1) => "tournament-sprt-h1",
        None => "tournament-sprt-open",
    };
    Message::new(key)
        .with("llr", format!("{:.2}", test.llr))
        .with("low", format!("{:.2}", test.bounds[0]))
        .with("high", format!("{:.2}", test.bounds[1]))
        .with("pairs", format!("{:?}", test.pairs))
}
