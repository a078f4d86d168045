//! A game as lines, without cursor and colours: for screen readers.

use std::io::{BufRead, Write};
use std::thread;
use std::time::Duration;

use host::{Answers, TerminalError, Worths};
use table::{Message, Side, key, message};

use crate::adviser::Adviser;
use crate::screen::ScreenError;
use crate::session::{Now, Session};
use crate::{Left, Match, Wish};

/// Time between two looks at a thread that thinks.
const POLL: Duration = Duration::from_millis(20);
/// Columns of the board.
const WIDTH: u16 = 79;

/// Plays one game as lines: sentences, and a question at each turn of a person.
pub fn play_plain(
    mut of: Match,
    answers: &mut Answers<impl BufRead>,
    out: &mut impl Write,
) -> Result<Left, ScreenError> {
    let mut plain = Plain {
        session: Session::new(&mut of)?,
        adviser: Adviser::new(of.game, of.language),
        answers,
        out,
        told: 0,
        board_told: false,
    };
    let ending = match plain.run() {
        Ok(ending) => ending,
        Err(TerminalError::Io(error)) => return Err(error.into()),
        Err(TerminalError::EndOfInput | TerminalError::NotNow(_)) => None,
    };
    Ok(Left {
        ending,
        next: Wish::Leave,
    })
}

struct Plain<'a, R, W> {
    session: Session,
    adviser: Adviser,
    answers: &'a mut Answers<R>,
    out: &'a mut W,
    /// Number of events that were told.
    told: usize,
    /// Whether the person who is asked was shown the board: later moves come as sentences.
    board_told: bool,
}

impl<R: BufRead, W: Write> Plain<'_, R, W> {
    fn run(&mut self) -> Result<Option<table::Ending>, TerminalError> {
        loop {
            let now = self.session.tick()?;
            self.session.save()?;
            if let Now::Turn(side) = now
                && self.session.looking() != Some(side)
            {
                self.hand_over(side)?;
            }
            for sentence in self.session.sentences(self.told) {
                writeln!(self.out, "{sentence}")?;
            }
            self.told = self.session.age();
            match now {
                Now::Thinking => thread::sleep(POLL),
                Now::Over(ending) => return Ok(Some(ending)),
                Now::Turn(side) => {
                    if !self.ask(side)? {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// Asks the next person to come, where the other may not see the same.
    fn hand_over(&mut self, side: Side) -> Result<(), TerminalError> {
        if self.session.needs_curtain() {
            let name = self.session.name(side);
            let text = self
                .session
                .language
                .say(&message!("terminal-curtain-plain", name));
            // Blank lines move what the other saw out of sight.
            let hidden = "\n".repeat(60);
            self.answers.ask(&format!("{hidden}{text} "), self.out)?;
            self.board_told = false;
        }
        self.session.look(side);
        Ok(())
    }

    /// Asks for a move or carries out a command; `false` when the person leaves.
    fn ask(&mut self, side: Side) -> Result<bool, TerminalError> {
        if !self.board_told {
            self.board_told = true;
            self.print_board()?;
        }
        let name = self.session.name(side);
        let question = self
            .session
            .language
            .say(&message!("terminal-plain-ask", name));
        let answer = self.answers.ask(&question, self.out)?;
        match &*answer {
            "?" => {
                let help = self.session.language.word(key!("terminal-plain-help"));
                writeln!(self.out, "{help}")?;
            }
            "q" => return Ok(false),
            "b" => self.print_board()?,
            "m" => self.print_moves()?,
            "u" => {
                if !self.session.undo() {
                    self.print(&message!("terminal-nothing-to-undo"))?;
                }
                self.told = self.session.age();
            }
            "r" => self.session.resign(side)?,
            "h" | "v" => self.print_values(answer == "h")?,
            mv => {
                if let Err(reason) = self.session.answer(mv)? {
                    self.print(&reason)?;
                }
            }
        }
        Ok(true)
    }

    fn print(&mut self, message: &Message) -> Result<(), TerminalError> {
        writeln!(self.out, "{}", self.session.language.say(message))?;
        Ok(())
    }

    fn print_board(&mut self) -> Result<(), TerminalError> {
        for line in self.session.board(WIDTH).lines {
            let line: String = line.into_iter().map(|piece| piece.text).collect();
            writeln!(self.out, "{}", line.trim_end())?;
        }
        Ok(())
    }

    fn print_moves(&mut self) -> Result<(), TerminalError> {
        for touch in self.session.moves() {
            let (mv, words) = (touch.mv.as_str(), touch.words.as_str());
            self.print(&message!("terminal-plain-move", mv, words))?;
        }
        Ok(())
    }

    /// Prints the best move, or the values of all.
    fn print_values(&mut self, only_best: bool) -> Result<(), TerminalError> {
        if !self.session.may_be_advised() {
            return self.print(&message!("terminal-no-values"));
        }
        let view = self.session.view();
        let worths = loop {
            match self.adviser.values(&view) {
                Some(found) => break found.clone(),
                None => thread::sleep(POLL),
            }
        };
        let Worths { moves, .. } = match worths {
            Ok(worths) => worths,
            Err(reason) => return self.print(&reason),
        };
        for ranked in moves.iter().filter(|ranked| !only_best || ranked.rank == 0) {
            let words = self
                .session
                .game
                .words(&view, &ranked.text, self.session.language);
            let (mv, worth) = (ranked.text.as_str(), ranked.worth.words.as_str());
            self.print(&message!("terminal-plain-value", mv, words, worth))?;
        }
        Ok(())
    }
}
