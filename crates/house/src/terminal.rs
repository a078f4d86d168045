//! A table at the terminal: a loop over the referee that prints what it tells and reads answers.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};

use table::{Ending, Explain, Limits, Message, Next, NotNow};

use crate::{Ask, Hear, Language, Moment, Offer, Options, POSITION, Table, Viewer};

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
            Self::Io(error) => Message::new("io-error").with("reason", crate::io_reason(error)),
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

/// Plays a game to its end: transcript and questions to `out`, each moment to `note` as well.
///
/// # Errors
/// When the input ends while a person is asked, or `out` or `note` fail.
pub fn play(
    table: &mut dyn Table,
    limits: &Limits,
    language: Language,
    answers: &mut Answers<impl BufRead>,
    out: &mut impl Write,
    mut note: impl FnMut(&dyn Moment) -> io::Result<()>,
) -> Result<Ending, TerminalError> {
    let mut transcript = Transcript {
        language,
        out,
        note: &mut note,
    };
    loop {
        match transcript.hear(|hear| table.next(hear))? {
            Next::Over(ending) => {
                transcript.out.flush()?;
                return Ok(ending);
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

/// Where moments are told as they come.
struct Transcript<'a, W, N> {
    language: Language,
    out: &'a mut W,
    note: &'a mut N,
}

impl<W: Write, N: FnMut(&dyn Moment) -> io::Result<()>> Transcript<'_, W, N> {
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
        (self.note)(moment)
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
