//! Hints: advice to the player who asks, from what that player sees.

use games::RegisteredGame;
use host::Options;
use review::Advice;
use serde::Serialize;
use table::Limits;
use text::Language;
use utoipa::ToSchema;

use crate::error::RequestError;

/// Advice in three steps, each of which says more.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HintReply {
    /// Where to look on the board.
    #[serde(rename = "where")]
    place: String,
    /// The best move.
    #[serde(rename = "move")]
    text: String,
    /// The value of the best move, in words.
    worth: String,
    /// The best of the moves that are worth less; none where all are equal.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<LesserMove>,
    /// Whether every move is proved to lose.
    lost: bool,
    /// Proved reasons for the best move.
    why: Vec<String>,
}

/// A move that is worth less than the best, and its value in words.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LesserMove {
    #[serde(rename = "move")]
    text: String,
    worth: String,
}

impl HintReply {
    fn new(offer: &RegisteredGame, advice: Advice, language: Language) -> Self {
        let worths = offer.worths(&advice.report, language);
        let moves = || worths.moves.iter();
        let best = moves().find(|ranked| ranked.text == advice.what);
        let worse = moves().filter(|ranked| ranked.rank > 0);
        let next = worse.min_by_key(|ranked| ranked.rank);
        let best = best.or(worths.moves.first());
        Self {
            place: language.say(&advice.place),
            worth: best.map_or(String::new(), |ranked| ranked.worth.words.clone()),
            next: next.map(|ranked| LesserMove {
                text: ranked.text.clone(),
                worth: ranked.worth.words.clone(),
            }),
            lost: moves().all(|ranked| ranked.worth.share.high <= 0.0),
            text: advice.what,
            why: advice.why.iter().map(|why| language.say(why)).collect(),
        }
    }
}

/// Advice for the side to move in a position, which holds only what that side sees.
pub(super) fn advise(
    offer: &RegisteredGame,
    position: &str,
    limits: &Limits,
    language: Language,
) -> Result<HintReply, RequestError> {
    let mut reviewer = offer.reviewer(&Options::default())?;
    let advice = reviewer.advise(position, limits);
    let advice = advice.map_err(|message| RequestError::Refused("no-hint", message))?;
    Ok(HintReply::new(offer, advice, language))
}
