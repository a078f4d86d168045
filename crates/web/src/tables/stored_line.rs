//! The lines that the store keeps of a table besides its header.

use std::fmt;
use std::str::FromStr;

use table::Entry;

/// One line of a table in the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum StoredLine {
    Entry(Entry),
    /// A step back: only the first `entries` entries of the record stand.
    Back {
        entries: usize,
    },
    /// Milliseconds left on the clocks of the first and the second side.
    Clocks([u64; 2]),
}

impl fmt::Display for StoredLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Entry(entry) => entry.fmt(f),
            Self::Back { entries } => write!(f, "back {entries}"),
            Self::Clocks([first, second]) => write!(f, "clocks {first} {second}"),
        }
    }
}

impl FromStr for StoredLine {
    type Err = <Entry as FromStr>::Err;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Some(numbers) = text.strip_prefix("back ") {
            // Earlier versions wrote the number of an event behind the count.
            let count = numbers.split(' ').next().unwrap_or_default();
            if let Ok(entries) = count.parse() {
                return Ok(Self::Back { entries });
            }
        }
        let clocks = text.strip_prefix("clocks ").and_then(|numbers| {
            let (first, second) = numbers.split_once(' ')?;
            Some([first.parse().ok()?, second.parse().ok()?])
        });
        match clocks {
            Some(clocks) => Ok(Self::Clocks(clocks)),
            None => text.parse().map(Self::Entry),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_written_as_they_are_parsed() {
        for text in ["back 12", "clocks 300000 0", "first plays 2", "chance 3"] {
            assert_eq!(text.parse::<StoredLine>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn a_step_back_of_an_earlier_version_is_parsed() {
        let line = "back 12 40".parse::<StoredLine>().unwrap();
        assert_eq!(line, StoredLine::Back { entries: 12 });
    }
}
