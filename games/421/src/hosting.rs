//! 421 at a table: its options, transcript and dialogue, in the words of its subject.

mod board;
mod card;
mod drawing;
mod edits;
mod judge;
mod space;

use crate::{
    Cheat, Dice, Effect, Engine, Face, Game421, MOST_THROWS, Move, Refusal, Rethrow, RoundResult,
    STRATEGIES, Settled,
};
use table::{Ending, Event, Explain, Key, Message, Named, Outcome, Side, key, message};

use host::{
    Analyst, Ask, Asked, Hosted, LevelScale, OptionError, OptionSpec, Options, Positions, Scene,
    Space, StrategyCard, Voice, common_lines, spaced,
};
use review::{Judge, Reviewed};
use text::{Language, counted};

/// The number of tokens of the subject's sample run.
const USUAL_TOKENS: i32 = 10;

impl Hosted for Game421 {
    const NAME: &'static str = "421";
    const ALIASES: &'static [&'static str] = &["jeu421"];
    const STRATEGIES: &'static [Named<Self>] = STRATEGIES;
    const LEVELS: LevelScale = LevelScale {
        effort: 1_000_000,
        carelessness: [0.335, 0.168, 0.11, 0.0651, 0.0375, 0.0223, 0.0129],
    };
    const HIDES: bool = false;
    const SPACE: Option<Space<Self>> = Some(space::SPACE);
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::new("tokens", "N", key!("jeu421-option-tokens")),
        OptionSpec::new("dice", "FACES", key!("jeu421-option-dice")),
    ];
    const SECRETS: &'static [&'static str] = &["dice"];
    const CARD: Option<StrategyCard> = Some(StrategyCard {
        options: &[
            OptionSpec::new("tokens", "N", key!("jeu421-card-option-tokens")),
            OptionSpec::new("against", "DICE", key!("jeu421-card-option-against")),
        ],
        at: "tokens",
        write: card::write,
    });
    /// Effort in rounds, enough for a game with the most tokens.
    const EFFORT: u64 = 1_000_000;

    fn open(options: &Options) -> Result<Self, OptionError> {
        let tokens = options.number("tokens")?.unwrap_or(USUAL_TOKENS);
        Self::new(tokens).map_err(|error| OptionError::new("tokens", &error))
    }

    fn script(options: &Options) -> Result<Vec<u8>, OptionError> {
        let text = options.get("dice").unwrap_or_default();
        let outcome = |face: u8| (b'1'..=b'6').contains(&face).then(|| face - b'1');
        let outcomes: Option<_> = text.bytes().map(outcome).collect();
        outcomes.ok_or_else(|| OptionError::new("dice", &NotDice(text.to_owned())))
    }

    fn analyst(_options: &Options) -> Result<Box<dyn Analyst>, OptionError> {
        let read = str::parse::<Self>;
        Ok(Box::new(Positions::new(Engine::default(), read)))
    }

    fn rules(&self) -> String {
        let [first, second] = self.totals();
        format!("tokens={}", first.max(second))
    }

    fn plain(&self, side: Side) -> Vec<String> {
        let totals = self.totals();
        let [own, other] = [side, side.other()].map(|side| totals[side.index()]);
        let mut lines = vec![
            format!("round {}", self.round),
            format!("tokens {own} {other}"),
            format!("dice {}", pips(self.dice)),
            format!("throws {}", self.throws),
        ];
        let to_beat = self.to_beat;
        lines.extend(to_beat.map(|best| format!("beat {}", pips(best.faces().into()))));
        lines
    }

    /// The line with all dice of a throw; `None` until the last one has fallen.
    fn drawn(&self, _side: Side, _effect: &Effect, _shown: Option<String>) -> Option<String> {
        let fallen = self.dice.next_to_fall().is_none();
        fallen.then(|| format!("throws {}", pips(self.dice)))
    }
}

fn pips(dice: Dice) -> String {
    spaced(dice.0.map(|die| die.map_or(0, Face::pips)))
}

impl Reviewed for Game421 {
    fn judge(_options: &Options) -> Result<Box<dyn Judge<Self>>, OptionError> {
        Ok(Box::new(Engine::default()))
    }
}

