//! Players as data: a name, the source of its moves and its options, in one text form used by the
//! command line, records, storage and network messages.
//!
//! ```text
//! Ana@humain   Ana@clock=5m+3s,humain   Max@time=200,expert
//! Bot@memory=256M,./bot.py   Bot@cmd:java -cp bin:lib Joueur   Moi@joueur.py:choisir
//! ```
//! The name ends at the first `@`. Options follow, each `key=value` and a comma; then the source of
//! the moves. Text after `cmd:` is verbatim.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::{Allowance, Explain, NotATime, TimeControl};

/// The word for a person in the text form of a player.
pub const HUMAN: &str = "humain";

/// Time limit of a program for one move, unless its player sets `time` or `clock`.
pub const PROGRAM_MOVE: Duration = Duration::from_secs(5);

/// The player of one side (*joueur*).
///
/// ```
/// use table::{Player, Who};
/// let player: Player = "Max@time=200,expert".parse()?;
/// assert_eq!((&*player.name, &player.who), ("Max", &Who::Strategy("expert".to_owned())));
/// assert_eq!(player.to_string(), "Max@time=200,expert");
/// # Ok::<(), table::PlayerError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// Display name: not empty, without `@` and control characters.
    pub name: String,
    /// The player's own limits: time, effort and memory, and its seed.
    pub terms: Terms,
    /// Source of the player's moves.
    pub who: Who,
}

/// Source of a player's moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Who {
    /// A person at a terminal or in a browser.
    Person,
    /// A built-in strategy, by its name at the start of the game.
    Strategy(String),
    /// An external program.
    Program(Program),
}

/// Command that starts a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Program {
    /// An executable file; its path contains a slash.
    File(String),
    /// One function of a Python file.
    Function {
        /// Path of the Python file.
        file: String,
        /// The function's name.
        function: String,
    },
    /// A command line, split into words as a shell would; no shell is run.
    Command(String),
}

/// Options of one player. Absent options take the values of the table.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Terms {
    /// `clock=5m+3s`: time for all moves of the player together; it forfeits when none is left.
    pub clock: Option<Allowance>,
    /// `time=200`, in milliseconds, at most a day: thinking time of a strategy for one move. A
    /// person or program that takes longer forfeits.
    pub time: Option<Duration>,
    /// `effort=N`: nodes or samples for one move.
    pub effort: Option<u64>,
    /// `seed=N`: seed of the player's random numbers.
    pub seed: Option<u64>,
    /// `memory=256M`: memory limit of a program, in bytes, at most 1 TiB.
    pub memory: Option<u64>,
}

/// Error for a text that is not a [`Player`].
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
pub enum PlayerError {
    /// The text has no `@`, has a control character, or names no valid source of moves.
    #[message("player-form", text = _0)]
    Form(String),
    /// The name before the `@` is empty or blank.
    #[message("player-no-name", text = _0)]
    NoName(String),
    /// The option does not exist.
    #[message("player-option", text = _0)]
    UnknownOption(String),
    /// The value of an option is invalid or out of range.
    #[message("player-option-value")]
    Value {
        /// Key of the option.
        option: &'static str,
        /// The value as given.
        value: String,
    },
    /// The value of `clock` is not an [`Allowance`].
    #[message(transparent)]
    Clock(#[from] NotATime),
}

impl Player {
    /// A person without options.
    pub fn person(name: impl Into<String>) -> Self {
        Self::new(name, Who::Person)
    }

    /// A built-in strategy without options.
    pub fn strategy(name: impl Into<String>, strategy: impl Into<String>) -> Self {
        Self::new(name, Who::Strategy(strategy.into()))
    }

    fn new(name: impl Into<String>, who: Who) -> Self {
        Self {
            name: name.into(),
            terms: Terms::default(),
            who,
        }
    }

