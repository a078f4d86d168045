//! The standard streams of a program and its supervisor's reports, polled together, each bounded.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio, ioctl_fionread, read, write};
use rustix::net::RecvFlags;
use table::Stop;

use super::byte_tail::ByteTail;
use super::line_buffer::LineBuffer;
use crate::ProgramLimits;
use crate::cage::{CageReport, RunningCage, StartedProgram, is_asleep};
use crate::program_answer::ProgramLine;
use crate::program_failure::{ExceededLimit, OutputFlood, ProgramExit, ProgramFailure};

/// Time for the supervisor to report an exit after the program closed a stream.
const EXIT_REPORT: Duration = Duration::from_millis(100);
/// First and longest pause between two tests whether a program is idle; the pause doubles.
const IDLE_TEST: [Duration; 2] = [Duration::from_micros(20), Duration::from_millis(2)];
/// Interval at which a wait tests its stop signal.
const STOP_TEST: Duration = Duration::from_millis(20);
const PIECE: usize = 16 << 10;

/// The pipes to a program, with buffers and counters.
#[derive(Debug)]
pub(super) struct ProgramStreams {
    limits: ProgramLimits,
    /// The program's standard input; `None` once either end is closed.
    input: Option<OwnedFd>,
    output: BoundedPipe,
    errors: BoundedPipe,
    pub(super) cage: RunningCage,
    /// Lines for the program; the first `written` bytes are in its pipe.
    queued: Vec<u8>,
    written: usize,
    pub(super) lines: LineBuffer,
    /// A line that the program wrote before it was asked.
    unasked: Option<ProgramLine>,
    error_tail: ByteTail,
    /// A closed stream, which is a failure from this instant on unless an exit is reported before.
    closed: Option<(Instant, ProgramExit)>,
    exceeded: Option<ExceededLimit>,
    /// The exit that the supervisor reported.
    pub(super) exit: Option<ProgramExit>,
    /// The signal that ends every wait.
    pub(super) stop: Option<Stop>,
}

impl ProgramStreams {
    pub(super) fn new(started: StartedProgram, limits: &ProgramLimits) -> io::Result<Self> {
        let StartedProgram { cage, streams, .. } = started;
        let [input, output, errors] = streams;
        for stream in [&input, &output, &errors] {
            ioctl_fionbio(stream, true)?;
        }
        Ok(Self {
            limits: limits.clone(),
            input: Some(input),
            output: BoundedPipe::new(output, OutputFlood::Output, limits.output),
            errors: BoundedPipe::new(errors, OutputFlood::Errors, limits.errors),
            cage,
            queued: Vec::new(),
            written: 0,
            lines: LineBuffer::new(limits.line, limits.notes_kept),
            unasked: None,
            error_tail: ByteTail::new(limits.errors_kept),
            closed: None,
            exceeded: None,
            exit: None,
            stop: None,
        })
    }

    /// Number of queued bytes that are not in the program's pipe yet.
    pub(super) fn unwritten(&self) -> usize {
        self.queued.len() - self.written
    }

    pub(super) fn queue(&mut self, line: &str) {
        self.queued.extend_from_slice(line.as_bytes());
        self.queued.push(b'\n');
    }

    /// Writes as many queued bytes as the pipe accepts without waiting.
    pub(super) fn write_now(&mut self) {
        let Some(input) = &self.input else {
            return;
        };
        while self.written < self.queued.len() {
            match write(input, &self.queued[self.written..]) {
                Ok(count) => self.written += count,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return,
                Err(_) => {
                    self.input = None;
                    self.note_closed(ProgramExit::ClosedInput);
                    break;
                }
            }
        }
        self.queued.clear();
        self.written = 0;
    }

    pub(super) fn close_input(&mut self) {
        self.input = None;
    }

    fn note_closed(&mut self, exit: ProgramExit) {
        self.closed
            .get_or_insert((Instant::now() + EXIT_REPORT, exit));
    }

