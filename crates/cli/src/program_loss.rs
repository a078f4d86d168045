//! The line printed after a game that a program lost: its worst move, and the command that asks it
//! for that move again.

use std::time::Duration;

use games::RegisteredGame;
use host::Options;
use review::Review;
use table::{Ending, Entry, Limits, Message, Player, Record, Side, Who, key, message};
use text::Language;

use crate::shell::quoted;

/// Time that the review of a lost game may take when no effort was given.
const REVIEW: Duration = Duration::from_secs(3);

/// A game that was lost, perhaps by a program.
pub(crate) struct ProgramLoss<'a> {
    pub(crate) game: &'a RegisteredGame,
    /// The side that lost.
    pub(crate) loser: Side,
    /// The record of the whole game.
    pub(crate) record: &'a Record,
    /// Name of the file that holds the record; `None` when the game was not recorded.
    pub(crate) file: Option<&'a str>,
}

impl ProgramLoss<'_> {
    /// Names the move that lost the game and the command that asks the program for it again, in one
    /// line. `None` when the loser was not a program, or when the engine could not review the game.
    pub(crate) fn line(&self, limits: &Limits, language: Language) -> Option<String> {
        let player = &self.record.header.players[self.loser.index()];
        let Who::Program(_) = player.who else {
            return None;
        };
        let name = player.name.as_str();
        let command = |number| match self.file {
            Some(file) => self.command(player, file, number),
            None => language.word(key!("program-not-recorded")),
        };
        let message = if self.is_forfeited() {
            message!("program-ask-again", name, command = command(None))
        } else {
            let review = self.review(limits)?;
            match review.worst(self.loser) {
                None => message!("program-faultless", name, command = command(None)),
                Some((number, ply, choice)) => {
                    let key = if ply.loses_all() {
                        key!("program-lost-at", name, number, move, best, command)
                    } else {
                        key!("program-worst-at", name, number, move, best, command)
                    };
                    Message::new(key)
                        .with("name", name)
                        .with("number", number)
                        .with("move", review.words(ply, &ply.text, language))
                        .with("best", review.words(ply, &choice.best, language))
                        .with("command", command(Some(number)))
                }
            }
        };
        Some(language.say(&message) + "\n")
    }

    /// Whether the game ended by forfeit; a record without an ending counts as one.
    fn is_forfeited(&self) -> bool {
        let mut entries = self.record.entries.iter().rev();
        let forfeited = entries.find_map(|(_, entry)| match entry {
            Entry::Forfeits(..) => Some(true),
            Entry::Result(ending) => Some(matches!(ending, Ending::Forfeited(..))),
            _ => None,
        });
        forfeited.unwrap_or(true)
    }

    /// Reviews the game for at most [`REVIEW`] unless the limits have an effort. `None` when the review
    /// fails.
    fn review(&self, limits: &Limits) -> Option<Review> {
        let limits = Limits {
            time: limits.effort.is_none().then_some(REVIEW),
            ..limits.clone()
        };
        let mut reviewer = self.game.reviewer(&Options::default()).ok()?;
        reviewer.review(self.record, &limits, &mut |_| ()).ok()
    }

    fn command(&self, player: &Player, file: &str, number: Option<usize>) -> String {
        let (game, program) = (self.game.name, quoted(&player.who.to_string()));
        let at = number.map_or(String::new(), |number| format!(" --at {number}"));
        let record = quoted(file);
        format!("brelan program try {game} {program} --record {record}{at}")
    }
}
