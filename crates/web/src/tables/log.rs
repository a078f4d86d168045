//! Everything that happened at a table, numbered for good: taking a move back adds to it.
//!
//! What is kept is the record's lines. What a watcher missed is told from a replay of those that
//! stand; what was taken back is not told again.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use house::{Kind, Moment, Offer, Options, Table};
use table::{Ending, Entry, Record, RecordError, Side};

/// A moment of the table that can be told later.
pub(crate) type Frozen = Box<dyn Moment + Send>;

/// A line that the store keeps of a table besides its header.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Stored {
    /// A line of the record.
    Entry(Entry),
    /// Only so many entries stand; told under this number.
    Back { entries: usize, number: usize },
    /// What the clocks showed, in milliseconds.
    Clocks([u64; 2]),
}

impl fmt::Display for Stored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Entry(entry) => entry.fmt(f),
            Self::Back { entries, number } => write!(f, "back {entries} {number}"),
            Self::Clocks([first, second]) => write!(f, "clocks {first} {second}"),
        }
    }
}

impl FromStr for Stored {
    type Err = <Entry as FromStr>::Err;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let pair = |word| {
            let (one, other) = text.strip_prefix(word)?.split_once(' ')?;
            Some((one.parse().ok()?, other.parse().ok()?))
        };
        if let Some((entries, number)) = pair("back ") {
            let [entries, number] = [entries, number].map(|number: u64| number as usize);
            return Ok(Self::Back { entries, number });
        }
        if let Some((first, second)) = pair("clocks ") {
            return Ok(Self::Clocks([first, second]));
        }
        text.parse().map(Self::Entry)
    }
}

/// An event that stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Mark {
    number: usize,
    kind: Kind,
    side: Option<Side>,
    has_entry: bool,
}

/// A step back: told under `number`, after it events from `undone_from` on do not stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Back {
    pub(crate) number: usize,
    pub(crate) undone_from: usize,
    entries: usize,
}

/// The happenings of one table, and which of them make up the game as it stands.
#[derive(Clone, Debug)]
pub(crate) struct Log {
    record: Record,
    marks: Vec<Mark>,
    backs: Vec<Back>,
    ending: Option<Ending>,
}

/// What to know besides its lines to go on with a table.
#[derive(Clone, Debug)]
pub(crate) struct Resumption {
    pub(crate) options: Options,
    pub(crate) seed: u64,
}

impl Log {
    /// Replays what the store kept: the same numbers for what stands, and the table where it broke
    /// off. Whatever was taken back, that is one replay.
    pub(crate) fn rebuild(
        header: Record,
        lines: Vec<Stored>,
        resumption: &Resumption,
    ) -> Result<(Self, Box<dyn Table>), RecordError> {
        let mut log = Self {
            record: header,
            marks: Vec::new(),
            backs: Vec::new(),
            ending: None,
        };
        let mut clocks = None;
        for line in lines {
            match line {
                Stored::Entry(entry) => log.record.push(entry),
                Stored::Back { entries, number } => log.note_back(entries, number, 0),
                Stored::Clocks(shown) => clocks = Some(shown),
            }
        }
        let mut marks = Vec::new();
        let mut ending = None;
        let resumed = resume(&log.record, resumption, &mut |moment| {
            marks.push(Mark::of(0, moment));
            ending = moment.ending();
        });
        let mut table = resumed?;
        (log.marks, log.ending) = (marks, ending);
        log.number_anew();
        if let Some(shown) = clocks {
            set_clocks(&mut *table, shown);
        }
        Ok((log, table))
    }

    /// Numbers the marks as they were told: from 0, and after a step back from where it was told.
    fn number_anew(&mut self) {
        let mut backs = self.backs.iter_mut().peekable();
        let (mut next, mut entries) = (0, 0);
        for place in 0..self.marks.len() {
            entries += usize::from(self.marks[place].has_entry);
            let following = self.marks.get(place + 1);
            let last_of_entry = following.is_none_or(|mark| mark.has_entry);
            if let Some(back) = backs.next_if(|back| last_of_entry && back.entries == entries) {
                back.undone_from = next;
                next = back.number + 1;
            }
            self.marks[place].number = next;
            next += 1;
        }
    }

