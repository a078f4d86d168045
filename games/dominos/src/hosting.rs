//! Dominos at a table: their options, transcript, dialogue and analyst, in the words of their subject.

mod board;
mod drawing;
mod edits;
mod judge;
mod space;

use crate::notation::read_sets;
use crate::{
    Dominos, Effect, Engine, Move, NotationError, Pair, Rule, STRATEGIES, Seen, SetupError, Tile,
    Tiles,
};
use table::{
    Budget, Chance, Ending, Event, Expert, Explain, Game as _, Key, Message, Named, Outcome, Side,
    Turn, key, message,
};

use host::{
    Analysis, Analyst, Ask, Hosted, LevelScale, OptionError, OptionSpec, Options, Scene, Space,
    Viewer, Voice, common_lines, spaced,
};
use review::{Judge, Reviewed};

impl Hosted for Dominos {
    const NAME: &'static str = "dominos";
    const ALIASES: &'static [&'static str] = &["dominoes"];
    const STRATEGIES: &'static [Named<Self>] = STRATEGIES;
    const LEVELS: LevelScale = LevelScale {
        effort: 3000,
        carelessness: [5.0, 0.9, 0.33, 0.19, 0.137, 0.098, 0.07],
    };
    const SPACE: Option<Space<Self>> = Some(space::SPACE);
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::new("rule", "1|2", key!("dominos-option-rule")),
        OptionSpec::new("hand", "N", key!("dominos-option-hand")),
        OptionSpec::new("deal", "66,54…/61,…", key!("dominos-option-deal")),
    ];
    const HIDES: bool = true;
    const SECRETS: &'static [&'static str] = &["deal"];

    fn open(options: &Options) -> Result<Self, OptionError> {
        let rule: Rule = options.parsed("rule")?.unwrap_or_default();
        let size = options.number("hand")?;
        if let Some(text) = options.get("deal") {
            return dealt(rule, size, text);
        }
        let size = size.unwrap_or(rule.usual_size());
        Self::new(rule, size).map_err(|error| OptionError::new("hand", &error))
    }

    /// The outcomes of chance that draw a given boneyard in its order.
    fn script(options: &Options) -> Result<Vec<u8>, OptionError> {
        let outcomes = options.get("deal").map_or(Ok(Vec::new()), outcomes);
        outcomes.map_err(|error| OptionError::new("deal", &error))
    }

    fn analyst(_options: &Options) -> Result<Box<dyn Analyst>, OptionError> {
        Ok(Box::new(Engine::default()))
    }

    fn rules(&self) -> String {
        format!("rule={} hand={}", self.rule, self.size)
    }

    fn plain(&self, side: Side) -> Vec<String> {
        let view = self.view(side);
        let ends = view.ends().map(|ends| spaced([ends.left, ends.right]));
        let line = self.line().into_iter();
        let line = line.map(|[left, right]| format!("{left}{right}"));
        vec![
            word("hand", spaced(view.hand)),
            word("ends", ends.unwrap_or_default()),
            word("table", spaced(line)),
            format!("opponent {}", view.opponent),
            format!("boneyard {}", view.boneyard),
        ]
    }

    /// The line for a drawn tile. A dealt tile has none: the hand is told before each turn.
    fn drawn(&self, _side: Side, _effect: &Effect, shown: Option<String>) -> Option<String> {
        let dealt = !self.history().is_empty();
        dealt.then(|| format!("draws {}", shown.unwrap_or_else(|| "?".to_owned())))
    }
}

/// A line of a word and its values, without a space at the end if there are none.
fn word(name: &str, rest: impl AsRef<str>) -> String {
    format!("{name} {}", rest.as_ref()).trim_end().to_owned()
}

impl Reviewed for Dominos {
    fn judge(_options: &Options) -> Result<Box<dyn Judge<Self>>, OptionError> {
        Ok(Box::new(Engine::default()))
    }
}

