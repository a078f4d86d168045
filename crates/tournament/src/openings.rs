//! The positions from which the games of a pair begin, so that deterministic players do not repeat one
//! game.

use host::{EventKind, FieldAnswer, GameInfo, OptionError, Options, POSITION, Setup, Viewer};
use table::{Chance, Explain, Next, Player, Seeded, Trust};

use super::TournamentPlan;
use super::scheduled_game::mix_seed;

/// Number of sizes that pairs begin with in turn, from half the usual size up; a power of two.
const SIZES: u64 = 32;
/// Maximum number of legal moves that a random opening chooses from.
const MOST_MOVES: usize = 1000;
/// Maximum number of random openings tried for a pair, because some of them end the game.
const TRIES: u64 = 100;
/// Maximum number of plies of a random opening.
const MOST_PLIES: u32 = 1000;
/// Number of plies of a random opening by default: enough for variety, few enough to stay balanced.
const USUAL_PLIES: u32 = 4;

/// The positions from which the games of each pair begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Openings {
    /// The position of the plan's options: chance makes games differ, or the user chose it.
    Start,
    /// The usual position in a different size for each pair.
    Sizes {
        /// The option that sets the size.
        option: &'static str,
        /// The smallest size.
        least: u32,
    },
    /// The position after this number of random moves.
    Random(u32),
    /// The positions of a list, one for each pair in turn.
    Positions(Vec<String>),
}

/// The reason why an `--openings` argument is not valid.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
pub enum OpeningError {
    /// The text begins with `random:` and holds no number from 1 to 1000.
    #[message("tournament-plies", text = _0, most = MOST_PLIES)]
    Plies(String),
    /// The file holds no position.
    #[message("tournament-no-openings")]
    Empty,
    /// A line of the file is not a position of the game.
    #[message("tournament-opening", reason = explain(reason))]
    Position {
        /// The line's number, from 1.
        line: usize,
        /// The game's error.
        reason: OptionError,
    },
}

impl Openings {
    /// Parses `random:PLIES`; `None` for other texts, which name a file.
    pub fn parse_random(text: &str) -> Result<Option<Self>, OpeningError> {
        let Some(plies) = text.strip_prefix("random:") else {
            return Ok(None);
        };
        let plies = plies.parse().ok();
        let plies = plies.filter(|plies| (1..=MOST_PLIES).contains(plies));
        let plies = plies.ok_or_else(|| OpeningError::Plies(text.to_owned()))?;
        Ok(Some(Self::Random(plies)))
    }

