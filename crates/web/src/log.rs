//! Everything that happened at a table, numbered for good: taking a move back adds to it.

use house::{Kind, Resumption, Table, Told};
use table::{Entry, Record, RecordError, Side};

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Happening {
    /// What the referee told.
    Told(Box<Told>),
    /// The game went back to before this number.
    Back(usize),
}

/// What the store keeps of a table besides its header: lines of a record, and steps back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Line {
    Entry(Entry),
    /// Only so many entries stand.
    Back(usize),
}

impl std::fmt::Display for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Entry(entry) => entry.fmt(f),
            Self::Back(entries) => write!(f, "back {entries}"),
        }
    }
}

impl std::str::FromStr for Line {
    type Err = <Entry as std::str::FromStr>::Err;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let back = text
            .strip_prefix("back ")
            .and_then(|entries| entries.parse().ok());
        back.map_or_else(
            || text.parse().map(Self::Entry),
            |entries| Ok(Self::Back(entries)),
        )
    }
}

/// The happenings of one table, and which of them make up the game as it stands.
#[derive(Debug, Default)]
pub(crate) struct Log {
    happenings: Vec<Happening>,
    standing: Vec<usize>,
}

impl Log {
    /// Replays what the store kept: the same happenings with the same numbers, and the table where
    /// it broke off.
    pub(crate) fn rebuild(
        mut record: Record,
        lines: &[Line],
        resumption: &Resumption,
    ) -> Result<(Self, Box<dyn Table>), RecordError> {
        let mut log = Self::default();
        for line in lines {
            match line {
                Line::Entry(entry) => record.push(entry.clone()),
                Line::Back(entries) => {
                    log.follow(&record, resumption)?;
                    record.entries.truncate(*entries);
                    let (told, _) = replay(&record, resumption)?;
                    log.back(told);
                }
            }
        }
        let table = log.follow(&record, resumption)?;
        Ok((log, table))
    }

    /// Adds what a replay of `record` tells beyond what stands already.
    fn follow(
        &mut self,
        record: &Record,
        resumption: &Resumption,
    ) -> Result<Box<dyn Table>, RecordError> {
        let (told, table) = replay(record, resumption)?;
        let known = self.standing.len();
        told.into_iter()
            .skip(known)
            .for_each(|told| self.push(told));
        Ok(table)
    }

    pub(crate) fn push(&mut self, told: Told) {
        self.standing.push(self.happenings.len());
        self.happenings.push(Happening::Told(Box::new(told)));
    }

    /// Goes back to where `told`, a prefix of the game, ends; its last event is told again.
    pub(crate) fn back(&mut self, mut told: Vec<Told>) {
        let Some(last) = told.pop() else { return };
        let first_undone = self.standing.get(told.len()).copied();
        self.standing.truncate(told.len());
        let here = self.happenings.len();
        self.happenings
            .push(Happening::Back(first_undone.unwrap_or(here)));
        self.push(last);
    }

    pub(crate) fn len(&self) -> usize {
        self.happenings.len()
    }

    pub(crate) fn after(&self, number: Option<usize>) -> impl Iterator<Item = (usize, &Happening)> {
        let first = number.map_or(0, |number| number.saturating_add(1));
        self.happenings.iter().enumerate().skip(first)
    }

    /// The happenings that stand.
    pub(crate) fn standing(&self) -> impl DoubleEndedIterator<Item = &Told> {
        self.standing
            .iter()
            .filter_map(|&number| match &self.happenings[number] {
                Happening::Told(told) => Some(&**told),
                Happening::Back(_) => None,
            })
    }

    /// Who has the hand, and the number under which they were told so. An answer that could not be
    /// read leaves the question as it is.
    pub(crate) fn asked(&self) -> Option<(Side, usize)> {
        let asked = self
            .standing
            .iter()
            .rev()
            .find_map(|&number| match &self.happenings[number] {
                Happening::Told(told) if told.kind != Kind::Unreadable => Some((told, number)),
                _ => None,
            });
        let (told, number) = asked?;
        let side = (told.kind == Kind::Asked).then_some(told.side)?;
        side.map(|side| (side, number))
    }

    pub(crate) fn ending(&self) -> Option<&str> {
        let last = self.standing().next_back()?;
        (last.kind == Kind::Over).then_some(&*last.text)
    }

    /// How many entries stand before the last move that one of `sides` played.
    pub(crate) fn entries_before_last_move(&self, sides: &[Side]) -> Option<usize> {
        let of_theirs = |told: &Told| {
            told.kind == Kind::Played && told.side.is_some_and(|side| sides.contains(&side))
        };
        let last = self
            .standing()
            .enumerate()
            .filter(|(_, told)| of_theirs(told))
            .last();
        let (position, _) = last?;
        Some(
            self.standing()
                .take(position)
                .filter(|told| told.entry.is_some())
                .count(),
        )
    }
}

/// Replays a record with everybody in their seats.
pub(crate) fn replay(
    record: &Record,
    resumption: &Resumption,
) -> Result<(Vec<Told>, Box<dyn Table>), RecordError> {
    let unknown = |_| RecordError {
        line: 2,
        fault: table::Fault::Unknown(record.header.game.clone()),
    };
    let game = house::find(&record.header.game).map_err(unknown)?;
    let mut told = Vec::new();
    let table = game.resume(record, resumption, &mut |event| told.push(event))?;
    Ok((told, table))
}

#[cfg(test)]
mod tests {
    use house::Language;
    use table::Limits;

    use super::*;

    fn rebuilt(lines: &[&str]) -> Log {
        let header = "brelan record 1\ngame allumettes\nposition 13\nreferee guarded\n\
            first A@humain\nsecond B@humain\n\n";
        let lines: Vec<Line> = lines.iter().map(|line| line.parse().unwrap()).collect();
        let resumption = Resumption {
            seed: 0,
            limits: Limits::default(),
            language: Language::English,
        };
        Log::rebuild(header.parse().unwrap(), &lines, &resumption)
            .unwrap()
            .0
    }

    fn summary(log: &Log) -> Vec<String> {
        let tell = |(number, happening): (usize, &Happening)| match happening {
            Happening::Told(told) => format!("{number} {:?} {}", told.kind, told.text),
            Happening::Back(to) => format!("{number} Back {to}"),
        };
        log.after(None).map(tell).collect()
    }

    #[test]
    fn a_step_back_adds_to_the_log_and_asks_again() {
        let log = rebuilt(&[
            "first plays 2",
            "second plays 1",
            "back 1",
            "second plays 3",
        ]);
        let expected = [
            "0 Asked ",
            "1 Played 2",
            "2 Asked ",
            "3 Played 1",
            "4 Asked ",
            "5 Back 2",
            "6 Asked ",
            "7 Played 3",
            "8 Asked ",
        ];
        assert_eq!(summary(&log), expected);
        assert_eq!(log.asked(), Some((Side::First, 8)));
        assert_eq!(log.entries_before_last_move(&[Side::First]), Some(0));
        assert_eq!(log.entries_before_last_move(&[Side::Second]), Some(1));
    }

    #[test]
    fn an_unreadable_answer_leaves_the_question_standing() {
        let log = rebuilt(&["first answers \"x\""]);
        assert_eq!(log.asked(), Some((Side::First, 0)));
    }

    #[test]
    fn lines_read_back() {
        for text in ["back 12", "first plays 2", "chance 3"] {
            assert_eq!(text.parse::<Line>().unwrap().to_string(), text);
        }
    }
}
