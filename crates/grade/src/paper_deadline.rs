//! `PaperDeadline`: the processor time and wall time that the code of one submission may use in all.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// Processor time of all requests of one submission together.
const PROCESSOR: Duration = Duration::from_secs(40);
/// Time by the clock, which a busy machine stretches.
const WALL_CLOCK: Duration = Duration::from_mins(6);

/// Counts what the requests of one submission use. When it is over, nothing more is run.
#[derive(Debug)]
pub(crate) struct PaperDeadline {
    begun: Instant,
    processor: Cell<Duration>,
}

impl PaperDeadline {
    pub(crate) fn new() -> Self {
        Self {
            begun: Instant::now(),
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
        self.processor.get() > PROCESSOR || self.begun.elapsed() > WALL_CLOCK
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
