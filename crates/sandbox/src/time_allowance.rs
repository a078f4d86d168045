//! Time limits that do not depend on how busy the machine is.

use std::time::Duration;

/// Factor from the sum of an allowance to its limit by the wall clock.
const WALL_CLOCK_FACTOR: u32 = 20;

/// Time that a program may use before it answers. Time in which it was ready to run but got no
/// processor, or waited for a disk, does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeAllowance {
    /// Processor time of all processes of the program together.
    pub processor: Duration,
    /// Time in which all processes of the program slept or waited for one another.
    pub asleep: Duration,
}

impl TimeAllowance {
    /// The limit by the wall clock, for a program that neither runs nor sleeps.
    pub(crate) fn wall_clock(self) -> Duration {
        WALL_CLOCK_FACTOR * (self.processor + self.asleep)
    }
}
