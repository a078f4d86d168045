//! A finished game as a row of `games.jsonl` and `games.csv`.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde::{Deserialize, Serialize};
use table::{Ending, Side};

use super::{RecordWriter, ScheduledGame, TournamentPlan};

/// A finished game of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FinishedGame {
    /// The game's number, from 1.
    pub number: u64,
    /// The pair's number, from 1. Its games have the same chance and opening, and swapped seats.
    pub pair: u64,
    /// Name of the player who moved first.
    pub first: String,
    /// Name of the player who moved second.
    pub second: String,
    /// The seed of the pair.
    pub seed: u64,
    /// The result: `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// The way the game ended: `played`, or the name of the forfeit.
    pub ending: String,
    /// Name of the player who forfeited.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub loser: Option<String>,
    /// Number of moves played.
    pub plies: u32,
    /// The record of the game, which `brelan replay` reads.
    pub record: String,
}

impl FinishedGame {
    /// The row of a game that ended; a caught cheat counts as a loss.
    pub(crate) fn new(
        plan: &TournamentPlan,
        scheduled: &ScheduledGame,
        ending: Ending,
        writer: RecordWriter,
    ) -> Self {
        let result = match ending.loser() {
            None => "1/2-1/2",
            Some(Side::First) => "0-1",
            Some(Side::Second) => "1-0",
        };
        let names = [scheduled.first, scheduled.second];
        let [first, second] = names.map(|player| plan.players[player].name.clone());
        let (ending, loser) = match ending {
            Ending::Played(_) => ("played".to_owned(), None),
            Ending::Forfeited(side, reason) => {
                let reason = reason.to_string();
                let word = reason.split(' ').next().unwrap_or_default();
                let loser = [&first, &second][side.index()];
                (word.to_owned(), Some(loser.clone()))
            }
        };
        Self {
            number: scheduled.number,
            pair: scheduled.pair,
            first,
            second,
            seed: scheduled.seed,
            result: result.to_owned(),
            ending,
            loser,
            plies: writer.plies,
            record: writer.record,
        }
    }

    /// Twice the points of the first side: 0, 1 or 2.
    pub(crate) fn halves(&self) -> u8 {
        match &*self.result {
            "1-0" => 2,
            "0-1" => 0,
            _ => 1,
        }
    }

    /// The line of `games.jsonl`, without its end of line.
    pub(crate) fn json(&self) -> String {
        // Each line break of the record takes two bytes, and the other fields less than 300.
        let mut json = Vec::with_capacity(self.record.len() * 9 / 8 + 300);
        // Texts and numbers always have a JSON form, which is UTF-8.
        let _ = serde_json::to_writer(&mut json, self);
        String::from_utf8(json).unwrap_or_default()
    }

    /// The line of `games.csv`: `number,pair,first,second,seed,result,ending,loser,plies`.
    pub(crate) fn csv(&self) -> String {
        let loser = self.loser.as_deref().unwrap_or_default();
        format!(
            "{},{},{},{},{},{},{},{},{}\n",
            self.number,
            self.pair,
            csv_field(&self.first),
            csv_field(&self.second),
            self.seed,
            self.result,
            self.ending,
            csv_field(loser),
            self.plies
        )
    }

    /// Hashes of the start position and of the moves, which tell games between the same players apart.
    /// The players' texts are left out, because they differ in their seeds.
    pub(crate) fn fingerprint(&self) -> (u64, u64) {
        let (header, moves) = self.record.split_once("\n\n").unwrap_or_default();
        let beginning = header.lines().nth(2).unwrap_or_default();
        (hash(beginning), hash(moves))
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// Quotes a field of a CSV file if necessary (RFC 4180).
pub(crate) fn csv_field(text: &str) -> std::borrow::Cow<'_, str> {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\"")).into()
    } else {
        text.into()
    }
}
