//! Advice in three steps: where to look, what to play, and why.

use serde_json::{Value as Json, json};
use table::{Budget, Chance, Explain as _, Key, Message, key, message};

use crate::{Judge, Reviewed};
use host::Analysis;
use text::Language;

/// Advice for a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// Where to look, without the move.
    pub place: Message,
    /// The best move.
    pub what: String,
    /// Proved reasons for the move; empty for games without reasons.
    pub why: Vec<Message>,
    /// Values of the position and its moves.
    pub report: Analysis,
}

impl Advice {
    /// The advice as text: one line for the place, one for the move, one for each reason.
    pub fn text(&self, language: Language) -> String {
        let line =
            |key: Key, text: String| language.say(&Message::new(key).with("text", text)) + "\n";
        let place = line(key!("advice-where", text), language.say(&self.place));
        let what = line(key!("advice-what", text), self.what.clone());
        let why = self.why.iter();
        let why = why.map(|reason| line(key!("advice-why", text), language.say(reason)));
        place + &what + &why.collect::<String>()
    }

    /// The advice as the object that `analyse --why --json` adds.
    pub fn json(&self, language: Language) -> Json {
        let why: Vec<String> = self.why.iter().map(|reason| language.say(reason)).collect();
        json!({"where": language.say(&self.place), "what": self.what, "why": why})
    }
}

/// Gives advice to the side to move, from its `view`.
pub fn advise<G: Reviewed, J: Judge<G> + ?Sized>(
    judge: &mut J,
    view: G::View<'_>,
    luck: &mut dyn Chance,
    budget: &Budget<'_>,
) -> Result<Advice, Message> {
    let found = judge.evaluate(view, luck, budget);
    let found = found.map_err(|stopped| stopped.explain())?;
    let best = found.best().ok_or_else(|| message!("advice-nobody"))?;
    Ok(Advice {
        report: Analysis::new(&view.to_string(), &found),
        place: judge.place(view, best),
        what: best.to_string(),
        why: judge.why(view, &found, None),
    })
}
