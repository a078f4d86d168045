//! Everything that decides the games of a tournament.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use house::{Offer, Options};
use table::{Explain, Limits, Message, Player, Who};

use super::{Openings, Sprt};
use sandbox::{Admission, Cage};

/// A class, a school: ratings solve a system of as many equations.
pub const MOST_PLAYERS: usize = 500;
/// What is counted is held in memory, about a hundred bytes a game.
pub const MOST_GAMES: u64 = 10_000_000;

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Two players, again and again.
    Series,
    /// Everybody meets everybody.
    RoundRobin,
    /// The first player meets everybody else.
    Gauntlet,
    /// Those with like scores meet, nobody twice.
    Swiss,
    /// Whoever loses a meeting is out.
    Knockout,
}

impl Format {
    const ALL: [(Self, &'static str); 5] = [
        (Self::Series, "series"),
        (Self::RoundRobin, "round-robin"),
        (Self::Gauntlet, "gauntlet"),
        (Self::Swiss, "swiss"),
        (Self::Knockout, "knockout"),
    ];
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = Self::ALL.iter().find(|(format, _)| format == self);
        f.write_str(named.map_or("", |(_, word)| word))
    }
}

/// A word that is no format.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is no format: choose series, round-robin, gauntlet, swiss or knockout")]
pub struct UnknownFormat(pub String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Self, UnknownFormat> {
        let named = Self::ALL.iter().find(|(_, word)| *word == text);
        let named = named.map(|(format, _)| *format);
        named.ok_or_else(|| UnknownFormat(text.to_owned()))
    }
}

/// A tournament about to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Which game.
    pub game: &'static Offer,
    /// Its own options.
    pub options: Options,
    /// Who takes part, each name once.
    pub players: Vec<Player>,
    /// Who meets whom.
    pub format: Format,
    /// Games of a meeting: even, because they come in pairs.
    pub games: u32,
    /// Rounds of a Swiss tournament, or how often everybody meets; the format's own when absent.
    pub rounds: Option<u32>,
    /// How hard strategies think.
    pub limits: Limits,
    /// Where chance, openings and the players' luck begin.
    pub seed: u64,
    /// Where games begin.
    pub openings: Openings,
    /// When to stop a series.
    pub sprt: Option<Sprt>,
    /// How many games are played at a time; decides nothing.
    pub concurrency: usize,
    /// On what terms programs are let in.
    pub admission: Admission,
    /// Where they run; every game starts its own.
    pub cage: Option<Arc<Cage>>,
}

/// Why a tournament cannot be held.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// Fewer than two, more than the most, or not two in a series.
    #[error("{given} players cannot play {format}: it takes {least} to {most}")]
    Players {
        /// The format.
        format: Format,
        /// How many were given.
        given: usize,
        /// The fewest.
        least: usize,
        /// The most.
        most: usize,
    },
    /// Nobody could tell them apart.
    #[error("two players are called `{0}`: give each a name of its own")]
    SameName(String),
    /// Only what plays by itself takes part.
    #[error("`{0}` is a person: only strategies and programs take part")]
    Person(String),
    /// Games come in pairs.
    #[error("{0} games a meeting cannot be: games come in pairs")]
    Odd(u32),
    /// More rounds than can be paired without a rematch.
    #[error("{given} rounds cannot be paired without a rematch: {most} at most")]
    Rounds {
        /// How many were asked for.
        given: u32,
        /// How many there can be.
        most: u32,
    },
    /// More games than the house counts.
    #[error("{0} games are too many: {MOST_GAMES} at most")]
    TooMany(u64),
    /// The test compares two players.
    #[error("--sprt is for a series of two players")]
    SprtFormat,
}

impl Explain for PlanError {
    fn explain(&self) -> Message {
        match self {
            Self::Players {
                format,
                given,
                least,
                most,
            } => Message::new("tournament-players")
                .with("format", format.to_string())
                .with("given", *given)
                .with("least", *least)
                .with("most", *most),
            Self::SameName(name) => {
                Message::new("tournament-same-name").with("name", name.as_str())
            }
            Self::Person(player) => {
                Message::new("tournament-person").with("player", player.as_str())
            }
            Self::Odd(given) => Message::new("tournament-odd").with("given", *given),
            Self::Rounds { given, most } => Message::new("tournament-rounds-impossible")
                .with("given", *given)
                .with("most", *most),
            Self::TooMany(given) => Message::new("tournament-too-many")
                .with("given", given.to_string())
                .with("most", MOST_GAMES.to_string()),
            Self::SprtFormat => Message::new("tournament-sprt-format"),
        }
    }
}

impl Plan {
    /// Whether it can be held.
    ///
    /// # Errors
    /// What stands in the way.
    pub fn check(&self) -> Result<(), PlanError> {
        self.check_players()?;
        if self.games == 0 || self.games % 2 == 1 {
            return Err(PlanError::Odd(self.games));
        }
        let most = self.most_rounds();
        if let Some(given) = self.rounds.filter(|given| *given == 0 || *given > most) {
            return Err(PlanError::Rounds { given, most });
        }
        if self.sprt.is_some() && self.format != Format::Series {
            return Err(PlanError::SprtFormat);
        }
        let games = self.expected_games();
        if games > MOST_GAMES {
            return Err(PlanError::TooMany(games));
        }
        Ok(())
    }

