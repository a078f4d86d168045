//! A table at the terminal: a loop over the referee that prints what it tells and reads answers.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};

use table::{Ending, Explain, Forfeit, Limits, Message, Next, NotNow, Side, Who};

use crate::{Ask, Hear, Language, Moment, Offer, Options, Table, Viewer};

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

    /// The next word, waiting for a line if there is none; `None` at the end of input.
    ///
    /// # Errors
    /// When the input cannot be read. Bytes that are not UTF-8 are shown as such, not refused.
    pub fn next_word(&mut self) -> io::Result<Option<String>> {
        while self.words.is_empty() {
            let mut line = Vec::new();
            if self.input.read_until(b'\n', &mut line)? == 0 {
                return Ok(None);
            }
            let line = String::from_utf8_lossy(&line);
            self.words
                .extend(line.split_whitespace().map(str::to_owned));
        }
        Ok(self.words.pop_front())
    }

    /// The next word, which somebody must give.
    ///
    /// # Errors
    /// When the input ends before or cannot be read.
    pub fn expect_word(&mut self) -> Result<String, TerminalError> {
        self.next_word()?.ok_or(TerminalError::EndOfInput)
    }
}

/// Why a game at the terminal broke off.
#[derive(Debug, thiserror::Error)]
pub enum TerminalError {
    /// Nobody answers any more.
    #[error("the input ended while an answer was waited for")]
    EndOfInput,
    /// The terminal is gone, or a file cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The table waited for something else: a fault of the dialogue.
    #[error(transparent)]
    NotNow(#[from] NotNow),
}

impl Explain for TerminalError {
    fn explain(&self) -> Message {
        match self {
            Self::EndOfInput => Message::new("end-of-input"),
            Self::Io(error) => Message::new("io-error").with("reason", error.to_string()),
            Self::NotNow(_) => Message::new("not-now"),
        }
    }
}

/// Asks for the options that a game wants to know and that were not given, until it takes them.
///
/// # Errors
/// When the input ends before, or `out` fails.
pub fn ask_options(
    game: &Offer,
    options: &mut Options,
    language: Language,
    answers: &mut Answers<impl BufRead>,
    out: &mut impl Write,
) -> Result<(), TerminalError> {
    for asked in game.asked {
        let mut known = options.flag(asked.option);
        while !known {
            out.write_all(language.word(asked.question).as_bytes())?;
            out.flush()?;
            options.set(asked.option, answers.expect_word()?);
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
    fn hear(&mut self, moment: &dyn Moment) -> io::Result<()>;

    /// What `side`, which is no person's, answers; time that is not its own is excused.
    fn answer(&mut self, table: &mut dyn Table, side: Side) -> Reply;
}

/// Nobody else: nothing is kept, and no program is there to answer.
#[derive(Clone, Copy, Debug)]
pub struct Nobody;

impl Company for Nobody {
    fn hear(&mut self, _moment: &dyn Moment) -> io::Result<()> {
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
    pub fn give(&self, table: &mut dyn Table, side: Side, tell: Hear<'_>) -> Result<(), NotNow> {
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
        match transcript.hear(|hear| table.next(hear))? {
            Next::Over(ending) => {
                transcript.out.flush()?;
                return Ok(ending);
            }
            Next::Answer(side) if is_program(table, side) => {
                transcript.out.flush()?;
                let reply = transcript.company.answer(table, side);
                transcript.hear(|hear| reply.give(table, side, hear))??;
            }
            Next::Answer(_) => {
                let ask = |given: &[String]| table.ask(given, language);
                let answer = converse(ask, answers, transcript.out)?;
                transcript.hear(|hear| table.answer(&answer, hear))??;
            }
            Next::Think(_) => {
                // What is known stays readable while the engine thinks.
                transcript.out.flush()?;
                transcript.hear(|hear| table.proceed(limits, hear))??;
            }
            Next::Draw { .. } => transcript.hear(|hear| table.proceed(limits, hear))??,
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
    fn hear<R>(&mut self, call: impl FnOnce(Hear<'_>) -> R) -> io::Result<R> {
        let mut heard = Ok(());
        let answer = call(&mut |moment| {
            if heard.is_ok() {
                heard = self.tell(moment);
            }
        });
        heard.map(|()| answer)
    }

    fn tell(&mut self, moment: &dyn Moment) -> io::Result<()> {
        let text = moment.transcript(Viewer::House, self.language);
        self.out.write_all(text.as_bytes())?;
        self.company.hear(moment)
    }
}

/// Asks until the game's dialogue has an answer for the referee.
pub(crate) fn converse(
    ask: impl Fn(&[String]) -> Ask,
    answers: &mut Answers<impl BufRead>,
    out: &mut impl Write,
) -> Result<String, TerminalError> {
    let mut given = Vec::new();
    loop {
        match ask(&given) {
            Ask::Question(question) => {
                out.write_all(question.as_bytes())?;
                out.flush()?;
                given.push(answers.expect_word()?);
            }
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
