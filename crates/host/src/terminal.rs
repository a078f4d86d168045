//! A table at the terminal: a loop over the referee that prints what it tells and reads answers.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};

use table::{Ending, Explain, Forfeit, Limits, Next, NotNow, Side, Who};

use crate::{
    Ask, EventHandler, EventKind, EventView, GameInfo, Options, POSITION, Table, Viewer, Waiting,
    advance,
};
use text::Language;

/// Answers a person gives, one a line or several on a line.
#[derive(Debug)]
pub struct Answers<R> {
    input: R,
    words: VecDeque<String>,
}

impl<R: BufRead> Answers<R> {
    /// Reads from `input`.
    pub fn new(input: R) -> Self {
        Self {
            input,
            words: VecDeque::new(),
        }
    }

    /// Asks, and asks again after an empty line, until there is a word.
    ///
    /// # Errors
    /// When the input ends before or cannot be read, or `out` fails.
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

    /// Reads the words of one line; false at the end of input. Bytes that are not UTF-8 are shown as
    /// such, not refused.
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

/// Why a game at the terminal broke off.
#[derive(Debug, Explain)]
pub enum TerminalError {
    /// The input ended while a person was asked.
    #[message("end-of-input")]
    EndOfInput,
    /// The terminal or a file cannot be written.
    #[message(transparent)]
    Io(#[from] io::Error),
    /// The table waits for something else: a fault of the dialogue.
    #[message("not-now")]
    NotNow(#[from] NotNow),
}

/// Asks for the options that a game wants to know and that were not given, until it takes them.
///
/// # Errors
/// When the input ends before, or `out` fails.
pub fn ask_options(
    game: &GameInfo,
    options: &mut Options,
    language: Language,
    answers: &mut Answers<impl BufRead>,
    out: &mut impl Write,
) -> Result<(), TerminalError> {
    for asked in game.asked {
        // A position says it all.
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

/// Who is at a table beside the person at the terminal: keeps its record, answers for programs.
pub trait Company {
    /// Hears every moment.
    ///
    /// # Errors
    /// When what it keeps cannot be written.
    fn hear(&mut self, moment: &dyn EventView) -> io::Result<()>;

    /// What `side`, which is no person's, answers; time that is not its own is excused.
    fn answer(&mut self, table: &mut dyn Table, side: Side) -> Reply;
}

/// Nobody else: nothing is kept, and no program is there to answer.
#[derive(Clone, Copy, Debug)]
pub struct Nobody;

impl Company for Nobody {
    fn hear(&mut self, _moment: &dyn EventView) -> io::Result<()> {
        Ok(())
    }

    fn answer(&mut self, _table: &mut dyn Table, _side: Side) -> Reply {
        Reply::Forfeit(Forfeit::Start)
    }
}

/// What comes from outside for a side that was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// A line for the referee to read.
    Line(String),
    /// The game is lost.
    Forfeit(Forfeit),
}

impl Reply {
    /// Hands it to the table. One that comes when the time is up ends the game all the same.
    ///
    /// # Errors
    /// When the table does not wait for it.
    pub fn give(
        &self,
        table: &mut dyn Table,
        side: Side,
        tell: EventHandler<'_>,
    ) -> Result<(), NotNow> {
        let given = match self {
            Self::Line(text) => table.answer(text, &mut *tell),
            Self::Forfeit(reason) => table.forfeit(side, *reason, &mut *tell),
        };
        match table.next(tell) {
            Next::Over(_) => Ok(()),
            _ => given,
        }
    }
}

/// Plays a game to its end: transcript and questions to `out`, each moment to `company` as well.
///
/// # Errors
/// When the input ends while a person is asked, or `out` or `company` fail.
pub fn play(
    table: &mut dyn Table,
    limits: &Limits,
    language: Language,
    answers: &mut Answers<impl BufRead>,
    out: &mut impl Write,
    company: &mut impl Company,
) -> Result<Ending, TerminalError> {
    let mut transcript = Transcript {
        language,
        out,
        company,
    };
    loop {
        match transcript.hear(limits, |hear| advance(table, limits, hear))? {
            Waiting::Over(ending) => {
                transcript.out.flush()?;
                return Ok(ending);
            }
            Waiting::Stopped => return Err(io::Error::from(io::ErrorKind::Interrupted).into()),
            Waiting::Answer(side) if is_program(table, side) => {
                let reply = transcript.company.answer(table, side);
                transcript.hear(limits, |hear| reply.give(table, side, hear))??;
            }
            Waiting::Answer(_) => {
                let ask = |given: &[String]| table.ask(given, language);
                let answer = converse(ask, answers, transcript.out)?;
                transcript.hear(limits, |hear| table.answer(&answer, hear))??;
            }
        }
    }
}

fn is_program(table: &dyn Table, side: Side) -> bool {
    matches!(table.header().players[side.index()].who, Who::Program(_))
}

/// Where moments are told as they come.
struct Transcript<'a, W, C> {
    language: Language,
    out: &'a mut W,
    company: &'a mut C,
}

impl<W: Write, C: Company> Transcript<'_, W, C> {
    /// Prints the events of `call`. An event that cannot be printed stops the game.
    fn hear<R>(
        &mut self,
        limits: &Limits,
        call: impl FnOnce(EventHandler<'_>) -> R,
    ) -> io::Result<R> {
        let mut heard = Ok(());
        let answer = call(&mut |moment| {
            if heard.is_ok() {
                heard = self.tell(moment);
            }
            if heard.is_err() {
                limits.stop.pull();
            }
        });
        heard.map(|()| answer)
    }

    fn tell(&mut self, moment: &dyn EventView) -> io::Result<()> {
        let text = moment.transcript(Viewer::Referee, self.language);
        self.out.write_all(text.as_bytes())?;
        if moment.kind() == EventKind::Asked {
            // The text stays readable while an engine or a program thinks.
            self.out.flush()?;
        }
        self.company.hear(moment)
    }
}

/// Asks until the game's dialogue has an answer for the referee.
pub fn converse(
    ask: impl Fn(&[String]) -> Ask,
    answers: &mut Answers<impl BufRead>,
    out: &mut impl Write,
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
