//! A game at the terminal: prints the events of a table and reads the answers of its players.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};

use table::{Ending, Explain, Forfeit, Limits, Next, NotNow, Side, Who};

use crate::{
    Ask, EventHandler, EventKind, EventView, GameInfo, Options, POSITION, Table, Viewer, Waiting,
    advance,
};
use text::Language;

/// Reads the answers of a person: words separated by blanks or line ends.
#[derive(Debug)]
pub struct Answers<R> {
    input: R,
    words: VecDeque<String>,
}

impl<R: BufRead> Answers<R> {
    /// Creates a reader of `input`.
    pub fn new(input: R) -> Self {
        Self {
            input,
            words: VecDeque::new(),
        }
    }

    /// Prints the question and returns the next word. Asks again after an empty line.
    pub fn ask(
        &mut self,
        question: &str,
        out: &mut (impl Write + ?Sized),
    ) -> Result<String, TerminalError> {
        loop {
            out.write_all(question.as_bytes())?;
            out.flush()?;
            if self.words.is_empty() && !self.read_line()? {
                return Err(TerminalError::EndOfInput);
            }
            if let Some(word) = self.words.pop_front() {
                return Ok(word);
            }
        }
    }

    /// Reads the words of one line; returns `false` at the end of input. Invalid UTF-8 becomes
    /// `U+FFFD`.
    fn read_line(&mut self) -> io::Result<bool> {
        let mut line = Vec::new();
        if self.input.read_until(b'\n', &mut line)? == 0 {
            return Ok(false);
        }
        let line = String::from_utf8_lossy(&line);
        let words = line.split_whitespace().map(str::to_owned);
        self.words.extend(words);
        Ok(true)
    }
}

