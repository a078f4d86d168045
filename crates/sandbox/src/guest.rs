//! A program that sits at a table: started when it is first asked, kept from game to game.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use house::{Kind, Language, Moment, Reply, Table};
use table::{Forfeit, Player, Side, Stop, Who};

use crate::answer::{Answer, Farewell, Said};
use crate::misdeed::{Misdeed, Unreadable, Unstarted};
use crate::protocol::{self, MOST_MOVES, RESIGN};
use crate::{Cage, Process, Program};

/// The longest line that is handed to the referee: no move is so long, and records stay small.
const LONGEST_ANSWER: usize = 200;
/// Lines of a game that are kept for its owner.
const MOST_EXCHANGED: usize = 400;

/// A program on one side of a table.
#[derive(Debug)]
pub struct Guest {
    cage: Arc<Cage>,
    program: Result<Program, Misdeed>,
    side: Side,
    language: Language,
    restarts: u32,
    process: Option<Process>,
    starts: u32,
    game: Game,
    papers: Papers,
    stop: Option<Stop>,
}

/// What a program was told of the game that it plays, so that it can be told again.
#[derive(Debug, Default)]
struct Game {
    opening: String,
    seen: Vec<String>,
    /// It runs since an earlier game, and has not answered in this one.
    kept: bool,
    /// It was seen waiting since it began, or since the game did.
    settled: bool,
    unreadable: Option<Unreadable>,
    restarts: u32,
}

/// What is kept beside a game for the owner of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Papers {
    /// What ended the game for it.
    pub misdeed: Option<Misdeed>,
    /// Its `#` lines, the first of them.
    pub notes: Vec<String>,
    /// The end of its standard error.
    pub errors: String,
    /// The longest that it thought about a move.
    pub slowest: Duration,
    /// How often it died and was started again.
    pub restarted: u32,
    /// The last lines exchanged, `>` to the program and `<` from it.
    pub exchanged: VecDeque<String>,
}

impl Papers {
    fn exchange(&mut self, mark: char, line: &str) {
        if self.exchanged.len() == MOST_EXCHANGED {
            self.exchanged.pop_front();
        }
        self.exchanged.push_back(format!("{mark} {line}"));
    }
}

impl Guest {
    /// A program that is not started yet. After a crash it is started again in mid-game, as often
    /// in a game as `restarts` says.
    pub fn new(
        cage: Arc<Cage>,
        program: Result<Program, Misdeed>,
        restarts: u32,
        language: Language,
    ) -> Self {
        Self {
            cage,
            program,
            side: Side::First,
            language,
            restarts,
            process: None,
            starts: 0,
            game: Game::default(),
            papers: Papers::default(),
            stop: None,
        }
    }

    /// Gives up an answer once this is pulled, from the program's next start on; whoever pulls it
    /// does not count the reply, nor the program's end.
    #[must_use]
    pub fn stopped_by(mut self, stop: Stop) -> Self {
        self.stop = Some(stop);
        self
    }

    /// Changes how long the program may take to leave, from its next start on.
    pub fn wait_for_farewell(&mut self, time: Duration) {
        if let Ok(program) = &mut self.program {
            program.limits.farewell = time;
        }
    }

    /// Sits down for a game that is about to begin, or goes on from where the table stands.
    pub fn sit(&mut self, table: &dyn Table, side: Side, seed: u64) {
        self.side = side;
        self.papers = Papers::default();
        if self.process.as_mut().is_some_and(|process| !process.runs()) {
            // Whoever left after the end of a game is welcome again.
            self.process = None;
        }
        self.game = Game {
            opening: protocol::game(table, side, seed),
            kept: self.process.is_some(),
            restarts: self.restarts,
            ..Game::default()
        };
        let opening = self.game.opening.clone();
        self.tell(&opening);
    }

    /// Hears what happened at the table.
    pub fn hear(&mut self, moment: &dyn Moment) {
        let unreadable = self.game.unreadable;
        let Some(line) = protocol::told(moment, self.side, unreadable, self.language) else {
            return;
        };
        self.tell(&line);
        match moment.kind() {
            Kind::Played | Kind::Chance => self.game.seen.push(line),
            Kind::Over => self.rest(),
            _ => {}
        }
    }

    /// The game is over: it is told so at once, and its notes are taken.
    fn rest(&mut self) {
        if let Some(process) = &mut self.process {
            process.flush();
        }
        self.keep_papers();
    }

    fn keep_papers(&mut self) {
        if let Some(process) = &mut self.process {
            self.papers.notes.extend(process.take_notes());
            self.papers.errors = process.errors();
        }
    }

    /// What cannot be told now shows when it is asked.
    fn tell(&mut self, line: &str) {
        if let Some(process) = &mut self.process {
            self.papers.exchange('>', line);
            let _ = process.tell(line);
        }
    }

    /// Asks for a move, and excuses the time that is not the program's.
    pub fn answer(&mut self, table: &mut dyn Table) -> Reply {
        let asked = Instant::now();
        let time = table.time_left().unwrap_or(table::PROGRAM_MOVE);
        let answered = self.ask(table, time);
        let thought = answered
            .as_ref()
            .map_or(Duration::ZERO, |answer| answer.thought);
        table.excuse(asked.elapsed().saturating_sub(thought));
        self.papers.slowest = self.papers.slowest.max(thought);
        match answered {
            Ok(Answer { said, .. }) => self.reply(said),
            Err(misdeed) => self.fall(misdeed),
        }
    }