    /// Waits for the next line that is not a `#` line; `None` when none comes before `deadline`.
    pub(super) fn read_line(
        &mut self,
        deadline: Instant,
    ) -> Result<Option<ProgramLine>, ProgramFailure> {
        loop {
            if let Some(line) = self.next_line() {
                return Ok(Some(line));
            }
            let now = Instant::now();
            if let Some(failure) = self.failure(now) {
                return Err(failure);
            }
            if now >= deadline || self.is_stopped() {
                return Ok(None);
            }
            let stop_test = self.stop.as_ref().map(|_| now + STOP_TEST);
            let exit_report = self.closed.map(|(until, _)| until);
            let until = [stop_test, exit_report].into_iter().flatten();
            let until = until.fold(deadline, Instant::min);
            self.exchange(until.saturating_duration_since(now))?;
        }
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(Stop::pulled)
    }

    pub(super) fn read_line_now(&mut self) -> Result<Option<ProgramLine>, ProgramFailure> {
        self.read_output()?;
        Ok(self.next_line())
    }

    /// Waits until the program has written a line, or has read its input and sleeps. It may read
    /// until `reading`, and then compute for `quiet`.
    pub(super) fn settle(
        &mut self,
        reading: Instant,
        quiet: Duration,
        process: Option<i32>,
    ) -> Result<(), ProgramFailure> {
        let (mut until, mut read, mut pause) = (reading, false, IDLE_TEST[0]);
        while self.unasked.is_none() && self.closed.is_none() && self.exit.is_none() {
            let now = Instant::now();
            if !read && self.is_read() {
                (read, until) = (true, now + quiet);
            }
            if now >= until || read && process.is_none_or(is_asleep) {
                break;
            }
            self.exchange(pause)?;
            self.unasked = self.next_line();
            pause = (2 * pause).min(IDLE_TEST[1]);
        }
        // The line may have come just before the program fell asleep.
        self.read_output()?;
        self.unasked = self.next_line();
        Ok(())
    }

    /// Tests whether the program has read everything sent to it.
    fn is_read(&self) -> bool {
        let unread = |input| ioctl_fionread(input).is_ok_and(|bytes| bytes > 0);
        self.unwritten() == 0 && !self.input.as_ref().is_some_and(unread)
    }

    fn next_line(&mut self) -> Option<ProgramLine> {
        if let Some(line) = self.unasked.take() {
            return Some(line);
        }
        self.lines.next()
    }

    /// The failure after which no more lines will come, if there is one.
    fn failure(&self, now: Instant) -> Option<ProgramFailure> {
        if let Some(exceeded) = self.exceeded {
            return Some(ProgramFailure::Limit(exceeded));
        }
        let unexplained = self.closed.filter(|(until, _)| now >= *until);
        let exit = self.exit.or(unexplained.map(|(_, exit)| exit));
        exit.map(ProgramFailure::Crash)
    }

    /// Waits until a stream is ready, at most `time`, and reads or writes it.
    fn exchange(&mut self, time: Duration) -> Result<(), ProgramFailure> {
        for source in self.wait(time) {
            match source {
                Source::Input => self.write_now(),
                Source::Errors => self.read_errors()?,
                Source::Output => self.read_output()?,
                Source::Supervisor => {
                    self.read_supervisor();
                    self.read_output()?;
                }
            }
        }
        Ok(())
    }

    /// The streams that are ready, or none after `time`.
    fn wait(&self, time: Duration) -> Vec<Source> {
        let unwritten = self.input.as_ref().filter(|_| self.unwritten() > 0);
        let supervisor = self.exit.is_none().then_some(self.cage.socket.as_fd());
        let watched = [
            (Source::Input, unwritten.map(AsFd::as_fd), PollFlags::OUT),
            (Source::Errors, self.errors.as_fd(), PollFlags::IN),
            (Source::Output, self.output.as_fd(), PollFlags::IN),
            (Source::Supervisor, supervisor, PollFlags::IN),
        ];
        let open = watched
            .into_iter()
            .filter_map(|(source, fd, flags)| Some((source, PollFd::from_borrowed_fd(fd?, flags))));
        let (sources, mut events): (Vec<_>, Vec<_>) = open.unzip();
        // An interrupted poll counts as nothing ready: the caller checks its deadline and polls again.
        let time = Timespec::try_from(time).unwrap_or_default();
        let _ = poll(&mut events, Some(&time));
        let polled = sources.into_iter().zip(events);
        let ready = polled.filter(|(_, event)| !event.revents().is_empty());
        ready.map(|(source, _)| source).collect()
    }