impl Voice for Dominos {
    const ABOUT: Key = key!("dominos-about");
    const STRATEGY_WORDS: &'static [(&'static str, Key)] = &[
        ("naif", key!("dominos-strategy-naif")),
        ("premier", key!("dominos-strategy-premier")),
        ("glouton", key!("dominos-strategy-glouton")),
        ("habile", key!("dominos-strategy-habile")),
        ("expert", key!("dominos-strategy-expert")),
        ("tricheur", key!("dominos-strategy-tricheur")),
    ];

    fn transcript(scene: &Scene<'_, Self>, event: &Event<Self>) -> String {
        match event {
            Event::Asked { side } => told_turn(scene, *side),
            Event::Played { side, effect, .. } => told_move(scene, *side, *effect),
            Event::Chance { side, effect, .. } => told_draw(scene, *side, *effect),
            Event::Cheated { side, .. } if scene.is_human(*side) => {
                format!("[{}]\n", hand(scene, side.other()))
            }
            Event::Cheated { .. } => String::new(),
            Event::Unreadable { .. } => scene.line(&message!("dominos-unreadable")),
            Event::Over {
                ending: Ending::Played(outcome),
            } => told_end(scene, event, *outcome),
            _ => common_lines(scene, event),
        }
    }

    fn sentence(
        scene: &Scene<'_, Self>,
        event: &Event<Self>,
        you: Option<Side>,
    ) -> Option<Message> {
        let (side, effect) = match event {
            Event::Played { side, effect, .. } => (*side, effect),
            // The deal has no sentence: the hands show it.
            Event::Chance { side, effect, .. } if !scene.game.history().is_empty() => {
                (*side, effect)
            }
            _ => return None,
        };
        let about = |key| scene.about(key, side, you);
        Some(match effect {
            Effect::Laid(laid, _) => {
                about(key!("dominos-did-lay", who, name, tile)).with("tile", halves(*laid))
            }
            Effect::Received(drawn) => {
                about(key!("dominos-did-receive", who, name, tile)).with("tile", halves(*drawn))
            }
            Effect::Asked => about(key!("dominos-did-draw", who, name)),
            Effect::Passed => about(key!("dominos-did-pass", who, name)),
        })
    }

    fn briefly(_scene: &Scene<'_, Self>, effect: &Effect) -> Option<Message> {
        Some(match effect {
            Effect::Laid(tile, _) => words(Move::Lay(*tile)),
            Effect::Received(_) => return None,
            Effect::Asked => words(Move::Draw),
            Effect::Passed => words(Move::Pass),
        })
    }

    fn why(scene: &Scene<'_, Self>, you: Option<Side>) -> Option<Message> {
        let [first, second] = Side::BOTH.map(|side| scene.name(side));
        let [one, two] = Side::BOTH.map(|side| scene.game.hand(side).points());
        let out = Side::BOTH
            .into_iter()
            .find(|side| scene.game.hand(*side).is_empty());
        let Some(out) = out else {
            return Some(message!("dominos-why-blocked", first, one, second, two));
        };
        let key = key!("dominos-why-out", who, name, first, one, second, two);
        let message = scene.about(key, out, you);
        let message = message.with("first", first).with("one", one);
        Some(message.with("second", second).with("two", two))
    }

    fn question(scene: &Scene<'_, Self>) -> String {
        let name = to_move(scene.game).map_or("", |side| scene.name(side));
        scene.say(&message!("dominos-ask", name))
    }

    /// A player without a choice is not asked; a tile that fits both ends needs a second answer (R14).
    fn ask(scene: &Scene<'_, Self>, answers: &[String]) -> Ask {
        match (forced(scene.game), answers) {
            (Some(mv), _) => Ask::Answer(mv.to_string()),
            (None, []) => Ask::Question(Self::question(scene)),
            (None, [tile, ends @ ..]) if names_no_end(scene.game, tile) => {
                ask_end(scene, tile, ends)
            }
            (None, [answer, ..]) => Ask::Answer(answer.clone()),
        }
    }
}

