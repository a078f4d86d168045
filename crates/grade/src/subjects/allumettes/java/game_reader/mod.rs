//! A transcript read as a ledger: what is left is what was minus what was taken, whoever plays.
//!
//! After a line that is not as it must be, the reading goes on from what the program says, so that
//! one mistake is found once.

mod choice;
#[cfg(test)]
mod tests;

use super::aspect::Aspect;
use super::line::Line;
use super::scenario::{Player, Strategy};
use super::transcript::Transcript;

/// What the subject sets out with, and the most that is taken at once.
const MATCHES: i64 = 13;
const MOST: i64 = 3;
/// What a cheat leaves.
const CHEATED: i64 = 2;

/// A line that is not as the subject says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Violation {
    pub(super) aspect: Aspect,
    pub(super) expected: String,
    /// None when the transcript ends there.
    pub(super) got: Option<String>,
    /// How many answers were typed before it.
    pub(super) typed: usize,
    /// What else it may say.
    pub(super) weight: Weight,
}

/// What a violation says of those that follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    /// Whatever follows in the same game may come of it.
    First,
    /// Nothing comes of it: the reading went on from there.
    Apart,
    /// It comes of a wrong count, if the count is wrong in another game.
    OfCount,
}

/// What a game showed.
#[derive(Clone, Debug, Default)]
pub(super) struct Ledger {
    pub(super) violations: Vec<Violation>,
    /// What naive players took of three matches or more.
    pub(super) draws: Vec<i64>,
    /// Who won.
    pub(super) winner: Option<usize>,
    /// Whether something came about of which the subject does not say what follows.
    pub(super) unsaid: bool,
}

/// Why the reading of a game stops.
struct Over;

type Read = Result<(), Over>;

#[derive(Clone)]
struct Reader<'a> {
    lines: &'a [(String, Line)],
    at: usize,
    typed: usize,
    players: &'a [Player; 2],
    trusting: bool,
    /// In the words of an earlier edition, in which a cheat says nothing and a person cannot cheat.
    earlier: bool,
    left: i64,
    /// By how much every count that is shown is too small.
    shown_less: i64,
    turn: usize,
    /// The last move was refused: the same player must play again.
    refused: bool,
    /// A cheat whose effect shows in the next count.
    suspect: Option<Aspect>,
    ledger: Ledger,
}

/// Reads a game between two players.
///
/// When it does not begin with as many matches as it should, either so many are there or each count
/// is shown wrong: whichever explains more.
pub(super) fn read(transcript: &Transcript, players: &[Player; 2], trusting: bool) -> Ledger {
    let mut reader = Reader {
        lines: &transcript.lines,
        at: 0,
        typed: 0,
        players,
        trusting,
        earlier: transcript.is_of_an_earlier_edition(),
        left: MATCHES,
        shown_less: 0,
        turn: 0,
        refused: false,
        suspect: None,
        ledger: Ledger::default(),
    };
    let Some(Line::Left(shown)) = reader.peek().filter(|line| *line != Line::Left(MATCHES)) else {
        return reader.whole();
    };
    reader.blame_with(Weight::Apart, Aspect::Count, Line::Left(MATCHES));
    let displayed = Reader {
        shown_less: MATCHES - shown,
        ..reader.clone()
    };
    reader.left = shown;
    let ledgers = [reader.whole(), displayed.whole()];
    let fewest = ledgers.into_iter().min_by_key(|it| it.violations.len());
    fewest.expect("there are two")
}

