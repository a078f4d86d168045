//! Dominos at the house, in the words of their subject.

mod drawing;
mod edits;
mod judge;
mod space;

use crate::{
    Dominos, Effect, Engine, Move, NotationError, Pair, Rule, STRATEGIES, Seen, SetupError, Tile,
    Tiles, View,
};
use table::{Budget, Chance, Ending, Event, Expert, Explain, Game as _, Key, Message, Named, Outcome, Side, Turn, key};

use host::{
    Analyst, Ask, Hosted, OptionError, OptionSpec, Options, Report, Scene, Space, Viewer, Voice,
    spaced, told_in_common,
};
use review::{Judge, Reviewed};

impl Hosted for Dominos {
    const NAME: &'static str = "dominos";
    const ALIASES: &'static [&'static str] = &["dominoes"];
    const STRATEGIES: &'static [Named<Self>] = STRATEGIES;
    const SPACE: Option<Space<Self>> = Some(space::SPACE);
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "rule",
            value: Some("1|2"),
            help: key!("dominos-option-rule"),
        },
        OptionSpec {
            name: "hand",
            value: Some("N"),
            help: key!("dominos-option-hand"),
        },
        OptionSpec {
            name: "deal",
            value: Some("66,54…/61,…"),
            help: key!("dominos-option-deal"),
        },
    ];
    const HIDES: bool = true;
    const SECRETS: &'static [&'static str] = &["deal"];

    fn open(options: &Options) -> Result<Self, OptionError> {
        let rule = rule(options)?;
        let size = options.number("hand")?;
        if let Some(text) = options.get("deal") {
            return dealt(rule, size, text);
        }
        let size = size.unwrap_or(rule.usual_size());
        Self::new(rule, size).map_err(|error| OptionError::new("hand", &error))
    }

    /// A boneyard that was given is drawn in its order.
    fn script(options: &Options) -> Result<Vec<u8>, OptionError> {
        let deal = options.get("deal").map(Deal::read).transpose();
        let deal = deal.map_err(|error| OptionError::new("deal", &error))?;
        Ok(deal.map_or(Vec::new(), |deal| deal.outcomes()))
    }

    fn analyst(_options: &Options) -> Result<Box<dyn Analyst>, OptionError> {
        Ok(Box::new(Sights(Engine::default())))
    }

    fn rules(&self) -> String {
        let View { rule, size, .. } = self.view(Side::First);
        format!("rule={rule} hand={size}")
    }

    fn plain(&self, side: Side) -> Vec<String> {
        let view = self.view(side);
        let ends = view.ends().map(|ends| spaced([ends.left, ends.right]));
        let line = self
            .line()
            .into_iter()
            .map(|[left, right]| format!("{left}{right}"));
        vec![
            word("hand", spaced(view.hand)),
            word("ends", ends.unwrap_or_default()),
            word("table", spaced(line)),
            format!("opponent {}", view.opponent),
            format!("boneyard {}", view.boneyard),
        ]
    }

    /// The deal is not told: the hand is, before each turn.
    fn drawn(&self, _side: Side, _effect: &Effect, shown: Option<String>) -> Option<String> {
        let dealt = !self.history().is_empty();
        dealt.then(|| format!("draws {}", shown.unwrap_or_else(|| "?".to_owned())))
    }
}

/// A word and what follows it, if anything does.
fn word(name: &str, rest: impl AsRef<str>) -> String {
    format!("{name} {}", rest.as_ref()).trim_end().to_owned()
}

impl Reviewed for Dominos {
    fn judge(_options: &Options) -> Result<Box<dyn Judge<Self>>, OptionError> {
        Ok(Box::new(judge::Reasoned::default()))
    }
}

impl Voice for Dominos {
    const ABOUT: Key = key!("dominos-about");

