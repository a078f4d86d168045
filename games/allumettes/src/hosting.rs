//! The 13 matches at a table: their options, transcript and dialogue, in the words of their subject.

mod board;
mod drawing;
mod edits;
mod judge;
mod space;

use std::num::NonZeroU32;

use crate::notation::read_heaps;
use crate::rules::LastMatch;
use crate::{Cheat, Engine, Matches, NotationError, STRATEGIES, Take, Taken};
use table::{Event, Explain, Game as _, Key, Message, Named, Outcome, Side, Turn, key, message};

use host::{
    Analyst, Hosted, LevelScale, OptionError, OptionSpec, Options, Positions, Scene, Space, Voice,
    common_lines, spaced,
};
use review::{Judge, Reviewed};
use text::counted;

const MAX: OptionSpec = OptionSpec::new("max", "N", key!("allumettes-option-max"));
const LAST_WINS: OptionSpec = OptionSpec::flag("last-wins", key!("allumettes-option-last-wins"));

impl Hosted for Matches {
    const NAME: &'static str = "allumettes";
    const ALIASES: &'static [&'static str] = &["matches", "nim"];
    const STRATEGIES: &'static [Named<Self>] = STRATEGIES;
    const LEVELS: LevelScale = LevelScale {
        effort: 1,
        carelessness: [1.49, 0.796, 1.294, 0.716, 0.501, 0.377, 0.281],
    };
    const HIDES: bool = false;
    const SPACE: Option<Space<Self>> = Some(space::SPACE);
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::new("matches", "N", key!("allumettes-option-matches")),
        MAX,
        OptionSpec::new("heaps", "N,N…", key!("allumettes-option-heaps")),
        LAST_WINS,
    ];
    const ANALYSIS_OPTIONS: &'static [OptionSpec] = &[MAX, LAST_WINS];

    fn open(options: &Options) -> Result<Self, OptionError> {
        let game = match (options.get("heaps"), options.number::<u32>("matches")?) {
            (Some(heaps), None) => {
                heaps_of(heaps).map_err(|error| OptionError::new("heaps", &error))?
            }
            (None, Some(matches)) => {
                Self::new(&[matches]).map_err(|error| OptionError::new("matches", &error))?
            }
            (None, None) => Self::default(),
            (Some(_), Some(_)) => return Err(OptionError::new("heaps", &HeapsAndMatches)),
        };
        Ok(Variant::from_options(options)?.applied_to(game))
    }

    fn analyst(options: &Options) -> Result<Box<dyn Analyst>, OptionError> {
        let variant = Variant::from_options(options)?;
        let read = move |text: &str| text.parse().map(|game| variant.applied_to(game));
        Ok(Box::new(Positions::new(Engine, read)))
    }

    fn rules(&self) -> String {
        let most = self.max.map_or(0, NonZeroU32::get);
        let last = match self.last {
            LastMatch::Loses => "loses",
            LastMatch::Wins => "wins",
        };
        format!("matches={} max={most} last={last}", self.left())
    }

    fn plain(&self, _side: Side) -> Vec<String> {
        vec![
            format!("left {}", self.left()),
            format!("heaps {}", spaced(self.heaps())),
        ]
    }
}

impl Reviewed for Matches {
    fn judge(options: &Options) -> Result<Box<dyn Judge<Self>>, OptionError> {
        Ok(Box::new(judge::ClosedForm(Variant::from_options(options)?)))
    }
}

