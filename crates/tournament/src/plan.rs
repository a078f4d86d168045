//! The plan of a tournament, which determines all its games.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use host::{GameInfo, Options};
use sandbox::{Cage, SandboxConfig};
use table::{Explain, Limits, Player, Who};

use super::{Openings, Sprt, TournamentSecret};

/// Maximum number of players; ratings solve a system with one equation for each.
const MOST_PLAYERS: usize = 500;
/// Maximum number of games; each takes about a hundred bytes of memory.
const MOST_GAMES: u64 = 10_000_000;

/// The format of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TournamentFormat {
    /// Two players in one long match.
    Series,
    /// Every two players meet.
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
    /// Players with similar scores meet, no two of them twice.
    Swiss,
    /// The loser of a match is out.
    Knockout,
}

impl TournamentFormat {
    const ALL: [(Self, &'static str); 5] = [
        (Self::Series, "series"),
        (Self::RoundRobin, "round-robin"),
        (Self::Gauntlet, "gauntlet"),
        (Self::Swiss, "swiss"),
        (Self::Knockout, "knockout"),
    ];
}

impl fmt::Display for TournamentFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = Self::ALL.iter().find(|(format, _)| format == self);
        f.write_str(named.map_or("", |(_, word)| word))
    }
}

/// Error when a word is not a tournament format.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "`{0}` is not a tournament format: choose series, round-robin, gauntlet, swiss or knockout"
)]
pub struct UnknownFormat(pub String);

impl FromStr for TournamentFormat {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Self, UnknownFormat> {
        let named = Self::ALL.iter().find(|(_, word)| *word == text);
        let named = named.map(|(format, _)| *format);
        named.ok_or_else(|| UnknownFormat(text.to_owned()))
    }
}

/// The settings of a tournament.
#[derive(Clone, Debug)]
pub struct TournamentPlan {
    /// The game that is played.
    pub game: &'static GameInfo,
    /// The options of the game.
    pub options: Options,
    /// The players, with different names.
    pub players: Vec<Player>,
    /// The format, which decides who plays whom.
    pub format: TournamentFormat,
    /// Number of games of a match: even, because games come in pairs.
    pub games: u32,
    /// Number of rounds; the format's default when absent.
    pub rounds: Option<u32>,
    /// The effort of strategies, and the stop signal.
    pub limits: Limits,
    /// The seed of chance, openings and the players' own chance.
    pub seed: u64,
    /// The secret from which these come too. Where programs play, [`TournamentStore::open`] sets it unless
    /// the user gave one; without programs there is none, so that the seed alone repeats the games.
    ///
    /// [`TournamentStore::open`]: crate::TournamentStore::open
    pub secret: Option<TournamentSecret>,
    /// The positions from which games begin.
    pub openings: Openings,
    /// The test that may end a series early.
    pub sprt: Option<Sprt>,
    /// Number of games played at a time; it does not change the results.
    pub concurrency: usize,
    /// The settings of programs.
    pub sandbox: SandboxConfig,
    /// The cage of programs; each game starts its own processes in it.
    pub cage: Option<Arc<Cage>>,
}

/// The reason why a plan is not valid.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
pub enum PlanError {
    /// The number of players does not fit the format.
    #[message("tournament-players", format = format.to_string())]
    Players {
        /// The format of the plan.
        format: TournamentFormat,
        /// Number of players of the plan.
        given: usize,
        /// Minimum number of players of the format.
        least: usize,
        /// Maximum number of players of the format.
        most: usize,
    },
    /// Two players have the same name.
    #[message("tournament-same-name", name = _0)]
    SameName(String),
    /// A player is a person.
    #[message("tournament-person", player = _0)]
    Person(String),
    /// The number of games of a match is odd or zero.
    #[message("tournament-odd", given = _0)]
    Odd(u32),
    /// The number of rounds is zero, or cannot be paired without a rematch.
    #[message("tournament-rounds-impossible")]
    Rounds {
        /// Number of rounds of the plan.
        given: u32,
        /// Maximum number of rounds of the format.
        most: u32,
    },
    /// The plan has more than ten million games.
    #[message("tournament-too-many", given = _0, most = MOST_GAMES)]
    TooMany(u64),
    /// The test is used with a format other than a series.
    #[message("tournament-sprt-format")]
    SprtFormat,
}

