//! `PaperDeadline`: the processor time and wall time that the code of one submission may use in all.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// Processor time of all requests of one submission together.
const PROCESSOR: Duration = Duration::from_secs(40);
/// Processor time by which each of a teacher's commands lengthens it: a Java machine takes half of it.
const COMMAND: Duration = Duration::from_secs(1);
/// Time by the clock, which a busy machine stretches, as a multiple of the processor time.
const WALL_CLOCK: u32 = 9;

/// Counts what the requests of one submission use. When it is over, nothing more is run.
#[derive(Debug)]
pub(crate) struct PaperDeadline {
    begun: Instant,
    most: Duration,
    processor: Cell<Duration>,
}

impl PaperDeadline {
    pub(crate) fn new() -> Self {
        Self::for_commands(0)
    }

    /// The deadline of a submission of which a teacher's commands are run.
    pub(crate) fn for_commands(count: usize) -> Self {
        Self {
            begun: Instant::now(),
            most: PROCESSOR + COMMAND * count as u32,
            processor: Cell::default(),
        }
    }

    /// Adds the processor time of one request.
    pub(crate) fn spend(&self, processor: Duration) {
        self.processor.set(self.processor.get() + processor);
    }

    pub(crate) fn spent(&self) -> Duration {
        self.processor.get()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.processor.get() > self.most || self.begun.elapsed() > WALL_CLOCK * self.most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deadline_is_over_when_all_requests_together_used_its_processor_time() {
        let deadline = PaperDeadline::new();
        deadline.spend(PROCESSOR);
        assert!(!deadline.is_over());
        deadline.spend(Duration::from_millis(1));
        assert!(deadline.is_over());
    }
}
