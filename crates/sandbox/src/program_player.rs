//! A program at a seat: started when it is first asked, kept running from game to game.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use host::{EventKind, EventView, Reply, Table};
use table::{Forfeit, Side, Stop};
use text::Language;

use crate::program_answer::{FinishedProcess, ProgramAnswer, ProgramLine};
use crate::program_failure::{ProgramFailure, StartFailure, UnreadableCause};
use crate::protocol::{self, MOST_MOVES, RESIGN};
use crate::{Cage, ProgramCommand, ProgramProcess};

/// Maximum bytes of a line that is passed to the referee: longer than any move, for small records.
const LONGEST_ANSWER: usize = 200;
/// Number of exchanged lines of a game that its log keeps: the last ones.
const MOST_EXCHANGED: usize = 400;

/// A program on one side of a table.
#[derive(Debug)]
pub struct ProgramPlayer {
    cage: Arc<Cage>,
    command: Result<ProgramCommand, ProgramFailure>,
    side: Side,
    language: Language,
    restarts: u32,
    process: Option<ProgramProcess>,
    /// Number of times the program was started.
    starts: u32,
    game: GameSoFar,
    log: ProgramLog,
    stop: Option<Stop>,
}

/// The lines of the current game that a restarted program has to receive again.
#[derive(Debug, Default)]
struct GameSoFar {
    opening: String,
    seen: Vec<String>,
    /// The process has run since an earlier game and has not answered in the current one.
    kept: bool,
    /// The process was idle at least once since it started, or since the game began.
    settled: bool,
    /// The defect of the program's last answer, for the reason in the `refused` line.
    unreadable: Option<UnreadableCause>,
    restarts: u32,
}

/// Information about one game for the owner of a program; the opponent never sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProgramLog {
    /// The failure by which the program lost the game.
    pub failure: Option<ProgramFailure>,
    /// `#` lines: at most [`ProgramLimits::notes_kept`](crate::ProgramLimits::notes_kept) bytes.
    pub notes: Vec<String>,
    /// The last part of the program's standard error.
    pub errors: String,
    /// The longest time that the program took for a move.
    pub slowest: Duration,
    /// Number of times that the program crashed and was started again.
    pub restarted: u32,
    /// The last 400 lines exchanged, marked `>` to the program and `<` from it.
    pub exchanged: VecDeque<String>,
}

impl ProgramLog {
    fn push_line(&mut self, mark: char, line: &str) {
        if self.exchanged.len() == MOST_EXCHANGED {
            self.exchanged.pop_front();
        }
        self.exchanged.push_back(format!("{mark} {line}"));
    }
}

impl ProgramPlayer {
    /// A program that is not started yet, and is restarted after up to `restarts` crashes a game.
    pub fn new(
        cage: Arc<Cage>,
        command: Result<ProgramCommand, ProgramFailure>,
        restarts: u32,
        language: Language,
    ) -> Self {
        Self {
            cage,
            command,
            side: Side::First,
            language,
            restarts,
            process: None,
            starts: 0,
            game: GameSoFar::default(),
            log: ProgramLog::default(),
            stop: None,
        }
    }

    /// The same program, which stops waiting for an answer when `stop` is pulled; takes effect when
    /// the program is next started. The caller that pulls it discards the reply and the log.
    #[must_use]
    pub fn with_stop(mut self, stop: Stop) -> Self {
        self.stop = Some(stop);
        self
    }

    /// Sets the time to exit after the end of input; takes effect when the program is next started.
    pub fn set_exit_time(&mut self, time: Duration) {
        if let Ok(command) = &mut self.command {
            command.limits.exit = time;
        }
    }

    /// Begins a game on `side`, from the position of `table`.
    pub fn start_game(&mut self, table: &dyn Table, side: Side, seed: u64) {
        self.side = side;
        self.log = ProgramLog::default();
        if self
            .process
            .as_mut()
            .is_some_and(|process| !process.is_running())
        {
            // A program may exit after the end of a game: it is started again.
            self.process = None;
        }
        self.game = GameSoFar {
            opening: protocol::game_line(table, side, seed),
            kept: self.process.is_some(),
            restarts: self.restarts,
            ..GameSoFar::default()
        };
        let opening = self.game.opening.clone();
        self.send(&opening);
    }

    /// Sends an event of the table to the program, as far as its side may see it.
    pub fn observe(&mut self, event: &dyn EventView) {
        let unreadable = self.game.unreadable;
        let Some(line) = protocol::event_line(event, self.side, unreadable, self.language) else {
            return;
        };
        self.send(&line);
        match event.kind() {
            EventKind::Played | EventKind::Chance => self.game.seen.push(line),
            EventKind::Over => self.end_game(),
            _ => {}
        }
    }

    fn end_game(&mut self) {
        if let Some(process) = &mut self.process {
            process.flush();
        }
        self.save_log();
    }

    fn save_log(&mut self) {
        if let Some(process) = &mut self.process {
            self.log.notes.extend(process.take_notes());
            self.log.errors = process.errors();
        }
    }

    fn send(&mut self, line: &str) {
        if let Some(process) = &mut self.process {
            self.log.push_line('>', line);
            // The process remembers a failure and returns it from the next question.
            let _ = process.send(line);
        }
    }