impl TournamentPlan {
    /// Checks the settings; the error names the first that is not valid.
    pub fn check(&self) -> Result<(), PlanError> {
        self.check_players()?;
        if self.games == 0 || self.games % 2 == 1 {
            return Err(PlanError::Odd(self.games));
        }
        let most = self.most_rounds();
        if let Some(given) = self.rounds.filter(|given| *given == 0 || *given > most) {
            return Err(PlanError::Rounds { given, most });
        }
        if self.sprt.is_some() && self.format != TournamentFormat::Series {
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
            TournamentFormat::Series => 2,
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
        for (index, player) in self.players.iter().enumerate() {
            if matches!(player.who, Who::Person) {
                return Err(PlanError::Person(player.to_string()));
            }
            let same = |other: &Player| other.name == player.name;
            if self.players[..index].iter().any(same) {
                return Err(PlanError::SameName(player.name.clone()));
            }
        }
        Ok(())
    }

    pub(crate) fn has_programs(&self) -> bool {
        let is_program = |player: &Player| matches!(player.who, Who::Program(_));
        self.players.iter().any(is_program)
    }

    /// Maximum number of rounds. With at most half as many Swiss rounds as players, each player has not
    /// met more than half of the others, and by Dirac's theorem a pairing without rematch exists.
    fn most_rounds(&self) -> u32 {
        match self.format {
            TournamentFormat::Swiss => self.players.len().div_ceil(2) as u32,
            TournamentFormat::RoundRobin
            | TournamentFormat::Gauntlet
            | TournamentFormat::Series => 1_000_000,
            TournamentFormat::Knockout => 1,
        }
    }

    pub(crate) fn pairs(&self) -> u32 {
        self.games / 2
    }

    pub(crate) fn round_count(&self) -> u32 {
        let players = self.players.len() as u32;
        let usual = match self.format {
            TournamentFormat::Swiss => players.next_power_of_two().trailing_zeros(),
            _ => 1,
        };
        self.rounds.unwrap_or(usual)
    }

    /// Number of games, unless a test ends the series early or a knockout needs extra pairs.
    pub fn expected_games(&self) -> u64 {
        let players = self.players.len() as u64;
        let meetings = match self.format {
            TournamentFormat::Series => 1,
            TournamentFormat::RoundRobin => players * (players - 1) / 2,
            TournamentFormat::Gauntlet | TournamentFormat::Knockout => players - 1,
            TournamentFormat::Swiss => players / 2,
        };
        meetings * u64::from(self.round_count()) * u64::from(self.games)
    }

    /// A text of everything that determines the games but the seed and the secret.
    pub fn fingerprint(&self) -> String {
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
            self.sandbox.restarts
        )
    }
}

/// A plan for tests: a round robin with matches of two games.
#[cfg(test)]
pub(crate) fn sample(game: &str, players: &[&str]) -> TournamentPlan {
    let game = games::find(game).expect("the game is registered");
    let seat = |text: &&str| host::seat(text, game).expect("the player is valid");
    TournamentPlan {
        game,
        options: Options::default(),
        players: players.iter().map(seat).collect(),
        format: TournamentFormat::RoundRobin,
        games: 2,
        rounds: None,
        limits: Limits::default(),
        seed: 19,
        secret: None,
        openings: Openings::Start,
        sprt: None,
        concurrency: 1,
        sandbox: SandboxConfig::default(),
        cage: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_plans_are_refused() {
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
                TournamentPlan {
                    games: 3,
                    ..two.clone()
                },
                PlanError::Odd(3),
            ),
            (
                TournamentPlan {
                    format: TournamentFormat::Swiss,
                    rounds: Some(2),
                    ..two.clone()
                },
                PlanError::Rounds { given: 2, most: 1 },
            ),
            (
                TournamentPlan {
                    games: 20_000_000,
                    ..two.clone()
                },
                PlanError::TooMany(20_000_000),
            ),
            (
                TournamentPlan {
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
    fn formats_parse_back() {
        for (format, word) in TournamentFormat::ALL {
            assert_eq!(
                (word.parse(), format.to_string()),
                (Ok(format), word.to_owned())
            );
        }
        assert!("swisss".parse::<TournamentFormat>().is_err());
    }
}