impl Voice for Game421 {
    const ABOUT: Key = key!("jeu421-about");
    const STRATEGY_WORDS: &'static [(&'static str, Key)] = &[
        ("naif", key!("jeu421-strategy-naif")),
        ("glouton", key!("jeu421-strategy-glouton")),
        ("expert", key!("jeu421-strategy-expert")),
        ("tricheur", key!("jeu421-strategy-tricheur")),
    ];
    const ASKED: &'static [Asked] = &[Asked {
        option: "tokens",
        question: key!("jeu421-ask-tokens"),
    }];

    fn transcript(scene: &Scene<'_, Self>, event: &Event<Self>) -> String {
        match event {
            Event::Asked { side } => told_throw(scene, *side),
            Event::Played { side, effect, .. } => told_move(scene, *side, effect),
            Event::Unreadable { .. } => scene.line(&message!("jeu421-unreadable")),
            Event::Cheated { .. } => {
                let dice = scene.game.dice.to_string();
                scene.line(&message!("jeu421-turned", dice))
            }
            Event::Over {
                ending: Ending::Played(Outcome::Win(side)),
            } => scene.line(&message!("jeu421-wins", name = scene.name(*side))),
            _ => common_lines(scene, event),
        }
    }

    fn sentence(
        scene: &Scene<'_, Self>,
        event: &Event<Self>,
        you: Option<Side>,
    ) -> Option<Message> {
        match event {
            Event::Played { side, effect, .. } => did(scene, *side, effect, you),
            Event::Chance { side, .. } => {
                // All dice of a throw are told at once, when the last has fallen.
                let dice = spoken(scene.game.dice.faces()?);
                let key = key!("jeu421-did-fall", who, name, dice, throw);
                let message = scene.about(key, *side, you).with("dice", dice);
                Some(message.with("throw", scene.game.throws))
            }
            _ => None,
        }
    }

    fn briefly(_scene: &Scene<'_, Self>, effect: &Effect) -> Option<Message> {
        match effect {
            Effect::Fell { .. } => None,
            Effect::Threw(again) => {
                let message = Message::new(key!("jeu421-throw-some", count, form));
                Some(counted(message, "count", again.dice().count() as u32))
            }
            Effect::Kept { faces, .. } => Some(words(Dice(faces.map(Some)), Move::Keep)),
        }
    }

    fn why(scene: &Scene<'_, Self>, you: Option<Side>) -> Option<Message> {
        let winner = scene.game.winner()?;
        Some(scene.about(key!("jeu421-why", who, name), winner, you))
    }

    fn question(scene: &Scene<'_, Self>) -> String {
        scene.language.word(key!("jeu421-ask-again"))
    }

    fn ask(scene: &Scene<'_, Self>, answers: &[String]) -> Ask {
        ask(scene.game, answers, scene.language)
    }
}

/// Three faces as `4 2 1`, which is the same in all languages.
fn spoken(faces: [Face; 3]) -> String {
    faces.map(|face| face.to_string()).join(" ")
}

/// A move in words: the kept dice, or the dice thrown again.
fn words(dice: Dice, mv: Move) -> Message {
    let Move::Throw(again) = mv else {
        return message!("jeu421-keep-dice", dice = dice.to_string());
    };
    let faces = again.dice().filter_map(|die| dice.0[die]);
    let thrown: Vec<String> = faces.map(|face| face.to_string()).collect();
    message!("jeu421-throw-dice", dice = thrown.join(", "))
}

fn did(
    scene: &Scene<'_, Game421>,
    side: Side,
    effect: &Effect,
    you: Option<Side>,
) -> Option<Message> {
    match effect {
        Effect::Fell { .. } => None,
        Effect::Threw(again) => {
            let key = key!("jeu421-did-throw", who, name, count, form);
            let thrown = again.dice().count() as u32;
            Some(counted(scene.about(key, side, you), "count", thrown))
        }
        Effect::Kept { faces, round } => {
            let about = |key| scene.about(key, side, you).with("dice", spoken(*faces));
            let Some(round) = round else {
                return Some(about(key!("jeu421-did-keep", who, name, dice)));
            };
            let Some((giver, count)) = round.result.given() else {
                return Some(about(key!("jeu421-did-draw", who, name, dice)));
            };
            let key = key!(
                "jeu421-did-settle",
                who,
                name,
                dice,
                giver,
                from,
                count,
                form
            );
            let giver_is = if you == Some(giver) { "you" } else { "other" };
            let message = about(key)
                .with("giver", giver_is)
                .with("from", scene.name(giver));
            Some(counted(message, "count", count.into()))
        }
    }
}