    /// Reads what has arrived on standard output, and fails when it is more than one move may write.
    fn read_output(&mut self) -> Result<(), ProgramFailure> {
        self.output.read(|piece| self.lines.push(piece))?;
        if self.output.as_fd().is_none() {
            self.note_closed(ProgramExit::ClosedOutput);
        }
        Ok(())
    }

    /// Reads what has arrived on standard error, which a program may close.
    fn read_errors(&mut self) -> Result<(), ProgramFailure> {
        self.errors.read(|piece| self.error_tail.push(piece))
    }

    fn read_supervisor(&mut self) {
        match self.cage.socket.receive(RecvFlags::DONTWAIT) {
            Ok(Some((CageReport::Exceeded(exceeded), _))) => self.exceeded = Some(exceeded),
            Ok(Some((CageReport::Ended { code, signal, peak }, _))) => {
                self.note_end(code, signal, peak);
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Ok(
                Some((CageReport::Started | CageReport::Filtered | CageReport::Failed(_), _))
                | None,
            )
            | Err(_) => {
                self.exit = Some(ProgramExit::Lost);
            }
        }
    }

    /// Records the exit, and the limit that caused it when the kernel enforces that limit.
    fn note_end(&mut self, code: Option<i32>, signal: Option<i32>, peak: u64) {
        let limits = &self.limits;
        // A process that cannot get more memory exits or aborts in a way of its own.
        let starved = code != Some(0) && peak >= limits.memory - limits.memory / 8;
        let exceeded = match signal {
            Some(libc::SIGXCPU) => Some(ExceededLimit::Processor(limits.processor.as_secs())),
            Some(libc::SIGXFSZ) => Some(ExceededLimit::FileSize(limits.file_size)),
            _ => starved.then_some(ExceededLimit::Memory(limits.memory)),
        };
        self.exceeded = self.exceeded.or(exceeded);
        self.exit = Some(match (code, signal) {
            (Some(code), _) => ProgramExit::Exited(code),
            (None, Some(signal)) => ProgramExit::Killed(signal),
            (None, None) => ProgramExit::Lost,
        });
    }

    /// Starts counting output anew for the next move.
    pub(super) fn reset_output_count(&mut self) {
        (self.output.count, self.errors.count) = (0, 0);
    }

    pub(super) fn errors(&mut self) -> String {
        // Too much of it fails the next question; the tail is bounded.
        let _ = self.read_errors();
        self.error_tail.text()
    }

    pub(super) fn is_running(&mut self) -> bool {
        if self.exit.is_none() {
            self.read_supervisor();
        }
        self.exit.is_none()
    }
}

/// A pipe from a program, which may carry a limited number of bytes for one move.
#[derive(Debug)]
struct BoundedPipe {
    /// The host's end; `None` once the program has closed its own.
    end: Option<OwnedFd>,
    flood: fn(usize) -> OutputFlood,
    limit: usize,
    /// Bytes since the last answer.
    count: usize,
}

impl BoundedPipe {
    fn new(end: OwnedFd, flood: fn(usize) -> OutputFlood, limit: usize) -> Self {
        Self {
            end: Some(end),
            flood,
            limit,
            count: 0,
        }
    }

    fn as_fd(&self) -> Option<BorrowedFd<'_>> {
        self.end.as_ref().map(AsFd::as_fd)
    }

    /// Passes what has arrived to `keep`, and fails when it is more than one move may write.
    fn read(&mut self, mut keep: impl FnMut(&[u8])) -> Result<(), ProgramFailure> {
        let mut piece = [0; PIECE];
        while let Some(end) = &self.end {
            match read(end, &mut piece) {
                Ok(0) => self.end = None,
                Ok(count) => {
                    self.count += count;
                    if self.count > self.limit {
                        return Err(ProgramFailure::Flood((self.flood)(self.limit)));
                    }
                    keep(&piece[..count]);
                    // A short read has emptied the pipe.
                    if count < PIECE {
                        break;
                    }
                }
                Err(Errno::INTR) => {}
                Err(_) => break,
            }
        }
        Ok(())
    }
}

/// A descriptor that the host polls.
#[derive(Clone, Copy, Debug)]
enum Source {
    Output,
    Errors,
    Input,
    Supervisor,
}
