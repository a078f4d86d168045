//! A finished game as a line of `games.jsonl` and of `games.csv`.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde::{Deserialize, Serialize};
use table::{Ending, Side};

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Line {
    /// From 1.
    pub number: u64,
    /// From 1: the games of a pair have the same chance or opening, and their seats swapped.
    pub pair: u64,
    /// Who moved first.
    pub first: String,
    /// Who moved second.
    pub second: String,
    /// The pair's.
    pub seed: u64,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// `played`, or the name of the forfeit.
    pub ending: String,
    /// Who forfeited.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub loser: Option<String>,
    /// Moves that were played.
    pub plies: u32,
    /// The whole game, as `brelan replay` reads it.
    pub record: String,
}

impl Line {
    /// Twice the points of whoever moved first.
    pub(crate) fn halves(&self) -> u8 {
        match &*self.result {
            "1-0" => 2,
            "0-1" => 0,
            _ => 1,
        }
    }

    /// Its line of `games.jsonl`.
    pub(crate) fn json(&self) -> String {
        // The line breaks of a record take two bytes each, and the other fields less than 300.
        let mut json = Vec::with_capacity(self.record.len() * 9 / 8 + 300);
        // Texts and numbers: it has a JSON form, which is text.
        let _ = serde_json::to_writer(&mut json, self);
        String::from_utf8(json).unwrap_or_default()
    }

    /// `number,pair,first,second,seed,result,ending,loser,plies`.
    pub(crate) fn csv(&self) -> String {
        let loser = self.loser.as_deref().unwrap_or_default();
        format!(
            "{},{},{},{},{},{},{},{},{}\n",
            self.number,
            self.pair,
            field(&self.first),
            field(&self.second),
            self.seed,
            self.result,
            self.ending,
            field(loser),
            self.plies
        )
    }

    /// What tells this game from another between the same players: where it began and all that
    /// happened. The header's players differ in their seeds alone.
    pub(crate) fn print(&self) -> (u64, u64) {
        let (header, moves) = self.record.split_once("\n\n").unwrap_or_default();
        let beginning = header.lines().nth(2).unwrap_or_default();
        (print_of(beginning), print_of(moves))
    }
}

fn print_of(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// A field of a CSV file (RFC 4180).
pub(crate) fn field(text: &str) -> std::borrow::Cow<'_, str> {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\"")).into()
    } else {
        text.into()
    }
}

/// `result` and `ending` of a game; a caught cheat has lost.
pub(crate) fn words(ending: Ending) -> (&'static str, String) {
    let result = match ending.loser() {
        None => "1/2-1/2",
        Some(Side::First) => "0-1",
        Some(Side::Second) => "1-0",
    };
    let word = match ending {
        Ending::Played(_) => "played".to_owned(),
        Ending::Forfeited(_, reason) => {
            let reason = reason.to_string();
            reason.split(' ').next().unwrap_or_default().to_owned()
        }
    };
    (result, word)
}
