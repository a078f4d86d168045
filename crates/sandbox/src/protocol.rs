//! The lines that the house speaks to a program: docs/programs.md, word for word.

use std::fmt::Write as _;
use std::time::Duration;

use house::{Brief, Kind, Language, Moment, Table, Viewer};
use table::{Chance as _, Ending, Explain as _, Forfeit, Outcome, Seeded, Side};

use crate::misdeed::Unreadable;

/// Moves that are listed; of a game that has more, the first.
pub const MOST_MOVES: usize = 512;

/// The answer that gives up.
pub const RESIGN: &str = "resign";

/// `game GAME SIDE OPTION=VALUE…`.
pub fn game(table: &dyn Table, side: Side, seed: u64) -> String {
    let rules = table.rules();
    let blank = if rules.is_empty() { "" } else { " " };
    let game = &table.header().game;
    let own = table.header().players[side.index()].terms.seed;
    let seed = own_seed(own.unwrap_or(seed), side);
    format!("game {game} {side}{blank}{rules} seed={seed}")
}

/// A seed that tells nothing of the game's.
fn own_seed(seed: u64, side: Side) -> u32 {
    // Beyond every stream that nature and pockets use.
    const PROGRAMS: u64 = 1 << 60;
    let mut luck = Seeded::stream(seed, PROGRAMS + u64::from(side.number()));
    luck.below(1 << 31)
}

/// What stands before each `play`, line by line.
pub fn question(brief: Brief) -> impl Iterator<Item = String> {
    let position = format!("position {}", brief.position);
    let moves = format!("moves {}", brief.moves.join(" "));
    [position].into_iter().chain(brief.plain).chain([moves])
}

/// `play MS`, rounded up: what was granted whole is told whole.
pub fn play(time: Duration) -> String {
    format!("play {}", time.as_micros().div_ceil(1000))
}

/// What a moment says to whoever sits on `side`; `unreadable` is why its last line was no answer.
pub fn told(
    moment: &dyn Moment,
    side: Side,
    unreadable: Option<Unreadable>,
    language: Language,
) -> Option<String> {
    match moment.kind() {
        Kind::Played | Kind::Chance => Some(format!("seen {}", moment.seen(side)?)),
        Kind::Refused | Kind::Foiled | Kind::Unreadable if moment.side() == Some(side) => {
            Some(refused(moment, side, unreadable, language))
        }
        Kind::Over => moment.ending().map(|ending| over(ending, side)),
        Kind::Refused
        | Kind::Foiled
        | Kind::Unreadable
        | Kind::Asked
        | Kind::Said
        | Kind::Cheated
        | Kind::Caught => None,
    }
}

/// `refused MOVE REASON`.
fn refused(
    moment: &dyn Moment,
    side: Side,
    unreadable: Option<Unreadable>,
    language: Language,
) -> String {
    let viewer = Viewer::Player(side);
    let mut line = format!("refused {}", moment.text(viewer).unwrap_or_default());
    let reason = unreadable.map(|why| why.explain());
    if let Some(reason) = reason.or_else(|| moment.refusal(viewer)) {
        let reason = language.say(&reason).replace(['\n', '\r'], " ");
        let _ = write!(line, " {reason}");
    }
    line
}

/// `over win|loss|draw|none REASON`: the reason is `played`, or the forfeit's word.
fn over(ending: Ending, side: Side) -> String {
    let result = match (ending, ending.winner()) {
        (_, Some(winner)) if winner == side => "win",
        (_, Some(_)) => "loss",
        (Ending::Played(Outcome::Draw), None) => "draw",
        (Ending::Played(_) | Ending::Forfeited(..), None) => "none",
    };
    match ending {
        Ending::Played(_) => format!("over {result} played"),
        Ending::Forfeited(_, reason) => format!("over {result} {}", word(reason)),
    }
}

/// A forfeit in one word.
fn word(reason: Forfeit) -> String {
    reason.to_string().replace(' ', "-")
}

#[cfg(test)]
mod tests {
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
            let told = Side::BOTH.map(|side| over(ending, side));
            assert_eq!(told, words.map(|words| format!("over {words}")));
        }
    }

    #[test]
    fn the_seed_that_is_sent_differs_by_side_and_game() {
        let seeds = [(7, Side::First), (7, Side::Second), (8, Side::First)];
        let [one, other, next] = seeds.map(|(seed, side)| own_seed(seed, side));
        assert!(one != other && one != next && other != next);
        assert_eq!(one, own_seed(7, Side::First));
    }
}