    /// Time limits after which the player forfeits. The `time` of a strategy is its thinking time,
    /// not a limit. A program without `time` and `clock` has [`PROGRAM_MOVE`] for each move.
    pub fn time_control(&self) -> TimeControl {
        let default = self.terms.clock.is_none().then_some(PROGRAM_MOVE);
        TimeControl {
            per_move: match self.who {
                Who::Person => self.terms.time,
                Who::Strategy(_) => None,
                Who::Program(_) => self.terms.time.or(default),
            },
            allowance: self.terms.clock,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}{}", self.name, self.terms, self.who)
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person => f.write_str(HUMAN),
            Self::Strategy(name) | Self::Program(Program::File(name)) => f.write_str(name),
            Self::Program(Program::Function { file, function }) => write!(f, "{file}:{function}"),
            Self::Program(Program::Command(command)) => write!(f, "{COMMAND}{command}"),
        }
    }
}

/// Writes each option that is set, followed by a comma.
impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = [
            ("clock", self.clock.map(|clock| clock.to_string())),
            ("time", self.time.map(|time| time.as_millis().to_string())),
            ("effort", self.effort.map(|effort| effort.to_string())),
            ("seed", self.seed.map(|seed| seed.to_string())),
            (
                "memory",
                self.memory.map(|bytes| format!("{}M", bytes >> MEBIBYTE)),
            ),
        ];
        let mut given = options
            .into_iter()
            .filter_map(|(key, value)| Some((key, value?)));
        given.try_for_each(|(key, value)| write!(f, "{key}={value},"))
    }
}

const COMMAND: &str = "cmd:";
/// Shift from mebibytes to bytes.
const MEBIBYTE: u32 = 20;
/// Largest `time`: a day, in milliseconds.
const LONGEST_MOVE: u64 = 86_400_000;
/// Largest `memory`: 1 TiB, in bytes.
const MOST_MEMORY: u64 = 1 << 40;

impl FromStr for Player {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Self, PlayerError> {
        let form = || PlayerError::Form(text.to_owned());
        let (name, rest) = text.split_once('@').ok_or_else(form)?;
        if text.contains(char::is_control) {
            return Err(form());
        }
        if name.trim().is_empty() {
            return Err(PlayerError::NoName(text.to_owned()));
        }
        let (terms, who) = Terms::read(rest)?;
        Ok(Self {
            name: name.to_owned(),
            terms,
            who: Who::read(who).ok_or_else(form)?,
        })
    }
}

impl Terms {
    /// Splits `text` into the options at its start and the rest.
    fn read(text: &str) -> Result<(Self, &str), PlayerError> {
        let (mut terms, mut rest) = (Self::default(), text);
        while let Some((option, after)) = rest.split_once(',') {
            let Some((key, value)) = option.split_once('=') else {
                break;
            };
            if !key.chars().all(|char| char.is_ascii_lowercase()) {
                break;
            }
            terms.set(key, value)?;
            rest = after;
        }
        Ok((terms, rest))
    }

    /// Sets one option from its text form.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), PlayerError> {
        let wrong = |option| PlayerError::Value {
            option,
            value: value.to_owned(),
        };
        let number = |option, most| {
            let number = value.parse().ok().filter(|number| *number <= most);
            number.ok_or_else(|| wrong(option))
        };
        match key {
            "clock" => self.clock = Some(value.parse()?),
            "time" => {
                self.time = Some(Duration::from_millis(number("time", LONGEST_MOVE)?));
            }
            "effort" => self.effort = Some(number("effort", u64::MAX)?),
            "seed" => self.seed = Some(number("seed", u64::MAX)?),
            "memory" => self.memory = Some(memory(value).ok_or_else(|| wrong("memory"))?),
            _ => return Err(PlayerError::UnknownOption(key.to_owned())),
        }
        Ok(())
    }
}

/// Parses `256M` or `2G` to bytes, from 1 to [`MOST_MEMORY`].
fn memory(text: &str) -> Option<u64> {
    let (number, shift) = match text.strip_suffix('G') {
        Some(number) => (number, MEBIBYTE + 10),
        None => (text.strip_suffix('M')?, MEBIBYTE),
    };
    let number: u64 = number.parse().ok()?;
    let bytes = number.checked_mul(1 << shift)?;
    (1..=MOST_MEMORY).contains(&bytes).then_some(bytes)
}