    /// Forgets the entries after the first `entries`, and the steps back that this undoes.
    fn note_back(&mut self, entries: usize, number: usize, undone_from: usize) {
        self.record.entries.truncate(entries);
        let undone = self.backs.extract_if(.., |back| back.entries >= entries);
        let undone_from = undone
            .map(|back| back.undone_from)
            .fold(undone_from, usize::min);
        self.backs.push(Back {
            number,
            undone_from,
            entries,
        });
    }

    /// Adds what the referee told, and gives it its number.
    pub(crate) fn push(&mut self, moment: &dyn Moment) -> usize {
        let number = self.len();
        self.marks.push(Mark::of(number, moment));
        if let Some(entry) = moment.entry() {
            self.record.push(entry);
        }
        self.ending = moment.ending();
        number
    }

    /// Goes back to where only `entries` stand: the table there, and the last thing that was told
    /// before it, which is told again.
    pub(crate) fn replay_until(
        &self,
        entries: usize,
        resumption: &Resumption,
    ) -> Result<(Option<Frozen>, Box<dyn Table>), RecordError> {
        let mut record = self.record.clone();
        record.entries.truncate(entries);
        let mut last = None;
        let table = resume(&record, resumption, &mut |moment| {
            last = Some(moment.freeze());
        })?;
        Ok((last, table))
    }

    /// Notes that the table went back to `entries`, and that `last` was told again: the step back,
    /// and the number of `last`.
    pub(crate) fn back(&mut self, entries: usize, last: &dyn Moment) -> (Back, usize) {
        let number = self.len();
        let mut seen = 0;
        let kept = self.marks.iter().take_while(|mark| {
            seen += usize::from(mark.has_entry);
            seen <= entries
        });
        let told_again = kept.count().saturating_sub(1);
        let undone_from = self
            .marks
            .get(told_again)
            .map_or(number, |mark| mark.number);
        self.marks.truncate(told_again);
        self.note_back(entries, number, undone_from);
        self.marks.push(Mark::of(number + 1, last));
        self.ending = last.ending();
        (*self.backs.last().expect("noted above"), number + 1)
    }

    /// How many numbers were given.
    pub(crate) fn len(&self) -> usize {
        self.marks.last().map_or(0, |mark| mark.number + 1)
    }

    /// The game so far, written down.
    pub(crate) fn record(&self) -> &Record {
        &self.record
    }

    /// What somebody missed who heard everything up to number `after`: the step back that concerns
    /// them, if there was one, and every event that stands and that they have not heard.
    pub(crate) fn since<T>(
        &self,
        after: Option<usize>,
        mut told: impl FnMut(usize, &dyn Moment) -> T,
    ) -> Result<(Option<Back>, Vec<T>), RecordError> {
        let heard = after.map_or(0, |after| after.saturating_add(1));
        let undone = self.backs.iter().filter(|back| back.number >= heard);
        let undone = undone.filter(|back| back.undone_from < heard).copied();
        let back = undone.reduce(|one, other| Back {
            undone_from: one.undone_from.min(other.undone_from),
            ..other
        });
        let from = back.map_or(heard, |back| back.undone_from);
        if self.marks.last().is_none_or(|mark| mark.number < from) {
            return Ok((back, Vec::new()));
        }
        let (mut marks, mut news) = (self.marks.iter(), Vec::new());
        offer(&self.record)?.replay(&self.record, &mut |moment| {
            if let Some(mark) = marks.next().filter(|mark| mark.number >= from) {
                news.push(told(mark.number, moment));
            }
        })?;
        Ok((back, news))
    }

    /// Who has the hand, and the number under which they were told so. An answer that could not be
    /// read leaves the question as it is.
    pub(crate) fn asked(&self) -> Option<(Side, usize)> {
        let mut readable = self.marks.iter().rev();
        let mark = readable.find(|mark| mark.kind != Kind::Unreadable)?;
        let side = mark.side.filter(|_| mark.kind == Kind::Asked)?;
        Some((side, mark.number))
    }

    /// Whether the question number `turn` still waits for its answer.
    pub(crate) fn is_open(&self, turn: usize) -> bool {
        self.behind(turn) == Some(self.marks.len())
    }

