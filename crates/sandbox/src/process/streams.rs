//! The three streams of a program and the word of its keeper: waited for together, each bounded.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio, ioctl_fionread, read, write};
use table::Stop;

use super::lines::{Heard, Lines};
use super::tail::Tail;
use crate::Limits;
use crate::cage::{Excessive, Report, Running, Started, asleep};
use crate::misdeed::{Ended, Excess, Misdeed, Stream};

/// How long after a stream closed its end the keeper may take to say that the program ended.
const EXPLANATION: Duration = Duration::from_millis(100);
/// How long to wait at first before looking again whether a program waits, and at most.
const LOOK: [Duration; 2] = [Duration::from_micros(20), Duration::from_millis(2)];
/// How often it is looked whether somebody still waits for an answer.
const PULSE: Duration = Duration::from_millis(20);
/// Bytes read at once.
const PIECE: usize = 16 << 10;

/// What a program says and is told.
#[derive(Debug)]
pub(super) struct Streams {
    limits: Limits,
    /// None when it was closed, here or there.
    input: Option<OwnedFd>,
    output: Option<OwnedFd>,
    errors: Option<OwnedFd>,
    cage: Running,
    waiting: Vec<u8>,
    written: usize,
    lines: Lines,
    /// A line that came while the program settled.
    unasked: Option<Heard>,
    tail: Tail,
    notes: Vec<String>,
    notes_kept: usize,
    /// Bytes since the last answer.
    output_read: usize,
    errors_read: usize,
    /// What a closed stream means if the keeper has no better word for it by then.
    hung_up: Option<(Instant, Ended)>,
    excess: Option<Excess>,
    ended: Option<Ended>,
    /// Pulled when nobody waits for an answer any more.
    stop: Option<Stop>,
}

impl Streams {
    pub(super) fn new(started: Started, limits: &Limits) -> io::Result<Self> {
        let (cage, [input, output, errors]) = started.split();
        for stream in [&input, &output, &errors] {
            ioctl_fionbio(stream, true)?;
        }
        Ok(Self {
            limits: limits.clone(),
            input: Some(input),
            output: Some(output),
            errors: Some(errors),
            cage,
            waiting: Vec::new(),
            written: 0,
            lines: Lines::new(limits.line),
            unasked: None,
            tail: Tail::new(limits.errors_kept),
            notes: Vec::new(),
            notes_kept: 0,
            output_read: 0,
            errors_read: 0,
            hung_up: None,
            excess: None,
            ended: None,
            stop: None,
        })
    }

