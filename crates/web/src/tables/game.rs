//! The game of a table in memory: its referee, its log, and how many lines of the store it has seen.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use host::{EventHandler, EventKind, EventView, Options, Table, draw_chance};
use store::{NewGame, StoredGame};
use table::{Entry, Forfeit, Header, Limits, Next, Record, RecordError, Side, Who};

use super::LONGEST_THINKING_MS;
use super::clocks::TableClocks;
use super::log::{EventLog, set_clocks};
use super::stored_line::StoredLine;
use super::thinking::{OwnedEvent, Thinking};
use crate::error::RequestError;
use crate::server::secret::random;

/// Largest number of lines that are applied to the game in memory; for more, the whole game is
/// replayed on another thread.
const FEW_LINES: usize = 16;

/// Longest time that an engine may think about a move.
const LONGEST_THINKING: Duration = Duration::from_millis(LONGEST_THINKING_MS as u64);

/// An event, and the line of the store that its entry stands on.
pub(super) type LinedEvent = (usize, OwnedEvent);

/// A table's game between two commands.
pub(super) struct LiveGame {
    /// The game with its referee; none while an engine works on it.
    pub(super) table: Option<Box<dyn Table>>,
    pub(super) thinking: Option<Thinking>,
    pub(super) log: Arc<EventLog>,
    pub(super) clocks: TableClocks,
    /// Number of the store's lines that were applied to the game.
    pub(super) lines: usize,
    /// Whether the game in memory may differ from the store's lines, and must be replayed.
    pub(super) diverged: bool,
    /// Seed of chance, and of the id of the rematch.
    pub(super) seed: u64,
}

/// Replays a stored game; the error names the first line that does not replay.
pub fn replays(kept: &StoredGame) -> Result<(), RecordError> {
    LiveGame::load(kept).map(drop)
}

pub(super) fn chosen_options(game: &NewGame) -> BTreeMap<String, String> {
    serde_json::from_str(&game.options).unwrap_or_default()
}

/// The limits of an engine that may think for `time_ms` milliseconds, at most ten seconds.
pub(super) fn time_limit(time_ms: Option<i64>) -> Limits {
    let time = time_ms.and_then(|time| u64::try_from(time).ok());
    Limits {
        time: time.map(|time| Duration::from_millis(time).min(LONGEST_THINKING)),
        ..Limits::default()
    }
}

/// Bounds the time and effort of strategies and programs: a record that a visitor imports, or an old
/// table, may ask for more.
fn bound_thinking(header: &mut Header) {
    let effort = games::find(&header.game).map_or(0, |offer| offer.effort);
    for player in &mut header.players {
        if player.who != Who::Person {
            let terms = &mut player.terms;
            terms.time = terms.time.map(|time| time.min(LONGEST_THINKING));
            terms.effort = terms.effort.map(|limit| limit.min(effort));
        }
    }
}

