//! A review as text: its mistakes, its graph and its sum.

use table::{Key, Side, key, message};

use crate::{Choice, Name, Opening, Ply, Review};
use text::Language;

/// Maximum width of the graph, in characters.
const WIDTH: usize = 72;

/// Bars for shares from 0 to 1.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// A share in per cent, with one decimal.
pub(crate) fn percent(share: f64, language: Language) -> String {
    language.decimal(&format!("{:.1} %", 100.0 * share))
}

/// A difference of shares in per cent, with its sign and one decimal; zero has no sign.
pub(crate) fn signed(difference: f64, language: Language) -> String {
    let rounded = (1000.0 * difference).round() / 10.0;
    if rounded.abs() < 0.05 {
        percent(0.0, language)
    } else {
        language.decimal(&format!("{rounded:+.1} %"))
    }
}

impl Review {
    /// Name of a player.
    pub fn name(&self, side: Side) -> &str {
        &self.players[side.index()].name
    }

    /// The review as text, line ends included.
    pub fn text(&self, language: Language) -> String {
        let graph = message!("review-graph", name = self.name(Side::First));
        let lines = [self.heading(language), String::new()]
            .into_iter()
            .chain(self.mistake_lines(language))
            .chain([
                String::new(),
                language.say(&graph),
                self.bars(),
                String::new(),
            ])
            .chain([self.told_sum(language)])
            .chain(self.term_lines(language))
            .chain(self.error_line(language));
        lines.fold(String::new(), |text, line| text + line.trim_end() + "\n")
    }

    /// One line with the game, its players and its result.
    pub fn heading(&self, language: Language) -> String {
        let result = match self.ending.map(|ending| (ending, ending.loser())) {
            None => message!("review-broken-off"),
            Some((_, None)) => message!("review-drawn"),
            Some((_, Some(loser))) => {
                message!("review-won-by", name = self.name(loser.other()))
            }
        };
        language.say(&message!(
            "review-heading",
            game = self.game.name,
            first = self.name(Side::First),
            second = self.name(Side::Second),
            result
        ))
    }

    /// A move in words, at the position of a ply.
    pub fn words(&self, ply: &Ply, mv: &str, language: Language) -> String {
        self.game.words(&ply.position, mv, language)
    }

    /// The table of the mistakes, with the reasons below each, and the number of unproved choices.
    fn mistake_lines(&self, language: Language) -> Vec<String> {
        const HEAD: [Key; 6] = [
            key!("review-column-ply"),
            key!("review-column-player"),
            key!("review-column-move"),
            key!("review-column-best"),
            key!("review-column-loss"),
            key!("review-column-name"),
        ];
        let mut rows = vec![(HEAD.map(|key| language.word(key)), Vec::new())];
        for (number, ply, choice) in self.mistakes() {
            let name = choice.name.map_or(key!("review-unproved"), Name::key);
            let cells = [
                (number + 1).to_string(),
                self.name(ply.side).to_owned(),
                self.words(ply, &ply.text, language),
                self.words(ply, &choice.best, language),
                choice.loss_text(language),
                language.word(name),
            ];
            let why = choice.why.iter().map(|message| language.say(message));
            rows.push((cells, why.collect()));
        }
        let unproved = self.told_unproved(language);
        if rows.len() == 1 {
            let none = language.word(key!("review-no-mistakes"));
            return [none].into_iter().chain(unproved).collect();
        }
        aligned(&rows).into_iter().chain(unproved).collect()
    }

    /// Sentence with the number of choices whose loss is not known; `None` if there are none.
    pub fn told_unproved(&self, language: Language) -> Option<String> {
        let unnamed = self.choices().filter(|(_, choice)| choice.name.is_none());
        let count = unnamed.count();
        let message = message!(
            "review-unproved-choices",
            count,
            of = self.choices().count()
        );
        (count > 0).then(|| language.say(&message))
    }