/// Error that interrupts a game at the terminal.
#[derive(Debug, Explain)]
pub enum TerminalError {
    /// The input ended before a person answered.
    #[message("end-of-input")]
    EndOfInput,
    /// The terminal or a file cannot be read or written.
    #[message(transparent)]
    Io(#[from] io::Error),
    /// The table did not wait for the input it got: a bug in the caller.
    #[message("not-now")]
    NotNow(#[from] NotNow),
}

/// Asks for the options of `GameInfo::asked` that are missing, and repeats each question until the
/// game accepts the answer.
pub fn ask_options(
    game: &GameInfo,
    options: &mut Options,
    language: Language,
    answers: &mut Answers<impl BufRead>,
    out: &mut (impl Write + ?Sized),
) -> Result<(), TerminalError> {
    for asked in game.asked {
        // A position already fixes every option.
        let mut known = options.flag(asked.option) || options.flag(POSITION.name);
        while !known {
            let answer = answers.ask(&language.word(asked.question), out)?;
            options.set(asked.option, answer);
            let refused = game.start(options).err();
            let refused = refused.filter(|error| error.option == asked.option);
            known = refused.is_none();
            if let Some(error) = refused {
                writeln!(out, "{}", language.say(&error.explain()))?;
            }
        }
    }
    Ok(())
}

/// The caller's part of a game at the terminal: it records the events and answers for programs.
pub trait ProgramAnswers {
    /// Receives every event.
    fn observe(&mut self, event: &dyn EventView) -> io::Result<()>;

    /// Reply of the program that plays `side`. Time that the program did not use itself, such as
    /// its start, is excused on the table's clock.
    fn answer(&mut self, table: &mut dyn Table, side: Side) -> Reply;
}

/// Records nothing, and forfeits for every program.
#[derive(Clone, Copy, Debug)]
pub struct NoPrograms;

impl ProgramAnswers for NoPrograms {
    fn observe(&mut self, _event: &dyn EventView) -> io::Result<()> {
        Ok(())
    }

    fn answer(&mut self, _table: &mut dyn Table, _side: Side) -> Reply {
        Reply::Forfeit(Forfeit::Start)
    }
}

/// Reply of the side to move, from outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// A line for the referee to read.
    Line(String),
    /// The side forfeits.
    Forfeit(Forfeit),
}

impl Reply {
    /// Passes the reply to the table. Succeeds whenever the game is over afterwards, even if the
    /// reply came too late.
    pub fn give(
        &self,
        table: &mut dyn Table,
        side: Side,
        on_event: EventHandler<'_>,
    ) -> Result<(), NotNow> {
        let given = match self {
            Self::Line(text) => table.answer(text, &mut *on_event),
            Self::Forfeit(reason) => table.forfeit(side, *reason, &mut *on_event),
        };
        match table.next(on_event) {
            Next::Over(_) => Ok(()),
            _ => given,
        }
    }
}

/// Plays a game to its end. Prints transcript and questions to `out`, and passes each event to
/// `programs`.
pub fn play(
    table: &mut dyn Table,
    limits: &Limits,
    language: Language,
    answers: &mut Answers<impl BufRead>,
    out: &mut impl Write,
    programs: &mut impl ProgramAnswers,
) -> Result<Ending, TerminalError> {
    let mut transcript = Transcript {
        language,
        out,
        programs,
    };
    loop {
        match transcript.follow(limits, |on_event| advance(table, limits, on_event))? {
            Waiting::Over(ending) => {
                transcript.out.flush()?;
                return Ok(ending);
            }
            Waiting::Stopped => return Err(io::Error::from(io::ErrorKind::Interrupted).into()),
            Waiting::Answer(side) if is_program(table, side) => {
                let reply = transcript.programs.answer(table, side);
                transcript.follow(limits, |on_event| reply.give(table, side, on_event))??;
            }
            Waiting::Answer(_) => {
                let ask = |given: &[String]| table.ask(given, language);
                let answer = converse(ask, answers, transcript.out)?;
                transcript.follow(limits, |on_event| table.answer(&answer, on_event))??;
            }
        }
    }
}

fn is_program(table: &dyn Table, side: Side) -> bool {
    matches!(table.header().players[side.index()].who, Who::Program(_))
}

/// Prints each event and passes it to `programs`.
struct Transcript<'a, W, C> {
    language: Language,
    out: &'a mut W,
    programs: &'a mut C,
}

impl<W: Write, C: ProgramAnswers> Transcript<'_, W, C> {
    /// Runs `call`, and writes each of its events. When a write fails, the game is stopped.
    fn follow<R>(
        &mut self,
        limits: &Limits,
        call: impl FnOnce(EventHandler<'_>) -> R,
    ) -> io::Result<R> {
        let mut written = Ok(());
        let result = call(&mut |event| {
            if written.is_ok() {
                written = self.write(event);
            }
            if written.is_err() {
                limits.stop.pull();
            }
        });
        written.map(|()| result)
    }

    fn write(&mut self, event: &dyn EventView) -> io::Result<()> {
        let text = event.transcript(Viewer::Referee, self.language);
        self.out.write_all(text.as_bytes())?;
        if event.kind() == EventKind::Asked {
            // The transcript must be visible while an engine or a program thinks.
            self.out.flush()?;
        }
        self.programs.observe(event)
    }
}

/// Runs the dialogue of a game with a person and returns the answer for the referee.
pub fn converse(
    ask: impl Fn(&[String]) -> Ask,
    answers: &mut Answers<impl BufRead>,
    out: &mut (impl Write + ?Sized),
) -> Result<String, TerminalError> {
    let mut given = Vec::new();
    loop {
        match ask(&given) {
            Ask::Question(question) => given.push(answers.ask(&question, out)?),
            Ask::Answer(answer) => return Ok(answer),
            Ask::Again(text) => {
                writeln!(out, "{text}")?;
                given.clear();
            }
            Ask::Despite(text, answer) => {
                writeln!(out, "{text}")?;
                return Ok(answer);
            }
        }
    }
}
