//! The name, the analyst and the transcript of the game.

use host::{Analyst, Hosted, OptionError, Options, Positions, Scene, Voice, common_lines};
use review::Reviewed;
use table::{Event, Key, Message, Named, Side, key, message};

use crate::expert::Odds;
use crate::rules::{Effect, Menteur, Move};
use crate::strategies::STRATEGIES;
use crate::view::View;

impl Hosted for Menteur {
    const NAME: &'static str = "menteur";
    const ALIASES: &'static [&'static str] = &["liar"];
    const STRATEGIES: &'static [Named<Self>] = STRATEGIES;
    const HIDES: bool = true;

    fn open(_options: &Options) -> Result<Self, OptionError> {
        Ok(Self::default())
    }

    /// Reads a view. Of a whole position, the expert gets only what the side to move sees.
    fn analyst(_options: &Options) -> Result<Box<dyn Analyst>, OptionError> {
        let read = |text: &str| text.parse().map(|View(game)| game);
        Ok(Box::new(Positions::new(Odds, read)))
    }
}

impl Reviewed for Menteur {}

impl Voice for Menteur {
    const ABOUT: Key = key!("menteur-about");

    fn transcript(scene: &Scene<'_, Self>, event: &Event<Self>) -> String {
        match event {
            Event::Played { side, mv, .. } => {
                let name = scene.name(*side);
                scene.line(&match mv {
                    Move::Bid(bid) => message!("menteur-bids", name, bid = bid.to_string()),
                    Move::Call => message!("menteur-calls", name),
                })
            }
            Event::Unreadable { text, .. } => {
                scene.line(&message!("menteur-move", text = text.as_str()))
            }
            Event::Over { .. } => scene.line(&shown_dice(scene)) + &common_lines(scene, event),
            // All players read the terminal: a throw is told in the question to its player.
            _ => common_lines(scene, event),
        }
    }

    fn sentence(
        scene: &Scene<'_, Self>,
        event: &Event<Self>,
        you: Option<Side>,
    ) -> Option<Message> {
        let (Event::Played { side, effect, .. } | Event::Chance { side, effect, .. }) = event
        else {
            return None;
        };
        Some(match effect {
            Effect::Fell(face) => {
                let message = scene.about(key!("menteur-did-throw", who, name, face), *side, you);
                message.with("face", *face)
            }
            Effect::Said(Move::Bid(bid)) => {
                let message = scene.about(key!("menteur-did-bid", who, name, bid), *side, you);
                message.with("bid", bid.to_string())
            }
            Effect::Said(Move::Call) => {
                scene.about(key!("menteur-did-call", who, name), *side, you)
            }
        })
    }

    fn why(scene: &Scene<'_, Self>, _you: Option<Side>) -> Option<Message> {
        Some(shown_dice(scene))
    }

    fn question(scene: &Scene<'_, Self>) -> String {
        let side = scene.game.to_move;
        let die = scene.game.dice[side.index()].to_string();
        scene.say(&message!("menteur-ask", name = scene.name(side), die))
    }
}

fn shown_dice(scene: &Scene<'_, Menteur>) -> Message {
    let [first, second] = scene.game.dice.map(|die| die.to_string());
    message!("menteur-dice", first, second)
}