/// Error for an option `dice` that is not a row of faces.
#[derive(Debug, Explain)]
#[message("jeu421-not-dice", text = _0)]
struct NotDice(String);

/// The line that shows the dice on the table.
pub(crate) fn current(game: &Game421) -> Message {
    message!("jeu421-current", dice = game.dice.to_string())
}

/// The line that shows the dice at the end of a turn.
pub(crate) fn last(faces: [Face; 3]) -> Message {
    message!("jeu421-final", dice = Dice::from(faces).to_string())
}

fn told_throw(scene: &Scene<'_, Game421>, side: Side) -> String {
    let current = scene.line(&current(scene.game));
    match scene.game.throws {
        1 => scene.line(&message!("jeu421-active", player = side.number())) + &current,
        _ => current,
    }
}

/// The lines after a move. A person's choice of dice is already in the dialogue.
fn told_move(scene: &Scene<'_, Game421>, side: Side, effect: &Effect) -> String {
    match effect {
        Effect::Fell { .. } => String::new(),
        Effect::Threw(_) if scene.is_human(side) => String::new(),
        Effect::Threw(_) => {
            let dice = scene.game.dice.to_string();
            scene.line(&message!("jeu421-kept", dice))
        }
        Effect::Kept { faces, round } => {
            let round = round.map_or(String::new(), |round| told_round(scene, round));
            scene.line(&last(*faces)) + &round
        }
    }
}

/// The lines with the result of a round and the score after it (R2).
fn told_round(scene: &Scene<'_, Game421>, Settled { result, totals, .. }: Settled) -> String {
    let [first, second] = totals;
    let result = match result {
        RoundResult::Draw => message!("jeu421-draw"),
        RoundResult::Won {
            winner, by_value, ..
        } => won(winner, by_value),
    };
    scene.line(&result) + &scene.line(&message!("jeu421-totals", first, second))
}

/// The line that names the winner of a round, by value (*`traiterJetonsEgaux`*) or by tokens
/// (*`traiterJetonsDiff`*).
pub(crate) fn won(winner: Side, by_value: bool) -> Message {
    let player = winner.number();
    if by_value {
        message!("jeu421-by-value", player)
    } else {
        message!("jeu421-by-tokens", player)
    }
}

/// The subject's questions: whether to throw again, then about each die. An answer that is no whole
/// number is asked again. After the third throw the first question is still asked, but the answer 1 is
/// refused and ends the turn (R1).
pub(crate) fn ask(game: &Game421, answers: &[String], language: Language) -> Ask {
    let is_cheat = |answer: &&String| answer.parse::<Cheat>().is_ok();
    if let Some(cheat) = answers.last().filter(is_cheat) {
        return Ask::Answer(cheat.clone());
    }
    let numbers = answers.iter().flat_map(|answer| answer.parse::<i64>());
    let ones: Vec<bool> = numbers.map(|number| number == 1).collect();
    let question = match ones[..] {
        [] => language.word(key!("jeu421-ask-again")),
        [false, ..] => return Ask::Answer(Move::Keep.to_string()),
        [true, ..] if game.throws == MOST_THROWS => {
            let refused = language.say(&Refusal::NoThrowLeft.explain());
            return Ask::Despite(refused, Move::Keep.to_string());
        }
        [true, a, b, c, ..] => return Ask::Answer(Move::Throw(Rethrow([a, b, c])).to_string()),
        [true, ref again @ ..] => {
            let face = game.dice.0[again.len()].map_or(0, Face::pips);
            language.say(&message!("jeu421-ask-die", number = again.len() + 1, face))
        }
    };
    let last = answers.last().map(|answer| answer.parse::<i64>());
    let complaint = match last {
        Some(Err(_)) => language.word(key!("jeu421-unreadable")) + "\n",
        _ => String::new(),
    };
    Ask::Question(complaint + &question)
}
