//! The numbered events of a table.
//!
//! A number follows from the line of the store that the event was written to: the event of line `n`
//! has the number `2n - 1`, and the question that follows it `2n`. The question before the first line
//! has number 0. A step back is a line as well, so that the question it repeats has a new number.
//! Numbers therefore stay the same after a restart and at every node; some are never given.
//!
//! The log holds the record's lines and not the events: a reader who missed some is sent a replay.

use games::RegisteredGame;

use host::{EventKind, EventView, Options, Table};
use table::{Ending, Entry, Fault, Record, RecordError, Side};

use super::role::TableRole;
use super::stored_line::StoredLine;
use super::trail::EffectTrail;

/// An entry's line in the store, and the questions before and after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct EntryMark {
    /// Line of the store, counted from 1.
    line: usize,
    /// The line that numbers the question after the entry: the entry's own, or a later step back.
    anchor: usize,
    kind: EventKind,
    side: Option<Side>,
    /// Number of the earliest question that the entry answers.
    first_question: Option<usize>,
    /// Whether a question followed the entry.
    asked: bool,
}

/// The events of one table that were not taken back, by number.
#[derive(Clone, Debug)]
pub(crate) struct EventLog {
    record: Record,
    /// Lines and questions of each entry of the record, in order.
    marks: Vec<EntryMark>,
    /// The line that numbers the question before the first entry: 0, or a step back to the start.
    start: usize,
    /// Line of the latest step back, 0 without one.
    rewound: usize,
    last: Option<usize>,
    /// Numbers of the questions that wait for the same answer; several after refused answers.
    questions: Vec<usize>,
    asked: Option<Side>,
    ending: Option<Ending>,
    /// The effects that drawings mark, for each role.
    trails: [EffectTrail; TableRole::ALL.len()],
}

impl EventLog {
    /// Replays the lines of the store; returns the log, and the table after the last line. Costs one
    /// replay of the entries that were not taken back. `seed` is that of chance and of the strategies.
    pub(crate) fn rebuild(
        header: Record,
        lines: Vec<StoredLine>,
        options: &Options,
        seed: u64,
    ) -> Result<(Self, Box<dyn Table>), RecordError> {
        let mut record = header;
        // The line of each entry, and the line that numbers the question after so many entries.
        let (mut entry_lines, mut anchors) = (Vec::new(), vec![0]);
        let (mut clocks, mut rewound) = (None, 0);
        let next_line = lines.len() + 1;
        for (line, stored) in (1..).zip(lines) {
            match stored {
                StoredLine::Entry(entry) => {
                    record.push(entry);
                    entry_lines.push(line);
                    anchors.push(line);
                }
                StoredLine::Back { entries } => {
                    record.entries.truncate(entries);
                    entry_lines.truncate(entries);
                    anchors.truncate(entries + 1);
                    if let Some(anchor) = anchors.last_mut() {
                        *anchor = line;
                    }
                    rewound = line;
                }
                StoredLine::Clocks(shown) => clocks = Some(shown),
            }
        }
        let mut log = Self {
            marks: Vec::with_capacity(entry_lines.len()),
            start: anchors[0],
            rewound,
            last: None,
            questions: Vec::new(),
            asked: None,
            ending: None,
            trails: TableRole::ALL.map(EffectTrail::new),
            record: Record::new(record.header.clone()),
        };
        let resumed = find_game(&record)?.resume(&record, options, seed, &mut |event| {
            let place = log.marks.len();
            // A record may leave out the result, which the referee then adds.
            let line = entry_lines.get(place).copied().unwrap_or(next_line);
            let anchor = anchors.get(place + 1).copied().unwrap_or(next_line);
            log.note(event, line, anchor);
        });
        let mut table = resumed?;
        log.record = record;
        if let Some(shown) = clocks {
            set_clocks(&mut *table, shown);
        }
        Ok((log, table))
    }

    /// Adds an event and returns its number. An event with an entry stands on `line` of the store.
    pub(crate) fn push(&mut self, event: &dyn EventView, line: usize) -> usize {
        if let Some(entry) = event.entry() {
            self.record.push(entry);
        }
        self.note(event, line, line)
    }

    fn note(&mut self, event: &dyn EventView, line: usize, anchor: usize) -> usize {
        let kind = event.kind();
        let number = match event.entry() {
            Some(_) => {
                self.marks.push(EntryMark {
                    line,
                    anchor,
                    kind,
                    side: event.side(),
                    first_question: self.questions.first().copied(),
                    asked: false,
                });
                2 * line - 1
            }
            None => 2 * self.anchor(),
        };
        match kind {
            EventKind::Asked => {
                if let Some(mark) = self.marks.last_mut() {
                    mark.asked = true;
                }
                self.questions.push(number);
                self.asked = event.side();
            }
            EventKind::Refused | EventKind::Unreadable => {}
            _ => self.questions.clear(),
        }
        for trail in &mut self.trails {
            trail.note(event);
        }
        self.ending = event.ending();
        self.last = Some(number);
        number
    }