    fn reply(&mut self, said: Said) -> Reply {
        self.game.unreadable = None;
        match said {
            Said::Line(text) if text == RESIGN => Reply::Forfeit(Forfeit::Resignation),
            Said::Line(text) if text.len() <= LONGEST_ANSWER => Reply::Line(text),
            Said::Line(text) => self.nonsense(Unreadable::TooLong, &text),
            Said::Unreadable { why, text } => self.nonsense(why, &text),
        }
    }

    /// A line that the referee cannot read either: the word in front of it is no move's.
    fn nonsense(&mut self, why: Unreadable, text: &str) -> Reply {
        self.game.unreadable = Some(why);
        let beginning: String = text.chars().take(LONGEST_ANSWER / 4).collect();
        Reply::Line(format!("{why}: {beginning}"))
    }

    fn fall(&mut self, misdeed: Misdeed) -> Reply {
        let reason = misdeed.forfeit();
        self.keep_papers();
        self.papers.misdeed = Some(misdeed);
        self.process = None;
        Reply::Forfeit(reason)
    }

    fn ask(&mut self, table: &dyn Table, time: Duration) -> Result<Answer, Misdeed> {
        loop {
            let answered = self.ask_once(table, time);
            match answered {
                Err(Misdeed::Crash(_)) if self.may_start_again() => {
                    self.keep_papers();
                    self.process = None;
                }
                Ok(answer) => {
                    self.game.kept = false;
                    return Ok(answer);
                }
                Err(misdeed) => return Err(misdeed),
            }
        }
    }

    /// Leaving after the end of an earlier game is no fault, even if it is noticed only now.
    fn may_start_again(&mut self) -> bool {
        if std::mem::take(&mut self.game.kept) {
            return true;
        }
        let may = self.game.restarts > 0;
        self.game.restarts = self.game.restarts.saturating_sub(1);
        self.papers.restarted += u32::from(may);
        may
    }

    fn ask_once(&mut self, table: &dyn Table, time: Duration) -> Result<Answer, Misdeed> {
        if self.process.is_none() {
            self.start()?;
        }
        self.settle()?;
        for line in protocol::question(table.brief(self.side, MOST_MOVES)) {
            self.tell(&line);
        }
        let play = protocol::play(time);
        let Self {
            process, papers, ..
        } = self;
        let Some(process) = process else {
            return Err(Misdeed::Start(Unstarted::Silent));
        };
        papers.exchange('>', &play);
        let mut answer = process.ask(&play, time)?;
        if let Said::Unreadable { why, .. } = &mut answer.said
            && *why == Unreadable::Early
            && self.game.kept
        {
            *why = Unreadable::Between;
        }
        let (Said::Line(text) | Said::Unreadable { text, .. }) = &answer.said;
        papers.exchange('<', text);
        Ok(answer)
    }

    /// Before the first question, lets it come to rest: what it said at its start or at the end of
    /// an earlier game must not answer a question that it had not heard.
    fn settle(&mut self) -> Result<(), Misdeed> {
        match &mut self.process {
            Some(process) if !std::mem::replace(&mut self.game.settled, true) => process.settle(),
            _ => Ok(()),
        }
    }

    /// Starts the program and tells it the game from the beginning.
    fn start(&mut self) -> Result<(), Misdeed> {
        let program = self.program.as_ref().map_err(Clone::clone)?;
        let mut process = self.cage.start(program)?;
        if let Some(stop) = &self.stop {
            process.stop_with(stop.clone());
        }
        self.process = Some(process);
        self.starts += 1;
        self.game.settled = false;
        let opening = self.game.opening.clone();
        self.tell(&opening);
        for line in std::mem::take(&mut self.game.seen) {
            self.tell(&line);
            self.game.seen.push(line);
        }
        Ok(())
    }

    /// How often the program was started.
    pub fn starts(&self) -> u32 {
        self.starts
    }

    /// What is kept beside the last game.
    pub fn papers(&self) -> &Papers {
        &self.papers
    }

    /// The program that runs, to be spoken to by hand; it is started if it does not run.
    ///
    /// # Errors
    /// When it does not start.
    pub fn process(&mut self) -> Result<&mut Process, Misdeed> {
        if self.process.is_none() {
            self.start()?;
        }
        self.process
            .as_mut()
            .ok_or(Misdeed::Start(Unstarted::Silent))
    }

    /// Ends the program, if it runs, and says how it left.
    pub fn finish(&mut self) -> Option<Farewell> {
        self.process.take().map(Process::finish)
    }
}

/// How a player's program is started, or why it cannot be; none where no program sits.
pub fn program_of(player: &Player, allowed: &[PathBuf]) -> Option<Result<Program, Misdeed>> {
    let Who::Program(named) = &player.who else {
        return None;
    };
    Some(Program::of(named).map(|program| on_terms(program, player, allowed)))
}

/// A program with what its player was granted.
pub fn on_terms(mut program: Program, player: &Player, allowed: &[PathBuf]) -> Program {
    program.allowed.extend_from_slice(allowed);
    if let Some(memory) = player.terms.memory {
        program.limits.memory = memory;
    }
    program
}
