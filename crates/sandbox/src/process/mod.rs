//! A program that runs, spoken to in lines, with a deadline for everything.

mod lines;
mod off_turn;
mod streams;
mod tail;

use std::time::{Duration, Instant};

use table::Stop;

use crate::Limits;
use crate::answer::{Answer, Farewell, Said};
use crate::cage::{Started, asleep};
use crate::misdeed::{Late, Misdeed, Unreadable, Unstarted};
use crate::patience::Patience;
use crate::processor::{ProcessorClock, number};
use lines::Heard;
use off_turn::{OffTurn, Used};
use streams::Streams;

/// How old the count of a group may be, with the time to make it.
const COUNT_LAG: Duration = Duration::from_millis(100);
/// How long a program that has read everything may go on computing before it is asked all the same.
const QUIET: Duration = Duration::from_millis(50);
/// How often it is looked what a program does that is waited for patiently.
const GLANCE: Duration = Duration::from_millis(50);
/// Bytes that may wait for a program that does not read.
const UNREAD: usize = 1 << 20;

/// A program that runs in its cage; when this is dropped, nothing of it is left.
#[derive(Debug)]
pub struct Process {
    streams: Streams,
    limits: Limits,
    /// Its first process, as the house numbers it.
    number: Option<i32>,
    clock: Option<ProcessorClock>,
    off_turn: OffTurn,
    /// What the first answer may still take off the clock.
    free: Duration,
    answered: bool,
    fallen: Option<Misdeed>,
}

impl Process {
    pub(crate) fn new(started: Started, limits: Limits) -> std::io::Result<Self> {
        let number = started.process.as_ref().and_then(number);
        Ok(Self {
            streams: Streams::new(started, &limits)?,
            free: limits.first_answer,
            limits,
            number,
            clock: number.and_then(ProcessorClock::of),
            off_turn: OffTurn::default(),
            answered: false,
            fallen: None,
        })
    }

    /// Waits for no answer any more once this is pulled: whoever asks then is told that none came.
    pub(crate) fn stop_with(&mut self, stop: Stop) {
        self.streams.stop_with(stop);
    }

    /// Tells the program a line, which goes out with the next question or [`Self::flush`].
    ///
    /// # Errors
    /// When it has not read the last mebibyte.
    pub fn tell(&mut self, line: &str) -> Result<(), Misdeed> {
        if self.streams.waiting() + line.len() > UNREAD {
            self.flush();
            if self.streams.waiting() + line.len() > UNREAD {
                return self.fall(Misdeed::Time(Late::Unread));
            }
        }
        self.streams.queue(line);
        Ok(())
    }

    /// Sends what was told, as far as the program reads it, without waiting.
    pub fn flush(&mut self) {
        self.streams.write_now();
    }

    /// Sends what was told and waits until the program has read it and waits itself, or has said
    /// something: that was not asked for, and shows as such in the next [`Self::ask`].
    ///
    /// A new process may take the time of a first answer, one that has answered no time to speak of;
    /// whoever takes longer is asked without more ado.
    ///
    /// # Errors
    /// When it floods its streams.
    pub fn settle(&mut self) -> Result<(), Misdeed> {
        let begun = Instant::now();
        self.streams.write_now();
        let reading = self.free.max(QUIET);
        let settled = self.streams.settle(begun + reading, QUIET, self.number);
        self.free = self.free.saturating_sub(begun.elapsed());
        settled.or_else(|misdeed| self.fall(misdeed))
    }

    /// Tells the program a line that it has to answer within `time`.
    ///
    /// What it said before it was asked is no answer: it is returned at once as unreadable, and
    /// `line` is not sent.
    ///
    /// # Errors
    /// When no line comes; the process is then good for nothing, and says the same again.
    pub fn ask(&mut self, line: &str, time: Duration) -> Result<Answer, Misdeed> {
        self.answer(line, |it, asked| it.streams.hear(asked + time + it.free))
    }

    /// Tells the program a line that it has to answer before it has used up what it is given: on a
    /// busy machine nobody is late who would not be on an idle one.
    ///
    /// # Errors
    /// As those of [`Self::ask`].
    pub fn ask_patiently(&mut self, line: &str, patience: Patience) -> Result<Answer, Misdeed> {
        self.answer(line, |it, asked| it.hear_patiently(asked, patience))
    }

    fn answer(
        &mut self,
        line: &str,
        hear: impl FnOnce(&mut Self, Instant) -> Result<Option<Heard>, Misdeed>,
    ) -> Result<Answer, Misdeed> {
        if let Some(misdeed) = &self.fallen {
            return Err(misdeed.clone());
        }
        self.try_answer(line, hear)
            .or_else(|misdeed| self.fall(misdeed))
    }

