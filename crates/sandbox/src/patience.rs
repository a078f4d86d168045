//! How long an answer may take where the clock would be unfair.

use std::time::Duration;

/// How many times what is given in all an answer may last by the clock.
const BY_THE_CLOCK: u32 = 20;

/// What a program may use until it has answered, whoever else keeps the machine busy: neither time in
/// which it was ready and did not run, nor time in which it waited for a disk, counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Processor, of all its processes together.
    pub processor: Duration,
    /// Time in which all of them slept or waited for one another.
    pub asleep: Duration,
}

impl Patience {
    /// The end by the clock, for whoever neither runs nor sleeps.
    pub(crate) fn in_all(self) -> Duration {
        BY_THE_CLOCK * (self.processor + self.asleep)
    }
}
