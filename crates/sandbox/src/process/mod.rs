//! A running program that exchanges lines with its caller, with a deadline for each wait.

mod byte_tail;
mod line_buffer;
mod off_turn;
mod streams;

use std::time::{Duration, Instant};

use table::Stop;

use crate::ProgramLimits;
use crate::cage::{StartedProgram, is_asleep};
use crate::processor_clock::{ProcessorClock, process_number};
use crate::program_answer::{FinishedProcess, ProgramAnswer, ProgramLine};
use crate::program_failure::{LateAnswer, ProgramFailure, StartFailure, UnreadableCause};
use crate::time_allowance::TimeAllowance;
use off_turn::{OffTurnUse, ProcessorUse};
use streams::ProgramStreams;

/// Time for which a program that has read its input may go on computing before it is asked anyway.
const QUIET: Duration = Duration::from_millis(50);
/// Interval between two measurements of a program that is asked with a [`TimeAllowance`].
const MEASURE: Duration = Duration::from_millis(50);
/// Maximum number of bytes waiting for a program that does not read its input.
const UNREAD: usize = 1 << 20;

/// A program that runs in its cage; dropping it kills all its processes.
#[derive(Debug)]
pub struct ProgramProcess {
    streams: ProgramStreams,
    limits: ProgramLimits,
    /// The number of the program's first process, in the host's numbering.
    number: Option<i32>,
    clock: Option<ProcessorClock>,
    off_turn: OffTurnUse,
    /// The rest of the extra time for the first answer.
    free: Duration,
    answered: bool,
    failed: Option<ProgramFailure>,
}

impl ProgramProcess {
    pub(crate) fn new(started: StartedProgram, limits: ProgramLimits) -> std::io::Result<Self> {
        let number = started.process.as_ref().and_then(process_number);
        Ok(Self {
            streams: ProgramStreams::new(started, &limits)?,
            free: limits.first_answer,
            limits,
            number,
            clock: number.and_then(ProcessorClock::new),
            off_turn: OffTurnUse::default(),
            answered: false,
            failed: None,
        })
    }

    /// Stops waiting when `stop` is pulled: a question then fails as unanswered.
    pub(crate) fn stop_with(&mut self, stop: Stop) {
        self.streams.stop = Some(stop);
    }

    /// Queues a line, which is written with the next question or by [`Self::flush`]. Fails when
    /// more than a mebibyte waits for the program to read it.
    pub fn send(&mut self, line: &str) -> Result<(), ProgramFailure> {
        if self.streams.unwritten() + line.len() > UNREAD {
            self.flush();
            if self.streams.unwritten() + line.len() > UNREAD {
                return self.fail(ProgramFailure::Time(LateAnswer::Unread));
            }
        }
        self.streams.queue(line);
        Ok(())
    }

    /// Writes the queued lines, as far as the program's pipe accepts them, without waiting.
    pub fn flush(&mut self) {
        self.streams.write_now();
    }

    /// Writes the queued lines and waits until the program has read them and is idle, or has
    /// written a line, which the next [`Self::ask`] reports as [`UnreadableCause::Early`]. Waits at
    /// most for the extra time of a first answer, or 50 ms after the first answer.
    pub fn settle(&mut self) -> Result<(), ProgramFailure> {
        let begun = Instant::now();
        self.streams.write_now();
        let reading = self.free.max(QUIET);
        let settled = self.streams.settle(begun + reading, QUIET, self.number);
        self.free = self.free.saturating_sub(begun.elapsed());
        settled.or_else(|failure| self.fail(failure))
    }

    /// Sends a question and waits at most `time` for the line that answers it. A line that the
    /// program wrote before is returned at once as unreadable, and the question is not sent. After
    /// a failure, later questions to the same process fail in the same way.
    pub fn ask(&mut self, line: &str, time: Duration) -> Result<ProgramAnswer, ProgramFailure> {
        self.answer(line, |it, asked| {
            it.streams.read_line(asked + time + it.free)
        })
    }

    /// Sends a question and waits until the program answers or has used up its allowance.
    pub fn ask_with_allowance(
        &mut self,
        line: &str,
        allowance: TimeAllowance,
    ) -> Result<ProgramAnswer, ProgramFailure> {
        self.answer(line, |it, asked| it.read_within(asked, allowance))
    }

    fn answer(
        &mut self,
        line: &str,
        read: impl FnOnce(&mut Self, Instant) -> Result<Option<ProgramLine>, ProgramFailure>,
    ) -> Result<ProgramAnswer, ProgramFailure> {
        if let Some(failure) = &self.failed {
            return Err(failure.clone());
        }
        self.try_answer(line, read)
            .or_else(|failure| self.fail(failure))
    }