    /// The line that numbers the question after the last entry.
    fn anchor(&self) -> usize {
        self.marks.last().map_or(self.start, |mark| mark.anchor)
    }

    /// One more than the number of the last event.
    pub(crate) fn len(&self) -> usize {
        self.last.map_or(0, |last| last + 1)
    }

    pub(crate) fn record(&self) -> &Record {
        &self.record
    }

    pub(crate) fn trail(&self, role: TableRole) -> &EffectTrail {
        &self.trails[role.index()]
    }

    /// Whether a reader who has the events up to number `after` must forget them: a step back came
    /// later, or the number was never given.
    pub(crate) fn is_rewound_since(&self, after: usize) -> bool {
        after >= self.len() || after + 1 < 2 * self.rewound
    }

    /// Replays the game and visits every event with its number, from the first on; visits none when
    /// the last event has number `after`. Not for an async thread.
    pub(crate) fn replay_since(
        &self,
        after: Option<usize>,
        mut visit: impl FnMut(usize, &dyn EventView),
    ) -> Result<(), RecordError> {
        if after.is_some_and(|after| after.saturating_add(1) >= self.len()) {
            return Ok(());
        }
        let mut marks = self.marks.iter();
        let mut anchor = self.start;
        let replayed = find_game(&self.record)?.replay(&self.record, &mut |event| {
            let number = match event.entry().and_then(|_| marks.next()) {
                Some(mark) => {
                    anchor = mark.anchor;
                    2 * mark.line - 1
                }
                None => 2 * anchor,
            };
            visit(number, event);
        });
        replayed.map(drop)
    }

    /// The side that has to answer, and the number of its question. An answer that could not be
    /// parsed leaves the question open.
    pub(crate) fn asked(&self) -> Option<(Side, usize)> {
        let number = self.questions.last()?;
        Some((self.asked?, *number))
    }

    /// Whether question number `turn` waits for its answer.
    pub(crate) fn is_open(&self, turn: usize) -> bool {
        self.questions.contains(&turn)
    }

    /// The side that answered question number `turn` with this move, and the number of the last event
    /// before the next entry; none unless the move was played and not taken back.
    pub(crate) fn answered(&self, turn: usize, text: &str) -> Option<(Side, usize)> {
        let is_answer = |mark: &EntryMark| {
            2 * mark.line > turn + 1
                && !matches!(mark.kind, EventKind::Refused | EventKind::Unreadable)
        };
        let place = self.marks.iter().position(is_answer)?;
        let mark = &self.marks[place];
        let (_, Entry::Plays(side, known)) = self.record.entries.get(place)? else {
            return None;
        };
        let answers = mark.first_question.is_some_and(|first| first <= turn);
        let same = mark.kind == EventKind::Played && known.eq_ignore_ascii_case(text);
        let number = if mark.asked {
            2 * mark.anchor
        } else {
            2 * mark.line - 1
        };
        (answers && same).then_some((*side, number))
    }

    pub(crate) fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Number of entries before the last move of one of `sides`.
    pub(crate) fn entries_before_last_move(&self, sides: &[Side]) -> Option<usize> {
        let is_theirs = |mark: &EntryMark| {
            mark.kind == EventKind::Played && mark.side.is_some_and(|side| sides.contains(&side))
        };
        self.marks.iter().rposition(is_theirs)
    }
}

/// Sets the clocks of a table to what they showed, in milliseconds.
pub(crate) fn set_clocks(table: &mut dyn Table, shown: [u64; 2]) {
    for (side, millis) in Side::BOTH.into_iter().zip(shown) {
        table.set_clock(side, std::time::Duration::from_millis(millis));
    }
}

fn find_game(record: &Record) -> Result<&'static RegisteredGame, RecordError> {
    games::find(&record.header.game).map_err(|_| RecordError {
        line: 2,
        fault: Fault::Unknown(record.header.game.clone()),
    })
}

#[cfg(test)]
mod tests {
    use host::Viewer;

    use super::*;

    const HEADER: &str = "brelan record 1\ngame allumettes\nposition 13\nreferee guarded\n\
        first A@humain\nsecond B@humain\n\n";
    const REWOUND: [&str; 4] = [
        "first plays 2",
        "second plays 1",
        "back 1",
        "second plays 3",
    ];

    fn rebuilt(lines: &[&str]) -> (EventLog, Box<dyn Table>) {
        let lines = lines.iter().map(|line| line.parse().unwrap()).collect();
        EventLog::rebuild(HEADER.parse().unwrap(), lines, &Options::default(), 0).unwrap()
    }

