//! `GameReader`: compares a transcript line by line with the rules. After a wrong line, reading goes on
//! from what the program printed, so that one mistake is found once.

#[cfg(test)]
mod tests;

use std::fmt;
use std::mem::discriminant;

use super::check::ProgramCheck;
use super::scenario::{ScenarioPlayer, StrategyName};
use super::transcript::{GameTranscript, abandon_after};
use super::transcript_line::TranscriptLine;

/// Number of matches at the start.
const MATCHES: i64 = 13;
/// Maximum number of matches taken in one move.
const MOST: i64 = 3;
/// Number of matches that the cheating strategy leaves before its move.
const CHEATED: i64 = 2;

/// A line that differs from the one the rules ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LineViolation {
    pub(super) check: ProgramCheck,
    pub(super) expected: String,
    /// The printed line; `None` when the transcript ends there.
    pub(super) got: Option<String>,
    /// Number of answers typed before the line.
    pub(super) typed: usize,
    pub(super) kind: BlameKind,
}

/// The relation of a violation to others of the same game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlameKind {
    /// Later violations of the game may be consequences of this one.
    First,
    /// Other violations do not depend on this one.
    Separate,
    /// The violation is dropped as a consequence when another game shows a wrong count.
    FromCount,
}

/// The result of following one game.
#[derive(Clone, Debug, Default)]
pub(super) struct GameReading {
    pub(super) violations: Vec<LineViolation>,
    /// Numbers that naive players took when three matches or more were left.
    pub(super) draws: Vec<i64>,
    /// Index of the winner, if the game ended.
    pub(super) winner: Option<usize>,
    /// Whether the game reached a situation that the subject does not define.
    pub(super) undefined: bool,
}

/// The game is over, or its lines can no longer be followed.
struct ReadingEnds;

type LineResult = Result<(), ReadingEnds>;

#[derive(Clone)]
struct GameReader<'a> {
    lines: &'a [(String, TranscriptLine)],
    /// Index of the next line.
    at: usize,
    typed: usize,
    players: &'a [ScenarioPlayer; 2],
    trusting: bool,
    /// Whether the wording is of an earlier edition, where the strategy cheats silently and a person
    /// cannot cheat.
    earlier: bool,
    left: i64,
    /// Number by which every printed count is too small.
    shown_less: i64,
    /// Index of the player to move.
    turn: usize,
    /// Whether the last move was refused, so that the same player must move again.
    refused: bool,
    /// Check of a cheat whose effect must show in the next count.
    suspect: Option<ProgramCheck>,
    reading: GameReading,
}

/// Follows a game. When the first count is wrong, either the game has that many matches or every count
/// is printed wrong: both readings are tried, and the one with fewer violations is returned.
pub(super) fn read(
    transcript: &GameTranscript,
    players: &[ScenarioPlayer; 2],
    trusting: bool,
) -> GameReading {
    let mut reader = GameReader {
        lines: &transcript.lines,
        at: 0,
        typed: 0,
        players,
        trusting,
        earlier: transcript.is_earlier_edition(),
        left: MATCHES,
        shown_less: 0,
        turn: 0,
        refused: false,
        suspect: None,
        reading: GameReading::default(),
    };
    // A line before the game is a difference of the text; the game after it is read.
    if let Some(TranscriptLine::Other(_)) = reader.peek() {
        reader.blame_with(
            BlameKind::Separate,
            ProgramCheck::Text,
            TranscriptLine::Left(MATCHES),
        );
        while let Some(TranscriptLine::Other(_)) = reader.peek() {
            reader.advance();
        }
    }
    let shown = match reader.peek() {
        Some(TranscriptLine::Left(shown)) if shown != MATCHES => shown,
        _ => return reader.read_all(),
    };
    let expected = TranscriptLine::Left(MATCHES);
    reader.blame_with(BlameKind::Separate, ProgramCheck::Count, expected);
    let displayed = GameReader {
        shown_less: MATCHES - shown,
        ..reader.clone()
    };
    reader.left = shown;
    let readings = [reader.read_all(), displayed.read_all()];
    let fewest = readings.into_iter().min_by_key(|it| it.violations.len());
    fewest.expect("there are two readings")
}