impl Reader<'_> {
    fn whole(mut self) -> Ledger {
        while self.turn().is_ok() {}
        self.ledger
    }

    /// The next line that is not blank.
    fn peek(&mut self) -> Option<Line> {
        while let Some((_, Line::Blank | Line::Turn(_) | Line::Again)) = self.lines.get(self.at) {
            self.at += 1;
        }
        self.lines.get(self.at).map(|(_, line)| line.clone())
    }

    fn take(&mut self) {
        self.typed += usize::from(matches!(self.lines.get(self.at), Some((_, Line::Typed(_)))));
        self.at += 1;
    }

    fn blame(&mut self, aspect: Aspect, expected: impl Into<String>) {
        self.blame_with(Weight::First, aspect, expected);
    }

    fn blame_with(&mut self, weight: Weight, aspect: Aspect, expected: impl Into<String>) {
        self.ledger.violations.push(Violation {
            aspect,
            expected: expected.into(),
            got: self.lines.get(self.at).map(|(raw, _)| raw.clone()),
            typed: self.typed,
            weight,
        });
    }

    /// Takes the line if it is the expected one; otherwise it is blamed, and it is over unless it is
    /// at least of the same kind.
    fn expect(&mut self, expected: &Line, aspect: Aspect) -> Read {
        let found = self.peek();
        if found.as_ref() == Some(expected) {
            self.take();
            return Ok(());
        }
        self.blame(aspect, expected.clone());
        let alike = |line: &Line| std::mem::discriminant(line) == std::mem::discriminant(expected);
        if found.as_ref().is_some_and(alike) {
            self.take();
            return Ok(());
        }
        Err(Over)
    }

    fn player(&self) -> &Player {
        &self.players[self.turn]
    }

    /// Who is to blame for what a player does.
    fn aspect(&self) -> Aspect {
        match self.player().strategy {
            Strategy::Human => Aspect::Human,
            Strategy::Naive => Aspect::Naive,
            Strategy::Fast => Aspect::Fast,
            Strategy::Expert => Aspect::Expert,
            Strategy::Cheat => Aspect::Cheat,
        }
    }

    fn turn(&mut self) -> Read {
        self.count()?;
        self.whose_turn();
        let wanted = match self.player().strategy {
            Strategy::Human => self.person()?,
            Strategy::Cheat => self.cheat()?,
            Strategy::Naive | Strategy::Fast | Strategy::Expert => None,
        };
        let count = self.prise(wanted)?;
        self.effect(count)
    }

    /// The matches left are said before every move.
    fn count(&mut self) -> Read {
        let suspect = self.suspect.take();
        let expected = Line::Left(self.left - self.shown_less);
        let line = self.peek();
        match line {
            Some(Line::Left(left)) => {
                if Some(expected.clone()) != line {
                    match suspect {
                        Some(cheat) => self.blame_with(Weight::OfCount, cheat, expected),
                        None => self.blame(Aspect::Count, expected),
                    }
                    self.left = left + self.shown_less;
                }
                self.take();
                Ok(())
            }
            Some(Line::Loses(_) | Line::Wins(_)) => {
                self.blame_with(Weight::OfCount, Aspect::Ending, expected);
                Err(Over)
            }
            Some(Line::Asks(_) | Line::Takes(..) | Line::Cheating) => {
                self.blame(Aspect::Text, expected);
                Ok(())
            }
            Some(_) => {
                self.blame(Aspect::Text, expected);
                Err(Over)
            }
            None => {
                let aspect = suspect.unwrap_or(if self.refused {
                    Aspect::Refusal
                } else {
                    Aspect::Ending
                });
                self.blame(aspect, expected);
                Err(Over)
            }
        }
    }

    /// Players take turns, and whoever was refused plays again.
    fn whose_turn(&mut self) {
        let other = 1 - self.turn;
        let line = self.peek();
        let name = line.as_ref().and_then(Line::name);
        let is_other = name == Some(&self.players[other].name);
        let is_silent = line == Some(Line::Cheating)
            && self.players[other].strategy == Strategy::Cheat
            && self.player().strategy != Strategy::Cheat;
        if (is_other || is_silent) && self.players[0].name != self.players[1].name {
            let aspect = if self.refused {
                Aspect::Refusal
            } else {
                Aspect::Turns
            };
            let expected = match self.player().strategy {
                Strategy::Human => Line::Asks(self.player().name.clone()).to_string(),
                _ => format!("{} prend", self.player().name),
            };
            self.blame(aspect, expected);
            self.turn = other;
        }
        self.refused = false;
    }

    /// What comes of it: a refusal, the next turn or the end.
    fn effect(&mut self, count: i64) -> Read {
        let bound = MOST.min(self.left);
        let refusal = match count {
            _ if count < 1 => Some(Line::Refused(count, '<', 1)),
            _ if count > bound => Some(Line::Refused(count, '>', bound)),
            _ => None,
        };
        let is_refused = matches!(self.peek(), Some(Line::Refused(..)));
        match refusal {
            Some(refusal) if is_refused => {
                self.expect(&refusal, Aspect::Refusal)?;
                self.refused = true;
                return Ok(());
            }
            Some(refusal) => {
                self.blame(Aspect::Refusal, refusal);
                // It may have been ignored without a word; the next count tells.
                if let Some(Line::Left(left)) = self.peek() {
                    self.left = left;
                }
            }
            None if is_refused => {
                let left = Line::Left(self.left - count);
                self.blame(Aspect::Refusal, left);
                self.take();
                self.refused = true;
                return Ok(());
            }
            None => self.left -= count,
        }
        if self.left <= 0 {
            return self.end();
        }
        self.turn = 1 - self.turn;
        Ok(())
    }

    /// Whoever took the last match loses.
    fn end(&mut self) -> Read {
        let suspect = self.suspect.take();
        let name = |turn: usize| self.players[turn].name.clone();
        let (loses, wins) = (
            Line::Loses(name(self.turn)),
            Line::Wins(name(1 - self.turn)),
        );
        self.ledger.winner = Some(1 - self.turn);
        if let Some(Line::Left(left)) = self.peek()
            && left > 0
        {
            match suspect {
                Some(cheat) => self.blame_with(Weight::OfCount, cheat, loses),
                None => self.blame(Aspect::Count, loses),
            }
            return Err(Over);
        }
        self.expect(&loses, Aspect::Ending)?;
        self.expect(&wins, Aspect::Ending)?;
        if self.peek().is_some() {
            self.blame(Aspect::Ending, "");
        }
        Err(Over)
    }
}