    fn replayed(log: &EventLog, after: Option<usize>) -> Vec<String> {
        let mut events = Vec::new();
        let visit = |number, event: &dyn EventView| {
            let text = event.text(Viewer::Referee).unwrap_or_default();
            if after.is_none_or(|after| number > after) {
                events.push(format!("{number} {} {text}", event.kind()));
            }
        };
        log.replay_since(after, visit).unwrap();
        events
    }

    #[test]
    fn a_step_back_asks_again_under_a_new_number() {
        let (log, _) = rebuilt(&REWOUND);
        let standing = [
            "0 asked ",
            "1 played 2",
            "6 asked ",
            "7 played 3",
            "8 asked ",
        ];
        assert_eq!(replayed(&log, None), standing);
        assert_eq!(log.asked(), Some((Side::First, 8)));
        assert_eq!(log.entries_before_last_move(&[Side::First]), Some(0));
        assert_eq!(log.entries_before_last_move(&[Side::Second]), Some(1));
    }

    #[test]
    fn a_reader_who_has_events_that_were_taken_back_starts_again() {
        let (log, _) = rebuilt(&REWOUND);
        for (after, rewound) in [(0, true), (4, true), (5, false), (6, false), (8, false)] {
            assert_eq!(log.is_rewound_since(after), rewound, "{after}");
        }
        assert!(log.is_rewound_since(9), "a number that was never given");
        assert!(log.is_rewound_since(usize::MAX - 1));
        assert_eq!(replayed(&log, Some(6)), ["7 played 3", "8 asked "]);
        assert!(replayed(&log, Some(8)).is_empty());
    }

    #[test]
    fn clocks_between_the_lines_leave_gaps() {
        let lines = ["first plays 2", "clocks 9000 9000", "second plays 1"];
        let (log, _) = rebuilt(&lines);
        let standing = [
            "0 asked ",
            "1 played 2",
            "2 asked ",
            "5 played 1",
            "6 asked ",
        ];
        assert_eq!(replayed(&log, None), standing);
    }

    /// Plays answers and takes moves back, and rebuilds the log from its lines after each.
    #[test]
    fn a_rebuilt_log_is_the_one_that_was_played() {
        let mut lines: Vec<String> = Vec::new();
        let (mut log, mut table) = rebuilt(&[]);
        let answers = [
            "1", "2", "back", "3", "x", "9", "1", "back", "back", "2", "1", "back",
        ];
        for answer in answers {
            if answer == "back" {
                let entries = log.entries_before_last_move(&Side::BOTH).unwrap();
                lines.push(format!("back {entries}"));
                let texts: Vec<&str> = lines.iter().map(String::as_str).collect();
                (log, table) = rebuilt(&texts);
                continue;
            }
            let mut told = Vec::new();
            let mut note = |event: &dyn EventView| told.push(event.to_owned());
            table.answer(answer, &mut note).unwrap();
            table.next(&mut note);
            for event in &told {
                lines.extend(event.entry().map(|entry| entry.to_string()));
                log.push(&**event, lines.len());
            }
            let texts: Vec<&str> = lines.iter().map(String::as_str).collect();
            let (again, _) = rebuilt(&texts);
            assert_eq!(replayed(&again, None), replayed(&log, None), "{lines:?}");
            assert_eq!(
                (&again.marks, &again.questions, again.asked()),
                (&log.marks, &log.questions, log.asked()),
                "{lines:?}"
            );
        }
    }

    #[test]
    fn an_unreadable_answer_leaves_the_question_open() {
        let (log, _) = rebuilt(&["first answers \"x\""]);
        assert_eq!(log.asked(), Some((Side::First, 0)));
    }

    /// A browser may answer before it has received the repeated question.
    #[test]
    fn a_refused_answer_leaves_the_question_open() {
        let (log, _) = rebuilt(&["first plays 9"]);
        assert_eq!(log.asked(), Some((Side::First, 2)));
        assert!(log.is_open(0) && log.is_open(2));
        assert!(!log.is_open(1) && !log.is_open(3));

        let (log, _) = rebuilt(&["first plays 9", "first answers \"x\"", "first plays 2"]);
        assert!(!log.is_open(0) && log.is_open(6));
        assert_eq!(log.answered(0, "2"), Some((Side::First, 6)));
        assert_eq!(log.answered(2, "2"), Some((Side::First, 6)));
        assert_eq!(log.answered(0, "9"), None);
    }

    #[test]
    fn an_answer_to_a_question_that_was_taken_back_answers_nothing() {
        let (log, _) = rebuilt(&REWOUND);
        assert_eq!(log.answered(6, "3"), Some((Side::Second, 8)));
        assert_eq!(log.answered(2, "3"), None);
    }
}
