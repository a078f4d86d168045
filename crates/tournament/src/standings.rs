//! The standings: one row for each player, and the cross table.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;
use table::Player;

use super::finished_game::csv_field;
use super::luck::remove_luck;
use super::ratings::Ratings;
use super::{Schedule, Scoreboard, TournamentPlan};

/// A player's row of `standings.json`.
#[derive(Clone, Default, PartialEq, Debug, Serialize)]
pub struct StandingsRow {
    /// The player's name.
    pub name: String,
    /// Number of games that count.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Wins plus half the draws; a bye counts as a match won.
    pub points: f64,
    /// Elo rating relative to the mean; null where no finite rating is the most likely.
    pub elo: Option<f64>,
    /// Half of the 95 % interval of `elo`; null with too few pairs.
    pub error: Option<f64>,
    /// Elo rating with luck removed, where luck is measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjusted: Option<f64>,
    /// Half of the 95 % interval of `adjusted`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjusted_error: Option<f64>,
    /// Games lost by forfeit.
    pub forfeits: u64,
    /// Index of the player in the plan.
    #[serde(skip)]
    pub player: usize,
    /// Sonneborn-Berger score: points against each opponent times that opponent's points.
    #[serde(skip)]
    pub(crate) tie_break: f64,
}

/// The results of a tournament so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    /// The rows, best first: by points, then tie-break, then order in the plan.
    pub rows: Vec<StandingsRow>,
    /// `cross[one][other]` is twice the points of one player against the other.
    pub(crate) cross: Vec<Vec<u64>>,
    /// `played[one][other]` is the number of games between two players.
    pub(crate) played: Vec<Vec<u64>>,
    pub(crate) ratings: Ratings,
    /// Elo ratings with luck removed; `None` where luck is not measured.
    pub(crate) adjusted: Option<Ratings>,
    /// Number of forfeits by player and reason.
    pub forfeits: BTreeMap<(usize, String), u64>,
    /// Numbers of the games that repeat an earlier one, each with the number of the earlier game.
    pub repeated: Vec<(u64, u64)>,
}

impl Standings {
    /// Computes the standings from the counted games.
    pub fn new(plan: &TournamentPlan, schedule: &Schedule, scoreboard: &Scoreboard) -> Self {
        let players = plan.players.len();
        let mut standings = Self {
            rows: Vec::new(),
            cross: vec![vec![0; players]; players],
            played: vec![vec![0; players]; players],
            ratings: Ratings::new(players, &[]),
            adjusted: None,
            forfeits: BTreeMap::new(),
            repeated: scoreboard.repeated().collect(),
        };
        let mut rows = standings.count(plan, scoreboard);
        for player in schedule.byes() {
            rows[*player].points += f64::from(plan.games);
        }
        let pairs = scoreboard.pair_results();
        standings.ratings = Ratings::new(players, &pairs);
        let adjusted = remove_luck(&pairs).map(|pairs| Ratings::new(players, &pairs));
        standings.adjusted = adjusted;
        standings.rate(&mut rows);
        rows.sort_by(|one, other| {
            let points = other.points.total_cmp(&one.points);
            points
                .then(other.tie_break.total_cmp(&one.tie_break))
                .then(one.player.cmp(&other.player))
        });
        standings.rows = rows;
        standings
    }

    fn count(&mut self, plan: &TournamentPlan, scoreboard: &Scoreboard) -> Vec<StandingsRow> {
        let players = plan.players.iter().enumerate();
        let row = |(player, named): (usize, &Player)| StandingsRow {
            name: named.name.clone(),
            player,
            ..StandingsRow::default()
        };
        let mut rows: Vec<StandingsRow> = players.map(row).collect();
        for game in scoreboard.counting() {
            let halves = u64::from(game.halves);
            let sides = [
                (game.first, game.second, halves),
                (game.second, game.first, 2 - halves),
            ];
            for (one, other, halves) in sides {
                self.cross[one][other] += halves;
                self.played[one][other] += 1;
                rows[one].add(halves);
            }
            if let Some((player, reason)) = &game.forfeited {
                rows[*player].forfeits += 1;
                let reason = (*player, reason.to_string());
                *self.forfeits.entry(reason).or_default() += 1;
            }
        }
        rows
    }

    fn rate(&self, rows: &mut [StandingsRow]) {
        let points: Vec<f64> = rows.iter().map(|row| row.points).collect();
        for row in rows {
            let scored = self.cross[row.player].iter().zip(&points);
            row.tie_break = scored
                .map(|(halves, points)| *halves as f64 / 2.0 * points)
                .sum();
            row.elo = self.ratings.elo[row.player];
            row.error = self.ratings.error[row.player];
            if let Some(adjusted) = &self.adjusted {
                row.adjusted = adjusted.elo[row.player];
                row.adjusted_error = adjusted.error[row.player];
            }
        }
    }

    /// Factor by which removing luck reduces the variance of ratings, as the mean over players.
    pub(crate) fn luck_removal_gain(&self) -> Option<f64> {
        let ratio = |row: &StandingsRow| Some((row.error? / row.adjusted_error?).powi(2));
        let ratios: Vec<f64> = self.rows.iter().filter_map(ratio).collect();
        (!ratios.is_empty()).then(|| ratios.iter().sum::<f64>() / ratios.len() as f64)
    }

    /// The text of `standings.json`.
    pub fn json(&self) -> String {
        // Texts and numbers always have a JSON form.
        let rows = serde_json::to_string_pretty(&self.rows).unwrap_or_default();
        rows + "\n"
    }

    /// The text of `standings.csv`.
    pub fn csv(&self) -> String {
        let mut text =
            "name,games,wins,draws,losses,points,elo,error,adjusted,adjusted_error,forfeits\n"
                .to_owned();
        let number = |number: Option<f64>| number.map_or_else(String::new, |n| n.to_string());
        for row in &self.rows {
            // Writing to a String cannot fail.
            let _ = writeln!(
                text,
                "{},{},{},{},{},{},{},{},{},{},{}",
                csv_field(&row.name),
                row.games,
                row.wins,
                row.draws,
                row.losses,
                row.points,
                number(row.elo),
                number(row.error),
                number(row.adjusted),
                number(row.adjusted_error),
                row.forfeits
            );
        }
        text
    }
}

impl StandingsRow {
    fn add(&mut self, halves: u64) {
        self.games += 1;
        self.points += halves as f64 / 2.0;
        match halves {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }
}
