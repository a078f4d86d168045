//! Advice in three steps, each of which says more: where to look, what to play, why.

use table::{Budget, Chance, Message};

use crate::Hosted;
use crate::review::Judge;

/// Advice for a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// Where to look.
    pub place: Message,
    /// The best move.
    pub what: String,
    /// Why: each sentence is proved. Empty for games that give no reasons.
    pub why: Vec<Message>,
}

/// What the side that sees `view` and has the hand is advised.
pub(crate) fn advise<G: Hosted, J: Judge<G> + ?Sized>(
    judge: &mut J,
    view: G::View<'_>,
    luck: &mut dyn Chance,
    budget: &Budget<'_>,
) -> Result<Advice, Message> {
    let found = judge.evaluate(view, luck, budget);
    let found = found.map_err(|_| Message::new("analysis-stopped"))?;
    let best = found
        .best()
        .ok_or_else(|| Message::new("advice-nobody"))?;
    Ok(Advice {
        place: judge.place(view, best),
        what: best.to_string(),
        why: judge.why(view, &found, None),
    })
}