    /// Where the answer to the question number `turn` is, or will be: what was refused or could not
    /// be read leaves a question open.
    fn behind(&self, turn: usize) -> Option<usize> {
        let is_asked = |mark: &Mark| mark.number == turn && mark.kind == Kind::Asked;
        let asked = self.marks.iter().position(is_asked)?;
        let still = [Kind::Asked, Kind::Refused, Kind::Unreadable];
        let open = self.marks[asked..].iter();
        Some(asked + open.take_while(|mark| still.contains(&mark.kind)).count())
    }

    /// How far the table had come when the question number `turn` was answered with this move, if
    /// that is what stands.
    pub(crate) fn answered(&self, turn: usize, text: &str) -> Option<(Side, usize)> {
        let answer = self.behind(turn)?;
        let (before, rest) = (&self.marks[..answer], &self.marks[answer..]);
        let (played, rest) = rest.split_first()?;
        let entries = before.iter().filter(|mark| mark.has_entry).count();
        let (_, Entry::Plays(side, known)) = self.record.entries.get(entries)? else {
            return None;
        };
        let same = played.kind == Kind::Played && known.eq_ignore_ascii_case(text);
        let told = rest.iter().take_while(|mark| !mark.has_entry).last();
        same.then(|| (*side, told.unwrap_or(played).number))
    }

    pub(crate) fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// How many entries stand before the last move that one of `sides` played.
    pub(crate) fn entries_before_last_move(&self, sides: &[Side]) -> Option<usize> {
        let of_theirs = |mark: &Mark| {
            mark.kind == Kind::Played && mark.side.is_some_and(|side| sides.contains(&side))
        };
        let last = self.marks.iter().rposition(of_theirs)?;
        let before = &self.marks[..last];
        Some(before.iter().filter(|mark| mark.has_entry).count())
    }
}

impl Mark {
    fn of(number: usize, moment: &dyn Moment) -> Self {
        Self {
            number,
            kind: moment.kind(),
            side: moment.side(),
            has_entry: moment.entry().is_some(),
        }
    }
}

/// Puts the clocks to what they showed, in milliseconds.
pub(crate) fn set_clocks(table: &mut dyn Table, shown: [u64; 2]) {
    for (side, millis) in Side::BOTH.into_iter().zip(shown) {
        table.set_clock(side, Duration::from_millis(millis));
    }
}

fn offer(record: &Record) -> Result<&'static Offer, RecordError> {
    house::find(&record.header.game).map_err(|_| RecordError {
        line: 2,
        fault: table::Fault::Unknown(record.header.game.clone()),
    })
}

/// Replays a record with everybody in their seats.
fn resume(
    record: &Record,
    resumption: &Resumption,
    tell: house::Hear<'_>,
) -> Result<Box<dyn Table>, RecordError> {
    let Resumption { options, seed } = resumption;
    offer(record)?.resume(record, options, *seed, tell)
}

#[cfg(test)]
mod tests {
    use house::Viewer;

    use super::*;

    const HEADER: &str = "brelan record 1\ngame allumettes\nposition 13\nreferee guarded\n\
        first A@humain\nsecond B@humain\n\n";

    fn resumption() -> Resumption {
        Resumption {
            options: Options::default(),
            seed: 0,
        }
    }

    fn rebuilt(lines: &[&str]) -> Log {
        let lines = lines.iter().map(|line| line.parse().unwrap()).collect();
        let header = HEADER.parse().unwrap();
        Log::rebuild(header, lines, &resumption()).unwrap().0
    }

    fn summary(log: &Log, after: Option<usize>) -> (Option<(usize, usize)>, Vec<String>) {
        let tell = |number, moment: &dyn Moment| {
            let text = moment.text(Viewer::House).unwrap_or_default();
            format!("{number} {} {text}", moment.kind())
        };
        let (back, told) = log.since(after, tell).unwrap();
        (back.map(|back| (back.number, back.undone_from)), told)
    }

