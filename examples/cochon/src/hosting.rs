//! The name, the analyst and the transcript of the game.

use host::{Analyst, Hosted, OptionError, Options, Positions, Scene, Voice, common_lines};
use review::Reviewed;
use table::{Event, Key, Message, Named, Side, key, message};

use crate::expert::Exact;
use crate::rules::{Cochon, Effect};
use crate::strategies::STRATEGIES;

impl Hosted for Cochon {
    const NAME: &'static str = "cochon";
    const ALIASES: &'static [&'static str] = &["pig"];
    const STRATEGIES: &'static [Named<Self>] = STRATEGIES;
    const HIDES: bool = false;

    fn open(_options: &Options) -> Result<Self, OptionError> {
        Ok(Self::default())
    }

    fn analyst(_options: &Options) -> Result<Box<dyn Analyst>, OptionError> {
        Ok(Box::new(Positions::new(Exact, str::parse::<Self>)))
    }
}

impl Reviewed for Cochon {}

impl Voice for Cochon {
    const ABOUT: Key = key!("cochon-about");

    fn transcript(scene: &Scene<'_, Self>, event: &Event<Self>) -> String {
        match event {
            Event::Played { side, effect, .. } | Event::Chance { side, effect, .. } => {
                told(scene, *side, *effect)
            }
            Event::Unreadable { text, .. } => {
                scene.line(&message!("cochon-move", text = text.as_str()))
            }
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
        match effect {
            Effect::Threw => None,
            Effect::Kept(points) => {
                let message = scene.about(key!("cochon-did-keep", who, name, points), *side, you);
                Some(message.with("points", *points))
            }
            Effect::Fell(face) => {
                let message = scene.about(key!("cochon-did-fall", who, name, face), *side, you);
                Some(message.with("face", *face))
            }
        }
    }

    fn question(scene: &Scene<'_, Self>) -> String {
        let (game, side) = (scene.game, scene.game.side());
        let (name, points, total) = (scene.name(side), game.points(), game.total(side));
        scene.say(&message!("cochon-ask", name, points, total))
    }
}

fn told(scene: &Scene<'_, Cochon>, side: Side, effect: Effect) -> String {
    let name = scene.name(side);
    match effect {
        Effect::Threw => String::new(),
        Effect::Kept(points) => {
            let total = scene.game.total(side);
            scene.line(&message!("cochon-keeps", name, points, total))
        }
        Effect::Fell(face) => scene.line(&message!("cochon-throws", name, face)),
    }
}
