//! What came out: one row a player, and who scored what against whom.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use super::line::field;
use super::{Ledger, Plan, Ratings, Schedule, adjust};

/// A player's row of `standings.json`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// The player's name.
    pub name: String,
    /// Games that count.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Wins and half the draws; a bye is worth a meeting won.
    pub points: f64,
    /// Relative to the mean; null where no number is the likeliest.
    pub elo: Option<f64>,
    /// Half of the 95 % interval; null where there are too few pairs to tell.
    pub error: Option<f64>,
    /// The same with luck taken out, at 421.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjusted: Option<f64>,
    /// Half of its 95 % interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjusted_error: Option<f64>,
    /// Games lost otherwise than by the rules.
    pub forfeits: u64,
    /// Which player of the plan it is.
    #[serde(skip)]
    pub player: usize,
    /// Sonneborn and Berger's: what was scored against each, times what each scored.
    #[serde(skip)]
    pub tie_break: f64,
}

/// What came out of a tournament so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    /// The best first: by points, then the tie-break, then the order of the plan.
    pub rows: Vec<Row>,
    /// `halves[one][other]`: twice the points of one against the other.
    pub cross: Vec<Vec<u64>>,
    /// Games of each against each.
    pub played: Vec<Vec<u64>>,
    /// Elo of all.
    pub ratings: Ratings,
    /// Elo of all with luck taken out.
    pub adjusted: Option<Ratings>,
    /// Who forfeited how often why.
    pub forfeits: BTreeMap<(usize, String), u64>,
    /// Games that repeat an earlier one, which is named beside it.
    pub repeated: Vec<(u64, u64)>,
}

impl Standings {
    /// What the games in the ledger come to.
    pub fn of(plan: &Plan, schedule: &Schedule, ledger: &Ledger) -> Self {
        let players = plan.players.len();
        let mut standings = Self {
            rows: Vec::new(),
            cross: vec![vec![0; players]; players],
            played: vec![vec![0; players]; players],
            ratings: Ratings::of(players, &[]),
            adjusted: None,
            forfeits: BTreeMap::new(),
            repeated: ledger.repeated().collect(),
        };
        let mut rows = standings.count(plan, ledger);
        for bye in schedule.byes() {
            rows[bye.player].points += f64::from(plan.games);
        }
        let meetings = ledger.meetings();
        standings.ratings = Ratings::of(players, &meetings);
        let adjusted = adjust(&meetings).map(|adjusted| Ratings::of(players, &adjusted));
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

    fn count(&mut self, plan: &Plan, ledger: &Ledger) -> Vec<Row> {
        let mut rows: Vec<Row> = (0..plan.players.len())
            .map(|player| row(plan, player))
            .collect();
        for game in ledger.counting() {
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

    fn rate(&self, rows: &mut [Row]) {
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

    /// How many times as many games would have told as much without the adjustment: the mean of the
    /// ratios of variances.
    pub fn worth(&self) -> Option<f64> {
        let ratio = |row: &Row| Some((row.error? / row.adjusted_error?).powi(2));
        let ratios: Vec<f64> = self.rows.iter().filter_map(ratio).collect();
        (!ratios.is_empty()).then(|| ratios.iter().sum::<f64>() / ratios.len() as f64)
    }

    /// `standings.json`.
    pub fn json(&self) -> String {
        // Rows are texts and numbers: they have a JSON form.
        let rows = serde_json::to_string_pretty(&self.rows).unwrap_or_default();
        rows + "\n"
    }

    /// `standings.csv`.
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
                field(&row.name),
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

fn row(plan: &Plan, player: usize) -> Row {
    Row {
        name: plan.players[player].name.clone(),
        games: 0,
        wins: 0,
        draws: 0,
        losses: 0,
        points: 0.0,
        elo: None,
        error: None,
        adjusted: None,
        adjusted_error: None,
        forfeits: 0,
        player,
        tie_break: 0.0,
    }
}

impl Row {
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