    fn fail<T>(&mut self, failure: ProgramFailure) -> Result<T, ProgramFailure> {
        self.failed = Some(failure.clone());
        Err(failure)
    }

    fn try_answer(
        &mut self,
        line: &str,
        read: impl FnOnce(&mut Self, Instant) -> Result<Option<ProgramLine>, ProgramFailure>,
    ) -> Result<ProgramAnswer, ProgramFailure> {
        if let Some(early) = self.streams.read_line_now()? {
            let (cause, text) = (UnreadableCause::Early, early.into_text());
            return Ok(ProgramAnswer {
                line: ProgramLine::Unreadable { cause, text },
                thought: Duration::ZERO,
                processor: Duration::ZERO,
            });
        }
        let asked = Instant::now();
        let used = self.used();
        self.off_turn
            .end(asked, used, self.streams.cage.count_lag())
            .map_err(ProgramFailure::Limit)?;
        self.send(line)?;
        self.streams.write_now();
        let Some(line) = read(self, asked)? else {
            return Err(self.late());
        };
        let answered = Instant::now();
        let free = self.free;
        self.answered = true;
        self.free = Duration::ZERO;
        self.streams.reset_output_count();
        let now = self.used();
        self.off_turn.begin(answered, now);
        Ok(ProgramAnswer {
            line,
            thought: (answered - asked).saturating_sub(free),
            processor: now.since(used),
        })
    }

    fn read_within(
        &mut self,
        asked: Instant,
        allowance: TimeAllowance,
    ) -> Result<Option<ProgramLine>, ProgramFailure> {
        let (before, until) = (self.used(), asked + allowance.wall_clock());
        let mut slept = Duration::ZERO;
        loop {
            let measured = Instant::now() + MEASURE;
            if let Some(line) = self.streams.read_line(measured)? {
                return Ok(Some(line));
            }
            // A program whose state cannot be read counts as asleep.
            if self.number.is_none_or(is_asleep) {
                slept += MEASURE;
            }
            let used = self.used().since(before);
            let late = used > allowance.processor || slept > allowance.asleep;
            if late || measured > until || self.streams.is_stopped() {
                return Ok(None);
            }
        }
    }

    fn used(&self) -> ProcessorUse {
        let own = self.processor().unwrap_or_default();
        let group = self.streams.cage.processor().unwrap_or_default();
        ProcessorUse { own, group }
    }

    /// Finds out why no answer came: closing the input makes a program flush what it had written.
    fn late(&mut self) -> ProgramFailure {
        if self.streams.is_stopped() {
            return ProgramFailure::Time(LateAnswer::Silent);
        }
        if self.streams.unwritten() > 0 {
            return ProgramFailure::Time(LateAnswer::Unread);
        }
        if let Some(text) = self.streams.lines.unfinished_line() {
            return ProgramFailure::Time(LateAnswer::Unended(text));
        }
        self.streams.close_input();
        let flushed = match self
            .streams
            .read_line(Instant::now() + self.limits.unflushed)
        {
            Ok(Some(line)) => Some(line.into_text()),
            Ok(None) | Err(_) => self.streams.lines.unfinished_line(),
        };
        match flushed {
            Some(text) => ProgramFailure::Time(LateAnswer::Unflushed(text)),
            None if self.answered => ProgramFailure::Time(LateAnswer::Silent),
            None => ProgramFailure::Start(StartFailure::Silent),
        }
    }

    /// The `#` lines written since the last call: the first [`ProgramLimits::notes_kept`] bytes.
    pub fn take_notes(&mut self) -> Vec<String> {
        self.streams.lines.take_notes()
    }

    /// The last [`ProgramLimits::errors_kept`] bytes of the program's standard error so far.
    pub fn errors(&mut self) -> String {
        self.streams.errors()
    }

    /// Processor time that the program's first process used so far; `None` when the system does not say.
    pub fn processor(&self) -> Option<Duration> {
        self.clock.and_then(ProcessorClock::read)
    }

    /// Tests whether the supervisor has not yet reported the program's exit.
    pub fn is_running(&mut self) -> bool {
        self.streams.is_running()
    }

    /// Closes the program's input, waits [`ProgramLimits::exit`] for its exit, and then kills it.
    pub fn finish(mut self) -> FinishedProcess {
        self.streams.write_now();
        self.streams.close_input();
        let until = Instant::now() + self.limits.exit;
        let mut unasked = 0;
        while let Ok(Some(_)) = self.streams.read_line(until) {
            unasked += 1;
        }
        FinishedProcess {
            exit: self.streams.exit,
            unasked,
            notes: self.streams.lines.take_notes(),
            errors: self.streams.errors(),
        }
    }
}