    #[test]
    fn a_step_back_adds_to_the_log_and_asks_again() {
        let lines = [
            "first plays 2",
            "second plays 1",
            "back 1 5",
            "second plays 3",
        ];
        let log = rebuilt(&lines);
        let standing = [
            "0 asked ",
            "1 played 2",
            "6 asked ",
            "7 played 3",
            "8 asked ",
        ];
        assert_eq!(
            summary(&log, None),
            (None, standing.map(str::to_owned).into())
        );
        assert_eq!(log.asked(), Some((Side::First, 8)));
        assert_eq!(log.entries_before_last_move(&[Side::First]), Some(0));
        assert_eq!(log.entries_before_last_move(&[Side::Second]), Some(1));
    }

    #[test]
    fn whoever_heard_what_was_taken_back_is_told_so() {
        let lines = [
            "first plays 2",
            "second plays 1",
            "back 1 5",
            "second plays 3",
        ];
        let log = rebuilt(&lines);
        let rest = ["6 asked ", "7 played 3", "8 asked "].map(str::to_owned);
        assert_eq!(summary(&log, Some(4)), (Some((5, 2)), rest.clone().into()));
        assert_eq!(summary(&log, Some(2)), (Some((5, 2)), rest.clone().into()));
        assert_eq!(summary(&log, Some(1)), (None, rest.clone().into()));
        assert_eq!(summary(&log, Some(6)), (None, rest[1..].into()));
        assert_eq!(summary(&log, Some(8)), (None, Vec::new()));
        assert_eq!(summary(&log, Some(usize::MAX)), (None, Vec::new()));
    }

    /// A table that was played and one that was rebuilt from its lines tell the same.
    #[test]
    fn what_is_rebuilt_is_what_was_told() {
        let mut lines: Vec<String> = Vec::new();
        let mut log = rebuilt(&[]);
        let deeds = [
            "1", "2", "back", "3", "x", "9", "1", "back", "back", "2", "1", "back",
        ];
        for deed in deeds {
            if deed == "back" {
                let entries = log.entries_before_last_move(&Side::BOTH).unwrap();
                let (last, _) = log.replay_until(entries, &resumption()).unwrap();
                let (back, _) = log.back(entries, &*last.unwrap());
                lines.push(format!("back {entries} {}", back.number));
            } else {
                let entries = log.record.entries.len();
                let (_, mut table) = log.replay_until(entries, &resumption()).unwrap();
                let mut told = Vec::new();
                table
                    .answer(deed, &mut |moment| told.push(moment.freeze()))
                    .unwrap();
                table.next(&mut |moment| told.push(moment.freeze()));
                let entries = told.iter().filter_map(|moment| moment.entry());
                lines.extend(entries.map(|entry| entry.to_string()));
                for moment in &told {
                    log.push(&**moment);
                }
            }
            let texts: Vec<&str> = lines.iter().map(String::as_str).collect();
            let again = rebuilt(&texts);
            assert_eq!(
                (&again.marks, &again.backs),
                (&log.marks, &log.backs),
                "{lines:?}"
            );
        }
    }

    #[test]
    fn an_unreadable_answer_leaves_the_question_standing() {
        let log = rebuilt(&["first answers \"x\""]);
        assert_eq!(log.asked(), Some((Side::First, 0)));
    }

    /// A browser may answer before it has heard that it was asked again.
    #[test]
    fn a_refused_answer_leaves_the_question_open() {
        let log = rebuilt(&["first plays 9"]);
        assert_eq!(log.asked(), Some((Side::First, 2)));
        assert!(log.is_open(0) && log.is_open(2));
        assert!(!log.is_open(1) && !log.is_open(3));

        let log = rebuilt(&["first plays 9", "first answers \"x\"", "first plays 2"]);
        assert!(!log.is_open(0) && log.is_open(5));
        assert_eq!(log.answered(0, "2"), Some((Side::First, 5)));
        assert_eq!(log.answered(2, "2"), Some((Side::First, 5)));
        assert_eq!(log.answered(0, "9"), None);
    }

    #[test]
    fn lines_read_back() {
        for text in ["back 12 40", "clocks 300000 0", "first plays 2", "chance 3"] {
            assert_eq!(text.parse::<Stored>().unwrap().to_string(), text);
        }
    }
}
