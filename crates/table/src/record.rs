//! Records of games (*partie enregistrée*): text with every answer, result of chance and cheat of a
//! game, so that it replays to the same events.
//!
//! ```text
//! brelan record 1
//! game allumettes
//! position 13
//! referee guarded
//! first Xavier@humain
//! second Ordinateur@naif
//!
//! first plays 2
//! second plays 1
//! first answers "X"
//! first plays 3
//! ```
//! Other lines are `chance N`, `SIDE says WORD`, `SIDE cheats TEXT`, `SIDE forfeits REASON` and, at
//! the end of a finished game, `result ENDING`.

use std::fmt;
use std::str::FromStr;

use crate::{Ending, Event, Explain, Forfeit, Game, Message, Player, Remark, Side, Trust};

const MAGIC: &str = "brelan record 1";

/// Settings of a recorded game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// Name of the game.
    pub game: String,
    /// Starting position, in the notation of the game.
    pub position: String,
    /// Whether cheats were allowed.
    pub trust: Trust,
    /// Both players.
    pub players: [Player; 2],
}

/// One line of a record after its header.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// A move, legal or not.
    Plays(Side, String),
    /// An answer that is neither a move nor a cheat.
    Answers(Side, String),
    /// An attempted cheat: done, refused or caught.
    Cheats(Side, String),
    /// A remark of a strategy.
    Says(Side, Remark),
    /// A result of chance.
    Chance(u8),
    /// A side forfeited for a reason that no other line shows.
    Forfeits(Side, Forfeit),
    /// How the game ended.
    Result(Ending),
}

impl Entry {
    /// The line from which a replay repeats this event; `None` for an event that follows from
    /// others.
    pub fn from_event<G: Game>(event: &Event<G>) -> Option<Self> {
        Some(match event {
            Event::Asked { .. } => return None,
            Event::Said { side, remark } => Self::Says(*side, *remark),
            Event::Unreadable { side, text } => Self::Answers(*side, text.clone()),
            Event::Played { side, mv, .. } | Event::Refused { side, mv, .. } => {
                Self::Plays(*side, mv.to_string())
            }
            Event::Chance { outcome, .. } => Self::Chance(*outcome),
            Event::Cheated { side, cheat }
            | Event::Foiled { side, cheat, .. }
            | Event::Caught { side, cheat } => Self::Cheats(*side, cheat.to_string()),
            Event::Over {
                ending: Ending::Forfeited(side, reason),
            } if *reason != Forfeit::Cheating => Self::Forfeits(*side, *reason),
            Event::Over { ending } => Self::Result(*ending),
        })
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plays(side, text) => write!(f, "{side} plays {text}"),
            Self::Answers(side, text) => write!(f, "{side} answers \"{}\"", text.escape_default()),
            Self::Cheats(side, text) => write!(f, "{side} cheats {text}"),
            Self::Says(side, remark) => write!(f, "{side} says {remark}"),
            Self::Chance(outcome) => write!(f, "chance {outcome}"),
            Self::Forfeits(side, reason) => write!(f, "{side} forfeits {reason}"),
            Self::Result(ending) => write!(f, "result {ending}"),
        }
    }
}

/// The record of a game of any kind: moves are text that a replay parses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Settings of the game.
    pub header: Header,
    /// Entries, each with its line number in the text, counted from 1.
    pub entries: Vec<(usize, Entry)>,
}

/// Error for a record that cannot be parsed or replayed.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
#[message("record-line", reason = explain(fault))]
pub struct RecordError {
    /// Line number, counted from 1; one past the end if a line is missing.
    pub line: usize,
    /// Fault of that line.
    pub fault: Fault,
}

/// Fault of one line of a record.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
pub enum Fault {
    /// The first line is not that of this version of records.
    #[message("record-not-a-record", first = MAGIC)]
    NotARecord,
    /// Another header line is expected here.
    #[message("record-expected", word = _0)]
    Expected(&'static str),
    /// The line has no known form.
    #[message("record-unknown", text = _0)]
    Unknown(String),
    /// The game cannot parse the text, for this reason.
    #[message(transparent)]
    Notation(Message),
    /// The line cannot happen at this point of the game.
    #[message("record-place", text = _0)]
    OutOfPlace(String),
}

impl Record {
    /// A record without entries.
    pub fn new(header: Header) -> Self {
        Self {
            header,
            entries: Vec::new(),
        }
    }

    /// Adds the line for this event, if it has one.
    pub fn note<G: Game>(&mut self, event: &Event<G>) {
        if let Some(entry) = Entry::from_event(event) {
            self.push(entry);
        }
    }

    /// Adds an entry at the end.
    pub fn push(&mut self, entry: Entry) {
        let line = HEADER_LINES + 1 + self.entries.len();
        self.entries.push((line, entry));
    }
}

/// First line, game, position, referee, two players, and a blank line.
const HEADER_LINES: usize = 7;

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Header {
            game,
            position,
            trust,
            players: [first, second],
        } = &self.header;
        let trust = match trust {
            Trust::Guarded => "guarded",
            Trust::Trusting => "trusting",
        };
        writeln!(
            f,
            "{MAGIC}\ngame {game}\nposition {position}\nreferee {trust}"
        )?;
        writeln!(f, "first {first}\nsecond {second}\n")?;
        self.entries
            .iter()
            .try_for_each(|(_, entry)| writeln!(f, "{entry}"))
    }
}

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        // `lines` removes one `\r` only.
        let lines = text.lines().map(|line| line.trim_end_matches('\r'));
        let header = Header::read(lines.clone())?;
        let mut entries = Vec::new();
        for (number, line) in (1..).zip(lines).skip(HEADER_LINES - 1) {
            if !line.trim().is_empty() {
                let entry = line.parse().map_err(|fault| RecordError {
                    line: number,
                    fault,
                })?;
                entries.push((number, entry));
            }
        }
        Ok(Self { header, entries })
    }
}

