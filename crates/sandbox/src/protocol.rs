//! The lines that the referee sends to a program, as docs/programs.md specifies them.

use std::fmt::Write as _;
use std::time::Duration;

use host::{Brief, EventKind, EventView, Table, Viewer};
use table::{Chance as _, Ending, Explain as _, Forfeit, Seeded, Side};
use text::Language;

use crate::program_failure::UnreadableCause;

/// Maximum number of moves in a `moves` line; a game with more lists the first.
pub const MOST_MOVES: usize = 512;

/// The answer by which a program resigns.
pub const RESIGN: &str = "resign";

/// The line `game GAME SIDE OPTION=VALUE…`, with a seed for the program's own chance.
pub fn game_line(table: &dyn Table, side: Side, seed: u64) -> String {
    let rules = table.rules();
    let blank = if rules.is_empty() { "" } else { " " };
    let game = &table.header().game;
    let own = table.header().players[side.index()].terms.seed;
    let seed = program_seed(own.unwrap_or(seed), side);
    format!("game {game} {side}{blank}{rules} seed={seed}")
}

/// A seed from which the game's own seed cannot be computed.
fn program_seed(seed: u64, side: Side) -> u32 {
    // Beyond the streams of nature and of the strategies.
    const PROGRAMS: u64 = 1 << 60;
    let mut luck = Seeded::stream(seed, PROGRAMS + u64::from(side.number()));
    luck.below(1 << 31)
}

/// The lines before each `play`: the position, the view as words and numbers, the legal moves.
pub fn question_lines(brief: Brief) -> impl Iterator<Item = String> {
    let position = format!("position {}", brief.position);
    let moves = format!("moves {}", brief.moves.join(" "));
    [position].into_iter().chain(brief.plain).chain([moves])
}

/// The line `play MS`, rounded up to whole milliseconds.
pub fn play_line(time: Duration) -> String {
    format!("play {}", time.as_micros().div_ceil(1000))
}

/// The line that an event sends to `side`, if any. `unreadable` is the defect of the side's last answer.
pub fn event_line(
    event: &dyn EventView,
    side: Side,
    unreadable: Option<UnreadableCause>,
    language: Language,
) -> Option<String> {
    match event.kind() {
        EventKind::Played | EventKind::Chance => Some(format!("seen {}", event.seen(side)?)),
        EventKind::Refused | EventKind::Foiled | EventKind::Unreadable
            if event.side() == Some(side) =>
        {
            Some(refused_line(event, side, unreadable, language))
        }
        EventKind::Over => event.ending().map(|ending| over_line(ending, side)),
        EventKind::Refused
        | EventKind::Foiled
        | EventKind::Unreadable
        | EventKind::Asked
        | EventKind::Said
        | EventKind::Cheated
        | EventKind::Caught => None,
    }
}

/// The line `refused MOVE REASON`.
fn refused_line(
    event: &dyn EventView,
    side: Side,
    unreadable: Option<UnreadableCause>,
    language: Language,
) -> String {
    let viewer = Viewer::Player(side);
    let mut line = format!("refused {}", event.text(viewer).unwrap_or_default());
    let reason = unreadable.map(|cause| cause.explain());
    if let Some(reason) = reason.or_else(|| event.refusal(viewer)) {
        let reason = language.say(&reason).replace(['\n', '\r'], " ");
        let _ = write!(line, " {reason}");
    }
    line
}

/// The line `over win|loss|draw|none REASON`; the reason is `played` or the forfeit's word.
fn over_line(ending: Ending, side: Side) -> String {
    let result = match (ending, ending.winner()) {
        (_, Some(winner)) if winner == side => "win",
        (_, Some(_)) => "loss",
        (Ending::Played(_), None) => "draw",
        (Ending::Forfeited(..), None) => "none",
    };
    match ending {
        Ending::Played(_) => format!("over {result} played"),
        Ending::Forfeited(_, reason) => format!("over {result} {}", forfeit_word(reason)),
    }
}

/// The forfeit without blanks: `limit memory` becomes `limit-memory`.
fn forfeit_word(reason: Forfeit) -> String {
    reason.to_string().replace(' ', "-")
}

#[cfg(test)]
mod tests {
    use table::Outcome;

    use super::*;

    #[test]
    fn the_end_is_told_from_each_seat() {
        let cases = [
            (
                Ending::Played(Outcome::Win(Side::First)),
                ["win played", "loss played"],
            ),
            (
                Ending::Played(Outcome::Draw),
                ["draw played", "draw played"],
            ),
            (
                Ending::Forfeited(Side::First, Forfeit::Time),
                ["loss time", "win time"],
            ),
            (
                Ending::Forfeited(Side::Second, Forfeit::Cheating),
                ["none cheating", "none cheating"],
            ),
        ];
        for (ending, words) in cases {
            let lines = Side::BOTH.map(|side| over_line(ending, side));
            assert_eq!(lines, words.map(|words| format!("over {words}")));
        }
    }

    #[test]
    fn the_seed_that_is_sent_differs_by_side_and_game() {
        let seeds = [(7, Side::First), (7, Side::Second), (8, Side::First)];
        let [one, other, next] = seeds.map(|(seed, side)| program_seed(seed, side));
        assert!(one != other && one != next && other != next);
        assert_eq!(one, program_seed(7, Side::First));
    }
}