/// Runs an action on a table; returns the events that it reports, and its result.
fn noted<T>(action: impl FnOnce(EventHandler<'_>) -> T) -> (Vec<OwnedEvent>, T) {
    let mut events = Vec::new();
    let result = action(&mut |event: &dyn EventView| events.push(event.to_owned()));
    (events, result)
}

impl LiveGame {
    /// Replays a stored game. Not for an async thread.
    pub(super) fn load(kept: &StoredGame) -> Result<Self, RecordError> {
        let mut header: Record = kept.game.header.parse()?;
        bound_thinking(&mut header.header);
        let lines = kept.lines.iter().zip(1..).map(|(text, line)| {
            let parsed = text.parse();
            parsed.map_err(|fault| RecordError { line, fault })
        });
        let lines: Vec<StoredLine> = lines.collect::<Result<_, _>>()?;
        let mut options = Options::default();
        for (name, value) in chosen_options(&kept.game) {
            options.set(name, value);
        }
        let drawn = || u64::from_le_bytes(random());
        let seed = kept.game.seed.map_or_else(drawn, i64::cast_unsigned);
        let (log, table) = EventLog::rebuild(header, lines, &options, seed)?;
        let mut clocks = TableClocks::default();
        clocks.update(&*table, log.ending().is_some());
        Ok(Self {
            table: Some(table),
            thinking: None,
            log: Arc::new(log),
            clocks,
            lines: kept.lines.len(),
            diverged: false,
            seed,
        })
    }

    /// Draws for chance until a player has to move; the events, and what the game waits for. None
    /// while an engine thinks.
    pub(super) fn advance(&mut self) -> Option<(Vec<OwnedEvent>, Next)> {
        let table = self.table.as_deref_mut()?;
        Some(noted(|note| draw_chance(table, note)))
    }

    pub(super) fn answer(&mut self, text: &str) -> Result<Vec<OwnedEvent>, RequestError> {
        let table = self.table.as_mut().ok_or(RequestError::NotYourTurn)?;
        let (events, answered) = noted(|note| {
            let answered = table.answer(text, note);
            answered.map(|()| table.next(note))
        });
        answered.map_err(|_| RequestError::NotYourTurn)?;
        Ok(events)
    }

    pub(super) fn resign(&mut self, side: Side) -> Result<Vec<OwnedEvent>, RequestError> {
        let table = self.table.as_mut().ok_or(RequestError::Over)?;
        let (events, ended) = noted(|note| table.forfeit(side, Forfeit::Resignation, note));
        ended.map_err(|_| RequestError::Over)?;
        Ok(events)
    }

    /// The lines that the store is to keep of these events, and the ending among them.
    pub(super) fn lines_of(&mut self, events: &[OwnedEvent]) -> (Vec<String>, Option<String>) {
        let entries = events.iter().filter_map(|event| event.entry());
        let mut lines: Vec<String> = entries.map(|entry| entry.to_string()).collect();
        let clocks = self.update_clocks();
        let moved = events.iter().any(|event| event.kind() == EventKind::Played);
        lines.extend(clocks.filter(|_| moved).map(|clocks| clocks.to_string()));
        let ending = events.iter().find_map(|event| event.ending());
        (lines, ending.map(|ending| ending.to_string()))
    }

    /// Reads the clocks; returns the line that the store keeps of them.
    pub(super) fn update_clocks(&mut self) -> Option<StoredLine> {
        let over = self.log.ending().is_some();
        self.clocks.update(self.table.as_deref()?, over)
    }

    /// Applies lines that another node wrote, if the game can go on from where it is: the referee must
    /// write the same entries. None where a replay is needed.
    pub(super) fn apply(&mut self, lines: &[String]) -> Option<Vec<LinedEvent>> {
        if self.diverged || lines.len() > FEW_LINES {
            return None;
        }
        let table = self.table.as_deref_mut()?;
        // Until all of it is applied.
        self.diverged = true;
        let (events, written) = noted(|note| {
            let mut written: Vec<(usize, Entry)> = Vec::new();
            for (line, text) in (self.lines + 1..).zip(lines) {
                match text.parse().ok()? {
                    StoredLine::Entry(entry) => {
                        table.repeat(&entry, note).ok()?;
                        written.push((line, entry));
                    }
                    StoredLine::Clocks(shown) => set_clocks(table, shown),
                    StoredLine::Back { .. } => return None,
                }
            }
            Some(written)
        });
        let written = written?;
        let entries = events.iter().filter_map(|event| event.entry());
        self.diverged = entries.ne(written.iter().map(|(_, entry)| entry.clone()));
        if self.diverged {
            return None;
        }
        self.lines += lines.len();
        self.update_clocks();
        // A move that ends the game is followed by the result before its line is applied.
        let mut entry_lines = written.into_iter().map(|(line, _)| line);
        let lined = events.into_iter().map(|event| {
            let line = event.entry().and_then(|_| entry_lines.next());
            (line.unwrap_or_default(), event)
        });
        Some(lined.collect())
    }
}

#[cfg(test)]
mod tests {
    use store::SeatRow;

    use super::*;

    fn stored(lines: &[&str]) -> StoredGame {
        StoredGame {
            game: NewGame {
                id: "0".repeat(32),
                game: "allumettes".to_owned(),
                header: "brelan record 1\ngame allumettes\nposition 13\nreferee guarded\n\
                    first A@humain\nsecond B@humain\n\n"
                    .to_owned(),
                options: "{}".to_owned(),
                time_ms: None,
                seed: Some(0),
                creator: String::new(),
                created_ms: 0,
                seats: [SeatRow::default(), SeatRow::default()],
            },
            lines: lines.iter().map(|line| (*line).to_owned()).collect(),
            ending: None,
        }
    }

    fn loaded(lines: &[&str]) -> LiveGame {
        let mut game = LiveGame::load(&stored(lines)).unwrap();
        game.advance().unwrap();
        game
    }

    #[test]
    fn an_answer_becomes_lines_of_the_store() {
        let mut game = loaded(&[]);
        let events = game.answer("2").unwrap();
        let (lines, ending) = game.lines_of(&events);
        assert_eq!((lines, ending), (vec!["first plays 2".to_owned()], None));
    }

    #[test]
    fn lines_of_another_node_are_applied_with_their_numbers() {
        let mut game = loaded(&["first plays 2"]);
        let lines = ["second plays 1", "first plays 3"].map(str::to_owned);
        let events = game.apply(&lines).unwrap();
        let placed = events.iter().filter(|(_, event)| event.entry().is_some());
        let placed: Vec<usize> = placed.map(|(line, _)| *line).collect();
        assert_eq!((placed, game.lines), (vec![2, 3], 3));
    }

    #[test]
    fn a_step_back_of_another_node_needs_a_replay() {
        let mut game = loaded(&["first plays 2"]);
        assert!(game.apply(&["back 0".to_owned()]).is_none());
        assert!(game.diverged);
    }

    #[test]
    fn a_stored_strategy_thinks_for_ten_seconds_at_most() {
        let mut kept = stored(&[]);
        let players = "first A@time=60000,humain\nsecond B@time=3600000,expert";
        kept.game.header = kept
            .game
            .header
            .replace("first A@humain\nsecond B@humain", players);
        kept.game.time_ms = Some(60_000);
        let game = LiveGame::load(&kept).unwrap();
        let times = game
            .log
            .record()
            .header
            .players
            .each_ref()
            .map(|player| player.terms.time);
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        assert_eq!(times, [seconds(60), seconds(10)]);
        assert_eq!(time_limit(kept.game.time_ms).time, seconds(10));
        let effort = players.replace("time=3600000", &format!("effort={}", u64::MAX));
        kept.game.header = kept.game.header.replace(players, &effort);
        let game = LiveGame::load(&kept).unwrap();
        let terms = &game.log.record().header.players[1].terms;
        assert!(terms.effort.unwrap() <= games::find("allumettes").unwrap().effort);
    }

    #[test]
    fn a_line_that_does_not_replay_is_named() {
        let error = replays(&stored(&["first plays 2", "nonsense"])).unwrap_err();
        assert_eq!(error.line, 2);
    }
}