    /// Parses positions, one on each line; blank lines and lines that begin with `#` are ignored.
    pub fn parse_positions(text: &str, game: &GameInfo) -> Result<Self, OpeningError> {
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

    /// The default for a game with these options. Games with chance, or with a beginning chosen by the
    /// user, start there; other games vary their size where they have one, or play random moves.
    pub fn usual(game: &GameInfo, options: &Options) -> Result<Self, OptionError> {
        if options.get(POSITION.name).is_some() || has_chance(game, options)? {
            return Ok(Self::Start);
        }
        let Some((option, least)) = size_option(game) else {
            return Ok(Self::Random(USUAL_PLIES));
        };
        let mut sized = options.clone();
        sized.set(option, least.to_string());
        // Other options may determine the size too.
        let chosen = options.get(option).is_some() || game.start(&sized).is_err();
        Ok(if chosen {
            Self::Start
        } else {
            Self::Sizes { option, least }
        })
    }

    pub(crate) fn options(&self, plan: &TournamentPlan, pair: u64) -> Options {
        let mut options = plan.options.clone();
        match self {
            Self::Start => {}
            Self::Sizes { option, least } => {
                let size = u64::from(*least) + size_of_pair(plan, pair);
                options.set(*option, size.to_string());
            }
            Self::Random(plies) => options.set(POSITION.name, random_position(plan, *plies, pair)),
            Self::Positions(positions) => {
                let index = (pair - 1) % positions.len() as u64;
                options.set(POSITION.name, positions[index as usize].as_str());
            }
        }
        options
    }
}

/// A game's first option that asks for a number, which sets its size, and half its usual value.
fn size_option(game: &GameInfo) -> Option<(&'static str, u32)> {
    game.fields.iter().find_map(|field| match field.answer {
        FieldAnswer::Number {
            usual: Some(usual), ..
        } => Some((field.option, usual / 2)),
        _ => None,
    })
}

/// Tests whether a game begins with a random draw, as every registered game with chance does.
pub(crate) fn has_chance(game: &GameInfo, options: &Options) -> Result<bool, OptionError> {
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

/// Number by which the size of a pair exceeds the smallest, below [`SIZES`]. Consecutive pairs use each
/// number once before a number repeats.
fn size_of_pair(plan: &TournamentPlan, pair: u64) -> u64 {
    let (cycle, place) = ((pair - 1) / SIZES, (pair - 1) % SIZES);
    // Multiplication by an odd number permutes the residues of a power of two.
    let order = match &plan.secret {
        Some(secret) => secret.seed(plan.seed, "sizes", cycle),
        None => mix_seed(plan.seed, cycle),
    };
    (place * (2 * (order & 0xff) + 1) + (order >> 8)) % SIZES
}

/// A position after `plies` random moves in which the game is not over; the start when none is found.
fn random_position(plan: &TournamentPlan, plies: u32, pair: u64) -> String {
    let start = plan.game.start(&plan.options).unwrap_or_default();
    let mut seeds = (0..TRIES).map(|attempt| mix_seed(plan.pair_seed(pair), attempt));
    seeds
        .find_map(|seed| random_walk(plan, plies, seed))
        .unwrap_or(start)
}

fn random_walk(plan: &TournamentPlan, plies: u32, seed: u64) -> Option<String> {
    let mut table = plan.game.open(&people(&plan.options)).ok()?;
    let mut luck = Seeded::new(seed);
    let mut legal = Vec::new();
    for _ in 0..plies {
        let mut on_event = |event: &dyn host::EventView| {
            if event.kind() == EventKind::Asked {
                legal = event.legal(Viewer::Referee, MOST_MOVES);
            }
        };
        if !matches!(table.next(&mut on_event), Next::Answer(_)) || legal.is_empty() {
            return None;
        }
        let choice = luck.below(legal.len() as u32) as usize;
        let mv = legal.swap_remove(choice);
        table.answer(&mv, &mut |_| ()).ok()?;
    }
    let open = matches!(table.next(&mut |_| ()), Next::Answer(_));
    open.then(|| table.position())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::plan::sample;
    use super::*;

    #[test]
    fn the_default_openings_fit_the_game() {
        let usual = |game: &str, options: &[(&str, &str)]| {
            let mut given = Options::default();
            for (name, value) in options {
                given.set(*name, *value);
            }
            Openings::usual(games::find(game).unwrap(), &given).unwrap()
        };
        let sizes = Openings::Sizes {
            option: "matches",
            least: 6,
        };
        assert_eq!(usual("allumettes", &[]), sizes);
        assert_eq!(usual("allumettes", &[("max", "4")]), sizes);
        assert_eq!(usual("allumettes", &[("matches", "20")]), Openings::Start);
        assert_eq!(usual("allumettes", &[("heaps", "3,5")]), Openings::Start);
        for game in ["puissance4", "awale"] {
            assert_eq!(usual(game, &[]), Openings::Random(4));
        }
        for game in ["421", "dominos"] {
            assert_eq!(usual(game, &[]), Openings::Start);
        }
    }

    #[test]
    fn consecutive_pairs_use_each_size_once() {
        let plan = sample("allumettes", &["A@naif", "B@naif"]);
        for cycle in 0..3 {
            let pairs = cycle * SIZES + 1..=(cycle + 1) * SIZES;
            let sizes: BTreeSet<u64> = pairs.map(|pair| size_of_pair(&plan, pair)).collect();
            assert_eq!(sizes, (0..SIZES).collect());
        }
    }
}