impl GameReader<'_> {
    fn read_all(mut self) -> GameReading {
        while self.turn().is_ok() {}
        self.reading
    }

    /// The next line that matters: blank lines and those that only earlier editions print are skipped.
    fn peek(&mut self) -> Option<TranscriptLine> {
        use TranscriptLine::{Again, Blank, Turn};
        while let Some((_, Blank | Turn(_) | Again)) = self.lines.get(self.at) {
            self.at += 1;
        }
        self.lines.get(self.at).map(|(_, line)| line.clone())
    }

    fn advance(&mut self) {
        if let Some((_, TranscriptLine::Typed(_))) = self.lines.get(self.at) {
            self.typed += 1;
        }
        self.at += 1;
    }

    /// Records that the next line violates a check.
    fn blame(&mut self, check: ProgramCheck, expected: impl fmt::Display) {
        self.blame_with(BlameKind::First, check, expected);
    }

    fn blame_with(&mut self, kind: BlameKind, check: ProgramCheck, expected: impl fmt::Display) {
        self.reading.violations.push(LineViolation {
            check,
            expected: expected.to_string(),
            got: self.lines.get(self.at).map(|(raw, _)| raw.clone()),
            typed: self.typed,
            kind,
        });
    }

    /// Reads a line: one other than `expected` is a violation, one of another kind ends the reading.
    fn expect(&mut self, expected: &TranscriptLine, check: ProgramCheck) -> LineResult {
        let found = self.peek();
        if found.as_ref() != Some(expected) {
            self.blame(check, expected.clone());
        }
        if found.is_none_or(|line| discriminant(&line) != discriminant(expected)) {
            return Err(ReadingEnds);
        }
        self.advance();
        Ok(())
    }

    fn player(&self) -> &ScenarioPlayer {
        &self.players[self.turn]
    }

    fn turn(&mut self) -> LineResult {
        self.count()?;
        self.check_turn();
        let wanted = match self.player().strategy {
            StrategyName::Human => self.person()?,
            StrategyName::Cheat => self.cheat()?,
            StrategyName::Naive | StrategyName::Fast | StrategyName::Expert => None,
        };
        let count = self.taken(wanted)?;
        self.effect(count)
    }

    /// Checks the number of matches left, which is printed before every move.
    fn count(&mut self) -> LineResult {
        let suspect = self.suspect.take();
        let shown = self.left - self.shown_less;
        let expected = TranscriptLine::Left(shown);
        match self.peek() {
            Some(TranscriptLine::Left(left)) => {
                if left != shown {
                    self.blame_count(suspect, expected);
                    self.left = left + self.shown_less;
                }
                self.advance();
                Ok(())
            }
            Some(TranscriptLine::Loses(_) | TranscriptLine::Wins(_)) => {
                self.blame_with(BlameKind::FromCount, ProgramCheck::Ending, expected);
                Err(ReadingEnds)
            }
            Some(
                TranscriptLine::Asks(_) | TranscriptLine::Takes(..) | TranscriptLine::Cheating,
            ) => {
                self.blame(ProgramCheck::Text, expected);
                Ok(())
            }
            Some(_) => {
                self.blame(ProgramCheck::Text, expected);
                Err(ReadingEnds)
            }
            None => {
                let refused = self.refused.then_some(ProgramCheck::Refusal);
                let check = suspect.or(refused).unwrap_or(ProgramCheck::Ending);
                self.blame(check, expected);
                Err(ReadingEnds)
            }
        }
    }

    /// Blames a wrong count on the cheat before it, if there was one.
    fn blame_count(&mut self, suspect: Option<ProgramCheck>, expected: TranscriptLine) {
        match suspect {
            Some(cheat) => self.blame_with(BlameKind::FromCount, cheat, expected),
            None => self.blame(ProgramCheck::Count, expected),
        }
    }

    /// Checks that players alternate and that a refused player moves again.
    fn check_turn(&mut self) {
        let other = 1 - self.turn;
        let line = self.peek();
        let name = line.as_ref().and_then(TranscriptLine::name);
        let is_other = name == Some(&self.players[other].name);
        let is_silent = line == Some(TranscriptLine::Cheating)
            && self.players[other].strategy == StrategyName::Cheat
            && self.player().strategy != StrategyName::Cheat;
        if (is_other || is_silent) && self.players[0].name != self.players[1].name {
            let refused = self.refused.then_some(ProgramCheck::Refusal);
            let check = refused.unwrap_or(ProgramCheck::Turns);
            let expected = match self.player().strategy {
                StrategyName::Human => TranscriptLine::Asks(self.player().name.clone()).to_string(),
                _ => format!("{} prend", self.player().name),
            };
            self.blame(check, expected);
            self.turn = other;
        }
        self.refused = false;
    }

    /// Checks the effect of a move: a refusal, the next turn or the end.
    fn effect(&mut self, count: i64) -> LineResult {
        let bound = MOST.min(self.left);
        let too_few = (count < 1).then_some(TranscriptLine::Refused(count, '<', 1));
        let too_many = (count > bound).then_some(TranscriptLine::Refused(count, '>', bound));
        let refusal = too_few.or(too_many);
        let is_refused = matches!(self.peek(), Some(TranscriptLine::Refused(..)));
        match refusal {
            Some(refusal) if is_refused => {
                self.expect(&refusal, ProgramCheck::Refusal)?;
                self.refused = true;
                return Ok(());
            }
            Some(refusal) => {
                self.blame(ProgramCheck::Refusal, refusal);
                // The program may have ignored the move silently: the next count shows it.
                if let Some(TranscriptLine::Left(left)) = self.peek() {
                    self.left = left;
                }
            }
            None if is_refused => {
                let left = TranscriptLine::Left(self.left - count);
                self.blame(ProgramCheck::Refusal, left);
                self.advance();
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

    /// Checks the last lines: the player who took the last match loses.
    fn end(&mut self) -> LineResult {
        let suspect = self.suspect.take();
        let loses = TranscriptLine::Loses(self.player().name.clone());
        let wins = TranscriptLine::Wins(self.players[1 - self.turn].name.clone());
        self.reading.winner = Some(1 - self.turn);
        if let Some(TranscriptLine::Left(left)) = self.peek()
            && left > 0
        {
            self.blame_count(suspect, loses);
            return Err(ReadingEnds);
        }
        self.expect(&loses, ProgramCheck::Ending)?;
        self.expect(&wins, ProgramCheck::Ending)?;
        if self.peek().is_some() {
            self.blame(ProgramCheck::Ending, "");
        }
        Err(ReadingEnds)
    }

    /// Follows the questions to a person and returns the first integer that was typed; `None` when
    /// the program moved on without one.
    fn person(&mut self) -> Result<Option<i64>, ReadingEnds> {
        loop {
            let asked = TranscriptLine::Asks(self.player().name.clone());
            let early = matches!(self.peek(), Some(TranscriptLine::Typed(_)));
            match self.peek() {
                // The question comes after its answer: the answer is followed all the same.
                Some(TranscriptLine::Typed(_)) => self.blame(ProgramCheck::Human, asked),
                Some(TranscriptLine::Asks(_)) => self.expect(&asked, ProgramCheck::Human)?,
                Some(TranscriptLine::Takes(..)) => {
                    self.blame(ProgramCheck::Human, asked);
                    return Ok(None);
                }
                _ => {
                    self.blame(ProgramCheck::Human, asked);
                    return Err(ReadingEnds);
                }
            }
            let Some(TranscriptLine::Typed(answer)) = self.peek() else {
                self.blame(ProgramCheck::Human, "");
                return Err(ReadingEnds);
            };
            self.advance();
            if early && let Some(TranscriptLine::Asks(_)) = self.peek() {
                self.advance();
            }
            if let Ok(number) = answer.parse::<i32>() {
                return Ok(Some(number.into()));
            }
            let unknown = self.earlier && self.peek() == Some(TranscriptLine::NotInteger);
            if answer == "triche" && !unknown {
                self.person_cheats()?;
            } else if self.peek() == Some(TranscriptLine::NotInteger) {
                self.advance();
            } else {
                self.blame(ProgramCheck::Integer, TranscriptLine::NotInteger);
                if let Some(TranscriptLine::Other(_)) = self.peek() {
                    self.advance();
                }
                match self.peek() {
                    // Another text is accepted as long as the question is asked again.
                    Some(TranscriptLine::Asks(_)) => {}
                    Some(TranscriptLine::Takes(..)) => return Ok(None),
                    _ => return Err(ReadingEnds),
                }
            }
        }
    }

    /// Follows the lines after a person typed `triche`.
    fn person_cheats(&mut self) -> LineResult {
        // The subject does not define a cheat with one match left.
        if self.left <= 1 {
            self.reading.undefined = true;
            return Err(ReadingEnds);
        }
        if !self.trusting {
            self.at = abandon_after(self.lines, self.at).unwrap_or(self.at);
            return self.abandoned();
        }
        self.left -= 1;
        self.suspect = Some(ProgramCheck::PersonCheats);
        let expected = TranscriptLine::OneLess(self.left);
        if let Some(TranscriptLine::OneLess(left)) = self.peek()
            && left != self.left
        {
            self.blame_with(BlameKind::FromCount, ProgramCheck::PersonCheats, expected);
            self.advance();
            self.left = left;
            return Ok(());
        }
        self.expect(&expected, ProgramCheck::PersonCheats)
    }

    /// Checks that the referee ends the game and that nothing is printed after that.
    fn abandoned(&mut self) -> LineResult {
        let expected = TranscriptLine::Abandon(self.player().name.clone());
        self.expect(&expected, ProgramCheck::Guard)?;
        if self.peek().is_some() {
            self.blame(ProgramCheck::Guard, "");
        }
        Err(ReadingEnds)
    }

    /// Follows the lines of the cheating strategy and returns the number that it must take.
    fn cheat(&mut self) -> Result<Option<i64>, ReadingEnds> {
        let nothing_to_gain = self.left <= CHEATED;
        match self.peek() {
            Some(TranscriptLine::Cheating) => self.advance(),
            _ if nothing_to_gain => return Ok(Some(1)),
            // Without the announcement, the next line still shows whether the cheat was caught.
            Some(
                TranscriptLine::Abandon(_)
                | TranscriptLine::CheatLeft(_)
                | TranscriptLine::Takes(..),
            ) => {
                if !self.earlier {
                    self.blame(ProgramCheck::Cheat, TranscriptLine::Cheating);
                }
            }
            _ => {
                self.blame(ProgramCheck::Cheat, TranscriptLine::Cheating);
                return Err(ReadingEnds);
            }
        }
        if nothing_to_gain {
            if let Some(TranscriptLine::CheatLeft(_)) = self.peek() {
                self.advance();
            }
            return Ok(Some(1));
        }
        if !self.trusting {
            self.abandoned()?;
        }
        let expected = TranscriptLine::CheatLeft(CHEATED);
        self.left = match self.peek() {
            Some(TranscriptLine::CheatLeft(left)) => left,
            _ => CHEATED,
        };
        self.suspect = Some(ProgramCheck::Cheat);
        if let Some(TranscriptLine::Takes(..)) = self.peek() {
            if !self.earlier {
                self.blame(ProgramCheck::Cheat, expected);
            }
        } else {
            self.expect(&expected, ProgramCheck::Cheat)?;
        }
        Ok(Some(1))
    }

    /// Checks the line that says how many matches the player takes, and returns that number. It must
    /// be `wanted`, or else the strategy's choice.
    fn taken(&mut self, wanted: Option<i64>) -> Result<i64, ReadingEnds> {
        let ScenarioPlayer { name, strategy } = self.player().clone();
        let check = ProgramCheck::for_strategy(strategy);
        let right = wanted.or_else(|| self.strategy_choice());
        let plural = |count: i64| count > 1;
        let shown = right.unwrap_or(1);
        let Some(TranscriptLine::Takes(named, count, is_plural)) = self.peek() else {
            self.blame(check, TranscriptLine::Takes(name, shown, plural(shown)));
            return Err(ReadingEnds);
        };
        if named != name {
            self.blame(check, TranscriptLine::Takes(name.clone(), count, is_plural));
        }
        if is_plural != plural(count) {
            let expected = TranscriptLine::Takes(name.clone(), count, plural(count));
            self.blame_with(BlameKind::Separate, ProgramCheck::Plural, expected);
        }
        let naive = strategy == StrategyName::Naive;
        if naive && self.left >= MOST {
            self.reading.draws.push(count);
        }
        let wrong = right.is_some_and(|right| right != count);
        // A strategy that plays as well as it can makes no forbidden move, even in a lost position.
        let most = if naive { MOST } else { MOST.min(self.left) };
        let free = naive || strategy == StrategyName::Expert;
        let impossible = free && !(1..=most).contains(&count);
        if wrong || impossible {
            self.blame(check, TranscriptLine::Takes(name, shown, plural(shown)));
        }
        self.advance();
        Ok(count)
    }

    /// The number that a strategy must take; `None` where it is free to choose.
    fn strategy_choice(&self) -> Option<i64> {
        match self.player().strategy {
            StrategyName::Fast => Some(MOST.min(self.left)),
            StrategyName::Expert => Some((self.left - 1) % (MOST + 1)).filter(|best| *best > 0),
            StrategyName::Cheat => Some(1),
            StrategyName::Naive | StrategyName::Human => None,
        }
    }
}