    /// Asks for a move, and gives the clock back the time that the program did not use.
    pub fn reply(&mut self, table: &mut dyn Table) -> Reply {
        let asked = Instant::now();
        let time = table.time_left().unwrap_or(table::PROGRAM_MOVE);
        let answered = self.ask(table, time);
        let thought = answered
            .as_ref()
            .map_or(Duration::ZERO, |answer| answer.thought);
        table.excuse(asked.elapsed().saturating_sub(thought));
        self.log.slowest = self.log.slowest.max(thought);
        match answered {
            Ok(ProgramAnswer { line, .. }) => self.reply_with(line),
            Err(failure) => self.fail(failure),
        }
    }

    fn reply_with(&mut self, line: ProgramLine) -> Reply {
        self.game.unreadable = None;
        match line {
            ProgramLine::Text(text) if text == RESIGN => Reply::Forfeit(Forfeit::Resignation),
            ProgramLine::Text(text) if text.len() <= LONGEST_ANSWER => Reply::Line(text),
            ProgramLine::Text(text) => self.unreadable(UnreadableCause::TooLong, &text),
            ProgramLine::Unreadable { cause, text } => self.unreadable(cause, &text),
        }
    }

    /// A line that the referee cannot parse either, because no move begins with the cause's word.
    fn unreadable(&mut self, cause: UnreadableCause, text: &str) -> Reply {
        self.game.unreadable = Some(cause);
        let beginning: String = text.chars().take(LONGEST_ANSWER / 4).collect();
        Reply::Line(format!("{}: {beginning}", cause.word()))
    }

    fn fail(&mut self, failure: ProgramFailure) -> Reply {
        let reason = failure.forfeit();
        self.save_log();
        self.log.failure = Some(failure);
        self.process = None;
        Reply::Forfeit(reason)
    }

    fn ask(&mut self, table: &dyn Table, time: Duration) -> Result<ProgramAnswer, ProgramFailure> {
        loop {
            let answered = self.ask_once(table, time);
            match answered {
                Err(ProgramFailure::Crash(_)) if self.may_restart() => {
                    self.save_log();
                    self.process = None;
                }
                Ok(answer) => {
                    self.game.kept = false;
                    return Ok(answer);
                }
                Err(failure) => return Err(failure),
            }
        }
    }

    /// Tests whether a crashed program is started again, and counts the restart. A program that exited
    /// after the end of an earlier game is always started again, and the restart does not count.
    fn may_restart(&mut self) -> bool {
        if std::mem::take(&mut self.game.kept) {
            return true;
        }
        let may = self.game.restarts > 0;
        self.game.restarts = self.game.restarts.saturating_sub(1);
        self.log.restarted += u32::from(may);
        may
    }

    fn ask_once(
        &mut self,
        table: &dyn Table,
        time: Duration,
    ) -> Result<ProgramAnswer, ProgramFailure> {
        self.process()?;
        self.settle()?;
        for line in protocol::question_lines(table.brief(self.side, MOST_MOVES)) {
            self.send(&line);
        }
        let play = protocol::play_line(time);
        let Self { process, log, .. } = self;
        let Some(process) = process else {
            return Err(ProgramFailure::Start(StartFailure::Silent));
        };
        log.push_line('>', &play);
        let mut answer = process.ask(&play, time)?;
        if let ProgramLine::Unreadable { cause, .. } = &mut answer.line
            && *cause == UnreadableCause::Early
            && self.game.kept
        {
            *cause = UnreadableCause::Between;
        }
        let (ProgramLine::Text(text) | ProgramLine::Unreadable { text, .. }) = &answer.line;
        log.push_line('<', text);
        Ok(answer)
    }

    /// Waits once before the first question until the program is idle, so that a line written at its
    /// start or after an earlier game does not count as the answer.
    fn settle(&mut self) -> Result<(), ProgramFailure> {
        match &mut self.process {
            Some(process) if !std::mem::replace(&mut self.game.settled, true) => process.settle(),
            _ => Ok(()),
        }
    }

    /// Starts the program and sends it the game from the beginning.
    fn start(&mut self) -> Result<(), ProgramFailure> {
        let command = self.command.as_ref().map_err(Clone::clone)?;
        let mut process = self.cage.start(command)?;
        if let Some(stop) = &self.stop {
            process.stop_with(stop.clone());
        }
        self.process = Some(process);
        self.starts += 1;
        self.game.settled = false;
        let opening = self.game.opening.clone();
        self.send(&opening);
        for line in std::mem::take(&mut self.game.seen) {
            self.send(&line);
            self.game.seen.push(line);
        }
        Ok(())
    }

    /// Number of times the program was started.
    pub fn starts(&self) -> u32 {
        self.starts
    }

    /// The log of the current or last game.
    pub fn log(&self) -> &ProgramLog {
        &self.log
    }

    /// The running process, which is started first if necessary.
    pub fn process(&mut self) -> Result<&mut ProgramProcess, ProgramFailure> {
        if self.process.is_none() {
            self.start()?;
        }
        self.process
            .as_mut()
            .ok_or(ProgramFailure::Start(StartFailure::Silent))
    }

    /// Ends the program; `None` when it was not running.
    pub fn finish(&mut self) -> Option<FinishedProcess> {
        self.process.take().map(ProgramProcess::finish)
    }
}