    fn check_players(&self) -> Result<(), PlanError> {
        let most = match self.format {
            Format::Series => 2,
            _ => MOST_PLAYERS,
        };
        let given = self.players.len();
        if !(2..=most).contains(&given) {
            return Err(PlanError::Players {
                format: self.format,
                given,
                least: 2,
                most,
            });
        }
        for (place, player) in self.players.iter().enumerate() {
            if matches!(player.who, Who::Person) {
                return Err(PlanError::Person(player.to_string()));
            }
            let same = |other: &Player| other.name == player.name;
            if self.players[..place].iter().any(same) {
                return Err(PlanError::SameName(player.name.clone()));
            }
        }
        Ok(())
    }

    /// Whether anybody else's program takes part.
    pub fn has_programs(&self) -> bool {
        let is_program = |player: &Player| matches!(player.who, Who::Program(_));
        self.players.iter().any(is_program)
    }

    /// With at most half as many rounds as players, whoever is left to meet has more than half of
    /// the others left, and by Dirac's theorem everybody can be paired.
    fn most_rounds(&self) -> u32 {
        match self.format {
            Format::Swiss => self.players.len().div_ceil(2) as u32,
            Format::RoundRobin | Format::Gauntlet | Format::Series => 1_000_000,
            Format::Knockout => 1,
        }
    }

    /// Pairs of a meeting.
    pub fn pairs(&self) -> u32 {
        self.games / 2
    }

    /// Rounds that are played.
    pub fn round_count(&self) -> u32 {
        let players = self.players.len() as u32;
        let usual = match self.format {
            Format::Swiss => players.next_power_of_two().trailing_zeros(),
            _ => 1,
        };
        self.rounds.unwrap_or(usual)
    }

    /// How many games are to be played unless a test stops them or a knockout needs more.
    pub fn expected_games(&self) -> u64 {
        let players = self.players.len() as u64;
        let meetings = match self.format {
            Format::Series => 1,
            Format::RoundRobin => players * (players - 1) / 2,
            Format::Gauntlet | Format::Knockout => players - 1,
            Format::Swiss => players / 2,
        };
        meetings * u64::from(self.round_count()) * u64::from(self.games)
    }

    /// Everything that decides the games but the seed, as one text.
    pub fn settled(&self) -> String {
        let players: Vec<String> = self.players.iter().map(Player::to_string).collect();
        let limits = (self.limits.time, self.limits.effort);
        format!(
            "{} {:?} {players:?} {} {} {:?} {limits:?} {:?} {:?} {}",
            self.game.name,
            self.options,
            self.format,
            self.games,
            self.rounds,
            self.openings,
            self.sprt,
            self.admission.restarts
        )
    }
}

/// A plan for tests: a series of two games, or everybody against everybody.
#[cfg(test)]
pub(crate) fn sample(game: &str, players: &[&str]) -> Plan {
    let game = house::find(game).expect("a game of the house");
    let seat = |text: &&str| house::seat(text, game).expect("a player");
    Plan {
        game,
        options: Options::default(),
        players: players.iter().map(seat).collect(),
        format: Format::RoundRobin,
        games: 2,
        rounds: None,
        limits: Limits::default(),
        seed: 19,
        openings: Openings::Start,
        sprt: None,
        concurrency: 1,
        admission: Admission {
            strictness: sandbox::Strictness::Best,
            allowed: Vec::new(),
            restarts: 0,
            language: house::Language::English,
            launcher: sandbox::Launcher::this_program(),
        },
        cage: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_held_is_refused() {
        let two = sample("allumettes", &["A@naif", "B@naif"]);
        assert_eq!(two.check(), Ok(()));
        let cases = [
            (
                sample("allumettes", &["A@naif", "A@expert"]),
                PlanError::SameName("A".to_owned()),
            ),
            (
                sample("allumettes", &["A@naif", "B@humain"]),
                PlanError::Person("B@humain".to_owned()),
            ),
            (
                Plan {
                    games: 3,
                    ..two.clone()
                },
                PlanError::Odd(3),
            ),
            (
                Plan {
                    format: Format::Swiss,
                    rounds: Some(2),
                    ..two.clone()
                },
                PlanError::Rounds { given: 2, most: 1 },
            ),
            (
                Plan {
                    games: 20_000_000,
                    ..two.clone()
                },
                PlanError::TooMany(20_000_000),
            ),
            (
                Plan {
                    sprt: "elo1=5".parse().ok(),
                    ..two
                },
                PlanError::SprtFormat,
            ),
        ];
        for (plan, expected) in cases {
            assert_eq!(plan.check(), Err(expected));
        }
    }

    #[test]
    fn formats_read_back() {
        for (format, word) in Format::ALL {
            assert_eq!(
                (word.parse(), format.to_string()),
                (Ok(format), word.to_owned())
            );
        }
        assert!("swisss".parse::<Format>().is_err());
    }
}