impl Voice for Matches {
    const ABOUT: Key = key!("allumettes-about");
    const STRATEGY_WORDS: &'static [(&'static str, Key)] = &[
        ("naif", key!("allumettes-strategy-naif")),
        ("rapide", key!("allumettes-strategy-rapide")),
        ("lente", key!("allumettes-strategy-lente")),
        ("expert", key!("allumettes-strategy-expert")),
        ("tricheur", key!("allumettes-strategy-tricheur")),
    ];

    fn transcript(scene: &Scene<'_, Self>, event: &Event<Self>) -> String {
        let common = common_lines(scene, event);
        match event {
            Event::Asked { .. } => scene.line(&left(scene.game)),
            Event::Played { side, mv, .. } => takes(scene, *side, mv.count) + "\n",
            Event::Refused { side, mv, .. } => takes(scene, *side, mv.count) + &common + "\n",
            Event::Unreadable { .. } => scene.line(&unreadable(scene.game)),
            Event::Cheated { cheat, .. } => match cheat {
                Cheat::Leave(_) => format!("[{}]\n", scene.say(&left(scene.game))),
                Cheat::One => {
                    scene.line(&message!("allumettes-one-less", left = scene.game.left()))
                }
            },
            _ => common,
        }
    }

    fn sentence(
        scene: &Scene<'_, Self>,
        event: &Event<Self>,
        you: Option<Side>,
    ) -> Option<Message> {
        let Event::Played { side, effect, .. } = event else {
            return None;
        };
        let count = u32::try_from(effect.take.count).unwrap_or_default();
        let key = key!("allumettes-did", who, name, count, form, left);
        let message = scene.about(key, *side, you);
        Some(counted(message, "count", count).with("left", effect.left))
    }

    fn briefly(scene: &Scene<'_, Self>, effect: &Taken) -> Option<Message> {
        Some(words(scene.game.heaps().len(), effect.take))
    }

    fn why(scene: &Scene<'_, Self>, you: Option<Side>) -> Option<Message> {
        let Turn::Over(Outcome::Win(winner)) = scene.game.turn() else {
            return None;
        };
        let taker = match scene.game.last {
            LastMatch::Loses => winner.other(),
            LastMatch::Wins => winner,
        };
        Some(scene.about(key!("allumettes-took-last", who, name), taker, you))
    }

    fn question(scene: &Scene<'_, Self>) -> String {
        let name = match scene.game.turn() {
            Turn::Player(side) => scene.name(side),
            Turn::Chance { .. } | Turn::Over(_) => "",
        };
        scene.say(&if one_heap(scene.game) {
            message!("allumettes-ask", name)
        } else {
            message!("allumettes-ask-heap", name)
        })
    }
}

/// Error: the options give both the heaps and a number of matches.
#[derive(Debug, Explain)]
#[message("allumettes-heaps-and-matches")]
struct HeapsAndMatches;

fn heaps_of(text: &str) -> Result<Matches, NotationError> {
    Ok(Matches::new(&read_heaps(text)?)?)
}

/// The options that change the rules.
#[derive(Clone, Copy)]
struct Variant {
    max: Option<NonZeroU32>,
    last: Option<LastMatch>,
}

impl Variant {
    fn from_options(options: &Options) -> Result<Self, OptionError> {
        Ok(Self {
            max: options.number("max")?,
            last: options.flag("last-wins").then_some(LastMatch::Wins),
        })
    }

    fn applied_to(self, game: Matches) -> Matches {
        Matches {
            max: self.max.or(game.max),
            last: self.last.unwrap_or(game.last),
            ..game
        }
    }
}

fn one_heap(game: &Matches) -> bool {
    game.heaps().len() == 1
}

fn left(game: &Matches) -> Message {
    message!("allumettes-left", left = spaced(game.heaps()))
}

fn unreadable(game: &Matches) -> Message {
    if one_heap(game) {
        message!("allumettes-unreadable")
    } else {
        message!("allumettes-unreadable-heap")
    }
}

/// A move in words; with several heaps, it names the heap.
fn words(heaps: usize, mv: Take) -> Message {
    let count = u32::try_from(mv.count).unwrap_or(0);
    if heaps == 1 {
        message!("allumettes-take", count)
    } else {
        message!("allumettes-take-heap", count, heap = mv.heap + 1)
    }
}

/// "X prend N allumettes.": plural from 2 upwards (R28). Fluent would write −2 in the plural too.
fn takes(scene: &Scene<'_, Matches>, side: Side, count: i64) -> String {
    let form = match count {
        0 => "none",
        2.. => "many",
        _ => "one",
    };
    let name = scene.name(side);
    scene.line(&message!("allumettes-takes", name, count, form))
}