    /// The first side's share before every ply, and its result if the game ended.
    pub fn shares(&self) -> Vec<f64> {
        let before = self.plies.iter().map(|ply| ply.value.value());
        before.chain(self.result()).collect()
    }

    /// The shares as a row of bars. More than [`WIDTH`] shares are sampled evenly.
    fn bars(&self) -> String {
        let shares = self.shares();
        let width = shares.len().min(WIDTH);
        let bar = |column: usize| {
            let place = column * shares.len().saturating_sub(1) / (width.max(2) - 1);
            BARS[((shares[place] * 7.0).round() as usize).min(7)]
        };
        (0..width).map(bar).collect()
    }

    /// Title of the terms of the sum.
    pub fn told_sum(&self, language: Language) -> String {
        language.say(&message!("review-sum", name = self.name(Side::First)))
    }

    /// Names and values of the terms of the sum. The last one is the total.
    pub fn terms(&self, language: Language) -> Vec<(String, f64)> {
        let sum = &self.sum;
        let opening = match sum.opening {
            Opening::Seat(_) => key!("review-term-seat"),
            Opening::Deal(_) => key!("review-term-deal"),
        };
        let mistakes = |side: Side| {
            let message = message!("review-term-mistakes", name = self.name(side));
            let share = sum.mistakes[side.index()];
            let value = if side == Side::First { -share } else { share };
            (language.say(&message), value)
        };
        let term = |key: Key, value| (language.word(key), value);
        let mut terms = vec![
            term(opening, sum.opening.value()),
            term(key!("review-term-luck"), sum.luck),
            mistakes(Side::First),
            mistakes(Side::Second),
            term(key!("review-term-cheats"), sum.cheats),
            term(key!("review-term-forfeit"), sum.forfeit),
        ];
        terms.extend(
            sum.hidden
                .map(|hidden| term(key!("review-term-hidden"), hidden)),
        );
        terms.push(term(key!("review-term-total"), sum.total()));
        terms
    }

    fn term_lines(&self, language: Language) -> Vec<String> {
        let terms = self.terms(language);
        let widest = terms.iter().map(|(term, _)| term.chars().count()).max();
        let widest = widest.unwrap_or(0);
        let line = |(term, value): &(String, f64)| {
            format!("  {term:widest$}  {:>9}", signed(*value, language))
        };
        terms.iter().map(line).collect()
    }

    /// Sentence with the possible error of the sum; `None` if the sum is exact.
    pub(crate) fn error_line(&self, language: Language) -> Option<String> {
        let line =
            |error: f64| language.say(&message!("review-error", error = percent(error, language)));
        self.sum.error.map(line)
    }
}

impl Choice {
    /// The loss in per cent with its error, or the words for an unknown loss.
    pub fn loss_text(&self, language: Language) -> String {
        if let Some(behind) = self.behind.filter(|_| self.name.is_some()) {
            let points = language.decimal(&format!("{behind:.0}"));
            return language.say(&message!("review-points", points));
        }
        if !self.loss.is_closed() {
            return language.word(key!("review-unproved"));
        }
        let loss = percent(self.loss.value(), language);
        if self.loss.error > 0.0 {
            format!(
                "{loss} ± {}",
                language.decimal(&format!("{:.1}", 100.0 * self.loss.error))
            )
        } else {
            loss
        }
    }
}

/// Aligns the cells of the rows in columns. Each row is followed by its notes, indented.
fn aligned<const N: usize>(rows: &[([String; N], Vec<String>)]) -> Vec<String> {
    let width = |column: usize| {
        rows.iter()
            .map(|(cells, _)| cells[column].chars().count())
            .max()
    };
    let widths: Vec<usize> = (0..N).filter_map(width).collect();
    let mut lines = Vec::new();
    for (cells, notes) in rows {
        let padded = cells.iter().zip(&widths);
        let padded: Vec<String> = padded
            .map(|(cell, &width)| format!("{cell:width$}"))
            .collect();
        lines.push(padded.join("  "));
        lines.extend(notes.iter().map(|note| format!("      {note}")));
    }
    lines
}