    fn fall<T>(&mut self, misdeed: Misdeed) -> Result<T, Misdeed> {
        self.fallen = Some(misdeed.clone());
        Err(misdeed)
    }

    fn try_answer(
        &mut self,
        line: &str,
        hear: impl FnOnce(&mut Self, Instant) -> Result<Option<Heard>, Misdeed>,
    ) -> Result<Answer, Misdeed> {
        if let Some(text) = self.early()? {
            let why = Unreadable::Early;
            return Ok(Answer {
                said: Said::Unreadable { why, text },
                thought: Duration::ZERO,
                processor: Duration::ZERO,
            });
        }
        let asked = Instant::now();
        let used = self.used();
        self.off_turn
            .end(asked, used, COUNT_LAG)
            .map_err(Misdeed::Limit)?;
        self.tell(line)?;
        self.streams.write_now();
        let Some(heard) = hear(self, asked)? else {
            return Err(self.late());
        };
        let answered = Instant::now();
        let free = self.free;
        self.answered = true;
        self.free = Duration::ZERO;
        self.streams.turn_over();
        let now = self.used();
        self.off_turn.begin(answered, now);
        Ok(Answer {
            said: said(heard),
            thought: (answered - asked).saturating_sub(free),
            processor: now.since(used),
        })
    }

    fn hear_patiently(
        &mut self,
        asked: Instant,
        patience: Patience,
    ) -> Result<Option<Heard>, Misdeed> {
        let (before, until) = (self.used(), asked + patience.in_all());
        let mut slept = Duration::ZERO;
        loop {
            let glance = Instant::now() + GLANCE;
            if let Some(heard) = self.streams.hear(glance)? {
                return Ok(Some(heard));
            }
            // Where it does not show, whoever is silent sleeps.
            if self.number.is_none_or(asleep) {
                slept += GLANCE;
            }
            let used = self.used().since(before);
            let late = used > patience.processor || slept > patience.asleep;
            if late || glance > until || self.streams.is_stopped() {
                return Ok(None);
            }
        }
    }

    /// What it said without being asked.
    fn early(&mut self) -> Result<Option<String>, Misdeed> {
        let heard = self.streams.hear_now()?;
        Ok(heard.map(|heard| match heard {
            Heard::Line(text) | Heard::Note(text) | Heard::Unreadable(_, text) => text,
        }))
    }

    fn used(&self) -> Used {
        let own = self.processor().unwrap_or_default();
        let group = self.streams.group_used().unwrap_or_default();
        Used { own, group }
    }

    /// The time is up: why nothing came shows when the input is closed.
    fn late(&mut self) -> Misdeed {
        if self.streams.is_stopped() {
            return Misdeed::Time(Late::Silent);
        }
        if self.streams.waiting() > 0 {
            return Misdeed::Time(Late::Unread);
        }
        if let Some(said) = self.streams.unended() {
            return Misdeed::Time(Late::Unended(said));
        }
        self.streams.close_input();
        let said = match self.streams.hear(Instant::now() + self.limits.unflushed) {
            Ok(Some(Heard::Line(said) | Heard::Unreadable(_, said))) => Some(said),
            Ok(Some(Heard::Note(_)) | None) | Err(_) => self.streams.unended(),
        };
        match said {
            Some(said) => Misdeed::Time(Late::Unflushed(said)),
            None if self.answered => Misdeed::Time(Late::Silent),
            None => Misdeed::Start(Unstarted::Silent),
        }
    }

    /// The notes since they were last taken, of which only the first are kept when there are many.
    pub fn take_notes(&mut self) -> Vec<String> {
        self.streams.take_notes()
    }

    /// The end of its standard error so far.
    pub fn errors(&mut self) -> String {
        self.streams.errors()
    }

    /// Processor time that its first process used so far; none when the machine does not say.
    pub fn processor(&self) -> Option<Duration> {
        self.clock.and_then(ProcessorClock::read)
    }

    /// Whether it still runs, as far as its keeper said.
    pub fn runs(&mut self) -> bool {
        self.streams.runs()
    }

    /// Closes its input, lets it leave, and ends it if it does not.
    pub fn finish(mut self) -> Farewell {
        self.streams.write_now();
        self.streams.close_input();
        let until = Instant::now() + self.limits.farewell;
        let mut unasked = 0;
        // Everything that is said now is beside the game; what ends it is that nothing more can be said.
        while let Ok(Some(_)) = self.streams.hear(until) {
            unasked += 1;
        }
        Farewell {
            ended: self.streams.ended(),
            unasked,
            notes: self.streams.take_notes(),
            errors: self.streams.errors(),
        }
    }
}

fn said(heard: Heard) -> Said {
    match heard {
        Heard::Line(text) | Heard::Note(text) => Said::Line(text),
        Heard::Unreadable(why, text) => Said::Unreadable { why, text },
    }
}
