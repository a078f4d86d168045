//! Clocks, time controls, and the timer of the referee.

use std::fmt::{self, Debug};
use std::str::FromStr;
use std::time::{Duration, Instant};

use crate::{Explain, Side};

/// A monotonic clock; tests replace it.
pub trait Clock: Debug + Send + Sync {
    /// Time since a fixed origin; never decreases.
    fn now(&self) -> Duration;
}

/// The machine's monotonic clock, the only code of this crate that reads real time.
#[derive(Clone, Copy, Debug)]
pub struct Monotonic(Instant);

impl Monotonic {
    /// A clock that starts at zero.
    pub fn start() -> Self {
        Self(Instant::now())
    }
}

impl Clock for Monotonic {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Time for all moves of a game, and the increment added after each move: `5m+3s`, `90s`.
///
/// ```
/// use table::Allowance;
/// let allowance: Allowance = "5m+3s".parse()?;
/// assert_eq!(allowance.stock.as_secs(), 300);
/// assert_eq!(allowance.to_string(), "5m+3s");
/// # Ok::<(), table::NotATime>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// Time at the start of the game, more than zero.
    pub stock: Duration,
    /// Time added after every move, possibly zero.
    pub increment: Duration,
}

/// The longest time that is accepted: a day.
const LONGEST: Duration = Duration::from_hours(24);

/// Unit suffixes with their milliseconds. The first match is used: `ms` precedes `s`.
const UNITS: [(&str, u64); 4] = [("h", 3_600_000), ("ms", 1), ("m", 60_000), ("s", 1000)];

/// Error for a text that is not an [`Allowance`], or has a time above a day.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
#[message("not-a-time", text = _0)]
pub struct NotATime(pub String);

/// Parses a time such as `90s`; the unit is required.
fn read_time(text: &str) -> Option<Duration> {
    let (unit, millis) = UNITS.iter().find(|(unit, _)| text.ends_with(unit))?;
    let number: u64 = text.strip_suffix(unit)?.parse().ok()?;
    let time = Duration::from_millis(number.checked_mul(*millis)?);
    (time <= LONGEST).then_some(time)
}

/// Writes a time in the largest unit that gives a whole number.
fn write_time(time: Duration, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let millis = time.as_millis() as u64;
    let whole = |(_, unit): &&(&str, u64)| millis > 0 && millis.is_multiple_of(*unit);
    let largest = UNITS.iter().filter(whole).max_by_key(|(_, unit)| *unit);
    let (name, unit) = largest.unwrap_or(&("s", 1000));
    write!(f, "{}{name}", millis / unit)
}

impl fmt::Display for Allowance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_time(self.stock, f)?;
        if self.increment.is_zero() {
            return Ok(());
        }
        f.write_str("+")?;
        write_time(self.increment, f)
    }
}

impl FromStr for Allowance {
    type Err = NotATime;

    fn from_str(text: &str) -> Result<Self, NotATime> {
        let (stock, increment) = text.split_once('+').unwrap_or((text, "0s"));
        let read = |part| read_time(part).ok_or_else(|| NotATime(text.to_owned()));
        let (stock, increment) = (read(stock)?, read(increment)?);
        if stock.is_zero() {
            return Err(NotATime(text.to_owned()));
        }
        Ok(Self { stock, increment })
    }
}

/// Time limits after which a side forfeits; `None` means no limit.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TimeControl {
    /// Limit for one move.
    pub per_move: Option<Duration>,
    /// Limit for all moves of a game together.
    pub allowance: Option<Allowance>,
}

/// Measures the time that each side has left.
#[derive(Debug)]
pub(crate) struct Timer {
    controls: [TimeControl; 2],
    clock: Box<dyn Clock>,
    stocks: [Duration; 2],
    since: Duration,
}

impl Timer {
    pub(crate) fn new(controls: [TimeControl; 2], clock: Box<dyn Clock>) -> Self {
        let stock = |control: TimeControl| control.allowance.map_or(Duration::ZERO, |a| a.stock);
        Self {
            controls,
            clock,
            stocks: controls.map(stock),
            since: Duration::ZERO,
        }
    }

    pub(crate) fn clock(&self) -> &dyn Clock {
        &*self.clock
    }

    /// Starts measuring the thinking time of the side to move.
    pub(crate) fn start(&mut self) {
        self.since = self.clock.now();
    }

    /// Time left for all moves of `side`, before the thinking time of the current move is
    /// subtracted; `None` if unlimited.
    pub(crate) fn stock(&self, side: Side) -> Option<Duration> {
        let allowance = self.controls[side.index()].allowance;
        allowance.map(|_| self.stocks[side.index()])
    }

    pub(crate) fn set_stock(&mut self, side: Side, stock: Duration) {
        self.stocks[side.index()] = stock;
    }

    /// Thinking time so far of the side to move.
    pub(crate) fn thinking(&self) -> Duration {
        self.clock.now().saturating_sub(self.since)
    }

    /// Subtracts `time` from the thinking time of the side to move, down to zero.
    pub(crate) fn excuse(&mut self, time: Duration) {
        self.since = self.clock.now().min(self.since.saturating_add(time));
    }

    /// Time left for the current move of `side`: zero when it is up, `None` if unlimited.
    pub(crate) fn left(&self, side: Side) -> Option<Duration> {
        let thinking = self.thinking();
        let per_move = self.controls[side.index()].per_move;
        [per_move, self.stock(side)]
            .into_iter()
            .flatten()
            .map(|limit| limit.saturating_sub(thinking))
            .min()
    }

    /// Subtracts the thinking time from the stock of `side`, and adds the increment if it `moved`.
    pub(crate) fn charge(&mut self, side: Side, moved: bool) {
        let now = self.clock.now();
        if let Some(allowance) = self.controls[side.index()].allowance {
            let stock = &mut self.stocks[side.index()];
            *stock = stock.saturating_sub(now.saturating_sub(self.since));
            if moved {
                *stock += allowance.increment;
            }
        }
        self.since = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allowances_parse_to_what_was_written() {
        for text in ["5m+3s", "90s", "1h", "1500ms", "5m+100ms", "24h"] {
            assert_eq!(text.parse::<Allowance>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "5",
            "0s",
            "5m+",
            "25h",
            "-1s",
            "5m+3",
            "99999999999999999999h",
            "m",
        ] {
            assert_eq!(text.parse::<Allowance>(), Err(NotATime(text.to_owned())));
        }
    }
}