impl Who {
    /// Parses the source of the moves, which follows the options. `None` for an empty text, and for
    /// one with an `@` that is not a program.
    fn read(text: &str) -> Option<Self> {
        if let Some(command) = text.strip_prefix(COMMAND) {
            let command = Program::Command(command.to_owned());
            return (!text.trim_end().ends_with(COMMAND)).then_some(Self::Program(command));
        }
        if let Some((file, function)) = text.rsplit_once(".py:") {
            return (!file.is_empty() && !function.is_empty()).then(|| {
                Self::Program(Program::Function {
                    file: format!("{file}.py"),
                    function: function.to_owned(),
                })
            });
        }
        if text.contains('/') {
            return Some(Self::Program(Program::File(text.to_owned())));
        }
        match text {
            HUMAN => Some(Self::Person),
            _ if text.is_empty() || text.contains('@') => None,
            strategy => Some(Self::Strategy(strategy.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_parse_to_what_was_written() {
        let texts = [
            "Ana@humain",
            "Ana@clock=5m+3s,humain",
            "Max@time=200,expert",
            "Max@clock=90s,time=50,effort=1000,seed=7,naif",
            "Bot@memory=256M,./bot.py",
            "Bot@cmd:java -cp bin:lib Joueur, a=b @x",
            "Moi@joueur.py:choisir",
            "Moi@sub/joueur.py:choisir",
            "a b@./odd=name,x@y.sh",
            "é@expert",
        ];
        for text in texts {
            let player: Player = text
                .parse()
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(player.to_string(), text);
        }
    }

    #[test]
    fn programs_have_five_seconds_a_move_unless_they_set_time_or_clock() {
        let per_move = |text: &str| text.parse::<Player>().unwrap().time_control().per_move;
        assert_eq!(per_move("Bot@./bot"), Some(Duration::from_secs(5)));
        assert_eq!(
            per_move("Bot@time=200,./bot"),
            Some(Duration::from_millis(200))
        );
        assert_eq!(per_move("Bot@clock=5m,./bot"), None);
        assert_eq!(per_move("Max@time=200,expert"), None);
        assert_eq!(per_move("Ana@humain"), None);
    }

    #[test]
    fn an_invalid_player_is_refused_with_a_reason() {
        let form = |text: &str| PlayerError::Form(text.to_owned());
        for text in [
            "naif",
            "Ana@",
            "x@rapide@naif",
            "a\nb@naif",
            "A@cmd:",
            "A@cmd: ",
            "A@.py:",
        ] {
            assert_eq!(text.parse::<Player>(), Err(form(text)), "{text}");
        }
        for text in ["@naif", " @naif", "\u{a0}\u{2003}@humain"] {
            let no_name = PlayerError::NoName(text.to_owned());
            assert_eq!(text.parse::<Player>(), Err(no_name), "{text}");
        }
        let unknown = PlayerError::UnknownOption("speed".to_owned());
        assert_eq!("A@speed=9,naif".parse::<Player>(), Err(unknown));
        for text in [
            "A@time=x,naif",
            "A@memory=5,./a",
            "A@memory=0M,./a",
            "A@time=86400001,naif",
        ] {
            let refused = text.parse::<Player>();
            assert!(
                matches!(refused, Err(PlayerError::Value { .. })),
                "{text}: {refused:?}"
            );
        }
        let clock = "A@clock=5,naif".parse::<Player>();
        assert_eq!(clock, Err(PlayerError::Clock(NotATime("5".to_owned()))));
    }

    #[test]
    fn the_thinking_time_of_a_strategy_is_not_a_limit() {
        let control = |text: &str| text.parse::<Player>().unwrap().time_control();
        assert_eq!(control("A@time=200,expert").per_move, None);
        let person = control("A@time=200,humain").per_move;
        assert_eq!(person, Some(Duration::from_millis(200)));
        assert!(control("A@clock=1m,expert").allowance.is_some());
    }
}