    fn tell(scene: &Scene<'_, Self>, event: &Event<Self>) -> String {
        match event {
            Event::Asked { side } => told_turn(scene, *side),
            Event::Played { side, effect, .. } => told_move(scene, *side, *effect),
            Event::Chance { side, effect, .. } => told_draw(scene, *side, *effect),
            Event::Cheated { side, .. } if scene.is_human(*side) => {
                format!("[{}]\n", hand(scene, side.other()))
            }
            Event::Cheated { .. } => String::new(),
            Event::Unreadable { .. } => scene.line(&Message::new("dominos-unreadable")),
            Event::Over {
                ending: Ending::Played(outcome),
            } => told_end(scene, *outcome),
            Event::Said { .. }
            | Event::Refused { .. }
            | Event::Foiled { .. }
            | Event::Caught { .. }
            | Event::Over { .. } => told_in_common(scene, event),
        }
    }

    fn sentence(
        scene: &Scene<'_, Self>,
        event: &Event<Self>,
        you: Option<Side>,
    ) -> Option<Message> {
        let (side, effect) = match event {
            Event::Played { side, effect, .. } => (*side, effect),
            // The deal shows itself in the hands.
            Event::Chance { side, effect, .. } if !scene.game.history().is_empty() => {
                (*side, effect)
            }
            _ => return None,
        };
        let about = |key| scene.about(key, side, you);
        Some(match effect {
            Effect::Laid(laid, _) => about("dominos-did-lay").with("tile", halves(*laid)),
            Effect::Received(drawn) => about("dominos-did-receive").with("tile", halves(*drawn)),
            Effect::Asked => about("dominos-did-draw"),
            Effect::Passed => about("dominos-did-pass"),
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
        let [first, second] = Side::BOTH.map(|side| scene.game.hand(side).points());
        let out = Side::BOTH
            .into_iter()
            .find(|side| scene.game.hand(*side).is_empty());
        let message = match out {
            Some(side) => scene.about("dominos-why-out", side, you),
            None => Message::new("dominos-why-blocked"),
        };
        let names = Side::BOTH.map(|side| scene.name(side).to_owned());
        let [first_name, second_name] = names;
        Some(
            message
                .with("first", first_name)
                .with("one", first)
                .with("second", second_name)
                .with("two", second),
        )
    }

    fn question(scene: &Scene<'_, Self>) -> String {
        let name = to_move(scene.game).map_or("", |side| scene.name(side));
        scene.say(&Message::new("dominos-ask").with("name", name))
    }

    /// Whoever has no choice is not asked; a tile that fits both ends is asked about (R14).
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

/// At which end a tile goes that fits both, asked until one of them is named.
fn ask_end(scene: &Scene<'_, Dominos>, tile: &str, answers: &[String]) -> Ask {
    let end = answers
        .iter()
        .find(|end| matches!(&***end, "g" | "d" | "l" | "r"));
    if let Some(end) = end {
        return Ask::Answer(format!("{tile}{end}"));
    }
    let complaint = match answers {
        [] => String::new(),
        _ => scene.line(&Message::new("dominos-end")),
    };
    Ask::Question(complaint + &scene.say(&Message::new("dominos-ask-end")))
}

fn rule(options: &Options) -> Result<Rule, OptionError> {
    let read = |text: &str| {
        let refused = |_: NotationError| OptionError::new("rule", &NotARule(text.to_owned()));
        text.parse().map_err(refused)
    };
    let rule = options.get("rule").map(read).transpose()?;
    Ok(rule.unwrap_or_default())
}

/// A rule that the subject does not have.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is not a rule: write 1 or 2")]
struct NotARule(String);

impl Explain for NotARule {
    fn explain(&self) -> Message {
        Message::new("dominos-not-a-rule").with("text", self.0.as_str())
    }
}

/// The game of `--deal`; `--hand`, if it was given too, must agree.
fn dealt(rule: Rule, size: Option<u8>, text: &str) -> Result<Dominos, OptionError> {
    let deal = Deal::read(text).map_err(|error| OptionError::new("deal", &error))?;
    let game = deal
        .game(rule)
        .map_err(|error| OptionError::new("deal", &error))?;
    let dealt = game.hand(Side::First).len();
    match size {
        Some(size) if size != dealt => {
            Err(OptionError::new("hand", &SetupError::Uneven(dealt, size)))
        }
        _ => Ok(game),
    }
}

/// Both hands, and the boneyard in the order it will be drawn, if it was given.
struct Deal {
    hands: [Tiles; 2],
    boneyard: Option<Vec<Tile>>,
}

impl Deal {
    fn read(text: &str) -> Result<Self, NotationError> {
        let sets: Vec<&str> = text.split('/').collect();
        let (first, second, boneyard) = match sets[..] {
            [first, second] => (first, second, None),
            [first, second, boneyard] => (first, second, Some(boneyard)),
            _ => return Err(NotationError::Deal(text.to_owned())),
        };
        let in_order = |text: &str| {
            text.parse::<Tiles>()?;
            text.split(',').map(|tile| tile.trim().parse()).collect()
        };
        Ok(Self {
            hands: [first.parse()?, second.parse()?],
            boneyard: boneyard.map(in_order).transpose()?,
        })
    }

    fn game(&self, rule: Rule) -> Result<Dominos, SetupError> {
        match &self.boneyard {
            None => Dominos::dealt(rule, self.hands),
            Some(tiles) => Dominos::dealt_with(rule, self.hands, tiles.iter().copied().collect()),
        }
    }

    /// What nature answers, draw by draw, for the boneyard to come in this order.
    fn outcomes(&self) -> Vec<u8> {
        let tiles = self.boneyard.as_deref().unwrap_or_default();
        let mut left: Tiles = tiles.iter().copied().collect();
        let mut outcome = |tile: &Tile| {
            left.remove(*tile);
            (left & Tiles::above(*tile)).len()
        };
        tiles.iter().map(&mut outcome).collect()
    }
}

/// The analyst of hidden hands: it reads a view, or a whole game, of which it looks only at what
/// the side to move sees.
struct Sights(Engine);

impl Analyst for Sights {
    fn analyse(
        &mut self,
        text: &str,
        luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Result<Report, Message> {
        let seen = seen_in(text)?;
        let evaluation = self.0.evaluate(seen.view(), luck, budget);
        let evaluation = evaluation.map_err(|_| Message::new("analysis-stopped"))?;
        let moves = evaluation.moves.iter();
        Ok(Report {
            position: text.to_owned(),
            to_move: evaluation.side,
            value: evaluation.value,
            moves: moves.map(|(mv, value)| (mv.to_string(), *value)).collect(),
            nodes: evaluation.nodes,
        })
    }
}

/// What a text shows: a view, or of a whole game what the side to move sees.
fn seen_in(text: &str) -> Result<Seen, Message> {
    match text.parse() {
        Err(NotationError::NoView(_)) => {
            let game: Dominos = text
                .parse()
                .map_err(|error: NotationError| error.explain())?;
            Ok(Seen::from_view(&game.view(next(&game))))
        }
        other => other.map_err(|error| error.explain()),
    }
}

fn to_move(game: &Dominos) -> Option<Side> {
    match game.turn() {
        Turn::Player(side) => Some(side),
        Turn::Chance { .. } | Turn::Over(_) => None,
    }
}

fn next(game: &Dominos) -> Side {
    game.view(Side::First).next()
}

/// The only move, where there is one that is no choice: the opening, a draw, a pass.
fn forced(game: &Dominos) -> Option<Move> {
    let mut moves = game.legal();
    let only = moves.next().filter(|_| moves.next().is_none())?;
    (game.history().is_empty() || only.tile().is_none()).then_some(only)
}

/// Whether an answer is a tile that fits both ends, without a word about which; between ends that
/// show the same there is nothing to choose.
/// A tile in words: *6-1*.
fn halves(tile: Tile) -> String {
    tile.halves().map(|half| half.to_string()).join("-")
}

/// A move in words, without the line that it is laid to.
fn words(mv: Move) -> Message {
    let lay = |key, tile: Tile| Message::new(key).with("tile", halves(tile));
    match mv {
        Move::Lay(tile) => lay("dominos-lay", tile),
        Move::LayRight(tile) => lay("dominos-lay-at", tile).with("place", "right"),
        Move::Draw => Message::new("dominos-draw"),
        Move::Pass => Message::new("dominos-pass"),
    }
}

fn names_no_end(game: &Dominos, answer: &str) -> bool {
    let differ = game.ends().filter(|ends| ends.left != ends.right);
    let fits_both = |tile| differ.is_some_and(|ends| ends.fitting_both().contains(tile));
    let held = |tile| to_move(game).is_some_and(|side| game.hand(side).contains(tile));
    answer
        .parse()
        .is_ok_and(|tile: Tile| fits_both(tile) && held(tile))
}

/// Hands that may be shown at the start and on the way: everybody's when no person plays, else the
/// only person's (R15). Whoever looks from one side sees that side's.
fn is_open(scene: &Scene<'_, Dominos>, side: Side) -> bool {
    match scene.viewer {
        Viewer::Player(own) => return own == side,
        Viewer::Spectator => return false,
        Viewer::House => {}
    }
    let people = Side::BOTH.map(|side| scene.is_human(side));
    match people {
        [false, false] => true,
        [true, true] => false,
        _ => scene.is_human(side),
    }
}

/// `[[6, 1], [5, 4]]`, as the subject's program prints tiles.
fn pairs(tiles: impl IntoIterator<Item = Pair>) -> String {
    let texts = tiles
        .into_iter()
        .map(|[one, other]| format!("[{one}, {other}]"));
    format!("[{}]", texts.collect::<Vec<_>>().join(", "))
}

fn player(key: &'static str, side: Side) -> Message {
    Message::new(key).with("player", side.number())
}

fn hand(scene: &Scene<'_, Dominos>, side: Side) -> String {
    let tiles = scene.game.hand(side).into_iter().map(Tile::halves);
    scene.say(&player("dominos-hand", side).with("tiles", pairs(tiles)))
}

fn told_turn(scene: &Scene<'_, Dominos>, side: Side) -> String {
    if scene.game.history().is_empty() {
        let shown = Side::BOTH.into_iter().filter(|side| is_open(scene, *side));
        let hands: String = shown.map(|side| hand(scene, side) + "\n").collect();
        return hands + "\n" + &scene.line(&player("dominos-begins", side));
    }
    let shown = match scene.viewer {
        Viewer::House => scene.is_human(side),
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
        Effect::Laid(..) => {
            let line = pairs(scene.game.line());
            scene.line(&Message::new("dominos-line").with("tiles", line))
        }
        Effect::Asked => scene.line(&player("dominos-draws", side)),
        Effect::Passed => scene.line(&player("dominos-passes", side)),
        Effect::Received(_) => String::new(),
    }
}

/// A tile drawn in mid-game; the deal shows itself in the hands.
fn told_draw(scene: &Scene<'_, Dominos>, side: Side, effect: Effect) -> String {
    match effect {
        Effect::Received(tile) if !scene.game.history().is_empty() && is_open(scene, side) => {
            let message = player("dominos-receives", side);
            scene.line(&message.with("tile", pairs([tile.halves()])))
        }
        _ => String::new(),
    }
}

/// Both hands, the points and the winner (R15).
fn told_end(scene: &Scene<'_, Dominos>, outcome: Outcome) -> String {
    let hands: String = Side::BOTH.map(|side| hand(scene, side) + "\n").concat();
    let [first, second] = Side::BOTH.map(|side| scene.game.hand(side).points());
    let points = Message::new("dominos-points")
        .with("first", first)
        .with("second", second);
    let winner = match outcome {
        Outcome::Win(side) => Message::new("wins").with("name", scene.name(side)),
        Outcome::Draw => Message::new("draw"),
    };
    hands + &scene.line(&points) + &scene.line(&winner)
}