    /// Bytes that were told and not read.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.len() - self.written
    }

    pub(super) fn queue(&mut self, line: &str) {
        self.waiting.extend_from_slice(line.as_bytes());
        self.waiting.push(b'\n');
    }

    /// Writes as much as goes without waiting.
    pub(super) fn write_now(&mut self) {
        let Some(input) = &self.input else {
            return;
        };
        while self.written < self.waiting.len() {
            match write(input, &self.waiting[self.written..]) {
                Ok(count) => self.written += count,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return,
                Err(_) => {
                    self.input = None;
                    self.hang_up(Ended::ClosedInput);
                    break;
                }
            }
        }
        self.waiting.clear();
        self.written = 0;
    }

    pub(super) fn close_input(&mut self) {
        self.input = None;
    }

    fn hang_up(&mut self, ended: Ended) {
        self.hung_up
            .get_or_insert((Instant::now() + EXPLANATION, ended));
    }

    /// The next line, notes apart; none when there is none until `deadline`.
    pub(super) fn hear(&mut self, deadline: Instant) -> Result<Option<Heard>, Misdeed> {
        loop {
            if let Some(heard) = self.next_line() {
                return Ok(Some(heard));
            }
            let now = Instant::now();
            if let Some(misdeed) = self.over(now) {
                return Err(misdeed);
            }
            if now >= deadline || self.is_stopped() {
                return Ok(None);
            }
            let look = self.stop.as_ref().map(|_| now + PULSE);
            let explanation = self.hung_up.map(|(until, _)| until);
            let until = [look, explanation].into_iter().flatten();
            let until = until.fold(deadline, Instant::min);
            self.exchange(until.saturating_duration_since(now))?;
        }
    }

    /// Gives up waiting for answers once this is pulled.
    pub(super) fn stop_with(&mut self, stop: Stop) {
        self.stop = Some(stop);
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(Stop::pulled)
    }

    /// A line that is there already.
    pub(super) fn hear_now(&mut self) -> Result<Option<Heard>, Misdeed> {
        self.read_output()?;
        Ok(self.next_line())
    }

    /// Waits until the program has said something, or has read everything and waits itself: until
    /// `reading` for what it was told to be read, and then no longer than `quiet`.
    pub(super) fn settle(
        &mut self,
        reading: Instant,
        quiet: Duration,
        process: Option<i32>,
    ) -> Result<(), Misdeed> {
        let (mut until, mut read, mut pause) = (reading, false, LOOK[0]);
        while self.unasked.is_none() && self.hung_up.is_none() && self.ended.is_none() {
            let now = Instant::now();
            if !read && self.is_read() {
                (read, until) = (true, now + quiet);
            }
            if now >= until || read && process.is_none_or(asleep) {
                break;
            }
            self.exchange(pause)?;
            self.unasked = self.next_line();
            pause = (2 * pause).min(LOOK[1]);
        }
        // It may have said it just before it fell asleep.
        self.read_output()?;
        self.unasked = self.next_line();
        Ok(())
    }

    /// Whether the program has read all that it was told.
    fn is_read(&self) -> bool {
        let unread = |input| ioctl_fionread(input).is_ok_and(|bytes| bytes > 0);
        self.waiting() == 0 && !self.input.as_ref().is_some_and(unread)
    }

    fn next_line(&mut self) -> Option<Heard> {
        if let Some(heard) = self.unasked.take() {
            return Some(heard);
        }
        loop {
            match self.lines.next()? {
                Heard::Note(note) => self.keep(note),
                heard => return Some(heard),
            }
        }
    }

    fn keep(&mut self, note: String) {
        if self.notes_kept + note.len() <= self.limits.notes_kept {
            self.notes_kept += note.len() + 1;
            self.notes.push(note);
        }
    }

    /// Why no line will come any more.
    fn over(&self, now: Instant) -> Option<Misdeed> {
        if let Some(excess) = self.excess {
            return Some(Misdeed::Limit(excess));
        }
        let unexplained = self.hung_up.filter(|(until, _)| now >= *until);
        let ended = self.ended.or(unexplained.map(|(_, ended)| ended));
        ended.map(Misdeed::Crash)
    }

    /// Waits until something can be read or written, and does so.
    fn exchange(&mut self, time: Duration) -> Result<(), Misdeed> {
        for source in self.wait(time) {
            match source {
                Source::Input => self.write_now(),
                Source::Errors => self.read_errors()?,
                Source::Output => self.read_output()?,
                Source::Keeper => {
                    self.hear_keeper();
                    self.read_output()?;
                }
            }
        }
        Ok(())
    }

    /// What can be done without waiting, when something can or the time is over.
    fn wait(&self, time: Duration) -> impl Iterator<Item = Source> + use<> {
        let unwritten = self.input.as_ref().filter(|_| self.waiting() > 0);
        let keeper = self.ended.is_none().then_some(self.cage.channel.as_fd());
        let watched = [
            (Source::Input, unwritten.map(AsFd::as_fd), PollFlags::OUT),
            (
                Source::Errors,
                self.errors.as_ref().map(AsFd::as_fd),
                PollFlags::IN,
            ),
            (
                Source::Output,
                self.output.as_ref().map(AsFd::as_fd),
                PollFlags::IN,
            ),
            (Source::Keeper, keeper, PollFlags::IN),
        ];
        let open = watched
            .into_iter()
            .filter_map(|(source, fd, flags)| Some((source, PollFd::from_borrowed_fd(fd?, flags))));
        let (sources, mut events): (Vec<_>, Vec<_>) = open.unzip();
        // An interruption is as good as nothing yet: whoever waits looks at the clock.
        let time = Timespec::try_from(time).unwrap_or_default();
        let _ = poll(&mut events, Some(&time));
        let ready: Vec<bool> = events
            .iter()
            .map(|event| !event.revents().is_empty())
            .collect();
        sources
            .into_iter()
            .zip(ready)
            .filter_map(|(source, ready)| ready.then_some(source))
    }

    /// Reads what there is; more than a move may write is a flood.
    fn read_output(&mut self) -> Result<(), Misdeed> {
        let mut piece = [0; PIECE];
        while let Some(output) = &self.output {
            match read(output, &mut piece) {
                Ok(0) => {
                    self.output = None;
                    self.hang_up(Ended::ClosedOutput);
                }
                Ok(count) => {
                    self.output_read += count;
                    if self.output_read > self.limits.output {
                        let (stream, limit) = (Stream::Output, self.limits.output);
                        return Err(Misdeed::Flood { stream, limit });
                    }
                    self.lines.push(&piece[..count]);
                    // A pipe holds more than a piece, so that this was all of it.
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

    fn read_errors(&mut self) -> Result<(), Misdeed> {
        let mut piece = [0; PIECE];
        while let Some(errors) = &self.errors {
            match read(errors, &mut piece) {
                // Closing it is nobody's business.
                Ok(0) => self.errors = None,
                Ok(count) => {
                    self.errors_read += count;
                    self.tail.push(&piece[..count]);
                    if self.errors_read > self.limits.errors {
                        let (stream, limit) = (Stream::Errors, self.limits.errors);
                        return Err(Misdeed::Flood { stream, limit });
                    }
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

    fn hear_keeper(&mut self) {
        match self.cage.channel.receive_now() {
            Ok(Some(Report::Excess(which))) => self.excess = Some(self.named(which)),
            Ok(Some(Report::Ended { code, signal, peak })) => self.note_end(code, signal, peak),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Ok(Some(Report::Started { .. } | Report::Failed { .. }) | None) | Err(_) => {
                self.ended = Some(Ended::Lost);
            }
        }
    }

    fn named(&self, which: Excessive) -> Excess {
        match which {
            Excessive::Memory => Excess::Memory(self.limits.memory),
            Excessive::Processes => Excess::Processes(self.limits.processes),
            Excessive::Files => Excess::Files(self.limits.file_size),
        }
    }

    /// How it ended, and whether that was because of a limit which the kernel keeps.
    fn note_end(&mut self, code: Option<i32>, signal: Option<i32>, peak: u64) {
        let limits = &self.limits;
        // A process that may not have more memory ends itself, in whatever way.
        let starved = code != Some(0) && peak >= limits.memory - limits.memory / 8;
        let excess = match signal {
            Some(libc::SIGXCPU) => Some(Excess::Processor(limits.processor.as_secs())),
            Some(libc::SIGXFSZ) => Some(Excess::FileSize(limits.file_size)),
            _ => starved.then_some(Excess::Memory(limits.memory)),
        };
        self.excess = self.excess.or(excess);
        self.ended = Some(match (code, signal) {
            (Some(code), _) => Ended::Exited(code),
            (None, Some(signal)) => Ended::Killed(signal),
            (None, None) => Ended::Lost,
        });
    }

    /// What came without an end of line.
    pub(super) fn unended(&self) -> Option<String> {
        self.lines.unended()
    }

    /// A move was answered: the next one has its own allowance of output.
    pub(super) fn turn_over(&mut self) {
        (self.output_read, self.errors_read) = (0, 0);
    }

    /// Processor time of the whole group, when it was last counted.
    pub(super) fn group_used(&self) -> Option<Duration> {
        self.cage.tally.read()
    }

    pub(super) fn take_notes(&mut self) -> Vec<String> {
        self.notes_kept = 0;
        std::mem::take(&mut self.notes)
    }

    pub(super) fn errors(&mut self) -> String {
        // A flood of it was cut already.
        let _ = self.read_errors();
        self.tail.text()
    }

    pub(super) fn ended(&self) -> Option<Ended> {
        self.ended
    }

    pub(super) fn runs(&mut self) -> bool {
        if self.ended.is_none() {
            self.hear_keeper();
        }
        self.ended.is_none()
    }
}

/// Where something can happen.
#[derive(Clone, Copy, Debug)]
enum Source {
    Output,
    Errors,
    Input,
    Keeper,
}