/// Asks for the end of a tile that fits both, until an answer names one.
fn ask_end(scene: &Scene<'_, Dominos>, tile: &str, answers: &[String]) -> Ask {
    let mut answered = answers.iter();
    if let Some(end) = answered.find(|end| matches!(&***end, "g" | "d" | "l" | "r")) {
        return Ask::Answer(format!("{tile}{end}"));
    }
    let complaint = match answers {
        [] => String::new(),
        _ => scene.line(&message!("dominos-end")),
    };
    Ask::Question(complaint + &scene.say(&message!("dominos-ask-end")))
}

/// The game of `--deal`; `--hand`, if it was given too, must agree.
fn dealt(rule: Rule, size: Option<u8>, text: &str) -> Result<Dominos, OptionError> {
    let sets = read_sets(text).map_err(|error| OptionError::new("deal", &error));
    let (hands, boneyard) = sets?;
    let game = Dominos::dealt(rule, hands, boneyard);
    let game = game.map_err(|error| OptionError::new("deal", &error))?;
    let dealt = game.hand(Side::First).len();
    match size {
        Some(size) if size != dealt => {
            Err(OptionError::new("hand", &SetupError::Uneven(dealt, size)))
        }
        _ => Ok(game),
    }
}

/// The outcomes of chance with which the boneyard of a deal, if it is given, is drawn in its order.
fn outcomes(deal: &str) -> Result<Vec<u8>, NotationError> {
    read_sets(deal)?;
    let boneyard = deal.split('/').nth(2).filter(|tiles| *tiles != "-");
    let tiles = boneyard.into_iter().flat_map(|tiles| tiles.split(','));
    let tiles: Vec<Tile> = tiles
        .map(|tile| tile.trim().parse())
        .collect::<Result<_, _>>()?;
    let mut left: Tiles = tiles.iter().copied().collect();
    let outcome = |tile| {
        left.remove(tile);
        (left & Tiles::above(tile)).len()
    };
    Ok(tiles.into_iter().map(outcome).collect())
}

