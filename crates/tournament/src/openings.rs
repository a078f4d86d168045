//! Where games begin, so that players who always choose alike do not repeat one game.

use house::{Kind, OptionError, Options, POSITION, Setup, Viewer};
use table::{Chance, Explain, Message, Next, Player, Seeded, Trust};

use super::Plan;
use super::fixture::mixed;

/// The heaps that pairs at the matches begin from: as many as there are, in an order of the seed's.
const HEAPS: std::ops::Range<u64> = 6..38;
/// Legal moves that a random opening chooses from.
const MOST_MOVES: usize = 1000;
/// How often another opening is tried where one ended the game.
const TRIES: u64 = 100;
/// The most plies of a random opening.
const MOST_PLIES: u32 = 1000;
/// Enough for four rows' worth of Puissance 4 to differ, few enough to stay balanced.
const USUAL_PLIES: u32 = 4;

/// Where the games of each pair begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Openings {
    /// Where the game's options say: chance makes games differ, or the user has chosen.
    Start,
    /// At the matches: a heap of its own for each pair.
    Heaps,
    /// After so many moves at random.
    Random(u32),
    /// From these positions in turn.
    Positions(Vec<String>),
}

/// Why openings cannot be had.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpeningError {
    /// Not `random:PLIES` with a number in range.
    #[error("`{0}` is no opening: write random:PLIES with 1 to {MOST_PLIES}, or a file")]
    Plies(String),
    /// A file without a position.
    #[error("there is no position among the openings")]
    Empty,
    /// A line that is no position.
    #[error("line {line}: {reason}")]
    Position {
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        reason: OptionError,
    },
}

impl Explain for OpeningError {
    fn explain(&self) -> Message {
        match self {
            Self::Plies(text) => Message::new("tournament-plies")
                .with("text", text.as_str())
                .with("most", MOST_PLIES),
            Self::Empty => Message::new("tournament-no-openings"),
            Self::Position { line, reason } => Message::new("tournament-opening")
                .with("line", *line)
                .with("reason", reason.reason.as_str()),
        }
    }
}

impl Openings {
    /// What `random:PLIES` asks for; none of a text that names a file.
    ///
    /// # Errors
    /// Plies that are no number in range.
    pub fn random(text: &str) -> Result<Option<Self>, OpeningError> {
        let Some(plies) = text.strip_prefix("random:") else {
            return Ok(None);
        };
        let plies = plies.parse().ok();
        let plies = plies.filter(|plies| (1..=MOST_PLIES).contains(plies));
        let plies = plies.ok_or_else(|| OpeningError::Plies(text.to_owned()))?;
        Ok(Some(Self::Random(plies)))
    }

    /// The positions of a text, one a line; blank lines and those that begin with `#` are passed
    /// over.
    ///
    /// # Errors
    /// A line that is no position of the game, or no position at all.
    pub fn read(text: &str, game: &house::Offer) -> Result<Self, OpeningError> {
        let mut positions = Vec::new();
        for (line, position) in (1..).zip(text.lines().map(str::trim)) {
            if position.is_empty() || position.starts_with('#') {
                continue;
            }
            let mut options = Options::default();
            options.set(POSITION.name, position);
            let start = game.start(&options);
            positions.push(start.map_err(|reason| OpeningError::Position { line, reason })?);
        }
        if positions.is_empty() {
            return Err(OpeningError::Empty);
        }
        Ok(Self::Positions(positions))
    }

    /// What is usual for a game with these options: where nature takes part, or where the user
    /// chose a beginning, every game starts there.
    ///
    /// # Errors
    /// Options that the game cannot take.
    pub fn usual(game: &house::Offer, options: &Options) -> Result<Self, OptionError> {
        let chosen = [POSITION.name, "matches", "heaps"];
        if chosen.iter().any(|option| options.get(option).is_some()) || has_chance(game, options)? {
            return Ok(Self::Start);
        }
        Ok(match game.name {
            "allumettes" => Self::Heaps,
            _ => Self::Random(USUAL_PLIES),
        })
    }

    /// The options of the games of a pair.
    pub(crate) fn options(&self, plan: &Plan, pair: u64) -> Options {
        let mut options = plan.options.clone();
        match self {
            Self::Start => {}
            Self::Heaps => options.set("matches", heap(plan.seed, pair).to_string()),
            Self::Random(plies) => options.set(POSITION.name, random(plan, *plies, pair)),
            Self::Positions(positions) => {
                let place = (pair - 1) % positions.len() as u64;
                options.set(POSITION.name, positions[place as usize].as_str());
            }
        }
        options
    }
}

/// Whether nature has the first word, which in every game with chance of the house it has.
fn has_chance(game: &house::Offer, options: &Options) -> Result<bool, OptionError> {
    let mut table = game.open(&people(options))?;
    Ok(matches!(table.next(&mut |_| ()), Next::Draw { .. }))
}

fn people(options: &Options) -> Setup {
    Setup {
        options: options.clone(),
        players: [Player::person("1"), Player::person("2")],
        trust: Trust::Guarded,
        seed: 0,
    }
}

/// Each heap once in every run of as many pairs.
fn heap(seed: u64, pair: u64) -> u64 {
    let count = HEAPS.end - HEAPS.start;
    let (cycle, place) = ((pair - 1) / count, (pair - 1) % count);
    // An odd factor permutes a power of two.
    let order = mixed(seed, cycle);
    let shuffled = (place * (2 * (order & 0xff) + 1) + (order >> 8)) % count;
    HEAPS.start + shuffled
}

/// A position after so many moves at random in which somebody has still to play.
fn random(plan: &Plan, plies: u32, pair: u64) -> String {
    let start = plan.game.start(&plan.options).unwrap_or_default();
    let mut tries = (0..TRIES).map(|attempt| mixed(mixed(plan.seed, pair), attempt));
    tries
        .find_map(|seed| walked(plan, plies, seed))
        .unwrap_or(start)
}

fn walked(plan: &Plan, plies: u32, seed: u64) -> Option<String> {
    let mut table = plan.game.open(&people(&plan.options)).ok()?;
    let mut luck = Seeded::new(seed);
    let mut legal = Vec::new();
    for _ in 0..plies {
        let mut hear = |moment: &dyn house::Moment| {
            if moment.kind() == Kind::Asked {
                legal = moment.legal(Viewer::House, MOST_MOVES);
            }
        };
        if !matches!(table.next(&mut hear), Next::Answer(_)) || legal.is_empty() {
            return None;
        }
        let choice = luck.below(legal.len() as u32) as usize;
        let mv = legal.swap_remove(choice);
        table.answer(&mv, &mut |_| ()).ok()?;
    }
    let open = matches!(table.next(&mut |_| ()), Next::Answer(_));
    open.then(|| table.position())
}
