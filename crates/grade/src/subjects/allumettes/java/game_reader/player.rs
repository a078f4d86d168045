//! What a player chose, as a transcript shows it: a person's answers, a cheat's brackets, a strategy.

use super::super::aspect::Aspect;
use super::super::line::Line;
use super::super::scenario::Strategy;
use super::{CHEATED, MOST, Over, Read, Reader, Weight};

impl Reader<'_> {
    /// A person is asked until an integer comes: that one.
    pub(super) fn person(&mut self) -> Result<Option<i64>, Over> {
        loop {
            let asked = Line::Asks(self.player().name.clone());
            match self.peek() {
                Some(Line::Asks(_)) => self.expect(&asked, Aspect::Human)?,
                Some(Line::Takes(..)) => {
                    self.blame(Aspect::Human, asked);
                    return Ok(None);
                }
                _ => {
                    self.blame(Aspect::Human, asked);
                    return Err(Over);
                }
            }
            let Some(Line::Typed(answer)) = self.peek() else {
                self.blame(Aspect::Human, "");
                return Err(Over);
            };
            self.take();
            if let Ok(number) = answer.parse::<i32>() {
                return Ok(Some(number.into()));
            }
            let unknown = self.earlier && self.peek() == Some(Line::NotInteger);
            if answer == "triche" && !unknown {
                self.person_cheats()?;
            } else if self.peek() == Some(Line::NotInteger) {
                self.take();
            } else {
                self.blame(Aspect::Integer, Line::NotInteger);
                if let Some(Line::Other(_)) = self.peek() {
                    self.take();
                }
                match self.peek() {
                    // Whatever it says instead: what matters is that it asks again.
                    Some(Line::Asks(_)) => {}
                    Some(Line::Takes(..)) => return Ok(None),
                    _ => return Err(Over),
                }
            }
        }
    }

    pub(super) fn person_cheats(&mut self) -> Read {
        // Of the last match the subject says nothing.
        if self.left <= 1 {
            self.ledger.unsaid = true;
            return Err(Over);
        }
        if !self.trusting {
            return self.abandoned();
        }
        self.left -= 1;
        self.suspect = Some(Aspect::PersonCheats);
        let expected = Line::OneLess(self.left);
        if let Some(Line::OneLess(left)) = self.peek()
            && left != self.left
        {
            self.blame_with(Weight::OfCount, Aspect::PersonCheats, expected);
            self.take();
            self.left = left;
            return Ok(());
        }
        self.expect(&expected, Aspect::PersonCheats)
    }

    /// The game stops, and nothing else is said.
    pub(super) fn abandoned(&mut self) -> Read {
        let expected = Line::Abandon(self.player().name.clone());
        self.expect(&expected, Aspect::Guard)?;
        if self.peek().is_some() {
            self.blame(Aspect::Guard, "");
        }
        Err(Over)
    }

    pub(super) fn cheat(&mut self) -> Result<Option<i64>, Over> {
        let nothing_to_gain = self.left <= CHEATED;
        match self.peek() {
            Some(Line::Cheating) => self.take(),
            _ if nothing_to_gain => return Ok(Some(1)),
            // Without its word it can still be seen whether it was caught.
            Some(Line::Abandon(_) | Line::CheatLeft(_) | Line::Takes(..)) => {
                if !self.earlier {
                    self.blame(Aspect::Cheat, Line::Cheating);
                }
            }
            _ => {
                self.blame(Aspect::Cheat, Line::Cheating);
                return Err(Over);
            }
        }
        if nothing_to_gain {
            if let Some(Line::CheatLeft(_)) = self.peek() {
                self.take();
            }
            return Ok(Some(1));
        }
        if !self.trusting {
            self.abandoned()?;
        }
        let expected = Line::CheatLeft(CHEATED);
        self.left = match self.peek() {
            Some(Line::CheatLeft(left)) => left,
            _ => CHEATED,
        };
        self.suspect = Some(Aspect::Cheat);
        if let Some(Line::Takes(..)) = self.peek() {
            if !self.earlier {
                self.blame(Aspect::Cheat, expected);
            }
        } else {
            self.expect(&expected, Aspect::Cheat)?;
        }
        Ok(Some(1))
    }

    /// What a player takes, as its strategy says.
    pub(super) fn prise(&mut self, wanted: Option<i64>) -> Result<i64, Over> {
        let (name, aspect) = (self.player().name.clone(), self.aspect());
        let right = wanted.or_else(|| self.right());
        let plural = |count: i64| count > 1;
        let shown = right.unwrap_or(1);
        let Some(Line::Takes(named, count, is_plural)) = self.peek() else {
            self.blame(aspect, Line::Takes(name, shown, plural(shown)));
            return Err(Over);
        };
        if named != name {
            self.blame(aspect, Line::Takes(name.clone(), count, is_plural));
        }
        if is_plural != plural(count) {
            let expected = Line::Takes(name.clone(), count, plural(count));
            self.blame_with(Weight::Apart, Aspect::Plural, expected);
        }
        let naive = self.player().strategy == Strategy::Naive;
        if naive && self.left >= MOST {
            self.ledger.draws.push(count);
        }
        let wrong = right.is_some_and(|right| right != count);
        let impossible = naive && !(1..=MOST).contains(&count);
        if wrong || impossible {
            self.blame(aspect, Line::Takes(name, shown, plural(shown)));
        }
        self.take();
        Ok(count)
    }

    /// What a strategy must take; none where it is free.
    pub(super) fn right(&self) -> Option<i64> {
        match self.player().strategy {
            Strategy::Fast => Some(MOST.min(self.left)),
            Strategy::Expert => Some((self.left - 1) % (MOST + 1)).filter(|best| *best > 0),
            Strategy::Cheat => Some(1),
            Strategy::Naive | Strategy::Human => None,
        }
    }
}