impl Analyst for Engine {
    /// Reads a view, or a whole game, of which it uses only the view of the side to move.
    fn analyse(
        &mut self,
        text: &str,
        luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Result<Analysis, Message> {
        let seen = seen_in(text)?;
        let evaluation = self.evaluate(seen.view(), luck, budget);
        let evaluation = evaluation.map_err(|stopped| stopped.explain())?;
        Ok(Analysis::new(text, &evaluation))
    }
}

/// The view of a text: the text is a view, or a whole game seen by the side to move.
fn seen_in(text: &str) -> Result<Seen, Message> {
    let seen = match text.parse() {
        Err(NotationError::NoView(_)) => text
            .parse()
            .map(|game: Dominos| Seen::from_view(&game.view(game.next_side()))),
        seen => seen,
    };
    seen.map_err(|error| error.explain())
}

fn to_move(game: &Dominos) -> Option<Side> {
    match game.turn() {
        Turn::Player(side) => Some(side),
        Turn::Chance { .. } | Turn::Over(_) => None,
    }
}

/// The only move if it is the opening, a draw or a pass: the player is not asked for it.
fn forced(game: &Dominos) -> Option<Move> {
    let mut moves = game.legal();
    let only = moves.next().filter(|_| moves.next().is_none())?;
    (game.history().is_empty() || only.tile().is_none()).then_some(only)
}

/// A tile in words: *6-1*.
fn halves(tile: Tile) -> String {
    tile.halves().map(|half| half.to_string()).join("-")
}

/// A move in words, without the line of tiles.
fn words(mv: Move) -> Message {
    match mv {
        Move::Lay(tile) => message!("dominos-lay", tile = halves(tile)),
        Move::LayRight(tile) => message!("dominos-lay-at", tile = halves(tile), place = "right"),
        Move::Draw => message!("dominos-draw"),
        Move::Pass => message!("dominos-pass"),
    }
}

/// Whether an answer is a tile that fits both ends, without an end. Ends with the same number are not
/// asked about.
fn names_no_end(game: &Dominos, answer: &str) -> bool {
    let differ = game.ends().filter(|ends| ends.left != ends.right);
    let fits_both = |tile| differ.is_some_and(|ends| ends.fitting_both().contains(tile));
    let held = |tile| to_move(game).is_some_and(|side| game.hand(side).contains(tile));
    let tile = answer.parse::<Tile>();
    tile.is_ok_and(|tile| fits_both(tile) && held(tile))
}

/// Whether the viewer sees the hand of a side: a player sees its own. The terminal shows both hands when
/// no person plays, and otherwise the hand of the only person (R15).
fn is_open(scene: &Scene<'_, Dominos>, side: Side) -> bool {
    match scene.viewer {
        Viewer::Player(own) => own == side,
        Viewer::Spectator => false,
        Viewer::Referee => !scene.is_human(side.other()),
    }
}

/// `[[6, 1], [5, 4]]`, as the subject's program prints tiles.
fn pairs(tiles: impl IntoIterator<Item = Pair>) -> String {
    let text = |[one, other]: Pair| format!("[{one}, {other}]");
    let texts: Vec<String> = tiles.into_iter().map(text).collect();
    format!("[{}]", texts.join(", "))
}

fn hand(scene: &Scene<'_, Dominos>, side: Side) -> String {
    let (player, tiles) = (side.number(), scene.game.hand(side).into_iter());
    let tiles = pairs(tiles.map(Tile::halves));
    scene.say(&message!("dominos-hand", player, tiles))
}

fn told_turn(scene: &Scene<'_, Dominos>, side: Side) -> String {
    if scene.game.history().is_empty() {
        let shown = Side::BOTH.into_iter().filter(|side| is_open(scene, *side));
        let hands: String = shown.map(|side| hand(scene, side) + "\n").collect();
        return hands + "\n" + &scene.line(&message!("dominos-begins", player = side.number()));
    }
    let shown = match scene.viewer {
        Viewer::Referee => scene.is_human(side),
        viewer => viewer == Viewer::Player(side),
    };
    if shown && forced(scene.game).is_none() {
        hand(scene, side) + "\n"
    } else {
        String::new()
    }
}

fn told_move(scene: &Scene<'_, Dominos>, side: Side, effect: Effect) -> String {
    match effect {
        Effect::Laid(..) => scene.line(&message!("dominos-line", tiles = pairs(scene.game.line()))),
        Effect::Asked => scene.line(&message!("dominos-draws", player = side.number())),
        Effect::Passed => scene.line(&message!("dominos-passes", player = side.number())),
        Effect::Received(_) => String::new(),
    }
}

/// The line for a drawn tile; a dealt tile has none.
fn told_draw(scene: &Scene<'_, Dominos>, side: Side, effect: Effect) -> String {
    match effect {
        Effect::Received(tile) if !scene.game.history().is_empty() && is_open(scene, side) => {
            let tile = pairs([tile.halves()]);
            scene.line(&message!("dominos-receives", player = side.number(), tile))
        }
        _ => String::new(),
    }
}

/// The lines at the end of a game: both hands, the points and the winner (R15).
fn told_end(scene: &Scene<'_, Dominos>, event: &Event<Dominos>, outcome: Outcome) -> String {
    let hands: String = Side::BOTH.map(|side| hand(scene, side) + "\n").concat();
    let [first, second] = Side::BOTH.map(|side| scene.game.hand(side).points());
    let points = scene.line(&message!("dominos-points", first, second));
    let winner = match outcome.winner() {
        Some(side) => scene.line(&message!("dominos-wins", name = scene.name(side))),
        None => common_lines(scene, event),
    };
    hands + &points + &winner
}