impl Header {
    /// Reads the first six lines of a record.
    fn read<'a>(mut lines: impl Iterator<Item = &'a str>) -> Result<Self, RecordError> {
        let blame = |line, fault| RecordError { line, fault };
        let unknown = |line, text: &str| blame(line, Fault::Unknown(text.to_owned()));
        if lines.next() != Some(MAGIC) {
            return Err(blame(1, Fault::NotARecord));
        }
        let mut field = |line, word: &'static str| {
            let text = lines.next().unwrap_or_default();
            let value = text
                .strip_prefix(word)
                .and_then(|rest| rest.strip_prefix(' '));
            value.ok_or_else(|| blame(line, Fault::Expected(word)))
        };
        let game = field(2, "game")?.to_owned();
        let position = field(3, "position")?.to_owned();
        let trust = match field(4, "referee")? {
            "guarded" => Trust::Guarded,
            "trusting" => Trust::Trusting,
            other => return Err(unknown(4, other)),
        };
        let mut player = |line, word| {
            let text = field(line, word)?;
            text.parse().map_err(|_| unknown(line, text))
        };
        Ok(Self {
            game,
            position,
            trust,
            players: [player(5, "first")?, player(6, "second")?],
        })
    }
}

impl FromStr for Entry {
    type Err = Fault;

    fn from_str(line: &str) -> Result<Self, Fault> {
        let unknown = || Fault::Unknown(line.to_owned());
        let (subject, rest) = line.split_once(' ').ok_or_else(unknown)?;
        match subject {
            "chance" => rest.parse().map(Self::Chance).map_err(|_| unknown()),
            "result" => rest.parse().map(Self::Result).map_err(|_| unknown()),
            _ => {
                let side = subject.parse().map_err(|_| unknown())?;
                Self::of_side(side, rest).ok_or_else(unknown)
            }
        }
    }
}

impl Entry {
    fn of_side(side: Side, rest: &str) -> Option<Self> {
        let (verb, object) = rest.split_once(' ')?;
        match verb {
            "plays" => Some(Self::Plays(side, object.to_owned())),
            "cheats" => Some(Self::Cheats(side, object.to_owned())),
            "answers" => unescape(object).map(|text| Self::Answers(side, text)),
            "says" => Some(Self::Says(side, object.parse().ok()?)),
            "forfeits" => Some(Self::Forfeits(side, object.parse().ok()?)),
            _ => None,
        }
    }
}

/// Parses a quoted text written with `escape_default`.
fn unescape(quoted: &str) -> Option<String> {
    let inner = quoted.strip_prefix('"')?.strip_suffix('"')?;
    let mut chars = inner.chars();
    let mut text = String::with_capacity(inner.len());
    while let Some(char) = chars.next() {
        text.push(match char {
            '\\' => match chars.next()? {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'u' => unicode(&mut chars)?,
                plain @ ('\\' | '"' | '\'') => plain,
                _ => return None,
            },
            '"' => return None,
            plain => plain,
        });
    }
    Some(text)
}

fn unicode(chars: &mut std::str::Chars<'_>) -> Option<char> {
    let rest = chars.as_str().strip_prefix('{')?;
    let (digits, after) = rest.split_once('}')?;
    *chars = after.chars();
    u32::from_str_radix(digits, 16)
        .ok()
        .and_then(char::from_u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = "brelan record 1\ngame allumettes\nposition 13\nreferee trusting\n\
        first Xavier@humain\nsecond a b@naif\n\nfirst plays 2\nchance 3\n\
        second answers \"\\u{e9} \\\"x\\\" \\n\"\nsecond says cheating\nsecond cheats triche 2\n\
        first forfeits time\nresult second wins\n";

    #[test]
    fn a_record_parses_and_prints_to_the_same_text() {
        let record: Record = SAMPLE.parse().unwrap();
        assert_eq!(record.to_string(), SAMPLE);
        assert_eq!(
            record.entries[2].1,
            Entry::Answers(Side::Second, "é \"x\" \n".to_owned())
        );
        assert_eq!(record.entries[0].0, 8);
    }

    #[test]
    fn repeated_carriage_returns_at_the_end_of_a_line_are_ignored() {
        let record: Record = SAMPLE.replace('\n', "\r\r\n").parse().unwrap();
        assert_eq!(record.to_string(), SAMPLE);
    }

    #[test]
    fn an_error_has_the_number_of_the_malformed_line() {
        let cases = [
            ("", 1),
            ("brelan record 2\n", 1),
            ("brelan record 1\nposition 13\n", 2),
            (&SAMPLE.replace("trusting", "sleepy"), 4),
            (&SAMPLE.replace("a b@naif", "naif"), 6),
            (&SAMPLE.replace("first plays 2", "third plays 2"), 8),
            (&SAMPLE.replace("chance 3", "chance 300"), 9),
            (&SAMPLE.replace("\\n\"", "\\q\""), 10),
            (&SAMPLE.replace("says cheating", "says nothing"), 11),
            (&SAMPLE.replace("forfeits time", "forfeits"), 13),
        ];
        for (text, line) in cases {
            assert_eq!(
                text.parse::<Record>().map_err(|error| error.line),
                Err(line),
                "{text}"
            );
        }
    }
}
