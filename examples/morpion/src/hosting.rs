//! The name, the analyst and the transcript of the game.

use host::{Analyst, Hosted, OptionError, Options, Positions, Scene, Voice, common_lines};
use review::Reviewed;
use table::{Event, Key, Message, Named, Side, key, message};

use crate::expert::Exhaustive;
use crate::rules::{Cell, Morpion};
use crate::strategies::STRATEGIES;

impl Hosted for Morpion {
    const NAME: &'static str = "morpion";
    const ALIASES: &'static [&'static str] = &["tictactoe"];
    const STRATEGIES: &'static [Named<Self>] = STRATEGIES;
    const HIDES: bool = false;

    fn open(_options: &Options) -> Result<Self, OptionError> {
        Ok(Self::default())
    }

    fn analyst(_options: &Options) -> Result<Box<dyn Analyst>, OptionError> {
        Ok(Box::new(Positions::new(Exhaustive, str::parse::<Self>)))
    }
}

impl Reviewed for Morpion {}

impl Voice for Morpion {
    const ABOUT: Key = key!("morpion-about");

    fn transcript(scene: &Scene<'_, Self>, event: &Event<Self>) -> String {
        match event {
            Event::Asked { .. } => drawing(scene.game),
            Event::Played { side, mv, .. } => {
                let name = scene.name(*side);
                scene.line(&message!("morpion-plays", name, cell = mv.number()))
            }
            Event::Unreadable { text, .. } => {
                scene.line(&message!("morpion-cell", text = text.as_str()))
            }
            Event::Over { .. } => drawing(scene.game) + &common_lines(scene, event),
            _ => common_lines(scene, event),
        }
    }

    fn sentence(
        scene: &Scene<'_, Self>,
        event: &Event<Self>,
        you: Option<Side>,
    ) -> Option<Message> {
        let Event::Played { side, mv, .. } = event else {
            return None;
        };
        let message = scene.about(key!("morpion-did", who, name, cell), *side, you);
        Some(message.with("cell", mv.number()))
    }

    fn question(scene: &Scene<'_, Self>) -> String {
        let name = scene.name(scene.game.to_move);
        scene.say(&message!("morpion-ask", name))
    }
}

/// The board as three lines; a free cell shows its number.
fn drawing(game: &Morpion) -> String {
    let symbol = |cell: Cell| match game.mark(cell) {
        Some(Side::First) => "x".to_owned(),
        Some(Side::Second) => "o".to_owned(),
        None => cell.number().to_string(),
    };
    let cells: Vec<String> = Cell::all().map(symbol).collect();
    cells.chunks(3).map(|row| row.join(" ") + "\n").collect()
}
